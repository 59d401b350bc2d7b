// The picture of a cloud without a screen: the eye, the point that is meant, and how many points a movement has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowsAt } from '../../drawing/arrows.js';
import { Camera, HALF } from '../../drawing/camera.js';
import { DRAWN, MARKS } from '../../drawing/point-marks.js';
import { changedScene, eachPair, longest, scene } from '../../drawing/geometry.js';
import { KEYS, press } from '../../drawing/keys.js';
import { Grid, pointsAlong } from '../../drawing/pick.js';
import { nextCount, spread } from '../../drawing/thinning.js';
import { random } from '../tools/random.js';

const frame = { centre: [0, 0, 0], radius: 1 };
const near = (actual, expected, tolerance = 1e-6) =>
  actual.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= tolerance, `${[...actual]} is not ${[...expected]}`));
const seen = (camera, point) => camera.project(Float64Array.from(point), 3, frame);

test('a cloud in the plane is seen from above, x to the right and y up, and does not turn', () => {
  const camera = new Camera(2);
  camera.reset();
  camera.turn(1, 1);
  const [right, up] = camera.project(Float64Array.of(2, 3), 2, { centre: [1, 1], radius: 2 });
  near([right, up], [0.25 / (HALF * camera.away), 0.5 / (HALF * camera.away)]);
});

test('the directions of the eye stand square on each other whatever is up, and the axis that is up points up', () => {
  const camera = new Camera(3);
  camera.place([0.6, -0.64, 0.48]);
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  for (const axis of ['x', 'y', 'z']) {
    camera.raise(axis);
    camera.turn(0.7, -0.2);
    const { right, up, back } = camera.axes();
    near([dot(right, up), dot(up, back), dot(right, right), dot(up, up), dot(back, back)], [0, 0, 1, 1, 1], 1e-12);
    near([right[1] * up[2] - right[2] * up[1], right[2] * up[0] - right[0] * up[2], right[0] * up[1] - right[1] * up[0]], back, 1e-12);
    const tip = [0, 0, 0];
    tip['xyz'.indexOf(axis)] = 0.5;
    const [across, height] = seen(camera, tip);
    assert.ok(Math.abs(across) < 1e-6 && height > 0.1, axis);
  }
});

test('what is dragged follows, what is zoomed at stays where it is, and 0 brings all back', () => {
  const camera = new Camera(3);
  camera.place([0, -1, 0]);
  const before = seen(camera, [0, 0, 0]);
  camera.move(0.1, -0.2);
  near(seen(camera, [0, 0, 0]).subarray(0, 2), [before[0] + 0.1, before[1] - 0.2]);
  const place = [...seen(camera, [0, 0, 0])];
  camera.zoom(3, place[0], place[1]);
  near(seen(camera, [0, 0, 0]).subarray(0, 2), place);
  camera.zoom(1e9);
  assert.ok(camera.away > 0 && seen(camera, [0, 0, 0]).every(Number.isFinite));
  camera.reset();
  near(seen(camera, [0, 0, 0]), before);
});

test('the point that is meant is the nearest to the eye of those on the place, else the nearest to the place', () => {
  const points = Float32Array.of(0, 0, 3, 0.001, 0, 2, 0.02, 0, 1, 0, 0, -1);
  const grid = new Grid(points, 400);
  assert.equal(grid.at(0, 0).index, 1);
  assert.equal(grid.at(0.03, 0).index, 2);
  assert.equal(grid.at(0.5, 0.5), null);
  assert.equal(new Grid(new Float32Array(), 400).at(0, 0), null);
});

test('a grid finds at every place the point that all points would, also beyond its edges and in a small picture', () => {
  const next = random(3);
  for (const side of [1, 90, 400, 3000]) {
    const points = Float32Array.from({ length: 3000 }, (_, i) => (i % 3 === 2 ? 2 * next() - 0.2 : 6 * next() - 3));
    const grid = new Grid(points, side);
    for (let i = 0; i < 400; i++) {
      const near = 3 * Math.floor(1000 * next());
      const [right, up] = i % 2 ? [points[near] + 20 * (next() - 0.5) / side, points[near + 1]] : [7 * next() - 3.5, 7 * next() - 3.5];
      const away = (o) => side * Math.hypot(points[o] - right, points[o + 1] - up);
      const meant = Array.from({ length: 1000 }, (_, index) => ({ index, off: away(3 * index) <= 5 ? 0 : away(3 * index), depth: points[3 * index + 2] }))
        .filter(({ off, depth }) => depth > 0 && off <= 14).sort((a, b) => a.off - b.off || a.depth - b.depth || a.index - b.index);
      assert.deepEqual(grid.at(right, up), meant[0] ?? null);
    }
  }
});

test('every beginning of the order of drawing is spread over the whole cloud', () => {
  for (const count of [0, 1, 2, 3, 10, 997, 1000, 65536]) {
    const order = spread(count);
    assert.equal(new Set(order).size, count);
    const part = [...order.subarray(0, Math.ceil(count / 10))].sort((a, b) => a - b);
    const gaps = part.map((at, i) => at - (i ? part[i - 1] : -1));
    assert.ok(Math.max(0, ...gaps) <= 50, `${count}: a gap of ${Math.max(...gaps)}`);
  }
});

test('a movement is thinned until a frame is quick enough, and gets its points back where it can', () => {
  const all = 100_000;
  for (const each of [5e-3, 1e-3, 3e-4, 1e-5]) { // milliseconds a point
    let count = all;
    const frames = [];
    for (let i = 0; i < 40; i++) {
      frames.push(Math.max(16.7, each * count));
      count = nextCount(count, frames.at(-1), all);
    }
    assert.ok(frames.slice(8).every((milliseconds) => milliseconds <= 33), `${each}: ${frames.map(Math.round)}`);
    assert.ok(count >= Math.min(all, 15 / each), `${each}: ${count} points`);
  }
  assert.equal(nextCount(1000, 500, all), 1000, 'never fewer');
  assert.equal(nextCount(200, 500, 200), 200);
});

test('drawn points keep their numbers, thinned, reordered and changed', () => {
  const next = random(5);
  const clean = Float64Array.from({ length: 3 * 50 }, next);
  const permutation = Array.from({ length: 50 }, (_, n) => (n * 7 + 3) % 50);
  const s = scene(3, clean, clean.map((x) => x + 1), { permutation });
  for (let i = 0; i < 50; i++) {
    const of = s.numberOf('clean', i);
    near(s.clean.subarray(3 * i, 3 * i + 3), clean.subarray(3 * of, 3 * of + 3), 0);
    assert.equal(s.numberOf('perturbed', i), permutation[of]);
    near(s.given.subarray(3 * i, 3 * i + 3), clean.subarray(3 * permutation[of], 3 * permutation[of] + 3).map((x) => x + 1), 0);
  }
  const changed = changedScene(s, clean.map((x) => 3 * x));
  near(changed.moved(0), s.clean.map((x) => 3 * x), 0);
  assert.deepEqual(changed.frame(0), scene(3, clean, null, undefined).frame(0), 'the eye does not follow what is played');
});

test('where points come and go those that belong together are joined, and every other has its mark', () => {
  const clean = Float64Array.from([0, 0, 1, 0, 2, 0, 3, 0, 4, 0]);
  // Points 0, 2 and 3 are found again, as 1, 3 and 0; 1 and 4 are not; of the other cloud 2 is left.
  const perturbed = Float64Array.from([3, 1, 0, 1, 9, 9, 2, 1]);
  const s = scene(2, clean, perturbed, { permutation: [1, -1, 3, 0, -1] });
  const at = (cloud, numbers) =>
    Array.from(s.coming[cloud], (mark, i) => [s.numberOf(cloud, i), MARKS[mark]])
      .sort(([a], [b]) => a - b)
      .map(([, mark]) => mark)
      .join(' ') === numbers;
  assert.ok(at('clean', 'paired replaced paired paired removed'));
  assert.ok(at('perturbed', 'paired paired replaced paired'));
  assert.deepEqual(s.coming.numbers, { paired: 3, replaced: 1, removed: 1, added: 0 });
  const joined = [];
  eachPair(s, 5, 4, (i, j) => joined.push([s.numberOf('clean', i), s.numberOf('perturbed', j)]));
  assert.deepEqual(joined.sort(), [[0, 1], [2, 3], [3, 0]]);
  for (const [i, j] of s.coming.partner.entries()) if (j >= 0) assert.equal(s.coming.mate[j], i);
  assert.equal(longest(s, s.given), 1, 'of pairs alone');
  eachPair(s, 5, 2, (_, j) => assert.ok(j < 2, 'only points that are drawn'));
  DRAWN.forEach(([cloud, mark], k) => assert.deepEqual(s.coming.marked[k].map((i) => MARKS[s.coming[cloud][i]]), s.coming.marked[k].map(() => mark)));
  const same = scene(2, clean, clean, { permutation: [0, 1, -1, 3, 4] });
  assert.deepEqual(same.coming.numbers, { paired: 4, replaced: 1, removed: 0, added: 0 });
  assert.equal(
    same.coming.perturbed[[0, 1, 2, 3, 4].find((i) => same.numberOf('perturbed', i) === 2)], MARKS.indexOf('replaced'),
    'the point of the same number',
  );
  assert.equal(scene(2, clean, clean, { permutation: [4, 3, 2, 1, 0] }).coming, null, 'all belong together');
});

test('every key of the list does something, and no key with Ctrl', () => {
  const did = [];
  const picture = {
    camera: { solid: true, turn: () => did.push('turn'), move: () => did.push('move'), zoom: () => did.push('zoom'), reset: () => did.push('reset') },
    raise: (axis) => did.push(axis), resize: () => did.push('size'), recolour: () => did.push('colour'), step: () => did.push('step'),
  };
  const event = (key, more = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
  for (const key of ['ArrowLeft', '+', '-', '0', 'x', '[', 'c', '.']) assert.ok(press(picture, event(key)), key);
  assert.ok(press(picture, event('ArrowUp', { shiftKey: true })));
  assert.deepEqual(did, ['turn', 'zoom', 'zoom', 'reset', 'x', 'size', 'colour', 'step', 'move']);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) assert.ok(!press(picture, event('0', more)));
  assert.ok(!press(picture, event('p')) && !press(picture, event('toString')));
  assert.ok(KEYS.every(({ keys, does }) => keys && does));
});

test('a way over the picture passes the points within its reach, between its places too, and none behind the eye', () => {
  const points = Float32Array.of(0, 0, 1, 0.5, 0.04, 1, 0.5, 0.06, 1, 1.04, 0, 1, 1.06, 0, 1, 0.5, 0, -1, -0.04, 0, 2);
  assert.deepEqual(pointsAlong(points, [[0, 0], [1, 0]], 0.05), [0, 1, 3, 6]);
  assert.deepEqual(pointsAlong(points, [[1, 0]], 0.05), [3]);
  assert.deepEqual(pointsAlong(points, [], 0.05), []);
  // Against the nearest of many places along it.
  const next = random(3);
  const many = Float32Array.from({ length: 3000 }, (_, i) => (i % 3 === 2 ? 1 : next()));
  const way = [[0.1, 0.2], [0.7, 0.3], [0.6, 0.9]];
  const steps = way
    .slice(1)
    .flatMap(([x, y], i) => Array.from({ length: 2001 }, (_, t) => [way[i][0] + (t / 2000) * (x - way[i][0]), way[i][1] + (t / 2000) * (y - way[i][1])]));
  const near = Array.from({ length: 1000 }, (_, n) => n).filter(
    (n) => Math.min(...steps.map(([x, y]) => Math.hypot(many[3 * n] - x, many[3 * n + 1] - y))) <= 0.05,
  );
  assert.deepEqual(pointsAlong(many, way, 0.05), near);
});

test('draws each vector as an arrow in the cone of its bounds, and one that may point anywhere as a ball', () => {
  const cloud = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4);
  const balls = [[3, 0, 0], [0, 0, -1], [1, 1, 1], [0, 2, 0]].map((centre, n) => ({ centre, radius: n === 1 ? 2 : 0.5 }));
  const { ends, cones, bodies } = arrowsAt(balls, cloud, 3), pairs = Array.from({ length: ends.length / 6 }, (_, i) => [...ends.subarray(6 * i, 6 * i + 6)]);
  const unit = (pairs[0][3] - pairs[0][0]) / 3;
  assert.ok(unit > 0 && pairs[0].slice(0, 3).every((x) => x === 0));
  // Every line of a cone from the first point is as near the arrow as the ball is wide seen from there.
  for (const [, , , x, y, z] of pairs.slice(1, 13)) assert.ok(Math.abs(Math.hypot(y, z) / Math.hypot(x, y, z) - 0.5 / 3) < 1e-12, `${x} ${y} ${z}`);
  assert.equal(arrowsAt([{ centre: [1, 0, 0], radius: 0.1 }], cloud, 3).ends[0], 1, 'one vector begins at the mean');
  assert.equal(arrowsAt(balls.slice(1), cloud, 3).ends.length, 0);
  assert.ok(arrowsAt([{ centre: [0, 0], radius: 1 }], Float64Array.of(0, 0, 1, 1), 2).ends.every(Number.isFinite));
});
