import { Seat } from './seat.js';

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
  /** @type {Seat<F>[]} */
  #seats;
  #probe;

  /**
   * @param {number} size number of workers, ≥ 1
   * @param {Promise<Program>} program
   * @param {() => Replay[]} replay calls that restore a lost lead
   * @param {(sentence: string) => void} onRestart
   * @param {keyof F & string} probe a function without arguments, which tells that a worker has started
   * @param {import('./seat.js').Rest} [rest] when the lead is ended, whose memory goes with it
   */
  constructor(size, program, replay, onRestart, probe, rest) {
    const helpers = Array.from({ length: size - 1 }, () => /** @type {Seat<F>} */ (new Seat(program, () => [], onRestart, Infinity, { after: HELPER_REST, ends: () => true })));
    /** @type {Seat<F>} */
    this.lead = new Seat(program, replay, onRestart, Infinity, rest);
    this.#seats = [this.lead, ...helpers];
    this.#probe = probe;
  }

  /**
   * Calls a function that takes long and needs nothing that the lead knows, on another worker where there may be one.
   * @template {keyof F & string} N
   * @param {N} name @param {Parameters<F[N]>} args @param {AbortSignal} [signal]
   * @returns {Promise<ReturnType<F[N]>>}
   */
  async aside(name, args, signal) {
    const [, ...helpers] = this.#seats;
    const seat = helpers.findLast((each) => each.runs) ?? helpers[0] ?? this.lead;
    return (await this.#starts(seat, signal) ? seat : this.lead).call(name, args, signal);
  }

  /** Whether a worker starts: what one that cannot would have done is left to the others. @param {Seat<F>} seat @param {AbortSignal} [signal] */
  async #starts(seat, signal) {
    return seat === this.lead || seat.call(this.#probe, /** @type {any} */ ([]), signal).then(() => true, () => false);
  }

  /**
   * Calls one function this many times, each time on whichever worker is free. No call may depend on
   * what another worker knows, so the results do not depend on who ran what, or how often.
   * @template {keyof F & string} N
   * @param {N} name
   * @param {number} blocks
   * @param {(block: number) => Parameters<F[N]>} args
   * @param {AbortSignal | undefined} signal
   * @param {(done: number, block: number, result: ReturnType<F[N]>) => void} onDone
   * @returns {Promise<ReturnType<F[N]>[]>} results in block order
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
      /** @param {Seat<F>} seat */
      const lane = async (seat) => {
        while (next < blocks) {
          const block = next++;
          results[block] = await seat.call(name, args(block), signals);
          onDone(++done, block, results[block]);
          if (done === blocks) resolve(results);
        }
      };
      const fail = (/** @type {unknown} */ reason) => {
        stop.abort(reason);
        reject(reason);
      };
      for (const seat of this.#seats.slice(0, Math.ceil(blocks / ahead))) {
        this.#starts(seat).then((able) => {
          for (let i = 0; able && i < ahead; i++) lane(seat).catch(fail);
        });
      }
    });
  }
}
