/** Sets that hold the truth, in words. */

import { fixed, significant } from './decimal.js';

/** Numbers of sets that a share may refer to. */
const ALL = [10, 100, 1000];

/** Says how often sets hold the true class, never more often than proved. @param {{coverage: number, per_class?: boolean}} sets */
export function often({ coverage, per_class: each }) {
  const held = (/** @type {number} */ all) => Math.floor(coverage * all + 1e-9);
  const all = ALL.find((one) => Math.abs(coverage * one - held(one)) < 1e-9) ?? 1000;
  return `${held(all)} times of ${all}${each ? ', in each calibrated class' : ''}`;
}

/** Says what a set has. @param {import('../documents/types.js').Sets} sets */
export function held({ classes = [], interval, only, threshold }) {
  const { lower = NaN, upper = NaN } = interval ?? {};
  if (interval) return Number.isNaN(upper) ? 'any number' : `${significant(lower, 4, 'down')} to ${significant(upper, 4, 'up')}`;
  if (only) return `One label at ${only.filter(Boolean).length} of ${only.length} points, else any`;
  if (threshold === undefined) return 'any class';
  return classes.length > 1 ? `${classes.slice(0, -1).join(', ')}, or ${classes.at(-1)}` : classes[0] ?? 'none of the classes';
}

/** Sums up the sets of a run. @param {import('../documents/types.js').RunSets} sets @param {boolean} wide whether they are intervals */
export function summed({ size, only, held: share }, wide) {
  const share100 = (/** @type {number} */ x) => `${Math.floor(100 * x + 1e-9)} %`;
  return [size !== undefined && (wide ? `of width ${significant(size, 3, 'up')} on average` : `${fixed(size, 2, 'up')} classes on average`),
    only !== undefined && `one label at ${share100(only)} of the points`, share !== undefined && `${share100(share)} of the sets here hold it`]
    .filter(Boolean).join(', and ');
}
