// Shared by the browser tests: the site on a loopback port under a sub-path,
// and pages of one headless browser that remember their console errors.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { launching } from '../../../build/install/browser.mjs';
import { FaultyEdge, publicKey } from './faulty.js';
import { optimiseLater, repository } from './native.js';
import { PATIENCE } from './until.js';

export const siteFolder = join(repository, 'build', 'out', 'site');

/** A file of the built site. @param {string} name */
export const siteFile = (name) => readFileSync(join(siteFolder, name));

/** The votes that come with an example: for its class, of so many samples. @param {string} id */
export function exampleVotes(id) {
  const { votes, samples } = JSON.parse(String(siteFile(`examples/${id}.json`))).prediction;
  return { votes, samples };
}

/** As the page writes counts. @param {number} n */
export const grouped = (n) => n.toLocaleString('en');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/**
 * Serves the built site as a plain static host would, below a sub-path.
 * `mounts` adds folders: {'workers/': '/path/of/js/workers'}; `texts` adds pages:
 * {'blank.html': '<!doctype html>'}; `answers` answer requests themselves, by path; `headers` go with every answer, or are those of a path. Below api/
 * answers the edge, of whose calls some fail; null leaves it out. With `pinned`
 * the page trusts its key. Other origins may use all files. `packed` is a folder of compressed forms
 * (build/smaller/pack.mjs), which the host then sends where there is one.
 * @returns {Promise<{url: string, requests: string[], edge: FaultyEdge | null, close: () => Promise<void>}>}
 */
export async function serveSite({
  prefix = '/some/sub/path/', root = siteFolder, mounts = {}, texts = {}, answers = {}, headers = {}, packed = '', edge = new FaultyEdge(),
  pinned = edge !== null,
} = {}) {
  const requests = [];
  const pin = (page) => (pinned ? String(page).replace('name="orbitcert-edge-key" content=""', `name="orbitcert-edge-key" content="${publicKey}"`) : page);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(path);
    if (edge && path.startsWith(`${prefix}api/`)) return edge.handle(request, response, path.slice(prefix.length)).catch(() => response.destroy());
    const own = answers[path.slice(prefix.length)];
    if (own) return own(response);
    try {
      const file = locate(path, prefix, root, mounts);
      const body = texts[path.slice(prefix.length)] ?? (await readFile(file));
      const content = file.endsWith('index.html') ? pin(body) : body;
      const short = packed && (await readFile(join(packed, `${createHash('sha256').update(content).digest('hex')}.br`)).catch(() => null));
      const sent = short || Buffer.from(content);
      response.writeHead(200, {
        ...(typeof headers === 'function' ? headers(path) : headers), ...(short && { 'content-encoding': 'br' }), 'content-length': sent.length,
        'content-type': types[extname(file)] ?? 'application/octet-stream', 'access-control-allow-origin': '*',
      });
      response.end(sent);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('not found\n');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    requests, edge, close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function locate(path, prefix, root, mounts) {
  if (!path.startsWith(prefix)) throw new Error('outside the prefix');
  const rest = normalize(path.slice(prefix.length) || 'index.html');
  if (rest.startsWith('..')) throw new Error('outside the site');
  const mount = Object.keys(mounts).find((name) => rest.startsWith(normalize(name)));
  if (mount) return join(mounts[mount], rest.slice(mount.length));
  return join(root, rest.endsWith(sep) ? join(rest, 'index.html') : rest);
}

let launched;

/** The browser of this process: for tests with less optimising, for benchmarks as visitors have it. */
export function browser() {
  const { args, ...rest } = launching();
  launched ??= chromium.launch({ ...rest, args: 'NODE_TEST_CONTEXT' in process.env ? [...args, `--js-flags=${optimiseLater}`] : args });
  return launched;
}

/** Shared parts of tests, to be left before the browser closes. @type {(() => unknown)[]} */
const common = [];

/** Has something done when the last test of the process is through. @param {() => unknown} act */
export const atTheEnd = (act) => void common.push(act);

after(async () => {
  for (const act of common) await act();
  await (await launched)?.close();
});

/**
 * The link that Share has made, with its request: the field shows the key alone once it is stored.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string>}
 */
export const wholeLink = async (page) => (await page.waitForFunction(() => document.querySelector('orbit-page').sharing.link?.address)).jsonValue();

/** Says which noise the own classifier had, and what it ignores: a cloud of one's own comes without. */
export async function settle(page, sigma = '0.1', group = 'SE') {
  await page.locator('orbit-form').getByLabel('Smoothing σ').fill(sigma);
  await page.locator('orbit-form').getByLabel('Invariance', { exact: true }).selectOption(group);
}

/** Says all that is asked about the classifier of an own cloud. */
export async function besure(page, sigma, group) {
  await page.getByLabel('Votes', { exact: true }).fill('3990');
  await page.getByLabel('out of', { exact: true }).fill('4000');
  await settle(page, sigma, group);
}

/**
 * Comes to the explorer's map, which is computed once it stays in sight, and waits for what it says: parts above it that grow may push it away.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export const mapSays = (page, text) => page.waitForFunction((text) => {
  const map = document.querySelector('orbit-map');
  map?.scrollIntoView({ block: 'nearest' });
  return map?.innerText.replace(/\s+/g, ' ').includes(text);
}, text, { polling: 50 });

/**
 * Clicks a button of a result, which may stand in the menu of downloads.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} button
 */
export async function inMenu(page, button) {
  const menu = page.locator('.menu:not([open]) > summary');
  if (await button.count() === 0 && await menu.count() > 0) await menu.click();
  await button.click();
}

/**
 * Buttons, fields and folds that are shown smaller than 24 by 24 pixels, as WCAG 2.2 asks (2.5.8); links in a text are let be.
 * @param {import('playwright-core').Page} page
 * @param {string} within
 * @param {number} [least] pixels
 */
export const smallTargets = (page, within, least = 24) =>
  page.evaluate(
    ([within, least]) =>
      [...document.querySelectorAll(`:is(${within}) :is(button, input, select, textarea, summary)`)].flatMap((element) => {
        const target = element.matches('[type=radio], [type=checkbox]') ? (element.closest('label') ?? element) : element;
        const { width, height } = target.getBoundingClientRect(),
          over = ['::before', '::after'].map((part) => getComputedStyle(target, part)).filter(({ position }) => position === 'absolute');
        const [wide, tall] = /** @type {const} */ (['width', 'height']).map((side) => Math.max(0, ...over.map((part) => parseFloat(part[side]))));
        return width > 0 && target.checkVisibility() && (Math.max(width, wide) < least || Math.max(height, tall) < least)
          ? [`${element.outerHTML.slice(0, 90)}: ${width} × ${height}`]
          : [];
      }),
    /** @type {const} */ ([within, least]),
  );

/**
 * Clicks a button of a result and reads what it downloads: the file's name and its bytes.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} button
 */
export async function savedFile(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), inMenu(page, button)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The bytes of the certificate that the page has to download. @param {import('playwright-core').Page} page */
export const savedCertificate = async (page) => (await savedFile(page, page.getByRole('button', { name: 'Download certificate' }))).bytes;

/** Has the page begin with its entries and numbers unfolded. */
function unfold() {
  for (const part of ['entries', 'details', 'examples']) sessionStorage.setItem(`orbitcert-open-${part}`, '');
}

/** Runs in every page before its own scripts. */
function reportViolations() {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`));
}

/** Seed of the delays that all timers of the pages get, if any. */
const { ORBITCERT_DELAYED: delayed } = process.env;
if (delayed) process.stdout.write(`Timers of pages are delayed by seed ${delayed}.\n`);

/** Has each timer of the page come up to 5 s late, at random (mulberry32). @param {number} seed */
function delayTimers(seed) {
  const uniform = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const { setTimeout } = globalThis;
  globalThis.setTimeout = /** @type {any} */ ((task, time = 0, ...rest) => setTimeout(task, Number(time) + 5000 * uniform(), ...rest));
}

/** Context options of Playwright that a page can have for itself. */
const ofPages = ['serviceWorkers', 'viewport', 'colorScheme', 'reducedMotion', 'forcedColors'];

/** A browsing context without service workers, in which nothing glides. */
async function newRoom(options = {}) {
  const room = await (await browser()).newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  room.setDefaultTimeout(PATIENCE);
  await room.addInitScript(reportViolations);
  if (delayed) await room.addInitScript(delayTimers, Number(delayed));
  return room;
}

/** @type {Map<'allow' | 'block', Promise<import('playwright-core').BrowserContext>>} */
const shared = new Map();

/**
 * The context that the pages of this process have in common, those with service workers another one. Its pages run in one
 * process, and one of them that stays holds the compiled programs, so that the next do not compile and optimise them again:
 * half of the time of a test. A test's own port gives it storage of its own.
 * @param {'allow' | 'block'} serviceWorkers
 */
function sharedRoom(serviceWorkers) {
  if (!shared.has(serviceWorkers)) shared.set(serviceWorkers, roomWithPrograms(serviceWorkers));
  return /** @type {Promise<import('playwright-core').BrowserContext>} */ (shared.get(serviceWorkers));
}

async function roomWithPrograms(serviceWorkers) {
  const holder = await serveSite({ edge: null, texts: { 'holder.html': '<!doctype html><link rel="icon" href="data:,"><title>holder</title>' } });
  const room = await newRoom({ serviceWorkers });
  const page = await room.newPage();
  await page.goto(new URL('holder.html', holder.url).href);
  await page.evaluate(async (names) => {
    globalThis.programs = await Promise.all(names.map((name) => WebAssembly.compileStreaming(fetch(name))));
  }, ['certifier.wasm', 'ort.wasm']);
  await holder.close();
  return room;
}

/**
 * Milliseconds after which a test's page is closed, so that a question that the page never answers fails its test and holds up no other. Tests that
 * share a page refresh them.
 */
const LATE = 5 * PATIENCE;

/** A page in a context of its own. */
async function ownPage(t, options) {
  const room = await newRoom(options);
  t.after(() => room.close());
  return room.newPage();
}

/** Sites of which a page was opened in a shared context: they have stored something there. @type {Set<string>} */
const visited = new Set();

/** A page in a shared context, of which only the pages of the test's own site are closed, and what they stored: other tests may run beside it. */
async function sharedPage(t, { serviceWorkers = 'block', viewport, ...media }, origin) {
  const room = await sharedRoom(serviceWorkers);
  visited.add(origin);
  t.after(async () => {
    const pages = room.pages().filter((page) => page.url().startsWith(origin));
    if (serviceWorkers === 'allow' && pages.length > 0) {
      const session = await room.newCDPSession(pages[0]);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await Promise.all(pages.map((page) => page.close()));
  });
  const page = await room.newPage();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  return page;
}

/**
 * Opens a page of the site and closes everything when the test ends, which fails
 * where the page has violated its security policy, unless it `violates` that on
 * purpose. Service workers stay away unless
 * `context` asks for them.
 * `errors` collects console errors and uncaught exceptions, but not those that a
 * browser reports for calls that the edge fails on purpose.
 * `url` opens a site that is served already; otherwise one is served for this test.
 * `context` are Playwright's context options (viewport, colorScheme, …); a page that has others, or a `url`
 * where another page has been, gets a context of its own. Nothing glides unless
 * `context` asks for that.
 * `before(page)` runs before navigation, to add routes. Entries and numbers are unfolded, as a visitor left them, unless the page is `folded`.
 */
export async function openPage(t, { path = '', prefix, mounts, texts, edge, pinned, url, context = {}, violates = false, folded = false, before } = {}) {
  const site = url ? { url, requests: [], close: async () => {} } : await serveSite({ prefix, mounts, texts, edge, pinned });
  t.after(() => site.close());
  const { origin } = new URL(site.url);
  const alone = visited.has(origin) || Object.keys(context).some((name) => !ofPages.includes(name));
  const page = await (alone ? ownPage(t, context) : sharedPage(t, context, origin));
  const late = setTimeout(() => void page.close(), LATE);
  t.after(() => clearTimeout(late));
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && !message.location().url.includes('/api/') && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  t.after(() => violates || assert.deepEqual(errors.filter((error) => error.startsWith('policy violated')), []));
  if (!folded) await page.addInitScript(unfold);
  await before?.(page);
  await page.goto(new URL(path.replace(/^\//, ''), site.url).href);
  return { page, context: page.context(), errors, site, late };
}
