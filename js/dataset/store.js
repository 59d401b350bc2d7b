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
 * @typedef {{set: string, name: string, bytes: Blob | Uint8Array, reading: string, shipped: boolean}} KeptFile set: tells its files from those of
 *   another window; bytes: as they were given
 */

export class FileStore {
  #base = new Database('orbitcert dataset files', { files: {} });

  /**
   * Keeps files by their numbers, and some of them no longer.
   * @param {{set: string, first: boolean, puts: import('./run-files.js').Given[], gone: number[]}} job first: whether it makes an end of those that were there
   */
  async write({ set, first, puts, gone }) {
    // A reload does not end this transaction.
    await this.#base.change('readwrite', ({ files }, commit) => {
      if (first) files.clear();
      for (const { number, name, blob, reading, shipped = false } of puts) files.put({ set, name, bytes: blob, reading, shipped }, number);
      commit();
    });
    if (gone.length === 0) return;
    await this.#base.change('readwrite', ({ files }) => Promise.all(gone.map(async (number) => {
      if ((await resultOf(files.get(number)))?.set === set) files.delete(number);
    })));
  }

  clear() {
    return this.#base.clear();
  }

  /** The files of the latest set. @returns {Promise<(import('./sources.js').Source & {set: string, number: number, reading: string})[]>} */
  async read() {
    const [files, numbers] = await this.#base.change('readonly', ({ files }) => Promise.all([resultOf(files.getAll()), resultOf(files.getAllKeys())]));
    return files.map((/** @type {KeptFile} */ { bytes: given, ...file }, i) => {
      const blob = new Blob([/** @type {BlobPart} */ (given)]);
      return { ...file, number: Number(numbers[i]), blob, bytes: () => bytesOf(blob) };
    }).filter(({ set }) => set === files[0].set);
  }
}

/** @param {Blob} blob */
export const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

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

/** Where what is entered for a run is kept until a reload: at once. */
const PLACE = 'orbitcert run';

/** @typedef {import('./run-entered.js').Noted} Noted */

/** Returns the entries before a reload, null for none. @returns {Noted | null} */
export function notedBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
  } catch {
    return null; // the browser keeps nothing
  }
}

/** Keeps entries until a reload. @param {Noted} noted */
export function note(noted) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(noted));
  } catch {
    // The browser keeps nothing, or has no room.
  }
}
