/**
 * The documents as the page sees them: what the core writes, read only.
 *
 * @typedef {object} Alignment point n of the aligned cloud is matrix·x'[permutation[n]] + offset
 * @property {number[][]} [matrix]
 * @property {number[]} [offset]
 * @property {number[]} [permutation]
 *
 * @typedef {object} Closed
 * @property {number} [distance]
 * @property {number} [radius]
 * @property {number} [lower]
 * @property {number} [upper_runner_up]
 * @property {boolean} certified
 * @property {Alignment} [alignment]
 * @property {number} [distance_lower] what no order and transformation of the points comes below
 * @property {string} [conclusion] of a search for the order: 'certified', 'out_of_reach' or 'undecided'
 *
 * @typedef {object} Exact
 * @property {number} value
 * @property {number} error
 * @property {number} [upper_runner_up]
 * @property {boolean} certified
 *
 * @typedef {object} MonteCarlo
 * @property {string} bound
 * @property {number} lower
 * @property {number} estimate
 * @property {number} upper
 * @property {number} [upper_runner_up]
 * @property {number} samples
 * @property {number} level error probability of everything drawn
 * @property {string} seed
 * @property {boolean} certified
 *
 * @typedef {object} Certificate
 * @property {boolean} certified
 * @property {string[]} [certified_by]
 * @property {{lower: number, level: number, upper_runner_up?: number}} [probability]
 * @property {Closed} [black_box]
 * @property {Closed} [orbit]
 * @property {{exact?: Exact, monte_carlo?: MonteCarlo}} [tight]
 * @property {string[]} [notes]
 * @property {CertificateRequest} [request]
 * @property {string} core
 * @property {string} [key]
 *
 * @typedef {object} CertificateRequest
 * @property {any} [clean]
 * @property {any} [perturbed]
 * @property {any} [gram]
 * @property {number} sigma
 * @property {Prediction} prediction
 * @property {string} group
 * @property {number[]} [axis]
 * @property {boolean} [translation]
 * @property {boolean} [permutation]
 * @property {Preparation} [preparation]
 * @property {number} [alpha]
 * @property {number} [samples]
 * @property {string} [bound]
 * @property {string} [stop] 'full' or 'decided'
 * @property {string} [seed] of the draws, where it was given by hand
 *
 * @typedef {object} Preparation what is done to both clouds first
 * @property {boolean} [drop_missing]
 * @property {number} [points]
 * @property {string} [method]
 * @property {number} [seed]
 * @property {string} [normalise]
 *
 * @typedef {object} Prediction
 * @property {number} [probability]
 * @property {number} [votes]
 * @property {number} [samples]
 * @property {{probability?: number, votes?: number}} [runner_up]
 *
 * @typedef {object} Minimum the smallest clean probabilities with which the same clouds are certified
 * @property {number} [black_box]
 * @property {number} [orbit]
 * @property {{exact?: number, monte_carlo?: number}} [tight]
 *
 * @typedef {{text: string, value: Certificate}} CertificateText a certificate with the core's own text
 */

import { phrased } from './groups.js';

/** Total error probability where a request names none. */
export const ALPHA = 0.001;

/**
 * What the smoothed classifier's invariance lets one remove from a perturbation, '' for nothing.
 * @param {CertificateRequest | undefined} request
 */
export function removed(request) {
  const what = phrased(request?.group ?? 'none').replace('an axis', 'the axis');
  return request?.group === 'axis' && request.translation ? `${what} and translation` : what;
}

/**
 * What has been done to a perturbed cloud before its distance counts, '' for nothing.
 * @param {CertificateRequest | undefined} request
 */
export function undone(request) {
  const what = removed(request);
  const removal = what && `removing ${what}`;
  if (!request?.permutation) return removal;
  return removal ? `reordering the points and ${removal}` : 'reordering the points';
}

const RUNNER = 'upper_runner_up';

/** @param {any} part @param {string[]} names */
const hasNumbers = (part, names) => part === undefined || (part && names.every((name) => part[name] === undefined || Number.isFinite(part[name])));

/**
 * Whether something that came from elsewhere has the form of a certificate, so that it can be shown.
 * @param {any} value
 */
export function isCertificate(value) {
  const { request, tight, black_box, orbit, probability, notes = [] } = value ?? {};
  return typeof value?.certified === 'boolean' && typeof request?.group === 'string' && Boolean(request.prediction)
    && hasNumbers(request, ['sigma', 'alpha', 'samples']) && hasNumbers(request.prediction, ['probability', 'votes', 'samples'])
    && hasNumbers(probability, ['lower', RUNNER]) && hasNumbers(black_box, ['distance', 'radius', 'lower', RUNNER])
    && hasNumbers(orbit, ['distance', 'radius', 'lower', 'distance_lower', RUNNER]) && hasNumbers(tight?.exact, ['value', 'error', RUNNER])
    && hasNumbers(tight?.monte_carlo, ['lower', 'estimate', 'upper', 'samples', 'level', RUNNER])
    && Array.isArray(notes) && notes.every((note) => typeof note === 'string');
}
