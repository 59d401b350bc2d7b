/**
 * Evidence in the entries about the prediction of the clean cloud. It belongs to that one cloud and goes with it:
 * another clean cloud begins with nothing said.
 */

import { initial } from './address.js';
import { sampledOf } from './reader.js';
import { entriesOf } from './table.js';
import { CERTIFICATE_FORM } from './certificate-form.js';

/** @typedef {import('./reader.js').Values} Values */

/** The entries that hold it. */
const NAMES = ['probability', 'votes', 'voted', 'runnerProbability', 'runnerVotes'];

/** The entries on which noisy samples depend. */
const SAMPLING = sampledOf(CERTIFICATE_FORM);

/** The sampling settings among the entries. @param {Values} values @returns {Values} */
export const samplingOf = (values) => Object.fromEntries(SAMPLING.map((name) => [name, values[name]]));

/** Reports whether two sets of entries give the same numbers for the same cloud. @param {Values} a @param {Values} b */
export const isSameSaid = (a, b) => ['given', ...NAMES].every((name) => a[name] === b[name]);

/** Settings that hold for the classifier of an example, and perhaps not for a visitor's. */
const SETTINGS = ['sigma', 'group', ...entriesOf(CERTIFICATE_FORM, 'noise')];

/** The entries with nothing said. @param {Values} values @returns {Values} */
export function unsaid(values) {
  const empty = initial();
  const outputs = values.given === 'outputs' ? ['given', 'tolerance'] : [];
  return { ...values, ...Object.fromEntries([...NAMES, ...outputs].map((name) => [name, empty[name]])) };
}

/** Reports whether the entries say it, or part of it, or name a model that will; outputs stand beside the entries. @param {Values} values */
export function isSaid({ given, probability, votes, voted }) {
  if (given === 'model' || given === 'outputs') return true;
  return (given === 'votes' ? votes + voted : probability).trim() !== '';
}

/** Describes the evidence in words; '' if there is none, or a model gives it. @param {Values} values */
export function inWords({ given, probability, votes, voted }) {
  if (given === 'votes') return votes.trim() && voted.trim() && `${votes.trim()} of ${voted.trim()} votes`;
  return given === 'probability' && probability.trim() && `p = ${probability.trim()}`;
}

/** @param {Values} values @param {string[]} names @returns {Values} */
const pick = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));

/** @typedef {{borrowed: string[], examples: boolean}} Origin whose the settings and what is said are */

/**
 * Another clean cloud on its way.
 * @typedef {{since: Values, said: Values, settings: Values, entered: Map<string, boolean>, typed: Set<string>}} Coming since: the entries when it was
 *   given; typed: those since; the others are what was said of the cloud that is there, and come back if it does not
 */

export class Evidence {
  /** Evidence that the visitor entered for an earlier cloud, to be offered again. @type {Values | null} */
  before = null;

  /** The sampling settings that the votes, or the probability, belong to. @type {Values} */
  settings;

  /** Sampling settings that stay as they are: another text takes the evidence away. @type {Set<string>} */
  #closed = new Set();
  /** Settings that are still those of an example. @type {Set<string>} */
  #borrowed = new Set();
  /** Entries since the cloud came; true if there was none then. @type {Map<string, boolean>} */
  #entered = new Map();
  /** True if what is said came with an example. */
  #examples = false;
  /** @type {Coming | null} */
  #coming = null;
  /** The file that a document means by its clean cloud, '' for none. */
  #expected = '';
  #entries;
  #cloud;

  /** @param {import('./entries.js').Entries} entries @param {() => {count: number} | null} cloud the clean one that is there */
  constructor(entries, cloud) {
    this.#entries = entries;
    this.#cloud = cloud;
    this.settings = samplingOf(entries.values);
    entries.addEventListener('commit', (event) => this.#close(/** @type {CustomEvent} */ (event).detail));
    entries.addEventListener('set', (event) => this.#note(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} name of what a visitor has entered */
  #note(name) {
    this.#borrowed.delete(name);
    const { values } = this.#entries;
    if (NAMES.includes(name)) {
      this.#coming?.typed.add(name);
      this.#entered.set(name, this.#cloud() === null);
      this.settings = samplingOf(values);
    } else if (SAMPLING.includes(name) && !this.#closed.has(name)) this.settings = { ...this.settings, [name]: values[name] };
  }

  /** Keeps the text of an entry as a setting, but more points per vote than the cloud has, which another text corrects. @param {string} name */
  #close(name) {
    const { count = Infinity } = this.#cloud() ?? {};
    if (name === 'subsample' && Number(this.#entries.values.subsample) > count) return;
    this.#closed.add(name);
  }

  /** Ties the evidence to settings, those that are entered by default. @param {Values} [settings] */
  pin(settings = samplingOf(this.#entries.values)) {
    this.settings = settings;
    this.#closed = new Set(SAMPLING);
  }

  /** The entries, and the settings of what is said, as they belong to the clean cloud that is there. */
  get own() {
    const { values } = this.#entries;
    return { values: { ...values, ...this.#coming?.said }, settings: this.#coming?.settings ?? this.settings };
  }

  /** Reports whether what is said is of a cloud that is still on its way. */
  get isAhead() {
    return Boolean(this.#coming?.typed.size);
  }

  /** Another clean cloud is on its way, in the place of one that still was: what is said from now on is of that one. */
  expect() {
    const since = this.#entries.values, { settings } = this.own, said = this.#coming?.said ?? pick(since, NAMES);
    this.#goBack();
    this.#coming = { since, said, settings, entered: new Map(this.#entered), typed: new Set() };
  }

  /** The cloud on its way does not come: what was said of it is offered to the next one. */
  giveUp() {
    const { values } = this.#entries, { isAhead } = this;
    this.#goBack();
    if (isAhead && inWords(values)) this.before = values;
  }

  /** Has the entries say again what they said before a cloud that does not come was given. */
  #goBack() {
    const coming = this.#coming;
    this.#coming = null;
    if (!coming?.typed.size) return;
    [this.settings, this.#entered] = [coming.settings, coming.entered];
    for (const name of coming.typed) delete this.#entries.errors[name];
    this.#entries.adapt(coming.said);
    this.#entries.outdate();
    this.#entries.edited();
  }

  /** Reports whether a setting is still that of an example. @param {string} name */
  isBorrowed(name) {
    return this.#borrowed.has(name);
  }

  /** @returns {Origin} */
  get origin() {
    return { borrowed: [...this.#borrowed], examples: this.#examples };
  }

  /**
   * All entries have been replaced.
   * @param {object} [options]
   * @param {Origin} [options.origin] where it is known from before
   * @param {string} [options.expected] name of the clean cloud's file, where that is still to come
   * @param {Values} [options.settings] that the evidence belongs to, where they are not those entered
   */
  begin({ origin = { borrowed: [], examples: this.#entries.values.example !== '' }, expected = '', settings } = {}) {
    this.pin(settings);
    if (!isSaid(this.#entries.values)) this.#closed.clear();
    this.before = this.#coming = null;
    this.#entered.clear();
    this.#borrowed = new Set(origin.borrowed);
    this.#examples = origin.examples;
    this.#expected = expected;
  }

  /**
   * A visitor has put another clean cloud in the place of what was there, or taken it away: what was said of that goes.
   * Keeps everything entered since the cloud was given, and everything entered while there was none.
   * @param {string} [name] of its file
   */
  leave(name = '') {
    const { values, errors } = this.#entries, { since = values, typed } = this.#coming ?? {};
    this.#coming = null;
    if (this.#examples) this.#borrowed = new Set(SETTINGS);
    if (name !== '' && name === this.#expected) return this.#arrived();
    const stays = (/** @type {string} */ entry) => this.#entered.get(entry) === true || typed?.has(entry);
    const after = { ...unsaid(values), ...Object.fromEntries(NAMES.filter(stays).map((entry) => [entry, values[entry]])) };
    if (inWords(since) && !isSaid(after) && (!this.#examples || this.#entered.size > 0)) this.before = since;
    this.#entries.adapt(after);
    for (const entry of NAMES) delete errors[entry];
    this.pin();
    this.#closed.clear();
    this.#examples = false;
    this.#arrived();
  }

  /** Assigns the entries to the cloud that is there now. */
  #arrived() {
    if (this.#cloud() === null) return;
    this.#expected = '';
    for (const name of this.#entered.keys()) this.#entered.set(name, false);
  }

  /** Says again what was said of the cloud before. */
  again() {
    const { before } = this;
    this.before = null;
    if (before) for (const name of ['given', ...NAMES]) this.#entries.set(name, before[name]);
  }
}
