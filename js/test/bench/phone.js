// Measures a page on a processor four times slower: a count of votes, a range that is played by hand, a cloud that is turned by hand, the pointer
// over 100,000 points.
// Run by `make bench`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, openPage } from '../tools/browser.js';
import { repository } from '../tools/native.js';
import { phone } from '../tools/phone.js';

const line = (what, value) => console.log(`${what.padEnd(62)}${value}`);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const milliseconds = (ms) => `${ms.toFixed(0)} ms`;

const closing = [];
const room = { after: (close) => closing.push(close) };

/** Runs in the page before its scripts: notes long tasks, and how long events take until they are seen. */
function watch() {
  const seen = { tasks: [], events: [] };
  globalThis.seen = seen;
  const observe = (options, to) => new PerformanceObserver((list) => to.push(...list.getEntries().map(({ duration }) => duration))).observe(options);
  observe({ type: 'longtask' }, seen.tasks);
  observe({ type: 'event', durationThreshold: 16 }, seen.events);
}

/** Opens a page. @param {string} path */
async function open(path) {
  const { page } = await openPage(room, { path, before: (page) => page.addInitScript(watch) });
  page.setDefaultTimeout(240_000);
  const session = await page.context().newCDPSession(page);
  return { page, session, slow: (rate = phone.slower) => session.send('Emulation.setCPUThrottlingRate', { rate }) };
}

/** Takes what the page has noted since it was asked last; the browser tells of it a little later. */
async function noted(page) {
  await page.waitForTimeout(500);
  return page.evaluate(() => ({ tasks: globalThis.seen.tasks.splice(0), events: globalThis.seen.events.splice(0) }));
}

const take = (page, label, name, text) => page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const done = (page) => page.locator('[data-phase="done"]').waitFor();

async function counting() {
  const { page, slow } = await open('#v=1&sigma=0.1&given=model&perturbation=scale&norm=0.01&counted=2000');
  await take(page, 'Clean point cloud', 'cloud.json', JSON.stringify(JSON.parse(readFileSync(join(repository, 'site/examples/digit-2d.json'), 'utf8')).clean));
  await page.locator('#control-model').setInputFiles(join(repository, 'site/models/digits.onnx'));
  await page.locator('#about-clean').getByText('points').first().waitFor();
  const button = await page.getByRole('button', { name: 'Count votes and certify' }).elementHandle();
  await slow();
  await noted(page);
  await button.evaluate((button) => button.click()); // to find it by its role would be a long task itself
  await done(page);
  const { tasks } = await noted(page);
  line('long tasks while 2,100 votes are counted, 4×', `${tasks.length}, ${milliseconds(sum(tasks))}, longest ${milliseconds(Math.max(0, ...tasks))}`);
}

async function sliding() {
  const { page, slow } = await open('#v=1&example=chair-3d');
  await done(page);
  const slider = page.getByRole('slider', { name: 'to the changed cloud' });
  await slider.focus();
  await slow();
  await noted(page);
  for (let i = 0; i < 20; i++) await slider.press('ArrowLeft');
  line('a range slider in 3-D until the frame is seen, 4×, longest', milliseconds(Math.max(0, ...(await noted(page)).events)));
}

/** Points on a torus, turned by an angle. */
const torus = (count, turn = 0) => Array.from({ length: count }, (_, i) => {
  const [u, v] = [2 * Math.PI * ((i * 0.7548776662) % 1) + turn, 2 * Math.PI * ((i * 0.569840291) % 1)];
  return [(1 + 0.4 * Math.cos(v)) * Math.cos(u), (1 + 0.4 * Math.cos(v)) * Math.sin(u), 0.4 * Math.sin(v)].map((x) => x.toFixed(5)).join(' ');
}).join('\n');

async function hovering() {
  const { page, session, slow } = await open('#v=1&perturbation=none');
  await take(page, 'Clean point cloud', 'torus.xyz', torus(100_000));
  await page.locator('#about-clean').getByText('100,000 points').waitFor();
  const box = await page.locator('orbit-clouds canvas').first().boundingBox();
  await page.waitForTimeout(2000);
  await slow();
  const frames = 60;
  await session.send('Performance.enable');
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value;
  const before = await spent();
  for (let i = 0; i < frames; i++) {
    await page.mouse.move(box.x + box.width * (0.2 + 0.6 * i / frames), box.y + box.height * (0.3 + 0.4 * Math.sin(i) ** 2));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  line('scripts for each move of the pointer over 100,000 points, 4×', `${((await spent() - before) * 1000 / frames).toFixed(1)} ms`);
}

/** Turns the first cloud by its ring: all tasks of the page for each step, with verdict, distances and picture. */
async function dragging() {
  const { page, session, slow } = await open('');
  await done(page);
  const knob = await page.locator('.turning .knob').boundingBox(), ring = await page.locator('.ring .round').boundingBox();
  const [x, y, radius] = [ring.x + ring.width / 2, ring.y + ring.height / 2, ring.width / 2], steps = 40;
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
  await page.mouse.down();
  await slow();
  await session.send('Performance.enable');
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const told = () => page.evaluate(() => document.querySelector('.distances svg').dataset.asGiven);
  const [before, lay] = [await spent(), await told()];
  for (let i = 1; i <= steps; i++) {
    const angle = (25 + i) * Math.PI / 180;
    await page.mouse.move(x + radius * Math.cos(angle), y - radius * Math.sin(angle));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  const each = (await spent() - before) * 1000 / steps;
  if (await told() === lay) throw new Error('the distances did not follow the hand');
  line('all tasks for each step of a cloud turned by hand, 4× (≤ 50 ms)', milliseconds(each));
}

for (const measure of [counting, sliding, dragging, hovering]) {
  await measure();
  for (const close of closing.splice(0)) await close();
}
await (await browser()).close();
