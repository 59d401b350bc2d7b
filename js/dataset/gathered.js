/** What is opened for a run: files of clouds, of labels and of votes, or a run document. */

import { understood } from '../files/understood.js';
import { place } from '../reading/complaint.js';

/** @typedef {import('./files.js').Source} Source */
/** @typedef {{name: string, message: string}} Failure */

export class Gathered {
  /** What could not be read at all. @type {Failure[]} */
  refused = [];
  /** How far reading has come. */
  reading = { done: 0, total: 0 };
  size = { clouds: 0, votes: 0 };
  /** Whether there are votes, and not labels alone. */
  hasVotes = false;
  /** The first cloud, null where there is none. @type {{dimension: number, count: number} | null} */
  shape = null;
  /** What the votes of a run document were counted with. @type {{model: {name?: string, sha256: string}, sampling: {estimate: number}} | undefined} */
  voted;
  /** Whether all of it comes with the page. */
  shipped = false;

  #engine;
  /** The run document that is all there is, with its settings. @type {{settings: string, content: Blob} | null} */
  #whole = null;

  /** @param {import('../engine/engine.js').Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Reads files, one after the other.
   * @param {Source[]} files @param {() => void} onRead
   * @returns {Promise<any>} the settings of a run document among them
   */
  async read(files, onRead) {
    this.reading = { done: 0, total: files.length };
    const names = new Set(files.map(({ name }) => name));
    this.refused = this.refused.filter(({ name }) => !names.has(name));
    let settings;
    for (const { name, bytes, shipped = false } of files) {
      try {
        const file = await understood(name, await bytes());
        this.shipped = shipped && this.#isBare;
        settings = await this.open(file.name, file.bytes) ?? settings;
      } catch (error) {
        this.refuse(name, error);
      }
      this.reading.done++;
      onRead();
    }
    return settings;
  }

  /** @param {string} name @param {any} error */
  refuse(name, error) {
    this.refused = this.refused.filter((one) => one.name !== name);
    this.refused.push({ name, message: error?.field ? `${error.field}: ${error.message}` : place(error, name) });
  }

  get #isBare() {
    return this.size.clouds + this.size.votes === 0;
  }

  /** @param {string} name @param {Uint8Array} bytes @returns {Promise<any>} the settings of a run document */
  async open(name, bytes) {
    const alone = this.#isBare;
    const { settings, voted, clouds, votes, has_votes: hasVotes, dimension, points } = await this.#engine.collection.add(name, bytes);
    Object.assign(this, { size: { clouds, votes }, hasVotes });
    this.shape = dimension ? { dimension, count: points } : null;
    this.voted = voted;
    const content = new Blob([/** @type {any} */ (bytes)], { type: 'application/json' });
    this.#whole = alone && settings ? { settings: JSON.stringify(settings), content } : null;
    return settings;
  }

  /** What tells which run this is: whether it comes with the page, how its votes were counted and, where that is the whole run under these settings, its document. @param {string} settings */
  described(settings) {
    return { shipped: this.shipped, voted: this.voted, document: this.#whole?.settings === settings ? this.#whole.content : undefined };
  }

  async clear() {
    Object.assign(this, { size: { clouds: 0, votes: 0 }, hasVotes: false, shape: null, voted: undefined, shipped: false, refused: [] });
    this.#whole = null;
    await this.#engine.collection.clear();
  }
}
