// Times in the browser: Monte Carlo and p_min by one worker and by all, and from
// navigation to the first verdict. Run by `make bench`.

import { openEngine, request } from './blank.js';
import { browser, openPage } from './browser.js';

const rounds = 5;

const closing = [];
const room = { after: (close) => closing.push(close) };

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const print = (what, times) => console.log(`${what.padEnd(58)}${median(times).toFixed(0).padStart(6)} ms`);

const plane = { ...request, group: 'SO', bound: 'quantile', samples: 10000 };
const lift = ({ points }, z) => ({ points: points.map((point, i) => [...point, z * (i % 3 - 1)]) });
const space = { ...plane, clean: lift(request.clean, 0.4), perturbed: lift(request.perturbed, 0.42) };

async function times(what, request, workers) {
  const { page } = await openEngine(room);
  return page.evaluate(async ({ what, request, workers, rounds }) => {
    const engine = new Engine({ workers });
    await engine.certify({ ...request, samples: 100000 }); // all workers are up now
    const times = [];
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      await engine[what]({ ...request, seed: i });
      times.push(performance.now() - start);
    }
    return times;
  }, { what, request, workers, rounds });
}

async function firstVerdict() {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const { page } = await openPage(room);
    await page.waitForSelector('[data-certified="true"], [data-certified="false"]');
    times.push(await page.evaluate(() => performance.now()));
  }
  return times;
}

const dual = { ...space, bound: 'dual', samples: 100000 };
print('SO(2), 10,000 + 10,000 draws, quantile, one worker', await times('certify', plane, 1));
print('SO(2), 10,000 + 10,000 draws, quantile, one per core', await times('certify', plane));
print('SO(3), 10,000 + 10,000 draws, quantile, one worker', await times('certify', space, 1));
print('SO(3), 100,000 draws, dual, one worker', await times('certify', dual, 1));
print('SO(3), 100,000 draws, dual, one worker per core', await times('certify', dual));
print('p_min, SO(2), exact', await times('minimum', { ...plane, samples: 0 }, 1));
print('p_min, SO(3), 100,000 draws, dual', await times('minimum', dual, 1));
print('navigation to first verdict', await firstVerdict());

for (const close of closing) await close();
await (await browser()).close();
