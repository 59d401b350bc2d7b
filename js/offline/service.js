// The service worker: keeps the files of one build, so that the page works without a
// network and all it loads is of that build. The build puts in BUILD, and FILES with the
// digest of every file.

import { packed } from '../workers/build.js';
import { digestOf } from '../workers/bytes.js';
import { shortest } from '../workers/packed.js';
import { isLate } from './late.js';

/** @type {any} */
const scope = globalThis;
/** @type {string} */
// @ts-ignore
const build = BUILD;
/** @type {Record<string, string>} */
// @ts-ignore
const digests = FILES;

/** The status (Conflict) of a file that the host has from another build. */
const ANOTHER_BUILD = 409;

/** The folder of the page, and the caches of its builds. */
const base = scope.registration.scope;
const family = `orbitcert ${base} `;
const ours = family + build;

/** Number of files fetched at a time, few enough not to delay the page. */
const LANES = 4;

/** Asks for a file; where it has a packed form, its digest is still to be checked. @param {string} name */
const request = async (name) => (name in packed ? shortest(await fetch(new URL(name, base), { cache: 'no-cache' }), name, () => {})
  : fetch(new URL(name, base), { cache: 'no-cache', integrity: digests[name] }));

/** Fetches a file of this build. @param {string} name */
async function fetched(name) {
  const response = await request(name);
  const bytes = await response.arrayBuffer();
  if (name in packed && await digestOf(bytes) !== digests[name]) throw new Error(`${name} is not that of build ${build}`);
  const named = `name="orbitcert-build" content="${build}"`;
  if (!response.ok || (name === 'index.html' && !new TextDecoder().decode(bytes).includes(named))) {
    throw new Error(`${name} is not that of build ${build}`);
  }
  // Made anew: browsers refuse answers to navigations that came by a redirect.
  const headers = new Headers(response.headers);
  for (const field of ['content-encoding', 'content-length']) headers.delete(field);
  return new Response(bytes, { headers });
}

/** @param {string} name @param {Response} response */
async function put(name, response) {
  await (await caches.open(ours)).put(new URL(name, base).href, response);
}

/** @param {string} name */
const keep = async (name) => put(name, await fetched(name));

/** Takes all files or none; none for a visitor who saves data. */
async function install() {
  if (scope.navigator.connection?.saveData) throw new Error('the visitor saves data');
  const names = Object.keys(digests).filter((name) => !isLate(name));
  const lane = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) await keep(name);
  };
  const lanes = Array.from({ length: LANES }, lane);
  try {
    await Promise.all(lanes);
  } catch (error) {
    names.length = 0;
    await Promise.allSettled(lanes);
    await caches.delete(ours);
    throw error;
  }
}

/** Forgets the builds before this one. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(family) && name !== ours).map((name) => caches.delete(name)));
}

/** The file that a request is for, undefined where it is none of the build's. @param {Request} request */
function fileOf({ method, url }) {
  const address = new URL(url);
  const folder = new URL(base);
  if (method !== 'GET' || address.origin !== folder.origin || !address.pathname.startsWith(folder.pathname)) return undefined;
  const path = address.pathname.slice(folder.pathname.length) || 'index.html';
  return [path, `${path}.html`].find((name) => Object.hasOwn(digests, name));
}

/** @param {string} name @returns {Promise<Response | undefined>} */
async function copyOf(name) {
  return (await caches.open(ours)).match(new URL(name, base).href, { ignoreVary: true });
}

/** From the copy, or as if there were none where the browser has thrown it away. @param {Request} request @param {string} name */
async function answer(request, name) {
  const copy = await copyOf(name);
  if (copy) return copy;
  return await copyOf('index.html') ? missing(request, name) : fetch(request);
}

/** A file that a copy lacks, of the same build or not at all. @param {Request} request @param {string} name */
async function missing(request, name) {
  try {
    const response = await fetched(name);
    await put(name, response.clone()).catch(() => {}); // no room
    return response;
  } catch {
    const other = await fetch(request);
    return other.ok ? new Response(null, { status: ANOTHER_BUILD }) : other;
  }
}

/** Takes the page again: its host may pin another key of the sharing service than before. */
async function refresh() {
  if (await copyOf('index.html')) await keep('index.html');
}

/** Reports whether at most one window shows the page. */
async function alone() {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter((/** @type {{url: string}} */ { url }) => url.startsWith(base)).length <= 1;
}

/**
 * 'replace': the visitor wants this build instead of the one that runs; answered with whether no other window
 * needs that one. 'join': a page of the build in `of` runs without a service worker, and would take this one.
 * @param {MessageEvent<{type: 'replace' | 'join', of?: string}>} event
 */
async function asked({ data, ports: [port] }) {
  const able = await alone();
  if (data.type === 'join' && data.of === build && able) await scope.clients.claim();
  if (data.type !== 'replace') return;
  port.postMessage(able);
  if (able) await scope.skipWaiting();
}

scope.addEventListener('install', (/** @type {{waitUntil: (done: Promise<unknown>) => void}} */ event) => event.waitUntil(install()));
scope.addEventListener('activate', (/** @type {{waitUntil: (done: Promise<unknown>) => void}} */ event) => event.waitUntil(activate()));
scope.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(asked(event)));
scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const name = fileOf(event.request);
  if (!name) return;
  event.respondWith(answer(event.request, name));
  if (name === 'index.html') event.waitUntil(refresh().catch(() => {}));
});
