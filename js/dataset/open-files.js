/** The files that are open: of clouds, of labels and of votes, or a run document. */

import { readableBytes } from '../clouds/file-bytes.js';
import { place } from '../words/error-sentence.js';
import { unique } from './log.js';
import { FileStore } from './store.js';

/** @typedef {import('../words/error-sentence.js').Caught} Caught */
/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('./log.js').Failure} Failure */
/** @typedef {{name: string, message: string, bytes: Uint8Array, remedies: import('../certifier/functions.js').Remedy[]}} Question */

export class OpenFiles {
  /** Files that could not be read at all. @type {Failure[]} */
  refused = [];
  /** Progress of reading. */
  reading = { done: 0, total: 0 };
  size = { clouds: 0, votes: 0 };
  /** Names the votes still missing: 'votes_pred', 'votes_cert', 'votes' for both, '' for none of these. */
  lacks = 'votes';
  /** Names of the classes, null if the files have only numbers. @type {string[] | null} */
  classes = null;
  /** Ambiguous files, with the possible answers. @type {Question[]} */
  questions = [];
  /** The first cloud, null where there is none. @type {{dimension: number, count: number} | null} */
  shape = null;
  /**
   * Settings with which the votes of a run document were counted.
   * @type {{model: {name?: string, sha256: string}, sampling: {estimate: number}} | undefined}
   */
  voted;
  /** True if all of it comes with the page. */
  shipped = false;
  /** Tells these files from those of another window. */
  set = '';

  #engine;
  #store = new FileStore();
  /** Number of files kept for the next visit; Infinity if the browser does not keep them. */
  #kept = 0;
  /** The run document that is all there is, with its settings. @type {{settings: string, content: Blob} | null} */
  #whole = null;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Reads files, one after the other.
   * @param {Source[]} files @param {() => void} onRead @returns {Promise<Record<string, unknown> | undefined>} the settings of a run document among them
   */
  async read(files, onRead) {
    const names = new Set(files.map(({ name }) => name));
    this.refused = this.refused.filter(({ name }) => !names.has(name));
    this.questions = this.questions.filter(({ name }) => !names.has(name));
    return this.#each(files, onRead, async ({ name, bytes, shipped = false }) => {
      const file = await readableBytes(name, await bytes());
      this.shipped = shipped && this.#isBare;
      return this.#openOrAsk(file.name, file.bytes);
    });
  }

  /** @param {string} name @param {Uint8Array} bytes */
  async #openOrAsk(name, bytes) {
    try {
      return await this.open(name, bytes);
    } catch (error) {
      const { remedies, message } = /** @type {import('../certifier/failure.js').EngineError} */ (error);
      if (!remedies) throw error;
      this.questions.push({ name, message, bytes, remedies });
    }
  }

  /** Opens a file in the way that answers its question. @param {Question} question @param {import('../certifier/functions.js').Remedy} remedy */
  async answer(question, remedy) {
    this.questions = this.questions.filter((one) => one !== question);
    await this.open(question.name, question.bytes, JSON.stringify(remedy.reading)).catch((error) => this.refuse(question.name, error));
  }

  /**
   * Opens what an earlier visit has kept. @param {import('./store.js').OpenFile[]} files @param {() => void} onRead
   * @returns {Promise<Record<string, unknown> | undefined>} the settings of a run document among them
   */
  async restore(files, onRead) {
    [this.set, this.#kept] = [files[0].set, files.length];
    return this.#each(files, onRead, async ({ name, bytes, reading, shipped }) => {
      this.shipped = shipped;
      return this.open(name, bytes, reading);
    });
  }

  /** The files of an earlier visit, none where nothing is kept. */
  found() {
    return this.#store.read().catch(() => []);
  }

  /**
   * Keeps the files that were opened since for the next visit. Rejects, once, where the browser does not.
   * @param {boolean} [all] those before as well, which are read in another way now
   */
  async keep(all = false) {
    if (this.#kept === Infinity) return;
    const { files } = this.#engine.collection, { shipped } = this, first = all ? 0 : this.#kept;
    if (first === 0) this.set = unique(8);
    const { set } = this;
    this.#kept = files.length;
    try {
      // A view of a larger buffer would take all of that along.
      await this.#store.put(
        first,
        files.slice(first).map(({ bytes, ...file }) => ({ ...file, bytes: bytes.byteLength < bytes.buffer.byteLength ? bytes.slice() : bytes, set, shipped })),
      );
    } catch (error) {
      this.#kept = Infinity;
      await this.#store.clear().catch(() => {}); // some of them are no dataset
      throw error;
    }
  }

  /** @template {{name: string}} F @template T @param {F[]} files @param {() => void} onRead @param {(file: F) => Promise<T | undefined>} open */
  async #each(files, onRead, open) {
    this.reading = { done: 0, total: files.length };
    /** @type {T | undefined} */
    let settings;
    for (const file of files) {
      try {
        settings = await open(file) ?? settings;
      } catch (error) {
        this.refuse(file.name, error);
      }
      this.reading.done++;
      onRead();
    }
    return settings;
  }

  /** Says all that is wrong with a file. @param {string} name @param {unknown} error */
  refuse(name, error) {
    this.refused = this.refused.filter((one) => one.name !== name);
    const first = /** @type {Caught} */ (error);
    for (const fault of [first, ...(first?.others ?? [])])
      this.refused.push({ name, message: fault?.field ? `${fault.field}: ${fault.message}` : place(fault, name) });
  }

  get #isBare() {
    return this.size.clouds + this.size.votes === 0;
  }

  /**
   * @param {string} name @param {Uint8Array} bytes @param {string} [reading]
   * @returns {Promise<Record<string, unknown> | undefined>} the settings of a run document
   */
  async open(name, bytes, reading) {
    const alone = this.#isBare;
    const { settings, voted, clouds, votes, lacks = '', classes = null, dimension, points } = await this.#engine.collection.add(name, bytes, reading);
    Object.assign(this, { size: { clouds, votes }, lacks, classes });
    this.shape = dimension ? { dimension, count: points } : null;
    this.voted = voted;
    const content = new Blob([/** @type {BlobPart} */ (bytes)], { type: 'application/json' });
    this.#whole = alone && settings ? { settings: JSON.stringify(settings), content } : null;
    return settings;
  }

  /**
   * Identifies the run: shipped or not, how its votes were counted and, if that is the whole run under these settings, its document.
   * @param {string} settings
   */
  described(settings) {
    return {
      files: this.set, shipped: this.shipped, voted: this.voted, classes: this.classes ?? undefined,
      document: this.#whole?.settings === settings ? this.#whole.content : undefined,
    };
  }

  async clear() {
    Object.assign(this, {
      size: { clouds: 0, votes: 0 }, lacks: 'votes', classes: null, questions: [], shape: null, voted: undefined, shipped: false, refused: [],
    });
    this.#whole = null;
    this.#kept = 0;
    await this.#engine.collection.clear();
    await this.#store.clear().catch(() => {});
  }
}
