/** GET /api/certificates/{key}, answered without Go; wasm/edge/stored.go says the same. */

import { answer, refusal } from './answer.mjs';
import { Memory } from './memory.mjs';
import { publicKey, verify } from './signature.mjs';

/**
 * @typedef {object} Entry a document whose signature was checked
 * @property {string} document
 * @property {string} signature
 */

/** @type {Memory<Entry>} */
const memory = new Memory();

/** The secret seen last and its public key. @type {{secret?: string, key: CryptoKey | null}} */
let known = { key: null };

/** @param {any} env */
async function keyOf(env) {
  if (known.secret !== env.SIGNING_KEY) known = { secret: env.SIGNING_KEY, key: await publicKey(env.SIGNING_KEY) };
  return known.key;
}

/**
 * @param {Request} request @param {string} name the key of the certificate
 * @param {any} env @param {any} ctx @param {string} core
 */
export async function stored(request, name, env, ctx, core) {
  let entry = memory.get(name);
  if (!entry) {
    const key = await keyOf(env);
    try {
      entry = key ? await find(name, (document) => verify(key, core, name, document), request.url, env, ctx) : undefined;
    } catch (error) {
      console.error(`get ${name}: ${error}`);
      return refusal(500, '', 'the edge failed; the request may be sent again');
    }
    if (!entry) return refusal(404, 'key', 'no certificate is stored under this key');
    memory.set(name, entry);
  }
  return found(request, entry);
}

/**
 * Looks in the cache of this place, then in the namespace. Neither is believed.
 *
 * @param {string} name @param {(document: string) => Promise<string | null>} check
 * @param {string} url @param {any} env @param {any} ctx
 * @returns {Promise<Entry | undefined>}
 */
async function find(name, check, url, env, ctx) {
  const cache = /** @type {any} */ (caches).default;
  const place = new URL(`/api/certificates/${name}`, url).href;
  const cached = await cache.match(place).then((/** @type {Response | undefined} */ hit) => hit?.text()).catch(() => undefined);
  const inCache = cached && await check(cached);
  if (inCache) return { document: cached, signature: inCache };
  const document = await env.CERTIFICATES.get(name);
  const signature = document && await check(document);
  if (!signature) {
    if (document) console.warn(`the entry ${name} is not served`);
    return undefined;
  }
  const entry = { document, signature };
  ctx.waitUntil(cache.put(place, found(new Request(place), entry)).catch(() => {}));
  return entry;
}

/** @param {Request} request @param {Entry} entry */
function found(request, { document, signature }) {
  const tag = `"${signature}"`;
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (matches(request.headers.get('If-None-Match'), tag)) return answer(304, null, headers);
  const response = answer(200, document, headers);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

/** Whether If-None-Match lists the tag or "*" (RFC 9110, section 13.1.2). @param {string | null} list @param {string} tag */
function matches(list, tag) {
  return (list ?? '').split(',').some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, '');
    return bare === tag || bare === '*';
  });
}
