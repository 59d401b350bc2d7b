// Times of the explorer and of runs over datasets in the browser, and the longest tasks of the page meanwhile.
// Run by `make bench`.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, openPage } from '../tools/browser.js';
import { rounds } from '../tools/rounds.js';

const ROUNDS = rounds(5);

const closing = [];
const room = { after: (close) => closing.push(close) };

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const print = (what, times) => console.log(`${what.padEnd(58)}${median(times).toFixed(0).padStart(6)} ms`);

/** Opens the page with a record of tasks over 50 ms: `tasks()` returns those that began since it was called last. */
async function open(hash) {
  const { page } = await openPage(room, {
    path: `#v=1&${hash}`,
    before: (page) => page.addInitScript(() => {
      const all = [];
      let since = 0;
      new PerformanceObserver((list) => all.push(...list.getEntries())).observe({ type: 'longtask' });
      globalThis.tasks = async () => {
        await new Promise((resolve) => setTimeout(resolve, 500)); // the browser tells of tasks a little later
        const found = all.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration);
        since = performance.now();
        return found;
      };
    }),
  });
  page.setDefaultTimeout(120_000);
  return { page, tasks: () => page.evaluate(() => globalThis.tasks()) };
}

const printTasks = (what, tasks) =>
  console.log(
    `${`${what}, longest task`.padEnd(58)}${
      tasks.length
        ? `${Math.max(...tasks)
            .toFixed(0)
            .padStart(6)} ms, ${tasks.length} over 50 ms`
        : '  < 50 ms'
    }`,
  );

/** From a move of the slider to the first picture and to the whole map, `rounds` times. */
const mapTimes = (page, rounds) => page.evaluate(async (rounds) => {
  const map = document.querySelector('orbit-map');
  const slider = document.querySelector('#map-distance');
  const complete = () => new Promise((resolve) => {
    const look = () => (map.progress === null ? resolve() : setTimeout(look, 5));
    setTimeout(look, 5);
  });
  const times = { coarse: [], whole: [] };
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    const coarse = new Promise((resolve) => map.addEventListener('coarse', () => resolve(performance.now() - began), { once: true }));
    slider.value = String((Number(slider.value) + 0.7) % 3.5);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    times.coarse.push(await coarse);
    await complete();
    times.whole.push(performance.now() - began);
  }
  return times;
}, rounds);

/** Moves a slider 100 times, as a hand does. */
const slide = (page) => page.evaluate(async () => {
  const slider = document.querySelector('#map-norm');
  for (let i = 0; i < 100; i++) {
    slider.value = String(-2 + i / 25);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
});

async function explorer() {
  const { page, tasks } = await open('view=explore');
  // What is above the map grows until it is drawn, and a map that leaves the screen is not computed.
  await page.locator('orbit-curves svg.drawing').waitFor();
  await page.locator('orbit-map').scrollIntoViewIfNeeded();
  await page.getByText('evaluated at its centre').waitFor();
  await mapTimes(page, 1);
  await tasks();
  const { coarse, whole } = await mapTimes(page, ROUNDS);
  print('map, slider to coarse picture', coarse);
  print('map, 100 × 100 cells', whole);
  printTasks('while maps are computed', await tasks());
  await slide(page);
  printTasks('while a slider moves', await tasks());
}

/** A run document as JSON lines: clouds on a circle with noise, so that each differs. */
function clouds(count, points, dimension, votes) {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5;
  return Array.from({ length: count }, (_, i) => JSON.stringify({
    name: `cloud ${i}`, label: 0, votes_pred: [990, 10], votes_cert: [votes, 10_000 - votes],
    points: Array.from({ length: points }, () => Array.from({ length: dimension }, random)),
  })).join('\n');
}

/** Milliseconds of a run over clouds, from Run to its result. @returns {Promise<{time: number, tasks: number[]}>} */
async function run(lines, fields) {
  const { page, tasks } = await open('view=dataset');
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  closing.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'clouds.jsonl'), lines);
  await page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  await tasks();
  await page.getByLabel('Dataset files').setInputFiles(join(folder, 'clouds.jsonl'));
  await page.locator('[data-run=ready]').waitFor();
  await page.getByRole('radio', { name: 'Scaling' }).check({ force: true });
  await page.getByText('Levels, draws and preparation').click();
  for (const [name, text] of Object.entries(fields)) await page.locator(`#control-run-${name}`).fill(text);
  const time = await page.evaluate(() => new Promise((resolve) => {
    const began = performance.now();
    [...document.querySelectorAll('orbit-dataset button')].find((button) => button.textContent === 'Run').click();
    const look = () => (document.querySelector('[data-run=done]') ? resolve(performance.now() - began) : setTimeout(look, 20));
    look();
  }));
  return { time, tasks: await tasks() };
}

/** A person types into the form while the rest goes on. */
async function typing() {
  const { page, tasks } = await open('example=digit-2d');
  await page.locator('[data-phase=done]').waitFor();
  await tasks();
  await page.getByLabel('Smoothing σ').fill('');
  await page.getByLabel('Smoothing σ').pressSequentially('0.123456789', { delay: 40 });
  printTasks('while σ is typed', await tasks());
}

async function runs() {
  const rising = (from, step) => Array.from({ length: 10 }, (_, i) => (from + i * step).toFixed(2)).join(' ');
  const plane = await run(clouds(1000, 1024, 2, 9_500), { sigma: '0.25', norms: rising(0.05, 0.05) });
  print('run, 1,000 clouds × 10 norms, SE(2) exact, N = 1,024', [plane.time]);
  printTasks('while files are read and the run goes on', plane.tasks);
  // Beyond the orbit-based radius, 0.39 for so many votes, every certificate needs its integral or its draws.
  const beyond = await run(clouds(1000, 1024, 2, 9_500), { sigma: '0.25', norms: rising(0.41, 0.01) });
  print('the same at norms where only the integral decides', [beyond.time]);
  const space = await run(clouds(100, 1024, 3, 9_500), { sigma: '0.25', norms: '0.42', samples: '10000' });
  print('run, one SE(3) certificate with 10,000 draws', [space.time / 100]);
}

await explorer();
await typing();
await runs();

for (const close of closing) await close();
await (await browser()).close();
