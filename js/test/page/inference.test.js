// Models in workers of a real browser, by the real runtime: workers that are killed, memory that runs out. What models answer is
// in desk/inference.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from '../tools/blank.js';

const models = new URL('../models/', import.meta.url).pathname;

/** A page with `models`, a pool of workers, and `run`, the logits of three clouds of 8 points whose first coordinates are 0.5, −0.25 and 0. */
async function openPool(t) {
  const opened = await openEngine(t, {
    mounts: {
      'workers/': new URL('../../workers/', import.meta.url).pathname, 'certifier/': new URL('../../certifier/', import.meta.url).pathname,
      'models/': models, 'classifier/': new URL('../../classifier/', import.meta.url).pathname,
    },
  });
  await opened.page.evaluate(async () => {
    const { InferencePool } = await import(new URL('workers/inference-pool.js', document.baseURI).href);
    globalThis.restarts = [];
    globalThis.models = new InferencePool(document.baseURI, (sentence) => restarts.push(sentence));
    globalThis.bytes = async (name) => new Uint8Array(await (await fetch(`models/${name}`)).arrayBuffer());
    globalThis.run = async (lane) => {
      const data = new Float32Array([0.5, -0.25, 0].flatMap((x) => Array.from({ length: 24 }, (_, i) => (i < 8 ? x : i))));
      const feed = { name: 'clouds', type: 'float32', dims: [3, 3, 8], data: new Uint8Array(data.buffer) };
      return [...new Float32Array((await globalThis.models.logits(lane, [feed], 'logits', { rows: 3, fixed: null }))[0].data.buffer)];
    };
  });
  return opened;
}

/** Closes all workers from within, and waits until they are gone. @param {import('playwright-core').Page} page */
const killed = (page) => Promise.all(page.workers().map(async (worker) => {
  const gone = worker.waitForEvent('close');
  worker.evaluate(() => self.close()).catch(() => {});
  await gone;
}));

test('a worker that ends opens the model again and repeats its batch', async (t) => {
  const { page } = await openPool(t);
  await page.evaluate(async () => {
    await models.open(await bytes('bdn.onnx'), [], 2);
    await run(1);
  });
  await killed(page);
  const [first, restarts] = await page.evaluate(async () => [(await run(1))[0], restarts.length]);
  assert.equal(first, 0.5);
  assert.ok(restarts >= 1);
});

test('a batch for which there is no memory is halved, in a worker that starts anew', async (t) => {
  const { page, errors } = await openPool(t);
  const [data, most] = await page.evaluate(async () => {
    const { Batches, Rows } = await import(new URL('classifier/rows.js', document.baseURI).href);
    await models.open(await bytes('hungry.onnx'), [], 1);
    const machine = { batches: new Batches(), logits: (...args) => models.logits(...args), counting: { classes: async (_, __, ___, { data }) => [data] } };
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
    const { Batches } = await import(new URL('classifier/rows.js', document.baseURI).href);
    const engine = new Engine({ workers: 1 });
    const points = Array.from({ length: 24 }, (_, i) => [Math.sin(3 * i) / 9, Math.cos(i * i), (i % 5) / 3]);
    const prediction = { model: { sha256: '0'.repeat(64), layout: 'BDN', classes: ['left', 'right'] }, sampling: { estimate: 400 } };
    const request = JSON.stringify({ clean: { points }, sigma: 0.5, group: 'T', prediction });
    const reading = { input: 'clouds', extras: [], half: false, layouts: [], outputs: ['logits'], classes: 2 };
    globalThis.count = async (lanes, batch, onLook) => {
      await models.open(await bytes('bdn.onnx'), [], lanes);
      const machine = {
        counting: engine.counting, logits: (...args) => models.logits(...args), ready: (lane) => models.ready(lane), lanes, batches: new Batches(),
      };
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

  await page.exposeFunction('kill', () => killed(page));
  assert.equal(await page.evaluate(() => count(2, 16, async () => void await kill())), one);
  assert.ok(await page.evaluate(() => restarts.length) > 0);

  const early = await page.evaluate(() => count(2, 16, () => true));
  assert.deepEqual([JSON.parse(early).votes.rule, JSON.parse(early).votes.samples], ['anytime', 100]);

  const said = await page.evaluate(async () => {
    const looks = [];
    const last = await globalThis.counted.run({ onLook: (text) => void looks.push(text) });
    return { last, looks };
  });
  assert.equal(said.last, one, 'what goes on comes to the same end');
  assert.deepEqual(said.looks[0], early, 'and tells first what was there');
  assert.deepEqual(errors, []);
});
