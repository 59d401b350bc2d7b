/** Between the texts of the dataset form and the settings document of a run. */

import { drawnIn } from './request.js';
import { entryFor, initialOf, Reader, sampledOf } from './reader.js';
import { sigmaText, spreadOf } from './spread.js';
import { controlsOf, documentOf, textsOf } from './table.js';
import { RUN_FORM } from './run-form.js';

/**
 * @import {RunSettings} from '../documents/types.js'
 * @typedef {import('./reader.js').Values} Values
 */

/** Entries of where votes come from, which no settings document has. */
const VOTING = ['given', 'model', 'counted', 'pose'];

/** The entries on which votes depend. */
export const SAMPLING = sampledOf(RUN_FORM);

const CONTROLS = controlsOf(RUN_FORM);

/** The entry for a field that the core has refused, '' when none is to blame. @param {string | undefined} field */
export const settingFor = (field) => entryFor(field, CONTROLS);

/** @returns {Values} the entries as a visitor first meets them */
export const initialSettings = () => initialOf(RUN_FORM);

/**
 * The settings document for what is entered, or what keeps it from being one, by entry.
 * @param {Values} values
 * @returns {{settings: RunSettings, errors: Record<string, string>}}
 */
export function toSettings(values) {
  const reader = new Reader(values);
  const answers = values.given === 'model' ? 'classes' : values.returns; // a model of the page returns classes
  const settings = {
    ...(values.family === 'withstand' && { withstand: {} }), ...documentOf(reader, RUN_FORM, { answers }),
    sigma: spreadOf(reader) ?? reader.number('sigma'),
  };
  return { settings: /** @type {RunSettings} */ (settings), errors: reader.errors };
}

/** Returns the number of samples of each cloud that a model classifies, and what each of them draws. @param {Values} values */
export function toSampling(values) {
  const reader = new Reader(values);
  return { samples: reader.whole('counted'), classifier: drawnIn(values), errors: reader.errors };
}

/**
 * The form's texts for a settings document.
 * @param {any} settings
 * @param {Values} [before] whose votes come from where they did
 * @returns {Values}
 */
export const fromSettings = (settings, before = initialSettings()) => ({
  ...initialSettings(), ...Object.fromEntries(VOTING.map((name) => [name, before[name]])), noise: '0',
  ...textsOf(settings, RUN_FORM), sigma: sigmaText(settings.sigma),
});
