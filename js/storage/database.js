/**
 * The room of what this browser keeps for a visitor: named stores, and the files that a reload brings back.
 */

/** A database of this browser for this page: named stores, changed in one transaction. */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Undoes what a transaction has changed, where it has not ended. @param {IDBTransaction} change */
function undo(change) {
  try {
    change.abort();
  } catch {
    // It has ended, and changed nothing.
  }
}

export class Database {
  /** @type {Promise<IDBDatabase> | undefined} */
  #base;
  #name;
  #stores;

  /** @param {string} name @param {Record<string, IDBObjectStoreParameters>} stores */
  constructor(name, stores) {
    this.#name = name;
    this.#stores = stores;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #open() {
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => {
      for (const [name, options] of Object.entries(this.#stores)) request.result.createObjectStore(name, options);
    };
    return resultOf(request);
  }

  /**
   * Rejects where the browser refuses, and changes nothing then.
   * @template T
   * @param {IDBTransactionMode} mode @param {(stores: Record<string, IDBObjectStore>, commit: () => void) => T | Promise<T>} work that awaits nothing but answers of the stores;
   *   commit: to be called once nothing more is asked of them
   * @returns {Promise<T>} what the work has found
   */
  async change(mode, work) {
    const base = await (this.#base ??= this.#open());
    const change = base.transaction(Object.keys(this.#stores), mode);
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    done.catch(() => {}); // told below, where the work does not fail first
    const stores = Object.fromEntries([...change.objectStoreNames].map((name) => [name, change.objectStore(name)]));
    try {
      const [found] = await Promise.all([work(stores, () => change.commit()), done]);
      return found;
    } catch (error) {
      undo(change);
      throw error;
    }
  }

  clear() {
    return this.change('readwrite', (stores) => Object.values(stores).forEach((store) => store.clear()));
  }
}
