// Packs clouds of 16-bit integers: gzipped, first the low bytes of all coordinates, then the high ones.

import { gunzipSync, gzipSync } from 'node:zlib';

/** @param {number[][][]} clouds all of as many points */
export function encoded(clouds) {
  const flat = clouds.flat(2), bytes = Buffer.alloc(2 * flat.length), head = Buffer.alloc(3);
  head.writeUInt16LE(clouds[0].length);
  head.writeUInt8(clouds[0][0].length, 2);
  flat.forEach((value, i) => {
    bytes[i] = value;
    bytes[flat.length + i] = value >> 8;
  });
  return Buffer.concat([head, gzipSync(bytes, { level: 9 })]);
}

/** @param {Buffer} packed @returns {number[][][]} */
export function decoded(packed) {
  const points = packed.readUInt16LE(), dimension = packed.readUInt8(2), bytes = gunzipSync(packed.subarray(3)), count = bytes.length / 2;
  const value = (/** @type {number} */ i) => bytes[i] | (bytes.readInt8(count + i) << 8);
  return Array.from({ length: count / (points * dimension) }, (_, cloud) =>
    Array.from({ length: points }, (_, point) => Array.from({ length: dimension }, (_, axis) => value((cloud * points + point) * dimension + axis))));
}
