// The worker's side of the protocol, the same for every kind of worker.

/** @import {Call, FromWorker, Start, ToWorker} from './protocol.js' */

/** An error to give back to the caller, as against a broken worker; its message goes as it is. */
export class CallError extends Error {}

/** Files of different builds. */
export class MixedError extends Error {}

/** @type {any} */
const scope = globalThis;

/** @param {FromWorker} message @param {Transferable[]} [transfer] */
const post = (message, transfer = []) => scope.postMessage(message, transfer);

/** Lists the values that go to the page without a copy: bytes, and those of tensors, also in a list. @param {any} value */
const moved = (value) => [value].flat().flatMap((one) => (one instanceof Uint8Array ? [one.buffer] : one?.data instanceof Uint8Array ? [one.data.buffer] : []));

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Takes a lock that the browser releases when this worker ends, however it
 * ends: the page waits for it. Without Web Locks (plain http: ''; a sandboxed frame refuses them) the
 * page still learns of errors, only not of a worker killed from outside.
 * @param {string} name
 */
function hold(name) {
  if (!name || !scope.navigator?.locks) return;
  return new Promise((resolve) => {
    scope.navigator.locks.request(name, () => new Promise(() => resolve(undefined))).catch(resolve);
  });
}

/** Milliseconds of a call after which its next pause lets messages in. */
const BEAT = 100;

/**
 * Answers the page: `start` once, then every call in order.
 * @param {(message: Start) => Promise<void>} start
 * @param {(name: string, args: any[], pause: () => Promise<void>) => unknown} run what a function of this worker returns, or its promise; it awaits pause
 *   between its parts, which rejects once the page has abandoned the call
 * @param {() => number} [memory] bytes of memory of the program
 */
export function answer(start, run, memory) {
  /** @param {Start} message */
  const begin = async (message) => {
    await Promise.all([hold(message.lock), start(message)]);
    post({ type: 'ready' });
  };
  /** The call that the page has abandoned last. */
  let abandoned = 0;
  /** @param {number} id */
  const pausing = (id) => {
    let last = performance.now();
    return async () => {
      if (performance.now() < last + BEAT) return;
      await new Promise((resolve) => setTimeout(resolve));
      if (abandoned === id) throw new CallError(JSON.stringify({ message: 'The page has abandoned the call.' }));
      post({ type: 'going', id });
      last = performance.now();
    };
  };
  /** @param {Call} message */
  const call = async ({ id, name, args }) => {
    try {
      const value = await run(name, args, pausing(id));
      post({ type: 'done', id, value, ...(memory && { memory: memory() }) }, moved(value));
    } catch (error) {
      if (error instanceof CallError) post({ type: 'failed', id, text: error.message });
      else post({ type: 'unfit', message: messageOf(error) });
    }
  };
  /** @type {Promise<void>} */
  let last;
  scope.onmessage = (/** @type {MessageEvent<ToWorker>} */ { data }) => {
    if (data.type === 'start') {
      last = begin(data);
      last.catch((error) => post({ type: error instanceof MixedError ? 'mixed' : 'unfit', message: messageOf(error) }));
    } else if (data.type === 'abandon') abandoned = data.id;
    else last = last.then(() => call(data));
    last.catch(() => {});
  };
}
