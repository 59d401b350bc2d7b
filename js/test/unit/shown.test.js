// Bonds and colours of molecules, intensity of scans.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bondsOf, ownColours, shownOf } from '../../clouds/shown.js';
import { scene } from '../../drawing/geometry.js';
import { tintsOf } from '../../drawing/colours.js';

test('atoms as near as a bond are bonded, others and those in one place are not', () => {
  const water = [0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0], far = [20, 0, 0, 20, 0, 0];
  assert.deepEqual(bondsOf(Float64Array.from([...water, ...far]), [8, 1, 1, 6, 6], 3), [[0, 1], [0, 2]]);
  const ring = Float64Array.from(Array.from({ length: 6 }, (_, k) => [1.39 * Math.cos(k * Math.PI / 3), 1.39 * Math.sin(k * Math.PI / 3)]).flat());
  assert.equal(bondsOf(ring, Array(6).fill(6), 2).length, 6, 'benzene has a ring of six, and no bonds across it');
  assert.deepEqual(bondsOf(Float64Array.from([0, 0, 0, 5, 0, 0]), [0, 0], 3), [], 'unknown elements');
});

const RADII = { 1: 0.31, 6: 0.76, 7: 0.71, 8: 0.66, 17: 1.02 };

test('bonds are the same for many atoms as one pair at a time', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const points = Float64Array.from({ length: 900 }, () => 14 * random() - 7),
    elements = Array.from({ length: 300 }, () => [1, 6, 7, 8, 17][Math.floor(5 * random())]);
  const slow = [];
  for (let j = 0; j < 300; j++) for (let i = 0; i < j; i++) {
    const apart = Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k] - points[3 * j + k]));
    if (apart >= 0.4 && apart <= RADII[elements[i]] + RADII[elements[j]] + 0.45) slow.push([i, j]);
  }
  const sorted = (pairs) => pairs.map(String).sort();
  assert.ok(slow.length > 10);
  assert.deepEqual(sorted(bondsOf(points, elements, 3)), sorted(slow));
});

const colours = { clean: '#888', perturbed: '#088', low: [0, 0, 0], high: [200, 100, 50] };

test('a perturbed atom has the colour of its partner, whatever the order', () => {
  const clean = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), perturbed = Float64Array.from([0, 1, 0, 0, 0, 0, 1, 0, 0]);
  const shown = shownOf('element', Float32Array.from([8, 1, 6]), clean, 3);
  assert.deepEqual(shown.palette.map(({ name }) => name), ['O', 'H', 'C']);
  const s = scene(3, clean, perturbed, { permutation: [1, 2, 0] }, false, shown);
  const tints = tintsOf({ scene: s, clean: s.clean, moved: s.moved(1), frame: s.frame(1), colours, look: { colouring: 'element', up: 'z', size: 1 } }, 8);
  for (let i = 0; i < 3; i++) {
    const x = s.clean[3 * i], y = s.clean[3 * i + 1];
    assert.equal(tints.colours[tints.of(i)], shown.palette[x ? 1 : y ? 2 : 0].colour);
  }
});

test('intensity is coloured from its low values to its high ones, and one bright point does not darken the rest', () => {
  const points = Float64Array.from({ length: 303 }, (_, i) => i), values = Float32Array.from({ length: 101 }, (_, i) => (i === 100 ? 1e6 : i));
  const s = scene(3, points, null, undefined, true, shownOf('intensity', values, points, 3));
  const tints = tintsOf({ scene: s, clean: s.clean, moved: null, frame: s.frame(0), colours, look: { colouring: 'intensity', up: 'z', size: 1 } }, 11);
  const shadeOf = (number) => tints.of([...s.order].indexOf(number));
  assert.equal(shadeOf(0), 0);
  assert.equal(shadeOf(50), 5);
  assert.equal(shadeOf(100), 10);
});

test('a scan whose points all have the same intensity brings no colours', () => {
  assert.equal(shownOf('intensity', new Float32Array(10), new Float64Array(30), 3), null);
  assert.deepEqual([...shownOf('intensity', Float32Array.from([0, 0, 0, 4]), new Float64Array(12), 3).tints], [0, 0, 0, 1]);
});

test('few whole numbers have a colour each, others go from low to high', () => {
  const points = new Float64Array(60), of = (values) => shownOf('ring', Float64Array.from(values), points, 3);
  const few = of([3, 1, 3, 2]);
  assert.deepEqual([few.palette.map(({ name }) => name), [...few.tints], few.ends], [['1', '2', '3'], [2, 0, 2, 1], null]);
  assert.equal(new Set(of(Array.from({ length: 12 }, (_, i) => i)).palette.map(({ colour }) => colour)).size, 12);
  assert.deepEqual(of(Array.from({ length: 13 }, (_, i) => i)).ends, [0, 11]);
  assert.deepEqual(of([0.5, 1]).ends, [0.5, 1]);
  assert.equal(of([7, 7]), null);
});

test('colours of points are bytes, parts of 1, or 16 bits', () => {
  for (const full of [1, 255, 65535]) {
    const { palette, tints } = ownColours('colour', [[full, 0, full], [0, full, 0], [0, 0, 0]]);
    assert.deepEqual([palette.map(({ colour }) => colour), [...tints]], [['rgb(255,0,0)', 'rgb(0,255,0)'], [0, 1, 0]]);
  }
});
