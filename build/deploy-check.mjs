// Checks, without a network, that what was built can be deployed: build/out/site on a plain
// static host below any path, and with build/out/edge on Cloudflare, within its limits.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { digest, filesOf } from './integrity.mjs';

const repository = fileURLToPath(new URL('../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');
const files = filesOf(site);

/** What is wrong, one sentence each. @type {string[]} */
const problems = [];
const check = (/** @type {unknown} */ holds, /** @type {string} */ problem) => void (holds || problems.push(problem));

/** What Cloudflare takes: bytes of the gzipped worker by plan, files, bytes of a file, lines and rules of _headers. */
const limits = { free: 3e6, paid: 10e6, files: 20_000, file: 25 * 2 ** 20, line: 2000, rules: 100 };

/** A static host that sends no header of its own. @param {string} prefix */
async function host(prefix) {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(prefix.length) || 'index.html';
    if (!request.url?.startsWith(prefix) || !files.includes(name)) response.writeHead(404);
    else response.write(readFileSync(join(site, name)));
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(true)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => server.close() };
}

/** The addresses in a file, each with the digest that it must have, if one is named. @param {string} name @param {string} text */
function addresses(name, text) {
  if (name.endsWith('.html')) {
    const elements = [...text.matchAll(/<(?:link|script|img|a)\s[^>]*>/g)].map(([element]) => element);
    return elements.map((element) => [/\s(?:href|src)="([^"#]*)/.exec(element)?.[1], /\sintegrity="([^"]+)"/.exec(element)?.[1]]);
  }
  if (name === 'sw.js') return [...text.matchAll(/"([^"]+)":"(sha256-[^"]+)?"/g)].map(([, path, sum]) => [path, sum]);
  if (name.endsWith('.css')) return [...text.matchAll(/url\("?([^")]+)/g)].map(([, path]) => [path]);
  if (name.endsWith('.js')) return [...text.matchAll(/\b(?:from|import)\s*\(?"([^"]+\.js)"/g)].map(([, path]) => [path]);
  return [];
}

/** Every file is there, relative, and what others say of it. */
async function checkStaticHost() {
  const { url, close } = await host('/some/sub/path/');
  for (const name of files) {
    const found = await fetch(url + name);
    check(found.ok, `${name} cannot be had`);
    for (const [path, sum] of addresses(name, await found.text())) {
      if (!path || /^(https:|mailto:|data:)/.test(path)) continue;
      check(!path.startsWith('/'), `${name} names the absolute path ${path}`);
      const other = await fetch(new URL(path, url + name));
      check(other.ok, `${name} names ${path}, which is not there`);
      check(!sum || sum === digest(new Uint8Array(await other.arrayBuffer())), `${name} names ${path} by a wrong digest`);
    }
  }
  close();
  const read = (/** @type {string} */ name) => readFileSync(join(site, name), 'utf8');
  for (const name of files) check(['sw.js', '_headers'].includes(name) || read('sw.js').includes(`"${name}":"`), `the service worker does not keep ${name}`);
  const code = files.filter((name) => name.endsWith('.js') && name !== 'sw.js').map(read).join();
  for (const name of files.filter((name) => /\.wasm$|^(worker|inference|hdf5)\.js$/.test(name))) check(code.includes(digest(readFileSync(join(site, name)))), `the page does not know the digest of ${name}`);
}

/** @param {string} what @param {number} is @param {number} most @param {string} unit */
function within(what, is, most, unit) {
  console.log(`${what.padEnd(40)}${is.toLocaleString('en').padStart(12)} of ${most.toLocaleString('en').padStart(11)} ${unit}`);
  check(is <= most, `${what}: ${is.toLocaleString('en')} ${unit} are too many`);
}

/**
 * Has wrangler build a worker as it would upload it, and prints its size.
 * @param {string} what @param {string} config
 */
function checkWorker(what, config) {
  const out = join(repository, 'build', 'out');
  const run = spawnSync(process.execPath, [
    join(repository, 'js', 'node_modules', 'wrangler', 'bin', 'wrangler.js'), 'deploy', '--dry-run',
    '--config', join(repository, 'build', 'edge', config), '--outdir', join(out, 'cloudflare', config),
  ], {
    encoding: 'utf8', timeout: 120_000,
    env: { ...process.env, CI: '1', FORCE_COLOR: '0', WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: join(out, 'config') },
  });
  const size = /gzip: ([\d.]+) KiB/.exec(run.stdout ?? '');
  check(run.status === 0 && size, `wrangler refuses ${config}:\n${run.stdout}${run.stderr}`);
  for (const plan of /** @type {const} */ (['free', 'paid'])) within(`${what}, gzipped, ${plan} plan`, Math.round(1024 * Number(size?.[1] ?? 0)), limits[plan], 'bytes');
}

/** What a deployment sends to Cloudflare. */
function checkCloudflare() {
  checkWorker('worker for hits', 'wrangler.jsonc');
  checkWorker('worker that computes', 'wrangler.compute.jsonc');
  const [largest, bytes] = files.map((name) => /** @type {[string, number]} */ ([name, statSync(join(site, name)).size])).sort((a, b) => b[1] - a[1])[0];
  within('files of the page', files.length, limits.files, 'files');
  within(`the largest, ${largest}`, bytes, limits.file, 'bytes');
  const lines = readFileSync(join(site, '_headers'), 'utf8').split('\n');
  within('rules in _headers', lines.filter((line) => line.startsWith('/')).length, limits.rules, 'rules');
  within('its longest line', Math.max(...lines.map(({ length }) => length)), limits.line, 'characters');
}

/** What a first visit loads. Quality 11, which hosts send, takes 13 % less and ten times as long to make: 1.34 MB there. */
function checkFirstDownload() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  within('certifier.wasm, brotli of quality 9', brotliCompressSync(readFileSync(join(site, 'certifier.wasm')), { params }).length, 1.75e6, 'bytes');
}

await checkStaticHost();
checkFirstDownload();
checkCloudflare();
for (const problem of problems) console.error(`deploy-check: ${problem}`);
if (problems.length) process.exit(1);
console.log('The site can be copied to any static host, and site and edge workers deployed to Cloudflare.');
