/** Starts the work that is wanted and not running, and cancels what is not wanted any more. */

/** @typedef {import('./reducer.js').Event} Event */

/** @template [T=void] @typedef {Generator<unknown, T, any>} Steps work that waits only by yielding, and so ends where it is given up */

/** One step, which waits for a promise and gives what it brings. @template T @param {Promise<T>} work @returns {Steps<T>} */
export function* come(work) {
  return yield work;
}

/**
 * Goes through steps; what comes after they are given up is dropped here.
 * @template T @param {Steps<T>} steps @param {AbortSignal} signal @returns {Promise<T | undefined>} what they return, undefined where they are given up
 */
export async function walk(steps, signal) {
  let step = steps.next();
  while (!step.done) {
    const [how, found] = await Promise.resolve(step.value).then((value) => ['next', value], (error) => ['throw', error]);
    step = steps[/** @type {'next'} */ (signal.aborted ? 'return' : how)](signal.aborted ? undefined : found);
  }
  return step.value;
}

/** @template {{key: string}} Job what is wanted, by its key */
export class Runner {
  /** The jobs that are running, each with what ends it. @type {Map<string, AbortController>} */
  #running = new Map();
  #start;
  #send;

  /**
   * @param {(job: Job, signal: AbortSignal, tell: (event: Event) => boolean) => Promise<void>} start tells what comes of a job; the last event that it
   *   tells has the job no longer wanted
   * @param {(event: Event) => boolean} send takes events, each with the key of its job; says whether it was wanted
   */
  constructor(start, send) {
    this.#start = start;
    this.#send = send;
  }

  /** The keys of the jobs that are running. */
  get running() {
    return [...this.#running.keys()];
  }

  /** @param {Job[]} wanted */
  follow(wanted) {
    for (const [key, stop] of this.#running) {
      if (wanted.some((job) => job.key === key)) continue;
      this.#running.delete(key);
      stop.abort();
    }
    for (const job of wanted) if (!this.#running.has(job.key)) void this.#begin(job);
  }

  /** @param {Job} job */
  async #begin(job) {
    const stop = new AbortController(), { key } = job;
    this.#running.set(key, stop);
    await null; // all that comes with the same event is there from now on
    if (stop.signal.aborted) return;
    const end = () => this.#running.get(key) === stop && this.#running.delete(key);
    await this.#start(job, stop.signal, (event) => {
      if (event.last) end(); // it closes what it has open by itself
      return this.#send({ ...event, key });
    });
    end();
  }
}
