// The loop of the picture as it is saved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thereAndBack } from '../../page/loop.js';

test('the loop rests at either end, and ends where it begins', () => {
  const places = Array.from({ length: 101 }, (_, i) => thereAndBack(i / 100));
  assert.equal(places[0], 0);
  assert.ok(Math.abs(places[100]) < 1e-12);
  assert.equal(places.filter((place) => place === 1).length >= 19, true, 'at the far end');
  assert.ok(places.every((place) => place >= 0 && place <= 1));
  assert.ok(places.slice(1).every((place, i) => Math.abs(place - places[i]) < 0.04), 'no jumps');
});
