// What is found out about a model before its votes count, by models that are functions here: which bits depend on what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission, mindsBatch } from '../../classifier/admission.js';
import { Batches, Rows } from '../../classifier/rows.js';
import { ModelError } from '../../classifier/model-use.js';

/** Two numbers a row; a row of a sample counts up from its number. */
const WIDTH = 2;

/**
 * A machine that runs one model, and what it was fed.
 * @param {(rows: number[][], calls: number) => number[][]} model
 */
function machineOf(model) {
  const batches = /** @type {number[]} */ ([]);
  const counting = {
    inputs: async (_, first, count) => {
      const numbers = Float32Array.from({ length: count * WIDTH }, (__, i) => Math.sin(first * WIDTH + i + 1));
      return [new Uint8Array(numbers.buffer), new Uint8Array(count).fill(1)];
    },
    classes: async (_, counts, { data }) => [data, counts],
  };
  const logits = async (_, [{ data, dims: [rows] }]) => {
    const numbers = new Float32Array(data.slice().buffer);
    batches.push(rows);
    const answers = model(Array.from({ length: rows }, (__, i) => [...numbers.slice(i * WIDTH, (i + 1) * WIDTH)]), batches.length);
    return { type: 'float32', dims: [rows, WIDTH], data: new Uint8Array(Float32Array.from(answers.flat()).buffer) };
  };
  return { batches, machine: /** @type {any} */ ({ counting, logits, lanes: 1, ready: async () => {}, batches: new Batches() }) };
}

const reading = { input: 'clouds', extras: [], half: false, layouts: [], outputs: [] };

/** @param {number | null} batch */
const planned = (batch, shape = [WIDTH], rows = 1) => /** @type {any} */ ({
  opened: { reading, batch, output: 'logits' }, text: '{}',
  plan: { rows, shape, model: { classes: ['a', 'b'] }, classifier: { how: 'made' }, sampling: { block: 50 } },
});

const own = (/** @type {number[][]} */ rows) => rows.map(([a, b]) => [Math.fround(a + b), Math.fround(a * b)]);
const sum = (/** @type {number[][]} */ rows) => rows.reduce((total, [a]) => total + a, 0);

test('a model that answers every row for itself is fed as before, three times sixteen rows', async () => {
  const { machine, batches } = machineOf(own);
  assert.equal(await mindsBatch(machine, planned(null)), false);
  assert.equal(batches.reduce((total, rows) => total + rows, 0), 48);
  for (const batch of [1, 4, 32]) assert.equal(await mindsBatch(machineOf(own).machine, planned(batch)), false, `a batch of ${batch}`);
});

test('a model whose answer depends on its neighbours, on their order or on the place of a row is to answer rows alone', async () => {
  const models = {
    neighbours: (rows) => own(rows).map(([a, b]) => [a + sum(rows), b]),
    first: (rows) => rows.map(() => own(rows)[0]),
    place: (rows) => own(rows).map(([a, b], i) => [a, i >= 8 ? b + 1 : b]),
    size: (rows) => own(rows).map(([a, b]) => [a, b + rows.length]),
    pair: (rows) => own(rows).map(([a, b], i) => [a, b + (rows[i - 1]?.[0] ?? 0)]),
    bits: (rows) => own(rows).map(([a, b]) => [a, Math.fround(b + (sum(rows) > 0.5 ? 2 ** -22 * Math.abs(b) : 0))]),
  };
  for (const [name, model] of Object.entries(models)) {
    assert.equal(await mindsBatch(machineOf(model).machine, planned(null)), true, name);
    assert.equal(await mindsBatch(machineOf(model).machine, planned(4)), !['place', 'size'].includes(name), `${name}, four at a time`);
  }
});

test('a model that gives the same rows another answer is refused', async () => {
  for (const model of [
    (rows, calls) => own(rows).map(([a, b]) => [a + calls, b]),
    (rows, calls) => own(rows).map(([a, b], i) => [a, i === 3 ? b + calls : b]),
    (rows, calls) => own(rows).map(([a, b]) => [a, rows.length === 1 && calls % 7 === 0 ? b + 1 : b]),
  ]) {
    await assert.rejects(mindsBatch(machineOf(model).machine, planned(null)), (error) => error instanceof ModelError && /another answer each time/.test(error.message));
  }
});

test('rows that are answered alone are one at a time, and where the batch is fixed among copies of themselves', async () => {
  const dependent = (/** @type {number[][]} */ rows) => own(rows).map(([a, b]) => [a + sum(rows), b]);
  const bytes = new Uint8Array(Float32Array.from([1, 2, 3, 4, 5, 6]).buffer);
  for (const [batch, times] of [[null, 1], [4, 4]]) {
    const { machine, batches } = machineOf(dependent);
    const { opened, plan } = planned(batch);
    const { data, dims } = await new Rows(machine, { ...opened, alone: true }, plan).answers(0, bytes, 3);
    assert.deepEqual([[...new Float32Array(data.slice().buffer)], dims], [[1, 3, 5].flatMap((a) => [a + a + 1 + times * a, a * (a + 1)]), [3, 2]]);
    assert.deepEqual(batches, [times, times, times]);
  }
});

test('what was found is not tried again for clouds of the same shape', async () => {
  const { machine, batches } = machineOf((rows) => own(rows).map(([a, b]) => [a + sum(rows), b]));
  const admission = new Admission(machine);
  const asked = /** @type {boolean[]} */ ([]);
  const planning = (shape) => async (lone) => (asked.push(lone), { ...planned(null, shape), lone });
  assert.equal((/** @type {any} */ (await admission.admit(planning([2, 1])))).lone, true);
  const once = batches.length;
  await admission.admit(planning([2, 1]));
  assert.equal(batches.length, once);
  await admission.admit(planning([1, 2]));
  assert.equal(batches.length, 2 * once);
  assert.deepEqual(asked, [false, true, false, true, false, true]);
});
