/** Measures the pace of a run, and writes and draws now and then. */

/** Measures the pace of work, and estimates the time left. */
export class Pace {
  /** Units that are done, of all. */
  done;
  all;

  #first;
  #began = performance.now();

  /** @param {number} done @param {number} all */
  constructor(done, all) {
    this.done = this.#first = done;
    this.all = all;
  }

  /** Units in a second, 0 where that is not known. */
  get rate() {
    return 1000 * (this.done - this.#first) / Math.max(1, performance.now() - this.#began);
  }

  /** Seconds that the rest takes, Infinity where that is not known. */
  get left() {
    return (this.all - this.done) / this.rate;
  }
}

/** Milliseconds between writes and redraws. */
const REST = 250;

/** Delays an action, and does it once for all calls until then. @param {() => void} act */
export function seldom(act) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    setTimeout(() => {
      asked = false;
      act();
    }, REST);
  };
}

/** Lines on their way to the disk: written together, now and then. */
export class Batch {
  /** @type {import('./log.js').Line[]} */
  #fresh = [];
  #written = performance.now();
  #write;
  #onRest;

  /** @param {(lines: import('./log.js').Line[]) => Promise<void>} write @param {() => void} onRest */
  constructor(write, onRest) {
    this.#write = write;
    this.#onRest = onRest;
  }

  /** @param {import('./log.js').Line} line */
  add(line) {
    this.#fresh.push(line);
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
    const lines = this.#fresh;
    this.#fresh = [];
    if (lines.length > 0) await this.#write(lines);
  }
}
