/** The lengths on show: those of the file or of the prepared cloud, in documents that have both. */

/** @import {Certificate, CertificateRequest, Closed, Curve, Radii, Region, Withstood} from './documents.js' */

/** @typedef {string} About 'file' or 'prepared' */

/** Documents that were made of others. @type {WeakMap<object, any>} */
const made = new WeakMap();

/** Makes a document of another, once. @template {object} D @param {D} document @param {(document: D) => D} make @returns {D} */
function once(document, make) {
  if (!made.has(document)) made.set(document, make(document));
  return made.get(document);
}

/** @param {Closed | undefined} row */
const preparedRow = ({ file_radius: _, ...row } = { certified: false }) => row;

/** A certificate whose rows have a radius of the file only where it is on show. @param {Certificate} certificate @param {About} about */
export const certificateOf = (certificate, about) => (about === 'file' ? certificate : once(certificate, ({ black_box: plain, orbit, ...c }) =>
  ({ ...c, ...(plain && { black_box: preparedRow(plain) }), ...(orbit && { orbit: preparedRow(orbit) }) })));

/** Ranges of the file in the place of those of the prepared cloud, where they are on show. @param {Withstood} withstood @param {About} about */
export const withstoodOf = (withstood, about) => (withstood.file === undefined ? withstood : about !== 'file' ? once(withstood, ({ file: _, ...w }) => w)
  : once(withstood.file, () => filed(withstood)));

/** @param {Withstood} withstood with lengths of the file @returns {any} */
const filed = ({ file, file_radius: radius, height, ranges, ...w }) => ({
  ...w, ...file, radius, height: height * (file?.size ?? 1), file,
  ranges: ranges?.map(({ any: _, from: __, to: ___, file: of, ...range }) => ({ ...range, ...of })),
});

/** The power of a length in the parameters of a family. @type {Record<string, number>} */
const POWERS = { '1/length': -1, 'rad/length': -1, length: 1 };

/** A parameter on show as one of the prepared cloud. @param {Withstood} withstood on show @param {string} family @param {number} t */
export function preparedParameter({ file, ranges = [] }, family, t) {
  const { unit = '' } = ranges.find((range) => range.family === family) ?? {};
  return file ? t / file.size ** (POWERS[unit] ?? 0) : t;
}

/** A region with that of the file in its place where it is on show. @param {Region} region @param {About} about */
export const regionOf = (region, about) => (about === 'file' && region.file ? { ...region, ...region.file } : region);

/** Reports whether radii of the file are on show. @param {Radii | null} radii @param {About} about */
export const isOfFile = (radii, about) => about === 'file' && radii?.file_radius !== undefined;

/**
 * A curve over lengths of the file where they are on show, and by one size for both clouds those of the prepared one: divided by its own size, a file
 * goes along another curve.
 * @param {Curve} curve @param {CertificateRequest | null} request @param {About} about @returns {Curve}
 */
export function curveOf(curve, request, about) {
  const { frame } = request?.preparation ?? request?.prepared ?? {}, { file_x: x, ...rest } = curve;
  return about === 'file' && x && frame === 'clean' ? { ...rest, x } : curve;
}
