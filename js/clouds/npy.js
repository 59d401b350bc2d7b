/** Writes arrays as NumPy files, which the certifier reads. */

const HEADER = 128;

/**
 * An array in row order as .npy, format 1.0: magic word, length and text of the header, then the
 * numbers, little endian as every machine that runs WebAssembly keeps them.
 * @param {string} type as NumPy writes it: '<f8'
 * @param {number[]} shape of two or three axes
 * @param {ArrayBufferView} numbers
 */
export function npy(type, shape, numbers) {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const bytes = new Uint8Array(HEADER + numbers.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, HEADER - 10, 0]);
  bytes.set(new TextEncoder().encode(`${text.padEnd(HEADER - 11)}\n`), 10);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), HEADER);
  return bytes;
}
