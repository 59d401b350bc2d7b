/** Curves of what the arguments state of numbers or labels, beside the share of clouds that are certified. */

import { significant } from '../words/decimal.js';
import { exactly } from '../words/stated.js';
import { percent } from '../words/share.js';
import { steps } from './shares.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @import {Share} from './shares.js' */
/** @typedef {import('../documents/types.js').MeanShares} Stated */

/**
 * @typedef {object} Curve
 * @property {keyof Stated | ''} id of what is stated; '' for the share of clouds that are certified
 * @property {string} name
 * @property {string} axis
 * @property {(y: number | null) => string} told
 * @property {(grid: number[], shares: Share[]) => {x: number, y: number}[]} line
 */

/** @param {keyof Stated | ''} id @param {string} name @param {number} clouds @returns {Curve} */
const share = (id, name, clouds) => ({ id, name, axis: `${name}, %`, told: (y) => percent(y ?? 0, clouds), line: steps });

/**
 * A line that between two values of the grid shows the larger one, since an interval is at most so wide; it ends where no cloud has one.
 * @param {number[]} grid @param {{y: number | null}[]} widths
 */
function risingSteps(grid, widths) {
  return grid.flatMap((x, i) => {
    const { y } = widths[i], next = widths[i + 1]?.y;
    if (y === null) return [];
    return typeof next === 'number' ? [{ x, y }, { x, y: next }] : [{ x, y }];
  });
}

/** @type {Curve} */
const WIDTH = {
  id: 'width', name: 'Mean interval width', axis: 'Mean interval width', line: risingSteps,
  told: (y) => (y === null || y === undefined ? '–' : significant(y, 4, 'up')),
};

/** The share of clouds whose class, number or labels are certified. @param {RunResult} result @returns {Curve} */
export function whole({ total, settings: { returns, tolerance } }) {
  if (returns === 'number') return share('', `Certified within ± ${exactly(Number(tolerance))}`, total);
  return share('', returns === 'labels' ? 'All labels certified' : 'Certified accuracy', total);
}

/** The curves that a sentence tells. @type {string[]} */
const SAID = ['width', 'accuracy', 'mean_iou', 'share'];

/** The curves of labels, the first of those that are there is shown first. @type {[keyof Stated, string][]} */
const LABELS = [
  ['accuracy', 'Certified point accuracy'], ['mean_iou', 'Certified mean IoU'], ['share', 'Certified points'], ['true_iou', 'IoU of the true labels'],
  ['iou', 'IoU of the predicted labels'],
];

/** The curves of a result, one for a class. @param {RunResult} result @returns {Curve[]} */
export function curvesOf(result) {
  const { stated, total, settings: { returns } } = result;
  if (!stated) return [whole(result)];
  if (returns === 'number') return [whole(result), WIDTH, share('bounded', 'Clouds with an interval', total)];
  return [...LABELS.filter(([id]) => stated.black_box[id]).map(([id, name]) => share(id, name, total)), whole(result)];
}

/** Says what the strongest argument states at a value of the grid, '' of a class. @param {RunResult} result @param {number} at the value's number */
export function statedAt(result, at) {
  const { tight, orbit } = result.stated ?? {}, row = tight ?? orbit;
  if (!row) return '';
  const shown = curvesOf(result).filter(({ id }) => id && SAID.includes(id));
  return shown.map(({ id, name, told }) => `${name}: ${told(row[/** @type {keyof Stated} */ (id)]?.[at] ?? null)}.`).join(' ');
}

/** A result whose accuracy is what a curve shows. @param {RunResult} result @param {Curve} curve @returns {RunResult} */
export function along(result, { id }) {
  const { stated, over_draws: _, average_radius: __, ...rest } = result;
  if (id === '' || !stated) return result;
  const accuracy = /** @type {any} */ (Object.fromEntries(Object.entries(stated).map(([argument, row]) => [argument, row[id]])));
  return { ...rest, accuracy };
}

/** Columns of a table with all that is stated. @param {RunResult} result @returns {{name: string, values: (number | null)[]}[]} */
export const statedColumns = ({ stated }) => Object.entries(stated ?? {}).flatMap(([argument, row]) => (
  Object.entries(row).map(([id, values]) => ({ name: `${argument}_${id}`, values }))));
