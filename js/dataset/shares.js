/** Shares of clouds over a grid as step lines. */

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
