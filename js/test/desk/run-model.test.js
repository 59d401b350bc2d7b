// Votes of a model for every cloud of a run: counted at the desk as by the command line. Needs `make build`.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { file } from './engine.js';
import { model, modelPath, modelRun, points } from './models.js';
import { failures, finished, folderOf, orbitcert } from './runs.js';
import { numbersModel } from '../tools/linear-models.js';
import { recount, votes } from './votes.js';

/** Settings with every field, as the page writes them. */
const SETTINGS = {
  sigma: 0.1, group: 'none', permutation: false, runner_up: true, alpha: 0.001, samples: 10_000, bound: 'disagreement', seed: 0,
  attack: { family: 'scale', norms: [0, 0.05, 0.1] },
};

/** Points that are nearly flat. @param {number} m @param {number} [count] */
const flat = (m, count) => points(m, count, 1e-4);

/** A run without votes: clouds left and right of the origin. @param {number[]} means */
const runOf = (...means) => runWith(flat, means);

/** @param {typeof flat} make @param {number[]} means */
const runWith = (make, means) => JSON.stringify({ ...SETTINGS, clouds: means.map((m, i) => ({ name: `cloud ${i}`, label: i % 2, points: make(m) })) });

/** Counts votes on the command line. @param {string} path @param {string} name of the model */
const counted = (path, name) => votes(path, '--model', modelPath(name), '--samples', '200');

test('a count that goes on, or begins with other settings, waits for the end of the one before', async (t) => {
  const { run } = await modelRun(t, [file('run.json', runOf(0.5, -0.5, 0.02))], 'bdn.onnx', 2000);
  const voter = await run.work.voter(), count = voter.count.bind(voter);
  let [on, most, begun, end] = [0, 0, 0, () => {}];
  const ended = new Promise((resolve) => { end = () => resolve(null); });
  voter.count = async (...turn) => {
    most = Math.max(most, ++on);
    if (++begun === 1) setTimeout(() => { run.pause(); run.goOn(); });
    if (begun === 2) setTimeout(() => { run.cancel(); run.entries.set('sigma', '0.2'); run.start().then(end); });
    return count(...turn).finally(() => { on--; });
  };
  void finished(run);
  await ended;
  assert.equal(run.phase, 'done', run.message);
  assert.deepEqual([most, JSON.parse(String(await run.voted?.text())).voted.sampling.sigma, begun > 3], [1, 0.2, true]);
});

test('the votes of all clouds are the bytes of the command line, certify, and are kept where they still belong', async (t) => {
  const text = runOf(0.5, -0.5, 0.02);
  const { run } = await modelRun(t, [file('run.json', text)], 'bdn.onnx', 200);
  let counts = 0;
  run.addEventListener('change', () => { counts += Number(run.phase === 'counting'); });
  await finished(run);
  assert.equal(run.phase, 'done', run.message);
  assert.ok(counts > 0);
  const own = async () => String(await run.voted?.text());
  const folder = folderOf(t, { 'run.json': text });
  assert.equal(await own(), (await counted(join(folder, 'run.json'), 'bdn.onnx')).out);

  const documents = { 'votes.json': await own(), 'run.json': await run.log.document().text() };
  const result = await run.outcome.document.text();
  for (const [name, content] of Object.entries(documents)) writeFileSync(join(folder, name), content);
  assert.match((await recount(modelPath('bdn.onnx'), join(folder, 'run.json'))).out, /3 clouds counted again, each with the votes of the document/);
  for (const name of Object.keys(documents)) assert.equal(await orbitcert(folder, 'run', name), result, name);

  // Larger norms need more votes, and so does another σ.
  for (const [entry, text] of [['norms', '0 0.2'], ['sigma', '0.2']]) {
    counts = 0;
    await finished(run, { [entry]: text });
    assert.equal(run.phase, 'done', run.message);
    assert.ok(counts > 0, entry);
  }
  assert.deepEqual(run.outcome?.result.settings.attack.norms, [0, 0.2]);
  assert.equal(JSON.parse(await own()).voted.sampling.sigma, 0.2);

  await finished(run, { group: 'SO', pose: 'random' });
  assert.equal(run.phase, 'done', run.message);
  const { votes, voted: { classifier }, ...rest } = JSON.parse(await own());
  assert.deepEqual(classifier, { group: 'SO', how: 'made', turn: 'random', poses: 1, sorted: false, grid: classifier.grid });
  const clouds = rest.clouds.map(({ name, label, points }) => ({ name, label, points }));
  writeFileSync(join(folder, 'turned.json'), JSON.stringify({ ...rest, clouds, voted: { classifier: { turn: 'random' } } }));
  assert.equal(await own(), (await counted(join(folder, 'turned.json'), 'bdn.onnx')).out);
});

test('where a cloud shows that answers depend on their batch, the votes of all clouds are counted again, row by row, as on the command line', async (t) => {
  const clouds = [
    [-0.9, -0.8, -0.7], [-0.037, 0.163, -0.237],
  ].map((xs, i) => ({ name: `cloud ${i}`, label: 1, points: xs.map((x, n) => [x, [0.35, 0.7, -0.9][n]]) }));
  const text = JSON.stringify({ ...SETTINGS, clouds });
  const { run } = await modelRun(t, [file('run.json', text)], 'rarely.onnx', 400);
  await finished(run);
  assert.equal(run.phase, 'done', run.message);
  const folder = folderOf(t, { 'run.json': text }), own = String(await run.voted?.text());
  assert.equal(JSON.parse(own).voted.model.batch, 1);
  assert.equal(own, (await votes(join(folder, 'run.json'), '--model', modelPath('rarely.onnx'), '--samples', '400')).out);
});

test('votes of samples of some points count points that come and go, as the command line does, and stand for no other samples', async (t) => {
  const { run } = await modelRun(t, [file('run.json', runOf(0.9, -0.9))], 'bdn.onnx', 200);
  const sampled = { family: 'withstand', subsample: '3', moved: '0.01' };
  await finished(run, sampled);
  assert.equal(run.phase, 'done', run.message);
  const result = await run.outcome.document.text(), votes = String(await run.voted?.text());
  const { settings, points, results } = JSON.parse(result);
  assert.deepEqual([settings.subsample, settings.withstand, JSON.parse(votes).voted.sampling.subsample], [3, { moved: 0.01 }, 3]);
  assert.deepEqual(
    points.map(({ change, counts, accuracy }) => [change, counts[0], accuracy[0], accuracy.at(-1)]),
    ['replaced', 'added', 'removed'].map((change) => [change, 0, 1, 0]),
  );
  assert.deepEqual(results.map((one) => one.points.of), [8, 8]);
  assert.ok(results.every((one) => one.points.removed > 0));

  const whole = { ...JSON.parse(votes), withstand: {} };
  delete whole.subsample;
  const folder = folderOf(t, { 'voted.json': votes, 'whole.json': JSON.stringify(whole) });
  assert.equal((await counted(join(folder, 'voted.json'), 'bdn.onnx')).out, votes);
  assert.match((await recount(modelPath('bdn.onnx'), join(folder, 'voted.json'))).out, /2 clouds counted again, each with the votes of the document/);
  assert.equal(await orbitcert(folder, 'run', 'voted.json'), result);
  await assert.rejects(orbitcert(folder, 'run', 'whole.json'), /subsample: must be that with which the votes were counted, 3 points, got none/);

  // Samples of more points are others.
  await finished(run, { subsample: '4' });
  assert.equal(JSON.parse(String(await run.voted?.text())).voted.sampling.subsample, 4);
  await finished(run, { subsample: '9' });
  assert.match(run.message, /subsample: is 9, but .* 8 points/);
});

test('a run attacks each cloud, as the command line does, and counts again where it found something', async (t) => {
  const text = runWith((m) => points(m, 8, 0.5), [0.05, -0.5, -0.5]);
  const { run } = await modelRun(t, [file('run.json', text)], 'bdn.onnx', 200);
  await finished(run, { family: 'ball', norms: '0 0.1 0.2 0.3 0.5 1 2', search: '24' });
  assert.equal(run.phase, 'done', run.message);
  const result = await run.outcome.document.text(), voted = String(await run.voted?.text()), document = JSON.parse(voted);
  const { accuracy, attacks, results, settings } = JSON.parse(result);
  assert.deepEqual([settings.attack.search, attacks], [24, { clouds: 2, found: 1, level: 0.001 }]);
  assert.ok(accuracy.attacked.every((share, i) => share >= accuracy.orbit[i] && (i === 0 || share <= accuracy.attacked[i - 1])), JSON.stringify(accuracy));
  assert.ok(accuracy.attacked.at(-1) < accuracy.attacked[0] && accuracy.orbit[1] > 0);
  assert.deepEqual(results.map(({ attacked }) => attacked?.clouds), [1, 0, undefined], 'the last cloud is predicted wrongly');

  const [{ attacked: [{ votes: [first, second] }] }, far] = document.clouds;
  const forged = voted.replace(`"votes":[${first},${second}],"samples":200`, `"votes":[${first - 1},${second + 1}],"samples":200`);
  const contradicted = { ...document, clouds: [{ ...far, attacked: [{ points: far.points, votes: [200, 0], samples: 200 }] }] };
  const folder = folderOf(t, {
    'run.json': JSON.stringify({ ...JSON.parse(text), attack: settings.attack }), 'voted.json': voted, 'forged.json': forged,
    'contradicted.json': JSON.stringify(contradicted),
  });
  assert.deepEqual(JSON.parse((await counted(join(folder, 'run.json'), 'bdn.onnx')).out).clouds, document.clouds);
  assert.match((await recount(modelPath('bdn.onnx'), join(folder, 'voted.json'))).out, /3 clouds counted again, each with the votes of the document/);
  assert.match((await recount(modelPath('bdn.onnx'), join(folder, 'forged.json'))).err, /1 of 3 clouds have other votes than the document, first cloud 0/);
  assert.equal(await orbitcert(folder, 'run', 'voted.json'), result);
  await assert.rejects(
    orbitcert(folder, 'run', 'contradicted.json'),
    /certificates that an attack contradicts[^]*cloud 1: is certified, but votes of fresh noise have another prediction/,
  );
});

test('clouds by themselves need labels; one that the model cannot take fails alone, here and on the command line', async (t) => {
  const xyz = (/** @type {number} */ m, /** @type {number} */ count = 8) => flat(m, count).map((point) => point.join(' ')).join('\n');
  const { run, add } = await modelRun(
    t, [file('a.xyz', xyz(0.6)), file('b.xyz', xyz(0.6, 10)), file('c.xyz', xyz(-0.6)), file('d.xyz', xyz(0.4))], 'fixed.onnx', 200,
  );
  await finished(run, { group: 'none' });
  assert.match(run.message, /labels: are missing: no cloud has one/i);
  await add(file('labels.csv', 'name,label\na,0\nb,0\nc,2\n'));
  await finished(run);
  assert.equal(run.phase, 'done', run.message);
  assert.deepEqual(failures(run), [
    'b.xyz: preparation.points: The model takes 8 points, and the cloud has 10.',
    'c.xyz: has the label 2, but the model has 2 classes',
    'd.xyz: has no label, the number of its true class',
  ]);
  assert.deepEqual([run.outcome?.result.total, run.outcome?.result.correct, run.outcome?.result.failed], [4, 1, 3]);

  const clouds = [{ name: 'a', label: 0, points: flat(0.5) }, { name: 'b', label: 0, points: flat(0.5, 10) }, { name: 'c', failure: 'was not there' }];
  const folder = folderOf(t, { 'run.json': JSON.stringify({ ...SETTINGS, clouds }), 'bad.json': JSON.stringify({ ...SETTINGS, clouds: clouds.slice(1) }) });
  const { clouds: [, b, c] } = JSON.parse((await counted(join(folder, 'run.json'), 'fixed.onnx')).out);
  assert.deepEqual([b.failure, c.failure], ['preparation.points: The model takes 8 points, and the cloud has 10.', 'was not there']);
  const bad = await counted(join(folder, 'bad.json'), 'fixed.onnx');
  assert.deepEqual([bad.code, /no cloud could be voted on; b: preparation\.points/.test(bad.err)], [2, true], bad.err);
});

test('a cloud for which the model returns no finite number fails with that reason', async (t) => {
  // The score of the first class is infinite from 1.03 on.
  const first = Array.from({ length: 24 }, (_, i) => (i === 0 ? 3.3e38 : 0)), model = numbersModel(8, [first, first.map(() => 0)]);
  const folder = folderOf(t, { 'run.json': runWith(points, [0.5, 50]), 'model.onnx': model });
  const flags = ['--model', join(folder, 'model.onnx'), '--layout', 'flat BND'];
  const { out, err } = await votes(join(folder, 'run.json'), ...flags, '--samples', '200');
  const counted = JSON.parse(out), [near, far] = counted.clouds;
  assert.equal(near.failure, undefined, err);
  assert.match(far.failure, /^prediction\.model: The model returned no finite number/);
});

test('a model that takes the place of the one that votes on a run casts none of its votes', async (t) => {
  const text = runOf(0.5, -0.5);
  const { run, classifier } = await modelRun(t, [file('run.json', text)], 'bdn.onnx', 200);
  const { counting } = classifier.engine, { inputs } = counting;
  let asked = 0;
  t.mock.method(counting, 'inputs', async (/** @type {Parameters<typeof inputs>} */ ...call) => {
    if (++asked === 3) await classifier.take([model('nan.onnx')]);
    return inputs.apply(counting, call);
  });
  await finished(run);
  assert.equal(run.phase, 'paused');
  await run.goOn();
  assert.equal(run.phase, 'done', run.message);
  const folder = folderOf(t, { 'run.json': text });
  assert.equal(String(await run.voted?.text()), (await counted(join(folder, 'run.json'), 'bdn.onnx')).out);
});
