/** Changes of a cloud that a result counts verdicts for: the values of its grid, or the sizes of each family. */

import { familyUnit, isWithin } from '../words/ranges.js';
import { certifiedAt, certifiedShares } from './shares.js';
import { statedAt } from './stated-curves.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @typedef {import('./cloud-rows.js').CloudVerdict} CloudVerdict */

/**
 * One change. `words` completes "… stay right", `also` says more; `holds` counts the draws in which a cloud is certified, of `draws`. `entries` are those of a
 * certificate for the change, where one cloud shows it. `unseen` bounds `best` among clouds not seen; results of earlier cores have none.
 * @typedef {{label: string, words: string, also?: string, best: number, blackBox: number | undefined, unseen: number | undefined, draws: number, holds: (cloud: CloudVerdict) => number,
 *   entries: Record<string, string>}} Level
 * @typedef {{name: string, levels: Level[]}} Changes
 */

/** Entries without a perturbed cloud. */
const ALONE = { perturbation: 'none' };

/** @type {Record<string, {name: string, label: (x: number) => string, words: (x: number) => string}>} */
const ATTACKS = {
  scale: { name: 'Scaling', label: (x) => `‖Δ‖ = ${x}`, words: (x) => `scaled by ‖Δ‖ = ${x}` },
  rotate: { name: 'Rotation', label: (x) => `${x}°`, words: (x) => `turned by ${x}°` },
  ball: { name: 'Any change', label: (x) => `‖Δ‖ ≤ ${x}`, words: (x) => `under any change up to ‖Δ‖ = ${x}` },
};

/** @param {RunResult} result @returns {Changes} */
function attacked(result) {
  const { grid = [], accuracy, population, settings: { attack, sigma } } = result;
  const isWeighted = typeof sigma === 'object', said = (/** @type {string} */ text) => (isWeighted ? text.replace('‖Δ‖', 'weighted ‖Δ‖') : text);
  const { family, draws = 1 } = /** @type {NonNullable<typeof attack>} */ (attack), { name, label, words } = ATTACKS[family];
  const best = accuracy ? certifiedShares(accuracy) : [], unseen = population?.lower && certifiedShares(population.lower);
  return {
    name,
    levels: grid.map((x, i) => ({
      label: said(label(x)), words: said(words(x)), also: statedAt(result, i), best: best[i], blackBox: accuracy?.black_box[i],
      unseen: unseen?.[i], draws,
      entries: family === 'scale' && !isWeighted ? { perturbation: 'scale', norm: String(x) } : ALONE,
      holds: (cloud) => certifiedAt(cloud, i),
    })),
  };
}

/** @param {NonNullable<RunResult['families']>[number]} family @param {number[]} [unseen] @returns {Changes} */
function family({ family: id, unit, sizes, accuracy: { withstood, black_box: blackBox } }, unseen) {
  const { name, factor, sign } = familyUnit(id, unit);
  const holds = (/** @type {number} */ size) => (/** @type {CloudVerdict} */ { ranges = [] }) => {
    const range = ranges.find((/** @type {{family: string}} */ one) => one.family === id);
    return Number(Boolean(range) && isWithin(size, range) && isWithin(-size, range));
  };
  return {
    name,
    levels: sizes.map((size, i) => {
      const label = `±${Number((factor * size).toPrecision(12))}${sign}`;
      return {
        label,
        words: `under every ${name.toLowerCase()} up to ${label}`,
        best: withstood[i], blackBox: blackBox[i], unseen: unseen?.[i], draws: 1, holds: holds(size), entries: ALONE,
      };
    }),
  };
}

/** @param {NonNullable<RunResult['points']>[number]} change @param {number[]} [unseen] @returns {Changes} */
const points = ({ change, counts, accuracy }, unseen) => ({
  name: `Points ${change}`,
  levels: counts.map((count, i) => ({
    label: String(count), words: `with any ${count} points ${change}`, best: accuracy[i], blackBox: undefined, unseen: unseen?.[i], draws: 1, entries: ALONE,
    holds: (cloud) => Number((cloud.points?.[change] ?? -1) >= count),
  })),
});

/** @param {RunResult} result @returns {Changes[]} one for an attack, one for each family otherwise */
export const changesOf = (result) => (result.families
  ? [...result.families.map((one, i) => family(one, result.population?.families?.[i]?.lower.withstood)),
    ...(result.points ?? []).map((one, i) => points(one, result.population?.points?.[i]?.lower))]
  : [attacked(result)]);

/** The level to show first: the last at which half of the certified clouds are left. @param {Level[]} levels */
export const telling = (levels) => Math.max(0, levels.findLastIndex(({ best }) => best > 0 && 2 * best >= levels[0].best));

/** Verdict on one cloud of a result. @typedef {'certified' | 'open' | 'wrong' | 'abstains' | 'failed'} Standing */

/** Words for verdicts, in the order of sorting. @type {Record<Standing, string>} */
export const STANDINGS = { certified: 'certified', open: 'not certified', wrong: 'wrong class', abstains: 'abstains', failed: 'no verdict' };

/**
 * One cloud of a result, as a row shows it.
 * @typedef {{index: number, name: string, label: string, predicted: string, radius: number | null, standing: Standing, verdict: string, cloud: CloudVerdict,
 *   entries: Record<string, string>}} Row
 */

/**
 * Votes with noise on transformations have ranges and no radius.
 * @param {CloudVerdict} cloud @param {number | null} radius @param {Level} level @param {boolean} classed whether the model returns classes @returns {Standing}
 */
function standingOf(cloud, radius, level, classed) {
  if (cloud.failure !== undefined) return 'failed';
  if (radius === null && !cloud.ranges) return classed ? 'abstains' : 'open';
  if (cloud.predicted !== cloud.label) return 'wrong';
  return level.holds(cloud) === level.draws ? 'certified' : 'open';
}

/**
 * The rows of a result at a level.
 * @param {CloudVerdict[]} clouds @param {(number | null)[]} radii @param {Level} level
 * @param {string[] | null} [names] of the classes, null for a model of numbers or labels @returns {Row[]}
 */
export const rowsAt = (clouds, radii, level, names = []) => clouds.map((cloud, index) => {
  const word = (/** @type {number | undefined} */ of) => {
    if (of === undefined || !names) return '';
    return names[of] ?? (of === names.length && of > 0 ? 'no class' : String(of));
  };
  const standing = standingOf(cloud, radii[index], level, names !== null), held = standing === 'open' ? level.holds(cloud) : 0;
  return {
    index, cloud, entries: level.entries, name: cloud.name, label: word(cloud.label), predicted: word(cloud.predicted), radius: radii[index], standing,
    verdict: held > 0 ? `in ${held} of ${level.draws} draws` : STANDINGS[standing],
  };
});

/** Tells whether rows have classes. Those of a run of numbers or labels have none, nor those of clouds that all failed. @param {Row[]} rows */
export const areClassed = (rows) => rows.some(({ label, predicted }) => label !== '' || predicted !== '');

/** Columns that sort. @typedef {'name' | 'label' | 'predicted' | 'radius' | 'standing'} Key */

const ORDER = Object.keys(STANDINGS);
const words = new Intl.Collator('en', { numeric: true });

/** @type {Record<Key, (a: Row, b: Row) => number>} */
const COMPARE = {
  name: (a, b) => words.compare(a.name, b.name),
  label: (a, b) => words.compare(a.label, b.label),
  predicted: (a, b) => words.compare(a.predicted, b.predicted),
  radius: (a, b) => (a.radius ?? -1) - (b.radius ?? -1),
  standing: (a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing),
};

/**
 * Rows of one standing with a text in them, sorted; rows that compare equal keep their order.
 * @param {Row[]} rows @param {{standing: Standing | '', text: string, key: Key | '', falling: boolean}} how
 */
export function chosen(rows, { standing, text, key, falling }) {
  const wanted = text.trim().toLowerCase();
  const kept = rows.filter((row) => (!standing || row.standing === standing)
    && (!wanted || [row.name, row.label, row.predicted].some((word) => word.toLowerCase().includes(wanted))));
  if (!key) return kept;
  const compare = COMPARE[key];
  return kept.sort((a, b) => (falling ? compare(b, a) : compare(a, b)));
}
