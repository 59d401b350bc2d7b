/** Keeps the latest question and its answer. Answers to earlier questions change nothing. */

import { reducer } from './reducer.js';
import { Runner } from './runner.js';

/**
 * @template {object} K
 * @typedef {(signal: AbortSignal, tell: (part: Partial<K>) => boolean) => Promise<void>} Task tells what it finds, and learns whether that was wanted
 */

/**
 * @template {object} K
 * @typedef {{asks: number, of: string, task: Task<K> | null, known: Partial<K>, error: any}} State
 */

/** @type {State<any>} */
const NOTHING = Object.freeze({ asks: 0, of: '', task: null, known: {}, error: null });

/** @param {State<any>} state */
const wanted = ({ asks, task }) => (task ? [{ key: `question ${asks}`, task }] : []);

const reduce = reducer(/** @type {Record<string, (state: State<any>, event: import('./reducer.js').Event) => State<any>>} */ ({
  ask: ({ asks }, { of, task, known }) => ({ asks: asks + 1, of, task, known, error: null }),
  told: (state, { part }) => ({ ...state, known: { ...state.known, ...part } }),
  ended: (state, { error = null }) => ({ ...state, task: null, error }),
}), wanted);

/** @template {object} K what may be known of a question */
export class Latest {
  /** @type {State<K>} */
  #state = NOTHING;
  /** @type {Runner<{key: string, task: Task<K>}>} */
  #runner;
  #onChange;
  /** Those that wait for the work to end. @type {(() => void)[]} */
  #waiting = [];

  /** @param {(type: string) => void} onChange */
  constructor(onChange = () => {}) {
    this.#onChange = onChange;
    this.#runner = new Runner(async ({ task }, signal, tell) => {
      const end = await task(signal, (part) => tell({ type: 'told', part })).then(() => ({}), (error) => ({ error }));
      tell({ type: 'ended', last: true, ...end });
    }, (event) => this.#send(event));
  }

  /** @param {import('./reducer.js').Event} event */
  #send(event) {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (before === this.#state) return false;
    this.#runner.follow(wanted(this.#state));
    this.#onChange(event.type);
    if (!this.works) for (const end of this.#waiting.splice(0)) end();
    return true;
  }

  /** Asks a question in the place of the one before. @param {Task<K> | null} task null for nothing to do @param {Partial<K>} [known] what stays in sight */
  ask(task, known = {}) {
    this.#send({ type: 'ask', of: task ? this.#state.of : '', task, known });
  }

  /**
   * Asks a question where it is another one than before.
   * @param {string} of text of all that it depends on @param {Task<K> | null} task @param {Partial<K>} [known] @returns {boolean} whether it is another one
   */
  follow(of, task, known = {}) {
    return of !== this.#state.of && this.#send({ type: 'ask', of, task, known });
  }

  /** Puts in what somebody else knows. @param {Partial<K>} part */
  put(part) {
    this.#send({ type: 'told', part });
  }

  /** Ends the work; what is known stays. */
  cancel() {
    if (this.works) this.#send({ type: 'ended' });
  }

  /** Returns what is known of the latest question. */
  get known() {
    return this.#state.known;
  }

  get works() {
    return this.#state.task !== null;
  }

  /** Resolves once nothing more comes of the latest question. @returns {Promise<void>} */
  settled() {
    return new Promise((end) => void (this.works ? this.#waiting.push(end) : end()));
  }

  /** Returns what the work failed with, null for nothing. @returns {any} */
  get error() {
    return this.#state.error;
  }
}
