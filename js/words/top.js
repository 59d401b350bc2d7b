/** The statement that a class stays among the first k: its threshold 1/(k+1), and how sentences name it. */

import { rowsById } from '../documents/documents.js';

/** @typedef {{top?: number}} Top a request, curve or settings; without the field, the first alone */

/** The probability that a class has to exceed against all others at once. @param {Top} of */
export const threshold = ({ top = 1 }) => 1 / (top + 1);

/** The same as a text. @param {Top} of */
export const fraction = ({ top = 1 }) => '½⅓¼'[top - 1] ?? `1/${top + 1}`;

/** Names the classes among which the class stays, as in 'the first two'; '' for the first alone. @param {Top} of */
export const first = ({ top = 1 }) => (top > 1 ? `the first ${['two', 'three', 'four', 'five'][top - 2] ?? top}` : '');

/** The most classes that the page offers instead. */
const MOST = 3;

/**
 * The least k above that of the request for which the bound on the probability, at the perturbed cloud or without one at the clean cloud, is
 * enough; undefined if there is none, or a runner-up is compared. The core decides: this only tells when to ask it.
 * @param {import('../documents/documents.js').Certificate} c @param {import('../documents/documents.js').CertificateRequest} request
 */
export function alsoAmong(c, request) {
  const alone = c.orbit?.lower === undefined && !c.subsample && !c.parameters;
  if (c.certified || request.prediction.runner_up || !c.probability || (alone && c.orbit?.radius)) return undefined;
  const lower = Math.max(...(alone ? [c.probability.lower] : bounds(c)));
  for (let top = (request.top ?? 1) + 1; top <= MOST; top++) {
    if (lower > threshold({ top }) * (1 + 1e-9)) return top;
  }
  return undefined;
}

/** The lower bounds at the perturbed cloud. @param {import('../documents/documents.js').Certificate} c */
const bounds = (c) => Object.values(rowsById(c)).flatMap(({ lower, value, error = 0 } = {}) => (value === undefined ? lower ?? 0 : value - error));
