// Models of points with attributes: their votes are those that a second computation counts in what orbitcert draw prints.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { program, repository } from '../tools/native.js';
import { modelPath } from './models.js';
import { orbitcert, verify, votes } from './votes.js';

const element = [6, 1, 1, 8, 1];
const clean = {
  points: [
    [0.3, 0, 0], [1, 0.2, 0], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, 0],
  ],
  attributes: { element, charge: [0.5, -0.25, -0.25, 0.75, 0.0625] },
};
const request = { clean, sigma: 0.1, group: 'none', permutation: false, samples: 0 };

/** @param {import('node:test').TestContext} t */
async function folderOf(t) {
  const folder = await mkdtemp(join(tmpdir(), 'attributes-'));
  t.after(() => rm(folder, { recursive: true }));
  return (/** @type {string} */ name, /** @type {unknown} */ value) => writeFile(join(folder, name), JSON.stringify(value)).then(() => join(folder, name));
}

/**
 * Counts the classes in the inputs that orbitcert draws: the mean of the first coordinate times the first attribute.
 * @param {string} file
 * @param {any} evidence
 */
function countedIn(file, { model: { layout }, sampling: { select, estimate }, votes: { samples } }) {
  const data = execFileSync(program('orbitcert'), ['draw', file], { maxBuffer: 1 << 28 });
  const start = 10 + data.readUInt16LE(8),
    [rows, ...axes] =
      /'shape': \(([^)]*)\)/
        .exec(data.toString('latin1', 0, start))?.[1]
        .split(',')
        .filter((text) => text.trim())
        .map(Number) ?? [];
  assert.equal(rows, select + estimate);
  const [points, width] = layout === 'BND' ? axes : axes.toReversed();
  const numbers = new Float32Array(new Uint8Array(data.subarray(start)).buffer);
  const at = (/** @type {number} */ row, /** @type {number} */ n, /** @type {number} */ j) =>
    numbers[row * points * width + (layout === 'BND' ? n * width + j : j * points + n)];
  const classes = Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let n = 0; n < points; n++) sum += at(row, n, 0) * at(row, n, 3);
    return sum > 0 ? 0 : 1;
  });
  const some = classes.slice(select, select + samples);
  return [0, 1].map((c) => some.filter((one) => one === c).length);
}

/** Models, what they are shown, whether they have room for it, and the noise on it. @type {[string, any[], boolean, object?][]} */
const MODELS = [
  ['channels', ['charge'], true],
  ['channels', [{ name: 'element', scale: 0.125 }], true],
  ['elements', ['element'], true],
  ['features', [{ name: 'element', values: [8, 1, 6] }], false],
  ['features', ['charge', 'element'], true],
  ['channels', ['charge'], true, { charge: 0.3 }],
  ['features', [{ name: 'charge', scale: -2 }, 'element'], true, { charge: 0.3 }],
];

for (const [name, attributes, fits, noise] of MODELS) {
  test(`${name}.onnx is shown ${JSON.stringify(attributes)}${noise ? ` with noise ${JSON.stringify(noise)}` : ''}`, async (t) => {
    const write = await folderOf(t), model = modelPath(`${name}.onnx`);
    const settings = { ...request, ...(noise && { attribute_sigma: noise }) };
    const file = await write('request.json', { ...settings, prediction: { model: { attributes } } });
    const { code, out, err } = await votes(file, '--model', model, '--samples', '200');
    if (!fits) {
      assert.equal(code, 2, 'three numbers of a point do not fit an input of two');
      assert.match(err, /input features has no axis of the 3 attributes/);
      return;
    }
    assert.equal(code, 0, err);
    const evidence = JSON.parse(out);
    assert.deepEqual([evidence.model.attributes, evidence.sampling.attribute_sigma], [attributes, noise]);
    const { model: named, classifier, sampling } = evidence;
    const plan = await write('plan.json', { ...settings, prediction: { model: named, classifier, sampling } });
    const counted = countedIn(plan, evidence);
    assert.deepEqual(evidence.votes.estimate, counted);
    assert.ok(Math.min(...counted) > 0, `one class has all votes: ${counted}`);

    const asked = await write('asked.json', { ...settings, perturbed: { attack: 'scale', norm: 0.001 }, prediction: { evidence } });
    const certificate = await orbitcert('certify', asked);
    assert.equal(certificate.code, 0, certificate.err);
    const written = JSON.parse(certificate.out);
    assert.deepEqual(Object.keys(written.request.clean.attributes), attributes.map((one) => one.name ?? one).toSorted());
    const again = await verify(model, await write('certificate.json', written));
    assert.equal(again.code, 0, again.err);
    assert.match(again.err, /(\d+) of \1 samples recounted/);

    const [other] = Object.values(written.request.clean.attributes);
    other[0] += 1;
    assert.notEqual((await verify(model, await write('other.json', written))).code, 0, 'votes for other attributes are verified');
  });
}

const atoms = {
  points: [
    [0, 0, 0], [0.63, 0.63, 0.63], [-0.8, -0.8, 0.8], [-1, 1, -1], [1.1, -1.1, -1.1],
  ],
  attributes: { element: [6, 1, 9, 17, 35] },
};
const methane = { points: atoms.points, attributes: { element: [6, 1, 1, 1, 1] } };

/** Models that take elements, with σ by element. @type {[string, any, any, any][]} */
const SHIPPED = [
  ['handed', { clean: atoms, sigma: { attribute: 'element', values: { 1: 0.1, 6: 0.08, 9: 0.08, 17: 0.05, 35: 0.05 } }, group: 'SE' }, {
    model: { attributes: [{ name: 'element', values: [1, 6, 9, 17, 35] }] },
  }, {}],
  ['energy', { clean: methane, sigma: { attribute: 'element', values: { 1: 0.05, 6: 0.03 } }, group: 'E' }, {
    model: { returns: 'number', attributes: ['element'] }, tolerance: 20,
  }, { tolerance: 20 }],
];

for (const [name, settings, prediction, stated] of SHIPPED) {
  test(`the votes of ${name}.onnx with σ by element are counted, certified and counted again`, async (t) => {
    const write = await folderOf(t), model = join(repository, 'site/models', `${name}.onnx`);
    const asked = { ...settings, perturbed: { changes: { moved: 0.01 } }, samples: 0 };
    const { code, out, err } = await votes(await write('request.json', { ...asked, prediction }), '--model', model, '--samples', '200', '--all');
    assert.equal(code, 0, err);
    const evidence = JSON.parse(out), { attributes } = prediction.model;
    assert.deepEqual([evidence.model.attributes, evidence.sampling.sigma], [attributes, Math.min(...Object.values(settings.sigma.values))]);

    const certificate = await orbitcert('certify', await write('asked.json', { ...asked, prediction: { evidence, ...stated } }));
    assert.equal(certificate.code, 0, certificate.err);
    const written = JSON.parse(certificate.out);
    assert.deepEqual(written.request.sigma.values, settings.sigma.values);
    assert.ok(written.orbit.certified);
    const again = await verify(model, await write('certificate.json', written));
    assert.equal(again.code, 0, again.err);
    assert.match(again.err, /(\d+) of \1 samples recounted/);

    // Larger σ would certify more.
    const values = { ...settings.sigma.values, 1: 0.5 };
    const other = await verify(model, await write('other.json', { ...written, request: { ...written.request, sigma: { ...settings.sigma, values } } }));
    assert.equal(other.code, 2, other.err);
    assert.match(other.err, /prediction\.evidence\.sampling\.noise: does not match the request's sigma/);
    const lacking = { ...settings.sigma, values: { 1: 0.1 } };
    const refused = await votes(await write('lacking.json', { ...asked, sigma: lacking, prediction }), '--model', model);
    assert.deepEqual([refused.code, /sigma\.values: has no σ for 6, which is "element" of point 1/.test(refused.err)], [2, true], refused.err);
  });
}

test('a request that leaves attributes open is refused with a question, and so is a model without room for them', async (t) => {
  const write = await folderOf(t);
  const count = async (/** @type {string} */ name, /** @type {any} */ more) =>
    votes(await write('request.json', { ...request, ...more }), '--model', modelPath(`${name}.onnx`), '--samples', '200');
  for (const [name, more, expected] of /** @type {[string, any, RegExp][]} */ ([
    ['bdn', {}, /prediction\.model\.attributes: is missing: the request has the attribute "charge"/],
    ['bdn', { prediction: { model: { attributes: ['element'] } } }, /no axis has the 4 coordinates and attributes of a point/],
    [
      'normals', { prediction: { model: { attributes: [] } } },
      /it takes more than coordinates: name the attributes behind them in prediction\.model\.attributes/,
    ],
    ['elements', { prediction: { model: { attributes: ['charge'] } } }, /it takes whole numbers as attributes, and an attribute of the cloud has others/],
    ['channels', { prediction: { model: { attributes: ['ring'] } } }, /clean: has no attribute "ring"/],
    ['features', { prediction: { model: { attributes: ['element'] } } }, /input features has no axis of the 1 attributes of a point|no axis of/],
  ])) {
    const { code, err } = await count(name, more);
    assert.deepEqual([code, expected.test(err)], [2, true], `${name}: ${err}`);
  }
});

test('a run counts, certifies and recounts clouds with attributes', async (t) => {
  const write = await folderOf(t), model = modelPath('channels.onnx');
  const other = { ...clean.attributes, charge: clean.attributes.charge.map((charge) => -charge) };
  const clouds = [{ name: 'one', label: 0, ...clean }, { name: 'other', label: 1, ...clean, attributes: other }];
  const settings = { sigma: 0.1, group: 'none', permutation: true };
  const run = { ...settings, attack: { family: 'ball', norms: [0, 0.01], search: 2 }, prediction: { model: { attributes: ['charge'] } }, clouds };
  const counted = await votes(await write('run.json', run), '--model', model, '--samples', '200');
  assert.equal(counted.code, 0, counted.err);
  const voted = JSON.parse(counted.out);
  assert.deepEqual(voted.voted.model.attributes, ['charge']);
  for (const [i, cloud] of clouds.entries()) {
    const { points, attributes } = cloud;
    assert.deepEqual(voted.clouds[i].attributes, attributes);
    const alone = { ...settings, clean: { points, attributes }, prediction: { model: { attributes: ['charge'] }, sampling: { select: 100 } } };
    const { code, out, err } = await votes(await write('alone.json', alone), '--model', model, '--samples', '200');
    assert.equal(code, 0, err);
    assert.deepEqual(voted.clouds[i].votes_cert.slice(0, 2), JSON.parse(out).votes.estimate, 'the votes of a request of its own');
  }
  assert.notDeepEqual(voted.clouds[0].votes_cert, voted.clouds[1].votes_cert);

  const file = await write('voted.json', voted), folder = join(file, '..', 'parts');
  const result = await orbitcert('run', '--out', folder, file);
  assert.equal(result.code, 0, result.err);
  assert.doesNotMatch(result.out, /"failure"/);
  const resumed = await orbitcert('run', '--out', folder, file);
  assert.equal(resumed.out, result.out, 'nothing is computed again');
  const second = await votes(file, '--model', model, '--recount');
  assert.equal(second.code, 0, second.err);
  assert.match(second.out + second.err, /2 clouds counted again/);

  const others = voted.clouds.map((/** @type {any} */ cloud, /** @type {number} */ i) => ({ ...cloud, attributes: clouds[1 - i].attributes }));
  const swapped = { ...voted, clouds: others };
  const refuted = await votes(await write('swapped.json', swapped), '--model', model, '--recount');
  assert.equal(refuted.code, 3, refuted.err);
  const lacking = { ...voted, clouds: voted.clouds.map((/** @type {any} */ { attributes, ...cloud }) => cloud) };
  const lost = await orbitcert('run', await write('lacking.json', lacking));
  assert.match(lost.out + lost.err, /has no attribute \\?"charge\\?", which the model sees/);
});

test('a run with σ by element counts, certifies and recounts clouds of different elements', async (t) => {
  const write = await folderOf(t), model = modelPath('channels.onnx');
  const sigma = { attribute: 'element', values: { 1: 0.2, 6: 0.1, 8: 0.05 } };
  const other = { charge: clean.attributes.charge.map((charge) => -charge), element: [6, 1, 1, 1, 1] };
  const clouds = [{ name: 'one', label: 0, ...clean }, { name: 'other', label: 1, ...clean, attributes: other }];
  const settings = { sigma, group: 'none', permutation: true };
  const run = { ...settings, attack: { family: 'ball', norms: [0, 0.01], search: 2 }, prediction: { model: { attributes: ['charge'] } }, clouds };
  const file = await write('run.json', run), documents = `${file}l`;
  const counted = await votes(file, '--model', model, '--samples', '200', '--documents', documents);
  assert.equal(counted.code, 0, counted.err);
  const voted = JSON.parse(counted.out), { sampling, classifier } = voted.voted;
  assert.deepEqual([sampling.sigma, sampling.noise, classifier.grid], [sigma, undefined, undefined]);
  const counts = (await readFile(documents, 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(counts.map(({ sampling }) => sampling.sigma), [0.05, 0.1], 'each cloud has the smallest σ of its own points');
  for (const [i, cloud] of clouds.entries()) {
    const { points, attributes } = cloud;
    const alone = { ...settings, clean: { points, attributes }, prediction: { model: { attributes: ['charge'] }, sampling: { select: 100 } } };
    const { code, out, err } = await votes(await write('alone.json', alone), '--model', model, '--samples', '200');
    assert.equal(code, 0, err);
    assert.deepEqual(voted.clouds[i].votes_cert.slice(0, 2), JSON.parse(out).votes.estimate, 'the votes of a request of its own');
  }

  const result = await orbitcert('run', await write('voted.json', voted));
  assert.equal(result.code, 0, result.err);
  assert.deepEqual([JSON.parse(result.out).settings.sigma, /"failure"/.test(result.out)], [sigma, false]);
  const changed = async (/** @type {any} */ values) =>
    orbitcert('run', await write('changed.json', { ...voted, sigma: { ...sigma, values: { ...sigma.values, ...values } } }));
  const forged = await changed({ 1: 0.4 });
  assert.deepEqual([forged.code, /sigma: must be \{.*with which the votes were counted/.test(forged.err)], [2, true], forged.err);
  for (const options of [[], ['--documents', documents, '--blocks', '3']]) {
    const second = await votes(await write('voted.json', voted), '--model', model, '--recount', ...options);
    assert.equal(second.code, 0, second.err);
  }
  const wider = { ...sigma, values: { ...sigma.values, 1: 0.4 } };
  const claimed = { ...voted, sigma: wider, voted: { ...voted.voted, sampling: { ...sampling, sigma: wider } } };
  for (const options of [[], ['--documents', documents, '--blocks', '3']]) {
    const refuted = await votes(await write('claimed.json', claimed), '--model', model, '--recount', ...options);
    assert.equal(refuted.code, 3, refuted.err);
  }
  const lacking = { ...run, sigma: { ...sigma, values: { 1: 0.2, 6: 0.1 } } };
  const lost = await votes(await write('lacking.json', lacking), '--model', model, '--samples', '200');
  assert.equal(lost.code, 0, lost.err);
  assert.match(lost.out, /"one","failure":"sigma\.values: has no σ for 8, which is \\"element\\" of point 4; add it"/);
});
