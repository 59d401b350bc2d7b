/** Bindings that answer soon or fail: a computation waits for them, and others wait for that. */

/** Milliseconds that a store or the limiter may take; usually it is a tenth of a second. */
const PATIENCE = 10_000;

/** Returns the result of a promise; throws if it takes too long. @template T @param {Promise<T>} promise @returns {Promise<T>} */
export async function withTimeout(promise) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = Number(setTimeout(() => reject(new Error('late')), PATIENCE)); });
  try {
    return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the Go program its bindings, each call with a time limit. @param {import('./compute.mjs').Env} env */
export const bindingsWithTimeout = (env) => ({
  ...env,
  CERTIFICATES: {
    get: (/** @type {[any, any]} */ ...given) => withTimeout(env.CERTIFICATES.get(...given)),
    put: (/** @type {[any, any, any]} */ ...given) => withTimeout(env.CERTIFICATES.put(...given)),
  },
  LIMITER: {
    idFromName: (/** @type {string} */ name) => env.LIMITER.idFromName(name),
    get: (/** @type {DurableObjectId} */ id) => ({ fetch: (/** @type {Request} */ request) => withTimeout(env.LIMITER.get(id).fetch(request)) }),
  },
});
