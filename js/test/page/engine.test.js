// The engine in a real browser, on a page without views: its workers, how it is loaded, and what is lost with a worker. What Go
// answers is in desk/engine.test.js.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openEngine } from '../tools/blank.js';
import { program } from '../tools/native.js';
import { request } from '../tools/request.js';

/** The certificate document of the request, computed by so many workers. */
const certify = (page, ask, workers) => page.evaluate(async ([ask, workers]) => {
  const engine = new Engine({ workers });
  const certificate = await engine.certify(ask);
  return new TextDecoder().decode(await engine.document(ask, certificate));
}, [ask, workers]);

test('workers of the page and the command line give the same bytes', async (t) => {
  const { page, errors } = await openEngine(t);
  const document = await certify(page, request, 4);
  assert.deepEqual(errors, []);

  const line = promisify(execFile)(program('orbitcert'), ['certify', '-']);
  line.child.stdin.end(JSON.stringify(request));
  assert.equal((await line).stdout, document);
});

test('workers killed in the middle change nothing', async (t) => {
  const { page, errors } = await openEngine(t);
  const long = { ...request, samples: 400_000 };
  const quiet = await certify(page, long, 2);
  const disturbed = await page.evaluate(async (ask) => {
    const workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...of) {
        super(...of);
        workers.push(this);
      }
    };
    const engine = new Engine({ workers: 2 });
    const restarts = [];
    engine.addEventListener('restart', (event) => restarts.push(event.detail));
    let killed = 0;
    const onProgress = ({ stage, done }) => {
      if (stage !== 2 || done < 3 || killed > 0) return;
      killed = workers.length;
      workers.forEach((worker) => worker.terminate()); // answers no more
    };
    const certificate = await engine.certify(ask, { onProgress });
    const inTime = [...restarts];
    return { killed, text: new TextDecoder().decode(await engine.document(ask, certificate)), restarts: inTime };
  }, long);
  assert.ok(disturbed.killed >= 1);
  assert.ok(disturbed.restarts.length >= 1);
  assert.match(disturbed.restarts[0], /started again/);
  assert.equal(disturbed.text, quiet);
  assert.deepEqual(errors, []);
});

test('a restarted worker knows the opened clouds and the attack', async (t) => {
  const { page } = await openEngine(t);
  const points = await page.evaluate(async () => {
    const engine = new Engine({ workers: 1 });
    await engine.open('clean', 'cloud.xyz', new TextEncoder().encode('1 0\n0 1\n-1 -1\n'));
    const ask = {
      clean: { file: 'clean' }, perturbed: { attack: 'scale', norm: 0.1 },
      sigma: 0.1, prediction: { probability: 0.9 }, group: 'SE', samples: 0,
    };
    await engine.certify(ask);
    const before = [[...await engine.points('clean')], [...await engine.points('computed perturbed')]];
    globalThis.after = async () => [[...await engine.points('clean')], [...await engine.points('computed perturbed')]];
    globalThis.restarted = new Promise((resolve) => engine.addEventListener('restart', resolve));
    return before;
  });
  assert.deepEqual(points[0], [1, 0, 0, 1, -1, -1]);
  assert.equal(points[1].length, 6);
  page.workers()[0].evaluate(() => self.close()).catch(() => {});
  await page.evaluate(async () => void (await globalThis.restarted));
  assert.deepEqual(await page.evaluate(() => globalThis.after()), points);
});

test('a restarted worker knows the files of a dataset and how they were joined', async (t) => {
  const { page } = await openEngine(t);
  await page.evaluate(() => {
    const engine = new Engine({ workers: 1 });
    const bytes = (text) => new TextEncoder().encode(text);
    const votes = (name) => `${name},1,10,990,100,9900\n`;
    const settings = {
      sigma: 0.1, group: 'SE', permutation: false, alpha: 0.001, samples: 100, bound: 'disagreement', seed: 0,
      attack: { family: 'scale', norms: [0.1] },
    };
    Object.assign(globalThis, {
      add: async (...names) => {
        for (const name of names) await engine.collection.add(`${name}.xyz`, bytes('1 0\n0 1\n-1 -1\n'));
        return engine.collection.add('votes.csv', bytes(`name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n${names.map(votes).join('')}`));
      },
      plan: async () => (await engine.collection.plan(settings)).count,
      entries: async () => (await engine.collection.entries(2)).map((entry) => JSON.parse(entry).name),
    });
    globalThis.restarts = 0;
    engine.addEventListener('restart', () => { globalThis.restarts++; });
  });
  let kills = 0;
  const kill = async () => {
    page.workers().at(-1).evaluate(() => self.close()).catch(() => {});
    await page.waitForFunction((count) => globalThis.restarts >= count, ++kills);
  };
  assert.deepEqual(await page.evaluate(() => globalThis.add('a', 'b')), { clouds: 2, votes: 2, dimension: 2, points: 3 });
  await kill();
  assert.equal(await page.evaluate(() => globalThis.plan()), 2);
  await kill();
  assert.deepEqual(await page.evaluate(() => globalThis.entries()), ['a.xyz', 'b.xyz']);
  await kill();
  assert.deepEqual(await page.evaluate(() => globalThis.add('c')), { clouds: 3, votes: 3, dimension: 2, points: 3 });
  assert.equal(await page.evaluate(() => globalThis.plan()), 3);
});

test('a missing or false certifier is said in a sentence', async (t) => {
  const answers = [
    ['certifier.wasm', { status: 404, body: 'not found' }, /certifier\.wasm could not be loaded: the server answered 404/],
    ['certifier.wasm', { status: 200, contentType: 'text/html', body: '<!doctype html>' }, /not a WebAssembly file/],
    ['worker.js', { status: 200, contentType: 'text/html', body: '<!doctype html>' }, /worker\.js could not be loaded/],
  ];
  for (const [file, answer, sentence] of answers) {
    const { page } = await openEngine(t, { before: (page) => page.route(`**/${file}`, (route) => route.fulfill(answer)) });
    const failure = await page.evaluate(() => outcome(new Engine().ready()));
    assert.equal(failure.kind, 'missing');
    assert.match(failure.message, sentence);
  }
});

test('a host that does not know the type of wasm files will do', async (t) => {
  const { page, errors } = await openEngine(t, {
    before: (page) => page.route('**/certifier.wasm', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, contentType: 'application/octet-stream' });
    }),
  });
  assert.match(await page.evaluate(() => new Engine().ready()), /^\d+\.\d+\.\d+$/);
  assert.deepEqual(errors, []);
});

test('nothing is fetched once the certifier runs', async (t) => {
  const { page, context } = await openEngine(t, { context: { offline: false } });
  await page.evaluate(async () => {
    globalThis.engine = new Engine({ workers: 3 });
    await globalThis.engine.ready();
  });
  await context.setOffline(true);
  const certificate = await page.evaluate(async (ask) => (await globalThis.engine.certify(ask)).value, request);
  assert.ok(certificate.orbit);
});

test('a worker that breaks every time is given up after three tries', async (t) => {
  const { page } = await openEngine(t, {
    before: (page) => page.route('**/worker.js', (route) => route.fulfill({ body: 'throw new Error("broken")' })),
  });
  const failure = await page.evaluate(() => outcome(new Engine().ready()));
  assert.equal(failure.kind, 'died');
  assert.match(failure.message, /3 times.*broken/);
});
