// From a changed entry to the verdict on it, and to what it withstands, at 110,000 points: once all is at rest, and while an entry is
// typed and the ranges of the one before are still being found. Run by `make bench`.

import { browser, openPage } from '../tools/browser.js';
import { rounds } from '../tools/rounds.js';

const COUNT = 110_000, ROUNDS = rounds(10);

const closing = [];
const room = { after: (close) => closing.push(close) };

/** Points on a torus with a bump, and the same turned and jittered, as files. */
const torus = Array.from({ length: COUNT }, (_, i) => {
  const [u, v] = [2 * Math.PI * ((i * 0.7548776662) % 1), 2 * Math.PI * ((i * 0.569840291) % 1)];
  return [(1 + 0.4 * Math.cos(v)) * Math.cos(u), (1 + 0.4 * Math.cos(v)) * Math.sin(u), 0.4 * Math.sin(v) + 0.1 * Math.cos(3 * u)];
});
const turned = torus.map(([x, y, z], i) => [z, 0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y].map((c, j) => c + 0.001 * Math.sin(i * (j + 1))));
const file = (name, points) => ({
  name, mimeType: 'text/plain', buffer: Buffer.from(points.map((point) => point.map((x) => x.toFixed(4)).join(' ')).join('\n')),
});

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const print = (what, times) => console.log(`${what.padEnd(58)}${median(times).toFixed(0).padStart(6)} ms`);

/**
 * Enters texts one by one, each some milliseconds after the one before, and once the ranges of the last are there the next list.
 * @returns {Promise<{shown: number, ranges: number}[]>} from the last of each list
 */
const enter = (page, control, lists, pause) => page.evaluate(async ([control, lists, pause]) => {
  const input = document.querySelector(control);
  const { model: desk } = document.querySelector('orbit-page');
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  for (const texts of lists) {
    let began = 0;
    for (const text of texts) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      began = performance.now();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    while (desk.follows || !document.querySelector('.verdict .certificates')) await frame();
    const shown = performance.now() - began;
    while (!document.querySelector('.withstood[aria-busy=false]')) await frame();
    times.push({ shown, ranges: performance.now() - began });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return times;
}, [control, lists, pause]);

const { page } = await openPage(room, { path: '#v=2&group=SE&sigma=0.5', context: { viewport: { width: 1280, height: 800 } } });
page.setDefaultTimeout(120_000);
await page.getByLabel('Clean point cloud').setInputFiles(file('torus.xyz', torus));
await page.getByLabel('Perturbed point cloud').setInputFiles(file('turned.xyz', turned));
await page.getByLabel('Votes', { exact: true }).fill('990');
await page.getByLabel('out of', { exact: true }).fill('1000');
await page.locator('.withstood[aria-busy=false]').waitFor();

const rising = (round) => String(0.4 + round / 100);
for (const [control, what, text] of [['#control-sigma', 'σ', rising], ['#control-votes', 'votes', (round) => String(970 + round)]]) {
  const times = await enter(page, control, Array.from({ length: ROUNDS }, (_, round) => [text(round)]), 0);
  print(`${COUNT.toLocaleString('en')} points: ${what} changed to the verdict`, times.map(({ shown }) => shown));
  print('and to what it withstands', times.map(({ ranges }) => ranges));
}
const typed = await enter(page, '#control-sigma', Array.from({ length: ROUNDS }, (_, round) => ['0.3', '0.35', `0.35${round}`]), 150);
print('σ typed, a digit each 150 ms, to the verdict', typed.map(({ shown }) => shown));

for (const close of closing) await close();
await (await browser()).close();
