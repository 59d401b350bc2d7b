// A desk takes what the page has written itself: certificates, requests and votes. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { entered } from '../../certificate/subject.js';
import { program, repository } from '../tools/native.js';
import { fileOf } from '../../question/state.js';
import { fileWords } from '../../certificate/visitor-files.js';
import { exampleDesk, file, newEngine } from './engine.js';

const engine = newEngine();

const json = (name, value) => file(name, JSON.stringify(value));

/** A desk with the first example and its verdict. */
async function firstDesk() {
  const desk = await exampleDesk(engine, 'digit-2d');
  await desk.certify();
  return desk;
}

/** The certificate that a desk writes, as text. */
const written = async (desk) => new TextDecoder().decode(await desk.documents.certificate());

/** Returns the banner over a certificate in a visitor’s file. */
function banner({ state, result }) {
  const { kind, head, text } = fileWords(fileOf(state), result.phase);
  return { kind, said: `${head} ${text}` };
}

/** The clouds as the form shows them. */
const clouds = ({
  files: {
    clouds: { clean, perturbed },
  },
}) => [clean, perturbed].map((cloud) => cloud && `${cloud.name}: ${cloud.count} points, ${cloud.dimension}-D`);

test('a certificate is computed again and found to stand, with its clouds and entries', async () => {
  const first = await exampleDesk(engine, 'chair-3d', 'given=probability&probability=0.97&draws=5000&alpha=0.01');
  await first.certify();
  const text = await written(first);
  const desk = await firstDesk();
  await desk.receiveFile(file('chair.json', text), 'clean');
  assert.deepEqual(banner(desk), { kind: 'checked', said: 'chair.json is verified. Computed again here, with the same result.' });
  assert.equal(desk.result.certificate.value.certified, true);
  assert.equal(await written(desk), text);
  assert.equal(desk.entries.values.alpha, '0.01');
  assert.match(clouds(desk)[0], /: 512 points, 3-D$/);
  desk.entries.set('sigma', '0.2');
  assert.equal(fileOf(desk.state), null, 'gone with what it was about');
});

test('radii without their cloud are computed again, and the banner says that the cloud was not there', async () => {
  const request = {
    gram: { dimension: 3, cloud: { points: 1e6, sha256: 'a'.repeat(64) } }, sigma: 0.1, prediction: { votes: 990, samples: 1000 }, group: 'SE',
    permutation: false, alpha: 0.001, samples: 1000,
  };
  const certificate = JSON.parse(new TextDecoder().decode(await engine.document(request, await engine.certify(request))));
  const desk = await firstDesk();
  await desk.receiveFile(json('radii.json', certificate), 'clean');
  const said = 'radii.json is verified. Computed again here, with the same result. Its cloud was not there to compare with the SHA-256.';
  assert.deepEqual(banner(desk), { kind: 'checked', said });
  assert.deepEqual([desk.entries.values.perturbation, desk.said.gram, clouds(desk)], ['none', request.gram, [null, null]]);
  assert.deepEqual(JSON.parse(await written(desk)), certificate);
  await desk.receiveFile(json('forged.json', { ...certificate, orbit: { ...certificate.orbit, radius: 9 } }), 'clean');
  assert.equal(banner(desk).kind, 'wrong');
});

test('fails verification of a changed certificate, does not verify one of a later core', async () => {
  const desk = await firstDesk();
  const document = JSON.parse(await written(desk));
  await desk.receiveFile(json('forged.json', { ...document, orbit: { ...document.orbit, radius: 9 } }), 'clean');
  assert.equal(banner(desk).kind, 'wrong');
  assert.match(banner(desk).said, /^forged\.json: verification failed\. These parts differ: orbit\./);
  assert.equal(desk.result.certificate.value.orbit.radius, document.orbit.radius, 'what is shown was computed here');
  await desk.receiveFile(json('later.json', { ...document, core: '99.0.0' }), 'clean');
  assert.equal(banner(desk).kind, 'caution');
  assert.match(banner(desk).said, /^later\.json was not verified\. Core: is 99\.0\.0, and this program has [\d.]+; verify it with a newer program\. Below is/);
  await desk.receiveFile(json('bad.json', { ...document, request: { ...document.request, sigma: -1 } }), 'clean');
  assert.equal(desk.result.phase, 'failed');
  assert.equal(banner(desk).kind, 'wrong');
  assert.match(banner(desk).said, /^bad\.json was not checked\./);
  assert.deepEqual(Object.keys(desk.entries.errors), ['sigma']);
});

test('certificates of earlier cores are verified row by row', async () => {
  for (const [name, kind, said, certified] of [
    ['0.6.0/none-2d', 'checked', /^none-2d\.json is verified\. Core 0\.6\.0 made it, and core [\d.]+ computes the same here\./, true],
    ['0.7.0/translation-3d', 'checked', /^translation-3d\.json is verified\./, true],
    [
      '0.6.0/euclidean-2d-drawn', 'caution',
      /^euclidean-2d-drawn\.json was verified in part\. Core 0\.6\.0 made it, .* tight\.monte_carlo: this version does not compute the bound "dual"/,
      true,
    ],
    ['0.6.0/rod-3d-drawn', 'wrong', /^rod-3d-drawn\.json: verification failed\. .*certified: withdrawn: before core 0\.8\.0/, null],
  ]) {
    const desk = await firstDesk();
    const [core, file] = name.split('/');
    const text = readFileSync(new URL(`../../../core/certificate/testdata/released/${name}.json`, import.meta.url), 'utf8');
    await desk.receiveFile(new File([text], `${file}.json`), 'clean');
    assert.equal(banner(desk).kind, kind, `${core} ${banner(desk).said}`);
    assert.match(banner(desk).said, said);
    if (certified !== null) assert.equal(desk.result.certificate.value.certified, certified, name);
  }
});

test('documents that the form has no entry for change nothing', async () => {
  const desk = await firstDesk();
  const before = { ...desk.entries.values }, document = JSON.parse(await written(desk));
  await desk.receiveFile(json('other.json', { ...document.request, perturbed: { file: 'other.csv' }, subsample: 32, pairing: [[0, 0], [1, 1]] }), 'clean');
  assert.match(desk.notice, /pairs points/);
  assert.deepEqual(desk.entries.values, before);
  assert.equal(desk.result.phase, 'done');
});

test('the request of a link is opened without its clouds', async () => {
  const first = await firstDesk();
  const desk = await firstDesk();
  await desk.receiveFile(file('request.json', (await first.documents.gram())[0]), 'clean');
  assert.deepEqual(clouds(desk), [null, null]);
  assert.equal(desk.said.gram.dimension, 2);
  assert.equal(desk.result.phase, 'done');
  const [own, its] = [desk, first].map(({ result }) => result.certificate.value.orbit.distance);
  assert.match(String(own), /^0\.119/);
  assert.ok(Math.abs(own - its) < 1e-12, `${own} ${its}`);
});

test('a request is filled in and computed, by itself or with the clouds that it names', async () => {
  const request = JSON.parse(await readFile(join(repository, 'site', 'examples', 'scaling-2d.json'), 'utf8'));
  const desk = await firstDesk();
  await desk.receiveFile(json('pasted.json', request), 'clean');
  assert.match(clouds(desk)[0], /^pasted-clean\.json: /);
  assert.equal(desk.result.phase, 'done');
  assert.equal(desk.result.certificate.value.certified, true);
  assert.equal(desk.entries.values.sigma, '0.5');

  const named = json('ask.json', { ...request, clean: { file: 'scans/one.xyz' }, perturbed: { file: 'two.xyz' }, sigma: 0.25 });
  await desk.receiveFile(named, 'clean');
  assert.equal(desk.notice, 'ask.json is filled in. Now drop the clouds that it names: one.xyz, two.xyz.');
  assert.equal(desk.entries.values.sigma, '0.25');
  assert.equal(desk.result.certificate, undefined);
  await desk.receiveFiles([file('two.xyz', '1.01 0\n0 1\n-1 -1\n'), named, file('one.xyz', '1 0\n0 1\n-1 -1\n')]);
  assert.equal(desk.result.phase, 'done');
  assert.deepEqual(clouds(desk), ['one.xyz: 3 points, 2-D', 'two.xyz: 3 points, 2-D']);
});

test('votes are filled in; those for many clouds belong elsewhere; other JSON is a cloud', async () => {
  const desk = await firstDesk();
  const before = clouds(desk);
  await desk.receiveFile(file('votes.json', '{"votes": 991, "samples": 1000, "runner_up": {"votes": 4}}'), 'clean');
  assert.equal(desk.result.phase, 'stale');
  const { votes, voted, runnerVotes } = desk.entries.values;
  assert.deepEqual([votes, voted, runnerVotes], ['991', '1000', '4']);
  assert.deepEqual(clouds(desk), before, 'the clouds stay');
  await desk.certify();
  assert.equal(desk.result.phase, 'done');
  assert.deepEqual(desk.result.request.prediction, { votes: 991, samples: 1000, runner_up: { votes: 4 } });
  await desk.receiveFile(file('votes.csv', 'name,label,votes_pred_0,votes_cert_0\na,0,1,1\n'), 'clean');
  assert.match(desk.notice, /^votes\.csv holds votes for many clouds/);
  assert.equal(desk.result.phase, 'done');
  await desk.receiveFile(file('cloud.json', '{"points": [[1, 2], [3, 4]]}'), 'clean');
  assert.equal(clouds(desk)[0], 'cloud.json: 2 points, 2-D');
});

test('a request says how its files are read', async () => {
  const desk = await firstDesk();
  const rows = [0, 1, 2].map((j) => Array.from({ length: 40 }, (_, i) => (i * (j + 2)) % 7).join(',')).join('\n');
  const request = json('request.json', {
    clean: { file: 'data/rows.csv', transposed: true }, perturbed: { attack: 'scale', norm: 0.1 }, sigma: 0.5, group: 'SE', samples: 1000,
    prediction: { probability: 0.9 },
  });
  await desk.receiveFiles([request, file('rows.csv', rows)]);
  assert.equal(clouds(desk)[0], 'rows.csv: 40 points, 3-D');
  assert.equal(desk.result.phase, 'done');
});

test('a request in UTF-16, as PowerShell writes it, is read', async () => {
  const desk = await firstDesk();
  const text = JSON.stringify({
    clean: {
      points: [
        [0, 0], [1, 0], [0, 1],
      ],
    },
    perturbed: { attack: 'scale', norm: 0.1 }, sigma: 0.5, group: 'SE', samples: 1000, prediction: { probability: 0.9 },
  });
  const bytes = Uint8Array.of(0xff, 0xfe, ...Array.from(text, (c) => [c.charCodeAt(0), 0]).flat());
  await desk.receiveFiles([file('request.json', bytes)]);
  assert.equal(desk.result.phase, 'done');
});

test('files that came together are read once: a document goes before clouds, and of two clouds the one whose name says so is the perturbed one', async () => {
  const desk = await firstDesk();
  let read = 0;
  const document = Object.assign(file('votes.json', '{"votes": 991, "samples": 1000}'), {
    arrayBuffer: () => (read++, Promise.resolve(new TextEncoder().encode('{"votes": 991, "samples": 1000}').buffer)),
  });
  await desk.receiveFiles([file('one.xyz', '1 0\n0 1\n-1 -1\n'), document]);
  assert.deepEqual([desk.entries.values.votes, read], ['991', 1]);
  await desk.receiveFiles([file('noisy.xyz', '1.01 0\n0 1\n-1 -1\n'), file('one.xyz', '1 0\n0 1\n-1 -1\n')]);
  assert.deepEqual(clouds(desk), ['one.xyz: 3 points, 2-D', 'noisy.xyz: 3 points, 2-D']);
  await desk.receiveFiles([1, 2, 3].map((n) => file(`${n}.xyz`, '1 0\n')));
  assert.match(desk.notice, /^Drop one or two files/);
});

test('takes certificates, requests and votes with noise on transformations, and asks for the same again', async () => {
  const cloud = [[1, 0, -0.5], [0.2, 0.4, 0], [0, 1, 0.5], [-0.5, 0, 0.7]];
  const request = {
    clean: { points: cloud }, perturbed: { points: cloud }, sigma: 0.05, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3 },
    prediction: { probability: 0.99 },
  };
  const certificate = JSON.parse(new TextDecoder().decode(await engine.document(request, await engine.certify(request))));
  assert.deepEqual(certificate.certified_by, ['parameters']);
  const plan = { ...request, prediction: { model: { sha256: '0'.repeat(64), layout: 'BND', classes: ['a', 'b'] }, sampling: { estimate: 200 } } };
  const votes = JSON.parse(await engine.counting.votes(JSON.stringify(plan), { runtime: null, tested: null }, new Uint8Array(200)));
  assert.deepEqual(votes.sampling.parameters, { twist: 0.3 });
  const desk = await firstDesk();
  await desk.receiveFile(json('twisted.json', request), 'clean');
  const { group, direction, translation, twistNoise, taperNoise } = desk.entries.values;
  assert.deepEqual([group, direction, translation, twistNoise, taperNoise], ['axis', '0 0 1', 'false', '0.3', '']);
  assert.deepEqual(JSON.parse(await written(desk)).parameters, certificate.parameters);
  await desk.receiveFile(json('twisted.json', certificate), 'clean');
  assert.deepEqual(banner(desk), { kind: 'checked', said: 'twisted.json is verified. Computed again here, with the same result.' });
  await desk.receiveFile(json('other.json', { ...request, noise: { taper: 0.1 } }), 'clean');
  await desk.receiveFile(json('votes.json', votes), 'clean');
  assert.deepEqual([desk.entries.values.twistNoise, desk.entries.values.taperNoise], ['0.3', '']);
  await desk.certify();
  assert.deepEqual(JSON.parse(await written(desk)).request.prediction.evidence.sampling, votes.sampling);
  desk.entries.set('twistNoise', '0.2');
  await desk.settled();
  assert.match(desk.unproved.now, /with noise on transformations \(twist 11\.5° per unit of length\)/);
});

test('a request and a certificate with σ by an attribute are certified as on the command line', async () => {
  const request = {
    clean: { points: [[0, 0], [2, 0], [3, 1]], attributes: { element: [8, 1, 1] } },
      perturbed: { points: [[0, 0.1], [2, 0], [3, 1]], attributes: { element: [8, 1, 1] } },
    sigma: { attribute: 'element', values: { 1: 0.5, 8: 0.2 } }, prediction: { votes: 990, samples: 1000 }, group: 'T', permutation: true, alpha: 0.001,
  };
  const native = execFileSync(program('orbitcert'), ['certify', '-'], { input: JSON.stringify(request), encoding: 'utf8' });
  for (const value of [request, JSON.parse(native)]) {
    const desk = await firstDesk();
    await desk.receiveFile(json('hydrogen.json', value), 'clean');
    assert.equal(desk.entries.values.sigma, '{"attribute":"element","values":{"1":"0.5","8":"0.2"}}');
    await desk.certify();
    assert.equal(await written(desk), native);
    assert.equal(entered(desk.result.request, {}).Smoothing, 'σ = 0.5 for element H, 0.2 for element O');
    desk.entries.set('sigma', '{"attribute":"element","values":{"1":"0,5","8":"0.2"}}');
    await desk.certify();
    assert.match(desk.entries.errors.sigma, /^σ of element 1: Write a point instead of the comma/);
    desk.entries.set('sigma', '{"attribute":"element","values":{"1":"0.5","8":""}}');
    desk.claim();
    await desk.certify();
    assert.match(desk.entries.errors.sigma, /no σ for 8, which is .element. of point 1/);
  }
});

// Order, samples of points, and both with the attributes that points have, under one σ and under one by element.
for (const [name, more] of [
  ['in any order', { permutation: true }], ['in samples of points', { permutation: false, subsample: 4 }],
  ['in samples in any order', { permutation: true, subsample: 4 }],
]) {
  test(`points with attributes ${name} are certified as on the command line`, async () => {
    const element = [6, 1, 1, 8, 1, 6], order = more.permutation ? [5, 2, 1, 3, 4, 0] : [0, 1, 2, 3, 4, 5];
    const points = [[0.3, 0, 0], [1, 0.2, 0], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, 0], [0.5, 0.9, -1]];
    const moved = points.map(([x, y, z], n) => [x + 0.02 * n, y - 0.03, z + 0.01 * (n % 3)]);
    const perturbed = { points: order.map((n) => moved[n]), attributes: { element: order.map((n) => element[n]) } };
    const desk = await exampleDesk(engine, 'digit-2d');
    for (const sigma of [0.1, { attribute: 'element', values: { 1: 0.1, 6: 0.2, 8: 0.3 } }]) {
      const request = {
        clean: { points, attributes: { element } }, perturbed, sigma, group: 'SE', alpha: 0.001, samples: 1000, prediction: { votes: 9900, samples: 10000 }, ...more,
      };
      await desk.receiveFile(json('molecule.json', request), 'clean');
      const text = await written(desk);
      assert.equal(text, execFileSync(program('orbitcert'), ['certify', '-'], { input: JSON.stringify(request), encoding: 'utf8', stdio: 'pipe' }));
      const { orbit, subsample } = JSON.parse(text);
      if (more.permutation) orbit.alignment.permutation.forEach((/** @type {number} */ from, /** @type {number} */ at) =>
        assert.equal(perturbed.attributes.element[from], element[at]));
      assert.equal(subsample?.kept, more.subsample && 6);
    }
  });
}
