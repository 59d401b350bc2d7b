/** The questions of the explorer. What Go answers is read here for the page; what goes back to Go is its own text. */

/** @import {Answer, Curve, Every, MapPlan, Radii, Region, Withstood} from '../documents/documents.js' */

/**
 * Calls of Go: once, on the worker that keeps the clouds, or many times, on any free worker.
 * @typedef {import('../workers/pool.js').Pool<import('./functions.js').Functions>} Workers
 * @typedef {{ask: Workers['lead']['call'], each: Workers['each']}} Calls
 */

/** Blocks of a map between two looks at whether it is still wanted. */
const BATCH = 16;

export class Explorer {
  #calls;
  /** Settles once what is withstood is told of the last who asked: steps towards it are taken for one request at a time. @type {Promise<unknown>} */
  #told = Promise.resolve();

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /** Computes how far the clean cloud of a request is certified. @param {object} request @param {AbortSignal} signal @returns {Promise<Radii>} */
  async radii(request, signal) {
    return JSON.parse(await this.#calls.ask('radii', [JSON.stringify(request)], signal));
  }

  /**
   * Computes the transformations that cannot change the prediction of the clean cloud; the request may have `along`, the axis.
   * Its ranges come one by one, each in steps, between which other questions are answered; a step that is no longer wanted is not broken off but is the last.
   * @param {object} request @param {AbortSignal} [signal] @returns {Promise<Withstood>}
   */
  withstand(request, signal) {
    const told = this.#told.then(() => this.#withstand(request, signal));
    this.#told = told.catch(() => {});
    return told;
  }

  /** @param {object} request @param {AbortSignal} [signal] @returns {Promise<Withstood>} */
  async #withstand(request, signal) {
    const asked = JSON.stringify(request);
    const [withstood, families] = await this.#calls.ask('withstand', [asked]);
    const ranges = [];
    for (const family of JSON.parse(families)) {
      let range = '';
      while (!range) {
        signal?.throwIfAborted();
        range = await this.#calls.ask('withstandRange', [asked, family]);
      }
      ranges.push(JSON.parse(range));
    }
    return { ...JSON.parse(withstood), ...(ranges.length && { ranges }) };
  }

  /**
   * The clean cloud moved along a family by t, point by point.
   * @param {object} request @param {string} family @param {number} t @returns {Promise<Float64Array>}
   */
  async withstandCloud(request, family, t) {
    const bytes = await this.#calls.ask('withstandCloud', [JSON.stringify(request), family, t]);
    return new Float64Array(bytes.buffer);
  }

  /**
   * Computes which compositions of two transformations the prediction withstands; the request as for withstand.
   * @param {object} request @param {{pair: string, size?: number}} question @param {AbortSignal} [signal] @returns {Promise<Region>}
   */
  async region(request, question, signal) {
    return JSON.parse(await this.#calls.ask('region', [JSON.stringify(request), JSON.stringify(question)], signal));
  }

  /** The worst case over all directions. @param {object} ball as radii gave it @param {AbortSignal} signal @returns {Promise<Every>} */
  async everyDirection(ball, signal) {
    const [text] = await this.#calls.each('everyDirection', 1, () => [JSON.stringify(ball)], signal, () => {});
    return JSON.parse(text);
  }

  /**
   * All points of a curve.
   * @param {object} request @param {object} question @param {AbortSignal | undefined} signal
   * @param {(plan: Curve, answers: (Answer | undefined)[], done: number) => void} onAnswer after every point, with those that are there
   * @returns {Promise<{curve: Curve, answers: Answer[], reach?: number}>} reach: how far a curve of scalings is certified by a tight certificate that is
   *   not computed exactly
   */
  async curve(request, question, signal, onAnswer) {
    const text = await this.#calls.ask('curve', [JSON.stringify(request), JSON.stringify(question)], signal);
    const plan = JSON.parse(text);
    const order = spread(plan.points.length);
    const answers = new Array(plan.points.length).fill(undefined);
    const texts = new Array(plan.points.length);
    await this.#calls.each('point', order.length, (i) => [plan.points[order[i]]], signal, (done, i, answer) => {
      texts[order[i]] = answer;
      answers[order[i]] = JSON.parse(answer);
      onAnswer(plan, answers, done);
    });
    if (plan.kind !== 'scale' || !plan.tight || plan.tight === 'exact') return { curve: plan, answers };
    return { curve: plan, answers, reach: await this.#calls.ask('reach', [text, `[${texts}]`], signal) };
  }

  /**
   * The perturbed cloud at one point of a curve, point by point.
   * @param {object} request @param {object} question @param {number} index @returns {Promise<Float64Array>}
   */
  async curveCloud(request, question, index) {
    const bytes = await this.#calls.ask('curveCloud', [JSON.stringify(request), JSON.stringify(question), index]);
    return new Float64Array(bytes.buffer);
  }

  /**
   * A map of the parameter space, block by block. Blocks are short, so one that is no longer wanted is not broken off
   * but is the last: that is sooner done than to replace a worker.
   * @param {{norm: number, distance: number, size: number}} question @param {AbortSignal} signal
   * @param {(plan: MapPlan, cells: Float64Array, done: number) => void} onBlock
   */
  async map(question, signal, onBlock) {
    const plan = JSON.parse(await this.#calls.ask('map', [JSON.stringify(question)]));
    const text = JSON.stringify(plan.map);
    for (let first = 0, size = plan.coarse; first < plan.blocks; first += size, size = BATCH) {
      signal.throwIfAborted();
      await this.#calls.each('mapBlock', Math.min(size, plan.blocks - first), (i) => [text, first + i], undefined, (done, _, bytes) => {
        onBlock(plan, new Float64Array(bytes.buffer), first + done);
      });
    }
  }
}

/** 0 … n − 1 from coarse to fine, so that the whole of a curve shows early. @param {number} n */
function spread(n) {
  /** @type {number[]} */
  const order = [];
  const seen = new Set();
  for (let step = 1 << 6; step >= 1; step >>= 1) {
    for (let i = 0; i < n; i += step) if (!seen.has(i)) seen.add(i), order.push(i);
  }
  return order;
}
