/** The votes of a count while it goes on, to be looked at: what they prove is Go's to say. */

/** @param {number} seconds */
export const span = (seconds) => (seconds < 1 ? 'less than a second' : seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/** @param {number} n */
const grouped = (n) => n.toLocaleString('en');

/** Milliseconds over which the rate is taken. */
const SPAN = 500;

export class Tally {
  /** Samples of both stages that are classified. */
  done = 0;
  /** Whether samples are on their way. */
  running = false;
  /** Samples of the second stage that the last look was at, which the verdict rests on. */
  proved = 0;
  /** Samples in a second, 0 before it is known. */
  rate = 0;

  #wide;
  #none;
  #start = { time: 0, done: 0 };

  /** @param {import('./counter.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.#wide = plan.model.classes.length > 254;
    this.#none = this.#wide ? 0xffff : 0xff;
    /** Votes of each class in the first stage, which names the class, and in the second, which bounds its probability. */
    this.select = new Array(plan.model.classes.length).fill(0);
    this.estimate = new Array(plan.model.classes.length).fill(0);
    /** Samples of the second stage without a class. */
    this.none = 0;
  }

  /** The class of a sample, NaN for none. @param {Uint8Array} classes @param {number} sample */
  classAt(classes, sample) {
    const code = this.#wide ? classes[2 * sample] | (classes[2 * sample + 1] << 8) : classes[sample];
    return code === this.#none ? NaN : code;
  }

  /** Takes the classes of so many samples, of which it may have some. @param {Uint8Array} classes @param {number} done */
  add(classes, done) {
    const { select } = this.plan.sampling;
    for (; this.done < done; this.done++) {
      const at = this.classAt(classes, this.done);
      const votes = this.done < select ? this.select : this.estimate;
      if (!Number.isNaN(at)) votes[at]++;
      else if (this.done >= select) this.none++;
    }
    const time = performance.now();
    if (time > this.#start.time + SPAN) this.rate = 1000 * (this.done - this.#start.done) / (time - this.#start.time);
  }

  /** Takes the votes document of a look. @param {string} votes */
  prove(votes) {
    this.proved = JSON.parse(votes).votes.samples;
  }

  start() {
    this.running = true;
    this.#start = { time: performance.now(), done: this.done };
    this.rate = 0;
  }

  rest() {
    this.running = false;
  }

  /** Samples of the second stage. */
  get estimated() {
    return Math.max(0, this.done - this.plan.sampling.select);
  }

  /** The class that the first stage names: the first with the most votes. */
  get predicted() {
    return this.select.indexOf(Math.max(...this.select));
  }

  /** How far the count is, how fast it goes and how long it may take. */
  get words() {
    const { rate, left } = this;
    const pace = rate && left !== null ? `, ${grouped(Math.round(rate))} a second, at most ${span(left)} left` : '';
    return `${grouped(this.done)} of ${grouped(this.plan.samples)} samples${pace}`;
  }

  /** Seconds that the rest will take, null where that is not known. */
  get left() {
    return this.rate > 0 ? (this.plan.samples - this.done) / this.rate : null;
  }
}
