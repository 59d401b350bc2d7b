/** Threads of Node as the engine knows workers. */

import { Worker } from 'node:worker_threads';

/** @import {FromWorker, ToWorker} from '../workers/protocol.js' */

/** A thread. It keeps the process alive only while it is asked something. */
export class Thread {
  #thread;
  /** Messages without an answer. */
  #asked = 0;
  /** @type {((event: {data: FromWorker}) => void) | undefined} */
  onmessage;
  /** @type {((event: {message: string, preventDefault: () => void}) => void) | undefined} */
  onerror;

  /** @param {URL} script */
  constructor(script) {
    this.#thread = new Worker(script, { name: 'certifier' });
    this.#thread.on('message', (data) => this.#answered(data));
    this.#thread.on('error', (error) => this.#failed(error instanceof Error ? error.message : String(error)));
    this.#thread.on('exit', () => this.#failed('it was ended from outside'));
  }

  /** @param {ToWorker} message @param {import('node:worker_threads').Transferable[]} [moved] */
  postMessage(message, moved) {
    if (message.type !== 'abandon' && this.#asked++ === 0) this.#thread.ref();
    this.#thread.postMessage(message, moved);
  }

  terminate() {
    this.#thread.removeAllListeners();
    this.#thread.terminate();
  }

  /** @param {FromWorker} data */
  #answered(data) {
    if (data.type !== 'going' && --this.#asked === 0) this.#thread.unref();
    this.onmessage?.({ data });
  }

  /** @param {string} message */
  #failed(message) {
    this.onerror?.({ message, preventDefault() {} });
  }
}
