// A web worker that runs one instance of the Go certifier. The build puts Go's
// wasm_exec.js in front of this file; it defines globalThis.Go.

import { build } from './build.js';

/** @import {Call, FromWorker, Start, ToWorker} from './protocol.js' */

/** An error that a Go function returned, as against a broken instance. */
class GoError extends Error {}

/** Files of different builds. */
class MixedError extends Error {}

/**
 * golang-wasm finds this object as __go_wasm__, wraps each function by
 * __wrapper__ and sets __ready__ when all are exposed.
 * @type {any}
 */
const bridge = {
  __wrapper__: (/** @type {Function} */ call) => (/** @type {unknown[]} */ ...args) => {
    const { result, error } = call(...args);
    if (error) throw new GoError(error.message);
    return result;
  },
};

/** @type {any} */
const scope = globalThis;
scope.__go_wasm__ = bridge;

/** The running Go program; `exited` turns true when it ends. */
const go = new scope.Go();
go.exit = () => {};

/** @param {FromWorker} message @param {Transferable[]} [transfer] */
const post = (message, transfer = []) => scope.postMessage(message, transfer);

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @type {Promise<void> | undefined} */
let started;

/** @param {Start} message */
async function start({ module, lock, build: page }) {
  await hold(lock);
  const instance = await WebAssembly.instantiate(module, go.importObject);
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
  post({ type: 'ready' });
}

/**
 * Takes a lock that the browser releases when this worker ends, however it
 * ends: the page waits for it. Without Web Locks (plain http) the page still
 * learns of errors, only not of a worker killed from outside.
 * @param {string} name
 */
function hold(name) {
  if (!scope.navigator?.locks) return;
  return new Promise((resolve) => {
    scope.navigator.locks.request(name, () => new Promise(() => resolve(undefined)));
  });
}

/** @param {Call} message */
function call({ id, name, args }) {
  try {
    const value = bridge[name](...args);
    post({ type: 'done', id, value }, value instanceof Uint8Array ? [value.buffer] : []);
  } catch (error) {
    if (error instanceof GoError) post({ type: 'failed', id, text: error.message });
    else post({ type: 'unfit', message: messageOf(error) });
  }
}

scope.onmessage = async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if (data.type === 'start') {
    started = start(data);
    started.catch((error) => post({ type: error instanceof MixedError ? 'mixed' : 'unfit', message: messageOf(error) }));
    return;
  }
  await started?.then(() => call(data), () => {});
};
