/** Writes arrays as NumPy files, and several of these as one archive, which the certifier reads. */

import { join } from '../workers/bytes.js';

/** The length of a header is a multiple of this. */
const ALIGNED = 64;

/** @typedef {[name: string, type: string][]} Fields of a record, in their order */

/**
 * An array in row order as .npy, format 1.0: magic word, length and text of the header, then the
 * numbers, little endian as every machine that runs WebAssembly keeps them.
 * @param {string | Fields} type as NumPy writes it: '<f8'; of records by the names of their fields, of letters, digits and _
 * @param {number[]} shape of no axis to three
 * @param {ArrayBufferView} numbers
 */
export function npy(type, shape, numbers) {
  const descr = typeof type === 'string' ? `'${type}'` : `[${type.map(([name, each]) => `('${name}', '${each}')`).join(', ')}]`;
  const text = `{'descr': ${descr}, 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const header = ALIGNED * Math.ceil((text.length + 11) / ALIGNED);
  const bytes = new Uint8Array(header + numbers.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (header - 10) & 0xff, (header - 10) >> 8]);
  bytes.set(new TextEncoder().encode(`${text.padEnd(header - 11)}\n`), 10);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), header);
  return bytes;
}

/** CRC-32 of single bytes (PKWARE, APPNOTE.TXT 6.3.10, section 4.4.7). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let sum = -1;
  for (let i = 0; i < bytes.length; i++) sum = TABLE[(sum ^ bytes[i]) & 0xff] ^ (sum >>> 8);
  return ~sum;
}

/** A record of numbers, each of 2 or 4 bytes. @param {[size: 2 | 4, value: number][]} fields */
function record(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((length, [size]) => length + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** Signatures of the records: of a file, of its entry in the directory, of the end (section 4.3). */
const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;

/**
 * Builds the part that both records of a stored file share.
 * @param {Uint8Array} name
 * @param {Uint8Array} { length }
 * @param {number} sum
 * @returns {[2 | 4, number][]}
 */
const about = (name, { length }, sum) => [[2, 20], [2, 0x800], [2, 0], [4, 0x210000], [4, sum], [4, length], [4, length], [2, name.length], [2, 0]];

/**
 * NumPy files in an archive, not compressed.
 * @param {[name: string, npy: Uint8Array][]} arrays
 */
export function npz(arrays) {
  /** @type {Uint8Array[]} */
  const files = [], entries = [];
  let at = 0;
  for (const [array, bytes] of arrays) {
    const name = new TextEncoder().encode(`${array}.npy`), sum = crc32(bytes);
    const file = [record([[4, LOCAL], ...about(name, bytes, sum)]), name, bytes];
    entries.push(record([[4, ENTRY], [2, 20], ...about(name, bytes, sum), [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    files.push(...file);
    at += file.reduce((length, part) => length + part.length, 0);
  }
  const directory = join(entries), { length } = arrays;
  return join([...files, directory, record([[4, END], [2, 0], [2, 0], [2, length], [2, length], [4, directory.length], [4, at], [2, 0]])]);
}
