import { Seat } from './seat.js';

/**
 * @import {Program} from './loader.js'
 * @import {FunctionName, Functions, Replay} from './protocol.js'
 */

/** Blocks given to a worker ahead, so that it never waits for the page. */
const ahead = 2;

/**
 * The workers. The first, `lead`, keeps the clouds and answers everything that
 * is asked once; blocks of work go to all, and the others start with the first
 * block that needs them.
 */
export class Pool {
  /** @type {Seat<Functions>[]} */
  #seats;

  /**
   * @param {number} size number of workers, ≥ 1
   * @param {Promise<Program>} program
   * @param {() => Replay[]} replay calls that restore a lost lead
   * @param {(sentence: string) => void} onRestart
   */
  constructor(size, program, replay, onRestart) {
    /** @type {Seat<Functions>} */
    this.lead = new Seat(program, replay, onRestart);
    const others = Array.from({ length: size - 1 }, () => new Seat(program, () => [], onRestart));
    this.#seats = [this.lead, ...others];
  }

  /**
   * Runs all blocks of the work, each on whichever worker is free. A block
   * depends on nothing but its number, so the results do not depend on who
   * ran what, or how often.
   * @param {string} work
   * @param {number} blocks
   * @param {AbortSignal | undefined} signal
   * @param {(done: number) => void} onDone
   * @returns {Promise<Uint8Array[]>} results in block order
   */
  blocks(work, blocks, signal, onDone) {
    return this.each('block', blocks, (block) => [work, block], signal, onDone);
  }

  /**
   * Calls one function this many times, each time on whichever worker is free. No call may depend on
   * what another worker knows.
   * @template {FunctionName} F
   * @param {F} name
   * @param {number} blocks
   * @param {(block: number) => Parameters<Functions[F]>} args
   * @param {AbortSignal | undefined} signal
   * @param {(done: number, block: number, result: ReturnType<Functions[F]>) => void} onDone
   * @returns {Promise<ReturnType<Functions[F]>[]>} results in block order
   */
  async each(name, blocks, args, signal, onDone) {
    if (blocks === 0) return [];
    const stop = new AbortController();
    const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
    /** @type {ReturnType<Functions[F]>[]} */
    const results = new Array(blocks);
    let next = 0;
    let done = 0;

    return new Promise((resolve, reject) => {
      /** @param {Seat<Functions>} seat */
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
      for (const seat of this.#seats.slice(0, blocks)) {
        // A worker that cannot start leaves its share to the others.
        const ready = seat === this.lead ? Promise.resolve(true) : seat.call('core', []).then(() => true, () => false);
        ready.then((able) => {
          for (let i = 0; able && i < ahead; i++) lane(seat).catch(fail);
        });
      }
    });
  }
}
