/** A run over a dataset: has votes counted where a model is to give them, shares the clouds among the workers, keeps what is done. */

import { sentence } from '../words/error-sentence.js';
import { Attempt, seldom } from './attempt.js';
import { Keeping } from './keeping.js';
import { isPart, RunLog, unique } from './log.js';
import { OpenFiles } from './open-files.js';
import { RunEntries } from './run-entries.js';
import { RunVoting } from './run-voting.js';
import { given, outdated, unfinished } from './words.js';
import { SAMPLED } from '../documents/sampled.js';
import { textsOf } from '../form/table.js';
import { RUN_FORM } from '../form/run-form.js';
import { differenceOf } from '../words/sampled.js';

/**
 * empty → collecting → ready → running ⇄ paused → done. Where a model votes, counting ⇄ paused comes before running. What is
 * found after a reload starts as paused.
 * @typedef {'empty' | 'collecting' | 'ready' | 'counting' | 'running' | 'paused' | 'done'} Phase
 */

/**
 * @import {RunSettings} from '../documents/types.js'
 * @import {Caught} from '../words/error-sentence.js'
 * @typedef {import('./sources.js').Source} Source
 */

export class Run extends EventTarget {
  /** @type {Phase} */
  phase = 'empty';
  entries = new RunEntries();
  /** Message for the visitor, '' for none. */
  message = '';
  voting = new RunVoting();
  /** Log of a run that has begun, null before. @type {RunLog | null} */
  log = null;
  /** At what is left of it: the latest, or the next. @type {Attempt | null} */
  attempt = null;
  /** Result of a finished run. @type {import('./log.js').Outcome | null} */
  outcome = null;

  /** Where the settings are other ones than the votes in the files belong to: the words for it, null elsewhere. @type {ReturnType<typeof differenceOf>} */
  unproved = null;

  /**
   * The settings that the votes in the files belong to, null before the visitor has said so.
   * @type {{settings: RunSettings, values: import('../form/reader.js').Values} | null}
   */
  #claimed = null;
  /** True if a start is on its way. */
  #starting = false;
  /** Parts that wait for their run to begin. @type {Source[]} */
  #parts = [];
  #keeping;
  /** Ends once the run of an earlier visit is there: what a visitor asks for before comes after it, and takes its place. */
  #restored = Promise.resolve();

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.files = new OpenFiles(engine);
    this.#keeping = new Keeping(this.files, (sentence) => { this.message = sentence; });
    this.entries.addEventListener('change', () => {
      this.unproved = null;
      this.changed();
    });
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  notify(sentence) {
    this.message = sentence;
    this.changed();
  }

  /** The first cloud, null where there is none. */
  get shape() { return this.files.shape; }

  /** True if votes are counted, or were when the run was paused. */
  get counting() { return Boolean(this.log?.head.counting); }

  /** True if no other files can be taken. */
  get busy() { return this.#starting || ['collecting', 'counting', 'running'].includes(this.phase); }

  /** True if another run may take the place of this one unasked: what comes with the page and is not begun, or done. */
  get replaceable() { return this.phase === 'empty' || (!this.busy && this.phase !== 'paused' && this.files.shipped); }

  /** The files that could not be read and, of a run that is done, the clouds without a verdict. */
  get failures() { return [...this.files.refused, ...this.outcome?.failures ?? []]; }

  /** Returns the phase of a run that has not begun. @returns {Phase} */
  get #idle() { return this.files.size.clouds > 0 ? 'ready' : 'empty'; }

  /** Takes up the files and the run of an earlier visit. */
  restore() {
    return this.#restored = this.#restore();
  }

  async #restore() {
    const { run, files } = await this.#keeping.found();
    if (this.phase !== 'empty') return;
    if (files.length > 0) await this.#open((onRead) => this.files.restore(files, onRead));
    if (run) await this.#continue(run);
    this.changed();
  }

  /** @param {(onRead: () => void) => Promise<Partial<RunSettings> | undefined>} read gives the settings of a run document */
  async #open(read) {
    this.phase = 'collecting';
    const tell = seldom(() => this.changed());
    tell();
    const settings = await read(tell);
    if (settings) {
      this.entries.open(settings);
      this.#claimed = this.entries.current;
    }
    this.phase = this.#idle;
  }

  /** @param {import('./store.js').Kept} kept */
  async #continue({ head, entries, lines }) {
    const core = await this.engine.ready();
    this.entries.restore(head);
    this.#claimed = this.entries.current;
    if (head.version !== core) return this.notify(outdated(head.version ?? head.core, core));
    const log = this.log = new RunLog(this.engine, head, entries, lines);
    this.files.shipped = head.shipped ?? false;
    this.phase = 'paused';
    this.attempt = new Attempt(log, this.voting);
    if (log.left.length === 0 && !this.counting) return this.#finish(log);
    this.message = unfinished(log);
  }

  /** Reads more files: what a run is made of, or parts of it that others have done. @param {Source[]} files */
  async add(files) {
    await this.#restored;
    if (this.busy) return;
    const parts = files.filter(isPart);
    if (parts.length < files.length) await this.#gather(files.filter((file) => !isPart(file)));
    if (parts.length > 0) await this.#addParts(parts);
  }

  /** @param {Source[]} files */
  async #gather(files) {
    if (this.phase === 'paused' || this.phase === 'done') await this.clear();
    this.message = '';
    this.voting.forget();
    await this.#open(async (onRead) => {
      const settings = await this.files.read(files, onRead);
      await this.#keeping.files();
      return settings;
    });
    this.changed();
  }

  /**
   * Opens a file in the way that answers its question.
   * @param {import('./open-files.js').Question} question
   * @param {import('../certifier/functions.js').Remedy} remedy
   */
  async answer(question, remedy) {
    await this.#restored;
    if (this.busy) return;
    if (this.phase === 'paused' || this.phase === 'done') await this.cancel();
    await this.files.answer(question, remedy);
    await this.#keeping.files();
    this.phase = this.#idle;
    this.changed();
  }

  /** Takes up parts: now, or when their run begins. @param {Source[]} parts */
  async #addParts(parts) {
    this.#parts.push(...parts);
    if (this.counting || !this.log) return this.notify(`${parts.length === 1 ? 'A part waits' : `${parts.length} parts wait`} for the run to begin.`);
    this.#starting = true;
    await this.#readParts(this.log);
    this.#starting = false;
    if (this.phase === 'paused' && this.log.left.length === 0) await this.resume();
    this.changed();
  }

  /** Adds to a run what others have done of it, where there are parts of it. @param {RunLog} log */
  async #readParts(log) {
    const parts = this.#parts.splice(0);
    if (parts.length === 0) return;
    const taken = await log.take(parts);
    for (const { name, error } of taken.refused) this.files.refuse(name, error);
    await this.#keeping.put(log.head.run, taken.fresh);
    this.message = given(taken, log.total);
  }

  /** Starts from the beginning. */
  async start() {
    await this.#restored;
    await this.#start();
  }

  async #start() {
    if (this.busy) return;
    const { collection } = this.engine;
    [this.message, this.#starting] = ['', true];
    try {
      const asked = await this.entries.read(collection);
      if (!asked) return this.changed();
      const { settings, samples } = asked;
      if (samples === null && this.#belongElsewhere(settings)) return this.changed();
      const counting = samples === null ? null : await this.voting.plan(settings, samples, this.shape?.dimension ?? 0);
      await this.#begin(await (counting ? collection.clouds(settings, counting.model.classes) : collection.plan(settings)), counting);
    } catch (error) {
      return this.#complain(error);
    } finally {
      this.#starting = false;
    }
    await this.resume();
  }

  /**
   * Compares the settings with those that the votes in the files belong to, and takes them for the ones where there are none. Votes of a model
   * say what they were counted with, which the core compares.
   * @param {RunSettings} settings
   */
  #belongElsewhere(settings) {
    this.unproved = this.#claimed && !this.files.voted ? differenceOf({ ...settings }, { ...this.#claimed.settings }, SAMPLED) : null;
    if (!this.unproved) this.#claimed = this.entries.current;
    return this.unproved !== null;
  }

  /** Takes the votes in the files as counted with the settings entered, and starts. */
  async claim() {
    [this.#claimed, this.unproved] = [null, null];
    await this.start();
  }

  /** Goes back to the settings that the votes in the files belong to. */
  returnToClaimed() {
    if (this.#claimed) this.entries.return(this.#claimed.values);
    this.unproved = null;
    this.changed();
  }

  /**
   * @param {Awaited<ReturnType<import('../certifier/collection.js').Collection['plan']>>} plan
   * @param {import('./run-voting.js').RunCount | null} [counting]
   */
  async #begin({ core, settings, count, offers, met }, counting) {
    const entries = await this.engine.collection.entries(count), text = JSON.stringify(settings);
    const of = counting ? { counting, files: this.files.set } : this.files.described(text);
    const head = { run: unique(8), version: core, settings: text, count, ...of };
    this.log = new RunLog(this.engine, head, entries, [], offers, met);
    this.outcome = null;
    await this.#keeping.begin(head, entries);
    if (!counting) await this.#readParts(this.log);
  }

  /** @param {unknown} error */
  #complain(error) {
    this.message = this.entries.blame(/** @type {Caught} */ (error)) || this.message;
    this.changed();
  }

  /** Starts again with what gives clouds that failed another chance. @param {import('../certifier/functions.js').Offer} offer */
  async accept(offer) {
    if (!this.log?.offers.includes(offer)) return;
    const { reading, preparation, files = [] } = offer;
    await this.cancel();
    if (reading) {
      await this.engine.collection.reread(files, reading);
      await this.#keeping.files(true);
    }
    this.entries.setAll(textsOf({ preparation }, RUN_FORM));
    this.#claimed = null; // the visitor has just taken the clouds prepared so
    await this.start();
  }

  async goOn() {
    this.message = '';
    await this.resume();
  }

  /** Does what is not done. */
  async resume() {
    const log = /** @type {RunLog} */ (this.log), { counting, run } = log.head;
    const attempt = this.attempt = new Attempt(log, this.voting);
    this.phase = counting ? 'counting' : 'running';
    this.changed();
    const failure = await attempt.finish((lines) => this.#keeping.put(run, lines), () => this.changed());
    if (attempt.isGivenUp) return;
    if (failure) return this.#stop(failure);
    await (counting ? this.#certifyVotes(log, attempt) : this.#finish(log));
  }

  /** Pauses, gives up a count that the entries have to change for, or begins one again. @param {unknown} error */
  async #stop(error) {
    const { again, name } = /** @type {Caught} */ (error) ?? {};
    if (this.counting && again) {
      await this.cancel();
      return this.#start();
    }
    if (this.counting && this.entries.isBlamed(/** @type {Caught} */ (error))) {
      await this.cancel();
      return this.#complain(error);
    }
    this.phase = 'paused';
    if (name !== 'AbortError') this.message = sentence(error);
    this.changed();
  }

  /** Certifies the clouds with the votes that were counted. @param {RunLog} log @param {Attempt} attempt */
  async #certifyVotes(log, attempt) {
    try {
      await this.voting.open(log, this.files);
      await this.#keeping.files();
      // The points were drawn before they were counted on.
      if (this.entries.values.method === 'surface') this.entries.adapt({ points: '' });
      if (attempt.isGivenUp) return this.changed();
      await this.#begin(await this.engine.collection.plan(JSON.parse(log.head.settings)));
    } catch (error) {
      await this.cancel();
      return this.#complain(error);
    }
    if (attempt.isGivenUp) return this.cancel();
    if (!attempt.isPaused) return this.resume();
    this.phase = 'paused';
    this.changed();
  }

  /** @param {RunLog} log of which all is done */
  async #finish(log) {
    try {
      const outcome = await log.outcome();
      if (log === this.log) [this.outcome, this.phase] = [outcome, 'done'];
    } catch (error) {
      return this.#stop(error);
    }
    this.changed();
  }

  /** Stops; what is done is kept. */
  pause() {
    this.attempt?.pause();
  }

  /** Stops and forgets the results; files and settings stay. */
  async cancel() {
    this.attempt?.giveUp();
    [this.phase, this.message, this.log, this.attempt, this.outcome] = [this.#idle, '', null, null, null];
    await this.#keeping.end();
    this.changed();
  }

  /** Forgets everything but the settings. */
  async clear() {
    await this.#restored;
    this.voting.forget();
    [this.#claimed, this.unproved] = [null, null];
    this.#parts = [];
    await this.files.clear();
    await this.cancel();
  }
}
