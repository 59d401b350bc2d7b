// Drawings and sentences about attacks on the clouds of a run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attackWords, gap } from '../../dataset/attack-gap.js';
import { cloudRows } from '../../dataset/cloud-rows.js';
import { certifiedShares } from '../../dataset/shares.js';

/** The text of a template. @returns {string} */
const textOf = (value) =>
  (value?.strings ? value.strings.map((part, i) => part + textOf(value.values[i])).join('') : ['string', 'number'].includes(typeof value) ? String(value) : '')
    .replace(/<[^>]*>|\s+/g, ' ')
    .replace(/ +/g, ' ');

/** The value of a line at x, from the right. */
const at = (points, x, of) => of(points.findLast((point) => point.x <= x));

test('between two norms the attack keeps the share of the smaller one, and certificates that of the larger: nothing true is outside of the gap', () => {
  const grid = [0, 1, 2, 5], certified = [0.9, 0.8, 0.3, 0], attacked = [1, 1, 0.6, 0.5];
  const points = gap(grid, certified, attacked);
  for (const [x, low, high] of [[0.5, 80, 100], [1.5, 30, 100], [3, 0, 60], [5, 0, 50]]) {
    const [before, after] = [points.findLast((point) => point.x <= x), points.find((point) => point.x >= x)];
    assert.deepEqual([Math.round(before.low), before.y, before.high], [low, high, high], `from the left of ${x}`);
    if (x < 5) assert.deepEqual([Math.round(after.low), after.y], [low, high], `from the right of ${x}`);
  }
  assert.equal(at(points, 0, ({ x }) => x), 0);
  assert.deepEqual(points.map(({ x }) => x), points.map(({ x }) => x).toSorted((a, b) => a - b));
  assert.deepEqual(gap([3], [0.5], [0.75]), [{ x: 3, y: 75, low: 50, high: 75 }]);
});

test('certified is what the strongest argument says', () => {
  assert.deepEqual(certifiedShares({ black_box: [0, 0], orbit: [0.5, 0.1], subsample: [0.4, 0.3] }), [0.5, 0.3]);
  assert.deepEqual(certifiedShares({ black_box: [0, 0], orbit: [0.5, 0.1], tight: [0.5, 0.2] }), [0.5, 0.2]);
});

test('the gap is told in words, and contradictions loudly by name', () => {
  const result = {
    clouds: 4, total: 4, grid: [0, 1], accuracy: { black_box: [1, 0.25], orbit: [1, 0.25], attacked: [1, 0.666666] },
    attacks: { clouds: 3, found: 1, level: 0.001 },
  };
  const text = textOf(attackWords(result));
  assert.match(
    text,
    /Certified ≤ true ≤ under attack.* at most 42 % of the clouds, at ‖Δ‖ = 1\. 3 of 4 clouds were attacked; for 1 a perturbed cloud was found.* probability at most 0\.001/,
  );
  assert.doesNotMatch(text, /contradict/);
  const loud = textOf(attackWords({ ...result, attacks: { ...result.attacks, contradictions: ['a chair', 'a table'] } }));
  assert.match(loud, /Votes and certificates contradict each other\. 2 clouds are certified where an attack has found another prediction: a chair, a table\./);
  assert.match(textOf(attackWords({ ...result, attacks: { ...result.attacks, contradictions: Array.from({ length: 12 }, (_, i) => `c${i}`) } })), /c9, …/);
  for (const none of [{ ...result, attacks: undefined }, { ...result, accuracy: undefined, grid: undefined }]) assert.equal(textOf(attackWords(none)), '');
});

test('one row a cloud has the nearest change', () => {
  const run = {
    grid: [0.1], accuracy: { black_box: [1], orbit: [1], subsample: [1] }, attacks: { clouds: 2, found: 1, level: 0.001 },
    results: [
      { name: 'a', subsample: [1], attacked: { clouds: 1, found: { distance: 0.5, class: 2, votes: 7, samples: 9 } } },
      { name: 'b', subsample: [0], attacked: { clouds: 0 } },
    ],
  };
  const { columns, rows } = cloudRows(run, run.results, run.results.map((cloud) => ({ cloud })), 'turned');
  assert.deepEqual(columns.slice(10, -1), ['subsample at 0.1', 'attack distance', 'attack class', 'attack votes', 'attack samples']);
  assert.deepEqual(rows.map((row) => row.slice(10, -1)), [[1, 0.5, 2, 7, 9], [0, undefined, undefined, undefined, undefined]]);
});
