/** Measures the pace of work, and estimates the time left. */

export class Pace {
  /** @param {number} done units @param {number} all @param {{done: number, at: number}} [first] where it began */
  constructor(done, all, first = { done, at: performance.now() }) {
    this.done = done;
    this.all = all;
    this.first = first;
  }

  /** The same work, further on. @param {number} done */
  at(done) {
    return new Pace(done, this.all, this.first);
  }

  /** Units in a second, 0 where that is not known. */
  get rate() {
    return 1000 * (this.done - this.first.done) / Math.max(1, performance.now() - this.first.at);
  }

  /** Seconds that the rest takes, Infinity where that is not known. */
  get left() {
    return (this.all - this.done) / this.rate;
  }
}
