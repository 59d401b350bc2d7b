/** Results on their way to the disk: written together, now and then. */

/** Milliseconds between writes and redraws. */
const REST = 250;

/** Does something only now and then, however often it is asked for. @param {() => void} act */
export function seldom(act) {
  let last = performance.now();
  return () => {
    if (performance.now() - last <= REST) return;
    act();
    last = performance.now();
  };
}

export class Batch {
  /** @type {[number, string][]} */
  #fresh = [];
  #written = performance.now();
  #write;
  #onRest;

  /** @param {(results: [number, string][]) => Promise<void>} write @param {() => void} onRest */
  constructor(write, onRest) {
    this.#write = write;
    this.#onRest = onRest;
  }

  /** @param {number} i @param {string} result */
  add(i, result) {
    this.#fresh.push([i, result]);
    this.rest();
  }

  /** Writes and redraws where that was long ago. */
  rest() {
    const now = performance.now();
    if (now - this.#written < REST) return;
    this.#written = now;
    void this.flush();
    this.#onRest();
  }

  async flush() {
    const results = this.#fresh;
    this.#fresh = [];
    if (results.length > 0) await this.#write(results);
  }
}
