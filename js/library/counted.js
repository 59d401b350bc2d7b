/** Votes of a model that is a function, and runs over datasets, as the documents that the command line prints. */

import { EngineError } from '../certifier/failure.js';
import { join } from '../workers/bytes.js';

/** @import {Engine} from '../certifier/engine.js' */
/** @import * as Public from './orbitcert.js' */

/** Digest of a model without a file. */
const UNNAMED = '0'.repeat(64);

/** Samples that are answered a second time, each alone. */
const AGAIN = 8;

/** Largest difference between two answers to one row, relative to its largest logit. */
const TOLERANCE = 1e-3;

/** Options of a count, by the field of a request that has them. @type {Record<string, string>} */
const OPTIONS = {
  'prediction.model.classes': 'classes', 'prediction.model.layout': 'layout', 'prediction.sampling.estimate': 'samples',
  'prediction.sampling.select': 'select', 'prediction.classifier.how': 'how', 'prediction.classifier.pose': 'pose', 'prediction.classifier.turn': 'turn',
};

/** Names the option that a request has the field of. @param {any} error @returns {never} */
function named(error) {
  if (error.field in OPTIONS) error.field = OPTIONS[error.field];
  throw error;
}

/**
 * @param {Engine} engine @param {any} request @param {Public.Model} model @param {Public.CountOptions} options
 * @returns {Promise<Public.Votes>}
 */
export async function votesOf({ counting }, request, model, options) {
  const { classes, layout = 'BND', samples = 10000, select, batch = 256, how, pose, turn, signal, onProgress } = options;
  if (typeof model !== 'function') throw new EngineError('input', 'must be a function from inputs and their shape to logits', { field: 'model' });
  const prediction = {
    model: { sha256: UNNAMED, layout, classes }, classifier: { how, pose, turn }, sampling: { estimate: samples, select },
  };
  const text = JSON.stringify({ ...request, prediction }), plan = await counting.plan(text).catch(named), size = plan.sampling.block;
  const answer = (/** @type {Float32Array} */ rows) => answered(model, rows, plan.shape, classes.length, batch);
  const coded = [];
  for (let first = 0; first < plan.samples; first += size) {
    signal?.throwIfAborted();
    const [inputs, counts] = await counting.inputs(text, first, Math.min(size, plan.samples - first));
    const rows = new Float32Array(inputs.slice().buffer), logits = await answer(rows);
    if (logits.every(Number.isNaN)) throw new EngineError('input', 'returns NaN only; check its weights and its inputs', { field: 'model' });
    if (first === 0) await tested(model, rows, logits, plan.shape, classes.length);
    const [some] = await counting.classes(text, first, counts, { type: 'float32', width: classes.length, data: new Uint8Array(logits.buffer) });
    coded.push(some);
    onProgress?.({ stage: 1, stages: 1, done: Math.min(first + size, plan.samples), total: plan.samples });
  }
  return JSON.parse(await counting.votes(text, { runtime: { name: 'orbitcert function' } }, join(coded)));
}

/**
 * The logits of rows, in batches.
 * @param {Public.Model} model @param {Float32Array} rows @param {number[]} shape of a row @param {number} width @param {number} batch
 */
async function answered(model, rows, shape, width, batch) {
  const length = shape.reduce((product, n) => product * n, 1), count = rows.length / length;
  const logits = new Float32Array(count * width);
  for (let first = 0; first < count; first += batch) {
    const some = Math.min(batch, count - first);
    const axes = /** @type {[number, number]} */ ([some, ...shape]);
    const found = flat(await model(rows.slice(first * length, (first + some) * length), axes));
    if (found.length !== some * width)
      throw new EngineError('input', `must return ${some} × ${width} logits, got ${found.length} numbers`, { field: 'model' });
    logits.set(found, first * width);
  }
  return logits;
}

/** @param {ArrayLike<number> | ArrayLike<ArrayLike<number>>} found @returns {number[] | ArrayLike<number>} */
const flat = (found) => (typeof found[0] === 'number' ? /** @type {ArrayLike<number>} */ (found)
  : Array.from(/** @type {ArrayLike<ArrayLike<number>>} */ (found), (row) => Array.from(row)).flat());

/**
 * Refuses a model that answers a row differently by chance or because of other rows.
 * @param {Public.Model} model @param {Float32Array} rows @param {Float32Array} logits @param {number[]} shape @param {number} width
 */
async function tested(model, rows, logits, shape, width) {
  const length = shape.reduce((product, n) => product * n, 1), count = Math.min(AGAIN, rows.length / length);
  const again = await answered(model, rows.slice(0, count * length), shape, width, 1);
  for (let row = 0; row < count; row++) {
    const most = Math.max(1, ...logits.subarray(row * width, (row + 1) * width).map(Math.abs));
    for (let k = row * width; k < (row + 1) * width; k++) {
      if (Math.abs(again[k] - logits[k]) > TOLERANCE * most)
        throw new EngineError('input', 'answers a row differently alone: it draws random numbers or mixes the rows of a batch; switch it to evaluation mode',
          { field: 'model' });
    }
  }
}

/**
 * @param {Engine} engine @param {object} document @param {Public.RunOptions} options
 * @returns {Promise<Public.RunResult>}
 */
export async function resultOf({ collection }, document, { files = [], signal, onProgress }) {
  const wanted = /** @type {AbortSignal} */ (/** @type {unknown} */ (signal)) ?? new AbortController().signal;
  await collection.clear();
  try {
    if (!Object.hasOwn(Object(document), 'clouds'))
      throw new EngineError('input', 'is missing: the clouds of the run, or {"file": name} of one in options.files', { field: 'clouds' });
    const { settings } = await collection.add('run.json', new TextEncoder().encode(JSON.stringify(document)));
    for (const { name, bytes } of files) await collection.add(name, bytes);
    const { count, settings: whole } = await collection.plan(settings), text = JSON.stringify(whole), entries = await collection.entries(count);
    /** @type {string[]} */
    const lines = new Array(count);
    let done = 0;
    await collection.lines(text, [...entries.keys()], (cloud) => entries[cloud], wanted, (cloud, line) => {
      lines[cloud] = line;
      onProgress?.({ stage: 1, stages: 1, done: ++done, total: count });
    });
    return JSON.parse(new TextDecoder().decode((await collection.result(text, count, lines.join(''))).document));
  } finally {
    await collection.clear();
  }
}
