/**
 * Keeps a run across reloads, in IndexedDB: its settings, entries and results, texts that the certifier wrote.
 * A run of another core is not taken up: its numbers could differ from those still to come.
 */

/** @typedef {{core: string, settings: string, count: number}} Head */
/** @typedef {{head: Head, entries: string[], results: (string | undefined)[]}} Kept */

const NAME = 'orbitcert dataset', VERSION = 1;

/** Items written in one transaction. */
const CHUNK = 200;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of ['head', 'entries', 'results']) request.result.createObjectStore(name);
  };
  return answer(request);
}

export class Store {
  /** @type {Promise<IDBDatabase> | undefined} */
  #base;

  /** @param {IDBTransactionMode} mode @param {(stores: Record<string, IDBObjectStore>) => void} work */
  async #change(mode, work) {
    const base = await (this.#base ??= open());
    const change = base.transaction(['head', 'entries', 'results'], mode);
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    work(Object.fromEntries([...change.objectStoreNames].map((name) => [name, change.objectStore(name)])));
    await done;
  }

  /** Begins a run in the place of the one before. @param {Head} head @param {string[]} entries */
  async begin(head, entries) {
    await this.clear();
    for (let first = 0; first < entries.length; first += CHUNK) {
      await this.#change('readwrite', (stores) => {
        entries.slice(first, first + CHUNK).forEach((entry, i) => stores.entries.put(entry, first + i));
      });
    }
    // Last, so that a run that was not written whole is none.
    await this.#change('readwrite', (stores) => stores.head.put(head, 0));
  }

  /** @param {[index: number, text: string][]} results */
  put(results) {
    return this.#change('readwrite', (stores) => results.forEach(([i, text]) => stores.results.put(text, i)));
  }

  clear() {
    return this.#change('readwrite', (stores) => Object.values(stores).forEach((store) => store.clear()));
  }

  /** The run that was kept, if there is a whole one. @returns {Promise<Kept | undefined>} */
  async read() {
    /** @type {Promise<any[]> | undefined} */
    let all;
    await this.#change('readonly', ({ head, entries, results }) => {
      all = Promise.all([answer(head.get(0)), answer(entries.getAll()), answer(results.getAllKeys()), answer(results.getAll())]);
    });
    const [head, entries, keys, texts] = await /** @type {Promise<any[]>} */ (all);
    if (!head || entries.length !== head.count) return undefined;
    const results = new Array(head.count);
    keys.forEach((/** @type {number} */ key, /** @type {number} */ i) => { results[key] = texts[i]; });
    return { head, entries, results };
  }
}
