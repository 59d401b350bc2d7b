/** Settings that votes depend on, in words: for evidence that belongs to other settings than those entered. */

import { sigmaInWords } from './spread.js';
import { deviations } from './transformed.js';

/**
 * Settings of a request or of a run, and the attributes that its model sees.
 * @typedef {Partial<Omit<import('../documents/documents.js').CertificateRequest, 'prediction'>> & {attributes?: (string | {name: string})[]}} Compared
 */

/** The noise on attributes in words. @param {Record<string, number>} sigmas by name */
export const attributeNoise = (sigmas) => Object.entries(sigmas).map(([name, sigma]) => `σ of ${name} = ${sigma}`).join(', ');

/** Names of the settings in a sentence. @type {Record<string, (request: Compared) => string>} */
const NAMED = {
  sigma: ({ sigma }) => `at σ = ${Array.isArray(sigma) ? sigma.join(' ') : sigma && sigmaInWords(sigma)}`,
  subsample: ({ subsample }) => (subsample === undefined ? 'with all points in each vote' : `with ${subsample} points per vote`),
  group: ({ group }) => `with invariance ${group}`,
  axis: ({ axis }) => (axis ? `about the axis ${axis.join(' ')}` : 'without an axis'),
  translation: ({ translation }) => `${translation ? 'with' : 'without'} translations`,
  noise: ({ noise }) => (noise ? `with noise on transformations (${deviations(noise)})` : 'without noise on transformations'),
  attribute_sigma: ({ attribute_sigma: sigmas }) => (sigmas ? `with noise on attributes (${attributeNoise(sigmas)})` : 'without noise on attributes'),
  scores: ({ scores }) => (scores ? 'with classes drawn with scores' : 'with votes for the largest score'),
  permutation: ({ permutation }) => (permutation ? 'in any order of the points' : 'in the given order of the points'),
  attributes: ({ attributes }) =>
    `for a model that sees ${attributes ? attributes.map((one) => (typeof one === 'string' ? one : one.name)).join(', ') : 'coordinates alone'}`,
  preparation: ({ preparation }) => (preparation ? 'with this sampling and normalisation' : 'without sampling or normalisation'),
};

/** A setting that has no words of its own. @param {string} name @param {unknown} value */
const plainly = (name, value) => (value === undefined ? `without ${name}` : `with ${name} ${JSON.stringify(value)}`);

/** The parts of two requests that differ, as words. @param {Record<string, unknown>} request @param {string[]} names */
const inWords = (request, names) => names.map((name) => NAMED[name]?.(request) ?? plainly(name, request[name])).join(', ');

/**
 * Compares requests, or settings of runs, by some of their fields; null if they agree.
 * @param {Record<string, unknown>} request @param {Record<string, unknown>} earlier @param {readonly string[]} compared
 * @returns {{now: string, before: string, short: [now: string, before: string]} | null} short: '' if it takes more words
 */
export function differenceOf(request, earlier, compared) {
  const changed = compared.filter((name) => JSON.stringify(request[name]) !== JSON.stringify(earlier[name]));
  if (changed.length === 0) return null;
  // A group brings its axis.
  const told = changed.includes('group') ? changed.filter((name) => name !== 'axis' && name !== 'translation') : changed;
  const [name] = told;
  const short = (/** @type {Record<string, unknown>} */ each) => (told.length > 1 || !['sigma', 'group'].includes(name) ? '' : String(each[name]));
  return { now: inWords(request, told), before: inWords(earlier, told), short: [short(request), short(earlier)] };
}
