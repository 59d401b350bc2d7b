import { WorkerSlot } from './worker-slot.js';

/**
 * @import {Program} from './loader.js'
 * @import {Replay} from './protocol.js'
 */

/** Milliseconds without work after which a helper is ended. */
const HELPER_REST = 60_000;

/** Blocks given to a worker ahead, so that it never waits for the page. */
const ahead = 2;

/**
 * The workers. The first, `lead`, keeps the clouds and answers everything that
 * is asked once; blocks of work go to all, and the others start with the first
 * block that needs them.
 * @template {{[name in keyof F]: (...args: any[]) => any}} F functions of the workers
 */
export class Pool {
  /** @type {WorkerSlot<F>[]} */
  #slots;
  #probe;

  /**
   * @param {number} size number of workers, ≥ 1 @param {Promise<Program>} program @param {() => Replay[]} replay calls that restore a lost lead
   * @param {(sentence: string) => void} onRestart @param {keyof F & string} probe a function without arguments, which tells that a worker has started
   * @param {import('./worker-slot.js').Rest} [rest] when the lead is ended, whose memory goes with it
   */
  constructor(size, program, replay, onRestart, probe, rest) {
    const helpers = Array.from(
      { length: size - 1 },
      () => /** @type {WorkerSlot<F>} */ (new WorkerSlot(program, () => [], onRestart, Infinity, { after: HELPER_REST, ends: () => true })),
    );
    /** @type {WorkerSlot<F>} */
    this.lead = new WorkerSlot(program, replay, onRestart, Infinity, rest);
    this.#slots = [this.lead, ...helpers];
    this.#probe = probe;
  }

  /**
   * Calls a function that takes long and needs nothing that the lead knows, on another worker where there may be one.
   * @template {keyof F & string} N
   * @param {N} name @param {Parameters<F[N]>} args @param {AbortSignal} [signal] @returns {Promise<ReturnType<F[N]>>}
   */
  async aside(name, args, signal) {
    const [, ...helpers] = this.#slots;
    const slot = helpers.findLast((each) => each.runs) ?? helpers[0] ?? this.lead;
    return (await this.#starts(slot, signal) ? slot : this.lead).call(name, args, signal);
  }

  /** Reports whether a worker starts: what one that cannot would have done is left to the others. @param {WorkerSlot<F>} slot @param {AbortSignal} [signal] */
  async #starts(slot, signal) {
    return slot === this.lead || slot.call(this.#probe, /** @type {any} */ ([]), signal).then(() => true, () => false);
  }

  /**
   * Calls one function this many times, each time on whichever worker is free. No call may depend on
   * what another worker knows, so the results do not depend on who ran what, or how often.
   * @template {keyof F & string} N
   * @param {N} name @param {number} blocks @param {(block: number) => Parameters<F[N]>} args @param {AbortSignal | undefined} signal
   * @param {(done: number, block: number, result: ReturnType<F[N]>) => void} onDone @returns {Promise<ReturnType<F[N]>[]>} results in block order
   */
  async each(name, blocks, args, signal, onDone) {
    if (blocks === 0) return [];
    const stop = new AbortController();
    const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
    /** @type {ReturnType<F[N]>[]} */
    const results = new Array(blocks);
    let next = 0;
    let done = 0;

    return new Promise((resolve, reject) => {
      /** @param {WorkerSlot<F>} slot */
      const lane = async (slot) => {
        while (next < blocks) {
          const block = next++;
          results[block] = await slot.call(name, args(block), signals);
          onDone(++done, block, results[block]);
          if (done === blocks) resolve(results);
        }
      };
      const fail = (/** @type {unknown} */ reason) => {
        stop.abort(reason);
        reject(reason);
      };
      for (const slot of this.#slots.slice(0, Math.ceil(blocks / ahead))) {
        this.#starts(slot).then((able) => {
          for (let i = 0; able && i < ahead; i++) lane(slot).catch(fail);
        });
      }
    });
  }
}
