/** Parts of documents about a model that returns a number, a label for each point, or vectors, in place of a class. */

import { rowsById } from './documents.js';

/** @typedef {import('./documents.js').Certificate} Certificate */
/** @typedef {import('./documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('./types.js').Interval} Interval */
/** @typedef {import('./types.js').Labels} Labels */

/**
 * The outputs of noisy copies, without what a visitor enters beside them; evidence: how they were counted.
 * @typedef {Partial<import('./types.js').Prediction>} Outputs
 */

/**
 * Statement of one argument, with the row that it stands in.
 * @typedef {{id: string, interval?: Interval, labels?: Labels, vectors?: import('./types.js').VectorBound[], distance?: number, ofFiles?: number}} Stated
 */

/**
 * The outputs in a prediction, null for a class. Documents have them beside the evidence or in it.
 * @param {Outputs | undefined} prediction @returns {Outputs | null}
 */
export function outputsIn({ values, select, labels, vectors, evidence } = {}) {
  if (values) return { values, ...(select && { select }), ...(evidence && { evidence }) };
  if (labels) return { labels, ...(evidence && { evidence }) };
  if (vectors?.values) return { vectors, ...(evidence && { evidence }) };
  return evidence ? countedOutputs(evidence) : null;
}

/** The outputs in a votes document, null for votes on classes. @param {Partial<import('./types.js').Votes>} document @returns {Outputs | null} */
export function countedOutputs({ values, select, labels, vectors, ...evidence }) {
  if (!values && !labels && !vectors) return null;
  return outputsIn({ values, select, labels, vectors, ...(evidence.sampling && { evidence: /** @type {import('./types.js').Votes} */ (evidence) }) });
}

/** A request with its outputs beside their evidence. @param {CertificateRequest} request */
export function withOutputs(request) {
  const outputs = outputsIn(request.prediction);
  return outputs ? { ...request, prediction: { ...request.prediction, ...outputs } } : request;
}

/**
 * A request with a prediction that was counted. Draws prove nothing of single labels, so that none are wanted unless a visitor asks for some.
 * @param {CertificateRequest} request @param {CertificateRequest['prediction']} prediction @returns {CertificateRequest}
 */
export const withCounted = (request, prediction) => ({ ...request, prediction, ...(prediction.labels && request.samples === undefined && { samples: 0 }) });

/** Reports whether a request has numbers or vectors without a tolerance, so that only bounds follow. @param {CertificateRequest} request */
export const isOpen = ({ prediction: { values, tolerance, vectors } }) => (vectors ? (vectors.tolerance ?? vectors.angle) === undefined
  : Boolean(values) && tolerance === undefined);

/** Reports whether a request is about a class, and not a number or labels. @param {CertificateRequest} request */
export const isOfClass = ({ prediction }) => !outputsIn(prediction);

/** Reports whether samples were counted, so that the probability is a bound. @param {CertificateRequest} request */
export const isVoted = ({ prediction }) => prediction.probability === undefined;

/**
 * What the arguments of a certificate state, the weakest first: later ones prove at least as much of the same samples.
 * @param {Certificate} c @returns {Stated[]}
 */
export function statedIn(c) {
  return Object.entries(rowsById(c)).flatMap(([id, { interval, labels, vectors, distance, file_distance: ofFiles } = {}]) =>
    (interval || labels || vectors ? [{ id, interval, labels, vectors, distance, ofFiles }] : []));
}

/** The strongest argument that states something of the perturbed cloud. @param {Certificate} c */
export const sharpest = (c) => statedIn(c).findLast(({ interval, labels, vectors }) => interval || labels?.certified || vectors);

/** The radius of each label, the same for every argument that has one. @param {Certificate} c */
export const labelRadii = (c) => statedIn(c).find(({ labels }) => labels?.radius)?.labels?.radius;

/** The median of the numbers that are settled, the mean of the middle two of an even number. @param {(number | null)[]} numbers */
export function medianOf(numbers) {
  const settled = Float64Array.from(numbers.filter((x) => x !== null)).sort();
  return (settled[(settled.length - 1) >> 1] + settled[settled.length >> 1]) / 2;
}

/**
 * The least and the largest length of a vector within its bounds, rounded outwards.
 * @param {import('./types.js').VectorBound} bound @returns {[least: number, most: number]}
 */
export function lengthsOf({ lower, upper, ball: { centre, radius } }) {
  const away = Math.hypot(...centre), rounding = 1e-12 * (away + radius + Math.hypot(...lower, ...upper));
  const least = Math.hypot(...lower.map((low, i) => Math.max(low, -upper[i], 0))), most = Math.hypot(...lower.map((low, i) => Math.max(-low, upper[i])));
  return [Math.max(0, least - rounding, away - radius - rounding), Math.min(most, away + radius) + rounding];
}
