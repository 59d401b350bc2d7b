/** Delivery of a built page to the native server, and from it to browsers: build/smaller/pack.mjs, build/finish/replace.mjs. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { newSecret, publicKey } from '../../../build/edge/dev.mjs';
import { startNative } from '../tools/native.js';
import { random } from '../tools/random.js';
import { until } from '../tools/until.js';

const folder = mkdtempSync(join(tmpdir(), 'orbitcert-site-'));
const site = join(folder, 'site');
const packed = join(folder, 'packed');
const secret = newSecret();

/** @param {string} name @param {string[]} args */
const script = (name, ...args) => promisify(execFile)(process.execPath, [fileURLToPath(new URL(`../../../build/${name}`, import.meta.url)), ...args]);

const digest = (content) => createHash('sha256').update(content).digest('hex');
const noise = Buffer.from(Array.from({ length: 4000 }, random(1)).map((x) => 256 * x));
const meta = '<meta name="orbitcert-edge-key" content="">';

/** @type {Record<string, string | Buffer>} */
const files = { 'index.html': meta + '<p>page</p>'.repeat(300), 'app.js': 'export {};\n'.repeat(1000), 'small.js': 'export {};', 'noise.wasm': noise };

/** @param {string} where @param {Record<string, string | Buffer>} content */
function write(where, content) {
  mkdirSync(where);
  for (const [name, text] of Object.entries(content)) writeFileSync(join(where, name), text);
}

before(() => write(site, files));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the raw answer to a client with these headers, still compressed. @param {string} url @param {Record<string, string>} headers */
function raw(url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const parts = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    }).on('error', reject);
  });
}

test('packed forms are named by what they hold, made once, and forgotten with it', async () => {
  await script('smaller/pack.mjs', site, packed);
  const forms = readdirSync(packed).sort();
  assert.deepEqual(forms, ['index.html', 'app.js'].flatMap((name) => ['br', 'gz'].map((ending) => `${digest(files[name])}.${ending}`)).sort());
  for (const name of ['index.html', 'app.js']) {
    const form = (ending) => readFileSync(join(packed, `${digest(files[name])}.${ending}`));
    assert.deepEqual([brotliDecompressSync(form('br')).toString(), gunzipSync(form('gz')).toString()], [files[name], files[name]]);
  }
  const times = () => readdirSync(packed).map((name) => [name, statSync(join(packed, name)).mtimeMs]);
  const first = times();
  await script('smaller/pack.mjs', site, packed);
  assert.deepEqual(times(), first);
  const other = join(folder, 'other');
  write(other, { 'other.js': 'other();\n'.repeat(1000) });
  await script('smaller/pack.mjs', other, packed);
  assert.equal(readdirSync(packed).length, 2);
  await script('smaller/pack.mjs', site, packed);
});

test('the server sends what a client can unpack', async () => {
  const server = await startNative(secret, site, packed);
  try {
    const url = `${server.url}/app.js`;
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accept, encoding] of Object.entries({ 'gzip, deflate, br, zstd': 'br', 'gzip, deflate': 'gzip', 'br;q=0.1, gzip;q=0.2': 'gzip',
      'zstd': undefined })) {
      const { status, headers, body } = await raw(url, { 'accept-encoding': accept });
      assert.deepEqual([status, headers['content-encoding'], headers.vary, Number(headers['content-length'])],
        [200, encoding, 'Accept-Encoding', body.length], accept);
      assert.equal(String(encoding ? unpack[encoding](body) : body), files['app.js'], accept);
      const again = await raw(url, { 'accept-encoding': accept, 'if-none-match': headers.etag });
      assert.deepEqual([again.status, again.headers.etag, again.headers['content-encoding'], again.body.length], [304, headers.etag, undefined, 0], accept);
    }
    const page = await raw(`${server.url}/`, { 'accept-encoding': 'br, gzip' });
    assert.equal(String(gunzipSync(page.body)), String(files['index.html']).replace('content=""', `content="${publicKey(secret)}"`));
    assert.deepEqual(Buffer.from(await (await fetch(`${server.url}/noise.wasm`)).arrayBuffer()), noise);
  } finally {
    await server.stop();
  }
});

test('builds beside a running server: no request goes without an answer', async () => {
  const place = join(folder, 'place');
  cpSync(site, place, { recursive: true });
  const server = await startNative(secret, place, packed);
  let over = false;
  const ask = async () => {
    while (!over) {
      const response = await fetch(`${server.url}/small.js`);
      assert.equal(response.status, 200);
      await response.text();
    }
  };
  const asking = Promise.all([ask(), ask(), ask()]);
  try {
    // Two at a time, as make build and make demo might be.
    for (let n = 0; n < 6; n += 2) {
      await Promise.all([n, n + 1].map(async (build) => {
        const next = join(folder, `next-${build}`);
        write(next, { ...files, 'small.js': `build ${build}` });
        await script('finish/replace.mjs', next, place);
      }));
    }
    const last = readFileSync(join(place, 'small.js'), 'utf8');
    // A request during which another one reads the new build gets the build before.
    await until(async () => await (await fetch(`${server.url}/small.js`)).text() === last);
    over = true;
    await asking;
    assert.deepEqual(readdirSync(folder).filter((name) => /^(next|place)/.test(name)), ['place']);
    await assert.rejects(script('finish/replace.mjs', join(folder, 'none'), place), /ENOENT/);
  } finally {
    over = true;
    await asking.catch(() => {});
    await server.stop();
  }
});
