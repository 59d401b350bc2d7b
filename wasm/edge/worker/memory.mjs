/**
 * Keeps what was used last, as a Map keeps its order: what was set first comes first.
 *
 * @template T
 */
export class Memory {
  #size;
  /** @type {Map<string, T>} */
  #entries = new Map();

  /** @param {number} size number of entries of which the one used longest ago is forgotten */
  constructor(size) {
    this.#size = size;
  }

  /** @param {string} name */
  get(name) {
    const found = this.#entries.get(name);
    if (found !== undefined) this.set(name, found);
    return found;
  }

  /** @param {string} name @param {T} value */
  set(name, value) {
    this.#entries.delete(name);
    this.#entries.set(name, value);
    if (this.#entries.size > this.#size) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }
}
