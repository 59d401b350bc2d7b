/**
 * One table of HTTP checks for both forms of the edge: the native server with its file and
 * the worker on workerd with its KV namespace. Both sign with one key. Needs `make build`.
 */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { newSecret, publicKey, startEdge } from '../../../build/edge/dev.mjs';
import { gram, request, signedBy } from './tools.js';
import { startNative } from '../tools/native.js';

const folder = mkdtempSync(join(tmpdir(), 'orbitcert-edge-'));
const site = join(folder, 'site');

const pin = (/** @type {string} */ key) => `<!doctype html><meta name="orbitcert-edge-key" content="${key}">`;
const page = { 'index.html': pin(''), 'app.js': 'export {};', 'style.css': 'a{}', 'certifier.wasm': '\0asm', 'examples/index.json': '[]' };

const secret = newSecret();

const unknown = `/api/certificates/${'0'.repeat(63)}a`;

/** @type {[name: string, init: {method?: string, path?: string, body?: string, headers?: object}, status: number, field?: string][]} */
const refusals = [
  ['an empty body', { method: 'POST', body: '' }, 400],
  ['no JSON', { method: 'POST', body: 'sigma=1' }, 400],
  ['JSON cut off', { method: 'POST', body: request().slice(0, 40) }, 400],
  ['8 KiB and a byte', { method: 'POST', body: request().padEnd(8193) }, 413],
  ['1 MB', { method: 'POST', body: ' '.repeat(1e6) }, 413],
  ['points', { method: 'POST', body: request({ gram: undefined, clean: { points: [[1, 0], [0, 1]] } }) }, 422, 'clean'],
  ['a file', { method: 'POST', body: request({ gram: undefined, clean: { file: '/etc/passwd' } }) }, 422, 'clean'],
  ['an attack', { method: 'POST', body: request({ perturbed: { attack: 'scale', norm: 1 } }) }, 422, 'perturbed'],
  ['too many samples', { method: 'POST', body: request({ samples: 100_001 }) }, 422, 'samples'],
  ['σ = 0', { method: 'POST', body: request({ sigma: 0 }) }, 422, 'sigma'],
  ['an axis without clouds', { method: 'POST', body: request({ group: 'axis', axis: [0, 0, 1] }) }, 422, 'gram.axial'],
  ['radii alone', { method: 'POST', body: request({ gram: { dimension: 2, cloud: { points: 9, sha256: '0'.repeat(64) } } }) }, 422, 'gram.cloud'],
  ['several things', { method: 'POST', body: request({ sigma: 0, group: 'G', samples: 100_001, colour: 1 }) }, 422, 'colour sigma group samples'],
  ['clouds and more', { method: 'POST', body: request({ clean: { points: [[1, 0]] }, perturbed: null, alpha: 2 }) }, 422, 'clean perturbed alpha'],
  ['an unknown field', { method: 'POST', body: request({ colour: 1 }) }, 422, 'colour'],
  ['a list', { method: 'GET' }, 405],
  ['a changed certificate', { method: 'PUT', path: unknown, body: '{}' }, 405],
  ['a posted health', { method: 'POST', path: '/api/health', body: '{}' }, 405],
  ['an unknown key', { path: unknown }, 404, 'key'],
  ['an upper case key', { path: `/api/certificates/${'A'.repeat(64)}` }, 404],
  ['a short key', { path: '/api/certificates/00' }, 404],
  ['no such call', { path: '/api/nothing' }, 404],
];

/** Requests whose certificates must have the same bytes on both. */
const shared = {
  'SO in 2-D': request(),
  'O in 2-D': request({ group: 'O' }),
  'SE in 2-D with votes': request({ group: 'SE', prediction: { votes: 970, samples: 1000 } }),
  'E in 2-D': request({ group: 'E', prediction: { probability: 0.7 } }),
  'T in 2-D': request({ group: 'T' }),
  'no group': request({ group: 'none' }),
  'SO in 3-D': request({ gram: gram(3) }),
  'E in 3-D': request({ gram: gram(3), group: 'E' }),
  'a runner-up': request({ prediction: { votes: 970, samples: 1000, runner_up: { votes: 20 } } }),
  'draws until they decide': request({ samples: 20000, stop: 'decided' }),
  'no draws': request({ samples: 0 }),
  'a seed by hand': request({ seed: '7' }),
};

/** @type {Record<string, () => Promise<{url: string, stop: () => Promise<void>, store?: any}>>} */
const forms = { native: () => startNative(secret, site), workerd: () => startEdge({ site, secret }) };

/** Certificates by form and name, to compare in the end. @type {Record<string, Record<string, string>>} */
const documents = { native: {}, workerd: {} };

/** Messages of the refusals, by form and name, likewise. @type {Record<string, Record<string, string>>} */
const errors = { native: {}, workerd: {} };

/** Headers by form and kind of answer, to compare likewise. @type {Record<string, Record<string, object>>} */
const headers = { native: {}, workerd: {} };

/** Headers of all answers, and those in which their kinds differ; the rest belongs to the connection. */
const compared = ['access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin', 'access-control-expose-headers',
  'access-control-max-age', 'allow', 'cache-control', 'content-type', 'etag', 'retry-after', 'x-content-type-options'];

before(() => {
  mkdirSync(join(site, 'examples'), { recursive: true });
  for (const [name, text] of Object.entries(page)) writeFileSync(join(site, name), text);
});
after(() => rmSync(folder, { recursive: true, force: true }));

for (const [form, start] of Object.entries(forms)) {
  describe(form, () => {
    /** @type {Awaited<ReturnType<typeof start>>} */
    let server;
    before(async () => { server = await start(); });
    after(async () => assert.equal(await server?.stop() ?? 0, 0));

    const ask = async (path, init) => {
      const response = await fetch(server.url + path, init);
      const kind = `${init?.method ?? 'GET'} ${path} ${response.status}`;
      if (path.startsWith('/api/')) headers[form][kind] ??= Object.fromEntries(compared.map((name) => [name, response.headers.get(name)]));
      return response;
    };
    const share = async (body) => {
      const response = await ask('/api/certificates', { method: 'POST', body });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return { text, key: JSON.parse(text).key };
    };

    for (const [name, { path = '/api/certificates', ...init }, status, field] of refusals) {
      test(`${name}: ${status}`, async () => {
        const response = await ask(path, init);
        errors[form][name] = await response.text();
        const { error, ...rest } = JSON.parse(errors[form][name]);
        const fields = [error, ...error.others ?? []].map((fault) => fault.field).join(' ');
        assert.deepEqual([response.status, fields, rest], [status, field ?? '', {}], errors[form][name]);
        assert.ok(error.message);
        assert.equal(response.headers.has('allow'), status === 405);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
        assert.equal(response.headers.get('cache-control'), 'no-store');
      });
    }

    for (const [name, body] of Object.entries(shared)) {
      test(`share and open: ${name}`, async () => {
        const { text, key } = await share(body);
        documents[form][name] = text;
        assert.equal(signedBy(publicKey(secret), text), true, text);
        assert.match(key, /^[0-9a-f]{64}$/);
        assert.equal((await share(body)).text, text, 'the same request again');
        const stored = await ask(`/api/certificates/${key}`);
        assert.equal(await stored.text(), text);
        assert.match(stored.headers.get('cache-control') ?? '', /immutable/);
        assert.match(stored.headers.get('content-type') ?? '', /^application\/json/);
      });
    }

    test('ETag and If-None-Match', async () => {
      const path = `/api/certificates/${(await share(request())).key}`;
      const tag = (await ask(path)).headers.get('etag') ?? '';
      assert.match(tag, /^"[A-Za-z0-9+/]{86}=="$/);
      for (const [match, status] of Object.entries({ [tag]: 304, [`"x", W/${tag}`]: 304, '*': 304, '"x"': 200, [tag.slice(0, 9)]: 200 })) {
        const response = await ask(path, { headers: { 'If-None-Match': match } });
        assert.equal(response.status, status, match);
        assert.equal(response.headers.get('etag'), tag);
        assert.equal((await response.text()) === '', status === 304);
      }
    });

    test('HEAD', async () => {
      const response = await ask(`/api/certificates/${(await share(request())).key}`, { method: 'HEAD' });
      assert.deepEqual([response.status, await response.text()], [200, '']);
    });

    test('preflight of another origin', async () => {
      const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
      const response = await ask('/api/certificates', { method: 'OPTIONS', headers });
      assert.deepEqual([response.status, await response.text()], [204, '']);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /content-type/i);
    });

    test('health', async () => {
      const { core, ...rest } = await (await ask('/api/health')).json();
      assert.deepEqual([typeof core, rest], ['string', { public_key: publicKey(secret) }]);
    });

    test('the page', async () => {
      const kinds = {
        '/': 'text/html', '/app.js': 'text/javascript', '/style.css': 'text/css', '/certifier.wasm': 'application/wasm',
        '/examples/index.json': 'application/json',
      };
      for (const [path, kind] of Object.entries(kinds)) {
        const response = await ask(path);
        assert.deepEqual([response.status, response.headers.get('content-type')?.split(';')[0]], [200, kind], path);
        assert.equal(await response.text(), path === '/' ? pin(publicKey(secret)) : page[path.slice(1)]);
      }
      assert.equal((await ask('/nothing')).status, 404);
    });

    test('requests at once', async () => {
      const bodies = Array.from({ length: 12 }, (_, n) => request({ samples: 100 + (n % 6) }));
      const texts = (await Promise.all(bodies.map(share))).map(({ text }) => text);
      assert.deepEqual(texts.slice(6), texts.slice(0, 6));
      assert.equal(new Set(texts).size, 6);
    });

    test('60 visitors of one link at once', async () => {
      const { text, key } = await share(request());
      const paths = ['/', '/app.js', '/certifier.wasm', `/api/certificates/${key}`];
      const seen = await Promise.all(Array.from({ length: 60 }, () => Promise.all(paths.map(async (path) => (await ask(path)).text()))));
      assert.deepEqual(seen, Array(60).fill([pin(publicKey(secret)), page['app.js'], page['certifier.wasm'], text]));
    });

    test('one client has 60 certificates computed, then waits; hits are always answered', { timeout: 120_000 }, async () => {
      const post = (n) =>
        ask('/api/certificates', { method: 'POST', body: request({ samples: 0, sigma: 1 + n }), headers: { 'X-Forwarded-For': `192.0.2.${n}` } });
      const began = Date.now();
      let computed = 0, last = await post(0);
      for (; last.status === 200 && computed < 200; last = await post(++computed)) await last.arrayBuffer();
      const earned = Math.ceil((Date.now() - began) / 30_000); // one more every 30 s
      assert.equal(last.status, 429);
      assert.ok(computed > 20 && computed <= 60 + earned, `${computed} computed; earlier tests had some of the 60`);
      const wait = Number(last.headers.get('retry-after'));
      assert.ok(wait > 0 && wait <= 30, `Retry-After: ${wait}`);
      headers[form]['POST /api/certificates 429']['retry-after'] = null; // differs with the clock
      const { text, key } = await share(request({ samples: 0, sigma: 1 }));
      assert.equal(await (await ask(`/api/certificates/${key}`)).text(), text);
    });
  });
}

test('both forms give the same bytes', () => {
  assert.deepEqual(Object.keys(documents.workerd), Object.keys(shared));
  for (const name of Object.keys(shared)) assert.equal(documents.workerd[name], documents.native[name], name);
});

test('both forms say the same of what they refuse', () => {
  assert.equal(Object.keys(errors.workerd).length, refusals.length);
  assert.deepEqual(errors.workerd, errors.native);
});

test('both forms send the same headers', () => {
  assert.deepEqual(headers.workerd, headers.native);
});
