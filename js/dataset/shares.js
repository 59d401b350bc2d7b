/** Shares of clouds over a grid: the largest that any row certifies, and step lines. */

import { RUN_ROWS } from '../documents/run-rows.js';

/** Rows that certify. */
const CERTIFYING = RUN_ROWS.filter((row) => row !== 'tight_upper');

/** The most that any row certifies at a value of the grid. @param {{[row: string]: any}} rows @param {number} i @returns {number} */
export const certifiedAt = (rows, i) => Math.max(0, ...CERTIFYING.map((row) => rows[row]?.[i] ?? 0));

/** Returns the largest certified share at each value of the grid. @param {import('../documents/types.js').PopulationShares} accuracy */
export const certifiedShares = (accuracy) => (accuracy.orbit ?? []).map((_, i) => certifiedAt(accuracy, i));

/** @typedef {{y: number, low?: number, high?: number}} Share */

/** A step line that between two values of the grid shows the lower one: no more is claimed than was computed. @param {number[]} grid @param {Share[]} shares */
export const steps = (grid, shares) => grid.flatMap((x, i) => {
  const here = shares[i], next = shares[i + 1];
  if (!next) return [{ x, ...percents(here) }];
  const lower = percents(here.y < next.y ? here : next);
  return [{ x, ...percents(here) }, { x, ...lower }, { x: grid[i + 1], ...lower }];
});

/** @param {Share} share */
const percents = ({ y, low, high }) => ({ y: 100 * y, ...(low !== undefined && high !== undefined && { low: 100 * low, high: 100 * high }) });
