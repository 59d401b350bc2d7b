/** The questions of the explorer to the engine: texts that Go wrote go back to Go untouched. */

import { toRequest } from '../entries/request.js';

/**
 * @typedef {object} Radii lengths in the unit of the coordinates, rounded down
 * @property {{lower: number, level: number, upper_runner_up?: number}} probability
 * @property {number} norm
 * @property {number} black_box
 * @property {number} orbit
 * @property {number} [scaling]
 * @property {object} [ball]
 *
 * @typedef {object} Every
 * @property {number} radius
 * @property {number} beyond
 *
 * @typedef {object} Bound
 * @property {number} lower
 * @property {number} [upper_runner_up]
 *
 * @typedef {object} Answer the bounds at one point of a curve
 * @property {number} distance
 * @property {number} aligned
 * @property {Bound} black_box
 * @property {Bound} orbit
 * @property {Bound} [tight]
 *
 * @typedef {object} Curve
 * @property {'scale' | 'random' | 'rotate'} kind
 * @property {number[]} x
 * @property {number} directions
 * @property {'exact' | 'monte_carlo'} [tight]
 * @property {number} [samples]
 * @property {number} sigma
 * @property {string[]} points
 *
 * @typedef {object} MapPlan
 * @property {{norm: number, distance: number, size: number}} map
 * @property {number} blocks
 * @property {number} coarse
 * @property {number} black_box
 * @property {[number, number]} [rotation]
 *
 * @typedef {object} Minima
 * @property {number[]} x
 * @property {number[]} black_box
 * @property {number[][]} tight
 */

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../reading/documents.js').CertificateRequest} CertificateRequest */

/**
 * What is explored: the clean cloud and all that is entered about it.
 * @typedef {EventTarget & {engine: Engine, entries: import('../entries/entries.js').Entries, files: import('../entries/files.js').Files}} Subject
 */

/**
 * The request for what is entered without its perturbed cloud, null where it is not complete.
 * @param {Subject} subject
 * @returns {CertificateRequest | null}
 */
export function cleanRequest({ entries: { values }, files: { clouds } }) {
  const { request, errors } = toRequest({ ...values, perturbation: 'none' }, clouds);
  return Object.keys(errors).length ? null : request;
}

/** @param {Engine} engine @param {CertificateRequest} request @param {AbortSignal} signal @returns {Promise<Radii>} */
export const radii = async (engine, request, signal) => JSON.parse(await engine.ask('radii', [JSON.stringify(request)], signal));

/**
 * The worst case over all directions, on whichever worker is free.
 * @param {Engine} engine @param {object} ball @param {AbortSignal} signal @returns {Promise<Every>}
 */
export async function every(engine, ball, signal) {
  const [text] = await engine.each('everyDirection', 1, () => [JSON.stringify(ball)], signal, () => {});
  return JSON.parse(text);
}

/**
 * All points of a curve, in any number of workers.
 * @param {Engine} engine @param {CertificateRequest} request @param {object} question
 * @param {AbortSignal} signal
 * @param {(curve: Curve, answers: (Answer | undefined)[], done: number) => void} onAnswer after every point
 * @returns {Promise<{curve: Curve, answers: Answer[], reach?: number}>}
 */
export async function curve(engine, request, question, signal, onAnswer) {
  const text = await engine.ask('curve', [JSON.stringify(request), JSON.stringify(question)], signal);
  /** @type {Curve} */
  const plan = JSON.parse(text);
  const order = spread(plan.points.length);
  /** @type {(Answer | undefined)[]} */
  const answers = new Array(plan.points.length).fill(undefined);
  const texts = new Array(plan.points.length);
  await engine.each('point', order.length, (i) => [plan.points[order[i]]], signal, (done, i, answer) => {
    texts[order[i]] = answer;
    answers[order[i]] = JSON.parse(answer);
    onAnswer(plan, answers, done);
  });
  const whole = { curve: plan, answers: /** @type {Answer[]} */ (answers) };
  if (plan.kind !== 'scale' || plan.tight !== 'monte_carlo') return whole;
  return { ...whole, reach: await engine.ask('reach', [text, `[${texts}]`], signal) };
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

/** Blocks of a map between two looks at whether it is still wanted. */
const BATCH = 16;

/**
 * A map, block by block. Blocks are short, so one that is no longer wanted is not broken off but is the last:
 * that is sooner done than to replace a worker.
 * @param {Engine} engine @param {{norm: number, distance: number, size: number}} question @param {AbortSignal} signal
 * @param {(plan: MapPlan, cells: Float64Array, done: number) => void} onBlock
 * @returns {Promise<MapPlan>}
 */
export async function parameterMap(engine, question, signal, onBlock) {
  /** @type {MapPlan} */
  const plan = JSON.parse(await engine.ask('map', [JSON.stringify(question)]));
  const text = JSON.stringify(plan.map);
  for (let first = 0, size = plan.coarse; first < plan.blocks; first += size, size = BATCH) {
    signal.throwIfAborted();
    await engine.each('mapBlock', Math.min(size, plan.blocks - first), (i) => [text, first + i], undefined, (done, _, bytes) => {
      onBlock(plan, new Float64Array(bytes.buffer), first + done);
    });
  }
  return plan;
}

/**
 * p_min of scalings, one norm per call.
 * @param {Engine} engine @param {{norms: number[], to: number, steps: number}} question @param {AbortSignal} signal
 * @returns {Promise<Minima>}
 */
export async function minima(engine, { norms, to, steps }, signal) {
  const ask = (/** @type {number} */ i) => /** @type {[string]} */ ([JSON.stringify({ norms: [norms[i]], to, steps })]);
  const texts = await engine.each('minima', norms.length, ask, signal, () => {});
  /** @type {Minima[]} */
  const answers = texts.map((text) => JSON.parse(text));
  return { ...answers[0], tight: answers.map(({ tight: [one] }) => one) };
}
