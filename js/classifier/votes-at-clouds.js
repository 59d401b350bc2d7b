/** Votes of an open model at clouds other than the one that is certified: measured along a curve, or asked by an attack. */

import { attack, EACH } from './attack.js';
import { classesOf } from './counter.js';
import { Tally } from './tally.js';

/**
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {Attributes, VoteCounts, Votes} from '../documents/types.js'
 *
 * @typedef {import('./counter.js').Machine} Machine
 * @typedef {{opened: import('./counter.js').Opened, text: string, plan: import('./counter.js').Plan}} Planned
 * @typedef {(request: Planless, dimension: number) => Promise<Planned>} Planner makes the plan of a request for the model that is open
 * @typedef {Partial<CertificateRequest> & {prediction: CertificateRequest['prediction']}} Planless
 * @typedef {Partial<CertificateRequest> & {prediction: {evidence: Votes & {votes: VoteCounts}}, attributes?: Attributes}} Asked
 *   votes with their evidence, and attributes of the points
 */

/** Samples at each cloud that is measured, and the fewest that a plan may have. */
const MEASURED = 200, LEAST = 100;

/** Milliseconds that an attack may take by the pace of the model, and the fewest and most clouds that it votes on. */
const PATIENCE = 8000, FEWEST = 100, MOST = 300;

/** Milliseconds that are spent on finding out how long a sample takes: up to LONGER for three tries, on a machine that is busy. */
const MEASURING = 50, LONGER = 1000, TRIES = 3;

/** Milliseconds of the quickest of a few times, of one where that is slow. @param {() => Promise<unknown>} work */
export async function leastTime(work) {
  const begin = performance.now();
  let least = Infinity;
  for (let start = begin, tries = 0; start < begin + (tries < TRIES ? LONGER : MEASURING); start = performance.now(), tries++) {
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** Points row by row. @param {Float64Array} points @param {number} dimension @returns {number[][]} */
export const rows = (points, dimension) =>
  Array.from({ length: points.length / dimension }, (_, n) => [...points.subarray(n * dimension, (n + 1) * dimension)]);

/**
 * The votes of fresh samples at a cloud, by the classifier that has voted for a request.
 * @param {Machine} machine @param {Planner} planner @param {Asked} request whose prediction is votes with their evidence, with `attributes` of the points
 * @param {number[][]} points @param {number} samples @param {AbortSignal} [signal]
 */
export async function votesAt(machine, planner, request, points, samples, signal) {
  const { classifier: { group, axis, translation, how, order, sorted }, model } = request.prediction.evidence, { attributes } = request;
  const prediction = {
    model: { attributes: model?.attributes }, classifier: { group, axis, translation, how, order, sorted },
    sampling: { select: 1, estimate: Math.max(samples, LEAST) },
  };
  const { opened, text, plan } = await planner({ ...request, clean: { points, attributes }, perturbed: undefined, preparation: undefined, prediction },
    points[0].length);
  const tally = new Tally(plan);
  tally.add(...await classesOf(machine, opened, text, plan, 1 + samples, signal), 1 + samples);
  return tally.estimate;
}

/**
 * Counts fresh votes at another cloud for the class that a count has named.
 * @param {Machine} machine @param {Planner} planner @param {Asked} request whose prediction is votes with their evidence
 * @param {Float64Array} points @param {number} dimension @param {AbortSignal} signal
 * @returns {Promise<{votes: number, samples: number, low: number, high: number}>} low and high bound the probability with 99 %
 */
export async function measure(machine, planner, request, points, dimension, signal) {
  const estimate = await votesAt(machine, planner, request, rows(points, dimension), MEASURED, signal);
  const votes = estimate[request.prediction.evidence.votes.predicted];
  const [low, high] = await machine.counting.interval(votes, MEASURED);
  return { votes, samples: MEASURED, low, high };
}

/** One worker of several, so that clouds are voted on beside each other. @param {Machine} machine @param {number} lane @returns {Machine} */
const alone = (machine, lane) => ({ ...machine, lanes: 1, logits: (_, ...rest) => machine.logits(lane, ...rest), ready: () => machine.ready(lane) });

/**
 * Attacks the class that a count has named, see attack.
 * @param {Machine} machine @param {Planner} planner @param {Asked} request whose prediction is votes with their evidence
 * @param {Float64Array} points of the clean cloud @param {number} dimension
 * @param {{pace?: number | null, clouds?: number, beside?: number, margin?: number, random?: () => number, signal?: AbortSignal, onCloud?: (done: number,
 *   all: number, nearest: number | null) => void}} options
 *   pace: milliseconds that a sample takes a worker; beside: how many clouds are voted on at a time, which what is found depends on; margin: see attack
 */
export function attackOn(
  machine, planner, request, points, dimension, { pace, clouds, beside = machine.lanes, margin, random = Math.random, signal, onCloud },
) {
  const {
    classifier, votes: { predicted },
  } = request.prediction.evidence;
  const all = clouds ?? Math.round(Math.min(Math.max((PATIENCE * machine.lanes) / (EACH * (pace ?? 1)), FEWEST), MOST));
  const free = Array.from({ length: machine.lanes }, (_, lane) => Promise.resolve(lane));
  const votes = async (/** @type {Float64Array} */ cloud, /** @type {number} */ samples) => {
    const turn = /** @type {Promise<number>} */ (free.shift());
    const done = turn.then((lane) => votesAt(alone(machine, lane), planner, request, rows(cloud, dimension), samples, signal));
    free.push(
      done.then(
        () => turn, () => turn,
      ),
    );
    return done;
  };
  return attack(
    { points, dimension, invariance: classifier, predicted, votes },
    {
      clouds: all, beside, margin, random, signal, onCloud: (done, nearest) => onCloud?.(done, all, nearest),
    },
  );
}
