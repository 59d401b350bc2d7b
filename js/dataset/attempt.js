/** Runs an attempt at the rest of a run: its pace, and regular saving and drawing. */

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

/** Does something once a while after it is asked for, however often it is asked for until then. @param {() => void} act */
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
class Batch {
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

/** One attempt at what is left of a run. It ends when all is done, when it is paused, or when the run is given up. */
export class Attempt {
  /** Progress in clouds, or in samples while votes are counted. */
  pace;
  /** True if nothing counts any more that still comes in. */
  isGivenUp = false;
  #stop = new AbortController();
  #log;
  #voting;

  /** @param {import('./log.js').RunLog} log @param {import('./run-voting.js').RunVoting} voting */
  constructor(log, voting) {
    this.#log = log;
    this.#voting = voting;
    this.pace = new Pace(log.done, log.total);
  }

  get isPaused() {
    return this.#stop.signal.aborted;
  }

  /** Stops; what is done is kept. */
  pause() {
    this.#stop.abort();
  }

  giveUp() {
    this.isGivenUp = true;
    this.pause();
  }

  /**
   * Does what is not done. Resolves once what was done is kept.
   * @param {(lines: import('./log.js').Line[]) => Promise<void>} keep @param {() => void} onChange
   * @returns {Promise<unknown>} what kept it from being all, undefined for nothing
   */
  async finish(keep, onChange) {
    const log = this.#log, { counting } = log.head, { signal } = this.#stop;
    const batch = new Batch(keep, onChange);
    const onDone = (/** @type {number} */ cloud, /** @type {string} */ line) => {
      if (this.isGivenUp) return;
      log.add(cloud, line);
      if (counting) onChange();
      else this.pace.done = log.done;
      batch.add([cloud, line]);
    };
    const onSamples = (/** @type {Pace} */ pace) => {
      this.pace = pace;
      batch.rest();
    };
    const work = counting ? this.#voting.count(log, signal, onSamples, onDone) : log.certify(signal, onDone);
    const failure = await work.then(() => undefined, (error) => error);
    await batch.flush();
    return failure;
  }
}
