/** Between the view of datasets and the state of a run: says what a visitor does, has the work done that the state wants, and says when to draw again. */

import { Entries } from '../form/entries.js';
import { RUN_FORM } from '../form/run-form.js';
import { Runner } from '../question/runner.js';
import { part, unique } from './log.js';
import { isOfOthers } from './run-entered.js';
import { isShipped } from './run-files.js';
import { initialState, isReplaceable, isRunning, notedOf, phaseOf, reduce, wanted } from './run-state.js';
import { RunWork } from './run-work.js';
import { note } from './store.js';

/** @typedef {import('../question/reducer.js').Event} RunEvent */

/** Events after which a view draws again only after a rest, unless something else follows from them. */
const QUIET = ['opened', 'vacant', 'line', 'paced', 'written'];

/** Dispatches 'change' whenever there is something to draw. */
export class Run extends EventTarget {
  #state = initialState;
  #runner;
  /** Those that wait for the work to end. @type {(() => void)[]} */
  #waiting = [];

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    const current = () => this.#state;
    this.entries = new Entries(RUN_FORM, 'run-', { // the ids of its controls differ from those of the page's first form
      get values() { return current().values; },
      get errors() { return current().errors; },
      set: (name, text) => void this.#take({ type: 'set', name, text }),
      excuse: (name) => void this.#take({ type: 'excuse', name }),
    });
    this.entries.addEventListener('change', () => this.changed());
    this.work = new RunWork(engine);
    /** @type {Runner<import('./run-state.js').Job>} */
    this.#runner = new Runner((...turn) => this.work.start(...turn), (event) => this.#send(event));
  }

  changed() { this.dispatchEvent(new Event('change')); }

  /** @param {RunEvent} event @returns {boolean} whether it has changed something */
  #take(event) {
    const before = this.#state, state = this.#state = reduce(before, event);
    if (state === before) return false;
    const { values, claimed, set, log, restoring } = state;
    if (!restoring && (before.restoring || values !== before.values || claimed !== before.claimed || set !== before.set || log?.head !== before.log?.head))
      note(notedOf(state));
    const jobs = wanted(state);
    this.#runner.follow(jobs);
    if (jobs.every(({ kind }) => kind === 'rest')) for (const end of this.#waiting.splice(0)) end();
    return true;
  }

  /** @param {RunEvent} event */
  #send(event) {
    const { phase } = this;
    if (!this.#take(event)) return false;
    if (!QUIET.includes(event.type) || this.phase !== phase) this.changed();
    return true;
  }

  /** Takes an event. @param {RunEvent} event @returns {Promise<void>} ends once there is nothing more to do */
  #do(event) {
    this.#send(event);
    return new Promise((end) => void (wanted(this.#state).every(({ kind }) => kind === 'rest') ? end() : this.#waiting.push(end)));
  }

  /** @param {string} message */
  notify(message) { this.#send({ type: 'note', message }); }

  get phase() { return phaseOf(this.#state); }

  /** Message for the visitor, '' for none. */
  get message() { return this.#state.message; }

  /** The log of a run that has begun, null before. */
  get log() { return this.#state.log; }

  get pace() { return this.#state.pace; }

  /** The result of a finished run, null before. */
  get outcome() { return this.#state.outcome; }

  /** Where the settings are other ones than the votes in the files belong to: the words for it, null elsewhere. */
  get unproved() { return this.#state.unproved; }

  /** The open files, and those with a question. */
  get files() {
    const { found: { clouds, votes, lacks, classes, voted }, coming, total, refused, puzzles } = this.#state;
    const questions = puzzles.map(({ number, name, question }) => ({ number, name, .../** @type {NonNullable<typeof question>} */ (question) }));
    const reading = { done: total - coming.length, total };
    return { size: { clouds, votes }, lacks, classes, voted, refused, questions, reading, shipped: isShipped(this.#state) };
  }

  /** The run with the votes that were counted here, null for none. */
  get voted() { return this.#state.votes?.document ?? null; }

  /** The first cloud, null where there is none. */
  get shape() { return this.#state.found.shape; }

  /** True if votes are counted, or were when the run was paused. */
  get counting() { return Boolean(this.log?.head.counting); }

  /** True if no other files can be taken. */
  get busy() { return isRunning(this.#state) || this.#state.ask !== null; }

  get replaceable() { return isReplaceable(this.#state); }

  /** Reports whether something else is entered than the run is of. */
  get differs() { return isOfOthers(this.#state); }

  /** The files that could not be read and, of a run that is done, the clouds without a verdict. */
  get failures() { return [...this.#state.refused, ...this.outcome?.failures ?? []]; }

  /** The clouds of a run that are done so far, as a part. */
  part() { return part(this.engine.collection, /** @type {import('./log.js').RunLog} */ (this.log)); }

  /** Takes up the files and the run of an earlier visit. */
  restore() { return this.#do({ type: 'restore' }); }

  /** Reads more files: what a run is made of, or parts of it that others have done. @param {import('./sources.js').Source[]} files */
  add(files) { return this.#do({ type: 'give', files, set: unique(8) }); }

  /** Reads a file in the way that answers its question. @param {{number: number}} question @param {import('../certifier/functions.js').Remedy} remedy */
  answer({ number }, remedy) { return this.#do({ type: 'answer', number, remedy }); }

  /** Starts from the beginning. */
  start() { return this.#do({ type: 'start' }); }

  /** Takes the votes in the files as counted with the settings entered, and starts. */
  claim() {
    this.#send({ type: 'claim' });
    return this.start();
  }

  /** Goes back to the settings that the votes in the files belong to. */
  returnToClaimed() { this.#send({ type: 'back' }); }

  /** Starts again with what gives clouds that failed another chance. @param {import('../certifier/functions.js').Offer} offer */
  accept(offer) { return this.#do({ type: 'accept', offer, set: unique(8) }); }

  /** Goes on with what is left. */
  goOn() { return this.#do({ type: 'goOn' }); }

  /** Stops; what is done is kept. */
  pause() { return this.#do({ type: 'pause' }); }

  /** Stops and forgets the results; files and settings stay. */
  cancel() { return this.#do({ type: 'cancel' }); }

  /** Forgets everything but the settings. */
  clear() { return this.#do({ type: 'clear' }); }
}
