/** Writes coordinates as a NumPy file, which the certifier reads. */

const HEADER = 128;

/**
 * N×3 doubles in row order as .npy, format 1.0: magic word, length and text of the header, then the
 * numbers, little endian as every machine that runs WebAssembly keeps them.
 * @param {Float64Array} points
 */
export function npy(points) {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${points.length / 3}, 3), }`;
  const bytes = new Uint8Array(HEADER + points.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, HEADER - 10, 0]);
  bytes.set(new TextEncoder().encode(`${text.padEnd(HEADER - 11)}\n`), 10);
  bytes.set(new Uint8Array(points.buffer, points.byteOffset, points.byteLength), HEADER);
  return bytes;
}
