// Writes a picture as a PNG file.

import { deflateSync, gzipSync } from 'node:zlib';

/** The CRC-32 of bytes, which a gzip file ends with: Node has it by itself from 20.15 on alone. @param {Uint8Array} bytes */
function crc32(bytes) {
  return gzipSync(bytes).subarray(-8).readUInt32LE();
}

/** @param {string} type @param {Uint8Array} content */
function chunk(type, content) {
  const out = Buffer.alloc(12 + content.length);
  out.writeUInt32BE(content.length, 0);
  out.write(type, 4, 'latin1');
  out.set(content, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + content.length)), 8 + content.length);
  return out;
}

/** The red, green and blue of a colour such as #0d6d72. @param {string} hex */
export function channels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** @param {number} width @param {number} height @param {(column: number, row: number) => number[]} colour its red, green and blue, 0 to 255 */
export function png(width, height, colour) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) rows.set(colour(column, row).map(Math.round), row * (3 * width + 1) + 1 + 3 * column);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
