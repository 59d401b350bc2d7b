// The rows of a result: what became of each cloud at a change, sorted and filtered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, chosen, rowsAt, telling } from '../../dataset/levels.js';
import { cloudRows, shortRows } from '../../dataset/cloud-rows.js';

/** Three draws at two norms. */
const turned = /** @type {any} */ ({
  clouds: 4, correct: 3, failed: 1, total: 5, grid: [1, 5], settings: { attack: { family: 'rotate', degrees: [1, 5], draws: 3 } },
  accuracy: { black_box: [0.6, 0], orbit: [0.6, 0.4], tight: [0.6, 0.47] },
});

const clouds = /** @type {any[]} */ ([
  { name: 'chair-10', label: 1, predicted: 1, votes: 99, samples: 100, orbit: [3, 3], tight: [3, 3] },
  { name: 'chair-9', label: 1, predicted: 1, votes: 90, samples: 100, orbit: [3, 0], tight: [3, 1] },
  { name: 'bed', label: 0, predicted: 1, votes: 98, samples: 100, orbit: [3, 3], tight: [3, 3] },
  { name: 'lamp', label: 2, predicted: 2, votes: 40, samples: 100, orbit: [0, 0], tight: [0, 0] },
  { name: 'lost', failure: 'no such file' },
]);

const radii = [0.25, 0.123456, 0.2, null, null];

test('each cloud has one verdict, and classes their names', () => {
  const [{ name, levels }] = changesOf(turned);
  assert.deepEqual([name, levels.map(({ label }) => label), telling(levels)], ['Rotation', ['1°', '5°'], 1]);
  const rows = rowsAt(clouds, radii, levels[1], ['bed', 'chair']);
  assert.deepEqual(rows.map(({ verdict }) => verdict), ['certified', 'in 1 of 3 draws', 'wrong class', 'abstains', 'no verdict']);
  assert.deepEqual(
    rows.map(({ label, predicted }) => [label, predicted]),
    [
      ['chair', 'chair'], ['chair', 'chair'], ['bed', 'chair'], ['no class', 'no class'], ['', ''],
    ],
  );
  assert.equal(rowsAt(clouds, radii, levels[0])[1].verdict, 'certified');
  assert.equal(rowsAt(clouds, radii, levels[0])[1].label, '1');
});

test('rows are filtered by verdict and words, and sorted by number where there is one', () => {
  const rows = rowsAt(clouds, radii, changesOf(turned)[0].levels[1], ['bed', 'chair', 'lamp']);
  const names = (/** @type {Partial<Parameters<typeof chosen>[1]>} */ how) =>
    chosen(rows, { standing: '', text: '', key: '', falling: false, ...how }).map(({ name }) => name);
  assert.deepEqual(names({}), ['chair-10', 'chair-9', 'bed', 'lamp', 'lost']);
  assert.deepEqual(names({ key: 'name' }), ['bed', 'chair-9', 'chair-10', 'lamp', 'lost']);
  assert.deepEqual(names({ key: 'radius', falling: true }), ['chair-10', 'bed', 'chair-9', 'lamp', 'lost']);
  assert.deepEqual(names({ key: 'standing' }), ['chair-10', 'chair-9', 'bed', 'lamp', 'lost']);
  assert.deepEqual(names({ standing: 'wrong' }), ['bed']);
  assert.deepEqual(names({ text: ' CHAIR ' }), ['chair-10', 'chair-9', 'bed']);
  assert.deepEqual(names({ text: 'chair', standing: 'certified' }), ['chair-10']);
});

test('the files of clouds have name, label, class, votes, radius and verdict', () => {
  const { levels } = changesOf(turned)[0], rows = rowsAt(clouds, radii, levels[1], ['bed', 'chair', 'lamp']);
  const short = shortRows(rows), all = cloudRows(turned, clouds, rows, levels[1].words);
  assert.deepEqual(short.columns, ['name', 'label', 'class', 'votes', 'samples', 'radius', 'verdict']);
  assert.deepEqual(short.rows[1], ['chair-9', 'chair', 'chair', 90, 100, 0.1234, 'in 1 of 3 draws']);
  assert.deepEqual(all.columns.slice(0, 10), [...short.columns, 'change', 'black_box at 1', 'black_box at 5']);
  assert.deepEqual(all.rows[1].slice(5, 8), [0.123456, 'in 1 of 3 draws', 'turned by 5°']);
  assert.equal(all.rows[4].at(-1), 'no such file');
});

test('clouds of a model of numbers or labels have no classes', () => {
  for (const stated of [true, false]) { // a run of ranges states nothing
    const some = clouds.slice(0, 4).map((cloud, i) => ({ ...cloud, label: 0, predicted: 0, ...(stated && { stated: {} }), radius: radii[i] }));
    const rows = rowsAt(some, radii, changesOf(turned)[0].levels[1], null);
    assert.deepEqual(rows.map(({ label, predicted, verdict }) => [label, predicted, verdict]), [
      ['', '', 'certified'], ['', '', 'in 1 of 3 draws'], ['', '', 'certified'], ['', '', 'not certified'],
    ]);
    assert.deepEqual(shortRows(rows).columns, ['name', 'votes', 'samples', 'radius', 'verdict']);
    assert.deepEqual(shortRows(rows).rows[0], ['chair-10', 99, 100, 0.25, 'certified']);
    assert.deepEqual(cloudRows(turned, some, rows, '').columns.slice(0, 6), ['name', 'votes', 'samples', 'radius', 'verdict', 'change']);
  }
});

test('the share of a family is that of the clouds whose range has the size in both directions', () => {
  const result = /** @type {any} */ ({
    families: [{ family: 'scale', unit: 'ratio', sizes: [0, 0.1, 0.2], accuracy: { black_box: [1, 0.5, 0], withstood: [1, 1, 0.5] } }],
    points: [{ change: 'replaced', counts: [0, 2], accuracy: [1, 0.5] }], settings: {},
  });
  const [scale, replaced] = changesOf(result);
  const cloud = (/** @type {number} */ from, /** @type {number} */ to) =>
    /** @type {any} */ ({ label: 0, predicted: 0, ranges: [{ family: 'scale', from, to }], points: { replaced: 1 } });
  const held = (/** @type {any} */ one) => scale.levels.map(({ holds }) => holds(one));
  assert.deepEqual([held(cloud(-0.15, 0.3)), held(cloud(-0.3, 0.2))], [[1, 1, 0], [1, 1, 1]]);
  assert.deepEqual(held({ ranges: [{ family: 'scale', any: true }] }), [1, 1, 1]);
  assert.deepEqual(held({}), [0, 0, 0]);
  // Votes with noise on transformations have no radius.
  assert.deepEqual(
    rowsAt([cloud(-0.15, 0.15), { label: 0, predicted: 0 }], [null, null], scale.levels[1]).map(({ verdict }) => verdict), ['certified', 'abstains'],
  );
  assert.deepEqual(replaced.levels.map(({ holds }) => holds(cloud(0, 0))), [1, 0]);
  assert.equal(scale.levels[telling(scale.levels)].best, 0.5);
});
