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
 * @property {{dimension: number, points: Float64Array, shown?: import('./shown.js').Shown | null, class?: string,
 *   said?: Record<string, string>}} [known] its points, where they are known before the certifier has read it; of an example its class, and the entries
 *   that say so
 *
 * @typedef {object} Cloud
 * @property {string} name of the file
 * @property {string} file key under which the engine holds its points
 * @property {Source} source
 * @property {number} dimension
 * @property {number} count
 * @property {string} [unit] of its coordinates, where the file names one
 * @property {number} faces of a mesh, whose vertices the points are
 * @property {string} columns which of the file are the coordinates, and their unit; '' before the certifier has read it
 * @property {import('../certifier/functions.js').Note[]} notes what the reader of the file had to decide
 * @property {Float64Array} points for drawing
 * @property {CloudAttributes} attributes that travel with the points
 * @property {import('./shown.js').Shown | null} shown colours that it starts with, for drawing
 */

/** A number for each file, by what holds it. @type {WeakMap<object, number>} */
const numbers = new WeakMap();
let files = 0;

/** @param {object} file */
function numberOf(file) {
  const number = numbers.get(file) ?? ++files;
  numbers.set(file, number);
  return number;
}

/** Says that bytes are those of a file. @param {File} file @param {Uint8Array} bytes */
export const hold = (file, bytes) => void numbers.set(bytes, numberOf(file));

/**
 * Tells which file a cloud is of, and how it is read; '' for none. Two have the same text only if they are the same cloud.
 * @param {File | Source | null} [file]
 */
export function fileKey(file) {
  if (!file) return '';
  return 'bytes' in file && !(file instanceof File) ? `${numberOf(file.bytes)} ${JSON.stringify(file.reading)}` : `${numberOf(file)} {}`;
}

/**
 * A cloud before the certifier has read its file, null where its points are not known.
 * @param {Source} source @param {string} file its key @param {CloudAttributes} attributes none that are known yet @returns {Cloud | null}
 */
export const knownOf = ({ known, ...source }, file, attributes) =>
  known
    ? {
        name: source.name, file, source: { ...source, known }, dimension: known.dimension, count: known.points.length / known.dimension, faces: 0,
        columns: '', notes: [], points: known.points, attributes, shown: known.shown ?? null,
      }
    : null;

/** Reports whether the certifier has read of a file what was known of it. @param {Cloud} known @param {Cloud} read */
export const isAlike = (known, read) =>
  known.file === read.file &&
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

/**
 * A cloud whose coordinates are known, as a file about which nothing is to be asked.
 * @param {string} name @param {number[][]} points @param {object} [attributes] @returns {Source}
 */
export const ownCloud = (name, points, attributes) => ({
  name, bytes: new TextEncoder().encode(JSON.stringify({ points, attributes })),
  reading: Array.isArray(points[0]) ? { coordinates: points[0].map((_, j) => j + 1) } : {}, parts: [], total: 0, remedies: [],
});
