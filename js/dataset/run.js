/** A run over a dataset: reads files, plans, shares the clouds among the workers, keeps what is done. */

import { place, sentence } from '../reading/complaint.js';
import { understood } from '../files/laz.js';
import { runItems } from './items.js';
import { Store } from './store.js';
import { Entries } from '../entries/entries.js';
import { fromSettings, initialSettings, settingFor, toSettings } from '../entries/settings.js';

/**
 * empty → collecting → ready → running ⇄ paused → done. A run found after a reload starts as paused.
 * @typedef {'empty' | 'collecting' | 'ready' | 'running' | 'paused' | 'done'} Phase
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
  /** What the votes of a run document were counted with. @type {{model: {name?: string, sha256: string}, sampling: {estimate: number}} | undefined} */
  voted;
  done = 0;
  /** Milliseconds still to go, NaN while nobody knows. */
  remaining = NaN;
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

  /** @param {import('../engine/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.entries.addEventListener('change', () => this.changed());
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  get total() {
    return this.#entries.length;
  }

  /** Takes up the run that a reload interrupted. */
  async restore() {
    const kept = await this.#store.read().catch(() => undefined);
    if (!kept || this.phase !== 'empty') return;
    const core = await this.engine.ready();
    this.entries.replace(fromSettings(JSON.parse(kept.head.settings)));
    if (kept.head.core !== core) {
      this.message = `An unfinished run was made by version ${kept.head.core}, this page is ${core}: its settings are kept, its results are not.`;
      return this.changed();
    }
    Object.assign(this, { phase: 'paused', done: kept.results.filter(Boolean).length });
    [this.#head, this.#entries, this.#results] = [kept.head, kept.entries, kept.results];
    this.message = `An unfinished run of ${this.total} clouds was found: ${this.done} are done.`;
    if (this.done === this.total) await this.#finish();
    this.changed();
  }

  /** Reads more files. @param {{name: string, bytes: () => Promise<Uint8Array>}[]} files */
  async add(files) {
    if (this.phase === 'running' || this.phase === 'collecting') return;
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
      const { settings, voted, ...size } = await this.engine.collection.add(file.name, file.bytes);
      this.size = size;
      this.voted = voted;
      if (settings) this.entries.replace(fromSettings(settings));
    } catch (error) {
      const field = /** @type {any} */ (error)?.field;
      this.refused.push({ name, message: field ? `${field}: ${/** @type {any} */ (error).message}` : place(error, name) });
    }
  }

  /** Starts from the beginning. */
  async start() {
    const { settings, errors } = toSettings(this.entries.values);
    this.entries.errors = errors;
    this.message = '';
    if (Object.keys(errors).length) return this.changed();
    try {
      const plan = await this.engine.collection.plan(settings);
      this.#head = { core: plan.core, settings: JSON.stringify(plan.settings), count: plan.count };
      this.#entries = [];
      while (this.total < plan.count) {
        this.#entries.push(...await this.engine.collection.entries(this.total, CHUNK));
      }
    } catch (error) {
      return this.#complain(error);
    }
    this.#results = new Array(this.total);
    this.#kept = true;
    await this.#keep(() => this.#store.begin(/** @type {any} */ (this.#head), this.#entries));
    await this.resume();
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

  /** Runs what is not done. */
  async resume() {
    const job = this.#job = new AbortController();
    const left = [...this.#results.keys()].filter((i) => this.#results[i] === undefined);
    const began = performance.now();
    /** @type {[number, string][]} */
    let fresh = [];
    let written = began;
    this.phase = 'running';
    this.remaining = NaN;
    this.done = this.total - left.length;
    this.changed();
    const flush = () => {
      const batch = fresh;
      fresh = [];
      return batch.length > 0 ? this.#keep(() => this.#store.put(batch)) : undefined;
    };
    const { settings: text } = /** @type {any} */ (this.#head);
    try {
      await runItems(this.engine, left, (i) => [text, this.#entries[i]], job.signal, (i, result) => {
        this.#results[i] = result;
        fresh.push([i, result]);
        this.done++;
        const now = performance.now();
        if (now - written < REST) return;
        const todo = this.total - this.done;
        this.remaining = (now - began) / (left.length - todo) * todo;
        written = now;
        void flush();
        this.changed();
      });
    } catch (error) {
      await flush();
      if (job !== this.#job) return;
      this.phase = 'paused';
      if (/** @type {any} */ (error)?.name !== 'AbortError') this.message = sentence(error);
      return this.changed();
    }
    await flush();
    await this.#finish();
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
    [this.#entries, this.#results] = [[], []];
    await this.#store.clear().catch(() => {});
    this.changed();
  }

  /** Forgets everything but the settings. */
  async clear() {
    this.size = { clouds: 0, votes: 0 };
    this.voted = undefined;
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
