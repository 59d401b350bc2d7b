/** A run over a dataset: reads files, has votes counted where a model is to give them, shares the clouds among the workers, keeps what is done. */

import { place, sentence } from '../reading/complaint.js';
import { understood } from '../files/understood.js';
import { runItems } from './items.js';
import { Pace } from './pace.js';
import { Store } from './store.js';
import { Entries } from '../entries/entries.js';
import { fromSettings, initialSettings, settingFor, toSampling, toSettings, votedFor } from '../entries/settings.js';

/**
 * empty → collecting → ready → running ⇄ paused → done. Where a model votes, counting ⇄ paused comes before running. What is
 * found after a reload starts as paused.
 * @typedef {'empty' | 'collecting' | 'ready' | 'counting' | 'running' | 'paused' | 'done'} Phase
 *
 * @typedef {{chosen: any, key: string}} Model as a later visit gets it back; the key tells its votes from those of others
 *
 * @typedef {object} Counting a count of votes for all clouds
 * @property {number} dimension of the clouds
 * @property {number} samples of each
 * @property {Model} model
 * @property {string} by all that the votes depend on but for the clouds
 *
 * @typedef {object} Voter what counts votes, see the room of classifiers
 * @property {(dimension: number) => Promise<Model>} model
 * @property {(settings: any, dimension: number, samples: number, model: Model) => Promise<void>} begin
 * @property {(entry: string, signal: AbortSignal, onSamples: (samples: number) => void) => Promise<string>} count
 * @property {(samples: number) => number} all
 * @property {(settings: any, entries: string[], counted: string[]) => Blob} document
 */

/** @typedef {{name: string, message: string}} Failure */

/** Most entries fetched from the certifier in one go. */
const CHUNK = 50;
/** Milliseconds between writes of results and redraws. */
const REST = 250;

export class Run extends EventTarget {
  /** @type {Phase} */
  phase = 'empty';
  /** What is to be certified; the ids of its controls differ from those of the page's first form. */
  entries = new Entries(initialSettings(), 'run-');
  /** What could not be read at all. @type {Failure[]} */
  refused = [];
  /** What has to be said, '' for nothing. */
  message = '';
  /** How far reading has come. */
  reading = { done: 0, total: 0 };
  size = { clouds: 0, votes: 0 };
  /** The first cloud, null where there is none. @type {{dimension: number, count: number} | null} */
  shape = null;
  /** What counts votes, once it is loaded. Set by the page. @type {() => Promise<Voter>} */
  voter = () => Promise.reject(new Error('There is nothing here that runs models.'));
  /** The run with the votes that were counted here. @type {Blob | null} */
  votes = null;
  /** What the votes of a run document were counted with. @type {{model: {name?: string, sha256: string}, sampling: {estimate: number}} | undefined} */
  voted;
  done = 0;
  /** How it goes: clouds, or samples while votes are counted. */
  pace = new Pace(0, 0);
  /** What would give clouds that fail another chance. @type {import('../engine/protocol.js').Offer[]} */
  offers = [];
  /** The result document without the verdicts on single clouds, once the run is done. @type {import('../reading/documents.js').RunResult | undefined} */
  result;

  #store = new Store();
  #kept = true;
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

  /** @param {import('../engine/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.entries.addEventListener('change', () => this.changed());
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.message = sentence;
    this.changed();
  }

  get total() {
    return this.#entries.length;
  }

  /** Whether votes are counted, or were when the run was paused. */
  get counting() {
    return Boolean(this.#head?.counting);
  }

  /** Takes up the run that a reload interrupted. */
  async restore() {
    const kept = await this.#store.read().catch(() => undefined);
    if (!kept || this.phase !== 'empty') return;
    const core = await this.engine.ready();
    const { counting, voted, settings } = kept.head;
    this.entries.replace(fromSettings(JSON.parse(settings)));
    if (counting) this.entries.adapt({ given: 'model', model: counting.model.chosen.example, counted: String(counting.samples) });
    if (kept.head.core !== core) {
      this.message = `An unfinished run was made by version ${kept.head.core}, this page is ${core}: its settings are kept, its results are not.`;
      return this.changed();
    }
    [this.#head, this.#entries, this.#results] = [kept.head, kept.entries, kept.results];
    Object.assign(this, { phase: 'paused', done: kept.results.filter(Boolean).length, voted });
    this.pace = new Pace(this.done, this.total);
    this.message = counting ? `An unfinished count was found: ${this.done} of ${this.total} clouds have their votes.`
      : `An unfinished run of ${this.total} clouds was found: ${this.done} are done.`;
    if (this.done === this.total && !counting) await this.#finish();
    this.changed();
  }

  /** Whether no other files can be taken. */
  get busy() {
    return this.#starting || ['collecting', 'counting', 'running'].includes(this.phase);
  }

  /** Reads more files. @param {{name: string, bytes: () => Promise<Uint8Array>}[]} files */
  async add(files) {
    if (this.busy) return;
    if (this.phase === 'paused' || this.phase === 'done') await this.clear();
    this.phase = 'collecting';
    this.message = '';
    this.reading = { done: 0, total: files.length };
    const names = new Set(files.map(({ name }) => name));
    this.refused = this.refused.filter(({ name }) => !names.has(name));
    let drawn = performance.now();
    for (const { name, bytes } of files) {
      await this.#take(name, bytes);
      this.reading.done++;
      if (performance.now() - drawn > REST) {
        this.changed();
        drawn = performance.now();
      }
    }
    this.phase = this.size.clouds > 0 ? 'ready' : 'empty';
    this.changed();
  }

  /** @param {string} name @param {() => Promise<Uint8Array>} read */
  async #take(name, read) {
    try {
      const file = await understood(name, await read());
      const settings = await this.#open(file.name, file.bytes);
      if (settings) this.entries.replace(fromSettings(settings, this.entries.values));
    } catch (error) {
      const field = /** @type {any} */ (error)?.field;
      this.refused.push({ name, message: field ? `${field}: ${/** @type {any} */ (error).message}` : place(error, name) });
    }
  }

  /** @param {string} name @param {Uint8Array} bytes @returns {Promise<any>} the settings of a run document */
  async #open(name, bytes) {
    const { settings, voted, clouds, votes, dimension, points } = await this.engine.collection.add(name, bytes);
    this.size = { clouds, votes };
    this.shape = dimension ? { dimension, count: points } : null;
    this.voted = voted;
    this.votes = null;
    this.#by = '';
    return settings;
  }

  /** Starts from the beginning. */
  async start() {
    if (this.busy) return;
    const { values } = this.entries;
    const { settings, errors } = toSettings(values);
    const sampling = values.given === 'model' ? toSampling(values) : { samples: 0, errors: {} };
    this.entries.errors = { ...errors, ...sampling.errors };
    this.message = '';
    if (Object.keys(this.entries.errors).length) return this.changed();
    this.#starting = true;
    try {
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
    const by = JSON.stringify([votedFor(settings), samples, model.key]);
    if (by === this.#by) return this.#begin(await this.engine.collection.plan(settings));
    return this.#begin(await this.engine.collection.clouds(settings), { dimension, samples, model, by });
  }

  /** @param {Awaited<ReturnType<import('../engine/collection.js').Collection['plan']>>} plan @param {Counting} [counting] */
  async #begin({ core, settings, count, offers = [] }, counting) {
    this.offers = offers;
    /** @type {string[]} */
    const entries = [];
    while (entries.length < count) entries.push(...await this.engine.collection.entries(entries.length, CHUNK));
    const head = this.#head = { core, settings: JSON.stringify(settings), count, counting, voted: this.voted };
    this.#entries = entries;
    this.#results = new Array(count);
    this.#kept = true;
    await this.#keep(() => this.#store.begin(head, entries));
  }

  /** @param {any} error */
  #complain(error) {
    const entry = settingFor(error?.field);
    if (entry) this.entries.errors[entry] = sentence(error);
    else this.message = error?.field ? `${error.field}: ${error.message}` : sentence(error);
    this.changed();
  }

  /** What does not fit onto the disk is only not kept. @param {() => Promise<void>} write */
  async #keep(write) {
    if (!this.#kept) return;
    try {
      await write();
    } catch (error) {
      this.#kept = false;
      this.message = `The run cannot be kept across a reload (${/** @type {any} */ (error)?.name ?? 'no storage'}); it goes on all the same.`;
    }
  }

  /** Starts again with what gives clouds that failed another chance. @param {import('../engine/protocol.js').Offer} offer */
  async accept(offer) {
    if (!this.offers.includes(offer)) return;
    const { reading, preparation, files = [] } = offer;
    await this.cancel();
    if (reading) await this.engine.collection.reread(files, reading);
    if (preparation?.drop_missing) this.entries.set('dropMissing', 'true');
    await this.start();
  }

  /** Goes on after a pause. */
  async goOn() {
    this.message = '';
    await this.resume();
  }

  /** Does what is not done. */
  async resume() {
    const job = this.#job = new AbortController();
    const left = [...this.#results.keys()].filter((i) => this.#results[i] === undefined);
    /** @type {[number, string][]} */
    let fresh = [];
    let written = performance.now();
    this.phase = this.counting ? 'counting' : 'running';
    this.done = this.total - left.length;
    this.pace = new Pace(this.done, this.total);
    this.changed();
    const flush = () => {
      const batch = fresh;
      fresh = [];
      return batch.length > 0 ? this.#keep(() => this.#store.put(batch)) : undefined;
    };
    const rest = () => {
      const now = performance.now();
      if (now - written < REST) return;
      written = now;
      void flush();
      this.changed();
    };
    const onDone = (/** @type {number} */ i, /** @type {string} */ result) => {
      this.#results[i] = result;
      fresh.push([i, result]);
      this.done++;
      if (!this.counting) this.pace.done = this.done;
      rest();
    };
    try {
      await (this.counting ? this.#count(left, job.signal, onDone, rest) : this.#certify(left, job.signal, onDone));
    } catch (error) {
      await flush();
      if (job !== this.#job) return;
      if (this.counting && settingFor(/** @type {any} */ (error)?.field)) {
        await this.cancel();
        return this.#complain(error);
      }
      this.phase = 'paused';
      if (/** @type {any} */ (error)?.name !== 'AbortError') this.message = sentence(error);
      return this.changed();
    }
    await flush();
    if (job !== this.#job) return;
    await (this.counting ? this.#voteThenRun(job) : this.#finish());
  }

  /** @param {number[]} left @param {AbortSignal} signal @param {(i: number, result: string) => void} onDone */
  #certify(left, signal, onDone) {
    const { settings: text } = /** @type {import('./store.js').Head} */ (this.#head);
    return runItems(this.engine, left, (i) => [text, this.#entries[i]], signal, onDone);
  }

  /** @param {number[]} left @param {AbortSignal} signal @param {(i: number, counted: string) => void} onDone @param {() => void} onSamples */
  async #count(left, signal, onDone, onSamples) {
    const { settings, counting } = /** @type {import('./store.js').Head} */ (this.#head);
    const { dimension, samples, model } = /** @type {Counting} */ (counting);
    const voter = await this.voter();
    const each = voter.all(samples);
    if (left.length > 0) await voter.begin(JSON.parse(settings), dimension, samples, model);
    const pace = this.pace = new Pace(each * this.done, each * this.total);
    for (const i of left) {
      signal.throwIfAborted();
      const before = each * this.done;
      onDone(i, await voter.count(this.#entries[i], signal, (done) => {
        pace.done = before + done;
        onSamples();
      }));
      pace.done = each * this.done;
      this.changed();
    }
  }

  /** Opens the run with the votes that were counted in the place of the files, and certifies it. @param {AbortController} job */
  async #voteThenRun(job) {
    const { settings: text, counting } = /** @type {import('./store.js').Head} */ (this.#head);
    const settings = JSON.parse(text);
    try {
      const voter = await this.voter();
      const votes = voter.document(settings, this.#entries, /** @type {string[]} */ (this.#results));
      await this.engine.collection.clear();
      await this.#open('run.json', new Uint8Array(await votes.arrayBuffer()));
      Object.assign(this, { votes });
      // The points were drawn before they were counted on.
      if (this.entries.values.method === 'surface') this.entries.adapt({ points: '' });
      this.#by = counting?.by ?? '';
      if (job !== this.#job) return this.changed();
      await this.#begin(await this.engine.collection.plan(settings));
    } catch (error) {
      await this.cancel();
      return this.#complain(error);
    }
    if (job === this.#job) await this.resume();
    else await this.cancel();
  }

  async #finish() {
    const { settings: text } = /** @type {any} */ (this.#head);
    const bytes = await this.engine.collection.result(text, `[${this.#results.join(',')}]`);
    this.#document = new Blob([/** @type {any} */ (bytes)], { type: 'application/json' });
    this.result = JSON.parse(head(new TextDecoder().decode(bytes)));
    this.#failed = this.#results.flatMap((result) => (result?.includes('"failure":') ? [failure(result)] : []));
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
    Object.assign(this, { phase: this.size.clouds > 0 ? 'ready' : 'empty', done: 0, result: undefined, message: '' });
    [this.#head, this.#entries, this.#results, this.offers] = [undefined, [], [], []];
    await this.#store.clear().catch(() => {});
    this.changed();
  }

  /** Forgets everything but the settings. */
  async clear() {
    this.size = { clouds: 0, votes: 0 };
    Object.assign(this, { voted: undefined, votes: null, shape: null });
    this.refused = [];
    await this.engine.collection.clear();
    await this.cancel();
  }

  /** The files that could not be read and, of a run that is done, the clouds there is no verdict on. @returns {Failure[]} */
  get failures() {
    return this.phase === 'done' ? [...this.refused, ...this.#failed] : this.refused;
  }

  /** The run document, which gives the same result on the command line. */
  document() {
    const { settings: text } = /** @type {any} */ (this.#head);
    const clouds = this.#entries.flatMap((entry, i) => [i ? ',\n' : '', entry]);
    const voted = this.voted ? `,\n"voted":${JSON.stringify(this.voted)}` : '';
    return new Blob([text.slice(0, -1), voted, ',\n"clouds":[\n', ...clouds, '\n]}\n'], { type: 'application/json' });
  }

  /** The result document, byte for byte what the command line prints. */
  resultDocument() {
    return this.#document;
  }
}

/** A result document up to the verdicts on single clouds. @param {string} text */
const head = (text) => `${text.slice(0, text.indexOf(',\n  "results": ['))}}`;

/** @param {string} text of an item without a verdict @returns {Failure} */
function failure(text) {
  const { name, failure: message } = JSON.parse(text);
  return { name, message };
}
