// Measures how a cloud of 100,000 points rotates at 800 × 600 with WebGL in software: frames over a second of dragging, how many points they
// have, and frames while nothing moves. Run by `make bench`.

import { browser, openPage } from '../tools/browser.js';

const COUNT = 100_000, SECONDS = 3;

const closing = [];
const room = { after: (close) => closing.push(close) };

/** Points on a torus, as a file. */
const torus = Array.from({ length: COUNT }, (_, i) => {
  const [u, v] = [2 * Math.PI * ((i * 0.7548776662) % 1), 2 * Math.PI * ((i * 0.569840291) % 1)];
  return [(1 + 0.4 * Math.cos(v)) * Math.cos(u), (1 + 0.4 * Math.cos(v)) * Math.sin(u), 0.4 * Math.sin(v)].map((x) => x.toFixed(4)).join(' ');
}).join('\n');

/** Draws and the points of the last one, from now on. */
const watch = (page) => page.addInitScript(() => {
  globalThis.draws = [];
  const { drawArrays } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawArrays = function (mode, first, count) {
    if (mode === 0 && count > 0) globalThis.draws.push(count);
    return drawArrays.call(this, mode, first, count);
  };
});

const { page } = await openPage(room, { path: '#v=2&perturbation=none', before: watch, context: { viewport: { width: 1920, height: 1080 } } });
await page.getByLabel('Clean point cloud').setInputFiles({ name: 'torus.xyz', mimeType: 'text/plain', buffer: Buffer.from(torus) });
await page.waitForFunction((count) => globalThis.draws.includes(count), COUNT);
await page.evaluate(() => {
  Object.assign(document.querySelector('orbit-clouds canvas').style, { width: '800px', height: '600px' });
});
await page.waitForTimeout(2000);

/** Turns for some seconds by one step a frame. */
const turned = await page.evaluate((seconds) => new Promise((resolve) => {
  const { picture } = document.querySelector('orbit-clouds');
  globalThis.draws = [];
  const start = performance.now();
  const frames = [];
  const step = (now) => {
    frames.push(now);
    picture.change((camera) => camera.turn(0.02, 0));
    if (now - start < 1000 * seconds) requestAnimationFrame(step);
    else resolve({ draws: [...globalThis.draws], last: frames.filter((at) => at > frames.at(-1) - 1000).length });
  };
  requestAnimationFrame(step);
}), SECONDS);
await page.waitForTimeout(2000);
const whole = await page.evaluate(() => globalThis.draws.at(-1));
const idle = await page.evaluate(() => new Promise((resolve) => {
  globalThis.draws = [];
  setTimeout(() => resolve(globalThis.draws.length), 2000);
}));
console.log(
  `${COUNT.toLocaleString('en')} points turned at 800 × 600: ${turned.last} frames in the last of ${SECONDS} seconds, of ${
    turned.draws.at(-1).toLocaleString('en')} points`,
);
console.log(`at rest: ${whole.toLocaleString('en')} points, ${idle} draws in two seconds`);

for (const close of closing) await close();
await (await browser()).close();
