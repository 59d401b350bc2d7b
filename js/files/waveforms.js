/** Decompresses LAZ of formats 0 to 5 point by point; the page takes it for those with waveforms. */

import { Decoder } from './arithmetic.js';
import { Bytes, Colour, Point, Time, Waveform } from './pointwise.js';

/**
 * What the header says of the compressed points.
 * @typedef {object} Layout
 * @property {number} count of points
 * @property {number} start of the first chunk
 * @property {number} end of the last chunk, where their table begins
 * @property {number} chunk points in each but the last
 * @property {[type: number, size: number][]} items of one point, in order
 * @property {number[]} scale
 * @property {number[]} offset
 */

/** @param {[type: number, size: number]} item */
function reader([type, size]) {
  switch (type) {
    case 6: return new Point();
    case 7: return new Time();
    case 8: return new Colour();
    case 9: return new Waveform();
    default: return new Bytes(size);
  }
}

/**
 * A chunk: its first point as it is, then all others. Returns where it ends.
 * @param {Uint8Array} bytes @param {Layout} layout @param {number} at @param {number} count of its points
 * @param {(point: Point) => void} take
 */
function chunk(bytes, { items }, at, count, take) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readers = items.map(reader);
  const point = /** @type {Point} */ (readers[0]);
  for (const [i, [, size]] of items.entries()) {
    if (at + size > bytes.length) throw new Error('the file ends within the compressed points');
    readers[i].first(view, at);
    at += size;
  }
  take(point);
  const decoder = new Decoder(bytes, at);
  for (let n = 1; n < count; n++) {
    for (const each of readers) each.next(decoder);
    take(point);
  }
  return decoder.at;
}

/**
 * N×3 coordinates: integer · scale + offset.
 * @param {Uint8Array} bytes @param {Layout} layout
 */
export function decode(bytes, layout) {
  const { count, chunk: size, scale, offset, start, end } = layout;
  const points = new Float64Array(3 * count);
  let n = 0, at = start;
  const take = (/** @type {Point} */ { x, y, z }) => {
    points[n++] = x * scale[0] + offset[0];
    points[n++] = y * scale[1] + offset[1];
    points[n++] = z * scale[2] + offset[2];
  };
  while (n < points.length) at = chunk(bytes, layout, at, Math.min(size, count - n / 3), take);
  if (at !== end) throw new Error(`${count} points end at byte ${at}, but the compressed points at byte ${end}: the number of points is wrong, or the file is damaged`);
  return points;
}
