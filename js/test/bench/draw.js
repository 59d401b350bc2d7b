// From the pen lifted to the first verdict on a drawn digit, in Chromium and Firefox. Run by `make bench`.

import { serveSite } from '../tools/browser.js';
import { random } from '../tools/random.js';
import { rounds } from '../tools/rounds.js';
import { until } from '../tools/until.js';
import { visitors } from '../tools/visitors.js';

const ROUNDS = rounds(20);

/** Digits as a pen goes, on a pad of side 1; each is drawn with another hand. */
const DIGITS = [
  [[0.5, 0.15], [0.28, 0.4], [0.3, 0.75], [0.5, 0.88], [0.7, 0.72], [0.7, 0.35], [0.5, 0.15]],
  [[0.4, 0.3], [0.52, 0.15], [0.52, 0.88]],
  [[0.3, 0.32], [0.45, 0.15], [0.66, 0.27], [0.6, 0.5], [0.28, 0.86], [0.74, 0.86]],
  [[0.3, 0.2], [0.6, 0.2], [0.66, 0.38], [0.45, 0.5], [0.68, 0.62], [0.62, 0.84], [0.3, 0.84]],
  [[0.3, 0.2], [0.68, 0.2], [0.42, 0.88]],
];

/** Draws strokes with pointer events and gives the milliseconds from the last to the first verdict. */
const draw = async (places) => {
  const pad = document.querySelector('.pad');
  const { left, top, width, height } = pad.getBoundingClientRect(), side = Math.min(width, height);
  const event = (type, [x, y]) =>
    pad.dispatchEvent(new PointerEvent(type, { clientX: left + x * side, clientY: top + y * side, pointerId: 1, isPrimary: true, button: 0, bubbles: true }));
  pad.setPointerCapture = () => {}; // there is no pointer behind these events
  event('pointerdown', places[0]);
  for (const place of places.slice(1)) event('pointermove', place);
  const start = performance.now();
  event('pointerup', places.at(-1));
  await new Promise((resolve) => {
    const look = () => (document.querySelector('.sentence:not(.pending)') ? resolve() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  return performance.now() - start;
};

const site = await serveSite({ edge: null });
for (const name of ['Chromium', 'Firefox']) {
  const visitor = await visitors[name]();
  const next = random(1);
  const press = async (words) =>
    void (await until(() =>
      visitor.ask(
        `(() => { const found = [...document.querySelectorAll('button')].find((button) => button.innerText.trim() === '${
          words}'); found?.click(); return Boolean(found); })()`,
      ),
    ));
  await visitor.open(site.url);
  await until(() => visitor.ask("document.querySelector('[data-phase=done]') !== null"));
  await press('Draw a digit');
  await visitor.ask('new Promise((resolve) => setTimeout(resolve, 500))');
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const hand = DIGITS[i % DIGITS.length].map((place) => place.map((x) => x + 0.04 * (next() - 0.5)));
    await until(() => visitor.ask("document.querySelector('.pad') !== null && document.querySelector('.sentence.pending') !== null"));
    times.push(await visitor.ask(`(${draw})(${JSON.stringify(hand)})`));
    await press('Clear');
  }
  const sorted = [...times].sort((a, b) => a - b);
  console.log(
    `${`pen up to first verdict, ${ROUNDS} digits, ${name}`.padEnd(58)}${sorted[ROUNDS >> 1].toFixed(0).padStart(6)} ms (the first ${
      times[0].toFixed(0)}, at most ${sorted.at(-1).toFixed(0)})`,
  );
  await visitor.leave();
}
await site.close();
