// Checks of a model before its votes count, with models that are functions here: which bits depend on what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission, mindsBatch } from '../../classifier/admission.js';
import { Count, recount, testDeclared } from '../../classifier/counter.js';
import { Batches, Rows } from '../../classifier/rows.js';
import { inBatches } from '../../workers/batches.js';
import { BatchError, ModelError } from '../../classifier/model-use.js';
import { SpotChecks } from '../../classifier/spot-checks.js';

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
    classes: async (_, first, counts, { data }) => [new Uint8Array(counts.length), data.slice(0, counts.length)],
    votes: async (_, __, classes) => JSON.stringify({ votes: { samples: classes.length } }),
    differ: async () => [],
  };
  const logits = (_, feeds, __, batch) => inBatches(feeds, batch, async ([{ data, dims: [rows] }]) => {
    const numbers = new Float32Array(data.slice().buffer);
    batches.push(rows);
    const answers = model(Array.from({ length: rows }, (__, i) => [...numbers.slice(i * WIDTH, (i + 1) * WIDTH)]), batches.length);
    return { type: 'float32', dims: [rows, WIDTH], data: new Uint8Array(Float32Array.from(answers.flat()).buffer) };
  });
  return { batches, machine: /** @type {any} */ ({ counting, logits, lanes: 1, ready: async () => {}, batches: new Batches() }) };
}

const reading = { input: 'clouds', extras: [], half: false, layouts: [], outputs: [] };

/** @param {number | null} batch */
const planned = (batch, shape = [WIDTH], rows = 1) =>
  /** @type {any} */ ({
    opened: { reading, batch, output: 'logits' }, text: '{}',
    plan: {
      rows, shape, samples: 1000, looks: [200, 600, 1000], model: { classes: ['a', 'b'] }, classifier: { how: 'made' },
      coded: 1, sampling: { block: 50, select: 100 },
    },
  });

/** Rows interact where the batch has none of the first sixteen rows, which a model is tried on. @param {number[][]} rows */
const rarely = (rows) =>
  own(rows).map(([a, b]) => [new Set(rows.map(([first]) => first)).size > 1 && !rows.some(([first]) => TRIED.has(first)) ? a + 1 : a, b]);
const TRIED = new Set(Array.from({ length: 16 }, (_, i) => Math.fround(Math.sin(i * WIDTH + 1))));

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
    await assert.rejects(
      mindsBatch(machineOf(model).machine, planned(null)), (error) => error instanceof ModelError && /differently each time/.test(error.message),
    );
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

/** Counts all samples of a plan. */
const count = ({ machine }, { opened, text, plan }) => new Count(machine, opened, text, plan, { runtime: { name: 'test' } }).run();

test('of every four blocks one is checked by chance, and one before the first look', () => {
  const seen = new Set();
  for (let time = 0; time < 200; time++) {
    const spots = new SpotChecks(3), blocks = Array.from({ length: 20 }, (_, block) => block).filter((block) => spots.has(block));
    assert.deepEqual(blocks.map((block) => Math.floor(block / 4)), [0, 1, 2, 3, 4]);
    assert.ok(blocks[0] < 3);
    seen.add(String(blocks));
  }
  assert.ok(seen.size > 100, 'each count has its own');
});

test('a model whose rows interact rarely passes the trial and is found while its votes are counted, which begin again row by row', async () => {
  for (const batch of [null, 4]) {
    assert.equal(await mindsBatch(machineOf(rarely).machine, planned(batch)), false);
    await assert.rejects(count(machineOf(rarely), planned(batch)), BatchError);
    assert.equal(JSON.parse(await count(machineOf(own), planned(batch))).votes.samples, 1000);
    const by = machineOf(rarely), admission = new Admission(by.machine), began = /** @type {boolean[]} */ ([]);
    const planning = async (lone) => (began.push(lone), { ...planned(batch), opened: { ...planned(batch).opened, alone: lone } });
    assert.equal(JSON.parse(await admission.count(planning, (one) => count(by, one))).votes.samples, 1000);
    assert.deepEqual([began, admission.minds], [[false, true], true]);
  }
});

test('a second count of votes that were counted in batches finds such a model as well, and so does the test of a declared invariance', async () => {
  const evidence = JSON.stringify({ prediction: { evidence: { sampling: { select: 100 }, votes: { samples: 900 } } } });
  const again = (model, batch, lone) => {
    const { opened, text, plan } = planned(batch);
    return recount(machineOf(model).machine, { ...opened, alone: lone }, { plan: text, evidence }, plan, [4, 5, 6, 7], () => {});
  };
  for (const batch of [null, 4]) {
    await assert.rejects(again(rarely, batch, false), BatchError);
    assert.equal((await again(rarely, batch, true)).samples, 200);
    assert.equal((await again(own, batch, false)).samples, 200);
  }
  const { machine } = machineOf(rarely), { opened, text, plan } = planned(null);
  machine.counting.declaredInputs = (_, first, clouds) => machine.counting.inputs(_, 20 + first, clouds);
  await assert.rejects(testDeclared(machine, opened, text, plan, 200), BatchError);
});

test('a model that begins to draw random numbers is refused where a block is checked, also where rows are alone', async () => {
  const later = (rows, calls) => own(rows).map(([a, b]) => [calls > 40 ? a + calls : a, b]);
  for (const [batch, alone] of [[null, false], [null, true], [1, false], [4, false]]) {
    const { opened, ...rest } = planned(batch);
    await assert.rejects(
      count(machineOf(later), { opened: { ...opened, alone }, ...rest }),
      (error) => error instanceof ModelError && /differently each time/.test(error.message),
    );
  }
});
