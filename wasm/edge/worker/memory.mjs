/**
 * Keeps what was used last: one generation, and the one before.
 *
 * @template T
 */
export class Memory {
  #size;
  /** @type {Map<string, T>} */
  #young = new Map();
  /** @type {Map<string, T>} */
  #old = new Map();

  /** @param {number} size number of entries after which the older half is forgotten */
  constructor(size) {
    this.#size = size;
  }

  /** @param {string} name */
  get(name) {
    const found = this.#young.get(name) ?? this.#old.get(name);
    if (found !== undefined) this.set(name, found);
    return found;
  }

  /** @param {string} name @param {T} value */
  set(name, value) {
    if (this.#young.size >= this.#size && !this.#young.has(name)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, value);
  }
}
