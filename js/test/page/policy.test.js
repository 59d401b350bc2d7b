// The security policy: the same in pages and headers, kept by the page in all its views, and enforced. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mapSays, openPage, savedFile, serveSite, siteFolder } from '../tools/browser.js';
import { headersFor } from '../tools/build.js';
import { laz } from '../tools/laz.js';
import { COMPLETE } from '../tools/named.js';
import { repository } from '../tools/native.js';
import { until } from '../tools/until.js';
import { FEW } from '../tools/visit.js';

const read = (name) => readFile(join(siteFolder, name), 'utf8');
const header = headersFor(await read('_headers'), '/');
const finished = (page) => page.locator('[data-phase=done]').waitFor();
const policyIn = (page) => /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)[1];

test('pages and headers carry the same policy, but that the page alone fetches files of other hosts', async () => {
  const inHeader = header['Content-Security-Policy'];
  assert.match(inHeader, /; frame-ancestors 'none'$/);
  assert.equal(`${policyIn(await read('index.html'))}; frame-ancestors 'none'`, inHeader);
  const narrow = inHeader.replace(/connect-src [^;]*/, "connect-src 'self'");
  for (const name of ['docs.html', 'docs/start.html', 'docs/how-it-works.html', 'docs/results.html', 'docs/board.html'])
    assert.equal(`${policyIn(await read(name))}; frame-ancestors 'none'`, narrow, name);
  assert.ok(!/unsafe-inline|'unsafe-eval'|blob:|\*/.test(narrow));
  assert.match(inHeader, /; connect-src 'self' https:\/\/huggingface\.co https:\/\/\*\.hf\.co https:\/\/raw\.githubusercontent\.com;/);
  assert.equal(header['Referrer-Policy'], 'no-referrer');
  assert.equal(header['X-Content-Type-Options'], 'nosniff');
  const entry = headersFor(await read('_headers'), '/app.js')['Cache-Control'];
  assert.equal(entry, 'no-cache');
  const [chunk] = /[\w-]+-[0-9A-Z]{8}\.js/.exec(await read('app.js'));
  assert.match(headersFor(await read('_headers'), `/${chunk}`)['Cache-Control'], /immutable/);
});

test('a page for a sharing service elsewhere may call it, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  // Of the large files and of what the docs show only digests are made.
  await cp(siteFolder, folder, { recursive: true, filter: (path) => !/\.(wasm|onnx)$|docs\/(votes|figures)\//.test(path) });
  const finish = async (env) => {
    for (const name of ['index.html', 'docs/board.html']) await cp(join(repository, 'site', name), join(folder, name));
    await promisify(execFile)(process.execPath, [join(repository, 'build', 'finish', 'finish.mjs'), folder, '0'.repeat(16)], { env: { ...process.env, ...env } });
    return readFile(join(folder, 'index.html'), 'utf8');
  };
  const key = `${'k'.repeat(43)}=`;
  const page = await finish({ ORBITCERT_EDGE: 'https://edge.example.org/shared/', ORBITCERT_EDGE_KEY: key });
  assert.match(policyIn(page), /; connect-src 'self' https:\/\/edge\.example\.org\/shared\/ https:\/\/huggingface\.co [^;]*;/);
  assert.equal(policyIn(page).replace(' https://edge.example.org/shared/', ''), policyIn(await read('index.html')));
  assert.ok(page.includes('<meta name="orbitcert-edge" content="https://edge.example.org/shared/">'));
  assert.ok(page.includes(`<meta name="orbitcert-edge-key" content="${key}">`));
  for (const bad of ['edge.example.org', 'https://edge.example.org/shared', "https://x/; script-src 'unsafe-inline'/", 'javascript:/', 'https://x/"/']) {
    await assert.rejects(finish({ ORBITCERT_EDGE: bad }), /ORBITCERT_EDGE must be/, bad);
  }
  await assert.rejects(finish({ ORBITCERT_EDGE_KEY: 'short' }), /ORBITCERT_EDGE_KEY must be/);
  for (const [frames, said] of [['*', undefined], ['https://a.example https://*.b.example', 'https://a.example https://*.b.example']]) {
    assert.equal(policyIn(await finish({ ORBITCERT_FRAMES: frames })), policyIn(await read('index.html')));
    assert.equal(/frame-ancestors (.*)/.exec(await readFile(join(folder, '_headers'), 'utf8'))?.[1], said);
  }
  for (const bad of ['example.org', "https://a.example; script-src 'unsafe-inline'", 'https://a.example\n  X: y'])
    await assert.rejects(finish({ ORBITCERT_FRAMES: bad }), /ORBITCERT_FRAMES must be/, bad);
  const connect = (/** @type {string} */ text) => /; connect-src ([^;]*);/.exec(policyIn(text))[1];
  assert.equal(connect(await finish({ ORBITCERT_SOURCES: 'none' })), "'self'");
  assert.equal(
    connect(await finish({ ORBITCERT_SOURCES: 'https://files.example https://*.files.example' })),
    "'self' https://files.example https://*.files.example",
  );
  assert.equal(connect(await readFile(join(folder, 'docs.html'), 'utf8')), "'self'");
  for (const bad of ['files.example', '*', "https://a.example; script-src 'unsafe-inline'", 'https://a.example/folder'])
    await assert.rejects(finish({ ORBITCERT_SOURCES: bad }), /ORBITCERT_SOURCES must be/, bad);
});

test('under page and headers nothing is violated: solid clouds, plots, pictures, LAZ, HDF5, datasets, docs', async (t) => {
  const site = await serveSite({ headers: header });
  t.after(site.close);
  const { page, errors } = await openPage(t, { url: site.url, path: '#v=1&example=chair-3d&draws=1000' });
  await finished(page);
  await page.locator('[data-note=turn]').waitFor();
  const saved = (name) => savedFile(page, page.getByRole('button', { name }).first());
  await saved('Download certificate');
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'a.laz', mimeType: '', buffer: Buffer.from(laz([[100, 0, 0], [0, 100, 0], [-100, 0, 5]])) });
  await page.getByText('3 points, 3-D').waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles(fileURLToPath(new URL('../hdf5/single.h5', import.meta.url)));
  await page.getByText('4 points, 3-D').waitFor();
  await page.getByRole('button', { name: 'A handwritten 3, turned' }).click();
  await finished(page);
  await page.getByRole('link', { name: 'Explore' }).click();
  await mapSays(page, COMPLETE);
  for (const ending of ['SVG', 'PNG', 'CSV', 'JSON']) await saved(new RegExp(`^Save .* ${ending}$`));
  await page.getByRole('link', { name: 'Dataset' }).click();
  await page.getByRole('button', { name: '2-D digits' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-run=done]').waitFor();
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('link', { name: 'How it works' }).first().click();
  await page.locator('[data-figure=votes][data-shown]').waitFor();
  assert.deepEqual(errors, []);
});

test('what the policy forbids does not happen', async (t) => {
  const { page, errors } = await openPage(t, { path: FEW });
  await finished(page);
  const outcome = await page.evaluate(async () => {
    // Code that a test evaluates may do more than the page, until its first rest.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const outcome = {};
    const attempt = (name, act) => {
      try {
        act();
        outcome[name] = 'happened';
      } catch (error) {
        outcome[name] = error.name;
      }
    };
    const element = (name, parts) => document.body.appendChild(Object.assign(document.createElement(name), parts));
    attempt('eval', () => (0, eval)('1'));
    attempt('function from text', () => new Function('return 1')());
    attempt('markup from text', () => { element('div').innerHTML = '<b>bold</b>'; });
    attempt('script from text', () => element('script', { text: 'globalThis.inline = 1' }));
    attempt('worker from text', () => new Worker('worker.js'));
    attempt('another policy', () => trustedTypes.createPolicy('other', {}));
    element('div').setAttribute('style', 'position: fixed');
    outcome.style = getComputedStyle(document.body.lastChild).position;
    outcome.elsewhere = await fetch('http://127.0.0.1:9/').then(() => 'happened', ({ name }) => name);
    return outcome;
  });
  assert.deepEqual(outcome, {
    eval: 'EvalError', 'function from text': 'EvalError', 'markup from text': 'TypeError', 'script from text': 'TypeError',
    'worker from text': 'TypeError', 'another policy': 'TypeError', style: 'static', elsewhere: 'TypeError',
  });
  for (const directive of ['require-trusted-types-for', 'trusted-types', 'style-src', 'connect-src']) {
    await until(() => errors.some((error) => error.startsWith('policy violated') && error.includes(directive)));
  }
  errors.length = 0;
});

test('markup that someone slips into the page runs no script', async (t) => {
  const text = (await read('index.html')).replace(
    '<noscript>', '<script>globalThis.slipped = 1</script><img src="data:," onerror="globalThis.slipped = 2"><noscript>',
  );
  const { page, errors } = await openPage(t, { texts: { 'index.html': text }, path: 'index.html' });
  await finished(page);
  assert.equal(await page.evaluate(() => globalThis.slipped), undefined);
  assert.ok(errors.splice(0).some((error) => error.includes('policy violated: script-src')));
});

test('no other site shows the page in a frame', async (t) => {
  const site = await serveSite({ headers: header });
  const host = await serveSite({ texts: { 'host.html': `<!doctype html><link rel="icon" href="data:,"><iframe src="${site.url}"></iframe>` } });
  t.after(site.close);
  t.after(host.close);
  const { page } = await openPage(t, { url: host.url, path: 'host.html' });
  await page.waitForLoadState('load');
  assert.equal(await page.frames().at(-1).locator('orbit-page').count(), 0);
  assert.match(page.frames().at(-1).url(), /^chrome-error:/);
});
