// The engine with the real certifier in threads: what Go answers, in which order, and how it is called off. What workers of a
// browser add to it is in page/engine.test.js.

import assert from 'node:assert/strict';
import { CORE } from '../../documents/core.js';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WorkerSlot } from '../../workers/worker-slot.js';
import { until } from '../tools/until.js';
import { program, repository } from '../tools/native.js';
import { request } from '../tools/request.js';
import { newEngine, program as starting } from './engine.js';

/** Returns the output of the command line for a request. @param {string} command @param {any} ask */
async function orbitcert(command, ask) {
  const line = promisify(execFile)(program('orbitcert'), [command, '-']);
  line.child.stdin?.end(JSON.stringify(ask));
  return (await line).stdout;
}

/** The certificate document of a request, computed by so many workers. @param {any} ask @param {number} workers */
async function certify(ask, workers) {
  const engine = newEngine(workers);
  return new TextDecoder().decode(await engine.document(ask, await engine.certify(ask)));
}

test('one thread, two, four and the command line give the same bytes, with the draws of blocks that any of them ran', async () => {
  const example = JSON.parse(await readFile(join(repository, 'site', 'examples', 'molecule-3d.json'), 'utf8'));
  const one = await certify(example, 1);
  assert.match(one, /"monte_carlo"/);
  assert.equal(await certify(example, 2), one);
  const plane = await certify(request, 1);
  assert.equal(await certify(request, 4), plane);
  assert.equal(await orbitcert('certify', request), plane);
});

test('the closed forms come first, then progress, then the complete certificate', async () => {
  /** @type {string[]} */
  const seen = [];
  const complete = await newEngine(2).certify(request, {
    onCertificate: ({ value }) => seen.push(value.tight?.monte_carlo ? 'complete' : 'closed'),
    onProgress: ({ stage, done, total }) => seen.push(`${stage} ${done}/${total}`),
  });
  assert.equal(seen[0], 'closed');
  assert.match(seen[1], /^1 0\//);
  assert.match(/** @type {string} */ (seen.at(-1)), /^(\d+) (\d+)\/\2$/);
  assert.ok(complete.value.tight?.monte_carlo);
});

test('the order of the points is searched for', async () => {
  const ask = { ...request, permutation: true };
  const engine = newEngine();
  await engine.certify(request);
  assert.equal(typeof (await engine.gram(ask))[1], 'string');
  /** @type {number[]} */
  const steps = [];
  const { value: { orbit: { alignment: { permutation } } } } = await engine.certify(ask, { onSearch: (step) => steps.push(step.progress) });
  assert.equal(steps.at(-1), 1);
  assert.deepEqual([...permutation].sort((a, b) => a - b), permutation.map((/** @type {number} */ _, /** @type {number} */ n) => n));
});

test('the program was built with the core that runs', async () => {
  assert.equal(await newEngine().ready(), CORE);
});

test('the core says whether it computes with other clouds than those that were opened', async () => {
  const engine = newEngine();
  await engine.open('clean', 'cloud.xyz', new TextEncoder().encode('1 0\n0 1\n-1 -1\n'));
  const ask = { clean: { file: 'clean' }, sigma: 0.1, prediction: { probability: 0.9 }, group: 'SE', samples: 0 };
  const points = async (/** @type {string} */ role) => [...await engine.points(`computed ${role}`)];
  const made = async (/** @type {object} */ more) => (await engine.certify({ ...ask, ...more })).madeClouds;
  assert.equal(await made({}), false);
  assert.equal(await made({ perturbed: { points: [[1, 0], [0, 1], [-1, -0.9]] } }), false);
  assert.equal(await made({ perturbed: { attack: 'scale', norm: 0.1 } }), true);
  assert.equal((await points('perturbed')).length, 6);
  assert.equal(await made({ preparation: { points: 2, method: 'random', seed: 0, normalise: 'none' } }), true);
  assert.equal((await points('clean')).length, 4);
  assert.equal(await made({ prepared: { points: 3, method: 'random', seed: 0, normalise: 'none' } }), false, 'that was done before');
});

test('cancel stops between blocks and leaves the engine usable', async () => {
  const engine = newEngine(2);
  const stop = new AbortController();
  let certificates = 0;
  /** @type {[number, number][]} */
  const blocks = [];
  await assert.rejects(engine.certify({ ...request, samples: 5_000_000 }, {
    signal: stop.signal,
    onCertificate: () => certificates++,
    onProgress: ({ done, total }) => {
      blocks.push([done, total]);
      if (done === 2) stop.abort();
    },
  }), { name: 'AbortError' });
  const again = await engine.certify(request);
  const [done, total] = blocks[blocks.length - 1];
  assert.ok(done <= 4 && total > 20, `${done} of ${total} blocks came`);
  assert.equal(certificates, 1);
  assert.ok(again.value.orbit.distance > 0);
});

test('bad input names its place', async () => {
  const engine = newEngine();
  await assert.rejects(engine.open('clean', 'cloud.xyz', new TextEncoder().encode('1 2 3\n4 five 6\n')), { kind: 'input', file: 'cloud.xyz', line: 2 });
  await assert.rejects(engine.certify({ ...request, sigma: -1 }), { kind: 'input', field: 'sigma' });
  await assert.rejects(engine.points('nothing'), { kind: 'input' });
});

test('a panic of the certifier is caught, told, and followed by a fresh worker', async () => {
  // No request leads here: work without a problem, in the place of a question.
  const broken = ['{"stage": 1, "blocks": 1, "targets": [{"disagreement": {"samples": 1}}]}', 0];
  const engine = newEngine(1, (message) => (message.name === 'points' ? { ...message, name: 'block', args: broken } : message));
  /** @type {string[]} */
  const restarts = [];
  engine.addEventListener('restart', (event) => restarts.push(/** @type {any} */ (event).detail));
  const [, { value }] = await Promise.all([
    assert.rejects(engine.points('any'), { kind: 'panic', message: /nil pointer/ }),
    engine.certify({ ...request, samples: 0 }),
  ]);
  assert.equal(restarts.length, 1);
  assert.ok(value.orbit);
});

test('a fresh worker has no cloud that was closed while it was opened', async () => {
  const broken = ['{"stage": 1, "blocks": 1, "targets": [{"disagreement": {"samples": 1}}]}', 0];
  const engine = newEngine(1, (message) => (message.name === 'attribute' ? { ...message, name: 'block', args: broken } : message));
  await Promise.all([engine.open('clean', 'cloud.xyz', new TextEncoder().encode('1 2 3\n4 5 6\n')), engine.close('clean')]);
  await assert.rejects(engine.attribute('clean', 'any'), { kind: 'panic' });
  await assert.rejects(engine.points('clean'), { kind: 'input' });
});

test('the minimum is what the command line prints, and can be cancelled', async () => {
  const engine = newEngine();
  const minimum = await engine.minimum(request);
  assert.ok(minimum.tight.exact <= minimum.orbit);
  assert.deepEqual(minimum, JSON.parse(await orbitcert('pmin', request)));
  const stop = new AbortController();
  const long = assert.rejects(engine.minimum({ ...request, samples: 10_000_000 }, { signal: stop.signal }), { name: 'AbortError' });
  setTimeout(() => stop.abort());
  await long;
  await assert.rejects(engine.minimum({ ...request, perturbed: undefined }), { field: 'perturbed' });
});

test('a minimum that takes long keeps no closed forms waiting', async () => {
  const engine = newEngine(2);
  const solid = {
    ...request,
    clean: {
      points: [
        [0, 0, 1], [1, 0, 0], [0, 2, 0], [1, 1, 1],
      ],
    },
    perturbed: {
      points: [
        [0, 0, 1], [1, 0, 0.1], [0, 2.1, 0], [1, 1, 1],
      ],
    },
    samples: 4000,
  };
  await engine.certify(solid); // starts the other worker
  const stop = new AbortController();
  const minimum = engine.minimum({ ...solid, samples: 400_000 }, { signal: stop.signal }).then(() => 'minimum', () => 'given up');
  await engine.ready();
  const known = engine.closedForms({ ...solid, sigma: 0.6 }).then(() => 'closed forms');
  assert.equal(await Promise.race([minimum, known]), 'closed forms');
  stop.abort();
  await minimum;
});

test('a cloud that a hand holds has the certificate of its points, whatever was held before', async () => {
  const engine = newEngine(), clean = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [1, 1, 1]];
  const request = { clean: { points: clean }, sigma: 0.4, prediction: { probability: 0.9 }, group: 'SE' };
  for (const turn of [0, 0.3, 1e-9]) {
    const points = clean.map(([x, y, z]) => [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn), z + turn / 3]);
    const [held, opened] = [await engine.heldForms(request, Float64Array.from(points.flat()), 3), await engine.closedForms({ ...request, perturbed: { points } })];
    assert.equal(held.certificate.text, opened.certificate.text);
  }
  await assert.rejects(engine.heldForms(request, Float64Array.from([...clean.flat().slice(1), NaN]), 3), { field: 'perturbed' });
});

test('a worker that is ended before it has started leaves no clock behind, which would keep its program alive', async () => {
  const program = starting();
  await program;
  const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = clocks();
  const slot = new WorkerSlot(program, () => [], () => {});
  const call = assert.rejects(slot.call('core', []), { message: 'over' });
  await setImmediate();
  assert.equal(clocks(), before + 1, 'it is on its way');
  slot.end(new Error('over'));
  await call;
  assert.equal(clocks(), before);
});

test('a worker without work ends after its rest where that is wanted, and the next call starts one that knows what it knew', async () => {
  const cloud = new TextEncoder().encode('{"points": [[0, 1], [1, 0], [-1, -1]]}');
  /** @type {number[]} */
  const seen = [];
  const replay = () => [{ name: 'open', args: ['clean', 'a.json', cloud, '{}'] }];
  const slot = new WorkerSlot(starting(), replay, (sentence) => assert.fail(sentence), Infinity, { after: 1, ends: (memory) => seen.push(memory) > 1 });
  await slot.call('core', []);
  await until(() => seen.length === 1);
  assert.ok(slot.runs, 'the first rest did not end it');
  await slot.call('core', []);
  await until(() => !slot.runs);
  assert.ok(seen.every((memory) => memory > 1e6), `${seen}`);
  assert.equal((await slot.call('points', ['clean'])).length, 6 * 8);
  slot.end(new Error('over'));
});
