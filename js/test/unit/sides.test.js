// Numbers in words hold as shown: a bound from below is rounded down and one from above up, in every sentence and row.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesOf } from '../../words/lengths.js';
import { rowsOf, verdictOf } from '../../words/points.js';
import { playedRanges, pointRows, rangeRows } from '../../words/ranges.js';
import { held, summed } from '../../words/sets.js';
import { endsOf } from '../../words/stated.js';
import { sizesOf, withinRadii } from '../../words/transformed.js';
import { beyond, broughtBy, knownProbability, searched, transported, verdict } from '../../words/words.js';

/** All texts in a value. @param {any} value @returns {string[]} */
const textsOf = (value) => (typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []);

/** All numbers in texts. @param {string[]} texts */
const numbersIn = (texts) => texts.flatMap((text) => text.replaceAll(',', '').replaceAll('−', '-').match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/**
 * Every text of a number is on its side, and there is one. Numbers are more than a tenth apart, texts have at least two digits.
 * @param {any} words @param {{below?: number[], above?: number[]}} numbers
 */
function hold(words, { below = [], above = [] }) {
  const texts = textsOf(words), shown = numbersIn(texts);
  for (const [numbers, side] of /** @type {const} */ ([[below, -1], [above, 1]]))
    for (const x of numbers) {
      const near = shown.filter((y) => Math.abs(y - x) < 0.05 * Math.abs(x));
      assert.ok(near.length > 0 && near.every((y) => side * (y - x) >= 0), `${x} is not bounded ${side < 0 ? 'below' : 'above'}: ${texts.join('; ')}`);
    }
}

const request = { sigma: 0.1, prediction: { votes: 9, samples: 10 }, group: 'SE', alpha: 0.001 };
const closed = (more) => ({ certified: false, lower: 0.1154321, ...more });
const plain = { certified: false, core: 'x', probability: { lower: 0.9154321, level: 0 } };
const ball = { distance: 1.1754321, radius: 1.8154321 };
const c = { ...plain, black_box: closed({ distance: 3.5154321, radius: 2.8154321 }), orbit: closed({ ...ball, certified: true }), certified: true };
const open = { ...c, certified: false, orbit: closed({ distance: 2.1154321, radius: 1.8154321 }) };
const measure = { unit: 'Å', share: sharesOf(23) };
const all = (of, more, ...rest) => verdictOf(of, { ...request, ...more }, true, undefined, undefined, ...rest);

test('a share of a size that is off by rounding', () => {
  assert.match(sharesOf(4)(1, 'down') + sharesOf(4)(1, 'up'), /24.*26/);
});

test('rows of arguments', () => {
  const tight = {
    exact: { value: 0.3754321, error: 0.0154321, upper_runner_up: 0.2754321 }, axis: { value: 0.1854321, error: 0, axis: [0, 0, 1] },
    monte_carlo: { lower: 0.5154321, estimate: 0.6, upper: 0.7154321, upper_runner_up: 0.4354321, samples: 1000, bound: 'x' },
  };
  hold(rowsOf({ ...c, tight }, false, { orbit: 0.8154321 }), {
    below: [2.8154321, 1.8154321, 0.1154321, 0.36, 0.1854321, 0.5154321],
    above: [3.5154321, 1.1754321, 0.0154321, 0.2754321, 0.7154321, 0.4354321, 0.8154321],
  });
  const lone = { radius: 1.8154321, file_radius: 7.8154321, distance_lower: 5.5154321 };
  hold(rowsOf({ ...plain, orbit: lone }, false), { below: [1.8154321, 7.8154321, 5.5154321] });
  const subsample = { kept: 9, distance: 5.5154321, lower: 0.6154321, upper_runner_up: 0.2154321 };
  hold(rowsOf({ ...c, subsample }, false), { below: [0.6154321], above: [5.5154321, 0.2154321] });
  hold(rowsOf({ ...plain, orbit: closed({ ...ball, interval: { lower: -5.5154321, upper: 4.2154321 } }) }, false),
    { below: [-5.5154321], above: [4.2154321, 1.1754321] });
});

test('verdicts on a class', () => {
  hold(all(c, {}, measure), { below: [1.8154321], above: [1.1754321, 100 * 1.1754321 / 23] });
  hold(all({ ...c, orbit: { ...c.orbit, file_radius: 7.8154321 } }), { below: [1.8154321, 7.8154321], above: [1.1754321] });
  hold(beyond(open, request, measure), { below: [1.8154321], above: [2.1154321, 100 * 2.1154321 / 23] });
  hold(all({ ...plain, orbit: { radius: 1.8154321 } }, {}, measure), { below: [1.8154321, 100 * 1.8154321 / 23] });
  hold(all({ ...plain, orbit: { radius: 1.8154321, file_radius: 7.8154321 } }), { below: [7.8154321] });
  const unsure = { ...open, probability: { lower: 0.3154321, level: 0 } };
  hold(all(unsure), { below: [0.3154321] });
  hold(all({ ...unsure, probability: { lower: 0.3154321, upper_runner_up: 0.4154321 } }), { below: [0.3154321], above: [0.4154321] });
  const evidence = { model: { classes: ['cup'] }, votes: { predicted: 0 } };
  hold(verdict(unsure, { ...request, prediction: { votes: 900, samples: 9000, evidence } }, true), { below: [0.3154321] });
  hold(knownProbability(request, 0.3154321), { below: [0.3154321] });
  const drawn = (certified) => broughtBy({ ...open, tight: { monte_carlo: { lower: 0.6154321, samples: 1000, certified } }, certified }, request);
  hold([drawn(true)], { below: [0.6154321] });
  hold([drawn(false)], { below: [0.6154321] });
  const found = (conclusion, least) => searched({ orbit: { ...open.orbit, conclusion, distance_lower: least } }, { ...request, permutation: true });
  hold(found('undecided', 1.1754321), { below: [1.1754321], above: [2.1154321] });
  hold(found('out_of_reach', 2.1154321), { below: [2.1154321], above: [1.8154321] });
  hold(transported({ orbit: { radius: 1.8154321, alignment: { permutation: Array(4).fill(0) } } }), { below: [1.8154321 / 2] });
});

test('verdicts on a number, labels and vectors', () => {
  endsOf(5.15432154, 5.15432154).forEach((text, i) => hold(text, { [i ? 'above' : 'below']: [5.15432154] }));
  const prediction = { values: [1, 2, 3], select: [1] }, stating = (stated) => ({ ...plain, orbit: closed({ ...ball, ...stated }) });
  const number = stating({ interval: { lower: -5.5154321, upper: 4.2154321 } });
  hold(all(number, { prediction }, measure), { below: [-5.5154321], above: [4.2154321, 1.1754321, 100 * 1.1754321 / 23] });
  const labels = (...radius) => all({ ...plain, orbit: { radius: 1.8154321, labels: { radius } } }, { prediction: { labels: { votes: [9, 9, 9] } } });
  hold(labels(5.5154321, 2.1154321, 7), { below: [2.1154321] });
  hold(labels(0, 2.1154321, 7), { below: [2.1154321] });
  const vectors = { values: [[1, 0]], tolerance: 9 };
  const bound = { lower: [0, 3.1154321], upper: [0, 4.2154321], ball: { centre: [0, 3], radius: 9 }, angle: 21.54321 };
  hold(all(stating({ vectors: [bound] }), { prediction: { vectors } }), { below: [3.1154321], above: [4.2154321, 21.54321] });
  hold(all({ ...plain, orbit: { radius: 1.8154321 } }, { prediction: { vectors } }), { below: [1.8154321] });
});

test('transformations', () => {
  const radii = { twist: 0.6154321, taper: 0.3154321, scale: 0.2154321, shear: 0.0554321, distance: 1.8154321 }, degrees = 180 / Math.PI;
  hold(withinRadii(radii), {
    below: [0.6154321 * degrees, Math.exp(0.3154321), Math.exp(0.2154321), 0.0554321, 1.8154321], above: [Math.exp(-0.3154321), Math.exp(-0.2154321)],
  });
  const parameters = { shift: { twist: 0.1154321 }, distance: 1.1754321, radii, lower: 0.3154321, upper_runner_up: 0.4154321, certified: false };
  hold(sizesOf(parameters), { below: [0.6154321 * degrees, 1.8154321], above: [0.1154321 * degrees, 1.1754321] });
  const noisy = { ...plain, parameters };
  hold(rowsOf(noisy, false), { below: [0.3154321], above: [1.1754321, 0.4154321] });
  hold(rowsOf({ ...plain, parameters: { radii } }, false), { below: [1.8154321] });
  hold(all(noisy, {}, measure), { below: [0.3154321], above: [0.4154321, 1.1754321, 100 * 1.1754321 / 23] });
});

test('ranges and single points', () => {
  const span = { from: -0.1154321, to: 0.2154321 };
  const withstood = {
    height: 0, each_point: 0.1154321, points_anywhere: { points: 0, single: 1.8154321 }, noise: 0.0554321, linear: 0.2154321,
    ranges: [{ family: 'shear', unit: 'relative', ...span, by: 'orbit', black_box: { from: -0.0154321, to: 0.0254321 } }],
  };
  const inside = { above: [-11.54321, -1.54321], below: [21.54321, 2.54321] };
  const [shear] = rangeRows(withstood);
  hold([shear.text, shear.blackBox], inside);
  hold([shear.short, shear.at(0.0354321)], { below: [11.54321, 3.54321] });
  hold(pointRows(withstood), { below: [0.1154321, 1.8154321, 0.0554321, 0.2154321] });
  const pulled = playedRanges(withstood, measure).at(-1);
  hold([pulled, pulled?.at(0.3154321)], { below: [1.8154321, 0.3154321] });
});

test('sets that hold the truth', () => {
  hold(held({ coverage: 0.9, interval: { lower: -5.5154321, upper: 4.2154321 } }), { below: [-5.5154321], above: [4.2154321] });
  const share = { only: 0.315, held: 0.895 };
  hold(summed({ size: 2.1154321, ...share }, true), { below: [31.5, 89.5], above: [2.1154321] });
  hold(summed({ size: 2.1154321, ...share }, false), { below: [31.5, 89.5], above: [2.1154321] });
});
