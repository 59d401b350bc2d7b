// Ranges of a prediction, in words that never exceed what was proved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chips, isWithin, pointRows, rangeRows } from '../../words/ranges.js';

const withstood = {
  certified: true, probability: { lower: 0.97, level: 0 }, radius: 0.19, along: [0, 0, 1], centre: [0, 0, 0], height: 2, core: 'x',
  ranges: [
    { family: 'scale', unit: 'relative', from: -0.0128559, to: 0.0128559, by: 'black_box', black_box: { from: -0.0128559, to: 0.0128559 } },
    { family: 'twist', unit: 'rad/length', from: -0.1, to: 0.2, by: 'tight', black_box: { from: -0.05, to: 0.05 } },
    { family: 'rotation', unit: 'rad', any: true, by: 'invariance', black_box: { from: -0.0148, to: 0.0148 } },
    { family: 'shift', unit: 'length', from: -0.5, to: 0, by: 'orbit', black_box: { from: -0.25, to: 0 } },
  ],
  each_point: 0.0083129, points_anywhere: { points: 0, within: 2, single: 0.188079 }, noise: 0.0045429, linear: 0.0183599,
};

test('ranges are said in per cent, degrees and the file’s unit, rounded towards zero', () => {
  const rows = rangeRows(withstood);
  assert.deepEqual(rows.map(({ name, text, blackBox, by }) => [name, text, blackBox, by]), [
    ['Scale', '± 1.28 %', '± 1.28 %', 'black box'],
    ['Twist', '−11.4 … +22.9° from foot to top', '± 5.72° from foot to top', 'tight'],
    ['Rotation', 'any', '± 0.847°', 'ignored by the classifier'],
    ['Shift', '−0.499 … +0', '−0.249 … +0', 'orbit-based'],
  ]);
  assert.match(rangeRows({ ...withstood, height: 0 })[1].text, /° per unit of length$/);
  assert.deepEqual(rangeRows({ ...withstood, certified: false, ranges: undefined }), []);
});

test('no text is larger than the number that it stands for', () => {
  let x = 7;
  for (let i = 0; i < 2000; i++) {
    x = (x * 16807) % 2147483647;
    const to = (x / 2147483647) * 10 ** ((i % 12) - 8);
    if ((to * 360) / Math.PI > 360) continue;
    const [row] = rangeRows({ ...withstood, ranges: [{ ...withstood.ranges[1], from: -to, to }] });
    const said = Number(
      row.text.replace(/^± |°.*$/g, '').replace(/ × 10(.*)$/, (_, power) => `e${[...power].map((c) => (c === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))).join('')}`),
    );
    assert.ok(said <= (to * 2 * 180) / Math.PI && said > 0.98 * ((to * 2 * 180) / Math.PI), `${row.text} for ${to}`);
  }
});

test('a range that means nothing to a reader is cut, and so is what is played of it', () => {
  const [taper, twist] = rangeRows({ ...withstood, ranges: [
    { family: 'taper', unit: '1/length', from: -313.5, to: 317.2, by: 'orbit', black_box: { from: -0.1, to: 0.1 } },
    { family: 'twist', unit: 'rad/length', from: -99, to: 1, by: 'orbit', black_box: { from: -0.1, to: 0.1 } },
  ] });
  assert.deepEqual([taper.text, taper.short], ['± 1,000 % from foot to top and more', '±1,000 % and more']);
  assert.deepEqual([taper.play.from, taper.play.to], [-5, 5]);
  assert.deepEqual([twist.text, twist.short], ['−360 … +114° from foot to top and more', '±114°']);
});

test('points one by one, and only what there is', () => {
  assert.deepEqual(
    pointRows(withstood).map(({ text }) => text),
    ['by up to 0.00831', 'one of them by 0.188', 'of standard deviation 0.00454, 999 times in 1,000', 'y + Ey with ‖E‖ up to 0.0183'],
  );
  assert.match(pointRows({ ...withstood, points_anywhere: { points: 9, within: 0.06, single: 0.188 } })[1].text, /^9 of them, anywhere/);
  assert.equal(pointRows({ ...withstood, linear: undefined }).length, 3);
});

test('a value belongs to a range with its ends', () => {
  const span = { from: -1, to: 2, any: false };
  assert.deepEqual([-1.01, -1, 0, 2, 2.01].map((t) => isWithin(t, span)), [false, true, true, true, false]);
  assert.ok(isWithin(1e9, { ...span, any: true }));
});

/** Returns how far a range can be played. */
const played = (range, height = 2) => rangeRows({ ...withstood, height, ranges: [{ black_box: {}, by: 'orbit', ...range }] })[0].play;

test('a range is played as far again as it reaches, up to where its family ends', () => {
  assert.deepEqual(played({ family: 'twist', unit: 'rad/length', from: -0.3, to: 0.2 }), { from: -0.6, to: 0.5 });
  assert.deepEqual(
    played({ family: 'twist', unit: 'rad/length', from: -3, to: 2 }), { from: -Math.PI, to: Math.PI }, 'no more than a full turn over the height',
  );
  assert.deepEqual(played({ family: 'shift', unit: 'length', from: -40, to: 40 }), { from: -80, to: 80 });
  assert.deepEqual(played({ family: 'scale', unit: 'relative', from: -0.7, to: 0.7 }), { from: -1, to: 1.4 });
  assert.deepEqual(played({ family: 'stretch', unit: 'relative', from: -1, to: 3 }), { from: -1, to: 6 });
  assert.deepEqual(played({ family: 'rotation', unit: 'rad', from: -2, to: 1 }), { from: -Math.PI, to: 3 });
});

test('what nothing ends is played over the size of the cloud or half a turn, and what has no range over a tenth of that', () => {
  assert.deepEqual(played({ family: 'rotation', unit: 'rad', any: true }), { from: -Math.PI, to: Math.PI });
  assert.deepEqual(played({ family: 'shift', unit: 'length', any: true }, 300), { from: -300, to: 300 });
  assert.deepEqual(played({ family: 'twist', unit: 'rad/length', any: true }, 4), { from: -Math.PI / 4, to: Math.PI / 4 });
  assert.deepEqual(played({ family: 'shift', unit: 'length', any: true }, 0), { from: -1, to: 1 });
  assert.deepEqual(played({ family: 'taper', unit: '1/length', from: 0, to: 0 }, 5), { from: -0.02, to: 0.02 });
  assert.deepEqual(played({ family: 'bulge', unit: '1/length²', any: true }, 4), { from: -0.25, to: 0.25 });
});

test('chips are any turn, the ranges on both sides and a point that is pulled, each to be played', () => {
  assert.deepEqual(chips(withstood), [
    { id: 'rotation', name: 'turn', text: 'any', to: Math.PI },
    { id: 'scale', name: 'scale', text: '±1.28 %', to: 0.0128559 },
    { id: 'twist', name: 'twist', text: '±11.4°', to: 0.2 },
    { id: 'points_anywhere', name: 'pull a point', text: '0.188', to: 0.188079 },
  ]);
  assert.deepEqual(chips({ ...withstood, ranges: [{ ...withstood.ranges[1], from: 0, to: 0 }], points_anywhere: undefined }), []);
});
