/** Keeps the files of a visitor in this browser, so that a reload brings them back. */

import { fileKey } from '../clouds/cloud-source.js';
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
  /** Stored files, by which they are and how they are read. @type {Map<string, number | undefined>} */
  #places = new Map();
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
   * Keeps a file, once, before or after it is read. The number is known at once, so that the history has it where a reload comes before the file is stored.
   * @param {File | Source} file @returns {number | undefined} under which number, undefined where it is not kept
   */
  keep(file) {
    const key = fileKey(file);
    if (!(file instanceof File) && this.#forgotten.has(file.bytes)) return undefined;
    if (!this.#places.has(key)) this.#places.set(key, this.#add(file));
    return this.#places.get(key);
  }

  /** @param {File | Source} file @returns {number | undefined} */
  #add(file) {
    const place = Math.max(Date.now(), this.#last + 1), stand = (/** @type {KeptFiles['standing']} */ one) => place === this.#last && this.#stand(one);
    this.#last = place;
    if ((file instanceof File ? file.size : file.bytes.length) > LARGEST) {
      stand('large');
      return undefined;
    }
    void this.#store(file, place).then(() => stand('kept'), () => stand('refused'));
    return place;
  }

  /** Stores a file in a transaction that a reload does not end, and then forgets the oldest. @param {File | Source} file @param {number} place */
  async #store(file, place) {
    await this.#base.change('readwrite', ({ files }, commit) => {
      const added = resultOf(files.add(file, place));
      commit();
      return added;
    });
    await this.#base.change('readwrite', ({ files }) => {
      files.getAllKeys().onsuccess = ({ target }) =>
        /** @type {IDBRequest<number[]>} */ (target).result.slice(0, -MOST).forEach((/** @type {number} */ key) => files.delete(key));
    });
  }

  /** @param {number} place @returns {Promise<File | Source | undefined>} a file, where it was not read yet */
  async read(place) {
    /** @type {File | Source | undefined} */
    const file = await this.#base.change('readonly', ({ files }) => resultOf(files.get(place))).catch(() => undefined);
    if (!file) return undefined;
    this.#places.set(fileKey(file), place);
    this.#stand('kept');
    return file;
  }

  /** Keeps nothing any more of what was kept, and these files not again. @param {Source[]} open */
  async forget(open) {
    for (const { bytes } of open) this.#forgotten.add(bytes);
    await this.#base.clear().then(() => this.#stand('forgotten'), () => this.#stand('refused'));
  }
}
