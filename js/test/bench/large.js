// Measures a page with two clouds of a million points: the time until a verdict and until its ranges, and the memory of the page’s process,
// with the clouds and after a return to the example. Run by `make bench`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, openPage, settle } from '../tools/browser.js';

const line = (what, value) => console.log(`${what.padEnd(62)}${value}`);
const closing = [];
const POINTS = 1_000_000;

const system = await (await browser()).newBrowserCDPSession();

/** Resident megabytes of the largest process of this browser that draws pages: it has this page and its workers. */
async function resident() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...renderers.map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]))) / 1024;
}

/** Points on a torus as text. @param {number} moved */
const torus = (moved) => Array.from({ length: POINTS }, (_, i) => {
  const [u, v] = [2 * Math.PI * ((i * 0.7548776662) % 1), 2 * Math.PI * ((i * 0.569840291) % 1)];
  const around = 1 + 0.4 * Math.cos(v);
  return [around * Math.cos(u) + moved * Math.sin(i), around * Math.sin(u), 0.4 * Math.sin(v)].map((x) => x.toFixed(5)).join(' ');
}).join('\n');

const path = '#v=1&example=chair-3d&given=probability&probability=0.99&sigma=0.1&draws=0';
const { page } = await openPage({ after: (close) => closing.push(close) }, { path });
page.setDefaultTimeout(90_000);
const done = () => page.locator('[data-phase="done"]').waitFor();
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
// From a disk, as a visitor’s: contents that a test hands over are copied several times on their way.
const folder = mkdtempSync(join(tmpdir(), 'orbitcert-'));
for (const [name, moved] of /** @type {const} */ ([['clean.xyz', 0], ['moved.xyz', 0.00005]])) writeFileSync(join(folder, name), torus(moved));
const take = (label, name) => page.getByLabel(`${label} point cloud`).setInputFiles(join(folder, name));
await take('Clean', 'clean.xyz');
await page.locator('#about-clean').getByText('1,000,000 points').waitFor();
const start = performance.now();
await take('Perturbed', 'moved.xyz');
await page.locator('#about-perturbed').getByText('1,000,000 points').waitFor();
line('the second of two clouds of a million points, until it is read', seconds(start));
await settle(page);
await page.getByLabel('Prediction probability', { exact: true }).fill('0.99');
await page.keyboard.press('Tab');
await done();
line('two clouds of a million points, until the verdict', seconds(start));
await page.getByRole('region', { name: 'What it withstands' }).locator('[data-family]').first().waitFor();
line('until its ranges', seconds(start));
rmSync(folder, { recursive: true });
line('memory of the page with both', `${(await resident()).toFixed(0)} MB`);
await page.goto(page.url().replace(/#.*/, '#v=1&example=chair-3d'));
await done();
// The browser frees memory in its own time: until it has not for 15 s.
let least = await resident();
for (let [start, fell] = [performance.now(), performance.now()]; performance.now() < Math.min(start + 90_000, fell + 15_000);) {
  await page.waitForTimeout(1000);
  const now = await resident();
  if (now < least) [least, fell] = [now, performance.now()];
}
line('back at the example, at the least', `${least.toFixed(0)} MB`);
for (const close of closing) await close();
await (await browser()).close();
