/** The tables of a certificate and of what it withstands, to be saved: numbers rounded to the safe side as they are shown. */

import { comingRows, rowsOf } from '../words/points.js';

/** @typedef {import('../parts/tables.js').Table} Table */

/**
 * A row for each argument: the probability from which it certifies, the bound at the perturbed cloud, distance and radius. Of a number or labels
 * also what it states.
 * @param {import('../documents/documents.js').Certificate} certificate @param {import('../documents/documents.js').Minimum} [minimum] @returns {Table}
 */
export function argumentTable(certificate, minimum) {
  const list = rowsOf(certificate, false, minimum), stated = list.some(({ interval, labels }) => interval || labels);
  return {
    columns: ['argument', 'certified', 'needs', 'lower', 'upper_runner_up', 'distance', 'radius',
      ...(stated ? ['interval_from', 'interval_to', 'labels_that_stay', 'labels'] : [])],
    rows: list.map(({ name, certified, needs, lower, runner, distance, radius, ends, labels }) => [
      name, certified ? 'yes' : 'no', needs, lower, runner, distance, radius,
      ...(stated ? [ends?.[0].replace('−', '-'), ends?.[1].replace('−', '-'), labels?.count, labels?.certified?.length] : []),
    ]),
  };
}

/**
 * A row for each family, as the document has it: its own unit, ends rounded towards zero, none where every value is certified; and of points that
 * come and go.
 * @param {import('../documents/documents.js').Withstood} withstood
 * @returns {Table}
 */
export const rangeTable = (withstood) => ({
  columns: 'family unit from to by black_box_from black_box_to'.split(' '),
  rows: [
    ...(withstood.ranges ?? []).map(({ family, unit, by, black_box: alone, ...span }) => [family, unit, ...ends(span), by, ...ends(alone)]),
    ...comingRows(withstood).map(({ id, most }) => [id, 'points', 0, most, 'subsample', 0, most]),
  ],
});

/** @param {{any?: boolean, from?: number, to?: number}} span */
const ends = ({ any, from = 0, to = 0 }) => (any ? ['any', 'any'] : [from, to]);
