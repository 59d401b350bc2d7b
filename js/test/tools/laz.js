// Writes LAZ files for tests: points that differ in their coordinates only, compressed as LASzip compresses them,
// point by point (formats 0 to 3) or in layers (6 to 8). LAZ specification 1.4-R1; COPC specification 1.0.

import { Encoder, Integers, Symbols } from './arithmetic.js';

const record = (view, at, text) => [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
const even = (x) => x & ~1;

/** By point format: the items of a point, each with its type, its size and the version of its compression. */
const ITEMS = {
  0: [[6, 20, 2]],
  1: [[6, 20, 2], [7, 8, 2]],
  2: [[6, 20, 2], [8, 6, 2]],
  3: [[6, 20, 2], [7, 8, 2], [8, 6, 2]],
  4: [[6, 20, 2], [7, 8, 2], [9, 29, 1]],
  6: [[10, 30, 3]],
  7: [[10, 30, 3], [11, 6, 3]],
  8: [[10, 30, 3], [12, 8, 3]],
};

/** Symbols of the models that say that an item is as it was in the point before, by its type; other bytes have one each. */
const UNCHANGED = { 6: 64, 7: 6, 8: 128 };

/** Further layers of the items of formats 6 to 8, all empty; other bytes have one each. */
const LAYERS = { 10: 9, 11: 1, 12: 2 };

/** The median of the last five or so differences: new ones push out from above and below by turns. */
class Median {
  values = [0, 0, 0, 0, 0];
  high = true;

  get() {
    return this.values[2];
  }

  add(x) {
    const v = this.values;
    // Change the end that loses a value if the median is on the other side of x.
    const turn = this.high ? !(x < v[2]) : !(v[2] < x);
    v.splice(this.high ? 4 : 0, 1);
    const at = v.findIndex((y) => x < y);
    v.splice(at < 0 ? 4 : at, 0, x);
    if (turn) this.high = !this.high;
  }
}

/** Coordinates as both ways of compressing code them for first returns of one: x and y to one encoder, z to another or the same. */
class Coordinates {
  #last;
  #height;
  #x = new Integers(2);
  #y = new Integers(22);
  #z = new Integers(20);
  #medians = [new Median(), new Median()];

  constructor(first, height) {
    this.#last = first;
    this.#height = height;
  }

  write(point, xy, heights) {
    const [dx, dy] = [0, 1].map((j) => (point[j] - this.#last[j]) | 0);
    this.#x.write(xy, this.#medians[0].get(), dx, 1);
    this.#medians[0].add(dx);
    this.#y.write(xy, this.#medians[1].get(), dy, 1 + Math.min(even(this.#x.k), 20));
    this.#medians[1].add(dy);
    this.#z.write(heights, this.#height, point[2], 1 + Math.min(even(this.#x.k + this.#y.k >> 1), 18));
    this.#last = point;
    this.#height = point[2];
  }
}

/** A point that is the only return of its pulse. */
function raw(point, items, looks) {
  const view = new DataView(new ArrayBuffer(items.reduce((total, [, size]) => total + size, 0)));
  point.forEach((x, j) => view.setInt32(4 * j, x, true));
  const [[type]] = items, at = items.findIndex(([other]) => [8, 11, 12].includes(other));
  view.setUint8(14, type === 10 ? 0x11 : 0x09);
  if (looks) {
    view.setUint16(12, looks.intensity, true);
    view.setUint8(type === 10 ? 16 : 15, looks.class);
    const start = items.slice(0, Math.max(0, at)).reduce((total, [, size]) => total + size, 0);
    if (at > 0) looks.colour.forEach((x, j) => view.setUint16(start + 2 * j, x, true));
  }
  return Buffer.from(view.buffer);
}

/** A chunk as formats 0 to 3 have it: the first point as it is, then all others. */
function pointwise([first, ...others], items, looks) {
  const encoder = new Encoder(), coordinates = new Coordinates(first, 0);
  const models = items.map(([type, size]) => Array.from({ length: type === 0 ? size : 1 }, () => new Symbols(UNCHANGED[type] ?? 256)));
  for (const point of others) {
    models.forEach((some, i) => {
      for (const model of some) encoder.symbol(model, 0);
      if (i === 0) coordinates.write(point, encoder, encoder);
    });
  }
  return Buffer.concat([raw(first, items, looks), encoder.done()]);
}

/** A chunk as formats 6 to 8 have it: the first point, how many there are, the sizes of the layers, and these. */
function layered(points, items, looks) {
  const [first, ...others] = points;
  const changed = new Symbols(128), xy = new Encoder(), z = new Encoder(), coordinates = new Coordinates(first, first[2]);
  for (const point of others) {
    xy.symbol(changed, 0);
    coordinates.write(point, xy, z);
  }
  const layers = [xy.done(), z.done()];
  const count = items.reduce((total, [type, size]) => total + (LAYERS[type] ?? size), 0);
  const head = new Uint32Array([points.length, ...Array.from({ length: count }, (_, i) => layers[i]?.length ?? 0)]);
  return Buffer.concat([raw(first, items, looks), new Uint8Array(head.buffer), ...layers]);
}

/** The table at the end: points, where these vary, and bytes of each chunk. */
function table(chunks, counts, vary) {
  const encoder = new Encoder(), integers = new Integers(2);
  chunks.forEach((chunk, i) => {
    if (vary) integers.write(encoder, counts[i - 1] ?? 0, counts[i], 0);
    integers.write(encoder, chunks[i - 1]?.length ?? 0, chunk.length, 1);
  });
  const head = Buffer.alloc(8);
  head.writeUInt32LE(chunks.length, 4);
  return Buffer.concat([head, encoder.done()]);
}

/** A variable length record. */
function vlr(user, id, data) {
  const head = Buffer.alloc(54);
  head.write(user, 2);
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(data.length, 20);
  return Buffer.concat([head, data]);
}

/** The record that says how: compressor 2 (point by point) or 3 (in layers), the size of a chunk, the items. */
function laszip(compressor, chunk, items) {
  const data = Buffer.alloc(34 + 6 * items.length);
  data.writeUInt16LE(compressor, 0);
  data.writeUInt8(compressor, 4);
  data.writeUInt32LE(chunk, 12);
  data.fill(0xff, 16, 32);
  [items.length, ...items.flat()].forEach((value, i) => data.writeUInt16LE(value, 32 + 2 * i));
  return vlr('laszip encoded', 22204, data);
}

/**
 * @param {number[][]} points in hundredths, as integers
 * @param {{format?: 0 | 1 | 2 | 3 | 4 | 6 | 7 | 8, chunk?: number, sizes?: number[], more?: number, count?: number, items?: number[][],
 *   high?: number, looks?: {intensity: number, class: number, colour: number[]}}} [options]
 *   the point format, points in a chunk, or in each of several (as COPC has them), further bytes of a point, what the
 *   file says instead of the truth, and what each point has beside its place
 */
export function laz(points, { format = 0, chunk = 3, sizes, more = 0, count = points.length, items, high = 0, looks } = {}) {
  const all = [...ITEMS[format], ...(more ? [format > 5 ? [14, more, 3] : [0, more, 2]] : [])];
  const starts = sizes ? sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0)) : points.map((_, i) => i).filter((i) => i % chunk === 0);
  const parts = starts.map((start, i) => points.slice(start, start + (sizes?.[i] ?? chunk)));
  const chunks = parts.map((part) => (format > 5 ? layered : pointwise)(part, all, looks));
  const records = [...(sizes ? [vlr('copc', 1, Buffer.alloc(160))] : []), laszip(format > 5 ? 3 : 2, sizes ? 0xffffffff : chunk, items ?? all)];
  const head = Buffer.alloc(format > 5 ? 375 : 227);
  const start = head.length + records.reduce((total, { length }) => total + length, 0);
  header(new DataView(head.buffer, head.byteOffset, head.length), {
    format, start, records: records.length, size: all.reduce((total, [, size]) => total + size, 0), points, count, high,
  });
  const end = Buffer.alloc(8);
  end.writeBigInt64LE(BigInt(start + 8 + chunks.reduce((total, { length }) => total + length, 0)));
  return Buffer.concat([head, ...records, end, ...chunks, table(chunks, parts.map(({ length }) => length), sizes)]);
}

function header(view, { format, start, records, size, points, count, high }) {
  record(view, 0, 'LASF');
  view.setUint8(24, 1);
  view.setUint8(25, format > 5 ? 4 : 2);
  view.setUint16(94, view.byteLength, true);
  view.setUint32(96, start, true);
  view.setUint32(100, records, true);
  view.setUint8(104, 0x80 | format);
  view.setUint16(105, size, true);
  if (format > 5) view.setBigUint64(247, BigInt(count), true);
  else view.setUint32(107, count, true);
  for (let j = 0; j < 3; j++) {
    const column = points.map((point) => point[j] / 100);
    view.setFloat64(131 + 8 * j, 0.01, true);
    view.setFloat64(179 + 16 * j, Math.max(...column) + high, true);
    view.setFloat64(187 + 16 * j, Math.min(...column), true);
  }
}
