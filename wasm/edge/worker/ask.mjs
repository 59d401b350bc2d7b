/** Calls of the worker that computes. */

import limits from '../limits.json' with { type: 'json' };

/** Milliseconds before a lost call is repeated: a cause that ends one connection often ends others at that moment. */
const PAUSE = 100;

/**
 * Sends a call, and once more if it is lost on the way. Computing twice makes the
 * same certificate. A body that is too long to be a request is not kept for that.
 *
 * @param {Fetcher} compute @param {Request} request
 */
export async function ask(compute, request) {
  const isShort = !request.body || Number(request.headers.get('Content-Length') ?? Infinity) <= limits.body_bytes;
  const spare = isShort && request.clone();
  try {
    return await compute.fetch(request);
  } catch (error) {
    if (!spare) throw error;
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    return compute.fetch(spare);
  }
}
