// A visit as a phone in a hall has it: a slow network, a slow processor, a small screen, and what the browser says of it.

import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './native.js';
import { browser, serveSite, siteFolder } from './browser.js';

/** Slow 4G as browsers' tools name it, and a processor four times slower. */
export const phone = { latency: 150, down: 1.6e6 / 8, up: 0.75e6 / 8, slower: 4, viewport: { width: 390, height: 844 } };

/** Serves a built site as a host that compresses, which first packs what no earlier build has packed. @param {{root?: string, packed?: string}} [options] */
export function served({
  root = process.env.ORBITCERT_SITE ?? siteFolder, packed = process.env.ORBITCERT_PACKED ?? join(repository, 'build', 'out', 'packed'),
} = {}) {
  execFileSync(process.execPath, [join(repository, 'build', 'smaller', 'pack.mjs'), root, packed]);
  return serveSite({ root, packed, edge: null });
}

/** Runs in the page before its scripts: notes when the verdict and the picture are there, and what moved or held it up. */
function watch() {
  const seen = { verdict: 0, verified: 0, largest: 0, shift: 0, tasks: [] };
  globalThis.seen = seen;
  const look = () => {
    const section = document.querySelector('section.verdict');
    const picture = document.querySelector('orbit-clouds');
    if (!seen.verdict && section?.hasAttribute('data-certified') && picture?.painted) seen.verdict = performance.now();
    if (section?.getAttribute('data-phase') === 'done') seen.verified = performance.now();
    if (!seen.verified) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const observe = (type, act) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { if (!seen.verified) seen.largest = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
}

/** Slows a page down. @param {import('playwright-core').CDPSession} session @param {typeof phone} conditions */
export async function slow(session, { latency, down, up, slower }) {
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: down, uploadThroughput: up });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/**
 * Records a session's network: each answer with the times of its request and its end, and its transferred bytes.
 * @param {import('playwright-core').CDPSession} session
 */
export function recorded(session) {
  /** @type {Map<string, {name: string, start: number, end: number, bytes: number}>} */
  const requests = new Map();
  let first = 0;
  const since = (/** @type {number} */ timestamp) => 1000 * (timestamp - first);
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    first ||= timestamp;
    if (!url.startsWith('data:'))
      requests.set(requestId, { name: new URL(url).pathname.split('/sub/path/').pop() || 'index.html', start: since(timestamp), end: Infinity, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(requests.get(requestId) ?? {}, { end: since(timestamp), bytes: encodedDataLength });
  });
  return requests;
}

/**
 * Opens the page anew, with nothing kept, and waits until this device has computed its verdict. Times are in milliseconds since navigation.
 * @param {{url: string}} site @param {{conditions: typeof phone | null, path?: string, shots?: {at: number, path: string}[]}} options
 */
export async function visit({ url }, { conditions, path = '', shots = [] }) {
  const room = await (
    await browser()
  ).newContext({ serviceWorkers: 'block', viewport: conditions?.viewport ?? { width: 1280, height: 800 }, deviceScaleFactor: conditions ? 2 : 1 });
  const page = await room.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(watch);
  const session = await room.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (conditions) await slow(session, conditions);
  const requests = recorded(session);
  const start = Date.now();
  const opened = page.goto(url + path, { waitUntil: 'commit' });
  for (const { at, path: file } of shots) {
    await new Promise((later) => setTimeout(later, Math.max(0, start + at - Date.now())));
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(file, Buffer.from(data, 'base64'));
  }
  await opened;
  await page.waitForFunction(() => globalThis.seen.verified > 0);
  const seen = await page.evaluate(() => globalThis.seen);
  const all = [...requests.values()];
  await room.close();
  return {
    ...seen, tasks: seen.tasks.map(([, duration]) => duration), requests: all.filter(({ end }) => end < Infinity),
    before: all.filter(({ end }) => end <= seen.verdict),
  };
}
