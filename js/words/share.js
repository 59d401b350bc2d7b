/** Shares of clouds in per cent, with the digits that their interval carries. */

/** The probability of at least so many of n. @param {number} k from 1 @param {number} n @param {number} p */
export function atLeast(k, n, p) {
  if (p <= 0) return 0;
  let log = k * Math.log(p) + (n === k ? 0 : (n - k) * Math.log1p(-p)), sum = 0;
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i);
  for (let i = k, one = Math.exp(log); i <= n; one *= ((n - i) / ++i) * (p / (1 - p))) sum += one;
  return sum;
}

/** Clouds from which on every share has a place. */
const MANY = 10_000;

/**
 * Places of a percentage: one if both ends of the 95 % bounds for clouds not seen are less than a percent away, else none. As population.Places in Go.
 * @param {number} share @param {number} clouds
 */
export function places(share, clouds) {
  const near = (/** @type {number} */ k, /** @type {number} */ s) => k === 0 || atLeast(k, clouds, s - 0.01) < 0.05, count = Math.round(share * clouds);
  return Number(clouds >= MANY || (near(count, share) && near(clouds - count, 1 - share)));
}

/** Writes a share of clouds. @param {(x: number) => number} round */
const rounded = (round) => (/** @type {number} */ share, /** @type {number} */ clouds) => {
  const digits = places(share, clouds), parts = 10 ** digits;
  return `${(round(100 * parts * share) / parts).toFixed(digits)} %`;
};

/** Rounded down, since it is what holds at least. */
export const percent = rounded((x) => Math.floor(x + 1e-9));

/** Rounded up, since it is what holds at most. */
export const percentAtMost = rounded((x) => Math.ceil(x - 1e-9));
