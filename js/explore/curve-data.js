/** Curves as lines to draw, rows to save and a sentence to read. */

import { fraction, threshold } from '../words/top.js';
import { ARGUMENTS, RISING } from '../parts/arguments.js';
import { fixed, significant } from '../words/decimal.js';

/** @typedef {import('../documents/documents.js').Curve} Curve */
/** @typedef {import('../documents/documents.js').Answer} Answer */
/** @typedef {import('../documents/documents.js').Bound} Bound */
/** @typedef {import('../parts/arguments.js').Argument} Argument */

/** Horizontal axes of the curves. @type {Record<string, string>} */
const ACROSS = { scale: 'Size of the scaling ‖Δ‖', random: 'Size of the noise ‖Δ‖', rotate: 'Angle of rotation, in degrees' };

/** Returns the value that must exceed the goal: the lower bound, or its lead over the runner-up. @param {Bound} bound */
const height = ({ lower, upper_runner_up: runner }) => (runner === undefined ? lower : lower - runner);

/** The middle one of sorted numbers, the lower of two. @param {number[]} sorted */
const median = (sorted) => sorted[(sorted.length - 1) >> 1];

/** @param {Answer[]} answers */
const isComparing = (answers) => answers.some(({ black_box: { upper_runner_up: runner } }) => runner !== undefined);

/** The answers at each x that has all of them. @param {Curve} curve @param {(Answer | undefined)[]} answers @returns {{x: number, at: Answer[]}[]} */
function columns({ x, directions }, answers) {
  return x.map((value, i) => ({ x: value, at: answers.slice(i * directions, (i + 1) * directions) }))
    .filter(({ at }) => at.every(Boolean)).map(({ x: value, at }) => ({ x: value, at: /** @type {Answer[]} */ (at) }));
}

/** @param {Answer[]} at @param {Argument} argument */
const sorted = (at, argument) => at.map((answer) => height(/** @type {Bound} */ (answer[argument]))).sort((a, b) => a - b);

/** The arguments that a curve has, from the weakest. @param {Curve} curve */
const shown = ({ tight }) => RISING.filter((argument) => argument !== 'tight' || tight);

/**
 * @param {Curve} curve @param {(Answer | undefined)[]} answers @param {import('../parts/theme.js').Theme} theme
 * @param {string} unit of lengths of the file, in words @returns {Pick<import('../parts/plot.js').Lines, 'series' | 'x' | 'y'>}
 */
export function curveLines(curve, answers, theme, unit) {
  const known = columns(curve, answers);
  const two = isComparing(known.flatMap(({ at }) => at));
  const series = shown(curve).reverse().map((argument) => ({
    name: ARGUMENTS[argument].name, colour: theme.arguments[argument], dash: ARGUMENTS[argument].dash,
    points: known.map(({ x, at }) => {
      const all = sorted(at, argument);
      return { x, y: median(all), ...(all.length > 1 && { low: all[0], high: all[all.length - 1] }) };
    }),
  }));
  return {
    series,
    x: { label: `${ACROSS[curve.kind]}${curve.kind === 'rotate' ? '' : curve.file_x ? ', of the prepared cloud' : `, in ${unit}`}`, domain: [0, curve.x[curve.x.length - 1]] },
    y: two
      ? { label: 'Lead of the class over the runner-up at the changed cloud, at least', domain: [-1, 1], goal: 0, goalName: '0' }
      : { label: 'Probability of the class at the changed cloud, at least', domain: [0, 1], goal: threshold(curve), goalName: fraction(curve) },
  };
}

/** Every point with every bound. @param {Curve} curve @param {(Answer | undefined)[]} answers @returns {import('../parts/save.js').Table} */
export function curveRows(curve, answers) {
  const names = shown(curve);
  const two = isComparing(/** @type {Answer[]} */ (answers.filter(Boolean)));
  const bounds = names.flatMap((name) => [`${name}_lower`, ...(two ? [`${name}_upper_runner_up`] : [])]);
  return {
    columns: [curve.kind === 'rotate' ? 'degrees' : 'norm', 'direction', 'distance_in_sigma', 'aligned_in_sigma', ...bounds],
    rows: columns(curve, answers).flatMap(({ x, at }) => at.map((answer, k) => [x, k, answer.distance, answer.aligned,
      ...names.flatMap((name) => [answer[name]?.lower, ...(two ? [answer[name]?.upper_runner_up] : [])])])),
  };
}

/**
 * Up to which x the (median) bound stays above the goal at every point computed.
 * @param {{x: number, at: Answer[]}[]} known @param {Argument} argument @param {number} goal
 */
function until(known, argument, goal) {
  const end = known.findIndex(({ at }) => !(median(sorted(at, argument)) > goal));
  return end < 0 ? known[known.length - 1].x : end === 0 ? 0 : known[end - 1].x;
}

/** Summarises the curves in a sentence. @param {Curve} curve @param {(Answer | undefined)[]} answers */
export function summary(curve, answers) {
  const known = columns(curve, answers);
  if (known.length === 0) return '';
  const goal = isComparing(known[0].at) ? 0 : threshold(curve);
  const last = curve.x[curve.x.length - 1];
  const parts = shown(curve).map((argument) => {
    const end = until(known, argument, goal);
    const text = curve.kind === 'rotate' ? `${fixed(end, 1, 'down')}°` : significant(end, 3, 'down');
    return `${ARGUMENTS[argument].name.toLowerCase()} ${end === last ? 'over the whole range' : end === 0 ? 'nowhere' : `up to ${text}`}`;
  });
  const what = curve.kind === 'random' ? `The median of ${curve.directions} directions is certified` : 'Certified at every computed point';
  return `${what}: ${parts.join(', ')}.`;
}
