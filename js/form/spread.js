/** σ by the value of an attribute, in the entry of σ: JSON of what documents have, with numbers as they were typed. */

import { Reader } from './reader.js';

/**
 * @typedef {{attribute: string, values: Record<string, string>}} Spread σ as it was typed, by the value of an attribute
 * @typedef {import('../documents/types.d.ts').SigmaByAttribute} SigmaByAttribute
 */

/** Reads an entry as it was typed, null where it has numbers. @param {string} text @returns {Spread | null} */
export function spreadIn(text) {
  if (!text.startsWith('{')) return null;
  try {
    const { attribute, values } = JSON.parse(text);
    return typeof attribute === 'string' && Object.values(values).every((sigma) => typeof sigma === 'string') ? { attribute, values } : null;
  } catch {
    return null;
  }
}

/** The entry. @param {Spread} spread */
export const spreadText = (spread) => JSON.stringify(spread);

/** The entry for what a document says. @param {number | number[] | SigmaByAttribute} sigma */
export function sigmaText(sigma) {
  if (typeof sigma !== 'object' || Array.isArray(sigma)) return [sigma].flat().join(' ');
  const values = Object.entries(sigma.values).map(([value, each]) => [value, String(each)]);
  return spreadText({ attribute: sigma.attribute, values: Object.fromEntries(values) });
}

/**
 * Reads σ by an attribute, undefined where the entry has numbers. A value without σ is left out.
 * @param {Reader} reader @param {string} [entry] @returns {SigmaByAttribute | undefined}
 */
export function spreadOf(reader, entry = 'sigma') {
  const spread = spreadIn(reader.values[entry]);
  if (!spread) return undefined;
  const typed = Object.entries(spread.values).filter(([, text]) => text.trim() !== '');
  const values = typed.map(([value, text]) => {
    const own = new Reader({ sigma: text }), sigma = own.number('sigma');
    if (own.errors.sigma) reader.errors[entry] = `σ of ${spread.attribute} ${value}: ${own.errors.sigma}`;
    return [value, sigma];
  });
  return { attribute: spread.attribute, values: Object.fromEntries(values) };
}
