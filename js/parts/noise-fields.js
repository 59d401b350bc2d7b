/** The entries of noise on transformations about an axis, behind one disclosure. */

import { html } from 'lit';
import { NOISE_ENTRIES } from '../form/noise.js';
import { disclosure, number } from './field.js';

/** @typedef {import('../form/entries.js').Entries} Entries */
/** @typedef {{unfolded: boolean, fold: (unfolded: boolean) => void}} Folding whether a visitor has unfolded entries */

/** The noise of each family, with its unit. @type {[entry: string, label: string, unit: string][]} */
const NOISES = [
  ['twistNoise', 'Twist noise', 'Radians per unit of length'],
  ['taperNoise', 'Taper noise', 'Natural logarithm per unit of length'],
  ['scaleNoise', 'Scale noise', 'Natural logarithm of the factor'],
  ['shearNoise', 'Shear noise', 'Movement per unit of length'],
];

/** A twist in degrees too. @param {string} entry @param {string} unit @param {string} text as entered */
const united = (entry, unit, text) =>
  entry === 'twistNoise' && Number(text) > 0 ? `${unit}: ${Number(((Number(text) * 180) / Math.PI).toPrecision(3))}°` : unit;

/**
 * Open where there is some noise, and where a visitor has unfolded it.
 * @param {Entries} entries @param {Folding} folding @param {(name: string) => string} [hint] what else is to be said of an entry
 */
export const noiseFields = (entries, { unfolded, fold }, hint = () => '') =>
  disclosure(
    'Noise on transformations', unfolded || NOISE_ENTRIES.some((name) => entries.values[name] !== ''),
    html`
  <p class="hint">What each vote drew beside the point noise: standard deviations of a twist, taper, scaling or shear about the axis through the origin. <a
    href="docs.html#noise-on-transformations">More</a></p>
  <div class="pair">${NOISES.map(([entry, label, unit]) => number(entries, entry, label, { hint: [`${united(entry, unit,
    entries.values[entry])}.`, hint(entry)].filter(Boolean).join(' '), empty: 'none' }))}</div>`,
    (event) => fold(event.target.open),
  );
