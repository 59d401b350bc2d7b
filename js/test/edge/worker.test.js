/** Parts that only the workers on workerd have: one before the Go program, its cache, their gate, their limiter. Needs `make build`. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { Response as WorkerResponse } from 'miniflare';

import { newSecret, publicKey, startEdge } from '../../../build/edge/dev.mjs';
import { gated } from '../../../wasm/edge/worker/gate.mjs';
import { publicKey as keyOf } from '../../../wasm/edge/worker/key.mjs';
import { mutants, signedWith, unsigned, wrongEntries } from './mutants.js';
import { request, signedBy } from './tools.js';
import { folder, post, postFrom, secret, share, site, withEdge } from './workers.js';
import { until } from '../tools/until.js';

/** Wrong entries to try, 10 of each kind; build/test/long.sh forgery tries more. */
const forgeries = Number(process.env.ORBITCERT_FORGERIES ?? 180);

describe('entries', () => {
  /** @type {Awaited<ReturnType<typeof startEdge>>} */
  let edge;
  before(async () => { edge = await startEdge({ site, secret, quiet: true }); });
  after(() => edge.stop());

  test('wrong entries of namespace and cache are not served, and are replaced', async () => {
    const { url, store, cache } = edge;
    const status = async (key) => (await fetch(`${url}/api/certificates/${key}`)).status;
    const body = request({ samples: 1 });
    const { text, key } = await share(url, body);
    const other = await share(url, request({ samples: 2 }));
    assert.equal(signedWith(secret, unsigned(text)), text);
    for (const [name, wrong] of wrongEntries(secret, { key, text }, other)) {
      assert.notEqual(wrong, text, name);
      await store.put(key, wrong);
      assert.equal(await status(key), 404, name);
    }
    assert.equal((await share(url, body)).text, text);
    const place = `${url}/api/certificates/${key}`;
    await cache.put(place, new WorkerResponse(other.text, { headers: { 'Cache-Control': 'max-age=3600' } }));
    assert.ok(await cache.match(place), 'the cache holds the wrong entry');
    const response = await fetch(place);
    assert.deepEqual([response.status, await response.text()], [200, text]);
    assert.equal(await status(other.key), 200);
  });

  test('an entry of an earlier core is served under the key that it was stored with', async () => {
    const { url, store } = edge;
    const [{ text, key }, other] = [await share(url, request({ samples: 7 })), '0'.repeat(64)];
    const earlier = signedWith(secret, unsigned(text).replace(/"core": "[^"]*"/, '"core": "0.6.0"').replace(key, other));
    const get = () => fetch(`${url}/api/certificates/${other}`);
    await store.put(other, earlier.replace('0.6.0', '0.5.0'));
    assert.equal((await get()).status, 404);
    await store.put(other, earlier);
    const response = await get();
    assert.deepEqual([response.status, await response.text()], [200, earlier]);
    await store.delete(other);
  });

  test('a checked entry is served from memory and put into the cache', async () => {
    const { url, store, cache } = edge;
    const { text, key } = await share(url, request({ samples: 3 }));
    const place = `${url}/api/certificates/${key}`;
    assert.equal(await (await fetch(place)).text(), text);
    await until(() => cache.match(place));
    assert.equal(await (await cache.match(place)).text(), text);
    await store.delete(key);
    await cache.delete(place);
    assert.equal(await (await fetch(place)).text(), text, 'from memory');
  });

  test('entries stay for a year', async () => {
    const { url, store } = edge;
    await share(url, request({ samples: 4 }));
    const { keys } = await store.list();
    const days = keys.map(({ expiration }) => Math.round((expiration - Date.now() / 1000) / 86_400));
    assert.deepEqual(new Set(days), new Set([365]));
  });

  test('without a signing key nothing is made and nothing served', async () => {
    const { url, store } = edge;
    const { key, text } = await share(url, request({ samples: 5 }));
    assert.equal(signedBy(publicKey(secret), text), true);
    await withEdge({ secret: '' }, async (bare) => {
      await bare.store.put(key, await store.get(key));
      assert.equal((await fetch(`${bare.url}/api/certificates/${key}`)).status, 404);
      const response = await post(bare.url, request({ samples: 5 }));
      assert.deepEqual([response.status, /signing key/.test((await response.json()).error.message)], [503, true]);
      assert.deepEqual(Object.keys(await (await fetch(`${bare.url}/api/health`)).json()), ['core']);
    });
    for (const damaged of [undefined, '', 'AAAA', '?', secret.slice(1), secret + secret]) assert.equal(await keyOf(damaged), null);
    assert.equal(await keyOf(secret), publicKey(secret));
  });

  test(`${forgeries} mutants of stored entries: none is served`, { timeout: 280_000 }, async () => {
    const { url, store } = edge;
    const documents = [];
    for (const group of ['none', 'T', 'SO', 'O', 'SE', 'E']) documents.push(await share(url, request({ group, samples: 20 })));
    const all = [...mutants(documents, newSecret(), forgeries)];
    assert.equal(all.length, forgeries);
    // Those of one key after each other, the keys side by side.
    await Promise.all(documents.map(async ({ key: own }) => {
      for (const { key, text, kind } of all.filter((mutant) => mutant.key === own)) {
        await store.put(key, text);
        const response = await fetch(`${url}/api/certificates/${key}`);
        assert.equal(response.status, 404, `${kind}: ${text}`);
        await response.arrayBuffer();
      }
    }));
    for (const { key, text } of documents) {
      await store.put(key, text);
      assert.equal(await (await fetch(`${url}/api/certificates/${key}`)).text(), text, 'the true entry');
    }
  });
});

test('a flood waits or is refused at once, hits are answered meanwhile, and clients that leave free their places', { timeout: 120_000 }, async () => {
  await withEdge({ quiet: true }, async ({ url }) => {
    const { key } = await share(url, request({ samples: 6 }));
    const heavy = (n) => request({ samples: 10_000, sigma: 0.1 + n / 1000, group: 'E' });
    const flood = Promise.all(Array.from({ length: 40 }, async (_, n) => {
      const response = await post(url, heavy(n));
      await response.arrayBuffer();
      return [response.status, response.headers.get('retry-after')].join(' ');
    }));
    let hits = 0;
    const hit = async () => {
      assert.equal((await fetch(`${url}/api/certificates/${key}`)).status, 200);
      hits += 1;
    };
    await Promise.race([flood, (async () => { for (;;) await hit(); })()]);
    const answers = await flood;
    assert.deepEqual(new Set(answers), new Set(['200 ', '429 2']));
    assert.ok(answers.filter((a) => a === '200 ').length >= 17, answers.join());
    assert.ok(hits > 0);

    const leave = new AbortController();
    const gone = Array.from({ length: 18 }, (_, n) => post(url, heavy(100 + n), leave.signal).catch((error) => error.name));
    await new Promise((resolve) => { for (const answer of gone) answer.then(({ status }) => status === 429 && resolve(status)); }); // all places are taken
    leave.abort();
    assert.ok((await Promise.all(gone)).includes('AbortError'));
    await until(async () => {
      const { status } = await post(url, request({ samples: 7 }));
      assert.ok(status === 429 || status === 200, `${status}`);
      return status === 200;
    });
  });
});

/** @type {import('../../../wasm/edge/worker/gate.mjs').Answer} */
const nothing = { status: 200, headers: [], body: null };

test('equal requests that wait are one computation, unless it was refused', async () => {
  const computed = [];
  const ask = (posted, answer = nothing) => gated(posted, async () => {
    computed.push(posted);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
    return answer;
  });
  const answers = await Promise.all(['a', 'b', 'a', 'a', 'b', ''].map((posted) => ask(posted)).concat(ask('', nothing)));
  assert.deepEqual(new Set(answers), new Set([nothing]));
  await ask('a');
  assert.deepEqual(computed.splice(0), ['a', 'b', '', '', 'a'], 'nothing is kept for those who come later');
  const refused = { ...nothing, status: 429 };
  assert.deepEqual(await Promise.all([ask('c', refused), ask('c')]), [refused, nothing]);
  assert.deepEqual(computed, ['c', 'c']);
});

test('a crowd of equal requests takes one place, and gets what concerns all of them, a refusal too', async () => {
  let ran = 0;
  const ask = (posted, status) => gated(posted, async () => {
    ran += 1;
    await new Promise((resolve) => { setTimeout(resolve, 5); });
    return { ...nothing, status };
  });
  const waiting = [...Array(300).fill('equal'), ...Array.from({ length: 17 }, (_, n) => `other ${n}`)].map((posted) => ask(posted, 422));
  const statuses = (await Promise.all(waiting)).map((answer) => answer?.status);
  assert.deepEqual(statuses, [...Array(316).fill(422), undefined], 'a seventeenth other one finds no place');
  assert.equal(ran, 17);
});

test('a request that the runtime has ended, and that a wrong clock saw, loses its place', async () => {
  const { setInterval } = globalThis;
  const { now } = Date;
  globalThis.setInterval = /** @type {any} */ (() => 0);
  Date.now = () => now() + 3_600_000;
  void gated('', () => new Promise(() => {}));
  globalThis.setInterval = setInterval;
  Date.now = now;
  assert.equal(await gated('', async () => nothing), nothing);
});

test('a request that the runtime has ended loses its place', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { setInterval } = globalThis;
  globalThis.setInterval = /** @type {any} */ (() => 0); // the runtime ends a request's timers with it
  void gated('', () => new Promise(() => {}));
  globalThis.setInterval = setInterval;
  const waiting = Array.from({ length: 17 }, (_, n) => gated('', async () => ({ ...nothing, status: 200 + n })));
  const answers = Promise.all(waiting);
  let settled = false, passed = 0;
  void answers.then(() => { settled = true; });
  for (; !settled && passed < 60_000; passed += 10) {
    t.mock.timers.tick(10);
    await new Promise(setImmediate);
  }
  assert.ok(settled && passed > 5000, `${passed} ms`);
  assert.deepEqual((await answers).map((answer) => answer?.status), [...Array.from({ length: 16 }, (_, n) => 200 + n), undefined]);
});

/**
 * Has certificates computed until one is refused, and checks that this is the 61st, or one later for each 30 s since the first.
 *
 * @param {string} url where 60 were computed @param {number} began when the first was
 */
async function exhaust(url, began) {
  for (let n = 60; n < 200; n += 1) {
    const response = await post(url, request({ samples: 0, sigma: 1 + n }));
    await response.arrayBuffer();
    if (response.status === 200) continue;
    assert.equal(response.status, 429);
    return assert.ok(n <= 60 + Math.ceil((Date.now() - began) / 30_000), `${n} computed`);
  }
  assert.fail('nobody counts');
}

test('a short flood: 500 equal requests get one certificate, different ones theirs or a refusal', async () => {
  await withEdge({ apart: true, alone: true, quiet: true }, async ({ url }) => {
    const answers = async (/** @type {string[]} */ bodies) => Promise.all(bodies.map(async (body) => {
      const response = await post(url, body);
      return { status: response.status, text: await response.text() };
    }));
    const equal = await answers(Array(500).fill(request({ samples: 20_000, group: 'E' })));
    assert.deepEqual(new Set(equal.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(equal.map(({ text }) => text)).size, 1);
    const different = await answers(Array.from({ length: 80 }, (_, n) => request({ samples: 0, sigma: 1 + n })));
    assert.deepEqual(new Set(different.map(({ status }) => status)), new Set([200, 429]));
  });
});

test(
  'workers in processes of their own find each other, the store and the clients; the limiter counts each address, and remembers after a restart',
  { timeout: 120_000 },
  async () => {
    const data = join(folder, 'data');
    const began = Date.now();
    const { key, text } = await withEdge({ data, apart: true }, async ({ url }) => {
      for (let n = 1; n < 60; n += 1) await share(url, request({ samples: 0, sigma: 1 + n }));
      const last = await share(url, request({ samples: 10 }));
      assert.equal(await (await fetch(`${url}/api/certificates/${last.key}`)).text(), last.text);
      return last;
    });
    await withEdge({ data, apart: true }, async ({ url }) => {
      await exhaust(url, began);
      assert.equal(await (await fetch(`${url}/api/certificates/${key}`)).text(), text);
      assert.equal(await postFrom('127.0.0.9', url, request({ samples: 11 })), 200);
    });
  },
);
