// Packed clouds are the numbers that were packed, and drawn ones those that were voted on.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { pack, storedClouds, unpack, withStored } from '../../../build/content/clouds.mjs';

test('every coordinate of four decimals comes back bit for bit', () => {
  const all = Array.from({ length: 64001 }, (_, i) => Number(`${i < 32000 ? '-' : ''}${(Math.abs(i - 32000) / 10_000).toFixed(4)}`) || 0);
  const clouds = [Array.from({ length: 32000 }, (_, i) => [all[2 * i], all[2 * i + 1]])];
  assert.deepEqual(unpack(pack(clouds)), clouds);
  const solid = [[[0.1, 0.2, -0.3], [1, -1, 0.9999]], [[0, 0, 0], [0.5, 0.0001, -0.0001]]];
  assert.deepEqual(unpack(pack(solid)), solid);
});

test('what does not fit is refused: more decimals, larger numbers, clouds of other sizes, other votes', () => {
  for (const clouds of [[[[0.12345, 0]]], [[[4, 0]]], [[[0, 0]], [[0, 0], [1, 1]]]]) assert.throws(() => pack(clouds));
  assert.throws(() => withStored({ clouds: [{}, {}] }, [[[0, 0]]]), /1 are stored, the votes are of 2/);
});

test('clouds of test shapes are those that Python drew, with the digests of their JSON', () => {
  const digests = {
    furniture: 'b0b081cda0c70f3a003b09b7eda2b4a7336b152e14713ad77658d734430fea14',
    'furniture-64': '2e642e941565a76b9247162009becb8e6b7221a627b512349088cf8b143d28ad',
    'furniture-dgcnn': '0a98666d5e8817fcc5265b12e723b348f62113573c41dc1ad3880c8662888473',
  };
  for (const [id, digest] of Object.entries(digests))
    assert.equal(createHash('sha256').update(JSON.stringify(storedClouds(id))).digest('hex'), digest, id);
  assert.equal(storedClouds('attributes'), undefined);
});
