/** How fast work goes on, and how long the rest of it takes. */

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
