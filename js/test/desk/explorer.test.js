// Calls of the engine by the explorer, without a browser.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Grid } from '../../explore/grid.js';
import { gap, opening } from '../../explore/opening.js';
import { cleanRequest } from '../../question/voted.js';
import { program, repository } from '../tools/native.js';
import { request } from '../tools/request.js';
import { exampleDesk, newEngine } from './engine.js';

const { signal } = new AbortController();

test('what is asked of an example as it comes is answered of its cloud, not of the one before', async () => {
  const engine = newEngine();
  const radii = (desk) => engine.explorer.radii(cleanRequest(desk.state), signal);
  const [desk, other] = [await exampleDesk(engine, 'digit-2d'), await exampleDesk(newEngine(), 'scaling-2d')];
  await desk.settled();
  const before = await radii(desk);
  const { clean, perturbed } = other.files.clouds;
  const filled = desk.fill(other.entries.values, { clean: clean.source, perturbed: perturbed?.source });
  assert.equal(desk.files.clouds.clean.name, clean.name, 'shown at once');
  const early = await radii(desk);
  await filled;
  await desk.settled();
  assert.deepEqual(early, await radii(desk));
  assert.notEqual(early.norm, before.norm);
});

test('about an axis the worst case is proved, and curves are exact', async () => {
  const { perturbed, ...ask } = JSON.parse(await readFile(join(repository, 'site', 'examples', 'lidar-3d.json'), 'utf8'));
  const { explorer } = newEngine(2);
  const { orbit, scaling, ball } = await explorer.radii(ask, signal);
  const { radius: every } = await explorer.everyDirection(ball, signal);
  // The cloud is large against σ, and what rounding takes off shows.
  assert.ok(orbit > 0 && every > orbit * (1 - 1e-9) && every <= scaling, JSON.stringify([orbit, every, scaling]));
  const { curve, answers } = await explorer.curve(ask, { kind: 'rotate', noise: 0.5 }, signal, () => {});
  assert.deepEqual([curve.kind, curve.tight], ['rotate', 'exact']);
  assert.ok(answers.length > 50, `${answers.length} points`);
  for (const { black_box: blackBox, orbit: aligned, tight } of answers) {
    assert.ok(blackBox.lower <= aligned.lower && aligned.lower <= tight.lower, JSON.stringify([blackBox, aligned, tight]));
  }
});

test('the explorer opens on the family along which the arguments differ most', async () => {
  const { explorer } = newEngine(2);
  const example = async (/** @type {string} */ name) => {
    const { perturbed, ...ask } = JSON.parse(await readFile(join(repository, 'site', 'examples', `${name}.json`), 'utf8'));
    return ask;
  };
  const tiny = await example('scaling-2d'), digit = await example('digit-2d'), chair = await example('chair-3d');
  assert.equal(await opening(explorer, tiny, signal), 'scale', 'where tight wins');
  assert.equal(await opening(explorer, digit, signal), 'rotate', 'black box sees the angle');
  assert.equal(await opening(explorer, chair, signal), 'rotate');
  assert.equal(await opening(explorer, { ...chair, group: 'none' }, signal), 'scale', 'all the same: the first');
  const bound = (/** @type {number} */ lower, /** @type {number} */ runner) => ({ lower, upper_runner_up: runner });
  const answer = { distance: 1, aligned: 1, black_box: bound(0.5, 0.4), orbit: bound(0.6, 0.3), tight: bound(0.7, 0.1) };
  assert.ok(Math.abs(gap([answer, { ...answer, tight: undefined }]) - 0.5) < 1e-12, 'leads over the runner-up');
  const zeros = { ...tiny, clean: { points: [[0, 0], [0, 0]] } };
  assert.notEqual(await opening(explorer, zeros, signal), 'scale', 'no scalings of zeros');
  await assert.rejects(opening(explorer, chair, AbortSignal.abort()), { name: 'AbortError' });
});

test('one worker and three give the same curves and maps', async () => {
  const plane = { ...request, perturbed: undefined, group: 'O', samples: 2000 };
  const [one, three] = await Promise.all([1, 3].map(async (workers) => {
    const { explorer } = newEngine(workers);
    const { answers } = await explorer.curve(plane, { kind: 'random', steps: 2, directions: 2 }, undefined, () => {});
    /** @type {string[]} */
    const cells = [];
    await explorer.map({ norm: 2, distance: 1, size: 20 }, signal, (_, block) => cells.push(block.join()));
    return { answers, cells: cells.sort() };
  }));
  assert.ok(one.answers.length > 2 && one.cells.length > 2, `${one.answers.length} points, ${one.cells.length} blocks`);
  assert.deepEqual(one, three);
});

test('a cell of the map keeps its own value whatever comes for its neighbours', () => {
  const grid = new Grid(20);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => grid.minimum[y * 20 + x];
  grid.take(Float64Array.of(12, 4, 8, 0.6, 0.1));
  assert.deepEqual([at(12, 4), at(15, 7), at(12, 15), at(16, 4)], [0.6, 0.6, 0.6, NaN], 'the square and its mirror image');
  grid.take(Float64Array.of(14, 6, 4, 0.7, 0, 10, 2, 4, 0.8, 0));
  assert.deepEqual([at(12, 4), at(15, 7), at(8, 3)], [0.6, 0.7, 0.8]);
  grid.take(Float64Array.of(15, 7, 1, 0.9, 0));
  assert.deepEqual([at(15, 7), at(15, 12), at(14, 7), at(12, 4)], [0.9, 0.9, 0.7, 0.6]);
});

test('what a prediction withstands is what the command line prints, and the cloud at the end of a range is certified', async () => {
  const engine = newEngine(1);
  const { perturbed, ...ask } = JSON.parse(await readFile(join(repository, 'site', 'examples', 'molecule-3d.json'), 'utf8'));
  const asked = { ...ask, along: [1, 2, 2] };
  const [withstood, wider] = await Promise.all([asked, { ...asked, sigma: 1 }].map((request) => engine.explorer.withstand(request)));
  assert.ok(wider.ranges[0].to > withstood.ranges[0].to, 'two that are asked at once keep apart');
  const native = JSON.parse(execFileSync(program('orbitcert'), ['withstand', '-'], { input: JSON.stringify(asked), encoding: 'utf8' }));
  assert.deepEqual(withstood, native);
  const by = Object.fromEntries(withstood.ranges.map((/** @type {any} */ range) => [range.family, range.by]));
  assert.deepEqual([by.rotation, by.shift, by.twist], ['invariance', 'invariance', 'tight']);
  for (const { family, any, from, to } of withstood.ranges) {
    for (const t of any ? [1, 2] : [from, to]) {
      const points = await engine.explorer.withstandCloud(asked, family, t);
      const rows = Array.from({ length: points.length / 3 }, (_, n) => [...points.subarray(3 * n, 3 * n + 3)]);
      const { value } = await engine.certify({ ...ask, perturbed: { points: rows }, permutation: false, samples: 0 });
      assert.ok(value.certified, `${family} at ${t}`);
    }
  }
  await assert.rejects(engine.explorer.withstand({ ...asked, along: [0, 0] }), { field: 'along' });
  await assert.rejects(engine.explorer.withstandCloud(asked, 'melt', 1), { field: 'family' });
});
