/** The votes of a count while it goes on, to be looked at: what they prove is Go's to say. */

import { isNumeric } from './outputs.js';

/** @param {number} seconds */
export const span = (seconds) =>
  seconds < 1
    ? 'less than a second'
    : seconds < 100
      ? `${Math.ceil(seconds)} s`
      : seconds < 6000
        ? `${Math.ceil(seconds / 60)} min`
        : `${Math.ceil(seconds / 3600)} h`;

/** @param {number} n */
const grouped = (n) => n.toLocaleString('en');

/**
 * Counts the samples without a class for each reason, in words; '' if there are none.
 * @param {number[]} counts by the byte of the reason @param {string[]} reasons
 */
const reasoned = (counts, reasons) => reasons.flatMap((reason, code) => (reason && counts[code] ? [`${grouped(counts[code])} ${reason}`] : [])).join(', ');

/** Names of answers that are neither class nor label. @type {Record<string, string>} */
const ONE = { number: 'number', vector: 'vector', BND: 'vector', BDN: 'vector' };

/**
 * Explains why so many of the counted samples have no class, '' if all have one.
 * @param {import('./counter.js').Plan} plan @param {Uint8Array} why of all samples @param {number} samples of the second stage
 */
export function withoutClass({ reasons, model: { returns }, sampling: { select } }, why, samples) {
  const counts = reasons.map((_, code) => why.subarray(select, select + samples).reduce((sum, one) => sum + Number(one === code), 0));
  const words = reasoned(counts, reasons), what = returns === undefined ? 'class' : ONE[returns] ?? 'labels';
  return words && `${grouped(samples - counts[0])} of ${grouped(samples)} samples have no ${what}: ${words}`;
}

/** The byte of samples beyond the grid, as Go codes reasons. */
const BEYOND = 2;

/** Milliseconds between two moments at which the votes are drawn: to draw each block would hold up the page. */
const SELDOM = 400;

/** Milliseconds over which the rate is taken. */
const SPAN = 500;

export class Tally {
  /** Samples of both stages that are classified. */
  done = 0;
  /** True if samples are on their way. */
  running = false;
  /** Samples of the second stage that the last look was at, which the verdict rests on. */
  proved = 0;
  /** Samples in a second, 0 before it is known. */
  rate = 0;

  #wide;
  #none;
  #start = { time: 0, done: 0 };
  #drawn = -Infinity;

  /** @param {import('./counter.js').Plan} plan */
  constructor(plan) {
    this.plan = plan;
    const { returns, classes: names } = plan.model, classes = returns === undefined ? names?.length ?? 0 : 0;
    this.#wide = (names?.length ?? 0) > 254;
    this.#none = this.#wide ? 0xffff : 0xff;
    /** Votes of each class in the first stage, which names the class, and in the second, which bounds its probability. */
    this.select = new Array(classes).fill(0);
    this.estimate = new Array(classes).fill(0);
    /** Samples of the second stage without a class, in all and by the byte of the reason. */
    this.none = 0;
    this.counts = new Array(plan.reasons.length).fill(0);
  }

  /** Reports whether it is time to draw the votes again. */
  isDue() {
    const now = performance.now(), due = now - this.#drawn >= SELDOM;
    if (due) this.#drawn = now;
    return due;
  }

  /**
   * The answer for the first of some samples: its class, its number, a part of its vector, or how many labels its points have; NaN for none.
   * @param {Uint8Array} coded
   */
  first(coded) {
    const { points, model: { returns } } = this.plan;
    if (returns === undefined) return this.classAt(coded, 0);
    if (isNumeric(returns)) return new DataView(coded.buffer, coded.byteOffset).getFloat64(0, true);
    const labels = new Set(Array.from({ length: points }, (_, n) => this.classAt(coded, n)).filter((label) => !Number.isNaN(label)));
    return labels.size || NaN;
  }

  /** The class of a sample, NaN for none. @param {Uint8Array} classes @param {number} sample */
  classAt(classes, sample) {
    const code = this.#wide ? classes[2 * sample] | (classes[2 * sample + 1] << 8) : classes[sample];
    return code === this.#none ? NaN : code;
  }

  /**
   * Adds samples by their classes, and the reasons of samples without a class. It skips those that it has already.
   * @param {Uint8Array} classes @param {Uint8Array} why @param {number} done
   */
  add(classes, why, done) {
    const { select } = this.plan.sampling;
    const { returns } = this.plan.model;
    for (; this.done < done; this.done++) {
      if (returns !== undefined) {
        if (this.done >= select && why[this.done]) this.#without(why[this.done]);
        continue;
      }
      const at = this.classAt(classes, this.done);
      const votes = this.done < select ? this.select : this.estimate;
      if (!Number.isNaN(at)) votes[at]++;
      else if (this.done >= select) this.#without(why[this.done]);
    }
    const time = performance.now();
    if (time > this.#start.time + SPAN) this.rate = 1000 * (this.done - this.#start.done) / (time - this.#start.time);
  }

  /** @param {number} reason */
  #without(reason) {
    this.none++;
    this.counts[reason]++;
  }

  /** Reports whether coordinates are too large for some samples to have a class. */
  get far() {
    return this.counts[BEYOND] > 0;
  }

  /** Explains why samples have no class, '' if all have one. */
  get why() {
    return reasoned(this.counts, this.plan.reasons);
  }

  /** Takes the votes document of a look. @param {string} votes */
  prove(votes) {
    const { votes: counted, sampling } = JSON.parse(votes);
    this.proved = counted?.samples ?? sampling.estimate;
  }

  /** Names what is counted, and what a sample may lack. */
  get names() {
    const { returns } = this.plan.model;
    if (returns === undefined) return ['votes', 'a class'];
    return ONE[returns] ? [`${ONE[returns]}s`, `a ${ONE[returns]}`] : ['labels', 'labels'];
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

  /** The class with the most votes, the first of equal ones: of the first stage, or of all samples where there is one stage. */
  get predicted() {
    const votes = this.plan.sampling.select > 0 ? this.select : this.estimate;
    return votes.indexOf(Math.max(...votes));
  }

  /** Describes the progress, the pace and the time left. */
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
