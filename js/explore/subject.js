/** What is explored, and what the explorer is told of it. */

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
