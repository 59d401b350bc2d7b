// The vote that the figures compare with: its sizes against every change of so many sub-clouds, tried out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certifiedShares, certifiedSizes, divided, winnerOf } from '../../../build/content/paper/sub-clouds.mjs';

/** All ways in which m sub-clouds vote among some classes, or for none. @returns {number[][]} */
const ballots = (m, classes) => (m === 0 ? [[]] : ballots(m - 1, classes).flatMap((rest) => Array.from({ length: classes + 1 }, (_, l) => [...rest, l - 1])));

/** @param {number[]} ballot @param {number} classes */
const tally = (ballot, classes) => Array.from({ length: classes }, (_, l) => ballot.filter((one) => one === l).length);

test('the class stays whichever sub-clouds vote for whatever, up to as many as is said, and not beyond', () => {
  const m = 5, classes = 3, all = ballots(m, classes);
  const winners = all.map((ballot) => winnerOf(tally(ballot, classes)));
  for (const [i, ballot] of all.entries()) {
    const { added, removed, replaced } = certifiedSizes(tally(ballot, classes));
    // A sub-cloud a point; of a point replaced two.
    const fewest = Math.min(...all.map((other, j) => (winners[j] === winners[i] ? Infinity : ballot.filter((one, n) => one !== other[n]).length)));
    assert.equal(added, fewest - 1, String(ballot));
    assert.deepEqual([removed, replaced], [added, Math.floor(added / 2)]);
  }
});

test('each point has one sub-cloud, by its own coordinates alone', () => {
  const points = Array.from({ length: 400 }, (_, i) => [Math.cos(i), Math.sin(2 * i), i / 400]);
  const parts = divided(points, 8);
  assert.deepEqual(parts.flat().sort(), [...points].sort());
  assert.ok(parts.every(({ length }) => length > 20 && length < 90), String(parts.map(({ length }) => length)));
  const fewer = divided(points.slice(1).reverse(), 8);
  assert.equal(parts.filter((part, m) => String([...part].sort()) !== String([...fewer[m]].sort())).length, 1, 'a point that goes changes one');
});

test('shares are of all shapes, of which those that are wrong withstand nothing', () => {
  const shapes = [{ label: 0, votes: [9, 1] }, { label: 1, votes: [3, 7] }, { label: 1, votes: [8, 2] }];
  assert.deepEqual(certifiedShares(shapes, 'added'), { grid: [0, 1, 2, 3, 4, 5], shares: [2, 2, 1, 1, 1, 0].map((n) => n / 3) });
  assert.deepEqual(certifiedShares([shapes[2]], 'replaced'), { grid: [0], shares: [0] });
});
