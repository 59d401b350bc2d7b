// A model that needs more memory or time than there is for a batch gets smaller ones; it is refused only where one row is too much.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batches, Rows } from '../../classifier/rows.js';
import { inBatches } from '../../workers/batches.js';
import { EngineError } from '../../certifier/failure.js';

const FULL = new EngineError('input', 'failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc');
const SLOW = new EngineError('died', 'It gave no answer for 30 seconds and was ended.');

/**
 * The rows of 40 samples by a model that fails for more than so many at a time, whose answer is the first number of a row.
 * @param {number} most @param {Error} error @param {number | null} [fixed] the batch of the model
 */
function rowsOf(most, error, fixed = null) {
  /** @type {number[]} */
  const asked = [];
  const machine = /** @type {any} */ ({
    batches: new Batches(),
    logits: (_, feeds, __, batch) => inBatches(feeds, batch, async ([{ dims: [rows], data }]) => {
      asked.push(rows);
      if (rows > most) throw error;
      return { type: 'float32', dims: [rows, 2], data };
    }),
    counting: { classes: async (_, first, counts, { data }) => [data, counts] },
  });
  const reading = /** @type {any} */ ({ input: 'clouds', extras: [], half: false });
  const plan = /** @type {any} */ ({ rows: 1, shape: [2], model: { classes: ['a', 'b'] } });
  const inputs = Uint8Array.from({ length: 40 * 8 }, (_, i) => i);
  const read = () => new Rows(machine, { reading, batch: fixed, output: 'logits' }, plan).read(0, '', inputs, new Uint8Array(40));
  return { asked, read, inputs };
}

test('a batch for which there is no memory is halved, and every row is answered once', async () => {
  const { asked, read, inputs } = rowsOf(5, FULL);
  assert.deepEqual((await read())[0], inputs);
  assert.deepEqual(asked, [16, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
  asked.length = 0;
  await read();
  assert.equal(Math.max(...asked), 4, 'what was found out is not tried again');
});

test('a batch that takes too long is given row by row', async () => {
  const { asked, read, inputs } = rowsOf(3, SLOW);
  assert.deepEqual((await read())[0], inputs);
  assert.deepEqual(asked.slice(0, 3), [16, 1, 1]);
});

test('where one row is too much the model is refused, with another way', async () => {
  for (const [error, reason] of [[FULL, /more memory than a model may use here/], [SLOW, /no answer for 30 seconds.*its smallest batch/i]]) {
    await assert.rejects(rowsOf(0, error).read(), (refusal) => reason.test(refusal.message) && /orbitcert draw.*orbitcert\.smooth/.test(refusal.message));
  }
});

test('what is no matter of the batch is told at once', async () => {
  const wrong = new EngineError('input', 'Got invalid dimensions for input');
  const { asked, read } = rowsOf(0, wrong);
  await assert.rejects(read(), wrong);
  assert.deepEqual(asked, [16]);
  await assert.rejects(rowsOf(15, FULL, 16).read(), /its smallest batch/i);
});

test('rows go to a worker in one call, and in several where they have many bytes', async () => {
  for (const [points, calls] of [[2, [[40, 16]]], [100_000, [[4, 4], [4, 4], [2, 2]]]]) {
    const asked = /** @type {number[][]} */ ([]);
    const logits = (_, feeds, __, batch) => {
      asked.push([feeds[0].dims[0], batch.rows]);
      return inBatches(feeds, batch, async ([{ dims: [rows] }]) => ({ type: 'float32', dims: [rows, 2], data: new Uint8Array(8 * rows) }));
    };
    const batches = new Batches(), rows = calls.reduce((sum, [many]) => sum + many, 0);
    if (points > 2) batches.most = 4;
    const machine = /** @type {any} */ ({ batches, logits }), reading = /** @type {any} */ ({ input: 'clouds', extras: [], half: false });
    const plan = /** @type {any} */ ({ rows: 1, shape: [points, 3], model: { classes: ['a', 'b'] } });
    const { dims } = await new Rows(machine, { reading, batch: null, output: 'logits' }, plan).answers(0, new Uint8Array(rows * points * 12), rows);
    assert.deepEqual([dims, asked], [[rows, 2], calls]);
  }
});
