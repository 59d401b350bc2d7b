// Clouds as a hand moves them: about their mean, by an angle on the screen or a way under the pointer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { angleOf } from '../../certificate/ring.js';
import { Camera } from '../../drawing/camera.js';
import { scaled, turned } from '../../drawing/handled.js';
import { random } from '../tools/random.js';

const near = (actual, expected) => [...actual].forEach((x, i) => assert.ok(Math.abs(x - expected[i]) < 1e-9, `${[...actual]} is not ${[...expected]}`));
const cloud = (dimension, next = random(7)) => Float64Array.from({ length: 9 * dimension }, () => 3 + next());
const norm = (points) => Math.hypot(...points);

test('turning and scaling leave the mean, and turn counterclockwise', () => {
  near(turned(Float64Array.of(2, 1, 0, 1), 2, 90, []), [1, 2, 1, 0]);
  near(turned(Float64Array.of(1, 0, 0, -1, 0, 0), 3, 90, [0, 0, 1]), [0, 1, 0, 0, -1, 0]);
  near(scaled(Float64Array.of(2, 1, 0, 1), 2, 1.5), [2.5, 1, -0.5, 1]);
  for (const dimension of [2, 3]) {
    const points = cloud(dimension), axis = [0.6, 0, 0.8], back = turned(turned(points, dimension, 37, axis), dimension, -37, axis);
    near(back, points);
    assert.ok(Math.abs(norm(turned(scaled(points, dimension, 1), dimension, 37, axis)) - norm(points)) < 1e-9);
  }
});

test('an alignment names the angle that it undoes', () => {
  const [c, s] = [Math.cos(0.75), Math.sin(0.75)], degrees = (0.75 * 180) / Math.PI;
  assert.ok(Math.abs(angleOf([[c, s], [-s, c]]) - degrees) < 1e-9);
  assert.equal(angleOf([[1, 0], [0, -1]]), null, 'a mirror turns nothing');
  assert.ok(Math.abs(angleOf([[c, 0, s], [0, 1, 0], [-s, 0, c]]) - degrees) < 1e-9);
});

test('a way on the screen is the way in space that is drawn there', () => {
  const frame = { centre: [0, 0, 0], radius: 1 }, camera = new Camera(3);
  camera.place([0.6, -0.64, 0.48]);
  const point = Float64Array.of(0.2, -0.1, 0.3), [right, up, depth] = camera.project(point, 3, frame);
  const moved = camera.offset(0.1, -0.05, depth).map((x, i) => x + point[i]);
  near(Array.from(camera.project(Float64Array.from(moved), 3, frame)).map((x) => Math.round(x * 1e5) / 1e5),
    [right + 0.1, up - 0.05, depth].map((x) => Math.round(x * 1e5) / 1e5));
});
