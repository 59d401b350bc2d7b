// Results of runs without what became of each cloud: a digest of that, and what the clouds withstand, without their names.

import { createHash } from 'node:crypto';

/** @typedef {{family: string, any?: boolean, from?: number, to?: number}} Range */
/** @typedef {'replaced' | 'added' | 'removed'} Change of points */
/** @typedef {{label?: number, predicted?: number, ranges?: (Range & {black_box: Range})[], points?: Record<Change, number>}} CloudResult */
/**
 * @typedef {Record<string, {withstood: number[], black_box: number[]}>} Reaches of the clouds that are predicted correctly, for each family,
 *   ascending; 1e9 stands for every size
 */

/** Digits of a digest that tell results apart. */
const DIGITS = 16;

/**
 * Returns the digest of what a result has of one cloud, but for what calibrates sets, which earlier results do not have.
 * @param {CloudResult & {cloud?: string, label_votes?: number}} result
 */
export function digestOfCloud({ cloud, label_votes: votes, ...result }) {
  return createHash('sha256').update(JSON.stringify(result)).digest('hex').slice(0, DIGITS);
}

/** Rounds down to four digits: what is written is withstood. @param {number} size */
function down(size) {
  const unit = 10 ** (Math.floor(Math.log10(size)) - 3);
  return size > 0 ? Number((Math.floor(size / unit) * unit).toPrecision(4)) : 0;
}

/** Returns the size that a range holds either way. @param {Range} range */
const reach = ({ any, from = 0, to = 0 }) => (any ? 1e9 : down(Math.max(0, Math.min(-from, to))));

/** @param {CloudResult[]} right results of clouds that are predicted correctly @returns {Reaches} */
function reaches(right) {
  /** @type {Reaches} */
  const all = {};
  for (const range of right.flatMap(({ ranges = [] }) => ranges)) {
    const { withstood, black_box: blackBox } = (all[range.family] ??= { withstood: [], black_box: [] });
    withstood.push(reach(range));
    blackBox.push(reach(range.black_box));
  }
  for (const lists of Object.values(all)) for (const list of Object.values(lists)) list.sort((a, b) => a - b);
  return all;
}

/** Numbers of points of each kind of change that the clouds bear, ascending. @param {CloudResult[]} right */
function borne(right) {
  const counts = (/** @type {Change} */ change) => right.flatMap(({ points }) => (points ? [points[change]] : [])).sort((a, b) => a - b);
  return { replaced: counts('replaced'), added: counts('added'), removed: counts('removed') };
}

/**
 * Returns a result with digests of the clouds' own results in place of these, and with what those withstand that are predicted correctly:
 * numbers of points where points come and go, else the sizes of each family.
 * @param {{results: CloudResult[], families?: unknown, points?: unknown}} result
 */
export function condensed({ results, ...rest }) {
  const right = results.filter(({ label, predicted }) => label === predicted);
  const withstand = rest.points ? { borne: borne(right) } : rest.families ? { reaches: reaches(right) } : {};
  return { ...rest, ...withstand, digests: results.map(digestOfCloud) };
}
