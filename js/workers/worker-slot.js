/**
 * The room of the workers: starting them, calling functions in them by name, restoring what a lost one knew. It moves
 * texts and bytes and knows no mathematics and no document.
 */

import { build } from './build.js';
import { EngineError } from './error.js';

/**
 * @import {Program} from './loader.js'
 * @import {Call, FromWorker, Replay, ToWorker} from './protocol.js'
 */

/**
 * A call and who waits for it.
 * @typedef {object} Job
 * @property {Call} message
 * @property {Made | undefined} made its arguments for one worker, where they are moved
 * @property {number} deaths workers that ended while this job was first in line
 * @property {boolean} aborted true once abandoned
 * @property {(value: unknown) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

/**
 * Makes the arguments of a call for one worker, and lists the buffers in them, which are moved instead of copied.
 * @typedef {() => {args: unknown[], moved: Transferable[]}} Made
 */

/** A job that was first in line when this many workers ended is given up. */
const maxDeaths = 3;

/** Milliseconds after which a worker that is not ready counts as ended. */
const patience = 30_000;

/**
 * Time after which an idle worker ends: this many milliseconds, if its program's memory in bytes calls for it.
 * @typedef {{after: number, ends: (memory: number) => boolean}} Rest
 */

/** Milliseconds that an aborted job may still take before its worker is replaced. */
const grace = 150;

/**
 * The place of one worker. It owns the worker and its queue, and replaces a
 * worker that ends, panics or does not let go of an aborted job. Calls that
 * were not answered yet run again on the new worker.
 * @template {{[name in keyof F]: (...args: any[]) => unknown}} F functions of the worker
 */
export class WorkerSlot {
  /** @type {Worker | undefined} */
  #worker;
  /** Calls that are not answered, in the order in which the worker takes them. */
  #jobs = /** @type {Map<number, Job>} */ (new Map());
  #lastId = 0;
  #program;
  #replay;
  #onRestart;
  #limit;
  #rest;
  /** Bytes of memory of the worker's program when it last answered. */
  #memory = 0;
  /** Runs out when the first call takes too long. @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** Runs out when there was no work for long. @type {any} */
  #idle;
  /** Runs out when the worker does not start; undefined once it has. @type {ReturnType<typeof setTimeout> | undefined} */
  #late;

  /**
   * @param {Promise<Program>} program @param {() => Replay[]} replay calls that bring a new worker to the state of the old one
   * @param {(sentence: string) => void} onRestart
   * @param {number} [limit] milliseconds after which a call, or a part of it, counts as one that never ends; a start has its own
   * @param {Rest | null} [rest] when the worker is ended, null for never
   */
  constructor(program, replay, onRestart, limit = Infinity, rest = null) {
    this.#program = program;
    this.#replay = replay;
    this.#onRestart = onRestart;
    this.#limit = limit;
    this.#rest = rest;
  }

  /**
   * Calls a function of the certifier; starts a worker when there is none.
   * Rejects with an EngineError, or with the signal's reason.
   * @template {keyof F & string} N
   * @param {N} name @param {Parameters<F[N]>} args @param {AbortSignal} [signal] @returns {Promise<ReturnType<F[N]>>}
   */
  call(name, args, signal) {
    return this.#begin(name, args, undefined, signal);
  }

  /**
   * Does the same with arguments that are moved to the worker.
   * @template {keyof F & string} N
   * @param {N} name @param {Made} made @param {AbortSignal} [signal] @returns {Promise<ReturnType<F[N]>>}
   */
  callMoving(name, made, signal) {
    return this.#begin(name, [], made, signal);
  }

  /** @param {string} name @param {unknown[]} args @param {Made | undefined} made @param {AbortSignal} [signal] @returns {Promise<any>} */
  async #begin(name, args, made, signal) {
    const program = await this.#program;
    signal?.throwIfAborted();
    this.#worker ??= this.#spawn(program);
    return new Promise((resolve, reject) => {
      const job = this.#enqueue({ type: 'call', id: ++this.#lastId, name, args }, made, resolve, reject, signal);
      this.#send(job);
    });
  }

  get runs() {
    return this.#worker !== undefined;
  }

  /** Ends the worker, whose memory goes with it; the next call starts another, and calls that were not answered run again. */
  renew() {
    return this.#restart();
  }

  /** Ends the worker; calls that were not answered are rejected with the reason. @param {unknown} reason */
  end(reason) {
    this.#drop();
    clearTimeout(this.#idle);
    for (const job of this.#jobs.values()) job.reject(reason);
    this.#jobs.clear();
  }

  /** Ends the worker; one that has not started yet is not waited for, which would keep a program in Node alive. */
  #drop() {
    clearTimeout(this.#late);
    clearTimeout(this.#clock);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** @param {ToWorker} message */
  #post(message) {
    this.#worker?.postMessage(message);
  }

  /** @param {Job} job */
  #send({ message, made }) {
    if (!made) return this.#post(message);
    const { args, moved } = made();
    this.#worker?.postMessage({ ...message, args }, moved);
  }

  /**
   * @param {Call} message @param {Made | undefined} made @param {(value: unknown) => void} resolve @param {(reason: unknown) => void} reject
   * @param {AbortSignal} [signal] @returns {Job}
   */
  #enqueue(message, made, resolve, reject, signal) {
    const abort = () => this.#abort(job, signal?.reason);
    const forget = () => signal?.removeEventListener('abort', abort);
    /** @type {Job} */
    const job = {
      message,
      made,
      deaths: 0,
      aborted: false,
      resolve: (value) => (forget(), resolve(value)),
      reject: (reason) => (forget(), reject(reason)),
    };
    signal?.addEventListener('abort', abort);
    this.#jobs.set(job.message.id, job);
    if (this.#jobs.size === 1) this.#wind();
    return job;
  }

  /** Gives the call that is first in line its time, or the worker its rest. */
  #wind() {
    clearTimeout(this.#clock);
    clearTimeout(this.#idle);
    if (this.#jobs.size === 0) this.#rests();
    if (this.#jobs.size > 0 && this.#limit < Infinity && this.#worker && !this.#late) this.#clock = setTimeout(() => this.#expire(), this.#limit);
  }

  /** Ends the worker after its rest; the next call starts another. */
  #rests() {
    const rest = this.#rest;
    if (!rest || !this.#worker) return;
    this.#idle = setTimeout(() => rest.ends(this.#memory) && this.#drop(), rest.after);
    this.#idle.unref?.(); // Node does not wait for it
  }

  /** The first call does not end: gives it up, and its worker. */
  #expire() {
    const job = this.#first();
    if (!job) return;
    this.#take(job.message.id);
    job.reject(new EngineError('died', `It gave no answer for ${this.#limit / 1000} seconds and was ended.`));
    this.#restart();
  }

  /** @param {Program} program */
  #spawn({ module, worker: start, locks }) {
    const worker = start();
    const lock = locks ? `orbitcert ${performance.timeOrigin} ${Math.random()}` : '';
    const lost = (/** @type {string} */ cause) => worker === this.#worker && this.#lost(cause);
    const late = this.#late = setTimeout(lost, patience, 'it did not start in time');
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') {
        clearTimeout(late);
        if (worker === this.#worker) this.#late = undefined;
        this.#wind();
        // To get the lock that the worker holds means that the worker has
        // ended, even where no event tells.
        locks?.request(lock, () => lost('it was ended from outside')).catch(() => {});
      } else if (worker === this.#worker) this.#answer(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      lost(event.message || 'its script could not be loaded');
    };
    this.#worker = worker;
    this.#post({ type: 'start', module, lock, build });
    for (const call of this.#replay()) this.#post({ type: 'call', id: 0, ...call });
    for (const job of this.#jobs.values()) this.#send(job);
    return worker;
  }

  /** @param {FromWorker} message */
  #answer(message) {
    if (message.type === 'going' && this.#first()?.message.id === message.id) this.#wind();
    if (message.type === 'done') {
      this.#memory = message.memory ?? 0;
      this.#take(message.id)?.resolve(message.value);
    }
    if (message.type === 'unfit') this.#lost(message.message);
    if (message.type === 'mixed') this.#refuse(message.message);
    if (message.type === 'failed') {
      const error = EngineError.parse(message.text);
      this.#take(message.id)?.reject(error);
      if (error.kind === 'panic') this.#restart('The certifier met an internal error and was started again.');
    }
  }

  /** @param {number} id */
  #take(id) {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    this.#wind();
    return job;
  }

  #first() {
    return this.#jobs.values().next().value;
  }

  /** @param {Job} job @param {unknown} reason */
  #abort(job, reason) {
    job.aborted = true;
    job.reject(reason);
    this.#post({ type: 'abandon', id: job.message.id });
    setTimeout(() => {
      if (this.#jobs.has(job.message.id) && this.#first()?.aborted) this.#restart();
    }, grace);
  }

  /** Files of several builds do not get on by trying again. @param {string} builds */
  #refuse(builds) {
    this.#drop();
    const error = new EngineError(
      'missing',
      `The certifier cannot start because the page, its worker and its certifier belong to different builds (${builds}). Reload the page.`,
    );
    for (const job of this.#jobs.values()) job.reject(error);
    this.#jobs.clear();
  }

  /** @param {string} cause */
  #lost(cause) {
    const job = this.#first();
    if (job && ++job.deaths >= maxDeaths) {
      this.#take(job.message.id);
      job.reject(new EngineError('died', `The certifier stopped ${maxDeaths} times and was not started again: ${cause}.`));
    }
    this.#restart('The certifier stopped unexpectedly and was started again.');
  }

  /** Ends the worker and starts another where calls wait. @param {string} [sentence] for the visitor */
  async #restart(sentence) {
    this.#drop();
    for (const [id, job] of this.#jobs) if (job.aborted) this.#jobs.delete(id);
    if (sentence) this.#onRestart(sentence);
    const program = await this.#program;
    if (this.#jobs.size > 0) this.#worker ??= this.#spawn(program);
  }
}
