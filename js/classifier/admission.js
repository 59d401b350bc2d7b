/**
 * Checks a model before its votes count: it must be a function of one cloud, and as invariant as declared. Each check runs
 * on noisy rows of the plan, by the bits of its answers.
 */

import { join, same } from '../workers/bytes.js';
import { channelsOf } from './attribute-rows.js';
import { Count, testDeclared } from './counter.js';
import { BatchError, ModelError, refuseUnfit } from './model-use.js';
import { alone, refuseRandom, Rows } from './rows.js';

/**
 * @import {Machine, Opened, Plan} from './counter.js'
 *
 * @typedef {{opened: Opened, layout: import('./layout.js').Layout, model: import('../documents/types.d.ts').VotedModel}} Described
 * @typedef {{opened: Opened, text: string, plan: Plan, attributes?: import('./attribute-rows.js').Channel[]}} Planned attributes: that the model sees
 * @typedef {(alone: boolean) => Promise<Planned>} Planning makes the plan for a model whose rows are answered alone, or in batches
 * @typedef {{clouds: number, changed: number, rate?: number}} Tested clouds that told something, those that changed their class, and where none did
 *   the share that may (95 %)
 */

/** Rows that a model is tried on. */
const TRIED = 16;

/** Noisy clouds that a declared invariance is tried on. */
const CLOUDS = 200;

/** So many parts of the same length, last first. @param {Uint8Array} data @param {number} parts */
const reversed = (data, parts) =>
  join(Array.from({ length: parts }, (_, i) => data.subarray((data.length / parts) * (parts - 1 - i), (data.length / parts) * (parts - i))));

/**
 * Reports whether a model's answer for a row depends on what else is in the batch. Rejects where it gives the same rows other answers.
 * @param {Machine} machine @param {Planned} planned @param {AbortSignal} [signal]
 */
export async function mindsBatch(machine, { opened, text, plan }, signal) {
  const [inputs] = await machine.counting.inputs(text, 0, Math.ceil(TRIED / plan.rows));
  const rows = inputs.slice(0, (inputs.length / (plan.rows * Math.ceil(TRIED / plan.rows))) * TRIED);
  const [together, single] = [opened, alone(opened)].map((model) => new Rows(machine, model, plan));
  const ask = async (/** @type {Rows} */ by, /** @type {Uint8Array} */ data) => (await by.answers(0, data, TRIED, signal)).data;
  const [first, turned, lone] = [await ask(together, rows), reversed(await ask(together, reversed(rows, TRIED)), TRIED), await ask(single, rows)];
  if (same(first, turned) && same(first, lone)) return false;
  if (same(first, await ask(together, rows)) && same(lone, await ask(single, rows))) return true;
  return refuseRandom();
}

/**
 * Plans a count of samples by a model.
 * @param {Machine['counting']} counting @param {Described} described for clouds with so many coordinates @param {number} dimension
 * @param {(model: Described['model']) => string} request whose prediction has the model, as it answers rows
 * @param {boolean} [lone] whether rows are answered alone @returns {Promise<Planned>}
 */
export async function planOf(counting, { opened, layout, model }, dimension, request, lone = false) {
  const text = request(lone ? { ...model, batch: 1 } : model), plan = await counting.plan(text), { attributes } = model;
  refuseUnfit(layout, plan, dimension + channelsOf(attributes ?? null));
  return { opened: lone ? alone(opened) : opened, text, plan, attributes };
}

/** Finds out once for each shape of clouds how a model is to be fed. */
export class Admission {
  #machine;
  /** True if rows of a shape are answered alone. @type {Map<string, boolean>} */
  #alone = new Map();

  /** @param {Machine} machine @param {boolean} [minds] whether a count has shown that all rows are to be answered alone */
  constructor(machine, minds = false) {
    this.#machine = machine;
    this.minds = minds;
  }

  /** The plan of a count by the model as it may vote. @param {Planning} planning @param {AbortSignal} [signal] @returns {Promise<Planned>} */
  async admit(planning, signal) {
    if (this.minds) return planning(true);
    const planned = await planning(false);
    const shape = JSON.stringify([planned.plan.rows, planned.plan.shape, planned.attributes]);
    const lone = this.#alone.get(shape) ?? await mindsBatch(this.#machine, planned, signal);
    this.#alone.set(shape, lone);
    return lone ? planning(true) : planned;
  }

  /**
   * Runs a count by the model as it may vote. If one of its blocks shows that rows depend on their batch, all of it runs once more, row by row.
   * @template T @param {Planning} planning @param {(planned: Planned) => Promise<T>} count @param {AbortSignal} [signal]
   */
  async count(planning, count, signal) {
    const planned = await this.admit(planning, signal);
    try {
      return await count(planned);
    } catch (error) {
      if (!(error instanceof BatchError)) throw error;
      this.minds = true;
      return count(await this.admit(planning, signal));
    }
  }
}

/**
 * Tests a declared invariance and returns the result, null if none is declared.
 * @param {Machine} machine @param {Planned} planned @param {AbortSignal} [signal] @returns {Promise<Tested | null>}
 */
export async function testInvariance(machine, { opened, text, plan }, signal) {
  return plan.classifier.how === 'declared' ? testDeclared(machine, opened, text, plan, CLOUDS, signal) : null;
}

/** Refuses an invariance that a test has refuted. @param {Tested | null} tested */
export function refuseChanged(tested) {
  if (!tested?.changed) return;
  throw new ModelError(
    `The model does not have this invariance: ${tested.changed} of ${tested.clouds} noisy clouds changed their class when they were moved.`,
    'prediction.classifier',
  );
}

/**
 * Begins a count, once its model has passed the test of a declared invariance.
 * @param {Machine} machine @param {Planned} planned @param {Omit<ConstructorParameters<typeof Count>[4], 'tested'>} options @param {AbortSignal} [signal]
 */
export async function countOf(machine, planned, options, signal) {
  const tested = await testInvariance(machine, planned, signal);
  refuseChanged(tested);
  return new Count(machine, planned.opened, planned.text, planned.plan, { ...options, tested });
}

/** Note of a count whose rows are answered alone. */
export const ALONE = 'its answer for a cloud depends on the rest of the batch (dynamic quantisation?), so each row is answered alone';
