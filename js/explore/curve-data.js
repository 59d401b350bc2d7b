/** Curves as lines to draw, rows to save and a sentence to read. */

import { fixed, significant } from '../words/decimal.js';

/** @typedef {import('../documents/documents.js').Curve} Curve */
/** @typedef {import('../documents/documents.js').Answer} Answer */
/** @typedef {import('../documents/documents.js').Bound} Bound */
/** @typedef {'black_box' | 'orbit' | 'tight'} Argument */

/** @type {[Argument, string][]} */
const ARGUMENTS = [['tight', 'Tight'], ['orbit', 'Orbit-based'], ['black_box', 'Black box']];

/** Strokes and gaps of each argument's line. @type {Record<Argument, string | undefined>} */
export const DASHES = { tight: undefined, orbit: '7 4', black_box: '2 3' };

/** What has to be above the goal: the lower bound, or its lead over the runner-up. @param {Bound} bound */
const height = ({ lower, upper_runner_up: runner }) => (runner === undefined ? lower : lower - runner);

/** The middle one of sorted numbers, the lower of two. @param {number[]} sorted */
const median = (sorted) => sorted[(sorted.length - 1) >> 1];

/** @param {Answer[]} answers */
const isComparing = (answers) => answers.some(({ black_box: { upper_runner_up: runner } }) => runner !== undefined);

/**
 * The answers at each x that has all of them.
 * @param {Curve} curve @param {(Answer | undefined)[]} answers
 * @returns {{x: number, at: Answer[]}[]}
 */
function columns({ x, directions }, answers) {
  return x.map((value, i) => ({ x: value, at: answers.slice(i * directions, (i + 1) * directions) }))
    .filter(({ at }) => at.every(Boolean)).map(({ x: value, at }) => ({ x: value, at: /** @type {Answer[]} */ (at) }));
}

/** @param {Answer[]} at @param {Argument} argument */
const sorted = (at, argument) => at.map((answer) => height(/** @type {Bound} */ (answer[argument]))).sort((a, b) => a - b);

/** @param {Curve} curve @returns {[Argument, string][]} */
const shown = ({ tight }) => ARGUMENTS.filter(([argument]) => argument !== 'tight' || tight);

/**
 * @param {Curve} curve @param {(Answer | undefined)[]} answers @param {import('../parts/theme.js').Theme} theme
 * @returns {Pick<import('../parts/plot.js').Lines, 'series' | 'x' | 'y'>}
 */
export function curveLines(curve, answers, theme) {
  const known = columns(curve, answers);
  const two = isComparing(known.flatMap(({ at }) => at));
  const colours = { tight: theme.tight, orbit: theme.orbit, black_box: theme.soft };
  const series = shown(curve).reverse().map(([argument, name]) => ({
    name, colour: colours[argument], dash: DASHES[argument],
    points: known.map(({ x, at }) => {
      const all = sorted(at, argument);
      return { x, y: median(all), ...(all.length > 1 && { low: all[0], high: all[all.length - 1] }) };
    }),
  }));
  return {
    series,
    x: { label: curve.kind === 'rotate' ? 'Angle θ (degrees)' : '‖Δ‖ (unit of the coordinates)', domain: [0, curve.x[curve.x.length - 1]] },
    y: two
      ? { label: 'Lead over the runner-up at the perturbed cloud', domain: [-1, 1], goal: 0, goalName: '0' }
      : { label: 'Lower bound on p at the perturbed cloud', domain: [0, 1], goal: 0.5, goalName: '½' },
  };
}

/** Every point with every bound. @param {Curve} curve @param {(Answer | undefined)[]} answers @returns {import('../parts/save.js').Table} */
export function curveRows(curve, answers) {
  const names = shown(curve).map(([argument]) => argument).reverse();
  const two = isComparing(/** @type {Answer[]} */ (answers.filter(Boolean)));
  const bounds = names.flatMap((name) => [`${name}_lower`, ...(two ? [`${name}_upper_runner_up`] : [])]);
  return {
    columns: [curve.kind === 'rotate' ? 'degrees' : 'norm', 'direction', 'distance_in_sigma', 'aligned_in_sigma', ...bounds],
    rows: columns(curve, answers).flatMap(({ x, at }) => at.map((answer, k) => [x, k, answer.distance, answer.aligned,
      ...names.flatMap((name) => [answer[name]?.lower, ...(two ? [answer[name]?.upper_runner_up] : [])])])),
  };
}

/** Up to which x the (median) bound stays above the goal at every point computed. @param {{x: number, at: Answer[]}[]} known @param {Argument} argument @param {number} goal */
function until(known, argument, goal) {
  const end = known.findIndex(({ at }) => !(median(sorted(at, argument)) > goal));
  return end < 0 ? known[known.length - 1].x : end === 0 ? 0 : known[end - 1].x;
}

/** What the curves say, as a sentence. @param {Curve} curve @param {(Answer | undefined)[]} answers */
export function summary(curve, answers) {
  const known = columns(curve, answers);
  if (known.length === 0) return '';
  const goal = isComparing(known[0].at) ? 0 : 0.5;
  const last = curve.x[curve.x.length - 1];
  const parts = shown(curve).reverse().map(([argument, name]) => {
    const end = until(known, argument, goal);
    const text = curve.kind === 'rotate' ? `${fixed(end, 1, 'down')}°` : significant(end, 3, 'down');
    return `${name.toLowerCase()} ${end === last ? 'over the whole range' : end === 0 ? 'nowhere' : `up to ${text}`}`;
  });
  const what = curve.kind === 'random' ? `The median of ${curve.directions} directions is certified` : 'Certified at the points computed';
  return `${what}: ${parts.join(', ')}.`;
}
