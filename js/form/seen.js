/** The attributes that a model sees, in one entry: a JSON list of what documents have, with numbers as they were typed. */

import { Reader } from './reader.js';

/**
 * @typedef {{name: string, values?: string, scale?: string, sigma?: string}} Seen an attribute that is shown one-hot by these values, times a factor, or
 *   as it is; sigma: of its own noise
 * @typedef {import('../documents/votes.js').SeenAttribute} SeenAttribute
 */

/** @param {Record<string, unknown> | null} one @returns {boolean} */
const isSeen = (one) => typeof one?.name === 'string' && [one.values ?? '', one.scale ?? '', one.sigma ?? ''].every((text) => typeof text === 'string');

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
  const list = seenIn(reader.values[entry] ?? '').map(({ name, sigma: _, ...how }) => {
    const own = new Reader(/** @type {Record<string, string>} */ (how));
    const channel = { name, ...('values' in how && { values: own.list('values') }), ...('scale' in how && { scale: own.number('scale') }) };
    const [wrong] = Object.values(own.errors);
    if (wrong) reader.errors[entry] = `${name}: ${wrong}`;
    return Object.keys(channel).length > 1 ? channel : name;
  });
  return list.length ? list : undefined;
}

/** The attributes with noise of their own. @param {string} text of the entry */
export const noisyIn = (text) => seenIn(text).filter(({ sigma = '' }) => sigma.trim() !== '');

/**
 * Reads the noise on attributes, if there is any.
 * @param {Reader} reader @param {string} [entry] @returns {{attribute_sigma?: Record<string, number>}}
 */
export function attributeNoiseIn(reader, entry = 'attributes') {
  const sigmas = noisyIn(reader.values[entry] ?? '').map(({ name, sigma = '' }) => {
    const own = new Reader({ sigma }), read = own.number('sigma');
    if (own.errors.sigma) reader.errors[entry] = `σ of ${name}: ${own.errors.sigma}`;
    return /** @type {const} */ ([name, read]);
  });
  return sigmas.length ? { attribute_sigma: Object.fromEntries(sigmas) } : {};
}

/** The entry for what a document says. @param {SeenAttribute[]} channels @param {Record<string, number>} [sigmas] of the noise on attributes */
export const seenOf = (channels, sigmas = {}) => seenText(channels.map((channel) => {
  const { name, values, scale } = typeof channel === 'string' ? { name: channel, values: undefined, scale: undefined } : channel;
  const sigma = Object.hasOwn(sigmas, name) ? { sigma: String(sigmas[name]) } : {};
  return { name, ...(values && { values: values.join(' ') }), ...(scale !== undefined && { scale: String(scale) }), ...sigma };
}));
