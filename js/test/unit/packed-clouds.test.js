// Packed clouds are the numbers that were packed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack, unpack, withPacked } from '../../../build/content/clouds.mjs';

test('every coordinate of four decimals comes back bit for bit', () => {
  const all = Array.from({ length: 64001 }, (_, i) => Number(`${i < 32000 ? '-' : ''}${(Math.abs(i - 32000) / 10_000).toFixed(4)}`) || 0);
  const clouds = [Array.from({ length: 32000 }, (_, i) => [all[2 * i], all[2 * i + 1]])];
  assert.deepEqual(unpack(pack(clouds)), clouds);
  const solid = [[[0.1, 0.2, -0.3], [1, -1, 0.9999]], [[0, 0, 0], [0.5, 0.0001, -0.0001]]];
  assert.deepEqual(unpack(pack(solid)), solid);
});

test('what does not fit is refused: more decimals, larger numbers, clouds of other sizes, other votes', () => {
  for (const clouds of [[[[0.12345, 0]]], [[[4, 0]]], [[[0, 0]], [[0, 0], [1, 1]]]]) assert.throws(() => pack(clouds));
  assert.throws(() => withPacked({ clouds: [{}, {}] }, pack([[[0, 0]]])), /1 are packed, the votes are of 2/);
});
