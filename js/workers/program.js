/** An instance of a Go program that golang-wasm exposes functions of, in whatever thread this is. */

import { CallError } from './answer.js';

/** golang-wasm finds this object as __go_wasm__, wraps each function by __wrapper__ and sets __ready__ when all are exposed. @type {any} */
const bridge = {
  __wrapper__: (/** @type {Function} */ call) => (/** @type {unknown[]} */ ...args) => {
    const { result, error } = call(...args);
    if (error) throw new CallError(error.message);
    return result;
  },
};

/** @type {any} */
const scope = globalThis;

/** @type {any} */
let running;

/** The functions of a program, whose arguments and results only those who call them know. @typedef {Record<string, (...args: any[]) => any>} Program */

/** Bytes of memory that the program has. */
export const memory = () => running?.exports.mem.buffer.byteLength ?? 0;

/**
 * Starts the program, one in a thread; Go's wasm_exec.js must have defined globalThis.Go. Rejects when it ends
 * before its functions are there.
 * @param {WebAssembly.Module} module @returns {Promise<Program>} its functions
 */
export async function start(module) {
  scope.__go_wasm__ = bridge;
  const go = new scope.Go();
  go.exit = () => {};
  const instance = running = await WebAssembly.instantiate(module, go.importObject);
  const ready = new Promise((resolve) => {
    Object.defineProperty(bridge, '__ready__', { set: resolve });
  });
  const ended = go.run(instance).then(() => {
    throw new Error('the program ended before it was ready');
  });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  return bridge;
}
