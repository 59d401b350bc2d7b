// Models in threads, by the page's runtime. What becomes of them when workers are killed, and where a browser has no memory, is
// in page/inference.test.js.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WorkerSlot } from '../../workers/worker-slot.js';
import { Thread } from '../../library/thread.js';
import { newModels } from './engine.js';

/** @param {string} name */
const bytes = async (name) => new Uint8Array(await readFile(new URL(`../models/${name}`, import.meta.url)));

/** @type {Record<string, number>} the numbers of half precision */
const HALF = { 0.5: 0x3800, '-0.25': 0xb400 };

/** All three clouds of a feed as one batch. */
const WHOLE = { rows: 3, fixed: null };

/** Three clouds of 8 points whose first coordinates are 0.5, −0.25 and 0. @param {'float32' | 'float16'} type */
function feed(type, dims = [3, 3, 8]) {
  const numbers = [0.5, -0.25, 0].flatMap((x) => Array.from({ length: 24 }, (_, i) => (i < 8 ? x : i)));
  const data = type === 'float32' ? new Float32Array(numbers) : new Uint16Array(numbers.map((x) => HALF[x] ?? 0));
  return { name: 'clouds', type, dims, data: new Uint8Array(data.buffer) };
}

/** The logits of a batch. @param {ReturnType<typeof newModels>} models @param {any[]} feeds */
async function run(models, ...feeds) {
  const [{ type, dims, data: { buffer } }] = await models.logits(0, feeds, 'logits', WHOLE);
  assert.deepEqual([type, dims], [feeds[0].type, [3, 2]]);
  return [...(type === 'float16' ? new Uint16Array(buffer) : new Float32Array(buffer))];
}

test('a model gives its logits, whatever its numbers and wherever its weights are', async (t) => {
  const models = newModels();
  t.after(() => models.close());
  const training = { name: 'is_training', type: 'bool', dims: [], data: new Uint8Array(1) };
  const weights = { name: 'external.onnx.data', bytes: await bytes('external.onnx.data') };
  for (const [name, beside, ...feeds] of /** @type {[string, any[], ...any[]][]} */ ([
    ['bdn', [], feed('float32')], ['half', [], feed('float16')], ['external', [weights], feed('float32')], ['training', [], feed('float32'), training],
  ])) {
    await models.open(await bytes(`${name}.onnx`), beside, 1);
    const values = await run(models, ...feeds);
    const bare = values.map((x) => (name === 'half' ? x & (x === 0x8000 ? 0 : 0xffff) : x + 0));
    assert.deepEqual(bare, name === 'half' ? [0x3800, 0xb800, 0xb400, 0x3400, 0, 0] : [0.5, -0.5, -0.25, 0.25, 0, 0], name);
  }
});

test('a model that cannot run is refused with the reason, and the next one runs', async (t) => {
  const models = newModels();
  t.after(() => models.close());
  await assert.rejects(models.open(await bytes('unknown.onnx'), [], 1), { kind: 'input', message: /Frobnicate/ });
  await assert.rejects(models.open(await bytes('external.onnx'), [], 1), { kind: 'input' });
  await assert.rejects(models.open(new TextEncoder().encode('ply'), [], 1), { kind: 'input' });
  await models.open(await bytes('bdn.onnx'), [], 1);
  await assert.rejects(run(models, feed('float32', [3, 8, 3])), { kind: 'input' });
  assert.equal((await run(models, feed('float32')))[0], 0.5);
});

test('a graph that never ends is ended', async (t) => {
  const slot = new WorkerSlot(newModels().load(), () => [], () => {}, 5000);
  t.after(() => slot.end(new Error('over')));
  await slot.call('openModel', [await bytes('endless.onnx'), []]);
  await assert.rejects(slot.call('logits', [[feed('float32')], 'logits', WHOLE]), { kind: 'died', message: /no answer for 5 seconds/ });
});

test('arguments that are made for a worker are moved to it, and made again for the one that replaces it', async (t) => {
  const model = await bytes('bdn.onnx');
  const slot = new WorkerSlot(newModels().load(), () => [{ name: 'openModel', args: [model, []] }], () => {}, 60_000);
  t.after(() => slot.end(new Error('over')));
  const moved = [];
  const made = () => {
    const one = feed('float32');
    moved.push(one.data.buffer);
    return { args: [[one], 'logits', WHOLE], moved: [one.data.buffer] };
  };
  await slot.callMoving('logits', made);
  const again = slot.callMoving('logits', made);
  await slot.renew();
  assert.equal(new Float32Array((await again)[0].data.buffer)[0], 0.5);
  assert.ok(moved.length >= 2);
  assert.deepEqual(moved.map(({ byteLength }) => byteLength), moved.map(() => 0));
});

test('a call of many batches says that it goes on, and ends between two of them once it is abandoned', async (t) => {
  const { module } = await newModels().load(), model = await bytes('bdn.onnx');
  const thread = new Thread(new URL('model-thread.js', import.meta.url));
  t.after(() => thread.terminate());
  const rows = 1_000_000, data = new Uint8Array(4 * 24 * rows);
  const answers = /** @type {any[]} */ ([]);
  const ended = new Promise((resolve) => {
    thread.onmessage = ({ data: answer }) => {
      answers.push(answer);
      if (answer.type === 'going' && answers.length === 3) thread.postMessage({ type: 'abandon', id: 2 });
      if (answer.type === 'failed') resolve(answer.id);
    };
  });
  thread.postMessage({ type: 'start', module, lock: '', build: '' });
  thread.postMessage({ type: 'call', id: 1, name: 'openModel', args: [model, []] });
  const feeds = [{ name: 'clouds', type: 'float32', dims: [rows, 3, 8], data }];
  thread.postMessage({ type: 'call', id: 2, name: 'logits', args: [feeds, 'logits', { rows: 1, fixed: null }] });
  assert.equal(await ended, 2);
  assert.deepEqual(answers.slice(0, 3).map(({ type }) => type), ['ready', 'done', 'going']);
});
