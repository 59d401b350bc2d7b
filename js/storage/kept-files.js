/** Keeps the files of a visitor in this browser, so that a reload brings them back. */

import { Database, resultOf } from './database.js';

/** @typedef {import('../clouds/cloud-source.js').Source} Source */

/** Most files that are kept, of all windows: the latest. */
const MOST = 12;

/** The largest file that is kept. Chromium takes no value above 127 MiB. */
const LARGEST = 120 * 2 ** 20;

/** Dispatches 'change' when its standing has changed. */
export class KeptFiles extends EventTarget {
  /**
   * True if files are kept: not if the browser refuses, if the visitor does not want it, or if the latest is too large.
   * @type {'none' | 'kept' | 'refused' | 'forgotten' | 'large'}
   */
  standing = 'none';

  #base = new Database('orbitcert files', { files: { autoIncrement: true } });
  /** Stored files, by their bytes and by how they are read. @type {WeakMap<Uint8Array, Map<string, number | undefined>>} */
  #places = new WeakMap();
  /** The number of the last file: numbers rise with time, and are known before the file is stored. */
  #last = 0;
  /** Files that are not to be kept. @type {WeakSet<Uint8Array>} */
  #forgotten = new WeakSet();

  /** @param {KeptFiles['standing']} standing */
  #stand(standing) {
    this.standing = standing;
    this.dispatchEvent(new Event('change'));
  }

  /** Finds out whether files of earlier visits are kept. */
  async findEarlier() {
    const count = await this.#base.change('readonly', ({ files }) => resultOf(files.count())).catch(() => 0);
    if (this.standing === 'none' && count > 0) this.#stand('kept');
  }

  /**
   * Keeps a file, once. The number is known at once, so that the history has it where a reload comes before the file is stored.
   * @param {Source} source @returns {number | undefined} under which number, undefined where it is not kept
   */
  keep(source) {
    const { bytes, reading } = source;
    if (this.#forgotten.has(bytes)) return undefined;
    const readings = this.#places.get(bytes) ?? new Map();
    this.#places.set(bytes, readings);
    const how = JSON.stringify(reading);
    if (!readings.has(how)) readings.set(how, this.#add(source));
    return readings.get(how);
  }

  /** @param {Source} source @returns {number | undefined} */
  #add(source) {
    const place = Math.max(Date.now(), this.#last + 1), stand = (/** @type {KeptFiles['standing']} */ one) => place === this.#last && this.#stand(one);
    this.#last = place;
    if (source.bytes.length > LARGEST) {
      stand('large');
      return undefined;
    }
    void this.#store(source, place).then(() => stand('kept'), () => stand('refused'));
    return place;
  }

  /** Stores a file in a transaction that a reload does not end, and then forgets the oldest. @param {Source} source @param {number} place */
  async #store(source, place) {
    await this.#base.change('readwrite', ({ files }, commit) => {
      const added = resultOf(files.add(source, place));
      commit();
      return added;
    });
    await this.#base.change('readwrite', ({ files }) => {
      files.getAllKeys().onsuccess = ({ target }) =>
        /** @type {IDBRequest<number[]>} */ (target).result.slice(0, -MOST).forEach((/** @type {number} */ key) => files.delete(key));
    });
  }

  /** @param {number} place @returns {Promise<Source | undefined>} */
  async read(place) {
    /** @type {Source | undefined} */
    const source = await this.#base.change('readonly', ({ files }) => resultOf(files.get(place))).catch(() => undefined);
    if (!source) return undefined;
    this.#places.set(source.bytes, new Map([[JSON.stringify(source.reading), place]]));
    this.#stand('kept');
    return source;
  }

  /** Keeps nothing any more of what was kept, and these files not again. @param {Source[]} open */
  async forget(open) {
    for (const { bytes } of open) this.#forgotten.add(bytes);
    await this.#base.clear().then(() => this.#stand('forgotten'), () => this.#stand('refused'));
  }
}
