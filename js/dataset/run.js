/** A run over a dataset: has votes counted where a model is to give them, shares the clouds among the workers, keeps what is done. */

import { sentence } from '../words/error-sentence.js';
import { Latest } from '../question/latest.js';
import { Batch, Pace, seldom } from './pace.js';
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
 *
 * @typedef {object} Known
 * @property {'collecting' | 'counting' | 'running' | undefined} doing what is done, undefined for what takes no while
 * @property {RunLog} log of a run that has begun
 * @property {Pace} pace of what is left of it, in clouds, or in samples while votes are counted
 * @property {import('./log.js').Outcome | undefined} outcome of a run that is done
 *
 * @typedef {(part: Partial<Known>) => boolean} Tell
 */

export class Run extends EventTarget {
  entries = new RunEntries();
  /** Message for the visitor, '' for none. */
  message = '';
  voting = new RunVoting();

  /** Where the settings are other ones than the votes in the files belong to: the words for it, null elsewhere. @type {ReturnType<typeof differenceOf>} */
  unproved = null;

  /**
   * The settings that the votes in the files belong to, null before the visitor has said so.
   * @type {import('./run-entries.js').Claimed | null}
   */
  #claimed = null;
  /** Parts that wait for their run to begin. @type {Source[]} */
  #parts = [];
  #keeping;
  /** Keeps what is known of what is done. @type {Latest<Known>} */
  #work = new Latest(() => this.changed());
  /** Ends once what was done last has kept what came of it. @type {Promise<unknown>} */
  #kept = Promise.resolve();
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

  /** The log of a run that has begun, null before. */
  get log() { return this.#work.known.log ?? null; }

  get pace() { return this.#work.known.pace ?? null; }

  /** The result of a finished run, null before. */
  get outcome() { return this.#work.known.outcome ?? null; }

  /** @returns {Phase} */
  get phase() {
    const { works, known: { doing, log, outcome } } = this.#work;
    if (works && doing) return doing;
    return outcome ? 'done' : log ? 'paused' : this.files.size.clouds > 0 ? 'ready' : 'empty';
  }

  /** True if votes are counted, or were when the run was paused. */
  get counting() { return Boolean(this.log?.head.counting); }

  /** True if no other files can be taken. */
  get busy() { return this.#work.works; }

  /** True if another run may take the place of this one unasked: what comes with the page and is not begun, or done. */
  get replaceable() { return this.phase === 'empty' || (!this.busy && this.phase !== 'paused' && this.files.shipped); }

  /** The files that could not be read and, of a run that is done, the clouds without a verdict. */
  get failures() { return [...this.files.refused, ...this.outcome?.failures ?? []]; }

  /**
   * Does something in the place of what is done, once that has kept what came of it.
   * @param {(signal: AbortSignal, tell: Tell) => Promise<unknown>} task @param {Known['doing']} [doing]
   */
  #do(task, doing) {
    const kept = this.#kept;
    this.#work.ask((signal, tell) => {
      const work = kept.then(() => (signal.throwIfAborted(), task(signal, tell)));
      const ends = work.then(() => {}, (error) => { if (error?.name !== 'AbortError' && tell({})) this.message = sentence(error); });
      this.#kept = ends;
      return ends;
    }, { ...this.#work.known, doing });
    return this.#work.settled();
  }

  /** Takes up the files and the run of an earlier visit. */
  restore() {
    return this.#restored = this.#do(async (signal, tell) => {
      const { run, files } = await this.#keeping.found();
      if (files.length > 0 && tell({ doing: 'collecting' })) await this.#open((onRead) => this.files.restore(files, onRead), 0);
      if (run) await this.#continue(run, signal, tell);
    });
  }

  /**
   * @param {(onRead: () => void) => Promise<Partial<RunSettings> | undefined>} read gives the settings of a run document
   * @param {number} since number of the text with which the files were given
   */
  async #open(read, since) {
    const settings = await read(seldom(() => this.changed()));
    if (settings) this.#claimed = this.entries.open(settings, since);
  }

  /** @param {import('./store.js').Kept} kept @param {AbortSignal} signal @param {Tell} tell */
  async #continue({ head, entries, lines }, signal, tell) {
    const core = await this.engine.ready();
    this.#claimed = this.entries.restore(head, 0);
    if (head.version !== core) return this.notify(outdated(head.version ?? head.core, core));
    const log = new RunLog(this.engine, head, entries, lines);
    this.files.shipped = head.shipped ?? false;
    tell({ log, pace: new Pace(log.done, log.total), doing: undefined });
    if (log.left.length === 0 && !head.counting) return this.#run(log, signal, tell);
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
    const { acts } = this.entries;
    if (this.phase === 'paused' || this.phase === 'done') await this.clear();
    this.message = '';
    this.voting.forget();
    await this.#do(async () => {
      await this.#open((onRead) => this.files.read(files, onRead), acts);
      await this.#keeping.files();
    }, 'collecting');
  }

  /**
   * Opens a file in the way that answers its question.
   * @param {import('./open-files.js').Question} question @param {import('../certifier/functions.js').Remedy} remedy
   */
  async answer(question, remedy) {
    await this.#restored;
    if (this.busy) return;
    if (this.phase === 'paused' || this.phase === 'done') await this.cancel();
    await this.files.answer(question, remedy);
    await this.#keeping.files();
    this.changed();
  }

  /** Takes up parts: now, or when their run begins. @param {Source[]} parts */
  async #addParts(parts) {
    this.#parts.push(...parts);
    const { log } = this;
    if (this.counting || !log) return this.notify(`${parts.length === 1 ? 'A part waits' : `${parts.length} parts wait`} for the run to begin.`);
    await this.#do(async (signal, tell) => {
      await this.#readParts(log);
      if (!this.outcome && log.left.length === 0) await this.#run(log, signal, tell);
    });
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
    if (this.busy) return;
    this.message = '';
    await this.#do((signal, tell) => this.#start(signal, tell));
  }

  /** @param {AbortSignal} signal @param {Tell} tell */
  async #start(signal, tell) {
    const { collection } = this.engine;
    let log;
    try {
      const asked = await this.entries.read(collection);
      if (!asked) return;
      const { settings, samples, classifier } = asked;
      if (samples === null && this.#belongElsewhere(asked)) return;
      const counting = samples === null ? null : await this.voting.plan(settings, samples, this.shape?.dimension ?? 0, classifier);
      log = await this.#begin(await (counting ? collection.clouds(settings, counting.model.classes) : collection.plan(settings)), counting, tell);
    } catch (error) {
      return this.#complain(error, tell);
    }
    await this.#run(log, signal, tell);
  }

  /**
   * Compares the settings with those that the votes in the files belong to, and takes them for the ones where there are none. Votes of a model
   * say what they were counted with, which the core compares.
   * @param {import('./run-entries.js').Claimed} asked
   */
  #belongElsewhere({ settings, values }) {
    this.unproved = this.#claimed && !this.files.voted ? differenceOf({ ...settings }, { ...this.#claimed.settings }, SAMPLED) : null;
    if (!this.unproved) this.#claimed = { settings, values };
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
   * @param {import('./run-voting.js').RunCount | null} counting @param {Tell} tell
   */
  async #begin({ core, settings, count, offers, met }, counting, tell) {
    const entries = await this.engine.collection.entries(count), text = JSON.stringify(settings);
    const of = counting ? { counting, files: this.files.set } : this.files.described(text);
    const head = { run: unique(8), version: core, settings: text, count, ...of };
    const log = new RunLog(this.engine, head, entries, [], offers, met);
    this.entries.begin();
    tell({ log, outcome: undefined });
    await this.#keeping.begin(head, entries);
    if (!counting) await this.#readParts(log);
    return log;
  }

  /** @param {unknown} error @param {Tell} tell */
  #complain(error, tell) {
    if (tell({})) this.message = this.entries.blame(/** @type {Caught} */ (error)) || this.message;
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

  /** Goes on with what is left. */
  async goOn() {
    this.message = '';
    await this.#do((signal, tell) => this.#run(/** @type {RunLog} */ (this.log), signal, tell));
  }

  /** Does what is not done. @param {RunLog} log @param {AbortSignal} signal @param {Tell} tell @returns {Promise<void>} */
  async #run(log, signal, tell) {
    const { counting, run } = log.head;
    let pace = new Pace(log.done, log.total);
    tell({ doing: counting ? 'counting' : 'running', pace });
    const batch = new Batch((lines) => this.#keeping.put(run, lines), () => void tell({ pace }));
    const onDone = (/** @type {number} */ cloud, /** @type {string} */ line) => {
      log.add(cloud, line);
      if (counting) tell({ pace });
      else pace.done = log.done;
      batch.add([cloud, line]);
    };
    const onSamples = (/** @type {Pace} */ now) => {
      pace = now;
      batch.rest();
    };
    const work = counting ? this.voting.count(log, signal, onSamples, onDone) : log.certify(signal, onDone);
    const failure = await work.then(() => undefined, (error) => error);
    await batch.flush();
    if (failure) return this.#stop(log, failure, signal, tell);
    if (counting) return this.#certifyVotes(log, signal, tell);
    tell({ outcome: await log.outcome() });
  }

  /**
   * Pauses, gives up a count that the entries have to change for, or begins one again.
   * @param {RunLog} log @param {Caught} error @param {AbortSignal} signal @param {Tell} tell
   */
  async #stop(log, error, signal, tell) {
    const { again } = error ?? {};
    if (!log.head.counting || !(again || this.entries.isBlamed(error))) throw error;
    if (!tell({ log: undefined, doing: undefined })) return;
    await this.#keeping.end();
    return again ? this.#start(signal, tell) : this.#complain(error, tell);
  }

  /** Certifies the clouds with the votes that were counted. @param {RunLog} counted @param {AbortSignal} signal @param {Tell} tell */
  async #certifyVotes(counted, signal, tell) {
    let log;
    try {
      await this.voting.open(counted, this.files);
      await this.#keeping.files();
      // The points were drawn before they were counted on.
      if (this.entries.values.method === 'surface') this.entries.adapt({ points: '' });
      signal.throwIfAborted();
      log = await this.#begin(await this.engine.collection.plan(JSON.parse(counted.head.settings)), null, tell);
    } catch (error) {
      if (!tell({ log: undefined, doing: undefined })) return;
      await this.#keeping.end();
      return this.#complain(error, tell);
    }
    await this.#run(log, signal, tell);
  }

  /** Stops; what is done is kept. */
  pause() {
    return this.#do(async () => {}, this.#work.known.doing);
  }

  /** Stops and forgets the results; files and settings stay. */
  async cancel() {
    this.message = '';
    this.#work.ask(null);
    await this.#keeping.end();
    this.changed();
  }

  /** Forgets everything but the settings. */
  async clear() {
    await this.#restored;
    this.voting.forget();
    [this.#claimed, this.unproved] = [null, null];
    this.#parts = [];
    this.entries.forget();
    await this.files.clear();
    await this.cancel();
  }
}
