// Checks of a model before it counts, and of a second count against the first: on the command line, by the real runtime.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { orbitcert, recount, verify, votes } from './votes.js';

const model = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));
const sha256 = (/** @type {string | Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex');

const clean = { points: [[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]] };
const request = { clean, sigma: 0.1, group: 'none' };
const turned = { clean, perturbed: { points: clean.points.map(([x, y]) => [-x, -y]) }, sigma: 0.1, group: 'SE' };
const declared = { ...turned, prediction: { classifier: { how: 'declared' } } };

/** A folder, and what writes a document into it. */
async function open(t) {
  const folder = await mkdtemp(join(tmpdir(), 'trust-'));
  t.after(() => rm(folder, { recursive: true }));
  const write = async (/** @type {string} */ name, /** @type {any} */ value) => {
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
    return join(folder, name);
  };
  /** The certificate of a request whose prediction has this evidence. */
  const certify = async (/** @type {string} */ name, /** @type {any} */ ask, /** @type {any} */ evidence) => {
    const { code, out, err } = await orbitcert('certify', await write(`${name}.request`, { ...ask, prediction: { evidence } }));
    assert.equal(code, 0, err);
    return write(name, out);
  };
  return { folder, write, certify };
}

test('a model that draws, or is in training mode, is refused; one that minds its neighbours answers every cloud alone', async (t) => {
  const { write, certify } = await open(t);
  const file = await write('request.json', request);
  const count = (/** @type {string} */ name) => votes(file, '--model', model(`${name}.onnx`), '--samples', '200');
  const [drawn, trained, ...alone] = await Promise.all(['random-within', 'norm', 'quantised', 'quantised-four'].map(count));
  assert.match(drawn.err, /random-within\.onnx: it draws random numbers \(RandomNormalLike\)/);
  assert.match(trained.err, /norm\.onnx: its BatchNormalization is in training mode.*export it after \.eval\(\)/);
  assert.deepEqual([drawn, trained].map(({ code, out }) => [code, out]), [[2, ''], [2, '']]);
  for (const { out, err } of alone) {
    assert.match(err, /each row is answered alone/);
    assert.equal(JSON.parse(out).model.batch, 1);
  }
  const evidence = JSON.parse(alone[0].out);
  const stands = await verify(model('quantised.onnx'), await certify('alone.json', request, evidence));
  assert.deepEqual([stands.code, /200 of 200 samples recounted/.test(stands.err)], [0, true], stands.err);

  // The same votes, as if the batch did not matter: their seed is another, so they are drawn anew.
  const { batch, ...batched } = evidence.model;
  const forged = { ...evidence, model: batched, sampling: { ...evidence.sampling, fresh: true } };
  const caught = await verify(model('quantised.onnx'), await certify('batched.json', request, forged));
  assert.equal(caught.code, 3, caught.err);
  assert.match(caught.err, /depends on the rest of the batch/);
});

test('a model whose answers depend on their batch only rarely is found while it votes, and counted row by row; refuses votes of its batches', async (t) => {
  const { write, certify } = await open(t);
  const rare = { ...request, clean: { points: [[-0.037, 0.35], [0.163, 0.7], [-0.237, -0.9]] } };
  const counted = await votes(
    await write('request.json', { ...rare, prediction: { sampling: { select: 100 } } }), '--model', model('rarely.onnx'), '--samples', '1600',
  );
  assert.match(counted.err, /each row is answered alone/);
  const evidence = JSON.parse(counted.out);
  assert.equal(evidence.model.batch, 1);
  assert.ok(evidence.votes.estimate[0] < 600, `three quarters of its batches vote for another class: ${evidence.votes.estimate}`);

  const { batch, ...batched } = evidence.model;
  const forged = { ...evidence, model: batched, sampling: { ...evidence.sampling, fresh: true } };
  const [stands, caught] = await Promise.all(
    [
      ['alone.json', evidence], ['batched.json', forged],
    ].map(async ([name, said]) => verify(model('rarely.onnx'), await certify(name, rare, said))),
  );
  assert.deepEqual([stands.code, caught.code], [0, 3], stands.err + caught.err);
  assert.match(caught.err, /depends on the rest of the batch/);

  // A run says once for all its clouds how they were answered: the first of these shows nothing of it.
  const clouds = [{ name: 'far', label: 1, points: [[-0.9, 0.1], [-0.8, 0.7], [-0.7, -0.9]] }, { name: 'near', label: 1, ...rare.clean }];
  const run = await write('run.json', { sigma: 0.1, group: 'none', attack: { family: 'scale', norms: [0] }, clouds });
  const documents = join(run, '..', 'documents.jsonl');
  const alike = JSON.parse((await votes(await write('alike.json', rare), '--model', model('rarely.onnx'), '--samples', '1600', '--all')).out);
  const voted = await votes(run, '--model', model('rarely.onnx'), '--samples', '1600', '--all', '--documents', documents);
  const { voted: how, clouds: [, near] } = JSON.parse(voted.out);
  assert.deepEqual([how.model.batch, near.votes_cert], [1, [...alike.votes.estimate, alike.votes.none]], voted.err);
  assert.equal((await readFile(documents, 'utf8')).trim().split('\n').length, 2);
});

test('a declared invariance is tried before votes are counted and counted again; the certificate says that it is declared', async (t) => {
  const { folder, write, certify } = await open(t);
  const file = await write('request.json', declared);
  const half = await votes(file, '--model', model('bdn2.onnx'), '--samples', '200');
  assert.deepEqual([half.code, half.out], [2, ''], half.err);
  assert.match(half.err, /does not have this invariance: \d+ of 200 noisy clouds changed their class/);

  // Votes that somebody else counted, who said what he liked.
  const { out } = await votes(await write('made.json', turned), '--model', model('bdn2.onnx'), '--samples', '200', '--all');
  const made = JSON.parse(out);
  const evidence = {
    ...made, classifier: { ...made.classifier, how: 'declared', poses: 1 }, sampling: { ...made.sampling, fresh: true },
    votes: { ...made.votes, estimate: [200, 0, 0], none: 0, predicted: 0 },
  };
  delete evidence.sampled;
  const shared = JSON.parse(await readFile(await certify('said.json', turned, evidence), 'utf8'));
  assert.equal(shared.certified, true);
  assert.match(shared.notes.join(), /invariance of the model is declared and was not tried/);
  const plan = await write('plan.json', { ...turned, prediction: { model: made.model, classifier: { how: 'declared' }, sampling: { estimate: 200 } } });
  const classes = join(folder, 'classes.npy');
  const header = "{'descr': '|i1', 'fortran_order': False, 'shape': (200,), }\n";
  await writeFile(classes, Buffer.concat([Buffer.from(`\x93NUMPY\x01\x00${String.fromCharCode(header.length)}\x00${header}`, 'latin1'), Buffer.alloc(200)]));
  const counted = await orbitcert('count', plan, classes);
  assert.equal(counted.code, 0, counted.err);
  const caught = await verify(model('bdn2.onnx'), await certify('declared.json', turned, JSON.parse(counted.out)));
  assert.equal(caught.code, 3, caught.err);
  assert.match(caught.err, /does not have this invariance/);
});

test('a declared invariance that the model has is certified with its test', async (t) => {
  const { write, certify } = await open(t);
  const pushed = { ...declared, group: 'none', perturbed: { points: clean.points.map(([x, y]) => [x, y + 0.01]) } };
  const counted = await votes(await write('request.json', pushed), '--model', model('bdn2.onnx'), '--samples', '200');
  assert.equal(counted.code, 0, counted.err);
  const evidence = JSON.parse(counted.out);
  assert.deepEqual(evidence.tested, { clouds: 200, changed: 0, rate: 0.015 });
  const file = await certify('declared.json', pushed, evidence);
  assert.match(JSON.parse(await readFile(file, 'utf8')).notes.join(), /declared: none of 200 noisy clouds/);
  const stands = await verify(model('bdn2.onnx'), file);
  assert.deepEqual([stands.code, /none of 200 noisy clouds changed/.test(stands.err)], [0, true], stands.err);
});

test('what names a model has all its weights in it, and weights are never read outside its folder', async (t) => {
  const { folder, write } = await open(t);
  const file = await write('request.json', request);
  await mkdir(join(folder, 'models'));
  const at = (/** @type {string} */ name) => join(folder, 'models', name);
  for (const name of ['outside.onnx', 'weights1.bin', 'weights2.bin', 'escaping.onnx']) await copyFile(model(name), at(name));
  await copyFile(model('weights1.bin'), join(folder, 'weights1.bin'));
  const count = (/** @type {string} */ name, /** @type {string[]} */ ...more) => votes(file, '--model', at(name), '--samples', '200', ...more);
  const [first, escaping] = await Promise.all([count('outside.onnx'), count('escaping.onnx')]);
  const named = JSON.parse(first.out);
  const digests = await Promise.all(['outside.onnx', 'weights1.bin', 'weights2.bin'].map(async (name) => `${sha256(await readFile(model(name)))}\n`));
  assert.equal(named.model.sha256, sha256(digests.join('')));
  assert.deepEqual([escaping.code, /“\.\.\/weights1\.bin”, which is not a file below its own folder/.test(escaping.err)], [2, true], escaping.err);

  // The same graph with its weights negated, and with those that no node needs changed.
  const negated = Buffer.from(await readFile(model('weights1.bin'))).map((byte, i) => (i % 4 === 3 ? byte ^ 0x80 : byte));
  await writeFile(at('weights1.bin'), negated);
  await writeFile(join(folder, 'notes.bin'), 'x');
  const second = await count('outside.onnx', '--beside', join(folder, 'notes.bin'));
  assert.match(second.err, /takes nothing from notes\.bin/);
  const other = JSON.parse(second.out);
  assert.notEqual(other.model.sha256, named.model.sha256);
  assert.notEqual(other.sampling.seed, named.sampling.seed);
  assert.notEqual(other.votes.predicted, named.votes.predicted);
  await rm(at('weights2.bin'));
  const missing = await count('outside.onnx');
  assert.deepEqual([missing.code, /its weights are in weights2\.bin/.test(missing.err)], [2, true], missing.err);
});

test('a second count holds names, output and seed against the model, and says what it could not', async (t) => {
  const { write, certify } = await open(t);
  const file = await write('request.json', request);
  const [counted, opposite] = await Promise.all([
    votes(file, '--model', model('bdn2.onnx'), '--samples', '200'), votes(file, '--model', model('outputs.onnx'), '--output', 'opposite', '--samples', '200'),
  ]);
  const evidence = JSON.parse(counted.out);
  const again = async (/** @type {string} */ name, /** @type {any} */ said) => verify(model('bdn2.onnx'), await certify(name, request, said));
  const [renamed, numbered, called] = await Promise.all([
    again('renamed.json', { ...evidence, model: { ...evidence.model, classes: ['right', 'left', 'middle'] } }),
    again('numbered.json', { ...evidence, model: { ...evidence.model, classes: ['0', '1', '2'] } }),
    again('called.json', { ...evidence, model: { ...evidence.model, name: 'better.onnx' }, runtime: { ...evidence.runtime, version: '1.2.3' } }),
  ]);
  assert.deepEqual([renamed.code, /class 0 is called "right", and the model calls it "left"/.test(renamed.err)], [3, true], renamed.err);
  assert.deepEqual([numbered.code, /200 of 200 samples recounted.*the classes are numbered there/.test(numbered.err)], [0, true], numbered.err);
  assert.deepEqual(
    [called.code, /200 of 200 samples recounted.*the model is called "better\.onnx" there.*counted with onnxruntime-web 1\.2\.3/.test(called.err)],
    [0, true], called.err,
  );
  const other = JSON.parse(opposite.out);
  assert.deepEqual([other.model.output, other.votes.predicted], ['opposite', 1]);

  const fresh = await write('fresh.request', { ...request, prediction: { evidence: { ...evidence, sampling: { ...evidence.sampling, fresh: true } } } });
  const refused = await orbitcert('certify', fresh);
  assert.deepEqual([refused.code, /sampling\.fresh: is true, but the seed is the one that follows/.test(refused.err)], [2, true], refused.err);
});

test('classes drawn with scores are counted again, and pass for those with the largest score neither with their seed nor with a fresh one', async (t) => {
  const { write, certify } = await open(t), asked = { ...turned, scores: true };
  const { out } = await votes(await write('asked.json', asked), '--model', model('bdn2.onnx'), '--samples', '200', '--all'), evidence = JSON.parse(out);
  const again = await verify(model('bdn2.onnx'), await certify('scores.json', asked, evidence));
  assert.deepEqual([again.code, /200 of 200 samples recounted/.test(again.err), evidence.sampling.scores], [0, true, true], again.err);

  const { scores, ...sampling } = evidence.sampling;
  const seeded = await orbitcert('certify', await write('seeded.json', { ...turned, prediction: { evidence: { ...evidence, sampling } } }));
  assert.deepEqual([seeded.code, /sampling\.seed/.test(seeded.err)], [2, true], seeded.err);
  const fresh = await verify(model('bdn2.onnx'), await certify('fresh.json', turned, { ...evidence, sampling: { ...sampling, fresh: true } }));
  assert.deepEqual([fresh.code, /samples recounted have another class/.test(fresh.err)], [3, true], fresh.err);
});

test('refuses a run whose document differs from the votes counted', async (t) => {
  const { write } = await open(t);
  const file = await write('run.json', { sigma: 0.1, group: 'SE', attack: { family: 'scale', norms: [0] }, clouds: [{ name: 'a', label: 0, ...clean }] });
  const run = JSON.parse((await votes(file, '--model', model('bdn2.onnx'), '--samples', '100')).out);
  const { voted, clouds: [cloud] } = run;
  const forged = [
    [{ voted: { ...voted, sampling: { ...voted.sampling, select: 50 } } }, /voted\.sampling differs from the settings of the count/],
    [{ voted: { ...voted, classifier: { ...voted.classifier, how: 'declared', poses: 1 } } }, /does not have this invariance/],
    [{ clouds: [{ ...cloud, points: [[0.9, 0.2], ...cloud.points.slice(1)] }] }, /1 of 1 clouds have other votes/],
  ];
  const recounted = await Promise.all(
    forged.map(async ([changes], i) => write(`${i}.json`, { ...run, ...changes }).then((again) => recount(model('bdn2.onnx'), again))),
  );
  forged.forEach(([, reason], i) => assert.match(recounted[i].err, /** @type {RegExp} */ (reason)));
  assert.deepEqual(recounted.map(({ code }) => code), [3, 2, 3]);
});

test('votes, numbers, labels and vectors that come with examples are those of the models that come with the page', async (t) => {
  const { write } = await open(t);
  for (const [id, name, all] of [['digit-8-2d', 'digits', 2100], ['energy-3d', 'energy', 1100], ['forces-3d', 'forces', 440], ['parts-3d', 'parts', 600]]) {
    const site = (/** @type {string} */ path) => fileURLToPath(new URL(`../../../site/${path}`, import.meta.url));
    const { out: certificate } = await orbitcert('certify', fileURLToPath(new URL(`../../../build/out/site/examples/${id}.json`, import.meta.url)));
    const { code, out, err } = await votes(await write(`${id}.json`, certificate), '--model', site(`models/${name}.onnx`), '--recount', '--blocks', '2');
    assert.deepEqual([code, new RegExp(`^\\d+ of ${all} samples recounted.*, each with the (class|number|labels|vectors of points) of the document`).test(out)], [0, true], err);
  }
});
