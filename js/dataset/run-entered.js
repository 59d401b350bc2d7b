/** Entries of a run, and the settings that the votes in its files belong to. A late answer changes no entry that a visitor has changed meanwhile. */

import { blamed } from '../form/reader.js';
import { poseOf } from '../form/request.js';
import { fromSettings, initialSettings, SAMPLING, settingFor, toSampling, toSettings } from '../form/settings.js';
import { without } from '../question/said.js';
import { SAMPLED } from '../documents/sampled.js';
import { sentence } from '../words/error-sentence.js';
import { differenceOf } from '../words/sampled.js';

/**
 * @import {RunSettings} from '../documents/types.js'
 * @import {Caught} from '../words/error-sentence.js'
 * @import {State} from './run-state.js'
 * @typedef {import('../form/reader.js').Values} Values
 *
 * @typedef {object} Entered
 * @property {Values} values
 * @property {Record<string, string>} errors by entry
 * @property {RunSettings['sets']} sets the calibration that came with a run document
 * @property {Record<string, number>} typed how many texts had been entered with that of an entry
 * @property {number} acts how many there were
 * @property {{values: Values, sets: RunSettings['sets'], acts: number}} asked the entries at the last start of a run
 * @property {Values | null} begun entries that the run is of
 * @property {{settings: RunSettings, values: Values} | null} claimed settings that the votes in the files belong to, and the texts that they were entered
 *   as; null before the visitor has said so
 * @property {ReturnType<typeof differenceOf>} unproved words for it where the settings are other ones, null elsewhere
 *
 * @typedef {Pick<State, 'values' | 'sets' | 'begun' | 'claimed'> & {set: string, run: string, heard: string[]}} Noted what a reload finds again,
 *   with the files and the run that it is of, and the files whose settings are entered
 */

const values = initialSettings();

/** @type {Entered} */
export const nothingEntered =
  { values, errors: {}, sets: undefined, typed: {}, acts: 0, asked: { values, sets: undefined, acts: 0 }, begun: null, claimed: null, unproved: null };

/** Returns what is late, but for what a visitor has entered since. @param {State} state @param {Values} late @param {number} since */
const lateIn = ({ typed }, late, since) => without(late, Object.keys(typed).filter((name) => typed[name] > since));

/** Faults of these texts: another one has none yet. @param {Values} texts @param {Record<string, string>} errors @param {Values} values that there are */
const faultsOf = (texts, errors, values) => without(errors, Object.keys(errors).filter((name) => values[name] !== texts[name]));

/** @param {State} state @param {Values} more @returns {State} */
function withValues(state, more) {
  const values = { ...state.values, ...more };
  return { ...state, values, errors: faultsOf(state.values, state.errors, values) };
}

/**
 * Marks the wrong entries of a run that was started. If the visitor has corrected them all meanwhile, the message names the first.
 * @param {State} state @param {Record<string, string>} faults @returns {State}
 */
function marked(state, faults) {
  const errors = faultsOf(state.asked.values, faults, state.values), [first] = Object.values(faults);
  return { ...state, errors, message: first && Object.keys(errors).length === 0 ? first : state.message };
}

/** The settings of these entries, and what keeps them from being some. @param {Pick<Entered, 'values' | 'sets'>} entered */
export function settingsIn({ values, sets }) {
  const { settings, errors } = toSettings(values);
  return { settings: { ...settings, ...(sets && { sets }) }, errors };
}

/** Takes texts as a visitor's. @param {State} state @param {Record<string, unknown>} texts @returns {State} */
export const typedIn = (state, texts) =>
  Object.entries(texts).reduce((next, [name, text]) => (next.values[name] === String(text) ? next : changes.set(next, { name, text: String(text) })), state);

/** Sets entries that follow from others. @param {State} state @param {Values} late @returns {State} */
export const adapted = (state, late) =>
  ({ ...withValues(state, lateIn(state, late, state.asked.acts)), asked: { ...state.asked, values: { ...state.asked.values, ...late } } });

/** Takes settings that votes belong to. @param {State} state @param {Values} values @param {Entered['sets']} sets @param {number} since @returns {State} */
const taken = (state, values, sets, since) =>
  ({ ...withValues(state, lateIn(state, values, since)), sets, errors: {}, claimed: { settings: settingsIn({ values, sets }).settings, values } });

/** Takes entries that follow from what a visitor has accepted, for the votes in the files as well. @param {State} state @param {Values} texts */
export function accepted(state, texts) {
  const { claimed } = state, values = { ...claimed?.values, ...texts };
  return typedIn({ ...state, claimed: claimed && { settings: settingsIn({ values, sets: claimed.settings.sets }).settings, values } }, texts);
}

/** @param {State} state @param {Partial<RunSettings>} settings of a run document @param {number} since how many texts had been entered when it was given */
export const documented = (state, settings, since) => taken(state, fromSettings(settings, state.values), settings.sets, since);

/** Enters the settings of a run of an earlier visit. @param {State} state @param {import('./log.js').Head} head @returns {State} */
export function restoredFor(state, { settings, counting }) {
  const { model, samples, classifier = {} } = counting ?? {}, earlier = JSON.parse(settings);
  const voted = model && { given: 'model', model: model.chosen.example, counted: String(samples), pose: poseOf(classifier) };
  return taken(state, { ...fromSettings(earlier), ...voted }, earlier.sets, 0);
}

/** Takes what was entered before a reload. @param {State} state @param {Noted} noted @returns {State} */
export const notedIn = (state, { values, sets, begun, claimed }) => ({ ...withValues(state, lateIn(state, values, 0)), sets, begun, claimed });

/** Marks the entry that is to blame for an error, or says it where none is. @param {State} state @param {Caught} error @returns {State} */
export function complained(state, error) {
  const entry = settingFor(error?.field);
  if (entry) return marked(state, { ...state.errors, [entry]: sentence(error) });
  return { ...state, message: error?.field ? `${error.field}: ${error.message}` : sentence(error) };
}

/** Reports whether an entry is to blame for an error. @param {Caught} error */
export const isBlamed = (error) => settingFor(error?.field) !== '';

/** Reports whether something else is entered than the run is of. @param {State} state */
export const isOfOthers = ({ begun, values }) => begun !== null && Object.keys(values).some((name) => values[name] !== begun[name]);

/** @type {Record<string, (state: State, event: any) => State>} */
export const changes = {
  set: (state, { name, text }) => ({
    ...withValues({ ...state, typed: { ...state.typed, [name]: state.acts + 1 }, acts: state.acts + 1 }, { [name]: text }), unproved: null,
  }),
  excuse: (state, { name }) => ({ ...state, errors: without(state.errors, [name]) }),
  /**
   * The core has checked the settings. If the votes in the files belong to others, the visitor is asked. Votes of a model name their settings, and
   * the core compares those.
   */
  checked(state, { failures }) {
    const { asked, claimed, found } = state, ask = /** @type {NonNullable<State['ask']>} */ (state.ask), { settings, errors } = settingsIn(asked);
    const counts = asked.values.given === 'model', { errors: wrong, samples, classifier } = counts ? toSampling(asked.values) : { errors: {}, samples: 0 };
    const all = { ...blamed(failures, settingFor), ...errors, ...wrong }, next = marked(state, all);
    if (Object.keys(all).length > 0) return { ...next, ask: null };
    if (counts) return { ...next, unproved: null, ask: { ...ask, stage: 'model', settings, samples, classifier } };
    const unproved = claimed && !found.voted ? differenceOf({ ...settings }, { ...claimed.settings }, SAMPLED) : null;
    if (unproved) return { ...next, unproved, ask: null };
    return { ...next, unproved, claimed: { settings, values: asked.values }, ask: { ...ask, stage: 'join', settings } };
  },
  /** The visitor takes the votes in the files as counted with the settings entered. */
  claim: (state) => ({ ...state, claimed: null, unproved: null }),
  /** The visitor goes back to the settings that the votes belong to. */
  back(state) {
    const { claimed, values } = state, earlier = Object.fromEntries(SAMPLING.map((name) => [name, claimed?.values[name] ?? values[name]]));
    return { ...typedIn(state, earlier), unproved: null };
  },
};
