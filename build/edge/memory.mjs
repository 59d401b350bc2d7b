/** Number of entries after which the older half is forgotten. An entry has a few kilobytes. */
const GENERATION = 1024;

/**
 * Keeps what was used last: one generation, and the one before.
 *
 * @template T
 */
export class Memory {
  /** @type {Map<string, T>} */
  #young = new Map();
  /** @type {Map<string, T>} */
  #old = new Map();

  /** @param {string} name */
  get(name) {
    const found = this.#young.get(name) ?? this.#old.get(name);
    if (found !== undefined) this.set(name, found);
    return found;
  }

  /** @param {string} name @param {T} value */
  set(name, value) {
    if (this.#young.size >= GENERATION && !this.#young.has(name)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, value);
  }
}
