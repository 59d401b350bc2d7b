// The vote of PointCert (J. Zhang, J. Jia, H. Liu and N. Z. Gong, CVPR 2023, arXiv 2303.01959), to compare with. A cloud is divided into m
// sub-clouds by a hash of each point's own coordinates, a classifier without randomness votes on each, and the class with the most
// votes wins, of several the one with the smallest number.
//
// A point that is added or removed changes one sub-cloud, a point that is replaced at most two; a sub-cloud that changes takes at
// most one vote from the winner y and gives it to another class l. So with M votes of each class, and τ = 1 for points added or
// removed, 2 for points replaced, the class stays for up to
//
//   ⌊min over l ≠ y of (M_y − M_l − [l < y]) / 2τ⌋
//
// points, without error probability.

import { createHash } from 'node:crypto';

/** The number of the sub-cloud of a point, which depends on nothing else. @param {number[]} point @param {number} m */
const placeOf = (point, m) => Number(BigInt(`0x${createHash('sha256').update(JSON.stringify(point)).digest('hex')}`) % BigInt(m));

/** The sub-clouds of a cloud, empty ones among them. @param {number[][]} points @param {number} m @returns {number[][][]} */
export function divided(points, m) {
  /** @type {number[][][]} */
  const all = Array.from({ length: m }, () => []);
  for (const point of points) all[placeOf(point, m)].push(point);
  return all;
}

/** The class that wins. @param {number[]} votes of each class */
export const winnerOf = (votes) => votes.indexOf(Math.max(...votes));

/** Computes how many points may be replaced, added or removed. @param {number[]} votes of each class */
export function certifiedSizes(votes) {
  const winner = winnerOf(votes);
  const gap = Math.min(...votes.map((n, l) => (l === winner ? Infinity : votes[winner] - n - Number(l < winner))));
  const most = (/** @type {number} */ tau) => Math.floor(gap / (2 * tau));
  return { replaced: most(2), added: most(1), removed: most(1) };
}

/**
 * The share of shapes that are classified correctly and keep their class for so many points, from none to the first number that none does.
 * @param {{label: number, votes: number[]}[]} shapes @param {'replaced' | 'added' | 'removed'} change
 */
export function certifiedShares(shapes, change) {
  const sizes = shapes.filter(({ label, votes }) => winnerOf(votes) === label).map(({ votes }) => certifiedSizes(votes)[change]);
  const grid = Array.from({ length: Math.max(-1, ...sizes) + 2 }, (_, t) => t);
  return { grid, shares: grid.map((t) => sizes.filter((size) => size >= t).length / shapes.length) };
}
