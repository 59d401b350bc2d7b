// What the browser tests share: the site on a loopback port under a sub-path,
// and pages of one headless browser that remember their console errors.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { launching } from '../../build/browser.mjs';
import { FaultyEdge, publicKey } from './faulty.js';
import { repository } from './native.js';
import { PATIENCE } from './until.js';

export const siteFolder = join(repository, 'build', 'out', 'site');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves the built site as a plain static host would, below a sub-path.
 * `mounts` adds folders: {'workers/': '/path/of/js/workers'}; `texts` adds pages:
 * {'blank.html': '<!doctype html>'}; `headers` go with every answer. Below api/
 * answers the edge, of whose calls some fail; null leaves it out. With `pinned`
 * the page trusts its key. Other origins may use all files.
 * @returns {Promise<{url: string, requests: string[], edge: FaultyEdge | null, close: () => Promise<void>}>}
 */
export async function serveSite({ prefix = '/some/sub/path/', root = siteFolder, mounts = {}, texts = {}, headers = {}, edge = new FaultyEdge(), pinned = edge !== null } = {}) {
  const requests = [];
  const pin = (page) => (pinned ? String(page).replace('name="orbitcert-edge-key" content=""', `name="orbitcert-edge-key" content="${publicKey}"`) : page);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(path);
    if (edge && path.startsWith(`${prefix}api/`)) return edge.handle(request, response, path.slice(prefix.length)).catch(() => response.destroy());
    try {
      const file = locate(path, prefix, root, mounts);
      const body = texts[path.slice(prefix.length)] ?? (await readFile(file));
      response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'application/octet-stream', 'access-control-allow-origin': '*' });
      response.end(file.endsWith('index.html') ? pin(body) : body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('not found\n');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    requests,
    edge,
    close: () => new Promise((resolve) => {
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

/** The browser of this test process: the one that run.js has started for all files, or its own. */
export function browser() {
  const shared = process.env.ORBITCERT_BROWSER;
  launched ??= shared ? chromium.connect(shared) : chromium.launch(launching());
  return launched;
}

after(async () => (await launched)?.close());

/** Says how sure the classifier is of the clean cloud: one of one's own comes without. */
export async function besure(page) {
  await page.getByLabel('Votes', { exact: true }).fill('3990');
  await page.getByLabel('Samples voted').fill('4000');
}

/** What a download holds. @param {import('playwright-core').Download} download */
export async function contents(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

/** Runs in every page before its own scripts. */
function reportViolations() {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`));
}

/** What of Playwright's context options a page can have for itself. */
const ofPages = ['viewport', 'colorScheme', 'reducedMotion', 'forcedColors'];

/** A browsing context without service workers, in which nothing glides. */
async function newRoom(options = {}) {
  const room = await (await browser()).newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  room.setDefaultTimeout(PATIENCE);
  await room.addInitScript(reportViolations);
  return room;
}

let shared;

/**
 * The context that the pages of this file have in common. Its pages run in one process, and one of them that
 * stays holds the compiled programs, so that the next do not compile and optimise them again: half of the
 * time of a test. A test's own port gives it storage of its own.
 */
function sharedRoom() {
  shared ??= (async () => {
    const holder = await serveSite({ edge: null, texts: { 'holder.html': '<!doctype html><link rel="icon" href="data:,"><title>holder</title>' } });
    const room = await newRoom();
    const page = await room.newPage();
    await page.goto(new URL('holder.html', holder.url).href);
    await page.evaluate(async (names) => {
      globalThis.programs = await Promise.all(names.map((name) => WebAssembly.compileStreaming(fetch(name))));
    }, ['certifier.wasm', 'ort.wasm']);
    await holder.close();
    return room;
  })();
  return shared;
}

/** A page in a context of its own. */
async function ownPage(t, options) {
  const room = await newRoom(options);
  t.after(() => room.close());
  return room.newPage();
}

/** A page in the shared context, of which only the pages of the test's own site are closed: other tests may run beside it. */
async function sharedPage(t, { viewport, ...media }, origin) {
  const room = await sharedRoom();
  t.after(() => Promise.all(room.pages().filter((page) => page.url().startsWith(origin)).map((page) => page.close())));
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
 * where another page of the test may have been, gets a context of its own. Nothing glides unless
 * `context` asks for that.
 * `before(page)` runs before navigation, to add routes.
 */
export async function openPage(t, { path = '', prefix, mounts, texts, edge, pinned, url, context = {}, violates = false, before } = {}) {
  const site = url ? { url, requests: [], close: async () => {} } : await serveSite({ prefix, mounts, texts, edge, pinned });
  t.after(() => site.close());
  const alone = url !== undefined || Object.keys(context).some((name) => !ofPages.includes(name));
  const page = await (alone ? ownPage(t, context) : sharedPage(t, context, new URL(site.url).origin));
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && !message.location().url.includes('/api/') && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  t.after(() => violates || assert.deepEqual(errors.filter((error) => error.startsWith('policy violated')), []));
  await before?.(page);
  await page.goto(new URL(path.replace(/^\//, ''), site.url).href);
  return { page, context: page.context(), errors, site };
}
