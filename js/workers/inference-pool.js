import { integrity } from './build.js';
import { hex } from './bytes.js';
import { EngineError } from './error.js';
import { runtime } from './loader.js';
import { WorkerSlot } from './worker-slot.js';

/** @import {Batch, Beside, Feed, InferenceFunctions} from './protocol.js' */

/** Messages of the runtime for a batch that needs too much memory: its sizes alone can be too large. */
const MEMORY = /bad_alloc|out of memory|overflow/i;

/** Reports whether a model needed more memory than its worker may have. @param {unknown} error */
export const isFull = (error) => error instanceof EngineError && error.kind === 'input' && MEMORY.test(error.message);

/** Milliseconds after which a batch counts as one that never ends. */
const limit = 30_000;

/** Workers end after a minute without work; the next batch starts one that opens the model again. */
const rest = { after: 60_000, ends: () => true };

/**
 * Copies rows for one worker, which gets the copy itself: the rows stay, for a worker that has to repeat them.
 * @param {Feed[]} feeds @param {string} output @param {Batch} batch
 */
function moving(feeds, output, batch) {
  const copies = feeds.map((feed) => ({ ...feed, data: feed.data.slice() }));
  return { args: [copies, output, batch], moved: copies.map(({ data }) => data.buffer) };
}

/** Workers that run one model. Each holds it whole; a worker that ends is replaced, opens the model again and repeats its rows, which gives the same logits. */
export class InferencePool {
  #base;
  #fetch;
  #onRestart;
  /** @type {Promise<import('./loader.js').Program> | undefined} */
  #program;
  /** @type {WorkerSlot<InferenceFunctions>[]} */
  #slots = [];
  /** Settles for each slot once it has opened the model. @type {Promise<void>[]} */
  #opened = [];

  /**
   * @param {string} base folder of ort.wasm and inference.js @param {(sentence: string) => void} onRestart
   * @param {typeof runtime} [fetch] where the runtime does not come from a folder
   */
  constructor(base, onRestart, fetch = runtime) {
    this.#base = base;
    this.#onRestart = onRestart;
    this.#fetch = fetch;
  }

  /**
   * Fetches the runtime, once. A fetch that fails is tried again by the next call.
   * @param {(share: number) => void} [onProgress] how much of it has come, from 0 to 1
   */
  load(onProgress) {
    this.#program ??= this.#fetch(this.#base, onProgress).catch((error) => {
      this.#program = undefined;
      throw error;
    });
    return this.#program;
  }

  /**
   * Opens a model in all workers and waits for the first, which tells whether it runs at all. Rejects with an EngineError.
   * @param {Uint8Array} bytes @param {Beside[]} beside files that it takes weights from @param {number} workers that will run it
   */
  async open(bytes, beside, workers) {
    this.close();
    const program = this.load();
    await program;
    const replay = () => [{ name: 'openModel', args: [bytes, beside] }];
    const fresh = () => new WorkerSlot(program, replay, this.#onRestart, limit, rest);
    /** @type {WorkerSlot<InferenceFunctions>[]} */
    const slots = Array.from({ length: workers }, fresh);
    this.#slots = slots;
    await slots[0].call('openModel', [bytes, beside]);
    this.#opened = slots.map((slot, i) => (i === 0 ? Promise.resolve() : slot.call('openModel', [bytes, beside])));
    for (const opened of this.#opened) opened.catch(() => {}); // ready() reports it
  }

  /** Settles when a worker has the model open. @param {number} lane which worker, from 0 */
  ready(lane) {
    return this.#opened[lane];
  }

  /** The runtime as a votes document names it. */
  async named() {
    const wasm = integrity['ort.wasm'] ?? '';
    const digest = hex(Uint8Array.from(atob(wasm.replace(/^sha256-/, '')), (letter) => letter.charCodeAt(0)));
    return { name: 'onnxruntime-web', version: await this.#slots[0].call('version', []), ...(digest && { wasm: `sha256:${digest}` }) };
  }

  /**
   * Returns the model's outputs for rows, one for each batch.
   * @param {number} lane which worker, from 0 @param {Feed[]} feeds @param {string} output @param {Batch} batch @param {AbortSignal} [signal]
   */
  async logits(lane, feeds, output, batch, signal) {
    const slot = this.#slots[lane];
    try {
      return await slot.callMoving('logits', () => moving(feeds, output, batch), signal);
    } catch (error) {
      // A failed allocation may leave too little memory even for a small batch.
      if (isFull(error)) await slot.renew();
      throw error;
    }
  }

  /** Forgets the model and ends the workers. */
  close() {
    for (const slot of this.#slots) slot.end(new DOMException('The model was closed.', 'AbortError'));
    this.#slots = [];
  }
}
