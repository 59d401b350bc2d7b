/** The workers on workerd when a part of them fails: a limiter, a store, a clock, a call on its way, a program. Needs `make build`. */

import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { publicKey } from '../../../build/edge/dev.mjs';
import { startNative } from '../tools/native.js';
import { request, signedBy } from './tools.js';
import { changed, post, secret, share, withEdge } from './workers.js';

test('a limiter that fails stops computations, and nothing else', async (t) => {
  const native = await startNative(secret);
  t.after(native.stop);
  const edge = changed('limiter', 'compute.mjs', (path) => appendFileSync(path, "\nLimiter.prototype.fetch = () => { throw new Error('away'); };\n"));
  await withEdge({ edge }, async ({ url, store }) => {
    const response = await post(url, request({ samples: 8 }));
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '60']);
    assert.ok((await response.json()).error.message);
    const { key, text } = await share(native.url, request({ samples: 8 }));
    await store.put(key, text);
    assert.equal((await fetch(`${url}/api/certificates/${key}`)).status, 200);
    assert.equal((await share(url, request({ samples: 8 }))).text, text);
  });
});

test('a call that is lost on its way to the worker that computes is sent once more', async () => {
  const losing = `let calls = 0;
    const { fetch } = compute_default;
    compute_default.fetch = (...given) => { calls += 1; if (calls % 2) throw new Error('Network connection lost.'); return fetch(...given); };`;
  await withEdge({ edge: changed('losing', 'compute.mjs', (path) => appendFileSync(path, losing)), quiet: true }, async ({ url }) => {
    const { text, key } = await share(url, request({ samples: 12 }));
    assert.equal(signedBy(publicKey(secret), text), true);
    assert.equal(await (await fetch(`${url}/api/certificates/${key}`)).text(), text);
    assert.equal((await post(url, request().padEnd(8193))).status, 500, 'a long body is not kept');
    assert.equal((await post(url, request().padEnd(8193))).status, 413);
    assert.equal((await fetch(`${url}/api/nothing`)).status, 404);
  });
});

/** Limits of a client at a time, then the seconds it waits; for the native limiter, too (wasm/edge/limiter_test.go). */
const table = JSON.parse(readFileSync(new URL('../../../wasm/edge/testdata/limiter.json', import.meta.url), 'utf8'));

/** The built workers with the limits of the table; the one that computes has its limiter answer, at a time that is asked for. */
const limited = () => changed('limited', 'compute.mjs', (path) => {
  const { burst, refill, budget } = table;
  const limits = {
    'client_burst: 60': `client_burst: ${burst}`,
    'client_refill_seconds: 30': `client_refill_seconds: ${refill}`,
    'worker: 1e3': `worker: ${budget}`,
  };
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of Object.entries(limits)) {
    assert.ok(text.includes(from), from);
    text = text.replace(from, to);
  }
  writeFileSync(path, `${text}
    compute_default.fetch = async (request, { LIMITER }) => {
      const { name, client, at } = await request.json();
      Date.now = () => Date.parse(at);
      return LIMITER.get(LIMITER.idFromName(name)).fetch('https://limiter/?client=' + client);
    };`);
});

test('the limiter grants what the native one does, whatever the clock does', async () => {
  await withEdge({ edge: limited(), quiet: true }, async ({ url }) => {
    for (const [name, steps] of Object.entries(table.cases)) {
      for (const { granted, wait, ...asked } of steps) {
        for (const [n, expected] of [...Array(granted).fill(0), ...(wait ? [wait] : [])].entries()) {
          const response = await post(url, JSON.stringify({ name, ...asked }));
          assert.equal(await response.text(), String(expected), `${name}: ${JSON.stringify(asked)}, number ${n}`);
        }
      }
    }
  });
});

test('a store or a limiter that does not answer is one that fails, and holds up nobody', async () => {
  // Patience is short here, and X-Silent names what never answers.
  const edge = changed('silent', 'compute.mjs', (path) => {
    for (const name of ['compute', 'hits']) {
      appendFileSync(path.replace('compute', name), `
        const { setTimeout: later } = globalThis;
        globalThis.setTimeout = (task, time, ...rest) => later(task, time === 10_000 ? 50 : time, ...rest);
        const { fetch: answered } = ${name}_default;
        const never = () => new Promise(() => {});
        ${name}_default.fetch = (request, env, ctx) => {
          const silent = request.headers.get('X-Silent');
          const { CERTIFICATES: store, LIMITER: limiter } = env;
          return answered(request, {
            ...env,
            CERTIFICATES: {
              get: silent === 'get' ? never : (...given) => store.get(...given),
              put: silent === 'put' ? never : (...given) => store.put(...given),
            },
            LIMITER: silent === 'limiter' ? { idFromName: (name) => name, get: () => ({ fetch: never }) } : limiter,
          }, ctx);
        };`);
    }
  });
  await withEdge({ edge, quiet: true }, async ({ url }) => {
    const statusOf = async (silent, init, path = '') => {
      const response = await fetch(`${url}/api/certificates${path}`, { headers: { 'X-Silent': silent }, signal: AbortSignal.timeout(20_000), ...init });
      return [response.status, response.headers.get('retry-after')];
    };
    const asked = (n) => ({ method: 'POST', body: request({ samples: 0, sigma: n }) });
    assert.deepEqual(await statusOf('get', asked(1)), [500, null]);
    assert.deepEqual(await statusOf('limiter', asked(2)), [503, '60']);
    assert.deepEqual(await statusOf('put', asked(3)), [200, null]);
    const { key } = await share(url, request({ samples: 0, sigma: 4 }));
    assert.deepEqual(await statusOf('get', {}, `/${key}`), [500, null]);
    assert.deepEqual(await statusOf('', {}, `/${key}`), [200, null]);
  });
});

test('a fault of the Go program, and one of the whole worker that computes, is one sentence', async () => {
  const trap = "export default { fetch() { throw new Error('unreachable'); } };";
  const faults = {
    go: ['go.mjs', (path) => writeFileSync(path, trap)],
    compute: ['compute.mjs', (path) => writeFileSync(path, `${trap} export class Limiter {}`)],
  };
  for (const [name, [file, change]] of Object.entries(faults)) {
    await withEdge({ edge: changed(name, file, change), quiet: true }, async ({ url }) => {
      const response = await post(url, request({ samples: 9 }));
      assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [500, '*']);
      assert.deepEqual(await response.json(), { error: { message: 'the edge failed; send the request again' } });
    });
  }
});
