/** A run over a dataset: has votes counted where a model is to give them, shares the clouds among the workers, keeps what is done. */

import { sentence } from '../words/complaint.js';
import { Batch, seldom } from './batch.js';
import { failuresIn, resultHead, runDocument } from './documents.js';
import { Gathered } from './gathered.js';
import { runItems } from './items.js';
import { Keeping } from './keeping.js';
import { Pace } from './pace.js';
import { isPart, Parts } from './parts.js';
import { countVotes } from './voting.js';
import { Entries } from '../form/entries.js';
import { blamed } from '../form/reader.js';
import { PREPARED_RUN, preparationValues } from '../form/preparation.js';
import { fromSettings, initialSettings, settingFor, toSampling, toSettings } from '../form/settings.js';
import { sampledFor } from '../documents/votes.js';

/**
 * empty → collecting → ready → running ⇄ paused → done. Where a model votes, counting ⇄ paused comes before running. What is
 * found after a reload starts as paused.
 * @typedef {'empty' | 'collecting' | 'ready' | 'counting' | 'running' | 'paused' | 'done'} Phase
 */

/** @typedef {import('./gathered.js').Failure} Failure */
/** @typedef {import('./files.js').Source} Source */

/** Most entries fetched from the certifier in one go. */
const CHUNK = 50;

export class Run extends EventTarget {
  /** @type {Phase} */
  phase = 'empty';
  /** What is to be certified; the ids of its controls differ from those of the page's first form. */
  entries = new Entries(initialSettings(), 'run-');
  /** What has to be said, '' for nothing. */
  message = '';
  /** What counts votes, once it is loaded. Set by the page. @type {() => Promise<import('./voting.js').Voter>} */
  voter = () => Promise.reject(new Error('There is nothing here that runs models.'));
  /** The run with the votes that were counted here. @type {Blob | null} */
  votes = null;
  done = 0;
  /** How it goes: clouds, or samples while votes are counted. */
  pace = new Pace(0, 0);
  /** What would give clouds that fail another chance. @type {import('../certifier/functions.js').Offer[]} */
  offers = [];
  /** The result document without the verdicts on single clouds, once the run is done. @type {import('../documents/documents.js').RunResult | undefined} */
  result;

  /** @type {import('./store.js').Head | undefined} */
  #head;
  /** @type {string[]} */
  #entries = [];
  /** @type {(string | undefined)[]} */
  #results = [];
  /** The clouds there is no verdict on. @type {Failure[]} */
  #failed = [];
  #document = new Blob();
  #job = new AbortController();
  /** Whether a start is on its way. */
  #starting = false;
  /** What the votes of the clouds that are open were counted by here. */
  #by = '';
  /** Parts that wait for their run to begin. @type {Source[]} */
  #waiting = [];
  #parts;
  #keeping;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.gathered = new Gathered(engine);
    this.#keeping = new Keeping(this.gathered, (sentence) => { this.message = sentence; });
    this.#parts = new Parts(engine, () => this.document());
    this.entries.addEventListener('change', () => this.changed());
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
  get shape() {
    return this.gathered.shape;
  }

  /** What the votes of a run document were counted with. */
  get voted() {
    return this.#head?.voted ?? this.gathered.voted;
  }

  get total() {
    return this.#entries.length;
  }

  /** Whether votes are counted, or were when the run was paused. */
  get counting() {
    return Boolean(this.#head?.counting);
  }

  /** Takes up the files and the run of an earlier visit. */
  async restore() {
    const { run, files } = await this.#keeping.found();
    if (this.phase !== 'empty') return;
    if (files.length > 0) await this.#reopen(files);
    if (run) await this.#takeUp(run);
    this.changed();
  }

  /** @param {import('./store.js').OpenFile[]} files */
  async #reopen(files) {
    this.phase = 'collecting';
    const settings = await this.gathered.restore(files, seldom(() => this.changed()));
    if (settings) this.entries.replace(fromSettings(settings, this.entries.values));
    this.phase = this.gathered.size.clouds > 0 ? 'ready' : 'empty';
  }

  /** @param {import('./store.js').Kept} kept */
  async #takeUp(kept) {
    const core = await this.engine.ready();
    const { counting, settings } = kept.head;
    this.entries.replace(fromSettings(JSON.parse(settings)));
    if (counting) this.entries.adapt({ given: 'model', model: counting.model.chosen.example, counted: String(counting.samples) });
    if (kept.head.core !== core) return this.notify(`A run was made by version ${kept.head.core}, this page is ${core}: its settings are kept, its results are not.`);
    [this.#head, this.#entries, this.#results] = [kept.head, kept.entries, kept.results];
    Object.assign(this, { phase: 'paused', done: kept.results.filter(Boolean).length });
    this.gathered.shipped = kept.head.shipped ?? false;
    this.#parts.forget();
    this.pace = new Pace(this.done, this.total);
    if (this.done === this.total && !counting) return this.#finish();
    this.message = `An unfinished ${counting ? 'count' : 'run'} was found: ${this.done} of ${this.total} clouds ${counting ? 'have their votes' : 'are done'}.`;
  }

  /** Whether no other files can be taken. */
  get busy() {
    return this.#starting || ['collecting', 'counting', 'running'].includes(this.phase);
  }

  /** Whether another run may take the place of this one unasked: what comes with the page and is not begun, or done. */
  get replaceable() {
    return this.phase === 'empty' || (!this.busy && this.phase !== 'paused' && this.gathered.shipped);
  }

  /** Reads more files: what a run is made of, or parts of it that others have done. @param {Source[]} files */
  async add(files) {
    if (this.busy) return;
    const parts = files.filter(isPart);
    if (parts.length < files.length) await this.#gather(files.filter((file) => !isPart(file)));
    if (parts.length > 0) await this.#take(parts);
  }

  /** @param {Source[]} files */
  async #gather(files) {
    if (this.phase === 'paused' || this.phase === 'done') await this.clear();
    Object.assign(this, { phase: 'collecting', message: '', votes: null });
    this.#by = '';
    const settings = await this.gathered.read(files, seldom(() => this.changed()));
    await this.#keeping.files();
    if (settings) this.entries.replace(fromSettings(settings, this.entries.values));
    this.phase = this.gathered.size.clouds > 0 ? 'ready' : 'empty';
    this.changed();
  }

  /** Takes up parts: now, or when their run begins. @param {Source[]} parts */
  async #take(parts) {
    this.#waiting.push(...parts);
    if (this.counting || !this.#head) {
      return this.notify(`${parts.length === 1 ? 'A part waits' : `${parts.length} parts wait`} for the run to begin.`);
    }
    this.#starting = true;
    await this.#takeWaiting();
    this.#starting = false;
    if (this.phase === 'paused' && this.done === this.total) await this.resume();
    this.changed();
  }

  /** Starts from the beginning. */
  async start() {
    if (this.busy) return;
    const { values } = this.entries;
    const { settings, errors } = toSettings(values);
    const sampling = values.given === 'model' ? toSampling(values) : { samples: 0, errors: {} };
    [this.message, this.#starting] = ['', true];
    try {
      const refused = blamed(await this.engine.collection.check(settings), settingFor);
      this.entries.errors = { ...refused, ...errors, ...sampling.errors };
      if (Object.keys(this.entries.errors).length) return this.changed();
      await (values.given === 'model' ? this.#beginCount(settings, sampling.samples) : this.#begin(await this.engine.collection.plan(settings)));
    } catch (error) {
      return this.#complain(error);
    } finally {
      this.#starting = false;
    }
    await this.resume();
  }

  /** Begins to count, unless the votes that are there are those that would be counted. @param {any} settings @param {number} samples */
  async #beginCount(settings, samples) {
    const dimension = this.shape?.dimension ?? 0;
    const voter = await this.voter();
    const model = await voter.model(dimension);
    const by = JSON.stringify([sampledFor(settings), samples, model.key]);
    if (by === this.#by) return this.#begin(await this.engine.collection.plan(settings));
    return this.#begin(await this.engine.collection.clouds(settings), { dimension, samples, model, by });
  }

  /** @param {Awaited<ReturnType<import('../certifier/collection.js').Collection['plan']>>} plan @param {import('./voting.js').Counting} [counting] */
  async #begin({ core, settings, count, offers = [] }, counting) {
    this.offers = offers;
    /** @type {string[]} */
    const entries = [];
    while (entries.length < count) entries.push(...await this.engine.collection.entries(entries.length, CHUNK));
    const text = JSON.stringify(settings);
    const head = this.#head = { core, settings: text, count, ...(counting ? { counting, files: this.gathered.set } : this.gathered.described(text)) };
    this.#entries = entries;
    this.#results = new Array(count);
    this.#parts.forget();
    await this.#keeping.begin(head, entries);
    if (!counting) await this.#takeWaiting();
  }

  /** Takes up what others have done of this run, where there are parts of it. */
  async #takeWaiting() {
    const files = this.#waiting;
    if (files.length === 0) return;
    this.#waiting = [];
    const { fresh, changed, refused } = await this.#parts.read(files, this.#results);
    for (const { name, error } of refused) this.gathered.refuse(name, error);
    await this.#keeping.put(fresh);
    this.done += fresh.length;
    if (fresh.length > 0) this.message = `${fresh.length} of ${this.total} clouds were done elsewhere and taken from parts.`;
    else this.message = refused.length > 0 ? 'Nothing was taken from parts.' : 'The parts have nothing that is not done here.';
    if (changed > 0) this.message += ` ${changed} were computed from other points and count for nothing.`;
  }

  /** @param {any} error */
  #complain(error) {
    const entry = settingFor(error?.field);
    if (entry) this.entries.errors[entry] = sentence(error);
    else this.message = error?.field ? `${error.field}: ${error.message}` : sentence(error);
    this.changed();
  }

  /** Starts again with what gives clouds that failed another chance. @param {import('../certifier/functions.js').Offer} offer */
  async accept(offer) {
    if (!this.offers.includes(offer)) return;
    const { reading, preparation, files = [] } = offer;
    await this.cancel();
    if (reading) {
      await this.engine.collection.reread(files, reading);
      await this.#keeping.files(true);
    }
    for (const [entry, text] of Object.entries(preparationValues(preparation, PREPARED_RUN))) this.entries.set(entry, text);
    await this.start();
  }

  async goOn() {
    this.message = '';
    await this.resume();
  }

  /** Does what is not done. */
  async resume() {
    const job = this.#job = new AbortController();
    const left = [...this.#results.keys()].filter((i) => this.#results[i] === undefined);
    const batch = new Batch((results) => this.#keeping.put(results), () => this.changed());
    this.phase = this.counting ? 'counting' : 'running';
    this.done = this.total - left.length;
    this.pace = new Pace(this.done, this.total);
    this.changed();
    const onDone = (/** @type {number} */ i, /** @type {string} */ result) => {
      if (job !== this.#job) return;
      this.#results[i] = result;
      this.done++;
      if (this.counting) this.changed();
      else this.pace.done = this.done;
      batch.add(i, result);
    };
    try {
      await (this.counting ? this.#count(left, job.signal, onDone, () => batch.rest()) : this.#certify(left, job.signal, onDone));
    } catch (error) {
      await batch.flush();
      if (job !== this.#job) return;
      if (this.counting && settingFor(/** @type {any} */ (error)?.field)) {
        await this.cancel();
        return this.#complain(error);
      }
      this.phase = 'paused';
      if (/** @type {any} */ (error)?.name !== 'AbortError') this.message = sentence(error);
      return this.changed();
    }
    await batch.flush();
    if (job !== this.#job) return;
    await (this.counting ? this.#voteThenRun(job) : this.#finish());
  }

  /** @param {number[]} left @param {AbortSignal} signal @param {(i: number, result: string) => void} onDone */
  #certify(left, signal, onDone) {
    const { settings: text } = /** @type {import('./store.js').Head} */ (this.#head);
    return runItems(this.engine, left, (i) => [text, this.#entries[i]], signal, onDone);
  }

  /** @param {number[]} left @param {AbortSignal} signal @param {(i: number, counted: string) => void} onCloud @param {() => void} rest */
  async #count(left, signal, onCloud, rest) {
    const onSamples = (/** @type {Pace} */ pace) => {
      this.pace = pace;
      rest();
    };
    await countVotes(await this.voter(), /** @type {any} */ (this.#head), this.#entries, left, { signal, onSamples, onCloud });
  }

  /** Opens the run with the votes that were counted in the place of the files, and certifies it. @param {AbortController} job */
  async #voteThenRun(job) {
    const { settings: text, counting } = /** @type {import('./store.js').Head} */ (this.#head);
    const settings = JSON.parse(text);
    try {
      const voter = await this.voter();
      const votes = voter.document(settings, this.#entries, /** @type {string[]} */ (this.#results));
      await this.gathered.clear();
      await this.gathered.open('run.json', new Uint8Array(await votes.arrayBuffer()));
      await this.#keeping.files();
      this.votes = votes;
      // The points were drawn before they were counted on.
      if (this.entries.values.method === 'surface') this.entries.adapt({ points: '' });
      this.#by = counting?.by ?? '';
      if (job !== this.#job) return this.changed();
      await this.#begin(await this.engine.collection.plan(settings));
    } catch (error) {
      await this.cancel();
      return this.#complain(error);
    }
    if (job !== this.#job) return this.cancel();
    if (!job.signal.aborted) return this.resume();
    this.phase = 'paused';
    this.changed();
  }

  async #finish() {
    const { settings: text } = /** @type {any} */ (this.#head);
    const bytes = await this.engine.collection.result(text, `[${this.#results.join(',')}]`);
    this.#document = new Blob([/** @type {any} */ (bytes)], { type: 'application/json' });
    this.result = resultHead(bytes);
    this.#failed = failuresIn(this.#results);
    this.phase = 'done';
    this.changed();
  }

  /** Stops; what is done is kept. */
  pause() {
    this.#job.abort();
  }

  /** Stops and forgets the results; files and settings stay. */
  async cancel() {
    this.#job.abort();
    this.#job = new AbortController();
    Object.assign(this, { phase: this.gathered.size.clouds > 0 ? 'ready' : 'empty', done: 0, result: undefined, message: '' });
    [this.#head, this.#entries, this.#results, this.offers] = [undefined, [], [], []];
    await this.#keeping.end();
    this.changed();
  }

  /** Forgets everything but the settings. */
  async clear() {
    this.votes = null;
    this.#by = '';
    this.#waiting = [];
    await this.gathered.clear();
    await this.cancel();
  }

  /** The files that could not be read and, of a run that is done, the clouds there is no verdict on. @returns {Failure[]} */
  get failures() {
    const { refused } = this.gathered;
    return this.phase === 'done' ? [...refused, ...this.#failed] : refused;
  }

  /** The run document, which gives the same result on the command line. */
  document() {
    const { settings: text, document } = /** @type {any} */ (this.#head);
    return document ?? runDocument(text, this.voted, this.#entries);
  }

  /** What is done so far, as a part that the command line goes on from. */
  part() {
    return this.#parts.write(this.#results);
  }

  /** The result document, byte for byte what the command line prints. */
  resultDocument() {
    return this.#document;
  }
}
