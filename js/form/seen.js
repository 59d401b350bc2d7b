/** The attributes that a model sees, in one entry: a JSON list of what documents have, with numbers as they were typed. */

import { Reader } from './reader.js';

/**
 * @typedef {{name: string, values?: string, scale?: string}} Seen an attribute that is shown one-hot by these values, times a factor, or as it is
 * @typedef {string | {name: string, values?: number[], scale?: number}} SeenAttribute as documents have it
 */

/** @param {any} one @returns {one is Seen} */
const isSeen = (one) => typeof one?.name === 'string' && [one.values ?? '', one.scale ?? ''].every((text) => typeof text === 'string');

/** @param {string} text of the entry @returns {Seen[]} */
export function seenIn(text) {
  try {
    const list = JSON.parse(text || '[]');
    return Array.isArray(list) ? list.filter(isSeen) : [];
  } catch {
    return [];
  }
}

/** The entry for a list. @param {Seen[]} list */
export const seenText = (list) => (list.length ? JSON.stringify(list) : '');

/**
 * What documents say of an entry, undefined where nothing is entered.
 * @param {Reader} reader @param {string} [entry] @returns {SeenAttribute[] | undefined}
 */
export function channelsIn(reader, entry = 'attributes') {
  const list = seenIn(reader.values[entry] ?? '').map(({ name, ...how }) => {
    const own = new Reader(/** @type {Record<string, string>} */ (how));
    const channel = { name, ...('values' in how && { values: own.list('values') }), ...('scale' in how && { scale: own.number('scale') }) };
    const [wrong] = Object.values(own.errors);
    if (wrong) reader.errors[entry] = `${name}: ${wrong}`;
    return Object.keys(channel).length > 1 ? channel : name;
  });
  return list.length ? list : undefined;
}

/** The entry for what a document says. @param {SeenAttribute[]} channels */
export const seenOf = (channels) => seenText(channels.map((channel) => {
  if (typeof channel === 'string') return { name: channel };
  const { name, values, scale } = channel;
  return { name, ...(values && { values: values.join(' ') }), ...(scale !== undefined && { scale: String(scale) }) };
}));

/**
 * The attributes that the model of a request, or of votes, sees: those that it names, or else those that stand in the request itself.
 * @param {any} request @returns {SeenAttribute[]}
 */
export function seenBy({ prediction = {}, clean, perturbed, model }) {
  const named = prediction.model?.attributes ?? prediction.evidence?.model?.attributes ?? model?.attributes;
  if (named) return named;
  return [...new Set([clean, perturbed].flatMap((cloud) => Object.keys(cloud?.attributes ?? {})))].sort();
}
