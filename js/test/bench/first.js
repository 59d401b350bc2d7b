// Times in the browser: Monte Carlo and p_min by one worker and by all, and from
// navigation to the first verdict. Run by `make bench`.

import { openEngine } from '../tools/blank.js';
import { browser, openPage } from '../tools/browser.js';
import { request } from '../tools/request.js';
import { rounds } from '../tools/rounds.js';

const ROUNDS = rounds(11);

const closing = [];
const room = { after: (close) => closing.push(close) };

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const print = (what, times) => console.log(`${what.padEnd(58)}${median(times).toFixed(0).padStart(6)} ms`);

/** Points on a torus with a bump, and the same shape turned, shuffled and jittered. */
function shape(count, { seed = 1, noise = 0, scale = 1 } = {}) {
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const points = Array.from({ length: count }, (_, i) => {
    const [u, v] = [2 * Math.PI * ((i * 0.7548776662) % 1), 2 * Math.PI * ((i * 0.569840291) % 1)];
    const r = 0.65 + (0.2 + 0.12 * Math.cos(u)) * Math.cos(v);
    return [r * Math.cos(u), 0.8 * r * Math.sin(u), 0.25 * Math.sin(v) + 0.1 * Math.cos(3 * u)]
      .map((x) => scale * (x + noise * (random() - 0.5)));
  });
  for (let i = count - 1; i > 0 && seed > 1; i--) {
    const j = Math.floor(random() * (i + 1));
    [points[i], points[j]] = [points[j], points[i]];
  }
  return { points };
}
const turned = ({ points }) => ({ points: points.map(([x, y, z]) => [z, 0.6 * x - 0.8 * y, -0.8 * x - 0.6 * y]) });
const matching = (group, clean, perturbed) => ({
  ...request, group, permutation: true, samples: 0, sigma: 0.5, clean, perturbed,
});

const plane = { ...request, group: 'SO', samples: 10000 };
const lift = ({ points }, z) => ({ points: points.map((point, i) => [...point, z * (i % 3 - 1)]) });
const space = { ...plane, clean: lift(request.clean, 0.4), perturbed: lift(request.perturbed, 0.42) };

async function times(what, request, workers) {
  const { page } = await openEngine(room);
  return page.evaluate(async ({ what, request, workers, rounds, warm }) => {
    const engine = new Engine({ workers });
    const open = (handle, cloud) => engine.open(handle, `${handle}.json`, new TextEncoder().encode(JSON.stringify(cloud)));
    await engine.certify(warm); // all workers are up now
    const times = [];
    for (let i = 0; i < rounds; i++) {
      request.clean.points[0][0] += 1e-9; // so that no search is taken over from the last round
      await open('clean', request.clean);
      await open('perturbed', request.perturbed);
      const start = performance.now();
      await engine[what]({ ...request, clean: { file: 'clean' }, perturbed: { file: 'perturbed' }, seed: i });
      times.push(performance.now() - start);
    }
    return times;
  }, { what, request, workers, rounds: ROUNDS, warm: { ...plane, samples: 100000 } });
}

/** From navigation to the first frame that has a verdict, as the page's own clock has it: whoever waits from outside sees it later. */
async function firstVerdict() {
  const times = [];
  const before = (page) => page.addInitScript(() => {
    const look = () => (document.querySelector('[data-certified]') ? globalThis.seen = performance.now() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  for (let i = 0; i < ROUNDS; i++) {
    const { page } = await openPage(room, { before });
    await page.waitForFunction(() => globalThis.seen);
    times.push(await page.evaluate(() => globalThis.seen));
  }
  return times;
}

print('SO(2), 10,000 draws, one worker', await times('certify', plane, 1));
print('SO(2), 10,000 draws, one per core', await times('certify', plane));
print('SO(3), 10,000 draws, one worker', await times('certify', space, 1));
print('SO(3), 100,000 draws, one worker', await times('certify', { ...space, samples: 100000 }, 1));
print('SO(3), 100,000 draws, one worker per core', await times('certify', { ...space, samples: 100000 }));
print('p_min, SO(2), exact', await times('minimum', { ...plane, samples: 0 }, 1));
const about = { ...space, group: 'axis', axis: [0, 0, 1], samples: 0 };
print('about an axis, exact', await times('certify', about, 1));
print('p_min, about an axis, exact', await times('minimum', about, 1));
print('p_min, SO(3), 100,000 draws, disagreement', await times('minimum', { ...space, samples: 100000 }, 1));
const large = shape(100_000);
print('alignment, N = 100,000, SE(3)', await times('certify', { ...matching('SE', large, turned(large)), permutation: false }, 1));
for (const count of [1024, 4096]) {
  const clean = shape(count);
  print(`order of ${count} points, noisy copy`, await times('certify', matching('none', clean, shape(count, { seed: 7, noise: 0.01 })), 1));
  print(`order of ${count} points, larger shape`, await times('certify', matching('none', clean, shape(count, { seed: 7, scale: 3 })), 1));
}
const registered = shape(1024);
print('registration of 1,024 points, SE(3)', await times('certify', matching('SE', registered, turned(shape(1024, { seed: 7, noise: 0.01 }))), 1));
print('navigation to first verdict', await firstVerdict());

for (const close of closing) await close();
await (await browser()).close();
