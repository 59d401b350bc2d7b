// Shares of clouds as the pages say them, with the 95 % interval for clouds not seen, and tables of them.

import { atLeast, percent as told, places } from '../../../js/words/share.js';

/** Without the sign of per cent, with the digits that the interval carries. @param {number} share @param {number} n clouds */
export const plain = (share, n) => told(share, n).replace(' %', '');

/** Ends of an interval, with the digits of the share. @param {number[]} ends @param {number} share @param {number} n clouds */
export function range([low, high], share, n) {
  const one = 10 ** places(share, n);
  return `(${[Math.floor(100 * one * low + 1e-9), Math.ceil(100 * one * high - 1e-9)].map((x) => (x / one).toFixed(one === 1 ? 0 : 1)).join('–')})`;
}

/** The 95 % interval of a share among clouds not seen (Clopper and Pearson). @param {number} share @param {number} n clouds */
function interval(share, n) {
  const k = Math.round(share * n);
  return [least(k, n), 1 - least(n - k, n)];
}

/** A bound of a share of n, of which k were seen, that is too large with a probability of 2.5 %. @param {number} k @param {number} n */
function least(k, n) {
  let low = 0, high = k / n;
  for (let step = 0; k > 0 && step < 50; step++) if (atLeast(k, n, (low + high) / 2) < 0.025) low = (low + high) / 2; else high = (low + high) / 2;
  return low;
}

/** A share of n clouds for a table of per cent, with its interval. @param {number} share @param {number} n */
export const inTable = (share, n) => `${plain(share, n)}\u00a0${range(interval(share, n), share, n)}`;

/** A share of n clouds for a sentence, with its interval. @param {number} share @param {number} n */
export const percent = (share, n) => `${plain(share, n)}\u00a0% ${range(interval(share, n), share, n)}`;

/** Says how far the intervals of shares reach, by a table that has no room for each. @param {number} n clouds */
export const widest = (n) => `Of ${n} clouds, the 95\u00a0% interval for clouds not seen reaches at most ${
  Math.ceil(100 * Math.max(...Array.from({ length: n }, (_, k) => k / n - least(k, n))))} points down or up.`;

/** Writes a table. @param {string[]} head @param {string[][]} rows */
export const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
