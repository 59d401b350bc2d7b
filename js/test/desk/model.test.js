// A model at the desk: asked, counted, certified, refused; and the files that are none. Needs `make build`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { comparisonWords, measuredPoints } from '../../explore/measured-votes.js';
import { questionOf } from '../../explore/opening.js';
import { cleanRequest } from '../../question/voted.js';
import { file, newModels } from './engine.js';
import { cloud, model, modelDesk, modelPath } from './models.js';
import { folderOf } from './runs.js';
import { tooUnsureToCount, verdict } from '../../words/words.js';
import { votes } from './votes.js';
import { onnx } from '../tools/onnx.js';
import { until } from '../tools/until.js';

/** Counts the votes for a certificate's cloud on the command line. @param {import('node:test').TestContext} t @param {any} request @param {number} samples */
async function counted(t, { clean }, samples) {
  const folder = folderOf(t, { 'request.json': JSON.stringify({ clean, sigma: 0.1, group: 'none', permutation: false }) });
  const { code, out, err } = await votes(join(folder, 'request.json'), '--model', modelPath('bdn.onnx'), '--samples', String(samples));
  assert.equal(code, 0, err);
  const { format, ...document } = JSON.parse(out);
  assert.equal(format, 1);
  return document;
}

test('all votes are those that the command line counts, and α and the attack keep them', async (t) => {
  const { desk, take, certify } = await modelDesk(t, 0.02, { norm: '1' });
  await take('bdn.onnx');
  const { request } = await certify('all');
  const { evidence, ...counts } = request.prediction;
  assert.deepEqual(counts, { votes: evidence.votes.estimate[0], samples: 400, anytime: { classes: 2, planned: 400 } });
  assert.deepEqual(evidence, await counted(t, request, 400));

  const { tally } = /** @type {any} */ (await desk.voting.voter());
  for (const [name, text] of [['alpha', '0.002'], ['norm', '0.9']]) desk.entries.set(name, text);
  assert.deepEqual((await certify()).request.prediction.evidence, evidence);
  assert.equal(/** @type {any} */ (await desk.voting.voter()).tally, tally, 'nothing is counted again');
  desk.entries.set('sigma', '0.2');
  assert.notEqual((await certify()).request.prediction.evidence.sampling.seed, evidence.sampling.seed);
});

test('a model whose answers depend on their batch only rarely is found while it votes: the count begins again, row by row, as on the command line',
  async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0, { norm: '1' });
  await take('rarely.onnx');
  const points = [[-0.037, 0.35], [0.163, 0.7], [-0.237, -0.9]];
  await desk.files.choose('clean', file('cloud.json', JSON.stringify({ points })));
  const { evidence } = (await certify('all')).request.prediction;
  assert.deepEqual([evidence.model.batch, classifier.alone, classifier.minds], [1, true, true]);
  const folder = folderOf(t, { 'request.json': JSON.stringify({ clean: { points }, sigma: 0.1, group: 'none', permutation: false }) });
  const { out } = await votes(join(folder, 'request.json'), '--model', modelPath('rarely.onnx'), '--samples', '400');
  assert.deepEqual({ format: 1, ...evidence }, JSON.parse(out));
});

test('votes belong to the model that cast them: another one is asked anew, also where what stands would do', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0.5);
  await take('bdn.onnx');
  const first = (await certify()).request.prediction.evidence;
  assert.ok(desk.votes);
  await take('bnd.onnx');
  assert.equal(desk.votes, null);
  const second = (await certify('standing')).request.prediction.evidence;
  assert.equal(second.model.name, classifier.model?.file.name);
  assert.notEqual(second.model.sha256, first.model.sha256);
});

test('of models that follow each other fast the last one votes', async (t) => {
  const { classifier, take, certify } = await modelDesk(t, 0.5);
  await take('bdn.onnx');
  const { pool } = classifier, { open } = pool;
  t.mock.method(pool, 'open', (/** @type {Parameters<typeof open>} */ ...call) => {
    void take('dynamic.onnx').catch(() => {});
    return open.apply(pool, call);
  }, { times: 1 });
  await take('nan.onnx');
  await classifier.settled();
  assert.deepEqual([classifier.problem, classifier.model?.file.name], ['', 'dynamic.onnx']);
  classifier.choose({ layout: 'BDN' });
  assert.equal((await certify()).request.prediction.evidence.model.name, 'dynamic.onnx');
});

test('a clear class has a radius after as few samples as prove it, and a certificate as soon as these certify', async (t) => {
  const { desk, take, certify } = await modelDesk(t, 0.5, { counted: '6400', norm: '0.05' });
  await take('bdn.onnx');
  /** @type {{samples: number, certified: boolean}[]} */
  const seen = [];
  desk.addEventListener('change', () => {
    const { certificate, request } = desk.result;
    if (certificate) seen.push({ samples: request?.prediction.samples ?? 0, certified: certificate.value.certified });
  });
  const { request, certified, orbit } = await certify();
  assert.equal(certified, true);
  const { samples } = request.prediction;
  assert.ok(seen[0].samples === 15 && !seen[0].certified, JSON.stringify(seen));
  assert.ok(samples > 15 && samples < 100, `${samples} samples`);
  const before = { ...request, prediction: { votes: samples - 1, samples: samples - 1, anytime: request.prediction.anytime } };
  assert.equal((await desk.engine.certify(before)).value.certified, false, `a radius of ${orbit.radius} after one sample fewer`);
});

test('votes that tell no class are a prediction withheld, and more can be counted after an early end', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0);
  await take('bdn.onnx');
  assert.equal((await certify('all')).certified, false);
  const { certificate, request } = /** @type {any} */ (desk.result);
  assert.match(verdict(certificate.value, request, true).text, /^\d+ of 400 samples say “(left|right)”.*abstains/s);

  await desk.files.choose('clean', cloud(0.5));
  const early = (await certify()).request.prediction;
  assert.ok(early.samples < 400, 'a certificate stood before the end');
  const all = (await certify('all')).request.prediction;
  assert.equal(all.votes, 400);
  classifier.refresh();
  const { evidence } = (await certify('all')).request.prediction;
  assert.equal(evidence.sampling.fresh, true);
  assert.notEqual(evidence.sampling.seed, all.evidence.sampling.seed);
});

test('where more votes could hardly certify they are not counted, unless all are asked for', async (t) => {
  const { desk, take, certify } = await modelDesk(t, 0.015, { counted: '6400', norm: '0.15' });
  await take('bdn.onnx');
  const early = (await certify()).request.prediction;
  const { phase, vain, request } = /** @type {any} */ (desk.result);
  assert.deepEqual([phase, vain], ['done', true]);
  assert.ok(early.samples <= 400, `${early.samples} samples`);
  assert.match(tooUnsureToCount(request), /^\d\d % for “left”, \d\d % for “right” of \d+ noisy copies\./);
  const all = await certify('all');
  assert.deepEqual([all.request.prediction.samples, all.certified, desk.result.vain], [6400, false, false]);

  // Of the same votes more are counted where they could certify: p is about 0.66, which bears σΦ⁻¹(p) = 0.04.
  desk.entries.set('norm', '0.03');
  await desk.files.choose('clean', cloud(0.0151));
  const more = await certify();
  assert.ok(more.certified && more.request.prediction.samples > early.samples, 'a count goes on as long as it may help');
});

test('where nothing is to be compared all votes are counted, since each makes the radius larger', async (t) => {
  const { desk, take, certify } = await modelDesk(t, 0.5, { perturbation: 'none' });
  await take('bdn.onnx');
  /** @type {Set<number>} */
  const radii = new Set();
  desk.addEventListener('change', () => void radii.add(desk.result.certificate?.value.orbit?.radius ?? 0));
  const { request } = await certify();
  assert.deepEqual([desk.result.phase, desk.result.vain, request.prediction.samples], ['done', undefined, 400]);
  assert.deepEqual([...radii], [...radii].sort((a, b) => a - b), 'each look has a larger one');
  assert.equal(radii.size, 5, 'none, as soon as there is a class, and after 100, 200 and 400 samples');

  desk.entries.set('counted', '6400');
  await take('nan.onnx');
  assert.equal(await certify(), null);
  assert.match(desk.entries.errors.model, /no finite number/);
});

test('what the graph leaves open is asked, and classes can be named', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0.5);
  await take('dynamic.onnx');
  assert.equal(await certify(), null);
  assert.match(desk.entries.errors.model, /choose the input layout/);
  assert.deepEqual(classifier.read(3).layouts.slice(0, 2).sort(), ['BDN', 'BND']);
  classifier.choose({ layout: 'BDN' });
  await classifier.described(3);
  classifier.nameClasses(['west', '1']);
  assert.deepEqual((await certify()).request.prediction.evidence.model.classes, ['west', '1']);
  assert.equal(desk.entries.errors.model, undefined);
});

test('a declared invariance that the model lacks is refused however often it is asked, and can be made', async (t) => {
  const { desk, take, certify } = await modelDesk(t, 0.5, { how: 'declared', group: 'SE' });
  await take('bdn.onnx');
  for (let time = 0; time < 2; time++) {
    assert.equal(await certify(), null);
    assert.equal(desk.result.phase, 'failed');
    assert.match(desk.entries.errors.how, /\d+ of \d+ noisy clouds changed/);
  }
  desk.entries.set('how', 'made');
  const { classifier } = (await certify()).request.prediction.evidence;
  assert.deepEqual([classifier.how, classifier.poses], ['made', 4]);
  for (const [text, pose, turn] of [['one', 'one', undefined], ['random', undefined, 'random']]) {
    desk.entries.set('pose', /** @type {string} */ (text));
    const { prediction } = (await certify()).request, { classifier: drawn, votes } = prediction.evidence;
    assert.deepEqual([drawn.pose, drawn.turn, drawn.poses, votes.samples], [pose, turn, 1, prediction.samples]);
  }
});

test('files that are no model that can be used: each with its reason, and the model before stays', async (t) => {
  const { classifier, take, certify } = await modelDesk(t, 0.5);
  await take('bdn.onnx');
  const before = classifier.model;
  const cases = /** @type {[File[], RegExp][]} */ ([
    [[file('notes.txt', 'hello')], /no \.onnx file/],
    [[file('text.onnx', 'ply\nformat ascii 1.0\n')], /not an ONNX file/],
    [[file('pointer.onnx', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n')], /git lfs pull/],
    [[file('later.onnx', onnx({ nodes: [{ operator: 'ReduceMean' }], opset: 99 }))], /version 99 .* up to \d\d: export it/],
    [[file('cut.onnx', readFileSync(modelPath('bdn.onnx')).subarray(0, 200))], /cut off|damaged/],
    [[model('unknown.onnx')], /Frobnicate/],
    [[model('random.onnx')], /random\.onnx: it draws random numbers \(RandomNormalLike\)/],
    [[model('norm.onnx')], /BatchNormalization is in training mode/],
    [[model('external.onnx')], /external\.onnx: its weights are in external\.onnx\.data/],
    [[model('bdn.onnx'), file('names.json', '{"a": 1}')], /not a list of class names/],
  ]);
  for (const [files, reason] of cases) {
    await classifier.take(files);
    assert.match(classifier.problem, reason);
    assert.equal(classifier.model, before);
  }
  await take('bdn.onnx');
  assert.equal(classifier.problem, '');
  assert.equal((await certify()).certified, true);
});

test('a model that opens and cannot take the cloud says why when it is asked', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0.5);
  for (const [name, reason] of /** @type {[string, RegExp][]} */ ([
    ['integers', /takes int64 numbers/], ['normals', /more than coordinates/], ['stranger', /temperature/],
  ])) {
    await take(`${name}.onnx`);
    assert.equal(await certify(), null);
    assert.match(`${classifier.problem} ${desk.entries.errors.model}`, reason);
  }
});

test('a model of one number is counted, and its number has an interval', async (t) => {
  const { take, certify } = await modelDesk(t, 0.5);
  await take('column.onnx');
  const { certified, black_box: { interval }, request: { prediction } } = await certify();
  assert.deepEqual([certified, prediction.values.length, prediction.evidence.model.returns], [false, 400, 'number']);
  assert.ok(interval.lower < 0.5 && interval.upper > 0.5);
});

test('logits that are no numbers are refused, and too few or too many points are said', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0.5);
  await take('nan.onnx');
  assert.equal(await certify('all'), null);
  assert.match(desk.entries.errors.model, /no finite number/);
  assert.match(String(classifier.tally?.why), /logits that are not finite/);

  await desk.files.choose('clean', cloud(0.5, 10));
  await take('fixed.onnx');
  assert.equal(await certify(), null);
  assert.match(JSON.stringify(desk.entries.errors), /8 points, .* has 10/);
  desk.entries.set('kept', '8');
  assert.equal((await certify()).certified, true);
  for (const [name, text] of [['kept', ''], ['subsample', '9']]) desk.entries.set(name, text);
  assert.equal(await certify(), null);
  assert.match(desk.entries.errors.subsample, /takes 8 points, and a sample has 9/);
  desk.entries.set('subsample', '8');
  assert.equal((await certify()).request.prediction.evidence.sampling.subsample, 8, 'others are drawn for each vote');
  desk.entries.set('subsample', '');
  assert.equal(desk.votes, null, 'and they stand for no votes of whole clouds');
});

test('a count is cancelled at once, keeps what is proved, and goes on to the same votes', async (t) => {
  const pool = newModels();
  const { logits } = pool;
  /** Number of samples that are answered; later requests wait. */
  let most = Infinity, waits = false;
  const answer = async (...args) => {
    if (!(Number(classifier.tally?.done) > most)) return logits.apply(pool, args);
    waits = true;
    return new Promise((_, reject) => args[4]?.addEventListener('abort', () => reject(args[4]?.reason)));
  };
  pool.logits = /** @type {any} */ (answer);
  const { desk, classifier, take, certify } = await modelDesk(t, 0.04, { counted: '3000', norm: '0.1' }, pool);
  await take('bdn.onnx');
  most = 300;
  const first = desk.certify();
  await until(() => waits);
  desk.cancel();
  await first;
  assert.equal(desk.result.phase, 'cancelled');
  const { request: proved } = desk.result;
  assert.ok(Number(proved?.prediction.samples) < 3000, 'what is proved is kept');
  most = Infinity;
  const { request } = await certify('all');
  assert.deepEqual(request.prediction.evidence, await counted(t, request, 3000));
});

test('along a curve the votes that are measured lie above what is proved, and a bound above them would be told', async (t) => {
  const { desk, classifier, take, certify } = await modelDesk(t, 0.3, { norm: '0.05' });
  await take('bdn.onnx');
  await certify();
  const request = cleanRequest(desk.state), { signal } = new AbortController(), { explorer } = desk.engine;
  for (const kind of /** @type {const} */ (['scale', 'random'])) {
    const { curve, answers } = await explorer.curve(request, questionOf(kind), signal, () => {});
    const seen = [];
    for (const place of measuredPoints(curve)) {
      const points = await explorer.curveCloud(request, questionOf(kind), place.index);
      seen.push({ ...place, ...await classifier.measure(request, points, 3, signal) });
    }
    assert.match(comparisonWords(seen, answers), /^At all 9 places measured the proved bound is below/, kind);
    const higher = answers.map((answer) => ({ ...answer, orbit: { ...answer.orbit, lower: 1 + 1e-9 } }));
    assert.match(comparisonWords(seen, higher), /^At 9 of 9 places the proved bound is above/, kind);
  }
});
