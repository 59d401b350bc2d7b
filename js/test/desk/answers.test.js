// Models that return numbers or label every point: counted by orbitcert-votes, certified, counted again. Each answer is known: the models multiply
// coordinates by a matrix.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { labelsModel, numbersModel } from '../tools/linear-models.js';
import { program } from '../tools/native.js';
import { orbitcert, recount, verify, votes } from './votes.js';

const points = [
  [0.3, 0, 0.4], [1, 0.2, -0.3], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, -0.8],
];
const moved = points.map(([x, y, z]) => [x + 0.02, y, z]);
const plain = { clean: { points }, perturbed: { points: moved }, sigma: 0.1, group: 'none', permutation: false, samples: 0 };
const turning = { ...plain, group: 'axis', axis: [0, 0, 1], permutation: true };

/** The matrix that picks a coordinate of the cloud. @param {number} at */
const picks = (at) => Array.from({ length: 3 * points.length }, (_, i) => Number(i === at));

const FLAT = ['--layout', 'flat BND'];
const LEFT = [[1, 0, 0], [-1, 0, 0]], ABOVE = [[0, 0, 1], [0, 0, -1]];
// As many labels as points.
const SQUARE = [...LEFT, ...ABOVE, [0, 1, 0]];

/** @param {import('node:test').TestContext} t */
async function folderOf(t) {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'));
  t.after(() => rm(folder, { recursive: true }));
  return async (/** @type {string} */ name, /** @type {unknown} */ content) => {
    const path = join(folder, name);
    await writeFile(path, content instanceof Uint8Array ? content : JSON.stringify(content));
    return path;
  };
}

/** The rows that orbitcert draws for a plan: numbers of each sample, one pose each. @param {string} file */
function drawn(file) {
  const data = execFileSync(program('orbitcert'), ['draw', file], { maxBuffer: 1 << 28 });
  const start = 10 + data.readUInt16LE(8), width = 3 * points.length;
  const numbers = new Float32Array(new Uint8Array(data.subarray(start)).buffer);
  return Array.from({ length: numbers.length / width }, (_, i) => [...numbers.subarray(i * width, (i + 1) * width)]);
}

/** The plan that votes were counted by. @param {any} request @param {any} counted */
const planOf = (request, { model, classifier, sampling }) => ({ ...request, prediction: { model, classifier, sampling } });

/** @param {string} file @param {string} model @param {string[]} options */
async function counted(file, model, ...options) {
  const { code, out, err } = await votes(file, '--model', model, '--samples', '200', ...options);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

for (const [name, bytes, options, at] of /** @type {[string, Uint8Array, string[], number][]} */ ([
  ['B×1', numbersModel(5, [picks(0)]), [], 0],
  ['B', numbersModel(5, [picks(0)], { vector: true }), [], 0],
  ['the second of B×2', numbersModel(5, [picks(0), picks(4)]), ['--number', '1'], 4],
  ['a free width', numbersModel(5, [picks(3)], { output: [null, null] }), [], 3],
])) {
  test(`a number of the shape ${name} is that of every noisy cloud, certified and counted again`, async (t) => {
    const write = await folderOf(t), model = await write('model.onnx', bytes), file = await write('request.json', plain);
    const document = await counted(file, model, ...FLAT, ...options);
    assert.equal(document.model.returns, 'number');
    assert.equal('classes' in document.model, false);
    const rows = drawn(await write('plan.json', planOf(plain, document)));
    assert.deepEqual([...document.select, ...document.values], rows.map((row) => row[at]));

    const request = { ...plain, prediction: { evidence: document, tolerance: 0.5 } };
    const { code, out, err } = await orbitcert('certify', await write('evidence.json', request));
    assert.equal(code, 0, err);
    const certificate = JSON.parse(out), { interval } = certificate.orbit;
    assert.equal(certificate.certified, true);
    const exact = points[Math.floor(at / 3)][at % 3], there = moved[Math.floor(at / 3)][at % 3];
    assert.ok(interval.lower < Math.min(exact, there) && Math.max(exact, there) < interval.upper,
      `${exact} and ${there} are within ${JSON.stringify(interval)}`);
    const path = await write('certificate.json', certificate);
    assert.match((await verify(model, path)).err, /300 of 300 samples recounted, each with the number of the document/);
    const other = structuredClone(certificate);
    other.request.prediction.values[7] += 2 ** -12;
    const refuted = await recount(model, await write('other.json', other));
    assert.deepEqual([refuted.code, /1 of 300 samples recounted have another number than the document, first sample 107/.test(refuted.err)], [3, true],
      refuted.err);
  });
}

for (const [name, bytes, options] of /** @type {[string, Uint8Array, string[]][]} */ ([
  ['B×N×C', labelsModel(LEFT), []],
  ['B×C×N', labelsModel(LEFT, { first: true }), []],
  ['which a trial tells', labelsModel(LEFT, { named: false }), []],
  ['which the graph leaves open', labelsModel(SQUARE, { points: 5 }), ['--returns', 'BNC']],
])) {
  test(`labels of the shape ${name} are those of every point, certified and counted again`, async (t) => {
    const write = await folderOf(t), model = await write('model.onnx', bytes), file = await write('request.json', plain);
    const document = await counted(file, model, ...options);
    const first = document.model.returns === 'BCN', rows = drawn(await write('plan.json', planOf(plain, document)));
    const labels = rows.map((row) => points.map((_, n) => {
      const [x, y, z] = [0, 1, 2].map((i) => row[first ? i * points.length + n : 3 * n + i]);
      const scores = document.model.classes.length === 2 ? [x, -x] : [x, -x, z, -z, y];
      return scores.indexOf(Math.max(...scores));
    }));
    const [chosen, voting] = [labels.slice(0, 100), labels.slice(100)];
    const of = (/** @type {number[][]} */ all, /** @type {number} */ n, /** @type {number} */ label) => all.filter((one) => one[n] === label).length;
    const counts = document.model.classes.map((/** @type {string} */ _, /** @type {number} */ label) => label);
    const predicted = points.map((_, n) =>
      counts.reduce((/** @type {number} */ best, /** @type {number} */ label) => (of(chosen, n, label) > of(chosen, n, best) ? label : best), 0));
    assert.deepEqual(document.labels, { predicted, votes: points.map((_, n) => of(voting, n, predicted[n])), samples: 200 });

    const { code, out, err } = await orbitcert('certify', await write('evidence.json', { ...plain, prediction: { evidence: document } }));
    assert.equal(code, 0, err);
    const certificate = JSON.parse(out);
    assert.deepEqual(certificate.request.prediction.labels.votes, document.labels.votes);
    const path = await write('certificate.json', certificate);
    assert.match((await verify(model, path)).err, /300 of 300 samples recounted, each with the labels of the document/);
    const forged = structuredClone(certificate);
    forged.request.prediction.labels.votes[0] += 1;
    const refused = await orbitcert('verify', await write('forged.json', forged));
    assert.notEqual(refused.code, 0, 'more votes than the samples have');
  });
}

// A model that turns with nothing: the poses of the program make its vectors turn.
const MIXED = [[1, 0, 0.5], [0, 1, -0.25], [0, 0, 2]];

for (const [name, bytes, options] of /** @type {[string, Uint8Array, string[]][]} */ ([
  ['B×3', numbersModel(5, [picks(0), picks(7), picks(14)]), [...FLAT, '--returns', 'vector']],
  ['B×N×3', labelsModel(MIXED), ['--returns', 'BND']],
  ['B×3×N', labelsModel(MIXED, { first: true }), ['--returns', 'BDN']],
])) {
  test(`vectors of the shape ${name} turn with the cloud, are certified and counted again`, async (t) => {
    const write = await folderOf(t), model = await write('model.onnx', bytes), request = { ...plain, group: 'E', sigma: 0.05 };
    const document = await counted(await write('request.json', request), model, ...options, '--clip', '3');
    assert.deepEqual([document.model.clip, document.classifier.poses, document.vectors.values.length], [3, 8, 200]);
    const asked = { ...request, prediction: { evidence: document, vectors: { tolerance: 5 } } };
    const { code, out, err } = await orbitcert('certify', await write('evidence.json', asked));
    assert.equal(code, 0, err);
    const certificate = JSON.parse(out), { vectors, radius } = certificate.orbit;
    assert.deepEqual([certificate.certified, radius > 0, vectors.length], [true, true, name === 'B×3' ? 1 : 5]);
    const path = await write('certificate.json', certificate);
    assert.match((await verify(model, path)).err, /300 of 300 samples recounted, each with the vectors? (of points )?of the document/);
    const [x] = [certificate.request.prediction.vectors.values[7]].flat(2);
    const other = JSON.parse(JSON.stringify(certificate).replace(String(x), String(x + 2 ** -12)));
    assert.deepEqual([(await recount(model, await write('other.json', other))).code, (await verify(model, await write('other.json', other))).code], [3, 3]);
    // The cloud turned by a right angle gives the same vectors turned, but for the noise of the samples.
    const turned = { ...request, clean: { points: points.map(([x, y, z]) => [-y, x, z]) } };
    const again = await counted(await write('turned.json', turned), model, ...options, '--clip', '3');
    const mean = (/** @type {number[][][] | number[][]} */ all) => all.map((sample) => sample.flat()).reduce((sum, v) => sum.map((x, i) => x + v[i] / 200),
      new Array(3 * vectors.length).fill(0));
    const before = mean(document.vectors.values), after = mean(again.vectors.values);
    for (let n = 0; n < before.length; n += 3)
      for (const [i, x] of [-before[n + 1], before[n], before[n + 2]].entries()) assert.ok(Math.abs(after[n + i] - x) < 0.1, `${after} is ${before}, turned`);
  });
}

test('what vectors lack is named', async (t) => {
  const write = await folderOf(t), file = await write('request.json', plain);
  const points = await write('points.onnx', labelsModel(MIXED)), one = await write('one.onnx', numbersModel(5, [picks(0), picks(7), picks(14)]));
  for (const [model, options, said] of /** @type {[string, string[], RegExp][]} */ ([
    [points, [], /the output labels has 3 numbers for each point: give returns "BND" for a vector that turns with the cloud, or "BNC"/i],
    [points, ['--returns', 'BND'], /length at which vectors are clipped/],
    [points, ['--returns', 'BDN', '--clip', '1'], /give "BND"/],
    [points, ['--returns', 'BND', '--clip', '0'], /prediction.model.clip: must be a length above 0/],
    [one, [...FLAT, '--returns', 'BND', '--clip', '1'], /it has no output BND of a vector for each point/],
  ])) {
    const { code, err } = await votes(file, '--model', model, '--samples', '200', ...options);
    assert.deepEqual([code, said.test(err)], [2, true], err);
  }
});

test('labels of sorted rows of two poses go back to their points', async (t) => {
  const write = await folderOf(t), file = await write('request.json', turning);
  for (const first of [false, true]) {
    const model = await write('model.onnx', labelsModel(ABOVE, { first }));
    const document = await counted(file, model);
    assert.deepEqual([document.classifier.poses, document.classifier.sorted], [2, true]);
    assert.deepEqual(document.labels.predicted, points.map(([, , z]) => (z > 0 ? 0 : 1)));
    // 0.4, 0.3, 1.5 and 0.8 are three or more times σ away from the plane, 0.1 is once.
    const [a, b, near, c, d] = document.labels.votes;
    assert.ok(Math.min(a, b, c, d) >= 195 && near > 140 && near < 190, String(document.labels.votes));
    const { out } = await orbitcert('certify', await write('evidence.json', { ...turning, prediction: { evidence: document } }));
    assert.equal((await verify(model, await write('certificate.json', JSON.parse(out)))).code, 0);
  }
});

test('a number that is not finite counts against both ends, and where none is finite the model is refused', async (t) => {
  const write = await folderOf(t), file = await write('request.json', plain);
  const answers = async (/** @type {number} */ factor) => {
    const model = await write('model.onnx', numbersModel(5, [picks(3).map((one) => one * factor)]));
    return votes(file, '--model', model, '--samples', '200', ...FLAT);
  };
  const { code, out, err } = await answers(3.3e38); // beyond float32 from 1.03 on, for a coordinate of 1 with noise of 0.1
  assert.equal(code, 0, err);
  const document = JSON.parse(out), without = document.values.filter((/** @type {unknown} */ x) => x === null).length;
  assert.ok(without > 0 && without < 200, `${without}`);
  assert.match(err, new RegExp(`${without} of 200 samples have no number: ${without} with logits that are not finite`));
  const certificate = JSON.parse((await orbitcert('certify', await write('evidence.json', { ...plain, prediction: { evidence: document } }))).out);
  assert.deepEqual([certificate.certified, certificate.orbit.interval.upper], [false, undefined]);
  const none = await answers(NaN);
  assert.deepEqual([none.code, none.out], [2, '']);
  assert.match(none.err, /no finite number/);
});

for (const [name, bytes, options, request, refusal] of /** @type {[string, Uint8Array, string[], any, RegExp][]} */ ([
  ['several numbers', numbersModel(5, [picks(0), picks(1)]), [...FLAT, '--returns', 'number'], plain,
    /has 2 numbers for each cloud: give the one that counts, 0 to 1/],
  ['no such number', numbersModel(5, [picks(0), picks(1)]), [...FLAT, '--number', '2'], plain, /has 2 numbers for each cloud/],
  ['numbers or classes', numbersModel(5, [picks(0), picks(1)]), FLAT, { ...plain, prediction: { tolerance: 1 } },
    /prediction\.model\.returns: .*give "number" and prediction\.model\.number, 0 to 1; or "classes"/],
  ['as many labels as points', labelsModel(SQUARE, { points: 5 }), [], plain, /either may count the points: give "BNC" \(points, then labels\) or "BCN"/],
  ['the other order of axes', labelsModel(LEFT), ['--returns', 'BCN'], plain, /has 2 where "BCN" has the points, of 64 in a trial: give "BNC"/],
  ['no labels', numbersModel(5, [picks(0)]), [...FLAT, '--returns', 'BNC'], plain,
    /no output BNC of scores of labels for each point: value is float of the shape \[\?, 1\]/],
  ['samples of some points', labelsModel(LEFT), [], { ...plain, subsample: 3, pairing: 'order' }, /a sample labels only the points in it; leave out subsample/],
  ['a quantile', numbersModel(5, [picks(0)]), [...FLAT, '--returns', 'quantile'], plain,
    /prediction\.model\.returns: must be "classes", "number", "BNC", "BCN"/],
  ['a declared invariance', numbersModel(5, [picks(0)]), FLAT, { ...plain, prediction: { classifier: { how: 'declared' } } },
    /tested by classes; leave it out/],
])) {
  test(`asks or refuses: ${name}`, async (t) => {
    const write = await folderOf(t);
    const { code, err } = await votes(await write('request.json', request), '--model', await write('model.onnx', bytes), '--samples', '200', ...options);
    assert.equal(code, 2, err);
    assert.match(err, refusal);
  });
}

for (const [returns, bytes, options, entry] of /** @type {const} */ ([
  [{ returns: 'number', tolerance: 9 }, numbersModel(5, [picks(0)]), FLAT, {}],
  [{ returns: 'labels' }, labelsModel(LEFT), [], { labels: { truth: points.map(() => 0) } }],
])) {
  test(`a run of ${returns.returns} is counted, certified and counted again`, async (t) => {
    const write = await folderOf(t), model = await write('model.onnx', bytes);
    const asked = { sigma: 0.1, group: 'none', ...returns, attack: { family: 'ball', norms: [0, 0.05] } };
    const run = await write('run.json', { ...asked, clouds: [{ name: 'a', points, ...entry }] });
    const counted = await votes(run, '--model', model, '--samples', '200', ...options);
    assert.equal(counted.code, 0, counted.err);
    const document = JSON.parse(counted.out), voted = await write('voted.json', document);
    assert.equal(document.clouds[0].values?.length ?? document.clouds[0].labels.samples, 200);
    const again = await votes(voted, '--model', model, '--recount');
    assert.equal(again.code, 0, again.err);
    const forged = structuredClone(document);
    if (forged.clouds[0].values) forged.clouds[0].values[3] += 1;
    else forged.clouds[0].labels.votes[0] -= 1;
    assert.equal((await votes(await write('forged.json', forged), '--model', model, '--recount')).code, 3);
    const result = await orbitcert('run', voted);
    assert.equal(result.code, 0, result.err);
    assert.deepEqual(Object.keys(JSON.parse(result.out).stated.orbit).sort(),
      entry.labels ? ['accuracy', 'iou', 'mean_iou', 'share', 'true_iou'] : ['bounded', 'width']);
  });
}

test('a run counts classes', async (t) => {
  const write = await folderOf(t), model = await write('model.onnx', numbersModel(5, [picks(0)]));
  const run = await write('run.json', { sigma: 0.1, group: 'none', clouds: [{ name: 'a', label: 0, points }] });
  const { code, err } = await votes(run, '--model', model, ...FLAT);
  assert.equal(code, 2, err);
  assert.match(err, /has one number for each cloud/);
});
