/** Writes the results of a run as one row a cloud. */

import { RUN_ROWS } from '../documents/run-rows.js';
import { significant } from '../words/decimal.js';
import { areClassed } from './levels.js';

/** @import {RunResult} from '../documents/documents.js' */

/** @typedef {{name: string, label?: number, predicted?: number, votes?: number, samples?: number, failure?: string} & {[field: string]: any}} CloudVerdict */

/** @typedef {{name: string, of: (cloud: CloudVerdict) => unknown}} Column */

const ENDS = /** @type {const} */ (['from', 'to']);

/** Counts the draws of a cloud that each argument certifies at each value of the grid. @param {RunResult} result @returns {Column[]} */
const counts = ({ grid = [], accuracy }) => RUN_ROWS.filter((argument) => accuracy?.[argument])
  .flatMap((argument) => grid.map((x, i) => ({ name: `${argument} at ${x}`, of: (cloud) => cloud[argument]?.[i] })));

/** Gives distance, class and votes of the nearest change found; empty if none was found or sought. @param {RunResult} result @returns {Column[]} */
const attacks = ({ attacks: all }) =>
  all ? ['distance', 'class', 'votes', 'samples'].map((field) => ({ name: `attack ${field}`, of: (cloud) => cloud.attacked?.found?.[field] })) : [];

/** The range of each family that a cloud withstands, in the unit of the document. @param {RunResult} result @returns {Column[]} */
const ranges = ({ families = [] }) => families.flatMap(({ family }) => ENDS.map((end) => ({
  name: `${family} ${end}`,
  of: (cloud) => {
    const range = cloud.ranges?.find((/** @type {{family: string}} */ one) => one.family === family);
    return range?.any ? 'any' : range?.[end];
  },
})));

/** Gives how many points of a cloud may come and go. @param {RunResult} result @returns {Column[]} */
const changes = ({ points = [] }) => points.map(({ change }) => ({ name: `points ${change}`, of: (cloud) => cloud.points?.[change] }));

/** The row of a cloud in words. @typedef {import('./levels.js').Row} Row */

/** @type {{name: string, of: (row: Row) => unknown}[]} */
const SHORT = [
  { name: 'name', of: ({ name }) => name }, { name: 'label', of: ({ label }) => label }, { name: 'class', of: ({ predicted }) => predicted },
  { name: 'votes', of: ({ cloud }) => cloud.votes }, { name: 'samples', of: ({ cloud }) => cloud.samples },
  { name: 'radius', of: ({ radius }) => radius ?? undefined }, { name: 'verdict', of: ({ verdict }) => verdict },
];

/** Columns of classes, which a model of numbers or labels has not. */
const CLASSES = ['label', 'class'];

/** @param {Row[]} rows */
const shortOf = (rows) => (areClassed(rows) ? SHORT : SHORT.filter(({ name }) => !CLASSES.includes(name)));

/** One row a cloud for a paper, radii rounded down. @param {Row[]} rows @returns {import('../parts/tables.js').Table} */
export function shortRows(rows) {
  const short = shortOf(rows);
  return {
    columns: short.map(({ name }) => name),
    rows: rows.map((row) => short.map(({ name, of }) => (name === 'radius' && row.radius !== null ? Number(significant(row.radius, 4, 'down')) : of(row)))),
  };
}

/**
 * One row a cloud with everything that is certified of it. Values that a cloud without a verdict has not are missing.
 * A cloud counts in the certified accuracy if its class is its label, too.
 * @param {RunResult} result @param {CloudVerdict[]} clouds @param {Row[]} rows in the same order @param {string} words the change of the verdicts
 * @returns {import('../parts/tables.js').Table}
 */
export function cloudRows(result, clouds, rows, words) {
  const short = shortOf(rows), more = [
    ...counts(result), ...attacks(result), ...ranges(result), ...changes(result),
    { name: 'failure', of: (/** @type {CloudVerdict} */ { failure }) => failure },
  ];
  return {
    columns: [...short.map(({ name }) => name), 'change', ...more.map(({ name }) => name)],
    rows: clouds.map((cloud, i) => [...short.map(({ of }) => of(rows[i])), words, ...more.map(({ of }) => of(cloud))]),
  };
}
