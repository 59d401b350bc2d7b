// Models in workers of a real browser, by the real runtime.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from './blank.js';

const models = new URL('models/', import.meta.url).pathname;

/** A page with `models`, a pool of workers, and `feed`, three clouds of 8 points whose first coordinates are 0.5, −0.25 and 0. */
async function openPool(t) {
  const opened = await openEngine(t, { mounts: { 'engine/': new URL('../engine/', import.meta.url).pathname, 'models/': models, 'classifier/': new URL('../classifier/', import.meta.url).pathname } });
  await opened.page.evaluate(async () => {
    const { InferencePool } = await import(new URL('engine/inference-pool.js', document.baseURI).href);
    globalThis.restarts = [];
    globalThis.models = new InferencePool(document.baseURI, (sentence) => restarts.push(sentence));
    globalThis.bytes = async (name) => new Uint8Array(await (await fetch(`models/${name}`)).arrayBuffer());
    globalThis.feed = (type, dims = [3, 3, 8]) => {
      const numbers = [0.5, -0.25, 0].flatMap((x) => Array.from({ length: 24 }, (_, i) => (i < 8 ? x : i)));
      const half = { 0.5: 0x3800, '-0.25': 0xb400 };
      const data = type === 'float32' ? new Float32Array(numbers) : new Uint16Array(numbers.map((x) => half[x] ?? 0));
      return { name: 'clouds', type, dims, data: new Uint8Array(data.buffer) };
    };
    globalThis.run = async (feeds, lane = 0) => {
      const { type, dims, data: { buffer } } = await globalThis.models.logits(lane, feeds, 'logits');
      if (type !== feeds[0].type || String(dims) !== '3,2') throw new Error(`a tensor of ${type}, [${dims}]`);
      return [...(feeds[0].type === 'float16' ? new Uint16Array(buffer) : new Float32Array(buffer))];
    };
  });
  return opened;
}

test('a model gives its logits, whatever its numbers and wherever its weights are', async (t) => {
  const { page, errors } = await openPool(t);
  const logits = await page.evaluate(async () => {
    const seen = {};
    await models.open(await bytes('bdn.onnx'), [], 1);
    seen.single = await run([feed('float32')]);
    await models.open(await bytes('half.onnx'), [], 1);
    seen.half = await run([feed('float16')]);
    await models.open(await bytes('external.onnx'), [{ name: 'external.onnx.data', bytes: await bytes('external.onnx.data') }], 1);
    seen.external = await run([feed('float32')]);
    await models.open(await bytes('training.onnx'), [], 1);
    seen.training = await run([feed('float32'), { name: 'is_training', type: 'bool', dims: [], data: new Uint8Array(1) }]);
    return seen;
  });
  const wanted = { half: [0x3800, 0xb800, 0xb400, 0x3400, 0, 0] };
  for (const [name, values] of Object.entries(logits)) {
    const bare = values.map((x) => (name === 'half' ? x & (x === 0x8000 ? 0 : 0xffff) : x + 0));
    assert.deepEqual(bare, wanted[name] ?? [0.5, -0.5, -0.25, 0.25, 0, 0], name);
  }
  assert.deepEqual(errors, []);
});

test('a model that cannot run is refused with the reason, and the next one runs', async (t) => {
  const { page } = await openPool(t);
  const answers = await page.evaluate(async () => {
    const seen = {};
    for (const name of ['unknown', 'external']) seen[name] = await outcome(models.open(await bytes(`${name}.onnx`), [], 1));
    seen.text = await outcome(models.open(new TextEncoder().encode('ply'), [], 1));
    await models.open(await bytes('bdn.onnx'), [], 1);
    seen.shape = await outcome(run([feed('float32', [3, 8, 3])]));
    seen.after = await run([feed('float32')]);
    return seen;
  });
  for (const name of ['unknown', 'external', 'text', 'shape']) assert.equal(answers[name].kind, 'input', name);
  assert.match(answers.unknown.message, /Frobnicate/);
  assert.equal(answers.after[0], 0.5);
});

test('a worker that ends opens the model again and repeats its batch', async (t) => {
  const { page } = await openPool(t);
  await page.evaluate(async () => {
    await models.open(await bytes('bdn.onnx'), [], 2);
    await run([feed('float32')], 1);
  });
  for (const worker of page.workers()) await Promise.race([worker.evaluate(() => self.close()).catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
  const [first, restarts] = await page.evaluate(async () => [(await run([feed('float32')], 1))[0], restarts.length]);
  assert.equal(first, 0.5);
  assert.ok(restarts >= 1);
});

test('a graph that never ends is ended', async (t) => {
  const { page } = await openPool(t);
  const answer = await page.evaluate(async () => {
    const seat = new Seat(models.load(), () => [], () => {}, 5000);
    await seat.call('openModel', [await bytes('endless.onnx'), []]);
    return outcome(seat.call('logits', [[feed('float32')], 'logits']));
  });
  assert.equal(answer.kind, 'died');
  assert.match(answer.message, /no answer for 5 seconds/);
});

test('a batch for which there is no memory is halved, in a worker that starts anew', async (t) => {
  const { page, errors } = await openPool(t);
  const [data, most] = await page.evaluate(async () => {
    const [{ Rows }, { Batches }] = await Promise.all(['rows', 'batches'].map((name) => import(new URL(`classifier/${name}.js`, document.baseURI).href)));
    await models.open(await bytes('hungry.onnx'), [], 1);
    const machine = { batches: new Batches(), logits: (...args) => models.logits(...args), counting: { classes: async (_, __, { data }) => [data] } };
    const reading = { input: 'clouds', extras: [], half: false };
    const inputs = new Float32Array(16 * 3 * 8).fill(0.5);
    const rows = new Rows(machine, { reading, batch: null, output: 'logits' }, { rows: 1, shape: [3, 8], model: { classes: ['a', 'b'] } });
    const [{ buffer }] = await rows.read(0, '', new Uint8Array(inputs.buffer), new Uint8Array(16));
    return [[...new Float32Array(buffer)], machine.batches.most];
  });
  assert.equal(data.length, 32);
  assert.ok(data.every((x, i) => Math.abs(x - (i % 2 ? -0.5 : 0.5)) < 1e-6), String(data));
  assert.ok(most < 16 && most >= 1, `${most} rows at a time`);
  assert.deepEqual(errors, []);
});

test('votes are the same for one worker and two, one row at a time and sixteen, and when workers die', async (t) => {
  const { page, errors } = await openPool(t);
  await page.evaluate(async () => {
    const { Count } = await import(new URL('classifier/counter.js', document.baseURI).href);
    const { Batches } = await import(new URL('classifier/batches.js', document.baseURI).href);
    const engine = new Engine({ workers: 1 });
    const points = Array.from({ length: 24 }, (_, i) => [Math.sin(3 * i) / 9, Math.cos(i * i), (i % 5) / 3]);
    const prediction = { model: { sha256: '0'.repeat(64), layout: 'BDN', classes: ['left', 'right'] }, sampling: { estimate: 400 } };
    const request = JSON.stringify({ clean: { points }, sigma: 0.5, group: 'T', prediction });
    const reading = { input: 'clouds', extras: [], half: false, layouts: [], outputs: ['logits'], classes: 2 };
    globalThis.count = async (lanes, batch, onLook) => {
      await models.open(await bytes('bdn.onnx'), [], lanes);
      const machine = { counting: engine.counting, logits: (...args) => models.logits(...args), ready: (lane) => models.ready(lane), lanes, batches: new Batches() };
      const plan = await engine.counting.plan(request);
      globalThis.counted = new Count(machine, { reading, batch: null, output: 'logits' }, request, plan, { runtime: { name: 'test' }, batch });
      return globalThis.counted.run({ onLook });
    };
  });
  const one = await page.evaluate(() => count(1, 16));
  const { votes } = JSON.parse(one);
  assert.equal(votes.samples, 400);
  assert.ok(votes.estimate.every((n) => n > 50), `undecided on purpose: ${votes.estimate}`);
  assert.equal(await page.evaluate(() => count(2, 1)), one);

  await page.exposeFunction('kill', async () => {
    for (const worker of page.workers()) await Promise.race([worker.evaluate(() => self.close()).catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  assert.equal(await page.evaluate(() => count(2, 16, async () => void await kill())), one);
  assert.ok(await page.evaluate(() => restarts.length) > 0);

  const early = await page.evaluate(() => count(2, 16, () => true));
  assert.deepEqual([JSON.parse(early).votes.look, JSON.parse(early).votes.samples], [1, 100]);

  const said = await page.evaluate(async () => {
    const looks = [];
    const last = await globalThis.counted.run({ onLook: (text) => void looks.push(text) });
    return { last, looks };
  });
  assert.equal(said.last, one, 'what goes on comes to the same end');
  assert.deepEqual(said.looks[0], early, 'and tells first what was there');
  assert.deepEqual(errors, []);
});
