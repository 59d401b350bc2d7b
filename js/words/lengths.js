/** Lengths in words: with the unit that a file or its visitor names, and as a share of the object’s size. */

import { significant } from './decimal.js';

/**
 * @typedef {object} Measure how an object and its lengths are told
 * @property {string} unit of its coordinates, '' where it is unknown
 * @property {number} [size] norm ‖X‖ of its points about their centre, in that unit, as a distance is ‖Δ‖ of all points
 * @property {number} [height] of it along the axis of its transformations, 0 where that is unknown
 * @property {(length: number, side: import('./decimal.js').Side) => string} [share] tells a length as a share of the size, where shares mean something
 * @property {string} [class] that an example has
 * @property {boolean} [scaled] whether distances are of prepared clouds of another size, where a certificate has none of the files
 */

/** @type {Measure} */
export const PLAIN = { unit: '' };

/** The size is off by a few parts of 2⁻⁵³ for each point. */
const OFF = 1e-9;

/** The norm of points about their centre. @param {Float64Array} points row by row @param {number} dimension */
export function sizeOf(points, dimension) {
  const count = points.length / dimension;
  let square = 0;
  for (let j = 0; j < dimension; j++) {
    let sum = 0;
    for (let i = j; i < points.length; i += dimension) sum += points[i];
    for (let i = j; i < points.length; i += dimension) square += (points[i] - sum / count) ** 2;
  }
  return Math.sqrt(square);
}

/** The measure of a row of a certificate, which may be of prepared clouds. @param {Measure} measure @param {{file_distance?: number}} [row] */
export const measureOf = (measure, { file_distance: ofFiles } = {}) => (measure.scaled && ofFiles === undefined ? PLAIN : measure);

/** A length with its unit. @param {string} text @param {Measure} measure */
export const inUnit = (text, { unit }) => (unit ? `${text}\u00a0${unit}` : text);

/** Names the unit of lengths of the file, or of the cloud as it is prepared. @param {Measure} measure @param {unknown} [ofFile] */
export const unitName = ({ unit, scaled }, ofFile) => (scaled && !ofFile ? 'lengths of the prepared cloud' : unit || 'the file’s unit');

/**
 * A length with its unit and its share of the size, as in '0.12 Å (1.9 % of the size)'.
 * @param {string} text @param {number} length @param {import('./decimal.js').Side} side that both are rounded to @param {Measure} measure
 */
export const withShare = (text, length, side, measure) => inUnit(text, measure) + (measure.share?.(length, side) ?? '');

/** Tells lengths as shares of a size. @param {number} size @returns {NonNullable<Measure['share']>} */
export const sharesOf = (size) => (length, side) =>
  ` (${significant(100 * length / size * (side === 'up' ? 1 + OFF : 1 - OFF), 2, side)}\u00a0% of the size)`;
