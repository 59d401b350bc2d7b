// Certificates withstand a search for counterexamples: the real core, the real runtime, real votes.
// ORBITCERT_ATTACKS sets how many clouds are attacked; `make soundness` takes 200.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inkOf } from '../../certificate/ink.js';
import { Count } from '../../classifier/counter.js';
import { effective, norm, normal, plus, push } from '../../classifier/directions.js';
import { readLayout } from '../../classifier/layout.js';
import { attackOn } from '../../classifier/votes-at-clouds.js';
import { described } from '../../classifier/model-files.js';
import { sha256, startMachine } from '../../classifier/node.js';
import { readGraph } from '../../classifier/onnx.js';
import { openModel } from '../../workers/session.js';
import { repository } from '../tools/native.js';
import { random } from '../tools/random.js';

const tries = Number(process.env.ORBITCERT_ATTACKS ?? 8);

/** Tries on digits, by a network; the others use the model whose worst case is known. */
const digits = tries > 10 ? Math.round(tries / 4) : 0;

let machine, program;
before(async () => {
  const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  await import(pathToFileURL(join(root, 'lib', 'wasm', 'wasm_exec.js')).href);
  ({ machine, program } = await startMachine(join(repository, 'build', 'out', 'site')));
});

/** Opens a model, and gives what makes plans for it. */
async function open(file, dimension) {
  const bytes = new Uint8Array(readFileSync(join(repository, file)));
  const reading = readLayout(readGraph(bytes), dimension);
  await openModel(bytes, []);
  const names = Array.from({ length: Number(reading.outputs[0].classes) }, (_, i) => String(i));
  const model = described({ name: 'model.onnx', bytes }, sha256(bytes),
    { layout: reading.layouts[0].name, numbers: reading.half ? 'float16' : undefined, classes: names });
  const opened = { reading, batch: reading.layouts[0].batch, output: reading.outputs[0].name };
  return async ({ clean, sigma, group, prediction: { classifier, sampling } }) => {
    const text = JSON.stringify({ clean, sigma, group, permutation: false, prediction: { model, classifier, sampling } });
    return { opened, text, plan: await machine.counting.plan(text) };
  };
}

/** A request with the votes of the model, null where it abstains. */
async function voted(planner, points, sigma, group, samples) {
  const request = {
    clean: { points }, sigma, group, permutation: false, samples: 0, prediction: { classifier: { how: 'made' }, sampling: { estimate: samples } },
  };
  const { opened, text, plan } = await planner(request);
  const evidence = JSON.parse(await new Count(machine, opened, text, plan, { runtime: { name: 'test' } }).run());
  const { votes } = evidence;
  const prediction = { votes: votes.estimate[votes.predicted], samples: votes.samples, looks: votes.looks, evidence };
  return votes.estimate[votes.predicted] > 0.6 * votes.samples ? { ...request, prediction } : null;
}

const certified = (request, points) => JSON.parse(program.prepare(JSON.stringify({ ...request, perturbed: { points } }))[0]);
const rows = (flat, dimension) => Array.from({ length: flat.length / dimension }, (_, n) => [...flat.subarray(n * dimension, (n + 1) * dimension)]);

/** Attacks one cloud: whether a change was found, its norm over the radius, and whether a certificate is contradicted, or would be with another prediction. */
async function attacked(planner, request, dimension, clouds, next, forged) {
  const { found } = await attackOn(machine, planner, request, Float64Array.from(request.clean.points.flat()), dimension, { pace: 1, clouds, random: next });
  if (!found) return { found: false };
  const perturbed = rows(found.points, dimension);
  const { orbit, certified: contradicted } = certified(request, perturbed);
  const wrong = forged && certified({ ...request, prediction: forged }, perturbed).certified;
  return { found: true, ratio: orbit.distance / orbit.radius, contradicted, wrong };
}

test('what an attack finds is never certified: not by a linear model, whose worst case is known, nor by a network on digits', async (t) => {
  const linear = await open('js/test/models/bdn.onnx', 3);
  const next = random(20);
  const seen = [];
  while (seen.length < tries - digits) {
    const [count, sigma] = [4 + Math.floor(9 * next()), 0.05 + 0.2 * next()];
    const mean = (0.3 + 1.5 * next()) * sigma / Math.sqrt(count);
    const points = Array.from({ length: count }, (_, i) => [mean + (i % 2 ? 0.5 : -0.5) * (i < count - (count % 2)), normal(next), normal(next)]);
    const request = await voted(linear, points, sigma, 'none', 400);
    if (request) seen.push(await attacked(linear, request, 3, 60, next, { probability: 0.9999 }));
  }
  const found = seen.filter((one) => one.found);
  const ratios = found.map(({ ratio }) => ratio).sort((a, b) => a - b);
  t.diagnostic(
    `linear: ${found.length} of ${seen.length} found, from ${ratios[0].toFixed(3)} to ${ratios.at(-1).toFixed(3)} radii, median ${
      ratios[ratios.length >> 1].toFixed(3)}`,
  );
  assert.deepEqual(seen.filter(({ contradicted }) => contradicted), []);
  assert.ok(found.length > 0.5 * seen.length, 'the search finds changes of a linear model');
  assert.ok(ratios[ratios.length >> 1] < 4, 'and not far beyond what is certified');
  assert.ok(seen.some(({ wrong }) => wrong), 'a prediction that is claimed too large is contradicted');

  const network = digits && await open('site/models/digits.onnx', 2);
  const drawn = [];
  while (drawn.length < digits) {
    const strokes = Array.from({ length: 1 + Math.floor(2 * next()) }, () =>
      Array.from({ length: 3 + Math.floor(3 * next()) }, () => [100 * next(), 100 * next()]),
    );
    const request = await voted(network, inkOf(strokes, 256), 0.1, 'SE', 200);
    if (request) drawn.push(await attacked(network, request, 2, 60, next));
  }
  const changed = drawn.filter((one) => one.found).map(({ ratio }) => ratio).sort((a, b) => a - b);
  if (digits) t.diagnostic(`digits: ${changed.length} of ${drawn.length} found, from ${changed[0]?.toFixed(2)} to ${changed.at(-1)?.toFixed(2)} radii`);
  assert.deepEqual(drawn.filter(({ contradicted }) => contradicted), []);
});

test('pushes have nothing in them that the classifier ignores', () => {
  const next = random(5);
  for (const [dimension, group, axis] of [[2, 'SE'], [3, 'SE'], [3, 'SO'], [3, 'T'], [3, 'axis', [1, 2, 2]], [2, 'none']]) {
    const points = Float64Array.from({ length: 30 * dimension }, () => 0.3 + normal(next));
    const clean = effective(points, dimension, { group, axis, translation: true });
    const small = clean(push(points, dimension, next));
    assert.ok(Math.abs(norm(small) - 1) < 1e-12);
    const request = {
      clean: { points: rows(points, dimension) }, sigma: 1, group, ...(axis && { axis, translation: true }), prediction: { probability: 0.9 },
      samples: 0,
    };
    const { orbit: { distance } } = certified(request, rows(plus(points, 1e-4, small), dimension));
    assert.ok(distance > 0.9999e-4 && distance <= 1.0000001e-4, `${group}: ${distance}`);
  }
});
