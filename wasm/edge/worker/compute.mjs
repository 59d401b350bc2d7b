/**
 * The worker that computes. Only hits.mjs calls it, so that a visitor who opens a stored
 * certificate never waits for the Go program, which takes milliseconds to start and
 * megabytes to run.
 */

import limits from '../limits.json' with { type: 'json' };
import { answer, failure, refusals, refuse } from './answer.mjs';
import { gated } from './gate.mjs';
import { publicKey } from './key.mjs';
import { bindingsWithTimeout } from './with-timeout.mjs';
// @ts-ignore Made by the build.
import program from './go.mjs';

export { Limiter } from './limiter.mjs';

/** Equal texts are equal bytes, which they are not in UTF-8: that reads all that is wrong alike. */
const bytewise = new TextDecoder('latin1');

/**
 * @typedef {object} Env
 * @property {KVNamespace} CERTIFICATES
 * @property {DurableObjectNamespace} LIMITER
 * @property {string} [SIGNING_KEY]
 */

/** @type {ExportedHandler<Env>} */
export default {
  async fetch(request, env, ctx) {
    try {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/health' && (request.method === 'GET' || request.method === 'HEAD')) return await health(request, env);
      return await compute(request, pathname, env, ctx);
    } catch (error) {
      return failure(error);
    }
  },
};

/** As wasm/edge/handler.go. @param {Request} request @param {Env} env */
async function health(request, env) {
  const key = await publicKey(env.SIGNING_KEY);
  const text = `${JSON.stringify({ core: CORE, ...(key && { public_key: key }) })}\n`;
  return answer(200, text, {}, request.method);
}

/**
 * Has the Go program answer. The body is read first: a slow client takes no place
 * in the gate, and a connection with an unread body would be closed.
 *
 * @param {Request} request @param {string} pathname @param {Env} env @param {ExecutionContext} ctx
 */
async function compute(request, pathname, env, ctx) {
  let body;
  try {
    body = await read(request);
  } catch {
    return refuse(refusals.unread);
  }
  const { method, headers } = request;
  const posted = method === 'POST' && pathname === '/api/certificates';
  const most = limits.body_bytes;
  if (body.length > most && posted) return refuse({ ...refusals.large, message: refusals.large.message.replace('%d', String(most)) });
  const whole = new Request(request.url, { method, headers, body: body.length > 0 && body.length <= most ? body : undefined });
  const response = await gated(posted ? bytewise.decode(body) : '', async () => {
    const streamed = await program.fetch(whole, bindingsWithTimeout(env), ctx);
    return { status: streamed.status, headers: [...streamed.headers], body: streamed.body && await streamed.arrayBuffer() };
  });
  if (!response) return refuse(refusals.busy);
  return new Response(response.body, response);
}

/** The body, or more than is allowed of a longer one; of the rest a part is thrown away. @param {Request} request */
async function read(request) {
  const announced = Number(request.headers.get('Content-Length') ?? Infinity);
  if (announced <= limits.body_bytes) return new Uint8Array(await request.arrayBuffer());
  const chunks = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    if (length <= limits.body_bytes) chunks.push(chunk);
    length += chunk.length;
    if (length > limits.discarded_bytes) break;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
