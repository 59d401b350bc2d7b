/**
 * Keeps a run across reloads, in IndexedDB: what is asked, its clouds, and the lines that are done; and the files that are open, whether
 * they are run or not. A run of another core is not taken up: its numbers could differ from those still to come.
 */

import { Database, resultOf } from '../storage/database.js';

/** @typedef {import('./log.js').Head} Head */
/** @typedef {import('./log.js').Line} Line */

/**
 * A run that was kept; an earlier version of this page named its core otherwise, and kept no lines.
 * @typedef {{head: Head & {core?: string}, entries: string[], lines: Line[]}} Kept
 */

/** Texts written in one transaction. */
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
    const files = await this.#base.change('readonly', (stores) => resultOf(stores.files.getAll()));
    return files.filter(({ set }) => set === files[0].set);
  }
}

/** Keys in the store of heads: the head, and by itself the run that it is of. */
const HEAD = 0, RUN = 1;

/** Explains that another window keeps this run. */
class Replaced extends Error {
  name = 'another window started or removed a run';
}

export class Store {
  #base = new Database('orbitcert dataset', { head: {}, entries: {}, results: {} });

  /** Begins a run in the place of the one before. @param {Head} head @param {string[]} entries */
  async begin(head, entries) {
    await this.#base.change('readwrite', (stores) => {
      for (const store of Object.values(stores)) store.clear();
      stores.head.put(head.run, RUN);
    });
    for (let first = 0; first < entries.length; first += CHUNK) {
      await this.#change(head.run, (stores) => entries.slice(first, first + CHUNK).forEach((entry, i) => stores.entries.put(entry, first + i)));
    }
    // Last, so that a run that was not written whole is none.
    await this.#change(head.run, (stores) => stores.head.put(head, HEAD));
  }

  /** Adds lines to a run. @param {string} run @param {Line[]} lines */
  async put(run, lines) {
    await this.#change(run, ({ results }) => lines.forEach(([cloud, line]) => results.put(line, cloud)));
  }

  /** Forgets a run. @param {string} run */
  async end(run) {
    await this.#change(run, (stores) => Object.values(stores).forEach((store) => store.clear()));
  }

  /**
   * Changes what is kept of a run. Rejects where another window has put another in its place.
   * @param {string} run @param {(stores: Record<string, IDBObjectStore>) => void} work
   */
  async #change(run, work) {
    await this.#base.change('readwrite', async (stores) => {
      if (await resultOf(stores.head.get(RUN)) !== run) throw new Replaced();
      work(stores);
    });
  }

  /** The run that was kept, if there is a whole one. @returns {Promise<Kept | undefined>} */
  async read() {
    const [head, entries, clouds, lines] = await this.#base.change('readonly', ({ head, entries, results }) => (
      Promise.all([resultOf(head.get(HEAD)), resultOf(entries.getAll()), resultOf(results.getAllKeys()), resultOf(results.getAll())])));
    if (!head || entries.length !== head.count) return undefined;
    return { head, entries, lines: clouds.map((cloud, i) => [Number(cloud), lines[i]]) };
  }
}
