// Checks, without a network, that what was built can be deployed: build/out/site on a plain
// static host below any path, and with build/out/edge on Cloudflare, within its limits.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { problemsOnStaticHost } from '../host/check.mjs';
import { filesOf } from '../finish/integrity.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');
const files = filesOf(site);

/** Problems found, one sentence each. @type {string[]} */
const problems = [];
const check = (/** @type {unknown} */ holds, /** @type {string} */ problem) => void (holds || problems.push(problem));

/** Limits of Cloudflare: bytes of the gzipped worker by plan, files, bytes of a file, lines and rules of _headers. */
const limits = { free: 3e6, paid: 10e6, files: 20_000, file: 25 * 2 ** 20, line: 2000, rules: 100 };

/** @param {string} what @param {number} is @param {number} most @param {string} unit */
function within(what, is, most, unit) {
  console.log(`${what.padEnd(40)}${is.toLocaleString('en').padStart(12)} of ${most.toLocaleString('en').padStart(11)} ${unit}`);
  check(is <= most, `${what}: ${is.toLocaleString('en')} ${unit} are too many`);
}

/** Has wrangler build a worker as it would upload it, and prints its size. @param {string} what @param {string} config */
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
  for (const plan of /** @type {const} */ (['free', 'paid']))
    within(`${what}, gzipped, ${plan} plan`, Math.round(1024 * Number(size?.[1] ?? 0)), limits[plan], 'bytes');
}

/** Checks the files that a deployment sends to Cloudflare. */
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

/** Measures the files that a first visit loads. Quality 11, which hosts send, takes 13 % less and ten times as long to make: 1.57 MB there. */
function checkFirstDownload() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  within('certifier.wasm, brotli of quality 9', brotliCompressSync(readFileSync(join(site, 'certifier.wasm')), { params }).length, 1.8e6, 'bytes');
}

problems.push(...await problemsOnStaticHost(site));
checkFirstDownload();
checkCloudflare();
for (const problem of problems) console.error(`deploy-check: ${problem}`);
if (problems.length) process.exit(1);
console.log('The site can be copied to any static host, and site and edge workers deployed to Cloudflare.');
