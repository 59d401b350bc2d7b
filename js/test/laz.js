// Writes LAZ files for tests. The first point of a chunk is stored as it is, so chunks of one point need no
// compression: the point, and what the decoder expects after it.

const record = (view, at, text) => [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));

/** By point format: version 1.minor, bytes of the header and of a point, its item, the item's version, bytes after it. */
const LAYOUTS = {
  0: { minor: 2, head: 227, size: 20, item: 6, version: 2, after: 4 }, // the first bytes of the arithmetic coder
  6: { minor: 4, head: 375, size: 30, item: 10, version: 3, after: 40 }, // a count and the sizes of nine empty layers
};

/**
 * @param {number[][]} points in hundredths, as integers
 * @param {{format?: 0 | 6, count?: number, chunks?: number, item?: number, high?: number}} [options] the point format, and
 *   what the file says instead of the truth
 */
export function laz(points, { format = 0, count = points.length, chunks = points.length, item = LAYOUTS[format].item, high = 0 } = {}) {
  const { minor, head, size, version, after } = LAYOUTS[format];
  const start = head + 54 + 40, each = size + after, table = start + 8 + each * points.length;
  const view = new DataView(new ArrayBuffer(table + 8));
  record(view, 0, 'LASF');
  view.setUint8(24, 1);
  view.setUint8(25, minor);
  view.setUint16(94, head, true);
  view.setUint32(96, start, true);
  view.setUint32(100, 1, true);
  view.setUint8(104, 0x80 | format);
  view.setUint16(105, size, true);
  if (minor < 4) view.setUint32(107, count, true);
  else view.setBigUint64(247, BigInt(count), true);
  for (let j = 0; j < 3; j++) {
    const column = points.map((point) => point[j] / 100);
    view.setFloat64(131 + 8 * j, 0.01, true);
    view.setFloat64(179 + 16 * j, Math.max(...column) + high, true);
    view.setFloat64(187 + 16 * j, Math.min(...column), true);
  }
  laszip(view, head, version, [item, size, version]);
  view.setBigInt64(start, BigInt(table), true);
  points.forEach((point, i) => {
    const at = start + 8 + each * i;
    point.forEach((x, j) => view.setInt32(at + 4 * j, x, true));
    if (format === 6) view.setUint32(at + size, 1, true);
  });
  view.setUint32(table + 4, chunks, true);
  return Buffer.from(view.buffer);
}

/** The record that says how: compressor 2 (point by point) or 3 (in layers), chunk size 1, one item. */
function laszip(view, head, compressor, item) {
  record(view, head + 2, 'laszip encoded');
  view.setUint16(head + 18, 22204, true);
  view.setUint16(head + 20, 40, true);
  const at = head + 54;
  view.setUint16(at, compressor, true);
  view.setUint8(at + 4, compressor);
  view.setUint32(at + 12, 1, true);
  view.setBigInt64(at + 16, -1n, true);
  view.setBigInt64(at + 24, -1n, true);
  [1, ...item].forEach((value, i) => view.setUint16(at + 32 + 2 * i, value, true));
}
