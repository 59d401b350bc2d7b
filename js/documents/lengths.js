/** The lengths on show: those of the file or of the prepared cloud, in documents that have both. */

/** @import {Certificate, CertificateRequest, Closed, Curve, Growth, Radii, Region, Withstood} from './documents.js' */

import { closedRows } from './documents.js';

/** @typedef {string} About 'file' or 'prepared' */

/** Documents that were made of others, by the cloud that their lengths are of. @type {WeakMap<object, Record<About, any>>} */
const made = new WeakMap();

/** Makes a document of another, once. @template {object} D @param {D} document @param {About} about @param {(document: D) => D} make @returns {D} */
function once(document, about, make) {
  const own = made.get(document) ?? {};
  made.set(document, own);
  return own[about] ??= make(document);
}

/**
 * A row with lengths of the file, or without.
 * @param {Closed} row @param {boolean} ofFile @param {boolean} apart whether the distance is that of the files, too
 */
function rowOf({ file_radius: file, file_distance: distance, labels, ...row }, ofFile, apart) {
  const { file_radius: radius, ...rest } = labels ?? {}, known = file === undefined ? {} : { file_radius: file };
  return { ...row, ...(ofFile && known), ...(apart && { distance, file_distance: distance, ...(file !== undefined && { radius: file }) }),
    ...(labels && { labels: { ...rest, ...(ofFile && radius && { radius }) } }) };
}

/**
 * Reports whether distances of the files say the same of a row as those of the prepared clouds. A radius of files is a lower bound, so that they may
 * say less.
 * @param {Closed} row
 */
const saysAsMuch = ({ distance = 0, radius = Infinity, file_distance: apart = Infinity, file_radius: file = Infinity, distance_lower: least }) =>
  least === undefined && apart < Infinity && (distance < radius) === (apart < file);

/**
 * A certificate whose rows have a radius of the file only where it is on show, and then radii of labels of the file. Distances are those of the
 * files, and "file_distance" is there, if they say the same.
 * @param {Certificate} certificate @param {About} about
 */
export const certificateOf = (certificate, about) => once(certificate, about, (c) => {
  const rows = closedRows(c), ofFile = about === 'file';
  const apart = ofFile && rows.every(([, row]) => row.distance === undefined || saysAsMuch(row));
  return { ...c, ...Object.fromEntries(rows.map(([name, row]) => [name, rowOf(row, ofFile, apart && row.distance !== undefined)])) };
});

/** The growth of an interval over distances of the files where they are on show. @param {Growth} growth @param {About} about */
export const growthOf = ({ file_distances: distances, ...growth }, about) => ({ ...growth, ...(about === 'file' && distances && { distances }) });

/** Ranges of the file in the place of those of the prepared cloud, where they are on show. @param {Withstood} withstood @param {About} about */
export const withstoodOf = (withstood, about) => (withstood.file === undefined ? withstood
  : once(withstood, about, ({ file: _, ...w }) => (about === 'file' ? filed(withstood) : w)));

/** @param {Withstood} withstood with lengths of the file @returns {any} */
const filed = ({ file, file_radius: radius, height, ranges, ...w }) => ({
  ...w, ...file, radius, height: height * (file?.size ?? 1), file,
  ranges: ranges?.map(({ any: _, from: __, to: ___, file: of, ...range }) => ({ ...range, ...of })),
});

/** The power of a length in the parameters of a family. @type {Record<string, number>} */
const POWERS = { '1/length': -1, '1/length²': -2, 'rad/length': -1, length: 1 };

/** A parameter on show as one of the prepared cloud. @param {Withstood} withstood on show @param {string} family @param {number} t */
export function preparedParameter({ file, ranges = [] }, family, t) {
  const { unit = '' } = ranges.find((range) => range.family === family) ?? {};
  return file ? t / file.size ** (POWERS[unit] ?? 0) : t;
}

/** A region with that of the file in its place where it is on show. @param {Region} region @param {About} about */
export const regionOf = (region, about) => (about === 'file' && region.file ? { ...region, ...region.file } : region);

/** Reports whether radii of the file are on show. @param {Radii | null} radii @param {About} about */
export const isOfFile = (radii, about) => about === 'file' && radii?.file_radius !== undefined;

/** The preparation of the files of a request, or of its clouds before. @param {Partial<CertificateRequest> | null} [request] */
export const preparedOf = (request) => request?.preparation ?? request?.prepared;

/** A request whose clouds were prepared, with that still to be done. @param {CertificateRequest} request */
export const unprepared = ({ prepared, ...rest }) => (prepared ? { ...rest, preparation: prepared } : rest);

/**
 * A curve over lengths of the file where they are on show, and by one size for both clouds those of the prepared one: divided by its own size, a file
 * goes along another curve.
 * @param {Curve} curve @param {CertificateRequest | null} request @param {About} about @returns {Curve}
 */
export function curveOf(curve, request, about) {
  const { frame } = preparedOf(request) ?? {}, { file_x: x, ...rest } = curve;
  return about === 'file' && x && frame === 'clean' ? { ...rest, x } : curve;
}
