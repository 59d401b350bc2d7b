// Time that a worker has for a call, with a worker and a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerSlot } from '../../workers/worker-slot.js';

const LIMIT = 30_000;

/** A slot whose worker answers as the test wants, and a call in it; the worker is ready at once, or not for some milliseconds. */
async function calling(t, signal, after = 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const worker = { sent: /** @type {any[]} */ ([]), postMessage: (message) => worker.sent.push(message), terminate() {} };
  const slot = new WorkerSlot(/** @type {any} */ (Promise.resolve({ module: null, worker: () => worker })), () => [], () => {}, LIMIT);
  const outcome = slot.call('count', [], signal).then((value) => value, (error) => error);
  await new Promise(setImmediate);
  if (after > 0) t.mock.timers.tick(after);
  else /** @type {any} */ (worker).onmessage({ data: { type: 'ready' } });
  const { id } = worker.sent.at(-1);
  return { worker, id, outcome, answer: (message) => /** @type {any} */ (worker).onmessage({ data: { id, ...message } }) };
}

test('each part of a call has the whole limit', async (t) => {
  const { outcome, answer } = await calling(t);
  for (let part = 0; part < 3; part++) {
    t.mock.timers.tick(LIMIT - 1);
    answer({ type: 'going' });
  }
  t.mock.timers.tick(LIMIT - 1);
  answer({ type: 'done', value: 7 });
  assert.equal(await outcome, 7);
});

test('a worker that does not start within the limit of a call is replaced, and the call stays', async (t) => {
  const { worker, outcome, answer } = await calling(t, undefined, LIMIT);
  await new Promise(setImmediate);
  assert.equal(worker.sent.filter(({ type }) => type === 'start').length, 2);
  answer({ type: 'ready' });
  t.mock.timers.tick(LIMIT - 1);
  answer({ type: 'done', value: 7 });
  assert.equal(await outcome, 7);
});

test('a part that takes longer ends the call', async (t) => {
  const { outcome, answer } = await calling(t);
  answer({ type: 'going' });
  t.mock.timers.tick(LIMIT);
  assert.match((await outcome).message, /no answer for 30 seconds/);
});

test('an aborted call is abandoned in the worker', async (t) => {
  const stop = new AbortController();
  const { worker, id, outcome } = await calling(t, stop.signal);
  stop.abort('over');
  assert.equal(await outcome, 'over');
  assert.deepEqual(worker.sent.at(-1), { type: 'abandon', id });
});
