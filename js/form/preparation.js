/** Prepares every cloud first: maps the entries of both forms to fields of documents, and applies remedies. */

/** @typedef {import('../documents/documents.js').Preparation} Preparation */
/** @typedef {Readonly<Partial<Record<keyof Preparation, string>>>} Entries by fields */

/** The entries in the form of a certificate. */
export const PREPARED_REQUEST = { drop_missing: 'dropMissing', points: 'kept', method: 'method', seed: 'samplingSeed', normalise: 'normalise', frame: 'frame' };

/** The same in the form of a run, where the seed of the sampling is not entered. */
export const PREPARED_RUN = { drop_missing: 'dropMissing', points: 'points', method: 'method', normalise: 'normalise', frame: 'frame' };

/**
 * The entry to blame for each field as the core names it; for all of them together it is the number of points.
 * @param {Entries} entries
 * @returns {Record<string, string>}
 */
export const preparationControls = (entries) => Object.fromEntries([
  ['preparation', /** @type {string} */ (entries.points)],
  ...Object.entries(entries).map(([field, entry]) => [`preparation.${field}`, entry]),
]);

/**
 * The texts that a preparation sets: of a document, or of a remedy, which may have none.
 * @param {Preparation | undefined} preparation @param {Entries} entries @returns {import('./reader.js').Values} those that it names
 */
export const preparationValues = (preparation = {}, entries) => Object.fromEntries(Object.entries(entries)
  .map(([field, entry]) => [entry, preparation[/** @type {keyof Preparation} */ (field)]])
  .flatMap(([entry, value]) => (value === undefined ? [] : [[entry, String(value)]])));
