/**
 * LAZ, the compressed form of LAS: checked, decompressed and handed on as LAS.
 *
 * Header and laszip record: ASPRS, LAS Specification 1.4-R15 (2019); M. Isenburg, "LASzip: lossless
 * compression of LiDAR data", Photogrammetric Engineering and Remote Sensing 79 (2013).
 */

import { join } from '../workers/bytes.js';
import { decompress, load } from './decompress.js';

/** Most points of one cloud, as in core/pointcloud. */
const MOST_POINTS = 1_000_000;

/** Bytes that every LAS header has. */
const LEAST_BYTES = 227;

/**
 * The items that a point of each format is compressed as, by type, size and version; further bytes follow. Formats
 * with waveforms are not among them: laz-perf takes the items for granted, and knows only these.
 * @type {Record<number, [type: number, size: number, version: number][]>}
 */
const ITEMS = {
  0: [[6, 20, 2]],
  1: [[6, 20, 2], [7, 8, 2]],
  2: [[6, 20, 2], [8, 6, 2]],
  3: [[6, 20, 2], [7, 8, 2], [8, 6, 2]],
  6: [[10, 30, 3]],
  7: [[10, 30, 3], [11, 6, 3]],
  8: [[10, 30, 3], [12, 8, 3]],
};

/** Chunks that can have any length say so by this size. */
const ANY_SIZE = 0xffffffff;

/**
 * @typedef {object} Header
 * @property {boolean} long whether it is of version 1.4 or later
 * @property {number} count of points
 * @property {number} returns points counted by return, 0 when they were not
 * @property {number} format of a point record
 * @property {number} size of a point record
 * @property {number} start of the compressed points
 * @property {number[]} low corner of the bounding box
 * @property {number[]} high
 * @property {number[]} scale of a coordinate's last digit
 * @property {number[]} offset
 *
 * @typedef {object} Packing how the points were compressed
 * @property {number} compressor 2: chunks of points, 3: of layers
 * @property {number} chunk points in each
 * @property {[type: number, size: number, version: number][]} items of a point
 * @property {number} end of the points, where the table of chunks begins
 */

/** @param {Uint8Array} bytes */
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {Uint8Array} bytes @param {number} at @param {string} text */
const says = (bytes, at, text) => [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** @param {number} byte @param {string} message */
const refuse = (byte, message) => { throw Object.assign(new Error(message), { byte }); };

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

/** @param {DataView} v @param {number} at @param {number} every */
const three = (v, at, every = 8) => [0, 1, 2].map((j) => v.getFloat64(at + every * j, true));

/** @param {Uint8Array} bytes @returns {Header} */
function header(bytes) {
  const v = view(bytes);
  const long = bytes[25] >= 4;
  if (bytes.length < (long ? 375 : LEAST_BYTES)) refuse(bytes.length, 'ends within the header');
  const wide = (/** @type {number} */ at) => Number(v.getBigUint64(at, true));
  return {
    long, count: long ? wide(247) : v.getUint32(107, true),
    returns: long ? sum(Array.from({ length: 15 }, (_, i) => wide(255 + 8 * i))) : sum([0, 1, 2, 3, 4].map((i) => v.getUint32(111 + 4 * i, true))),
    format: bytes[104] & 0x3f,
    size: v.getUint16(105, true),
    start: v.getUint32(96, true),
    scale: three(v, 131),
    offset: three(v, 155),
    high: three(v, 179, 16),
    low: three(v, 187, 16),
  };
}

/** Finds the laszip record. @param {Uint8Array} bytes @param {Header} h */
function laszipRecord(bytes, { start }) {
  const v = view(bytes);
  let at = v.getUint16(94, true);
  for (let left = v.getUint32(100, true); left > 0 && at + 54 <= Math.min(start, bytes.length); left--) {
    if (says(bytes, at + 2, 'laszip encoded') && at + 88 <= bytes.length) return at + 54;
    at += 54 + v.getUint16(at + 20, true);
  }
  return refuse(at, 'has no laszip record, which says how the points were compressed');
}

/** @param {Uint8Array} bytes @param {Header} h @param {number} record @returns {Packing} */
function packing(bytes, { start }, record) {
  const v = view(bytes), count = v.getUint16(record + 32, true);
  if (record + 34 + 6 * count > bytes.length) refuse(bytes.length, 'ends within the laszip record');
  return {
    compressor: v.getUint16(record, true),
    chunk: v.getUint32(record + 12, true),
    items: Array.from({ length: count }, (_, i) => /** @type {[number, number, number]} */ ([0, 2, 4].map((j) => v.getUint16(record + 34 + 6 * i + j, true)))),
    end: start + 8 <= bytes.length ? Number(v.getBigInt64(start, true)) : NaN,
  };
}

/** The compressor and the items that laz-perf takes for granted, as text. @param {Header} h */
function granted({ format, size }) {
  const items = ITEMS[format] ?? [], layers = format > 5;
  const more = size - sum(items.map(([, bytes]) => bytes));
  return String([layers ? 3 : 2, ...items, ...(more === 0 ? [] : [layers ? [14, more, 3] : [0, more, 2]])]);
}

/** Refuses what laz-perf would not read as it was written. @param {Header} h @param {Packing} p @param {number} record */
function checkItems(h, { compressor, items }, record) {
  if (h.format in ITEMS && String([compressor, ...items]) === granted(h)) return;
  refuse(record, `has points of format ${h.format}, compressed in an unsupported way; convert it to LAS first, for instance with laszip or PDAL`);
}

/** Refuses a number of points that the rest of the file contradicts. @param {Uint8Array} bytes @param {Header} h @param {Packing} p */
function checkCount(bytes, { count, returns, start }, { chunk: size, end: table }) {
  const v = view(bytes);
  if (count === 0) refuse(107, 'has no points');
  if (count > MOST_POINTS) refuse(107, `has ${count} points; the limit is ${MOST_POINTS}`);
  if (returns > count) refuse(107, `says that it has ${count} points, but counts ${returns} by return`);
  if (!(table >= start + 8 && table + 8 <= bytes.length))
    refuse(Math.min(start, bytes.length), 'has no table of chunks where it should be: it was cut off, or written without an end');
  const chunks = v.getUint32(table + 4, true);
  if (size === ANY_SIZE) return;
  if (Math.ceil(count / size) !== chunks) refuse(107, `says that it has ${count} points, but has ${chunks} chunks of up to ${size}`);
}

/** Refuses coordinates that cannot be those that were compressed. @param {Uint8Array} records @param {Header} h */
function checkBounds(records, { low, high, scale, offset, size, count }) {
  const room = scale.map((s, j) => 2 * Math.abs(s) + 1e-12 * Math.max(Math.abs(low[j]), Math.abs(high[j])));
  if (low.every((x, j) => x === high[j] && x === 0)) return; // never filled in
  const v = view(records);
  for (let i = 0; i < 3 * count; i++) {
    const j = i % 3, x = v.getInt32(Math.floor(i / 3) * size + 4 * j, true) * scale[j] + offset[j];
    if (!(x >= low[j] - room[j] && x <= high[j] + room[j])) {
      refuse(
        107,
        `says that it has ${count} points, but point ${Math.floor(i / 3)
          + 1} lies outside the bounds that the header gives: the number of points is wrong, or the file is damaged`,
      );
    }
  }
}

/** Offsets in the header of the first extended record and of the number of these, from version 1.4 on. */
const EXTENDED = { at: 235, count: 243 };

/** The LAS file whose points were compressed: its header, and the points behind it. @param {Uint8Array} bytes @param {Header} h @param {Uint8Array} records */
function uncompressed(bytes, { start, format, long }, records) {
  const las = join([bytes.subarray(0, start), records]), v = view(las);
  las[104] = format;
  if (long) {
    v.setBigUint64(EXTENDED.at, 0n, true);
    v.setUint32(EXTENDED.count, 0, true);
  }
  return las;
}

/** A LAZ file as LAS. @param {Uint8Array} bytes @param {() => never} unloaded what is done if the decompressor cannot be fetched */
export async function fromLAZ(bytes, unloaded) {
  const h = header(bytes);
  const record = laszipRecord(bytes, h);
  const p = packing(bytes, h, record);
  checkItems(h, p, record);
  checkCount(bytes, h, p);
  const records = await decompress(await load().catch(unloaded), bytes, h);
  checkBounds(records, h);
  return uncompressed(bytes, h, records);
}
