/** Votes in documents: what they say of one cloud, and whether they belong to what is entered. */

import { SAMPLED } from './sampled.js';

/** @typedef {import('./documents.js').CertificateRequest} CertificateRequest */

/**
 * Votes as they were counted for one cloud.
 * @typedef {object} Counted
 * @property {number} votes
 * @property {number} samples
 * @property {number} [runner] votes for the runner-up
 * @property {number} [looks]
 * @property {import('./types.js').Votes} [evidence] how they were counted
 * @property {string} [sampledFor] what they were counted for, see sampledFor
 * @property {string} [cloud] which file the cloud is that they came with: with another one, or other settings, they are only what somebody has entered
 */

/** @typedef {{points: number[][], pairing: [number, number][], attributes?: Record<string, number[]>}} Paired a cloud, and its points that belong to others */

/** @typedef {string | import('./types.js').Channel} SeenAttribute an attribute as the model is shown it */

/**
 * A request whose prediction is what a model gave, beside how that was counted.
 * @typedef {CertificateRequest & {prediction: {evidence: import('./types.js').Votes}}} VotedRequest
 * @typedef {CertificateRequest & {prediction: {evidence: {votes: import('./types.js').VoteCounts}}}} NamedRequest one whose votes are for classes
 */

/**
 * What tells the attributes of a model: a request, or votes.
 * @typedef {{attributes?: string | SeenAttribute[]}} SeenModel
 * @typedef {{
 *   prediction?: object & {model?: SeenModel, evidence?: {model?: SeenModel}}, model?: SeenModel,
 *   clean?: object & {attributes?: object}, perturbed?: object & {attributes?: object},
 * }} Seeing
 */

/**
 * All that the samples of a cloud depend on, as text, and how they are counted where a request says it: votes belong to what
 * is entered where both have the same. The seed that the core derives for a plan changes with it, which a test holds against it.
 * @param {Partial<Omit<CertificateRequest, 'seed' | 'sets'>>} request or settings
 */
export const sampledFor = (request) => {
  const { classifier, sampling, model } = request.prediction ?? {};
  return JSON.stringify([...SAMPLED.map((name) => request[name]), ...(sampling ? [classifier, sampling] : []), ...(model?.attributes ?? [])]);
};

/**
 * Explains why the page cannot show a request or votes, '' if it can. What its form left out would be missing from every request that the page makes.
 * @param {any} value
 */
export function beyondPage(value) {
  if (value?.prediction?.classes) return 'it has a superclass (“classes”). The page cannot show that; use the command line or the npm package.';
  const unseen = value && unseenNoise(value);
  if (unseen) return `it has noise on the attribute “${
    unseen}”, which its model does not see. Name it in prediction.model.attributes, or leave it out of attribute_sigma.`;
  const { anytime, looks = 1, evidence } = value?.prediction ?? {};
  if (!evidence && (anytime || looks > 1))
    return `its votes come with a rule (“${anytime ? 'anytime'
      : 'looks'}”) and without their evidence. The page cannot show that; use the command line or Python.`;
  return '';
}

/**
 * The attributes that the model of a request, or of votes, sees: those that it names, or else those that stand in the request itself.
 * @param {Seeing} request @returns {SeenAttribute[]}
 */
export function seenBy({ prediction = {}, clean, perturbed, model }) {
  const named = prediction.model?.attributes ?? prediction.evidence?.model?.attributes ?? model?.attributes;
  if (named) return Array.isArray(named) ? named : [];
  return [...new Set([clean, perturbed].flatMap((cloud) => Object.keys(cloud?.attributes ?? {})))].sort();
}

/** The names of attributes. @param {SeenAttribute[]} attributes */
export const namesOf = (attributes) => attributes.map((one) => (typeof one === 'string' ? one : one.name));

/**
 * The name of an attribute with noise that the model does not see, '' where there is none.
 * @param {Seeing & {attribute_sigma?: object, sampling?: {attribute_sigma?: object}}} value a request or votes
 */
function unseenNoise(value) {
  const noisy = Object.keys(value.attribute_sigma ?? value.sampling?.attribute_sigma ?? {});
  if (noisy.length === 0) return '';
  const seen = namesOf(seenBy(value));
  return noisy.find((name) => !seen.includes(name)) ?? '';
}

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The votes that a document gives for one cloud, null where it gives none. @param {any} value @returns {Counted | null} */
export function votesIn(value) {
  const { votes, samples } = value;
  if (Number.isInteger(votes) && Number.isInteger(samples))
    return { votes, samples, runner: value.runner_up?.votes, looks: value.looks, evidence: value.evidence };
  if (!isObject(votes) || !Array.isArray(votes.estimate)) return null;
  return { votes: votes.estimate[votes.predicted], samples: votes.samples, looks: votes.looks, evidence: value };
}

/**
 * Reports whether a request has the same numbers as votes that were counted, for the same file.
 * @param {Counted | null} counted @param {CertificateRequest} request @param {string} [cloud] which file its clean cloud is
 */
export const isEntered = (counted, { prediction: { votes, samples } }, cloud) =>
  Boolean(counted?.evidence) && counted?.votes === votes && counted?.samples === samples && (!counted?.cloud || counted.cloud === cloud);

/**
 * Returns the evidence of an entered prediction, if it was counted.
 * @param {Counted | null} counted @param {CertificateRequest} request @param {string} [cloud] which file its clean cloud is
 */
export function evidenceOf(counted, request, cloud) {
  if (!counted || !isEntered(counted, request, cloud)) return {};
  if (counted.cloud && (counted.sampledFor !== sampledFor(request) || counted.runner !== request.prediction.runner_up?.votes)) return {};
  return { looks: counted.looks, evidence: counted.evidence };
}
