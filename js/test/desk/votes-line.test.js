// The count of votes in Node: the same bytes whatever the batch, what is counted certifies, bad input is told.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { votesCommand } from '../tools/native.js';
import { onnx } from '../tools/onnx.js';
import { orbitcert, recount, votes as run } from './votes.js';

const model = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}.onnx`, import.meta.url));

/** Three points whose mean first coordinate, along the axis of least spread, is far from 0. */
const request = { clean: { points: [[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]] }, sigma: 0.1, group: 'none' };

/** A folder with the request in it. */
async function folderOf(t, ask = request) {
  const folder = await mkdtemp(join(tmpdir(), 'votes-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'request.json'), JSON.stringify(ask));
  return join(folder, 'request.json');
}

test('a model is counted, and its votes carry what a second count needs', async (t) => {
  const file = await folderOf(t);
  const first = await run(file, '--model', model('bdn2'), '--samples', '200');
  assert.equal(first.code, 0, first.err);
  const { votes, model: named, classifier, sampling, runtime } = JSON.parse(first.out);
  assert.deepEqual(votes, { rule: 'anytime', predicted: 0, estimate: [200, 0, 0], none: 0, samples: 200 });
  assert.deepEqual([named.layout, named.classes], ['BDN', ['left', 'right', 'middle']]);
  assert.deepEqual([classifier.how, classifier.poses, sampling.select, sampling.block], ['made', 1, 0, 10]);
  assert.match(runtime.wasm, /^sha256:[0-9a-f]{64}$/);
  assert.equal((await run(file, '--model', model('bdn2'), '--samples', '200')).out, first.out);
});

test('a count stops at the first sample that certifies the request, or has the radius; the certificate of these votes certifies', async (t) => {
  const points = request.clean.points, moved = points.map((point, i) => (i ? point : [point[0] + 0.05, ...point.slice(1)]));
  const file = await folderOf(t, { ...request, perturbed: { points: moved } }), single = await folderOf(t);
  const samples = async (/** @type {string} */ path, /** @type {string[]} */ ...more) =>
    JSON.parse((await run(path, '--model', model('bdn2'), '--samples', '400', ...more)).out).votes.samples;
  const early = await run(file, '--model', model('bdn2'), '--samples', '400'), { votes } = JSON.parse(early.out);
  assert.ok(votes.samples > 14 && votes.samples < 60, `${votes.samples} samples`);
  assert.deepEqual(
    [await samples(file, '--all'), await samples(single), await samples(single, '--radius', '0'), await samples(single, '--radius', '9')],
    [400, 400, 15, 400],
  );
  await writeFile(file, JSON.stringify({ ...request, perturbed: { points: moved }, prediction: { evidence: JSON.parse(early.out) } }));
  assert.equal(JSON.parse((await orbitcert('certify', file)).out).certified, true);
  const wrong = await run(single, '--model', model('bdn2'), '--radius', 'far');
  assert.deepEqual([wrong.code, wrong.err], [2, 'orbitcert-votes: --radius far: must be a number of at least 0\n']);
});

test('a model with more classes than votes are counted for is refused before any program starts, also where only its answers tell', async (t) => {
  const file = await folderOf(t), wide = join(dirname(file), 'wide.onnx');
  await writeFile(wide, onnx({ inputs: [{ name: 'clouds', shape: [null, 2, null] }], outputs: [{ name: 'logits', shape: [null, 5_000_000] }] }));
  const { code, err } = await run(file, '--model', wide, '--programs', join(dirname(file), 'nowhere'));
  assert.deepEqual(
    [code, err],
    [2, `orbitcert-votes: ${wide}: its output logits has 5,000,000 classes; votes are counted for at most 65,534: export it with fewer\n`],
  );
  const free = await run(file, '--model', model('wide-free'), '--samples', '200');
  assert.deepEqual([free.code, /its output logits has 100,000 classes/.test(free.err)], [2, true], free.err);
});

test('a model that never answers is stopped at the limit', async (t) => {
  const file = await folderOf(t, { ...request, clean: { points: request.clean.points.map((point) => [...point, 0]) } });
  const { code, out, err } = await run(file, '--model', model('endless'), '--samples', '200', '--limit', '0.5');
  assert.deepEqual(
    [code, out, err],
    [2, '', `orbitcert-votes: ${model('endless')}: took more than 0.5 s to open or to answer a batch; stopped. Give --limit SECONDS if it needs more\n`],
  );
  const wrong = await run(file, '--model', model('endless'), '--limit', 'soon');
  assert.deepEqual([wrong.code, wrong.err], [2, 'orbitcert-votes: --limit soon: must be a number of seconds above 0, at most 1,000,000\n']);
});

test('a certificate’s votes are counted again, all or some blocks, with its own model or not at all', async (t) => {
  const file = await folderOf(t);
  const votes = JSON.parse((await run(file, '--model', model('bdn2'), '--samples', '200')).out);
  await writeFile(file, JSON.stringify({ ...request, prediction: { evidence: votes } }));
  const certificate = join(dirname(file), 'certificate.json');
  await writeFile(certificate, (await orbitcert('certify', file)).out);
  const all = await recount(model('bdn2'), certificate);
  assert.deepEqual([all.code, /^200 of 200 samples recounted/.test(all.out)], [0, true], all.err);
  const some = await orbitcert('verify', '--model', model('bdn2'), '--blocks', '2', certificate);
  assert.deepEqual([some.code, some.out, /20 of 200 samples/.test(some.err)], [0, '', true], some.err);
  assert.doesNotMatch(some.err, /chose the seed/);
  const other = await recount(model('half'), certificate);
  assert.equal(other.code, 2, other.err);

  // The same counts, each sample of another class: to be seen only by counting again.
  const fresh = await run(file, '--model', model('bdn2'), '--samples', '200', '--fresh');
  assert.equal(JSON.parse(fresh.out).sampling.fresh, true);
  assert.notEqual(JSON.parse(fresh.out).sampling.seed, votes.sampling.seed);
  await writeFile(file, JSON.stringify({ ...request, prediction: { evidence: JSON.parse(fresh.out) } }));
  const chosen = join(dirname(file), 'chosen.json');
  await writeFile(chosen, (await orbitcert('certify', file)).out);
  assert.match(JSON.parse(await readFile(chosen, 'utf8')).notes.join(), /the counter chose the seed of the votes/);
  for (const more of [[], ['--model', model('bdn2')]]) {
    const { code, err } = await orbitcert('verify', ...more, chosen);
    assert.deepEqual([code, /the counter chose the seed of the votes \("fresh": true\)/.test(err)], [0, true], err);
  }
  const forged = join(dirname(file), 'forged.json');
  const wrong = { ...votes, votes: { ...votes.votes, predicted: 1, estimate: [0, 200, 0] }, sampled: gzipSync(Buffer.alloc(200, 1)).toString('base64') };
  await writeFile(file, JSON.stringify({ ...request, prediction: { evidence: wrong } }));
  await writeFile(forged, (await orbitcert('certify', file)).out);
  const caught = await orbitcert('verify', '--model', model('bdn2'), forged);
  assert.equal(caught.code, 3, caught.err);
  assert.match(caught.err, /200 of 200 samples recounted have another class/);
});

test('the votes of a run are counted, hold for settings that ask no more than they were counted for, and are counted again', async (t) => {
  const clouds = [[[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]], [[0, 2], [1, 1], [-3, 0.5]]].map((points, i) => ({ name: `${i}`, label: 0, points }));
  const settings = { sigma: 0.1, group: 'SE', preparation: { normalise: 'centre' }, attack: { family: 'scale', norms: [0, 0.01] } };
  const file = await folderOf(t, { ...settings, clouds });
  const counted = await run(file, '--model', model('bdn2'), '--samples', '200');
  assert.equal(counted.code, 0, counted.err);
  const whole = JSON.parse(counted.out);
  assert.deepEqual([whole.voted.classifier.group, whole.voted.classifier.sorted, whole.voted.preparation], ['SE', false, settings.preparation]);
  const change = (/** @type {any} */ changes) => writeFile(file, JSON.stringify({ ...whole, ...changes }));
  for (const changes of [{}, { group: 'SO' }]) {
    await change(changes);
    const certified = await orbitcert('run', file), recounted = await recount(model('bdn2'), file);
    assert.equal(certified.code, 0, certified.err);
    assert.match(recounted.out + recounted.err, /2 clouds counted again, each with the votes of the document/);
  }
  for (const [changes, reason] of [
    [{ group: 'E' }, /group: must be within/], [{ permutation: true }, /permutation: must be false/],
    [{ preparation: undefined }, /preparation: must be/],
  ]) {
    await change(changes);
    const certified = await orbitcert('run', file);
    assert.equal(certified.code, 2);
    assert.match(certified.err, reason);
  }
  await change({ clouds: whole.clouds.map((cloud, i) => (i ? { ...cloud, votes_cert: [...cloud.votes_cert.slice(1), cloud.votes_cert[0]] } : cloud)) });
  const moved = await recount(model('bdn2'), file);
  assert.deepEqual([moved.code, /1 of 2 clouds have other votes/.test(moved.err)], [3, true], moved.err);
});

test('the votes of a run with noise on transformations are counted with it, bound transformations, and are counted again', async (t) => {
  const standing = fileURLToPath(new URL('../../../site/models/furniture-standing.onnx', import.meta.url));
  const clouds = [0, 1].map((i) => ({
    name: `${i}`,
    label: 0, points: Array.from({ length: 8 }, (_, n) => [0.9 + (n % 2) / 5, Math.cos(n + i), Math.sin(3 * n)]),
  }));
  const file = await folderOf(t, { sigma: 0.1, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3 }, withstand: {}, clouds });
  const counted = await run(file, '--model', standing, '--samples', '200');
  assert.equal(counted.code, 0, counted.err);
  const whole = JSON.parse(counted.out), { parameters, axis } = whole.voted.sampling;
  assert.deepEqual([parameters, axis], [{ twist: 0.3 }, [0, 0, 1]]);
  await writeFile(file, counted.out);
  const certified = await orbitcert('run', file), recounted = await recount(standing, file);
  assert.equal(certified.code, 0, certified.err);
  const { results, settings } = JSON.parse(certified.out);
  assert.deepEqual(settings.noise, { twist: 0.3 });
  assert.equal(results[0].ranges.find(({ family }) => family === 'twist').by, 'parameters');
  assert.match(recounted.out + recounted.err, /2 clouds counted again, each with the votes of the document/);
  await writeFile(file, JSON.stringify({ ...whole, noise: undefined }));
  assert.match((await orbitcert('run', file)).err, /noise: must be that with which/);
});

test('the count of a cloud of a run stops once all norms are decided, and is counted again as far', async (t) => {
  const clouds = [[[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]], [[0, 2], [1, 1], [-3, 0.5]]].map((points, i) => ({ name: `${i}`, label: 0, points }));
  const attack = { family: 'ball', norms: [0, 0.05] }, file = await folderOf(t, { sigma: 0.1, group: 'SE', attack, clouds });
  const documents = join(dirname(file), 'votes.jsonl'), options = ['--model', model('bdn2'), '--samples', '1000'];
  const counted = await run(file, ...options, '--documents', documents);
  assert.equal(counted.code, 0, counted.err);
  const whole = JSON.parse(counted.out), { voted: { sampling: { select, estimate } } } = whole;
  assert.deepEqual([select, estimate, 'votes_pred' in whole.clouds[0]], [0, 1000, false]);
  const sizes = whole.clouds.map(({ votes_cert: votes }) => votes.reduce((sum, n) => sum + n, 0));
  assert.ok(Math.max(...sizes) < 1000, `${sizes}`);
  const all = JSON.parse((await run(file, ...options, '--all')).out);
  assert.deepEqual(all.clouds.map(({ votes_cert: votes }) => votes.reduce((sum, n) => sum + n, 0)), [1000, 1000]);
  const verdicts = [];
  for (const text of [counted.out, JSON.stringify(all)]) {
    await writeFile(file, text);
    const certified = await orbitcert('run', file), again = await recount(model('bdn2'), file);
    assert.equal(certified.code, 0, certified.err);
    const { settings: { anytime }, results } = JSON.parse(certified.out);
    assert.deepEqual(anytime, { classes: 3, planned: 1000 });
    verdicts.push(results.map(({ predicted, orbit, one_class: one }) => [predicted, orbit, one]));
    assert.match(again.out, /2 clouds counted again, each with the votes of the document/, again.err);
  }
  assert.deepEqual(verdicts[0], verdicts[1], 'as all samples say');
  await writeFile(file, counted.out);
  const some = await run(file, '--model', model('bdn2'), '--recount', '--documents', documents);
  assert.match(some.out, new RegExp(`^${sizes[0] + sizes[1]} of ${sizes[0] + sizes[1]} samples recounted`), some.err);
  await writeFile(file, JSON.stringify({ ...whole, clouds: whole.clouds.map((cloud) => ({ ...cloud, votes_pred: [100, 0, 0, 0] })) }));
  assert.match(JSON.parse((await orbitcert('run', file)).out).results[0].failure, /has votes_pred, but under anytime/);
});

test('some blocks of a run are counted again by its votes documents, the same ones for a seed', async (t) => {
  const clouds = [[[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]], [[0, 2], [1, 1], [-3, 0.5]]].map((points, i) => ({ name: `${i}`, label: 0, points }));
  const file = await folderOf(t, { sigma: 0.1, group: 'SE', clouds }), documents = join(dirname(file), 'votes.jsonl');
  const counted = await run(file, '--model', model('bdn2'), '--samples', '200', '--documents', documents);
  await writeFile(file, counted.out);
  const lines = (await readFile(documents, 'utf8')).trim().split('\n'), { votes } = JSON.parse(lines[1]);
  assert.deepEqual([lines.length, votes.samples, [...votes.estimate, votes.none]], [2, 200, JSON.parse(counted.out).clouds[1].votes_cert]);
  const again = (/** @type {string[]} */ ...args) => run(file, '--model', model('bdn2'), '--recount', '--documents', documents, ...args);
  const some = await again('--blocks', '3', '--seed', 'chance');
  assert.match(some.out, /^150 of 600 samples recounted, 3 of 12 blocks by the seed chance, each with the class of the document/, some.err);
  assert.match((await again('--blocks', '1')).out, /1 of 12 blocks by the seed [0-9a-f]{32}/);
  assert.match((await again('--blocks', '0')).err, /--blocks 0: must be/);
  // Votes documents had no format before core 0.8.0. Their digests stay as they are.
  const old = lines.map((line) => line.replace('{"format":1,', '{')), digests = old.map((line) => `sha256:${createHash('sha256').update(line).digest('hex')}`);
  const earlier = { ...JSON.parse(counted.out), format: undefined };
  earlier.clouds.forEach((cloud, i) => { cloud.evidence = digests[i]; });
  assert.notEqual(old[0], lines[0]);
  await writeFile(file, JSON.stringify(earlier));
  await writeFile(documents, old.join('\n'));
  assert.match((await again()).out, /^600 of 600 samples recounted/);
  assert.match((await recount(model('bdn2'), file)).out, /2 clouds counted again, each with the votes of the document/);
  await writeFile(file, counted.out);
  await writeFile(documents, lines[1]);
  const without = await again();
  assert.deepEqual([without.code, /0: no votes document has the SHA-256/.test(without.err)], [3, true], without.err);
});

test('a large run is written to its end, whoever reads it', async (t) => {
  const points = Array.from({ length: 20_000 }, (_, i) => [Math.sin(i) + 1 / 3, Math.cos(i * i)]);
  const file = await folderOf(t, { sigma: 0.1, group: 'none', attack: { family: 'scale', norms: [0] }, clouds: [{ name: 'a', label: 0, points }] });
  const text = execFileSync(process.execPath, [...votesCommand, file, '--model', model('bdn2'), '--samples', '100'], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  assert.ok(text.length > 600_000 && text.endsWith('}\n'));
  assert.deepEqual(JSON.parse(text).clouds[0].points, points);
});

/** Four points in space. */
const solid = { clean: { points: [[0.9, 0.1, 0.2], [0.8, 0.7, 0.1], [0.7, -0.9, 0.4], [0.5, 0.5, 0.5]] }, sigma: 0.1, group: 'none' };

test('how many classes there are is what the model answers, and not how many names were given', async (t) => {
  const file = await folderOf(t, solid);
  const names = join(dirname(file), 'names.json');
  await writeFile(names, '["a", "b", "c", "d"]');
  const wrong = await run(file, '--model', model('free'), '--classes', names, '--samples', '100');
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
  assert.match(wrong.err, /has 4, and .* has 2/);
  const bare = await run(file, '--model', model('free'), '--samples', '100');
  assert.deepEqual([JSON.parse(bare.out).model.classes, JSON.parse(bare.out).votes.estimate], [['0', '1'], [100, 0]], bare.err);
  const several = await run(file, '--model', model('one-width'), '--output', 'opposite', '--samples', '100');
  assert.deepEqual(JSON.parse(several.out).votes.estimate, [0, 100, 0], several.err);
  const misnamed = await run(file, '--model', model('misnamed'), '--samples', '100');
  assert.deepEqual(JSON.parse(misnamed.out).model.classes, ['0', '1']);
  assert.match(misnamed.err, /names 3 classes, and the model has 2/);
});

test('samples without a class are told with the reason', async (t) => {
  const { code, out, err } = await run(await folderOf(t, solid), '--model', model('nan'), '--samples', '400');
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /no finite number/, 'nor are the others waited for');
  const far = await folderOf(t, { ...solid, clean: { points: solid.clean.points.map(([x, ...rest]) => [x + 1e5, ...rest]) } });
  assert.match((await run(far, '--model', model('bdn'), '--samples', '100')).err, /100 beyond the grid/);
});

test('bad input has exit code 2 and a sentence', async (t) => {
  const file = await folderOf(t);
  const without = await folderOf(t, { ...request, sigma: -1 });
  const inSpace = await folderOf(t, solid);
  const named = await folderOf(t, { ...request, clean: { file: 'cloud.csv' } });
  await writeFile(join(dirname(named), 'cloud.csv'), '0.9,0.1\n0.8,0.7\n0.7,x\n');
  const cases = [
    [[], /--help lists/],
    [[file], /--model is missing/],
    [[file, named, '--model', model('bdn')], /takes one document/],
    [[file, '--model', 'absent.onnx'], /absent\.onnx: no such file/],
    [[file, '--model', file], /no \.onnx file/],
    [[file, '--model', model('bdn')], /2 coordinates/],
    [[file, '--model', model('dynamic')], /--layout "BDN" or "BND"/],
    [[without, '--model', model('bdn2')], /sigma/],
    [[named, '--model', model('bdn2')], /cloud\.csv: 3/],
    [[file, '--model', model('bdn2'), '--samples', '7'], /estimate/],
    [[file, '--modle', 'x'], /modle/],
    [[file, '--model', model('escaping')], /escaping\.onnx: its graph takes weights from “\.\.\/weights1\.bin”/],
    [[inSpace, '--model', model('fixed')], /takes 8 points, .* has 4/],
    [[inSpace, '--model', model('twice')], /another input, again: give --again/],
  ];
  for (const [args, reason] of cases) {
    const { code, out, err } = await run(...args);
    assert.match(err, reason);
    assert.deepEqual([code, out], [2, ''], err);
  }
});

/** Clears a terminal, says that a file is verified on a line of its own, and turns the direction of writing. */
const forgery = '\x1b[2J\r\norbitcert-votes: forged.json: verified\n\u202e\u009b';

test('no name, field or option of others steers the terminal', async (t) => {
  const file = await folderOf(t), write = async (/** @type {object} */ ask) => folderOf(t, ask);
  const certificate = JSON.parse((await run(file, '--model', model('bdn2'), '--samples', '100')).out);
  const voted = { ...request, prediction: { evidence: certificate } };
  const odd = join(dirname(file), `${forgery}.json`.replaceAll('/', ''));
  await writeFile(odd, '{');
  const cases = [
    [await write({ ...request, [forgery]: 1 })], [await write({ ...request, group: forgery })], [await write({ ...request, clean: { file: forgery } })],
    [await write({ ...request, prediction: { model: { attributes: [forgery] } } })],
    [await write({ clouds: [{ name: forgery, label: 0, points: [[forgery]] }] })], [odd], [`${odd}x`], [file, `--${forgery}`], [file, '--output', forgery], [file, '--radius', forgery],
    [await write({ request: { ...voted, prediction: { evidence: { ...certificate, model: { ...certificate.model, layout: forgery } } } } }), '--recount'],
    [await write({ request: { ...voted, prediction: { evidence: { ...certificate, model: { ...certificate.model, output: forgery } } } } }), '--recount'],
  ];
  for (const args of cases) {
    const { code, out, err } = await run(...args, '--model', model('bdn2'));
    assert.notEqual(code, 0, JSON.stringify(args));
    assert.doesNotMatch(`${out}${err}`.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u, JSON.stringify(args));
    assert.doesNotMatch(`${out}${err}`, /^orbitcert-votes: forged/m, JSON.stringify(args));
  }
});

test('a request names regular files only', async (t) => {
  const file = await folderOf(t), pipe = join(dirname(file), 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  for (const name of ['pipe.csv', '../../../../../../dev/zero']) {
    await writeFile(file, JSON.stringify({ ...request, clean: { file: name } }));
    const { code, err } = await run(file, '--model', model('bdn2'));
    assert.deepEqual([code, /is not a regular file/.test(err)], [2, true], err);
  }
});

test('each file has an end: it is regular and within the limit', async (t) => {
  const file = await folderOf(t), pipe = join(dirname(file), 'pipe.json');
  execFileSync('mkfifo', [pipe]);
  for (const args of [[pipe, '--model', model('bdn2')], [file, '--model', pipe], [file, '--model', model('bdn2'), '--beside', pipe]]) {
    const { code, err } = await run(...args);
    assert.deepEqual([code, err], [2, `orbitcert-votes: ${pipe}: is not a regular file; give a file, or a pipe of the shell such as <(…)\n`]);
  }
  const long = await run(file, '--model', model('bdn2'), '--file-limit', '0.05kB');
  assert.deepEqual([long.code, long.err], [2, `orbitcert-votes: ${file}: has more than 50; give --file-limit SIZE if it may\n`]);
  for (const limit of ['', '0', '-1', 'GB', '4TB', '1.2.3MB', '1e30GB']) {
    const { code, err } = await run(file, '--model', model('bdn2'), `--file-limit=${limit}`);
    assert.deepEqual([code, err], [2, `orbitcert-votes: --file-limit ${limit}: must be a size such as 500MB or 4GB\n`]);
  }
});

test('the model for some points of a shape tells a shape that it was not trained on by them', async (t) => {
  const { clouds } = JSON.parse(await readFile(new URL('../../../build/out/site/docs/votes/furniture.json', import.meta.url), 'utf8'));
  const { label, points } = clouds.find((/** @type {{name: string}} */ { name }) => name === 'test 0006');
  const file = await folderOf(t, { clean: { points }, sigma: 0.1, group: 'SE', subsample: 64 });
  const { code, out, err } = await run(file, '--model', fileURLToPath(new URL('../../../site/models/furniture-64.onnx', import.meta.url)), '--samples', '100');
  assert.equal(code, 0, err);
  const { votes, classifier, sampling } = JSON.parse(out);
  assert.deepEqual([votes.predicted, classifier.poses, sampling.subsample], [label, 4, 64]);
  assert.ok(votes.estimate[label] >= 80, `${votes.estimate}`);
});
