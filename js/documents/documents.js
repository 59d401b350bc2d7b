/** The room of documents: their shapes, their names for groups, whose votes they have, and where two of them differ. Nothing here asks the engine. */

/** The documents as the page sees them: what the core writes, read only. Their shapes are checked against it by a test. */

import { members, phrased } from './groups.js';
import { joined } from './list.js';
import { misfit } from './shape.js';
import { CERTIFICATE } from './shapes.js';

/**
 * Types that follow from the table of fields, see core/document/schema.
 * @typedef {import('./types.js').Orbit} Closed where the black box has only the numbers
 * @typedef {import('./types.js').Exact} Exact
 * @typedef {import('./types.js').AxisBound} AxisBound
 * @typedef {import('./types.js').MonteCarlo} MonteCarlo
 * @typedef {import('./types.js').Certificate} Certificate
 * @typedef {import('./types.js').Preparation} Preparation
 * @typedef {Partial<import('./types.js').Inline & import('./types.js').FromFile & import('./types.js').AnyWithin & Omit<import('./types.js').ScaleAttack,
 *   'attack'>
 *   & Omit<import('./types.js').RotateAttack, 'attack'>> & {attack?: string}} Source any form of a cloud
 * @typedef {Omit<import('./types.js').Request, 'bound' | 'seed' | 'group' | 'clean' | 'perturbed' | 'prediction' | 'sets'>
 * &
 * {bound?: string, seed?: string, group: string, sets?: import('./types.js').Calibration, clean?: Source, perturbed?: Source,
 *   prediction: import('./types.js').Prediction & {classifier?: object, sampling?: object, class?: string}}}
 * CertificateRequest
 *   as the page sees it; votes that are still to be counted have classifier and sampling; class: that an example has, for words alone
 * @typedef {import('./types.js').Minimum} Minimum
 * @typedef {import('./types.js').Withstood} Withstood
 * @typedef {import('./inner-types.js').RadiiPlan} Radii
 * @typedef {import('./types.js').Region} Region
 * @typedef {import('./types.js').Every} Every
 * @typedef {import('./types.js').Bound} Bound
 * @typedef {import('./types.js').Answer} Answer
 * @typedef {import('./inner-types.js').Curve} Curve
 * @typedef {import('./inner-types.js').MapPlan} MapPlan
 * @typedef {{median: number, distances: number[], intervals: {lower: number, upper: number}[], file_distances?: number[]}} Growth of the interval of a number with the distance
 * @typedef {Omit<import('./types.js').RunResult, 'results'>} RunResult without its clouds; there may be thousands
 *
 * @typedef {{text: string, value: Certificate, madeClouds?: boolean}} CertificateText a certificate with the core's own text, and whether it is of
 *   clouds that the core made of those that were opened
 */

/**
 * The request of a document that an earlier core made, for this one: it need not have that core's Monte Carlo bound.
 * @template {object} R @param {R & {bound?: string}} request @returns {Omit<R, 'bound'>}
 */
export const todays = ({ bound: _, ...request }) => request;

/** Total error probability where a request names none. */
export const ALPHA = 0.001;

/** Random draws for each bound where a request has no number, as the core has it. */
export const DRAWS = 100_000;

/**
 * The rows of a certificate by their ids, weaker ones before stronger ones, or the probabilities of a minimum by the same; undefined where there is none.
 * @param {Certificate | Minimum} of @returns {Record<string, any>}
 */
export const rowsById = ({ black_box, orbit, tight, subsample, parameters }) =>
  ({ black_box, orbit, axis: tight?.axis, exact: tight?.exact, monte_carlo: tight?.monte_carlo, points: subsample, parameters });

/** Names what the invariance of the smoothed classifier removes from a perturbation, '' for nothing. @param {CertificateRequest | undefined} request */
export const removed = (request) => phrased(request ?? {}).replace('an axis', 'the axis');

/** The closed forms of a certificate, weaker first. @param {Pick<Certificate, 'black_box' | 'orbit'>} certificate @returns {[string, Closed][]} */
export const closedRows = ({ black_box: plain, orbit }) => /** @type {[string, Closed][]} */ (Object.entries({ black_box: plain, orbit }).filter(([, row]) => row));

/** The best closed form of a certificate. @param {Pick<Certificate, 'black_box' | 'orbit'>} certificate */
export const closedOf = (certificate) => closedRows(certificate).at(-1)?.[1];

/** The changes of which any are meant, where no cloud is. @param {CertificateRequest} request */
export const changesIn = ({ perturbed, gram }) => perturbed?.changes ?? gram?.points?.changes;

/** Tells whether a request is of two clouds, or of their Gram form. @param {CertificateRequest} request */
export const isOfTwo = ({ perturbed, gram }) => Boolean(perturbed || (gram && !gram.cloud));

/** Verbs that undo the members of a group. @type {Record<string, string>} */
const UNDOING = { rotation: 'turned', reflection: 'mirrored', translation: 'moved', 'rotation about an axis': 'turned back about the axis' };

/**
 * Says how a perturbed cloud was moved before measuring its distance, as in 'reordered, turned and moved back'; '' for not at all.
 * @param {CertificateRequest | undefined} request
 */
export function undone(request) {
  const steps = [...(request?.permutation ? ['reordered'] : []), ...members(request ?? {}).map((member) => UNDOING[member])];
  const phrase = joined(steps);
  return /(turned|mirrored|moved)$/.test(phrase) ? `${phrase} back` : phrase;
}

/**
 * Reports whether something that came from elsewhere has the form of a certificate, so that it can be shown.
 * @param {unknown} value @returns {value is Certificate & {request: CertificateRequest}}
 */
export const isCertificate = (value) => misfit(value, CERTIFICATE) === '' && /** @type {Certificate} */ (value).request !== undefined;

/** Finds the first place where a value is not a certificate, '' for one. Unlike in a shared one, σ may go by an attribute. @param {any} value */
export function strangeIn(value) {
  const { attribute, values } = value?.request?.sigma ?? {};
  const isSpread = typeof attribute === 'string' && typeof values === 'object' && values !== null;
  return misfit(isSpread ? { ...value, request: { ...value.request, sigma: 1 } } : value, CERTIFICATE) || (value.request ? '' : 'document.request');
}

/** Fields that say where a certificate is stored and who stored it, nothing of the clouds. */
const ASIDE = ['key', 'signature'];

/**
 * The parts in which two certificate documents differ, none when they say the same.
 * @template {object} T @param {T} own @param {T} stored @returns {string[]}
 */
export function differences(own, stored) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(stored)])].filter((name) => !ASIDE.includes(name));
  return names.filter((name) => canonical(own[/** @type {keyof T} */ (name)]) !== canonical(stored[/** @type {keyof T} */ (name)]));
}

/** @param {any} value parsed @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/**
 * Reports whether two parsed documents say the same, in whatever order their fields stand.
 * @template T @param {T} a @param {T} b @returns {boolean}
 */
export function isSame(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const names = /** @type {(keyof T)[]} */ (Object.keys(a));
  return Array.isArray(a) === Array.isArray(b) && names.length === Object.keys(b).length
    && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}
