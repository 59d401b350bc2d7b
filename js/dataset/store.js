/**
 * Keeps a run across reloads, in IndexedDB: its settings, entries and results, texts that the certifier wrote, and the
 * model that counts its votes; and the files that are open, whether they are run or not.
 * A run of another core is not taken up: its numbers could differ from those still to come.
 */

import { resultOf, Database } from '../storage/database.js';

/**
 * @typedef {object} Head
 * @property {string} core
 * @property {string} settings
 * @property {number} count
 * @property {string} [files] the set of files that it is of
 * @property {boolean} [shipped] whether it comes with the page
 * @property {any} [voted] what the votes were counted with
 * @property {Blob} [document] of the run, where it was opened as one
 * @property {import('./voting.js').Counting} [counting] where the entries have no votes yet, and the results are those that were counted
 */
/** @typedef {{head: Head, entries: string[], results: (string | undefined)[]}} Kept */

/** Items written in one transaction. */
const CHUNK = 200;

/**
 * @typedef {object} OpenFile
 * @property {string} set of files, which tells them from those of another window
 * @property {string} name
 * @property {Uint8Array} bytes as the certifier opened them
 * @property {string} reading how they are read
 * @property {boolean} shipped whether all files come with the page
 */

export class FileStore {
  #base = new Database('orbitcert dataset files', { files: {} });

  /** Puts files in their places, the first of which makes an end of those that were there. @param {number} first @param {OpenFile[]} files */
  async put(first, files) {
    if (first === 0) await this.#base.clear();
    for (let i = 0; i < files.length; i += CHUNK) {
      await this.#base.change('readwrite', (stores) => {
        files.slice(i, i + CHUNK).forEach((file, k) => stores.files.put(file, first + i + k));
      });
    }
  }

  clear() {
    return this.#base.clear();
  }

  /** @returns {Promise<OpenFile[]>} */
  async read() {
    /** @type {Promise<OpenFile[]> | undefined} */
    let all;
    await this.#base.change('readonly', ({ files }) => { all = resultOf(files.getAll()); });
    const files = /** @type {OpenFile[]} */ (await all);
    return files.filter(({ set }) => set === files[0].set);
  }
}

export class Store {
  #base = new Database('orbitcert dataset', { head: {}, entries: {}, results: {} });

  /** Begins a run in the place of the one before. @param {Head} head @param {string[]} entries */
  async begin(head, entries) {
    await this.clear();
    for (let first = 0; first < entries.length; first += CHUNK) {
      await this.#base.change('readwrite', (stores) => {
        entries.slice(first, first + CHUNK).forEach((entry, i) => stores.entries.put(entry, first + i));
      });
    }
    // Last, so that a run that was not written whole is none.
    await this.#base.change('readwrite', (stores) => stores.head.put(head, 0));
  }

  /** @param {[index: number, text: string][]} results */
  put(results) {
    return this.#base.change('readwrite', (stores) => results.forEach(([i, text]) => stores.results.put(text, i)));
  }

  clear() {
    return this.#base.clear();
  }

  /** The run that was kept, if there is a whole one. @returns {Promise<Kept | undefined>} */
  async read() {
    /** @type {Promise<any[]> | undefined} */
    let all;
    await this.#base.change('readonly', ({ head, entries, results }) => {
      all = Promise.all([resultOf(head.get(0)), resultOf(entries.getAll()), resultOf(results.getAllKeys()), resultOf(results.getAll())]);
    });
    const [head, entries, keys, texts] = await /** @type {Promise<any[]>} */ (all);
    if (!head || entries.length !== head.count) return undefined;
    const results = new Array(head.count);
    keys.forEach((/** @type {number} */ key, /** @type {number} */ i) => { results[key] = texts[i]; });
    return { head, entries, results };
  }
}
