// Workers that are killed, and certificates without end. `make campaigns` runs the long form of the first, `build/test/long.sh soak` of the second.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openEngine } from '../tools/blank.js';
import { browser } from '../tools/browser.js';
import { tried } from '../tools/counts.js';
import { request } from '../tools/request.js';

const deaths = 5, apart = tried({ few: 2, all: 10 }), runs = tried({ few: 1, all: apart });
const count = tried({ few: 30, all: 30, many: 500 });

const space = (cloud, z) => ({ points: cloud.points.map((point, i) => [...point, z * (i % 3 - 1)]) });
const long = { ...request, clean: space(request.clean, 0.4), perturbed: space(request.perturbed, 0.42), samples: tried({ few: 20_000, all: 100_000 }) };

test(`a worker killed at each of ${runs * deaths} points of a run, five in one run, changes nothing`, async (t) => {
  const { page, errors } = await openEngine(t);
  await page.evaluate(() => {
    // Every worker's answers are counted; with each of the chosen ones its worker ends without a word.
    globalThis.fatal = [];
    globalThis.answers = 0;
    const Real = Worker;
    globalThis.Worker = class extends Real {
      constructor(...args) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (data.type === 'done' && globalThis.fatal.includes(++globalThis.answers)) this.terminate();
        });
      }
    };
    globalThis.engine = new Engine({ workers: 2 });
    globalThis.restarts = 0;
    globalThis.engine.addEventListener('restart', () => globalThis.restarts++);
  });
  const run = (fatal) => page.evaluate(async ([ask, fatal]) => {
    Object.assign(globalThis, { fatal, answers: 0, restarts: 0 });
    const seen = [];
    const certificate = await engine.certify(ask, { onProgress: ({ stage, done, total }) => seen.push([stage, done, total]) });
    const bytes = await engine.document(ask, certificate);
    return { text: new TextDecoder().decode(bytes), seen, restarts: globalThis.restarts, answers: globalThis.answers };
  }, [long, fatal]);

  const quiet = await run([]);
  assert.ok(quiet.answers > deaths * apart, `a run has ${quiet.answers} answers`);
  for (let first = 1; first <= apart; first += apart / runs) {
    const fatal = Array.from({ length: deaths }, (_, i) => first + i * apart);
    const { text, seen, restarts } = await run(fatal);
    assert.equal(text, quiet.text, `killed at ${fatal}`);
    assert.equal(restarts, fatal.length, `killed at ${fatal}`);
    const order = seen.map(([stage, done]) => stage * 1e6 + done);
    assert.deepEqual(order, order.toSorted((a, b) => a - b), `progress, killed at ${fatal}`);
    assert.deepEqual(seen.at(-1), quiet.seen.at(-1), `progress, killed at ${fatal}`);
  }
  assert.deepEqual(errors, []);
});

/** Bytes that the browser's processes hold, undefined where the system does not tell. */
async function resident() {
  if (process.platform !== 'linux') return undefined;
  const session = await (await browser()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = (id) => Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]);
  return 4096 * processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + pages(id), 0);
}

test(`${count} certificates in one page keep its memory`, async (t) => {
  const { page, context } = await openEngine(t);
  const session = await context.newCDPSession(page);
  await page.evaluate(() => { globalThis.engine = new Engine({ workers: 2 }); });
  const certify = (first, last) => page.evaluate(async ([ask, first, last]) => {
    for (let seed = first; seed < last; seed++) {
      const certificate = await engine.certify({ ...ask, seed });
      await engine.document({ ...ask, seed }, certificate);
    }
  }, [{ ...long, samples: process.env.SOAK ? 20_000 : 2000 }, first, last]);
  const measure = async () => {
    for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage'); // one leaves what was freed late
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { heap: usedSize, resident: await resident() };
  };
  const warm = Math.max(30, count / 5);
  await certify(0, warm);
  const before = await measure();
  await certify(warm, warm + count);
  const after = await measure();
  t.diagnostic(`heap ${before.heap} → ${after.heap}, renderers ${before.resident} → ${after.resident} bytes`);
  assert.ok(after.heap <= 1.1 * before.heap, `heap grew from ${before.heap} to ${after.heap} bytes`);
  if (process.env.SOAK && after.resident)
    assert.ok(after.resident <= 1.1 * before.resident, `the page grew from ${before.resident} to ${after.resident} bytes`);
});
