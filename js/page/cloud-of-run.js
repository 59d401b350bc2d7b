/** A cloud of a run as the view of certificates takes it: its file, and the entries that its votes belong to. */

import { initial } from '../form/address.js';
import { noiseValues } from '../form/noise.js';
import { PREPARED_REQUEST, preparationValues } from '../form/preparation.js';

/** @typedef {import('../dataset/dataset.js').OpenedCloud} OpenedCloud */

/** @param {OpenedCloud} cloud @returns {import('../form/reader.js').Values} */
export function entriesOf({ votes, samples, entries, settings: { sigma, group, axis, translation, noise, permutation, subsample, alpha, preparation } }) {
  return {
    ...initial(), given: 'votes', votes: String(votes), voted: String(samples), sigma: String(sigma), group, alpha: String(alpha),
    permutation: String(Boolean(permutation)), ...(axis && { direction: axis.join(' '), translation: String(Boolean(translation)) }),
    ...(subsample && { subsample: String(subsample) }), ...noiseValues(noise), ...preparationValues(preparation, PREPARED_REQUEST), ...entries,
  };
}

/** @param {OpenedCloud} cloud */
export const fileOf = ({ name, points }) => new File([JSON.stringify({ points })], `${name.replace(/\.json$/, '')}.json`, { type: 'application/json' });
