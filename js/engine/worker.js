// A web worker that runs one instance of the Go certifier. The build puts Go's
// wasm_exec.js in front of this file; it defines globalThis.Go.

import { answer, CallError, MixedError } from './answering.js';
import { build } from './build.js';

/** @import {Start} from './protocol.js' */

/**
 * golang-wasm finds this object as __go_wasm__, wraps each function by
 * __wrapper__ and sets __ready__ when all are exposed.
 * @type {any}
 */
const bridge = {
  __wrapper__: (/** @type {Function} */ call) => (/** @type {unknown[]} */ ...args) => {
    const { result, error } = call(...args);
    if (error) throw new CallError(error.message);
    return result;
  },
};

/** @type {any} */
const scope = globalThis;
scope.__go_wasm__ = bridge;

/** The running Go program; `exited` turns true when it ends. */
const go = new scope.Go();
go.exit = () => {};

/** @param {Start} message */
async function start({ module, build: page }) {
  const instance = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), go.importObject);
  const ready = new Promise((resolve) => {
    Object.defineProperty(bridge, '__ready__', { set: resolve });
  });
  const ended = go.run(instance).then(() => {
    throw new Error('the program ended before it was ready');
  });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  const builds = [page, build, bridge.build()];
  if (page && new Set(builds).size > 1) throw new MixedError(builds.join(', '));
}

answer(start, (name, args) => bridge[name](...args));
