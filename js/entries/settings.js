/** The entries of the dataset form and the settings they stand for. */

import { ALPHA } from '../reading/documents.js';

/** @typedef {Record<string, string>} Values texts as typed, by name */

/** @type {Values} */
export const INITIAL = {
  sigma: '0.1', group: 'SE', axis: '0 0 1', translation: 'false', permutation: 'false',
  family: 'scale', norms: '0 0.05 0.1 0.15 0.2 0.25 0.3', degrees: '0 0.5 1 2 5 10 30 90', noise: '0.1', draws: '10',
  alpha: String(ALPHA), samples: '100000', bound: 'dual', seed: '0', points: '', normalise: 'none',
};

/** A number where the text is one; else the text, for the certifier to complain of. @param {string} text */
const number = (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

/** @param {string} text numbers separated by spaces, commas or semicolons */
const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean).map(number);

/**
 * The settings document of a run.
 * @param {Values} v
 */
export function settings(v) {
  const scale = { family: 'scale', norms: numbers(v.norms) };
  const rotate = { family: 'rotate', degrees: numbers(v.degrees), noise: number(v.noise), draws: number(v.draws) };
  const preparation = {
    ...v.points.trim() && { points: number(v.points) },
    ...v.normalise !== 'none' && { normalise: v.normalise },
  };
  return {
    sigma: number(v.sigma), group: v.group,
    ...v.group === 'axis' && { axis: numbers(v.axis), translation: v.translation === 'true' },
    permutation: v.permutation === 'true', alpha: number(v.alpha), samples: number(v.samples), bound: v.bound, seed: number(v.seed),
    ...Object.keys(preparation).length > 0 && { preparation },
    attack: v.family === 'scale' ? scale : rotate,
  };
}

/**
 * The entries that stand for settings, where the form has an entry for them.
 * @param {any} s
 * @returns {Values}
 */
export function toValues(s) {
  const { attack, preparation = {} } = s;
  const list = (/** @type {number[] | undefined} */ numbers, /** @type {string} */ other) => numbers?.join(' ') ?? other;
  return {
    ...INITIAL, sigma: String(s.sigma), group: s.group, axis: list(s.axis, INITIAL.axis), translation: String(Boolean(s.translation)),
    permutation: String(s.permutation), alpha: String(s.alpha), samples: String(s.samples), bound: s.bound, seed: String(s.seed),
    points: String(preparation.points ?? ''), normalise: preparation.normalise ?? 'none',
    family: attack.family, norms: list(attack.norms, INITIAL.norms), degrees: list(attack.degrees, INITIAL.degrees),
    noise: String(attack.noise ?? 0), draws: String(attack.draws ?? INITIAL.draws),
  };
}

/** The error's field as the form names it. @param {string | undefined} field */
export const entryOf = (field) => field?.replace(/^(attack|preparation)\./, '');
