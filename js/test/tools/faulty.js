// The real edge behind a proxy that fails on purpose.

import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { after } from 'node:test';
import { startNative } from './native.js';
import { random } from './random.js';

/** An Ed25519 key made from a seed that is one byte, again and again. @param {number} byte */
function keyOf(byte) {
  const seed = Buffer.alloc(32, byte);
  return { seed, key: createPrivateKey({ key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]), format: 'der', type: 'pkcs8' }) };
}

const trusted = keyOf(7);
export const stranger = keyOf(8);

/** The public key that the edge signs for, as pages pin it. */
export const publicKey = Buffer.from(createPublicKey(trusted.key).export({ format: 'der', type: 'spki' }).subarray(-32)).toString('base64');

/** A document with other content and a signature to go with it. */
export function signed(document, { key } = trusted) {
  const { signature: _, ...rest } = document;
  const body = `${JSON.stringify(rest, null, 2).slice(0, -2)}`;
  const signature = sign(null, Buffer.from(`orbitcert certificate\n${body}\n}\n`), key).toString('base64');
  return `${body},\n  "signature": "${signature}"\n}\n`;
}

let running;

/** The native server, started with the first call of this test process. @returns {Promise<string>} its address */
function realEdge() {
  running ??= startNative(trusted.seed.toString('base64'));
  return running.then(({ url }) => url);
}

after(async () => (await running)?.stop());

const json = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
const refusal = (message, field) => JSON.stringify({ error: { ...(field && { field }), message } });

/** Answers with a fixed status, headers and body. */
const fixed = (status, body, headers = {}) => ({ response }) => {
  response.writeHead(status, { ...json, ...headers });
  response.end(body);
};

/** Answers what the edge does, changed. @param {(document: any, text: string, exchange: any) => string | Promise<string>} change */
const changed = (change, headers = {}) => async (exchange) => {
  const { text } = await exchange.forward();
  fixed(200, await change(JSON.parse(text), text, exchange), headers)(exchange);
};

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Faults between a page and the edge. @type {Record<string, (exchange: any) => void | Promise<void>>} */
export const faults = {
  'refused connection': ({ response }) => void response.socket.destroy(),
  'stalled': () => {},
  'byte by byte': async (exchange) => {
    const { text } = await exchange.forward();
    exchange.response.writeHead(200, json);
    for (const letter of text) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (exchange.response.destroyed) return;
      exchange.response.write(letter);
    }
  },
  'headers, then nothing': ({ response }) => {
    response.writeHead(200, json);
    response.flushHeaders();
  },
  'cut off': async (exchange) => {
    const { text } = await exchange.forward();
    exchange.response.writeHead(200, { ...json, 'content-length': text.length });
    exchange.response.write(text.slice(0, text.length / 2), () => exchange.response.socket?.destroy());
  },
  'HTML with 200': fixed(200, '<!doctype html><title>Welcome</title>', html),
  'HTML with 502': fixed(502, '<h1>Bad gateway</h1>', html),
  'truncated JSON': changed((_, text) => text.slice(0, -40)),
  'another certificate': changed((_, __, exchange) => exchange.another()),
  'another core': changed((document) => signed({ ...document, core: '0.7.0', key: document.key.replaceAll('a', 'b') })),
  'another core, same key': changed((document) => signed({ ...document, core: '0.7.0' })),
  'a changed number': changed((_, text) => text.replace(/("radius": 0\.)\d/, '$19')),
  'a changed number, signed': changed((document) => signed({ ...document, orbit: { ...document.orbit, radius: 2 * document.orbit.radius } })),
  'another’s signature': changed((document) => signed(document, stranger)),
  'no signature': changed((_, text) => text.replace(/,\n {2}"signature": "[^"]*"/, '')),
  'the key in a document without a certificate': changed(({ key }) => signed({ key, certified: true })),
  'a list': fixed(200, '[]'),
  'null': fixed(200, 'null'),
  'an empty answer': fixed(200, ''),
  'no content': ({ response }) => {
    response.writeHead(204);
    response.end();
  },
  'another content type': changed((_, text) => text, { 'content-type': 'application/octet-stream' }),
  'a huge answer': changed((_, text) => text + ' '.repeat(1 << 20)),
  '400': fixed(400, refusal('not JSON at byte 1')),
  '403': fixed(403, 'Forbidden', html),
  '404': fixed(404, refusal('no certificate is stored under this key', 'key')),
  'plain host 404': fixed(404, '<h1>Not found</h1>', html),
  'plain host 405': fixed(405, 'Method not allowed', html),
  '413': fixed(413, refusal('a request may have 8192 bytes')),
  '422': fixed(422, refusal('may be at most 100000 here, got 200000', 'samples')),
  '422 for several things': fixed(422,
    '{"error":{"field":"sigma","message":"must be larger, got 0","others":[{"field":"samples","message":"may be at most 100000 here"},7]}}'),
  '429 for long': fixed(429, refusal('too many new certificates were asked for'), { 'retry-after': '3600' }),
  '429 until a date': fixed(429, refusal('too many new certificates were asked for'),
    { 'retry-after': 'Fri, 01 Jan 2038 00:00:00 GMT', date: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  '500': fixed(500, refusal('the edge failed; send the request again')),
  '503': fixed(503, refusal('the computation was stopped')),
  '507, storage full': fixed(507, refusal('the store is full')),
  'redirect': fixed(307, '', { location: '?again' }),
  'redirect to another origin': fixed(307, '', { location: 'http://127.0.0.1:9/api/' }),
};

/** Faults that pass when a call is repeated. */
const passing = ['refused connection', 'cut off', '503', 'truncated JSON'];

/** Lets every tenth call fail, in one of the ways that pass. @param {number} [seed] */
export function sometimes(seed = 6) {
  const next = random(seed);
  return () => (next() < 0.1 ? passing[Math.floor(next() * passing.length)] : '');
}

export class FaultyEdge {
  /** The fault for a call, '' for none; count is how many calls there were before. @type {(count: number) => string} */
  plan;
  /** The calls with their faults. @type {{method: string, path: string, fault: string}[]} */
  calls = [];

  constructor(plan = sometimes()) {
    this.plan = plan;
  }

  /** @param {string} path below the page, "api/…" */
  async handle(request, response, path) {
    const body = await text(request);
    const fault = request.method === 'OPTIONS' || request.url.endsWith('?again') ? '' : this.plan(this.calls.length);
    this.calls.push({ method: request.method, path, fault });
    const call = async (method, where, content) => {
      const answer = await fetch(`${await realEdge()}/${where}`, { method, body: content || undefined, headers: { 'content-type': 'application/json' } });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    };
    const exchange = {
      response,
      forward: () => call(request.method, path, body),
      // The certificate of the same clouds at another α.
      another: async () => (await call('POST', 'api/certificates', JSON.stringify({ ...await this.#request(call, path, body), alpha: 0.0123 }))).text,
    };
    if (fault) return faults[fault](exchange);
    const { status, headers, text: whole } = await exchange.forward();
    // Not kept by the browser, so that the next call meets its own fault.
    response.writeHead(status, { ...headers, 'cache-control': 'no-store' });
    response.end(whole);
  }

  /** The request that a call is about. */
  async #request(call, path, body) {
    return body ? JSON.parse(body) : JSON.parse((await call('GET', path)).text).request;
  }
}

async function text(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
