/**
 * The edge worker. Stored certificates are answered here; what is left goes to the
 * Go program, which takes milliseconds to start and megabytes to run.
 */

import { preflight, refusal } from './answer.mjs';
import { gated } from './gate.mjs';
import program from './go.mjs';
import { stored } from './stored.mjs';

export { Limiter } from './limiter.mjs';

/** The version of the core, as the build found it in core/certificate. */
const core = CORE;

/** Bytes of a posted request, and of a refused one that are read and thrown away (wasm/edge/handler.go). */
const BODY = 8 << 10;
const EXCESS = 1 << 20;

export default {
  /** @param {Request} request @param {any} env @param {any} ctx */
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const [, name] = /^\/api\/certificates\/([0-9a-f]{64})$/.exec(pathname) ?? [];
    if (name && request.method === 'OPTIONS') return preflight('GET, HEAD, OPTIONS');
    if (name && (request.method === 'GET' || request.method === 'HEAD')) return stored(request, name, env, ctx, core);
    return compute(request, pathname, env, ctx);
  },
};

/**
 * Has the Go program answer. The body is read first: a slow client takes no place
 * in the gate, and a connection with an unread body would be closed.
 *
 * @param {Request} request @param {string} pathname @param {any} env @param {any} ctx
 */
async function compute(request, pathname, env, ctx) {
  let body;
  try {
    body = await read(request);
  } catch {
    return refusal(400, '', 'the request could not be read');
  }
  if (body.length > BODY && request.method === 'POST' && pathname === '/api/certificates') return refusal(413, '', `a request may have ${BODY} bytes`);
  const { method, headers } = request;
  const whole = new Request(request.url, { method, headers, body: body.length > 0 && body.length <= BODY ? body : undefined });
  const response = await gated(async () => {
    const streamed = await program.fetch(whole, env, ctx);
    return new Response(streamed.body && await streamed.arrayBuffer(), streamed);
  });
  return response ?? refusal(429, '', 'too many certificates are being computed', { 'Retry-After': '2' });
}

/** The body, or more than is allowed of a longer one; of the rest a part is thrown away. @param {Request} request */
async function read(request) {
  const announced = Number(request.headers.get('Content-Length') ?? EXCESS);
  if (announced <= BODY) return new Uint8Array(await request.arrayBuffer());
  const chunks = [];
  let length = 0;
  for await (const chunk of /** @type {any} */ (request.body) ?? []) {
    if (length <= BODY) chunks.push(chunk);
    length += chunk.length;
    if (length > EXCESS) break;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
