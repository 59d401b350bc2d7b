// Strokes become clouds: as many points as asked, in the unit disc, near the stroke, the same every time. A grip moves them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkOf } from '../../certificate/ink.js';
import { random } from '../tools/random.js';

test('ink lies along the strokes, centred, within the unit disc', () => {
  const next = random(7);
  for (let i = 0; i < 200; i++) {
    const strokes = Array.from({ length: 1 + (i % 4) }, () => Array.from({ length: 2 + (i % 7) }, () => [100 * next(), 100 * next()]));
    const points = inkOf(strokes, 256);
    assert.equal(points.length, 256);
    assert.deepEqual(points, inkOf(strokes, 256));
    const largest = Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    assert.ok(Math.abs(largest - 1) < 1e-12, `radius ${largest}`);
    for (const axis of [0, 1]) assert.ok(Math.abs(points.reduce((sum, point) => sum + point[axis], 0)) < 1e-9);
  }
  const line = inkOf([[[10, 50], [90, 50]]], 256);
  assert.ok(line.every(([, y]) => Math.abs(y) < 0.13), 'ink is no wider than the pen');
  assert.ok(line[0][0] < -0.8 && line.at(-1)[0] > 0.8, 'in the order in which it was drawn');
  assert.ok(inkOf([[[50, 90], [50, 80], [50, 10]]], 256).at(-1)[1] > 0.8, 'up is up');
});

test('dots alone are no cloud, and beside strokes they do no harm', () => {
  assert.deepEqual(inkOf([], 256), []);
  assert.deepEqual(inkOf([[[5, 5]], [[7, 7], [7, 7]]], 256), []);
  const strokes = [[[0, 0], [10, 10], [10, 10], [30, 5]]];
  assert.deepEqual(inkOf([...strokes, [[3, 3]]], 64), inkOf(strokes, 64));
  assert.ok(inkOf(strokes, 64).flat().every(Number.isFinite));
});
