// Measures a page with 4,096 points of 50 labels: closed forms, a step of the slider over distances, and the memory of the page's process.
// A step has two times: the work of the page's own thread, and the wait until the next frame, which drawing in software dominates.
// Run by `make bench`.

import { readFileSync } from 'node:fs';
import { browser, openPage } from '../tools/browser.js';

const POINTS = 4096, LABELS = 50, SAMPLES = 1000;
const CHANGES = 15, STEPS = 20;

const line = (what, value) => console.log(`${what.padEnd(62)}${value}`);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const range = (values) => `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
const closing = [];

/** Ids of the processes that draw pages, with their resident megabytes. */
async function renderers(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const resident = (id) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1024;
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => [id, resident(id)]));
}

const shape = Array.from({ length: POINTS }, (_, i) => [0.7548776662, 0.569840291, 0.4301597090].map((part) => 2 * ((i * part) % 1) - 1));
const labels = { predicted: shape.map((_, i) => i % LABELS), votes: shape.map((_, i) => SAMPLES - (i % 300)), samples: SAMPLES };
const turned = shape.map(([x, y, z]) => [y, -x, z + 0.001]);
const request = { clean: { points: shape }, perturbed: { points: turned }, sigma: 0.1, group: 'SE', prediction: { labels } };

const session = await (await browser()).newBrowserCDPSession();
const others = new Set((await renderers(session)).keys());
// A context of its own has a process of its own.
const { page, context } = await openPage({ after: (close) => closing.push(close) }, { path: '#v=1&sigma=0.1', context: { locale: 'en-GB' } });
const own = (sizes) => [...sizes].flatMap(([id, size]) => (others.has(id) ? [] : [size]));
await page.evaluate((text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'request.json'));
  for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}, JSON.stringify(request));
await page.getByText(/^Certified: all [\d,]+ points keep/).waitFor();
await page.locator('.legend').getByText(`${LABELS - 11} more`).waitFor();

const forms = await page.evaluate(async (changes) => {
  const { engine, result } = document.querySelector('orbit-page').model, times = [];
  for (let i = 0; i < changes; i++) {
    const start = performance.now();
    await engine.closedForms({ ...result.request, sigma: 0.1 + 0.001 * i });
    times.push(performance.now() - start);
  }
  return times;
}, CHANGES);
line(`closed forms of ${POINTS.toLocaleString('en')} points with ${LABELS} labels`, range(forms));

const thread = await context.newCDPSession(page);
await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
const work = async () => (await thread.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
const before = await work();
const waits = await page.evaluate(async (steps) => {
  const slider = document.querySelector('[aria-label="Distance of the changed cloud"]'), times = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    slider.value = String((200 * i) / steps);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - start);
  }
  return times;
}, STEPS);
line('a step of the slider over distances, work of the page', `${((1000 * (await work() - before)) / STEPS).toFixed(1)} ms`);
line('until the next frame', range(waits));
line('memory of the page’s process', own(await renderers(session)).map((size) => `${size.toFixed(0)} MB`).join(', '));
for (const close of closing) await close();
await (await browser()).close();
