/** Parts of documents about a model that returns a number, or a label for each point, in place of a class. */

import { rowsById } from './documents.js';

/** @typedef {import('./documents.js').Certificate} Certificate */
/** @typedef {import('./documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('./types.js').Interval} Interval */
/** @typedef {import('./types.js').Labels} Labels */

/**
 * The outputs of noisy copies, without what a visitor enters beside them; evidence: how they were counted.
 * @typedef {Pick<import('./types.js').Prediction, 'values' | 'select' | 'labels' | 'evidence'>} Outputs
 */

/** Statement of one argument, with the row that it stands in. @typedef {{id: string, interval?: Interval, labels?: Labels, distance?: number, ofFiles?: number}} Stated */

/**
 * The outputs in a prediction, null for a class. Documents have them beside the evidence or in it.
 * @param {Outputs | undefined} prediction @returns {Outputs | null}
 */
export function outputsIn({ values, select, labels, evidence } = {}) {
  if (values) return { values, ...(select && { select }), ...(evidence && { evidence }) };
  if (labels) return { labels, ...(evidence && { evidence }) };
  return evidence ? countedOutputs(evidence) : null;
}

/** The outputs in a votes document, null for votes on classes. @param {Partial<import('./types.js').Votes>} document @returns {Outputs | null} */
export function countedOutputs({ values, select, labels, ...evidence }) {
  if (!values && !labels) return null;
  return outputsIn({ values, select, labels, ...(evidence.sampling && { evidence: /** @type {import('./types.js').Votes} */ (evidence) }) });
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

/** Reports whether a request has numbers without a tolerance, so that only an interval follows. @param {CertificateRequest} request */
export const isOpen = ({ prediction }) => Boolean(prediction.values) && prediction.tolerance === undefined;

/** Reports whether a request is about a class, and not a number or labels. @param {CertificateRequest} request */
export const isOfClass = ({ prediction }) => !outputsIn(prediction);

/** Reports whether samples were counted, so that the probability is a bound. @param {CertificateRequest} request */
export const isVoted = ({ prediction }) => prediction.probability === undefined;

/**
 * What the arguments of a certificate state, the weakest first: later ones prove at least as much of the same samples.
 * @param {Certificate} c @returns {Stated[]}
 */
export function statedIn(c) {
  return Object.entries(rowsById(c)).flatMap(([id, { interval, labels, distance, file_distance: ofFiles } = {}]) =>
    (interval || labels ? [{ id, interval, labels, distance, ofFiles }] : []));
}

/** The strongest argument that states something of the perturbed cloud. @param {Certificate} c */
export const sharpest = (c) => statedIn(c).findLast(({ interval, labels }) => interval || labels?.certified);

/** The radius of each label, the same for every argument that has one. @param {Certificate} c */
export const labelRadii = (c) => statedIn(c).find(({ labels }) => labels?.radius)?.labels?.radius;

/** The median of the numbers that are settled, the mean of the middle two of an even number. @param {(number | null)[]} numbers */
export function medianOf(numbers) {
  const settled = Float64Array.from(numbers.filter((x) => x !== null)).sort();
  return (settled[(settled.length - 1) >> 1] + settled[settled.length >> 1]) / 2;
}
