/** GET /api/certificates/{key}, answered without Go; wasm/edge/lookup.go says the same. */

import { imported, isSignedBy, takenApart } from '../../../js/trust/signature.js';
import limits from '../limits.json' with { type: 'json' };
import { answer, lasting, refusals, refuse } from './answer.mjs';
import { ask } from './ask.mjs';
import { Memory } from './memory.mjs';
import { withTimeout } from './with-timeout.mjs';

/** @typedef {import('./hits.mjs').Env} Env */

/**
 * @typedef {object} Entry a document whose signature was checked
 * @property {string} document
 * @property {string} signature
 */

/** @type {Memory<Entry>} */
const memory = new Memory(limits.remembered_entries);

/** The key that entries are checked with, once it is known. @type {CryptoKey | null} */
let known = null;

/** Asks the worker that signs. @param {Env} env */
async function publicKey(env) {
  if (!known) {
    const health = /** @type {{public_key?: string}} */ (await (await ask(env.COMPUTE, new Request('https://compute/api/health'))).json());
    known = await imported(health.public_key ?? '');
  }
  return known;
}

/** @param {Request} request @param {string} name the key of the certificate @param {Env} env @param {ExecutionContext} ctx */
export async function stored(request, name, env, ctx) {
  const entry = memory.get(name) ?? await find(name, request.url, env, ctx);
  if (!entry) return refuse(refusals.missing);
  memory.set(name, entry);
  return found(request, entry);
}

/**
 * Looks in the cache of this place, then in the namespace. Neither is believed.
 *
 * @param {string} name @param {string} url @param {Env} env @param {ExecutionContext} ctx @returns {Promise<Entry | undefined>}
 */
async function find(name, url, env, ctx) {
  const cache = caches.default;
  const place = new URL(`/api/certificates/${name}`, url).href;
  const cached = await cache.match(place).then((hit) => hit?.text()).catch(() => undefined);
  const inCache = cached && await checked(cached, name, env);
  if (inCache) return inCache;
  const kept = await withTimeout(env.CERTIFICATES.get(name));
  const entry = kept && await checked(kept, name, env);
  if (!entry) {
    if (kept) console.warn(`the entry ${name} is not served`);
    return undefined;
  }
  ctx.waitUntil(cache.put(place, found(new Request(place), entry)).catch(() => {}));
  return entry;
}

/**
 * The entry of a document that is stored under this name and was signed for that, by any core; undefined for any other.
 *
 * @param {string} text @param {string} name @param {Env} env @returns {Promise<Entry | undefined>}
 */
async function checked(text, name, env) {
  const document = takenApart(text);
  if (document?.key !== name) return undefined;
  const key = await publicKey(env);
  return key && await isSignedBy(key, document) ? { document: text, signature: document.signature } : undefined;
}

/** @param {Request} request @param {Entry} entry */
function found(request, { document, signature }) {
  const tag = `"${signature}"`;
  const headers = { ...lasting, ETag: tag };
  if (matches(request.headers.get('If-None-Match'), tag)) return answer(304, null, headers);
  return answer(200, document, headers, request.method);
}

/** Reports whether If-None-Match lists the tag or "*" (RFC 9110, section 13.1.2). @param {string | null} list @param {string} tag */
function matches(list, tag) {
  return (list ?? '').split(',').some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, '');
    return bare === tag || bare === '*';
  });
}
