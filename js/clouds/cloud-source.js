/** A file with a cloud as it came: how it is read, how else it could be, and what is known before the certifier has read it. */

/**
 * @import {Reading, Remedy} from '../certifier/functions.js'
 * @import {CloudAttributes} from './cloud-attributes.js'
 *
 * @typedef {object} Source a file as it came, and how it is read
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {Reading} reading what the file itself leaves open, as far as it was answered
 * @property {import('../certifier/functions.js').Part[]} parts its clouds that are listed, none where it has but one
 * @property {number} total how many clouds it has, where it has several
 * @property {Remedy[]} remedies other ways to read it
 * @property {string} [address] in this site, where the site serves it
 * @property {{dimension: number, points: Float64Array, shown?: import('./shown.js').Shown | null}} [known] its points, where they are known before
 *   the certifier has read it
 *
 * @typedef {object} Cloud
 * @property {string} name of the file
 * @property {Source} source
 * @property {number} dimension
 * @property {number} count
 * @property {number} faces of a mesh, whose vertices the points are
 * @property {import('../certifier/functions.js').Note[]} notes what the reader of the file had to decide
 * @property {Float64Array} points for drawing
 * @property {CloudAttributes} attributes that travel with the points
 * @property {import('./shown.js').Shown | null} shown colours that it starts with, for drawing
 */

/**
 * A cloud before the certifier has read its file, null where its points are not known.
 * @param {Source} source @param {CloudAttributes} attributes none that are known yet @returns {Cloud | null}
 */
export const knownOf = ({ known, ...source }, attributes) =>
  known
    ? {
        name: source.name, source: { ...source, known }, dimension: known.dimension, count: known.points.length / known.dimension, faces: 0,
        notes: [], points: known.points, attributes, shown: known.shown ?? null,
      }
    : null;

/** Reports whether the certifier has read of a file what was known of it. @param {Cloud} known @param {Cloud} read */
export const isAlike = (known, read) =>
  known.dimension === read.dimension &&
  known.points.length === read.points.length &&
  read.notes.length === 0 &&
  read.points.every((x, i) => x === known.points[i]);

/** The ways to read a file that are known so far, and more of them. @param {Source} source @param {Remedy[]} more */
export const withAnswers = ({ remedies }, more) => [
  ...remedies, ...more.filter(({ reading, label }) => reading && !remedies.some((known) => known.label === label)),
];

/** Reports whether a file is read in this way. @param {Source} source @param {Reading} reading */
export const isRead = (source, reading) =>
  Object.entries(reading).every(([name, value]) => JSON.stringify(source.reading[/** @type {keyof Reading} */ (name)]) === JSON.stringify(value));

/** Keeps the settings that the parts of a file depend on: a table whose rows are clouds. @param {Source} source */
export const rowsOf = ({ reading: { rows, coordinates, decimal } }) => (rows ? { rows, ...(coordinates && { coordinates }), ...(decimal && { decimal }) } : {});

/** Reports whether two files are the same, read in the same way. @param {Source | null} a @param {Source | null} b */
export const isSame = (a, b) => a?.bytes === b?.bytes && JSON.stringify(a?.reading) === JSON.stringify(b?.reading);
