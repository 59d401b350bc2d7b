/** Between the texts of the dataset form and the settings document of a run. */

import { ALPHA, DRAWS } from '../documents/documents.js';
import { GROUPS } from '../documents/groups.js';
import { NOISE_CONTROLS, NOISE_ENTRIES, noiseIn, noiseValues } from './noise.js';
import { PREPARED_RUN, preparationControls, preparationValues } from './preparation.js';
import { entryFor, initialOf, Reader, sampledOf } from './reader.js';
import { sigmaText, spreadOf } from './spread.js';

/**
 * @import {RunSettings} from '../documents/types.js'
 * @typedef {import('./reader.js').Values} Values
 */

/** Entries of where votes come from, which no settings document has. */
const VOTING = ['given', 'model', 'counted'];

/** The entries, the others named as the fields of the document. @type {import('./reader.js').Table} */
const TABLE = Object.freeze({
  given: { initial: 'files', choices: ['files', 'model'] },
  model: { initial: '' },
  counted: { initial: '1000' },
  sigma: { initial: '0.1', sampled: true },
  group: { initial: 'SE', choices: GROUPS, sampled: true },
  axis: { initial: '0 0 1', sampled: true },
  ...Object.fromEntries(NOISE_ENTRIES.map((name) => [name, { initial: '', sampled: true }])),
  translation: { initial: 'false', choices: ['false', 'true'], sampled: true },
  permutation: { initial: 'false', choices: ['false', 'true'], sampled: true },
  family: { initial: 'withstand', choices: ['scale', 'rotate', 'ball', 'withstand'] },
  along: { initial: '' },
  subsample: { initial: '', sampled: true },
  moved: { initial: '' },
  norms: { initial: '0 0.05 0.1 0.15 0.2 0.25 0.3' },
  search: { initial: '' },
  degrees: { initial: '0 0.5 1 2 5 10 30 90' },
  noise: { initial: '0.1' },
  draws: { initial: '10' },
  returns: { initial: 'classes', choices: ['classes', 'number', 'labels'] },
  tolerance: { initial: '' },
  top: { initial: '' },
  runner_up: { initial: 'true', choices: ['false', 'true'] },
  alpha: { initial: String(ALPHA) },
  samples: { initial: String(DRAWS) },
  seed: { initial: '0' },
  dropMissing: { initial: 'false', choices: ['false', 'true'], sampled: true },
  points: { initial: '', sampled: true },
  method: { initial: 'random', choices: ['random', 'farthest', 'surface'], sampled: true },
  normalise: { initial: 'none', choices: ['none', 'centre', 'unit_sphere'], sampled: true },
  frame: { initial: 'own', choices: ['own', 'clean'], sampled: true },
});

/** The entries on which votes depend. */
export const SAMPLING = sampledOf(TABLE);

/** The entry for each field of the document. @type {Record<string, string>} */
const FIELDS = {
  ...Object.fromEntries(
    [
      'sigma', 'group', 'axis', 'translation', 'permutation', 'subsample', 'returns', 'tolerance', 'top', 'runner_up', 'alpha', 'samples', 'seed',
    ].map((name) => [name, name]),
  ),
  ...Object.fromEntries(['family', 'norms', 'degrees', 'noise', 'draws', 'search'].map((name) => [`attack.${name}`, name])),
  attack: 'family',
  withstand: 'family',
  'withstand.along': 'along',
  'withstand.moved': 'moved',
  ...NOISE_CONTROLS,
  ...preparationControls(PREPARED_RUN),
  'prediction.model': 'model',
  'prediction.sampling.estimate': 'counted',
};

/** The entry for a field that the core has refused, '' when none is to blame. @param {string | undefined} field */
export const settingFor = (field) => entryFor(field, FIELDS);

/** @returns {Values} the entries as a visitor first meets them */
export const initialSettings = () => initialOf(TABLE);

/** Reports whether anything is entered. @param {Reader} reader @param {string} name */
const has = (reader, name) => reader.values[name].trim() !== '';

/** Reads the question about each cloud: an attack, or its ranges. @param {Reader} reader */
function asked(reader) {
  const { family } = reader.values;
  if (family === 'withstand')
    return {
      withstand: {
        ...(has(reader, 'along') && { along: reader.list('along') }),
        ...(has(reader, 'subsample') && has(reader, 'moved') && { moved: reader.number('moved') }),
      },
    };
  if (family === 'scale') return { attack: { family, norms: reader.list('norms') } };
  if (family === 'ball') return { attack: { family, norms: reader.list('norms'), ...(has(reader, 'search') && { search: reader.whole('search') }) } };
  return { attack: { family, degrees: reader.list('degrees'), noise: reader.number('noise'), draws: reader.whole('draws') } };
}

/** Reads the preparation of each cloud, if there is any. @param {Reader} reader */
function preparation(reader) {
  const { dropMissing, method, normalise, frame } = reader.values;
  const all = {
    ...(dropMissing === 'true' && { drop_missing: true }),
    ...(has(reader, 'points') && { points: reader.whole('points'), ...(method !== 'random' && { method }) }),
    ...(normalise !== 'none' && { normalise, ...(frame !== 'own' && { frame }) }),
  };
  return Object.keys(all).length > 0 ? { preparation: all } : {};
}

/** Reads what the model returns, and what is to be proved of it. A model of the page returns classes. @param {Reader} reader */
function answered(reader) {
  const { given, returns, top, runner_up: two } = reader.values;
  if (returns !== 'classes' && given !== 'model') return { returns, ...(returns === 'number' && { tolerance: reader.number('tolerance') }) };
  return ['', '1'].includes(top.trim()) ? two === 'false' && { runner_up: false } : { top: reader.whole('top') };
}

/**
 * The settings document for what is entered, or what keeps it from being one, by entry.
 * @param {Values} values
 * @returns {{settings: RunSettings, errors: Record<string, string>}}
 */
export function toSettings(values) {
  const reader = new Reader(values);
  const { group, translation, permutation } = values;
  const axis = group === 'axis' ? { axis: reader.vector('axis'), translation: translation === 'true' } : {};
  const settings = {
    sigma: spreadOf(reader) ?? reader.number('sigma'), group, ...axis, ...noiseIn(reader), permutation: permutation === 'true',
    ...(has(reader, 'subsample') && { subsample: reader.whole('subsample') }),
    ...answered(reader),
    alpha: reader.number('alpha'), samples: reader.whole('samples'), seed: reader.whole('seed'),
    ...preparation(reader),
    ...asked(reader),
  };
  return { settings: /** @type {RunSettings} */ (settings), errors: reader.errors };
}

/** Returns the number of samples of each cloud that a model classifies. @param {Values} values @returns {{samples: number, errors: Record<string, string>}} */
export function toSampling(values) {
  const reader = new Reader(values);
  return { samples: reader.whole('counted'), errors: reader.errors };
}

/**
 * The form's texts for a settings document.
 * @param {any} settings
 * @param {Values} [before] whose votes come from where they did
 * @returns {Values}
 */
export function fromSettings({ attack, withstand, preparation: prepared, noise, sigma, ...rest }, before = initialSettings()) {
  const { family, ...grid } = attack ?? { ...withstand, family: 'withstand' };
  const values = { ...initialSettings(), ...Object.fromEntries(VOTING.map((name) => [name, before[name]])) };
  const named = {
    ...rest, sigma: sigmaText(sigma), ...preparationValues(prepared, PREPARED_RUN), ...noiseValues(noise), ...grid, family, noise: grid.noise ?? 0,
  };
  for (const [name, value] of Object.entries(named)) {
    if (name in values && value !== undefined) values[name] = Array.isArray(value) ? value.join(' ') : String(value);
  }
  return values;
}
