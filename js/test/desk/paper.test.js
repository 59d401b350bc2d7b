// The paper's experiments: a small one from votes to certified accuracy, and what is published of the large ones. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { unpack, withStored } from '../../../build/content/clouds.mjs';
import { readStored } from '../../../build/content/stored.mjs';
import { withClouds } from '../../dataset/shared-clouds.js';
import { program, repository } from '../tools/native.js';

const run = promisify(execFile);
const json = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));
// So few samples are counted sooner than code is optimised; only code that runs is compiled.
const script = (name, env = {}, ...words) =>
  run(process.execPath, ['--wasm-tiering-budget=1000000000', join(repository, 'build', 'content', 'paper', name), ...words], {
    env: { ...process.env, ...env }, maxBuffer: 2 ** 26,
  });

/** A ring, and points all over, drawn from fixed angles. */
const shapes = {
  'a zero': (t) => [0.6 * Math.cos(t), Math.sin(t)],
  scattered: (t) => [Math.sin(41 * t), Math.sin(17 * t + 1)],
};

/** The numbers of a figure. @param {string} id */
const figureOf = (id) => readStored(join(repository, 'site', 'docs', 'figures'), id);

/** The votes that the site has. @param {string} id */
const shippedVotes = (id) => readStored(join(repository, 'site', 'docs', 'votes'), id);

test('an experiment of two clouds: votes, also those for none, run document, certified accuracy; votes stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  const clouds = Object.entries(shapes).map(([name, at], label) => ({
    name, label: 8 * label, points: Array.from({ length: 128 }, (_, i) => at((i / 128) * 2 * Math.PI).map((x) => Number(x.toFixed(4)))),
  }));
  // Python writes −0, which votes have not, and which is no other cloud.
  await writeFile(join(folder, 'small.jsonl'), clouds.map((cloud) => JSON.stringify(cloud)).join('\n').replace(',0]', ',-0.0]'));
  const attack = { family: 'rotate', degrees: [0, 45], noise: 0.05, draws: 2 };
  await writeFile(
    join(folder, 'experiments.json'),
    JSON.stringify({
      sets: { small: { dimension: 2 } },
      votes: [
        { id: 'small', set: 'small', model: 'digits', sigma: 0.1, group: 'SE', samples: 100 },
        { id: 'some', set: 'small', model: 'digits', sigma: 0.1, group: 'SE', subsample: 100, samples: 100 },
      ],
      grid: { sigmas: [0.05, 0.1], noises: [0.5], degrees: [0, 45], draws: 1, of: [{ set: 'small', model: 'digits', samples: 100 }] },
      distance: ['some', 'small'],
      trained: [{ id: 'learnt', set: 'small', of: 'counts' }],
      poses: { sigma: 0.1, group: 'SE', norms: [0, 0.1], of: [{ model: 'digits', set: 'small', evaluations: 200, ways: ['all', 'one', 'random'] }] },
      runs: [
        { id: 'turned', title: 'Turned', votes: 'small', attack }, { id: 'counts', votes: 'some', withstand: { moved: 0.01 } },
      ],
    }),
  );
  const env = { ORBITCERT_PAPER: folder };
  assert.match(
    (await script('votes.mjs', env)).stderr,
    /^small: 2 clouds, 100 samples each, about \d+ seconds\n[^]*all votes: about \d[^]*small: 2 of 2 clouds[^]*digits-at-0.1: 2 of 2 clouds/,
  );
  assert.equal((await script('votes.mjs', env)).stderr, '');
  await script('runs.mjs', env);
  const { attack: asked, ...voted } = await json(folder, 'runs', 'turned.json');
  assert.deepEqual(
    [asked, voted], [attack, withStored(readStored(folder, 'small'), unpack(await readFile(join(folder, 'small.bin'))))], 'the page adds the attack',
  );
  for (const { votes_pred: select, votes_cert: estimate } of voted.clouds) {
    assert.equal(select.length, 10);
    assert.deepEqual([select, estimate].map((counts) => counts.reduce((sum, n) => sum + n)), [100, 100]);
  }
  const { total, correct, accuracy } = readStored(folder, 'turned');
  assert.equal(total, 2);
  assert.ok(correct >= 1, `${correct} correct`);
  assert.deepEqual(accuracy.black_box[1], 0);
  assert.ok(accuracy.orbit[0] > 0 && accuracy.orbit[0] === accuracy.orbit[1], JSON.stringify(accuracy));
  // The grid: at each σ scalings up to 4σ, rotations with noise; an angle changes nothing where it is ignored.
  await script('grid.mjs', env);
  const { models: [{ model, at }] } = readStored(folder, 'grid');
  assert.deepEqual(
    [model, at.map(({ sigma, total, scale, rotate }) => [sigma, total, scale.grid.at(-1), rotate.map(({ noise, grid }) => [noise, grid])])],
    [
      'digits',
      [
        [0.05, 2, 0.2, [[0.5, [0, 45]]]], [0.1, 2, 0.4, [[0.5, [0, 45]]]],
      ],
    ],
  );
  for (const {
    correct, scale, rotate: [{ orbit, black_box: blackBox }],
  } of at)
    assert.deepEqual([scale.orbit[0] <= correct / 2, scale.orbit.at(-1), orbit[0] - orbit[1], blackBox[1]], [true, 0, 0, 0]);
  assert.deepEqual(readStored(folder, 'digits-at-0.1').clouds.map((one) => 'points' in one), [false, false]);
  // Ways to make a model invariant, at as many evaluations: the average of two poses has half of the votes.
  await script('poses.mjs', env);
  assert.deepEqual((await json(folder, 'poses.json')).map(({ way, samples, total, certified }) => [way, samples, total, certified.length]),
    [['all', 100, 2, 2], ['one', 200, 2, 2], ['random', 200, 2, 2]]);
  // Against the norm of any movement: votes of some points by what they prove of samples, votes of all by the radius.
  await script('distance.mjs', env);
  const { grid, curves } = await json(folder, 'distance.json');
  assert.deepEqual(
    curves.map(({ votes, subsample, samples, total }) => [votes, subsample, samples, total]),
    [
      ['some', 100, 100, 2], ['small', undefined, 100, 2],
    ],
  );
  assert.deepEqual(
    curves.map(({ correct, shares }) => [shares[0] <= correct / 2, shares[grid.indexOf(0.12)] > 0, shares.at(-1)]),
    [
      [true, true, 0], [true, true, 0],
    ],
  );
  // Votes of some points lie there without the clouds, and do without a count.
  const some = readStored(folder, 'some'), { seconds, ...counts } = readStored(folder, 'counts');
  assert.deepEqual([some.subsample, some.voted.sampling.subsample, some.clouds.map((one) => 'points' in one)], [100, 100, [false, false]]);
  assert.deepEqual([counts.points.length, counts.points[0].accuracy[0] > 0, counts.digests.length, counts.borne.removed.length > 0], [3, true, 2, true]);
  // Clouds of the training, as the test clouds of a run.
  await script('trained.mjs', env);
  const { borne, digests, total: all } = readStored(folder, 'learnt');
  assert.deepEqual([borne, digests.length, all], [counts.borne, 2, 2]);
  await rename(join(folder, 'votes', 'some'), join(folder, 'votes', 'elsewhere'));
  await script('runs.mjs', env);
  const { seconds: again, ...second } = readStored(folder, 'counts');
  assert.deepEqual(second, counts);
});

test('the published results are those of the experiments and models that are here', async () => {
  const { votes, runs, sets } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  for (const one of runs) {
    const {
      experiment, settings, total, accuracy, grid = [], families = [], points = [],
    } = figureOf(one.id);
    const { sigma, set, noise, subsample } = votes.find(({ id }) => id === one.votes);
    assert.deepEqual(experiment, one);
    assert.deepEqual([settings.sigma, settings.noise, settings.subsample, points.length], [sigma, noise, subsample, subsample ? 3 : 0]);
    for (const { change, accuracy: shares } of points)
      assert.ok(shares.every((share, i) => share <= (shares[i - 1] ?? 1)) && shares.at(-1) === 0, `${one.id} ${change}`);
    assert.equal(total, sets[set].count);
    assert.equal(grid.length > 0, families.length === 0);
    for (const {
      family, accuracy: { black_box: blackBox, withstood },
    } of families)
      assert.ok(
        withstood.every((share, i) => blackBox[i] <= share && share <= 1),
        `${one.id} ${family}`,
      );
    for (const [i] of grid.entries()) assert.ok(accuracy.black_box[i] <= accuracy.orbit[i] && accuracy.orbit[i] <= 1, `${one.id} ${i}`);
  }
});

test('the published results of clouds of the training are of the models and runs that are here', async () => {
  const { votes, runs, sets, trained } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  for (const experiment of trained) {
    const { id, set, of } = experiment, found = figureOf(id), { votes: counted } = runs.find((one) => one.id === of);
    const { model } = votes.find((one) => one.id === counted), { sha256 } = await json(repository, 'site', 'models', `${model}.json`);
    assert.deepEqual([found.experiment, found.sha256, found.total, found.digests.length], [experiment, sha256, sets[set].count, sets[set].count]);
    const { classifier, ...settings } = found.settings;
    assert.deepEqual(settings, figureOf(of).settings, 'as the test clouds');
  }
});

test('the published grid has the votes of the models that are here', async () => {
  const { sets, grid: { sigmas, noises, of } } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  const { models } = figureOf('grid');
  assert.deepEqual(
    models.map(({ model, samples, at }) => [model, samples, at.map(({ sigma, total, rotate }) => [sigma, total, rotate.map(({ noise }) => noise)])]),
    of.map(({ set, model, samples }) => [model, samples, sigmas.map((sigma) => [sigma, sets[set].count, noises])]),
  );
  for (const { model, samples, at } of models) {
    const { sha256 } = await json(repository, 'site', 'models', `${model}.json`);
    for (const { sigma, scale, rotate } of at) {
      const { voted } = shippedVotes(`${model}-at-${sigma}`);
      assert.deepEqual([voted.model.sha256, voted.sampling.sigma, voted.sampling.estimate], [sha256, sigma, samples]);
      for (const { black_box: blackBox, orbit } of [scale, ...rotate])
        for (const [i] of orbit.entries()) assert.ok(blackBox[i] <= orbit[i] && orbit[i] <= 1, `${model}, σ = ${sigma}, ${i}`);
    }
  }
});

test('the published curves against ‖Δ‖ have the votes of the model that is here, and fall', async () => {
  const { sets, votes, distance } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  const { grid, curves } = figureOf('distance');
  const counts = distance.map((id) => sets[votes.find((one) => one.id === id).set].count);
  assert.deepEqual(curves.map((one) => [one.votes, one.total]), distance.map((id) => [id, Math.min(...counts)]));
  for (const { votes: id, correct, total, shares } of curves) {
    const { model, sigma, samples, subsample } = votes.find((one) => one.id === id);
    const { voted } = shippedVotes(id), { sha256 } = await json(repository, 'site', 'models', `${model}.json`);
    assert.deepEqual(
      [voted.model.sha256, voted.sampling.sigma, voted.sampling.estimate, voted.sampling.subsample, shares.length],
      [sha256, sigma, samples, subsample, grid.length], id,
    );
    for (const [i, share] of shares.entries()) assert.ok(share <= (shares[i - 1] ?? correct / total), `${id}, ${grid[i]}`);
    assert.equal(shares.at(-1), 0, id);
  }
});

test('no published attack contradicts a certificate, and what is true lies between', async () => {
  const { total, correct, accuracy, attacks, results } = figureOf('attacked');
  assert.deepEqual([attacks.clouds, attacks.contradictions], [correct, undefined]);
  assert.ok(attacks.found > 0.5 * correct && correct > 0.5 * total);
  for (const [i, share] of accuracy.attacked.entries()) {
    assert.ok(share >= Math.max(accuracy.orbit[i], accuracy.subsample[i]) && share <= (accuracy.attacked[i - 1] ?? 1), String(i));
  }
  for (const { name, attacked } of results) assert.equal(attacked?.contradicted, undefined, name);
});

test('the published average radii are of the votes and models that are here, and the runner-up takes nothing', async () => {
  const { votes, grid: { sigmas, of } } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  const all = figureOf('average');
  for (const { model } of of) for (const sigma of sigmas) assert.ok(all.some((/** @type {any} */ { id }) => id === `${model}-at-${sigma}`));
  for (const { id, model, sigma, samples, correct, total, one_class: one, runner_up: two } of all) {
    const { clouds, voted } = shippedVotes(id);
    assert.deepEqual([voted.sampling.sigma, voted.sampling.estimate, clouds.length], [sigma, samples, total], id);
    assert.ok(votes.some((known) => known.id === id || known.model === model), id);
    // Votes that all agree have at most 3.2 σ of 10,000 samples.
    assert.ok(one.certified <= two.certified && two.certified <= correct / total && one.radius <= two.radius && two.radius < 3.3 * sigma * two.certified, id);
  }
});

test('the published ways to make a model invariant are of the models that are here', async () => {
  const { poses: { of } } = await json(repository, 'build', 'content', 'paper', 'experiments.json'), all = figureOf('poses');
  assert.deepEqual(all.map(({ model, way, evaluations }) => [model, way, evaluations]),
    of.flatMap(({ model, ways, evaluations }) => ways.map((way) => [model, way, evaluations])));
  for (const { model, sha256, total, correct, certified } of all) {
    assert.equal(createHash('sha256').update(await readFile(join(repository, 'site', 'models', `${model}.onnx`))).digest('hex'), sha256, model);
    assert.deepEqual([correct / total, ...certified].toSorted((a, b) => b - a), [correct / total, ...certified]);
  }
  const average = figureOf('average').find(({ id }) => id === 'furniture');
  assert.equal(all.find(({ model, way, evaluations }) => model === 'furniture' && way === 'all' && evaluations === 2000).radius, average.runner_up.radius);
});

test('no certified shape that was twisted within its range and voted on again has another class', async () => {
  const { revoted: { times, of } } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  const published = figureOf('revoted');
  assert.deepEqual([published.times, published.of.map(({ id }) => id)], [times, of]);
  for (const { id, shapes, clouds, changed } of published.of) {
    const { total, reaches } = figureOf(id);
    assert.ok(shapes >= reaches.twist.withstood.length && shapes <= total, id);
    assert.deepEqual([clouds, changed], [times * shapes, 0], id);
  }
});

test('the run that the page shows while it has none is the published one', async () => {
  const { experiment, result } = await json(repository, 'build', 'content', 'paper', 'shown.json');
  const { digests, seconds, experiment: asked, ...published } = figureOf(experiment.id);
  assert.deepEqual([experiment, result], [asked, published]);
});

test('what the page opens has the votes of the models that are here, and where each cloud comes from is said', async () => {
  const { votes, runs, sets } = await json(repository, 'build', 'content', 'paper', 'experiments.json');
  const credits = await readFile(join(repository, 'site', 'datasets', 'shapes.LICENSE.txt'), 'utf8');
  assert.match(await readFile(join(repository, 'site', 'docs', 'votes', 'digits.LICENSE.txt'), 'utf8'), /MNIST[^]*Attribution-ShareAlike 3\.0/);
  for (const { id, set, model, sigma, noise, samples } of votes.filter(({ id }) => runs.some((run) => run.votes === id && run.title))) {
    const { voted, clouds } = shippedVotes(id);
    const { sha256 } = await json(repository, 'site', 'models', `${model}.json`);
    assert.deepEqual(
      [voted.model.sha256, voted.sampling.sigma, voted.sampling.parameters, voted.sampling.estimate, clouds.length],
      [sha256, sigma, noise, samples, sets[set].count], id,
    );
    const { clouds: held } = await json(repository, 'build', 'out', 'site', 'docs', 'votes', `${withClouds(votes, id).id}.json`);
    assert.deepEqual(clouds.map(({ name }) => name), held.map(({ name }) => name), id);
    for (const { name, points } of held)
      assert.ok((id === 'digits' || credits.includes(`\n${name}: `)) && points.length === sets[set].points, `${id}, ${name}`);
  }
});

test('the radii of models that see attributes, or do not, are those of their votes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  const { models } = await json(repository, 'site', 'docs', 'votes', 'attributes.json');
  const expected = ['scans', 'handed', 'fruit'].flatMap((name) => [[`${name}.onnx`, 60], [`${name}-alone.onnx`, 60]]);
  assert.deepEqual(models.map(({ model, clouds }) => [model.name, clouds.length]), expected);
  const rows = models.flatMap(({ clouds, ...of }) => clouds.map(([, , votes, radius]) => ({ of, votes, radius })));
  const requests = rows.map(({ of: { sampling, anytime }, votes }) => ({
    clean: { points: [[0, 0, 1], [1, 0, 0]] }, sigma: sampling.sigma, group: 'none', samples: 0, prediction: { votes, samples: sampling.estimate, anytime },
  }));
  await writeFile(join(folder, 'lines'), requests.map((request) => JSON.stringify(request)).join('\n'));
  const { stdout } = await run(program('orbitcert'), ['certify', '--lines', join(folder, 'lines')], { maxBuffer: 2 ** 26 });
  const radii = stdout.trim().split('\n').map((line) => JSON.parse(line).black_box.radius);
  assert.deepEqual(radii, rows.map(({ radius }) => radius));
  for (const { model: { name, sha256 } } of models.filter(({ model }) => model.attributes)) {
    const card = await json(repository, 'site', 'models', name.replace('.onnx', '.json'));
    assert.equal(card.sha256, sha256, name);
  }
});

test('the pages of experiments say what the results say', async () => {
  const pages = ['results', 'paper', 'methods', 'models'].map((page) => [page, `site/docs/${page}.md`]);
  for (const [page, written] of [...pages, ['training', 'build/content/models/TRAINING.md']])
    assert.equal((await script('page.mjs', {}, page)).stdout, await readFile(join(repository, written), 'utf8'), page);
});

test('the published accuracy of moved files is that of the votes, by the formula of each way to one size', async (t) => {
  const { votes: id, total, correct, parts, rows } = figureOf('moved');
  const { clouds } = await json(repository, 'build', 'out', 'site', 'docs', 'votes', `${id}.json`);
  const right = clouds.filter(({ label, votes_pred: votes }) => votes.indexOf(Math.max(...votes)) === label);
  assert.deepEqual([total, correct], [clouds.length, right.length]);
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  const requests = right.map(({ label, votes_cert: votes }) => ({ clean: { points: [[0, 0, 1]] }, sigma: 0.1, group: 'none', samples: 0,
    prediction: { votes: votes[label], samples: votes.reduce((sum, n) => sum + n) } }));
  await writeFile(join(folder, 'lines'), requests.map((request) => JSON.stringify(request)).join('\n'));
  const { stdout } = await run(program('orbitcert'), ['certify', '--lines', join(folder, 'lines')], { maxBuffer: 2 ** 26 });
  const radii = stdout.trim().split('\n').map((line) => JSON.parse(line).black_box.radius);
  const ways = { 'unit_sphere own': (r, norm) => r / (1 + norm + r), 'rms own': (r, norm) => norm * Math.sin(2 * Math.asin(r / (2 * norm))) };
  for (const { normalise, frame, certified } of rows) {
    const way = ways[`${normalise} ${frame}`] ?? ((r) => r);
    const reaches = right.map(({ points }, i) => (radii[i] > 0 ? way(radii[i], Math.hypot(...points.flat())) : 0));
    assert.deepEqual(certified, parts.map((part) => reaches.filter((one) => one > part).length), `${normalise} ${frame}`);
  }
});
