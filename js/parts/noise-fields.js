/** The entries of noise on transformations about an axis, behind one disclosure. */

import { html } from 'lit';
import { entriesOf } from '../form/table.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { disclosure, number } from './field.js';

/** @typedef {import('../form/entries.js').Entries} Entries */
/** @typedef {{unfolded: boolean, fold: (unfolded: boolean) => void}} Folding whether a visitor has unfolded entries */

/** The noise of each family. */
const NOISES = entriesOf(CERTIFICATE_FORM, 'noise');

/** A twist in degrees too. @param {string} entry @param {string | undefined} unit @param {string} text as entered */
const united = (entry, unit, text) =>
  entry === 'twistNoise' && Number(text) > 0 ? `${unit}: ${Number(((Number(text) * 180) / Math.PI).toPrecision(3))}°` : unit;

/** Open where there is some noise, and where a visitor has unfolded it. @param {Entries} entries @param {Folding} folding */
export const noiseFields = (entries, { unfolded, fold }) =>
  disclosure(
    'Noise on transformations', unfolded || NOISES.some((name) => entries.values[name] !== ''),
    html`
  <p class="hint">What each vote drew beside the point noise: standard deviations of a twist, taper, scaling or shear about the axis through the origin. <a
    href="docs.html#noise-on-transformations">More</a></p>
  <div class="pair">${NOISES.map((entry) => number(entries, entry, `${united(entry, entries.table[entry].hint, entries.values[entry])}.`))}</div>`,
    (event) => fold(event.target.open),
  );
