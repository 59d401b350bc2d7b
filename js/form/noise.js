/** Noise on transformations about an axis: maps its families to entries, reads them and writes them. */

/** @typedef {import('../documents/types.js').Deviations} Noise */

/** The entry of each family, in the order of their draws. */
export const NOISE = /** @type {const} */ ({ twist: 'twistNoise', taper: 'taperNoise', scale: 'scaleNoise', shear: 'shearNoise' });

/** The entries. */
export const NOISE_ENTRIES = Object.values(NOISE);

/** The entry to blame for each field as the core names it; for all of them together it is the first. @type {Record<string, string>} */
export const NOISE_CONTROLS = { noise: NOISE.twist, ...Object.fromEntries(Object.entries(NOISE).map(([family, entry]) => [`noise.${family}`, entry])) };

/** Reads the noise, if there is any; it belongs to the group axis alone. @param {import('./reader.js').Reader} reader @returns {{noise?: Noise}} */
export function noiseIn(reader) {
  const { values } = reader;
  const drawn = Object.entries(NOISE).filter(([, entry]) => values.group === 'axis' && values[entry].trim() !== '');
  return drawn.length ? { noise: Object.fromEntries(drawn.map(([family, entry]) => [family, reader.number(entry)])) } : {};
}

/** The texts of a document's noise, '' for none. @param {Noise | undefined} noise @returns {import('./reader.js').Values} */
export const noiseValues = (noise = {}) =>
  Object.fromEntries(Object.entries(NOISE).map(([family, entry]) => [entry, String(noise[/** @type {keyof Noise} */ (family)] ?? '')]));
