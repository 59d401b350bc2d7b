/** Chooses the family of perturbations to show first: the one along which the arguments differ most for this cloud and group. */

import { RISING } from '../parts/arguments.js';

/** @typedef {import('../documents/documents.js').Answer} Answer */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {'scale' | 'random' | 'rotate'} Kind */

/** In this order where they tell as much. @type {Kind[]} */
export const KINDS = ['scale', 'random', 'rotate'];

/** Places looked at along each family, and by how much a later family has to tell more. */
const STEPS = 6, MORE = 0.02;

/** σ of the noise before a rotation, the same as the curve begins with. */
export const NOISE = 0.5;

/** @param {Kind} kind @param {number} [noise] */
export const questionOf = (kind, noise = NOISE) => (kind === 'rotate' ? { kind, noise } : { kind });

/** The lower bound of each argument, or its lead over the runner-up. @param {Answer} answer */
const heights = (answer) => RISING.flatMap((argument) => {
  const bound = answer[argument];
  return bound ? [bound.lower - (bound.upper_runner_up ?? 0)] : [];
});

/** The largest difference between arguments at one place. @param {Answer[]} answers */
export const gap = (answers) => Math.max(0, ...answers.map((answer) => Math.max(...heights(answer)) - Math.min(...heights(answer))));

/**
 * Compare without draws, so that the same cloud always opens on the same family.
 * @param {import('../certifier/explorer.js').Explorer} explorer @param {CertificateRequest} request @param {AbortSignal} [signal] @returns {Promise<Kind>}
 */
export async function opening(explorer, request, signal) {
  const gaps = await Promise.all(KINDS.map(async (kind) => {
    const question = { ...questionOf(kind), steps: STEPS, ...(kind === 'random' && { directions: 1 }) };
    // A family that this cloud has not, as a cloud of zeros has no scalings, tells nothing.
    const curve = await explorer.curve({ ...request, samples: 0 }, question, signal, () => {}).catch(() => null);
    return curve ? gap(curve.answers) : 0;
  }));
  signal?.throwIfAborted();
  return KINDS.reduce((best, kind, i) => (gaps[i] > gaps[KINDS.indexOf(best)] + MORE ? kind : best));
}
