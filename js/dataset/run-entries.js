/** Entries of a run. What comes late changes no entry that a visitor has entered since it was asked for. */

import { Entries } from '../form/entries.js';
import { blamed } from '../form/reader.js';
import { poseOf } from '../form/request.js';
import { fromSettings, initialSettings, SAMPLING, settingFor, toSampling, toSettings } from '../form/settings.js';
import { RUN_FORM } from '../form/run-form.js';
import { reducer } from '../question/reducer.js';
import { without } from '../question/said.js';
import { sentence } from '../words/error-sentence.js';

/**
 * @import {RunSettings} from '../documents/types.js'
 * @import {Caught} from '../words/error-sentence.js'
 * @import {Drawn} from '../form/request.js'
 * @typedef {import('../form/reader.js').Values} Values
 * @typedef {{settings: RunSettings, values: Values}} Claimed settings, and the texts that they were entered as
 *
 * @typedef {object} State
 * @property {Values} values
 * @property {Record<string, string>} errors by entry
 * @property {RunSettings['sets']} sets the calibration that came with a run document
 * @property {Record<string, number>} typed how many texts had been entered with that of an entry
 * @property {number} acts how many there were
 */

/** Returns what is late, but for what a visitor has entered since. @template T @param {State} state @param {Record<string, T>} late @param {number} since */
const lateIn = ({ typed }, late, since) => without(late, Object.keys(typed).filter((name) => typed[name] > since));

/** Faults of these texts: another one has none yet. @param {Values} texts @param {Record<string, string>} errors @param {Values} values that there are */
const faultsOf = (texts, errors, values) => without(errors, Object.keys(errors).filter((name) => values[name] !== texts[name]));

/** @param {State} state @param {Values} more @returns {State} */
function withValues(state, more) {
  const values = { ...state.values, ...more };
  return { ...state, values, errors: faultsOf(state.values, state.errors, values) };
}

const reduce = reducer(/** @type {Record<string, (state: State, event: import('../question/reducer.js').Event) => State>} */ ({
  set: (state, { name, text }) => withValues({ ...state, typed: { ...state.typed, [name]: state.acts + 1 }, acts: state.acts + 1 }, { [name]: text }),
  excuse: (state, { name }) => ({ ...state, errors: without(state.errors, [name]) }),
  fill: (state, { late, since }) => withValues(state, lateIn(state, late, since)),
  open: (state, { values, sets, since }) => ({ ...withValues(state, lateIn(state, values, since)), sets, errors: {} }),
  forget: (state) => ({ ...state, sets: undefined }),
  blame: (state, { errors, of }) => ({ ...state, errors: faultsOf(of.values, errors, state.values) }),
}), () => []);

/** @param {Pick<State, 'values' | 'sets'>} state */
function settingsIn({ values, sets }) {
  const { settings, errors } = toSettings(values);
  return { settings: { ...settings, ...(sets && { sets }) }, values, errors };
}

export class RunEntries extends Entries {
  /** @type {State} */
  #state = { values: initialSettings(), errors: {}, sets: undefined, typed: {}, acts: 0 };
  /** Keeps what was entered when a run was asked for last. */
  #asked = this.#state;
  /** Keeps what the run that has begun is of. */
  #begun = this.#state;

  constructor() {
    const current = () => this.#state;
    super(RUN_FORM, 'run-', { // the ids of its controls differ from those of the page's first form
      get values() { return current().values; },
      get errors() { return current().errors; },
      set: (name, text) => this.#send({ type: 'set', name, text }),
      excuse: (name) => this.#send({ type: 'excuse', name }),
    });
  }

  /** @param {import('../question/reducer.js').Event} event */
  #send(event) {
    this.#state = reduce(this.#state, event);
  }

  /** Counts the texts that a visitor has entered. */
  get acts() {
    return this.#state.acts;
  }

  /** Sets entries that follow from others. @param {Values} late */
  adapt(late) {
    this.#send({ type: 'fill', late, since: this.#asked.acts });
  }

  /** @param {Values} values @param {State['sets']} sets @param {number} since @returns {Claimed} */
  #take(values, sets, since) {
    this.#send({ type: 'open', values, sets, since });
    return settingsIn({ values, sets });
  }

  /** Takes the settings of a run document. @param {Partial<RunSettings>} settings @param {number} since @returns {Claimed} them alone */
  open(settings, since) {
    return this.#take(fromSettings(settings, this.values), settings.sets, since);
  }

  /** Takes what was asked of a run of an earlier visit. @param {import('./log.js').Head} head @param {number} since @returns {Claimed} that alone */
  restore({ settings, counting }, since) {
    const { model, samples, classifier = {} } = counting ?? {}, earlier = JSON.parse(settings);
    const voted = model && { given: 'model', model: model.chosen.example, counted: String(samples), pose: poseOf(classifier) };
    const claimed = this.#take({ ...fromSettings(earlier), ...voted }, earlier.sets, since);
    this.#begun = this.#state;
    return claimed;
  }

  /** Forgets the calibration. */
  forget() {
    this.#send({ type: 'forget' });
  }

  /** Goes back to earlier entries of what votes depend on. @param {Values} earlier */
  return(earlier) {
    this.setAll(Object.fromEntries(SAMPLING.filter((name) => earlier[name] !== this.values[name]).map((name) => [name, earlier[name]])));
  }

  /**
   * Builds the request of a run from the entries as they are now; null if an entry is wrong, which marks every wrong entry.
   * @param {import('../certifier/collection.js').Collection} collection
   * @returns {Promise<Claimed & {samples: number | null, classifier?: Drawn} | null>} samples: that a model is to be shown of each
   *   cloud, null where votes are in the files
   */
  async read(collection) {
    const of = this.#asked = this.#state, { settings, values, errors } = settingsIn(of);
    const { errors: wrong, ...sampling } = values.given === 'model' ? toSampling(values) : { samples: null, errors: {} };
    const all = { ...blamed(await collection.check(settings), settingFor), ...errors, ...wrong };
    this.#send({ type: 'blame', errors: all, of });
    return Object.keys(all).length > 0 ? null : { settings, values, ...sampling };
  }

  /** Notes that the run that was asked for last begins. */
  begin() {
    this.#begun = this.#asked;
  }

  /** Reports whether a visitor has entered something else than the run that has begun is of. */
  get differ() {
    const { acts, values } = this.#begun;
    return Object.entries(this.#state.typed).some(([name, act]) => act > acts && this.values[name] !== values[name]);
  }

  /** Reports whether an entry is to blame for an error. @param {Caught} error */
  isBlamed(error) {
    return settingFor(error?.field) !== '';
  }

  /** Marks the entry that is to blame for an error. @param {Caught} error @returns {string} what has to be said where none is */
  blame(error) {
    const entry = settingFor(error?.field);
    if (!entry) return error?.field ? `${error.field}: ${error.message}` : sentence(error);
    this.#send({ type: 'blame', errors: { ...this.errors, [entry]: sentence(error) }, of: this.#asked });
    return '';
  }
}
