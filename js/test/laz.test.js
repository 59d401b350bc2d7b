// The page's own decompression of LAZ points, on a real file: the header's bounds and the table of chunks are
// what another program wrote, and a decoder that goes wrong anywhere meets neither.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode } from '../files/waveforms.js';

const sample = new URL('../../../shared/data/clouds/pdrf4-1.3.laz', import.meta.url);
const skip = !existsSync(sample);

/** What the header of that file says. */
function opened() {
  const bytes = new Uint8Array(readFileSync(sample));
  const view = new DataView(bytes.buffer);
  const three = (at, every = 8) => [0, 1, 2].map((j) => view.getFloat64(at + every * j, true));
  const start = view.getUint32(96, true);
  const layout = {
    count: view.getUint32(107, true), start: start + 8, end: Number(view.getBigInt64(start, true)), chunk: 256,
    items: [[6, 20], [7, 8], [9, 29], [0, 4]], scale: three(131), offset: three(155),
  };
  return { bytes, layout, high: three(179, 16), low: three(187, 16) };
}

test('all points lie within the bounds of the header, and reach them', { skip }, () => {
  const { bytes, layout, high, low } = opened();
  const points = decode(bytes, layout);
  const column = (j) => Array.from({ length: layout.count }, (_, n) => points[3 * n + j]);
  for (const j of [0, 1, 2]) assert.deepEqual([Math.min(...column(j)), Math.max(...column(j))], [low[j], high[j]]);
});

test('a point more or less, and a file cut off, are noticed', { skip }, () => {
  const { bytes, layout } = opened();
  for (const count of [1, 256, 257, 1000, 1023]) assert.throws(() => decode(bytes, { ...layout, count }), /the number of points is wrong/, `${count}`);
  assert.throws(() => decode(bytes, { ...layout, count: 1500 }));
  for (const length of [360, 5000, 20000]) assert.throws(() => decode(bytes.slice(0, length), layout), /ends within the compressed points/);
});

test('what no program wrote ends without a hang', { skip }, () => {
  const { bytes, layout } = opened();
  let state = 7;
  for (let round = 0; round < 20; round++) {
    const broken = bytes.slice();
    for (let i = 0; i < 5; i++) broken[layout.start + (state = state * 16807 % 2147483647) % 20000] ^= 1 + round;
    try {
      assert.equal(decode(broken, layout).length, 3 * layout.count);
    } catch (error) {
      assert.match(error.message, /ends within|the number of points is wrong/);
    }
  }
});
