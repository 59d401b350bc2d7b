/**
 * Counts the votes of a model on noisy samples. What is sampled, which class a sample has and what the votes
 * say is Go's; this moves bytes between Go and the runtime, and keeps the samples in order.
 */

import { join } from '../engine/bytes.js';

/**
 * @import {Feed} from '../engine/protocol.js'
 * @import {Reading} from './layout.js'
 *
 * @typedef {object} Machine what computes
 * @property {import('../engine/counting.js').Counting} counting what Go does
 * @property {(lane: number, feeds: Feed[], output: string, signal?: AbortSignal) => Promise<Uint8Array>} logits
 * @property {number} lanes batches that can be computed at a time, ≥ 1
 *
 * @typedef {object} Opened a model that is open in the machine
 * @property {Reading} reading
 * @property {number | null} batch rows that it takes at a time, null where it is free
 * @property {string} output
 *
 * @typedef {object} Plan as Go planned it
 * @property {number} samples of both stages
 * @property {number[]} looks numbers of samples after which the votes prove something
 * @property {number} rows of the model's input that a sample has
 * @property {number[]} shape of a row
 * @property {{block: number}} sampling
 *
 * @typedef {object} Options
 * @property {{name: string, version: string, wasm: string}} runtime named in the votes document
 * @property {AbortSignal} [signal]
 * @property {number} [batch] most rows at a time
 * @property {(done: number, classes: Uint8Array) => void} [onSamples] samples done, in order from the first, and their classes
 * @property {(votes: string) => boolean | void | Promise<boolean | void>} [onLook] the votes document at each look; true stops
 */

/** Larger batches gain nothing. */
const mostRows = 16;

/**
 * Counts to the end, or to the look at which onLook says stop. The document is the same for any number of
 * lanes and any batch.
 * @param {Machine} machine @param {Opened} model
 * @param {string} request whose prediction is the plan
 * @param {Options} options
 * @returns {Promise<string>} the votes document of the last look
 */
export async function countVotes(machine, model, request, { runtime, signal, batch = mostRows, onSamples, onLook }) {
  /** @type {Plan} */
  const plan = await machine.counting.plan(request, signal);
  const size = plan.sampling.block;
  const stop = new AbortController();
  const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const row = new Row(machine, model, plan, batch);
  /** Classes of the blocks that are done. @type {Uint8Array[]} */
  const blocks = [];
  let next = 0;
  let done = 0;
  let look = 0;
  let evidence = '';

  /** Looks at the votes wherever all samples before are there. */
  const advance = async () => {
    while (blocks[done]) done++;
    const classes = join(blocks.slice(0, done));
    const samples = Math.min(done * size, plan.samples);
    onSamples?.(samples, classes);
    for (; look < plan.looks.length && plan.looks[look] <= samples; look++) {
      const width = classes.length / samples;
      evidence = await machine.counting.votes(request, runtime, classes.slice(0, plan.looks[look] * width), signals);
      if (await onLook?.(evidence)) stop.abort(stopped);
    }
  };
  let turn = Promise.resolve();
  const lane = async (/** @type {number} */ number) => {
    while (next * size < plan.samples && !signals.aborted) {
      const block = next++;
      const first = block * size;
      blocks[block] = await row.classes(number, request, first, Math.min(size, plan.samples - first), signals);
      turn = turn.then(advance);
      await turn;
    }
  };
  try {
    await Promise.all(Array.from({ length: machine.lanes }, (_, number) => lane(number)));
  } catch (error) {
    stop.abort(error);
    if (error !== stopped) throw error;
  }
  return evidence;
}

/** Why a count that has proved enough ends. */
const stopped = new DOMException('The votes prove enough.', 'AbortError');

/**
 * The class of the clean cloud, without noise, as Go codes it.
 * @param {Machine} machine @param {Opened} model @param {string} request
 */
export async function classOfClean(machine, model, request) {
  const plan = await machine.counting.plan(request);
  const [inputs, counts] = await machine.counting.clean(request);
  return new Row(machine, model, plan, mostRows).read(0, request, inputs, counts);
}

/** Rows of inputs on their way to logits and classes. */
class Row {
  #machine;
  #model;
  #plan;
  #batch;

  /** @param {Machine} machine @param {Opened} model @param {Plan} plan @param {number} batch */
  constructor(machine, model, plan, batch) {
    this.#machine = machine;
    this.#model = model;
    this.#plan = plan;
    this.#batch = model.batch ?? batch;
  }

  /** The classes of so many samples. @param {number} lane @param {string} request @param {number} first @param {number} count @param {AbortSignal} signal */
  async classes(lane, request, first, count, signal) {
    const [inputs, counts] = await this.#machine.counting.inputs(request, first, count, signal);
    return this.read(lane, request, inputs, counts, signal);
  }

  /** @param {number} lane @param {string} request @param {Uint8Array} inputs @param {Uint8Array} counts @param {AbortSignal} [signal] @returns {Promise<Uint8Array>} */
  async read(lane, request, inputs, counts, signal) {
    const rows = this.#plan.rows * counts.length;
    const length = inputs.length / rows;
    const logits = [];
    for (let at = 0; at < rows; at += this.#batch) {
      const end = Math.min(at + this.#batch, rows);
      logits.push(await this.#logits(lane, inputs.slice(at * length, end * length), end - at, signal));
    }
    return this.#machine.counting.classes(request, counts, join(logits), signal);
  }

  /** A model of a fixed batch is given zeros for the rows that are missing, and what it says of those is dropped. @param {number} lane @param {Uint8Array} data @param {number} rows @param {AbortSignal} [signal] */
  async #logits(lane, data, rows, signal) {
    const wanted = this.#model.batch ?? rows;
    const whole = new Uint8Array((data.length / rows) * wanted);
    whole.set(data);
    const logits = await this.#machine.logits(lane, this.#feeds(whole, wanted), this.#model.output, signal);
    return logits.slice(0, (logits.length / wanted) * rows);
  }

  /** @param {Uint8Array} data @param {number} rows @returns {Feed[]} */
  #feeds(data, rows) {
    const { input, extras, half } = this.#model.reading;
    /** @type {Feed} */
    const clouds = { name: input, type: half ? 'float16' : 'float32', dims: [rows, ...this.#plan.shape], data };
    return [clouds, ...extras.map(({ name, as }) => (as === 'copy' ? { ...clouds, name } : no(name)))];
  }
}

/** A Boolean input that is false. @param {string} name @returns {Feed} */
const no = (name) => ({ name, type: 'bool', dims: [], data: new Uint8Array(1) });
