// The shapes of documents against what the core writes: every field of every document is described, by what it holds, and
// every field described is written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALPHA, DRAWS, isCertificate } from '../../documents/documents.js';
import { fieldsOf, misfit } from '../../documents/shape.js';
import { SHAPES, UNCHECKED } from '../../documents/shapes.js';
import { request as plane } from '../tools/request.js';
import { newEngine } from './engine.js';

const solid = {
  ...plane, group: 'E', samples: 2000,
  clean: { points: [[0.9, 0.1, 0.3], [-0.4, 0.7, 0.1], [0.2, -0.8, -0.6], [-0.5, -0.3, 0.4]] },
  perturbed: { points: [[-0.42, 0.66, 0.1], [0.95, 0.12, 0.3], [0.17, -0.83, -0.6], [-0.46, -0.31, 0.42]] },
};

const runner = { votes: 9731, samples: 10000, runner_up: { votes: 100 } };

/** Requests that between them have everything there is. */
const REQUESTS = [
  { ...plane, samples: 2000, alpha: undefined },
  { ...plane, samples: 2000, group: 'none', prediction: { probability: 0.9, runner_up: { probability: 0.05 } } },
  { ...solid, prediction: runner, seed: '5' },
  { ...plane, samples: 2 },
  { ...plane, perturbed: undefined },
  { ...plane, top: 2, prediction: { ...runner, runner_up: undefined, classes: ['a', 'b'] } },
  { ...plane, sigma: plane.clean.points.map((_, n) => 0.1 + 0.01 * n) },
  { ...solid, permutation: true },
  {
    group: 'SO', sigma: 1, samples: 0, prediction: { probability: 0.85 },
    clean: {
      points: [
        [-1.49, 0, 0], [-0.745, 0, 0], [0.298, 0, 0], [1.341, 0, 0],
      ],
    },
    perturbed: {
      points: [
        [-0.447, 0.2, -0.5], [-0.2235, 0.2, -0.25], [0.0894, 0.2, 0.1], [0.4023, 0.2, 0.45],
      ],
    },
  },
  { ...solid, group: 'axis', axis: [0, 0, 1], translation: true, prediction: runner },
  {
    ...solid, perturbed: { attack: 'rotate', degrees: 5, axis: [0, 0, 1], noise: 0.1, seed: 7 },
    preparation: { drop_missing: true, points: 3, method: 'random', seed: 3, normalise: 'centre' },
  },
  {
    ...solid, subsample: 2, perturbed: { points: solid.perturbed.points.slice(1) }, prediction: runner,
    preparation: { normalise: 'unit_sphere', frame: 'clean' },
  },
  { ...solid, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3, taper: 0.1, scale: 0.1, shear: 0.1 }, prediction: runner },
  { ...solid, group: 'axis', axis: [0, 0, 1], noise: { shear: 0.1 }, perturbed: { points: solid.clean.points.map(([x, y, z]) => [x + 0.05 * z, y, z]) } },
  { ...solid, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3 }, perturbed: undefined },
  { ...solid, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3 }, permutation: true, perturbed: { points: solid.clean.points.toReversed() } },
  {
    ...solid, group: 'axis', axis: [0, 0, 1], noise: { twist: 0.3, taper: 0.1, scale: 0.1 },
    perturbed: {
      points: solid.clean.points.map(([x, y, z]) => [
        x * Math.exp(0.05 * z - 0.1) * Math.cos(0.1 * z) - y * Math.exp(0.05 * z - 0.1) * Math.sin(0.1 * z),
        y * Math.exp(0.05 * z - 0.1) * Math.cos(0.1 * z) + x * Math.exp(0.05 * z - 0.1) * Math.sin(0.1 * z), z,
      ]),
    },
  },
];

/** What a model returned that is no classifier. */
const numbers = { values: Array.from({ length: 400 }, (_, i) => (i === 0 ? null : i)) };
const labels = { labels: { predicted: [0, 1, 1, 0], votes: [990, 980, 700, 1000], samples: 1000 } };
const elements = { clean: { ...solid.clean, attributes: { element: [6, 6, 7, 8] } }, perturbed: { ...solid.perturbed, attributes: { element: [6, 6, 7, 8] } } };

/** Requests beside them of other statements, and of points with attributes. */
const STATED = [
  ...[plane, solid, { ...solid, subsample: 2 }, { ...solid, group: 'axis', axis: [0, 0, 1], noise: { shear: 0.1 } }].map((request) => ({
    ...request, prediction: numbers,
  })),
  { ...plane, prediction: { ...numbers, select: [200], tolerance: 150 } },
  ...[solid, { ...solid, group: 'axis', axis: [0, 0, 1], noise: { shear: 0.1 } }].map((request) => ({ ...request, prediction: labels })),
  { ...plane, prediction: { labels: { predicted: plane.clean.points.map(() => 0), votes: plane.clean.points.map(() => 9), samples: 10 } } },
  { ...plane, top: 2, prediction: { votes: 9731, samples: 10000, classes: ['chair', 'stool'] } },
  ...[{}, { attribute_sigma: { element: 0.5 } }].map((noise) =>
    ({ ...solid, ...elements, ...noise, prediction: { ...plane.prediction, model: { attributes: ['element'] } } })),
  ...[{ tolerance: 0.5 }, { angle: 30 }].map((asked) =>
    ({ ...plane, prediction: { vectors: { clip: 1, select: [[0.5, 0.1]], values: Array.from({ length: 1000 }, () => [0.5, 0.1]), ...asked } } })),
];

/** Preparations that divide sizes out, by each cloud and by the clean one. */
const PREPARED = [{ normalise: 'rms' }, { normalise: 'unit_sphere', frame: 'clean' }];

/** Runs over datasets, likewise. */
const RUNS = [
  { sigma: 0.1, group: 'SE', top: 2, withstand: {}, preparation: PREPARED[0] },
  { sigma: 0.1, group: 'SE', top: 2, withstand: { unit: 'file' }, preparation: PREPARED[1] },
  { sigma: 0.1, group: 'SE', runner_up: true, withstand: {}, preparation: PREPARED[0] },
  { sigma: 0.1, group: 'SE', samples: 1000, attack: { family: 'ball', norms: [0, 0.1], unit: 'file' }, preparation: PREPARED[0] },
  { sigma: 0.1, group: 'SE', scores: true, samples: 1000, attack: { family: 'scale', norms: [0, 0.1] } },
  { sigma: 0.1, group: 'SE', samples: 1000, anytime: { classes: 3, planned: 10000 }, attack: { family: 'scale', norms: [0, 0.1] } },
  { sigma: 0.1, group: 'SE', samples: 1000, top: 2, withstand: {} },
  {
    sigma: 0.1, group: 'axis', axis: [0, 0, 1], translation: true, samples: 1000,
    attack: { family: 'rotate', degrees: [0, 5], noise: 0.05, axis: [0, 0, 1], draws: 2 },
    preparation: { drop_missing: true, points: 3, method: 'random', seed: 3, normalise: 'centre', frame: 'clean' },
  },
  // Clouds that are long against σ, for which nothing is drawn.
  { sigma: 0.001, group: 'SE', samples: 1000, attack: { family: 'scale', norms: [0.0017, 0.0018, 0.0019, 0.002, 0.0022, 0.0024, 0.0026] } },
  { sigma: 0.1, group: 'SE', withstand: { along: [1, 0, 0] }, prediction: { model: { attributes: ['charge'] } } },
  { sigma: 0.1, group: 'SE', subsample: 2, withstand: { moved: 0.01 } },
  { sigma: 0.1, group: 'SE', subsample: 2, samples: 0, attack: { family: 'rotate', degrees: [0], noise: 0.05, draws: 2 } },
  { sigma: 0.1, group: 'SE', samples: 1000, runner_up: true, attack: { family: 'scale', norms: [0, 0.1] } },
  { sigma: 0.1, group: 'SE', samples: 1000, top: 2, attack: { family: 'scale', norms: [0, 0.1] } },
  { sigma: 0.1, group: 'axis', axis: [0, 0, 1], noise: { shear: 0.1 }, withstand: {} },
  { sigma: 0.1, group: 'SE', subsample: 2, attack: { family: 'ball', norms: [0, 0.1], search: 20 } },
  ...[{ returns: 'number', tolerance: 150 }, { returns: 'labels' }].map((returns) => ({
    sigma: 0.1, group: 'axis', axis: [0, 0, 1], samples: 1000, ...returns, attack: { family: 'scale', norms: [0, 0.1] },
  })),
];

/** The fields of a shape, those that may hold anything too. @returns {[name: string, shape: any][]} */
const allFields = (shape) => [...fieldsOf(shape).map(([name, , inner]) => [name, inner]), ...(UNCHECKED.get(shape) ?? []).map((name) => [name, 'any'])];

/** The names of all fields that a shape describes, with the way to them. @returns {string[]} */
function described(shape, path) {
  if (typeof shape === 'string') return [];
  if (Array.isArray(shape)) return described(shape[0], path);
  return allFields(shape).flatMap(([name, inner]) => [`${path}.${name}`, ...described(inner, `${path}.${name}`)]);
}

/** The names of all fields that a value has, down to where its shape says any. @returns {string[]} */
function written(value, shape, path) {
  if (typeof shape === 'string') return [];
  if (Array.isArray(shape)) return value.flatMap((item) => written(item, shape[0], path));
  const shapes = Object.fromEntries(allFields(shape));
  return Object.entries(value).flatMap(([name, inner]) => [`${path}.${name}`, ...written(inner, shapes[name] ?? 'any', `${path}.${name}`)]);
}

/** Fields of sets that hold the true class, and of runs for them: the command line alone makes the calibrations that they need, and tests them. */
const CALIBRATED = /\.sets?(\.|$)|^run\.(settings\.classifier|results\.(label_votes|interval|point_sets(\..*)?))$/;

/** Fields that only the sharing service writes, and those of counted numbers, labels and vectors, which answers.test.js looks at. */
const SHARED = [
  'certificate.key', 'certificate.signature',
  ...[
    'values', 'select', 'labels', 'model.returns', 'model.number', 'model.clip',
    ...['', '.values', '.select', '.clip', '.tolerance', '.angle'].map((name) => `vectors${name}`),
  ].map((name) => `certificate.request.prediction.evidence.${name}`),
];

test('every document of the core has its shape, and no shape has more', async () => {
  const engine = newEngine(2);
  /** @type {Record<string, any[]>} */
  const documents = { certificate: [], minimum: [], radii: [], withstood: [], region: [], every: [], curve: [], answer: [], map: [], run: [] };
  const { signal } = new AbortController();
  const compute = async (/** @type {any} */ request) => {
    const certificate = await engine.certify(request);
    documents.certificate.push(JSON.parse(new TextDecoder().decode(await engine.document(request, certificate))));
  };
  for (const request of [...REQUESTS, ...STATED, { ...solid, preparation: PREPARED[0] }]) await compute(request);
  // Votes of a model that says the first class to every sample.
  const cloud = {
    clean: {
      points: [
        [0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1],
      ],
    },
    sigma: 0.5, group: 'axis', axis: [0, 0, 1], translation: true, subsample: 3,
  };
  const model = { sha256: '0'.repeat(64), bytes: 9, name: 'm.onnx', layout: 'BDN', numbers: 'float16', output: 'logits', batch: 1, classes: ['a', 'b'] };
  const plan = {
    ...cloud,
    prediction: { model, classifier: { order: 'falling', how: 'declared' }, sampling: { select: 100, estimate: 200, fresh: true, seed: '1'.repeat(64) } },
  };
  const machine = { runtime: { name: 'test', version: '1', wasm: `sha256:${'2'.repeat(64)}` }, tested: { clouds: 200, changed: 0, rate: 0.015 } };
  for (const more of [
    {}, { subsample: undefined, sigma: [0.5, 0.6, 0.5, 0.5] }, { subsample: undefined, noise: { twist: 0.3, taper: 0.1, scale: 0.1, shear: 0.1 } },
  ]) {
    const votes = JSON.parse(await engine.counting.votes(JSON.stringify({ ...plan, ...more }), machine, new Uint8Array(300)));
    await compute({ ...cloud, ...more, prediction: { votes: 200, samples: 200, looks: 2, evidence: votes } });
  }
  for (const [drawn, more] of [[{ pose: 'one' }, {}], [{ turn: 'random' }, { scores: true }]]) {
    const drawing = { ...plan, ...more, prediction: { ...plan.prediction, classifier: { how: 'made', ...drawn } } };
    const votes = JSON.parse(await engine.counting.votes(JSON.stringify(drawing), { runtime: machine.runtime }, new Uint8Array(300)));
    await compute({ ...cloud, ...more, prediction: { votes: 200, samples: 200, looks: 2, evidence: votes } });
  }
  const anytime = { ...plan, prediction: { ...plan.prediction, sampling: { estimate: 200 } } };
  await compute({ ...cloud, prediction: { evidence: JSON.parse(await engine.counting.votes(JSON.stringify(anytime), machine, new Uint8Array(30))) } });
  const shown = { ...cloud, subsample: undefined, clean: { ...cloud.clean, attributes: { element: [6, 6, 7, 8] } } };
  for (const noise of [{}, { attribute_sigma: { element: 0.5 } }]) {
    const seeing = { ...plan, ...shown, ...noise, prediction: { ...plan.prediction, model: { ...model, attributes: ['element'] } } };
    await compute({ ...shown, ...noise,
      prediction: { evidence: JSON.parse(await engine.counting.votes(JSON.stringify(seeing), machine, new Uint8Array(300))) } });
  }
  const changes = { replaced: 1, added: 1, removed: 1, moved: 0.1 };
  for (const request of [
    ...REQUESTS.filter(({ group, subsample, perturbed }, i) => i === 0 || (group === 'axis' && perturbed) || subsample),
    { ...solid, subsample: 2, perturbed: { changes } },
  ])
    await compute(JSON.parse((await engine.gram(request))[0]));
  await compute({
    ...REQUESTS[0], clean: undefined, perturbed: undefined,
    gram: {
      dimension: 2,
      matrix: [
        [1, 0, 0.9, 0.1], [0, 1, 0, 0.9], [0.9, 0, 1, 0], [0.1, 0.9, 0, 1],
      ],
    },
  });
  await compute({ ...solid, clean: undefined, perturbed: undefined, gram: { dimension: 3, cloud: { points: 4, sha256: '0'.repeat(64) } } });
  for (const request of [
    ...REQUESTS.slice(0, 3), ...REQUESTS.filter(({ top }) => top),
    ...REQUESTS.filter(({ noise, perturbed, subsample }) => (noise && perturbed) || subsample),
  ])
    documents.minimum.push(await engine.minimum(request));
  for (const [group, prediction, top] of [
    ['SO', plane.prediction], ['SO', plane.prediction, 2], ['O', { votes: 9731, samples: 10000, runner_up: { votes: 100 } }],
  ]) {
    const clean = { ...plane, perturbed: undefined, group, prediction, samples: 2000, ...(top && { top }) };
    const radii = await engine.explorer.radii(clean, signal);
    documents.radii.push(radii);
    documents.withstood.push(await engine.explorer.withstand(clean));
    documents.region.push(await engine.explorer.region(clean, { pair: 'rotation-shear', size: 8 }));
    if (radii.ball) documents.every.push(await engine.explorer.everyDirection(radii.ball, signal));
    const { curve, answers } = await engine.explorer.curve(clean, { kind: 'random', steps: 2, directions: 2 }, signal, () => {});
    documents.curve.push(curve);
    documents.answer.push(...answers);
  }
  const first = { ...plane, perturbed: undefined, top: 2 };
  documents.minimum.push(await engine.minimum({ ...plane, top: 2 }));
  documents.withstood.push(await engine.explorer.withstand(first));
  documents.withstood.push(await engine.explorer.withstand({ ...first, preparation: { normalise: 'unit_sphere' } }));
  documents.radii.push(await engine.explorer.radii(first, signal));
  const sized = { ...first, preparation: PREPARED[1] };
  documents.region.push(await engine.explorer.region(sized, { pair: 'rotation-shear', size: 8 }));
  documents.curve.push((await engine.explorer.curve(sized, { kind: 'random', steps: 2, directions: 2 }, signal, () => {})).curve);
  documents.curve.push((await engine.explorer.curve(first, { kind: 'random', steps: 2, directions: 2 }, signal, () => {})).curve);
  await engine.explorer.map({ norm: 2, distance: 1, size: 20, top: 2 }, signal, (plan) => documents.map.push(plan));
  documents.withstood.push(await engine.explorer.withstand({ ...solid, perturbed: undefined, subsample: 2, prediction: runner }));
  documents.radii.push(await engine.explorer.radii({ ...solid, perturbed: undefined, subsample: 2, prediction: runner }));
  documents.region.push(
    await engine.explorer.region({ ...solid, perturbed: undefined, subsample: 2, prediction: runner }, { pair: 'replaced-moved', size: 4 }),
  );
  for (const preparation of PREPARED) documents.radii.push(await engine.explorer.radii({ ...first, preparation }, signal));
  documents.radii.push(
    await engine.explorer.radii({ ...solid, perturbed: undefined, subsample: 2, prediction: runner, preparation: PREPARED[1] }),
  );
  documents.withstood.push(await engine.explorer.withstand(REQUESTS.find(({ noise, perturbed }) => noise && !perturbed)));
  documents.withstood.push(
    await engine.explorer.withstand({ ...solid, group: 'axis', axis: [0, 0, 1], perturbed: undefined, noise: { taper: 0.1, scale: 0.1 } }),
  );
  documents.withstood.push(await engine.explorer.withstand({ ...solid, group: 'axis', axis: [0, 0, 1], perturbed: undefined, noise: { shear: 0.1 } }));
  documents.withstood.push(await engine.explorer.withstand({ ...plane, clean: { points: [[1, 2], [1, 2]] }, perturbed: undefined }));
  const line = [[0, 0, 1], [0, 0, 2], [0, 0, 4]]; // twisting moves none of them
  documents.withstood.push(await engine.explorer.withstand({ ...solid, clean: { points: line }, perturbed: undefined, preparation: PREPARED[0] }));
  for (const top of [undefined, 2])
    await engine.explorer.map({ norm: 2, distance: 1, size: 20, ...(top && { top }) }, signal, (plan) => documents.map.push(plan));
  const entry = { label: 1, votes_pred: [10, 990, 0], votes_cert: [100, 9900, 0] };
  const clouds = [
    ['a', 0], ['b', 0.1], ['c', 0.2],
  ].map(([name, z]) => ({
    name,
    points: [
      [0.4, 0.1, z], [-0.3, 0.5, 0], [-0.1, -0.6, 0.3],
    ],
    ...(name !== 'c' && entry),
  }));
  clouds[0].attacked = [{ points: clouds[0].points, votes: [90, 10], samples: 100 }];
  clouds.push({ name: 'unsure', points: clouds[0].points, label: 1, votes_pred: [300, 400, 300], votes_cert: [2900, 4200, 2900] });
  const point = [[1, 2, 0], [1, 2, 0], [1, 2, 0]]; // of which scaling moves nothing
  clouds.push({ name: 'point', points: point, ...entry });
  const both = { label: 1, votes_pred: [200, 600, 200], votes_cert: [2300, 5500, 2200] };
  clouds.push({ name: 'line', points: line, ...entry }, { name: 'both lines', points: line, ...both }, { name: 'both', points: point, ...both }, { name: 'long', points: clouds[0].points, ...both });
  const stated = {
    number: { ...numbers, select: [200], truth: 190 }, labels: { labels: { predicted: [0, 1, 1], votes: [990, 980, 700], samples: 1000, truth: [0, 1, 0] } },
  };
  const returned = (/** @type {'number' | 'labels'} */ returns) => clouds.map(({ name, points }) => ({ name, points, ...stated[returns] }));
  const charged = (/** @type {any} */ cloud) => ({ ...cloud, attributes: { charge: [1, 2, 3] } });
  const named = ({ votes_pred, attacked, ...cloud }) => cloud; // by the votes that bound it
  for (const settings of RUNS) {
    const { collection } = engine;
    await collection.clear();
    await collection.add('run.json', new TextEncoder().encode(JSON.stringify({
      ...settings,
      clouds: settings.prediction ? clouds.map(charged) : settings.returns ? returned(settings.returns) : settings.anytime ? clouds.map(named)
        : settings.noise ? clouds.filter(({ name }) => /^(a|both)$/.test(name)) : clouds, // ranges with noise take long
    })));
    const plan = await collection.plan(settings), text = JSON.stringify(plan.settings), lines = [], entries = await collection.entries(plan.count);
    await collection.lines(text, [...entries.keys()], (i) => entries[i], signal, (i, line) => { lines[i] = line; });
    const { result, document } = await collection.result(text, plan.count, lines.join(''));
    documents.run.push(JSON.parse(new TextDecoder().decode(document)));
    assert.deepEqual({ ...result, results: documents.run.at(-1).results }, documents.run.at(-1));
  }

  const seen = new Set();
  for (const [name, list] of Object.entries(documents)) {
    assert.ok(list.length > 0, name);
    for (const document of list) {
      assert.equal(misfit(document, SHAPES[name], name), '', JSON.stringify(document).slice(0, 500));
      for (const path of written(document, SHAPES[name], name)) seen.add(path);
    }
  }
  const all = Object.entries(SHAPES).flatMap(([name, shape]) => described(shape, name));
  const form = /\.(format|\$schema)$/; // which every document may have
  assert.deepEqual([...seen].filter((path) => !all.includes(path) && !form.test(path)), [], 'written, but not described');
  assert.deepEqual(all.filter((path) => !seen.has(path) && !SHARED.includes(path) && !form.test(path) && !CALIBRATED.test(path)), [], 'described, but not written');
  assert.equal(documents.certificate[0].request.alpha, ALPHA);
  for (const certificate of documents.certificate) assert.ok(isCertificate(certificate));
});

test('draws are as many as the page says where a request has no number', async (t) => {
  const engine = newEngine(2);
  const clean = {
      points: [
        [0.5, 0, 0], [0, 0.9, 0], [0, 0, 1.3], [0.3, 0.3, -0.2],
      ],
    },
    perturbed = {
      points: [
        [-0.4, 0.8, 0], [0, -0.9, 0.6], [0.7, 0, 1.1], [-0.5, 0.3, 0.9],
      ],
    };
  const request = { clean, perturbed, sigma: 1, group: 'SO', prediction: { probability: 0.7 } };
  const document = JSON.parse(new TextDecoder().decode(await engine.document(request, await engine.certify(request))));
  assert.equal(document.request.samples, DRAWS);
});

test('what does not have the shape of a certificate is none', () => {
  const whole = {
    certified: true, certified_by: ['orbit'], core: '1', notes: ['a sentence'],
    orbit: { certified: true, distance: 0, alignment: { matrix: [[1]], offset: [0] } }, tight: { exact: { value: 0.5, error: 0, certified: false } },
    request: { sigma: 1, group: 'SO', prediction: { probability: 0.9 } },
  };
  assert.ok(isCertificate(whole));
  assert.ok(isCertificate({ ...whole, later: {} }), 'fields may be added');
  for (const bad of [null, [], 'text', 1, undefined, {}]) assert.ok(!isCertificate(bad));
  for (const change of [
    { certified: 1 }, { core: undefined }, { request: undefined }, { request: null }, { request: { ...whole.request, sigma: '1' } },
    { request: { ...whole.request, prediction: undefined } }, { request: { ...whole.request, sigma: 1e999 } }, { orbit: [] },
    { orbit: { distance: 1 } }, { orbit: { certified: true, upper_runner_up: 'x' } },
    { orbit: { certified: true, alignment: { matrix: [1], offset: [0] } } }, { tight: { exact: { value: 0.5, certified: true } } },
    { certified_by: [1] }, { notes: 'a sentence' }, { certified_by: 'orbit' },
  ])
    assert.ok(!isCertificate({ ...whole, ...change }), JSON.stringify(change));
});
