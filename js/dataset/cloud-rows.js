/** Writes the results of a run as one row a cloud. */

/** @import {RunResult} from '../documents/documents.js' */

/** @typedef {{name: string, label?: number, predicted?: number, votes?: number, samples?: number, failure?: string} & {[field: string]: any}} CloudVerdict */

/** @typedef {{name: string, of: (cloud: CloudVerdict) => unknown}} Column */

const ARGUMENTS = /** @type {const} */ (['black_box', 'orbit', 'tight', 'tight_upper', 'subsample']);

const ENDS = /** @type {const} */ (['from', 'to']);

/** Counts the draws of a cloud that each argument certifies at each value of the grid. @param {RunResult} result @returns {Column[]} */
const counts = ({ grid = [], accuracy }) => ARGUMENTS.filter((argument) => accuracy?.[argument])
  .flatMap((argument) => grid.map((x, i) => ({ name: `${argument} at ${x}`, of: (cloud) => cloud[argument]?.[i] })));

/** Gives distance, class and votes of the nearest change found; empty if none was found or sought. @param {RunResult} result @returns {Column[]} */
const attacks = ({ attacks: all }) => (all ? ['distance', 'class', 'votes', 'samples'].map((field) => ({ name: `attack ${field}`, of: (cloud) => cloud.attacked?.found?.[field] })) : []);

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

/**
 * Name, label, prediction and votes of each cloud, and what is certified of it: values that a cloud without a verdict has not are missing.
 * A cloud counts in the certified accuracy where predicted is label, too.
 * @param {RunResult & {results: CloudVerdict[]}} result the whole document @returns {import('../parts/tables.js').Table}
 */
export function cloudRows(result) {
  const own = ['name', 'label', 'predicted', 'votes', 'samples'].map((name) => ({ name, of: (/** @type {CloudVerdict} */ cloud) => cloud[name] }));
  const columns = [...own, ...counts(result), ...attacks(result), ...ranges(result), ...changes(result), { name: 'failure', of: (/** @type {CloudVerdict} */ { failure }) => failure }];
  return { columns: columns.map(({ name }) => name), rows: result.results.map((cloud) => columns.map(({ of }) => of(cloud))) };
}
