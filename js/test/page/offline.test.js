// The page's copy for visits without a network, in a real browser: one build at a time, whole, or none. Needs `make build`.

import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPage, serveSite, settle, siteFolder } from '../tools/browser.js';
import { copyAsBuild, digest, filesOf } from '../tools/build.js';
import { laz } from '../tools/laz.js';
import { until } from '../tools/until.js';
import { FEW } from '../tools/visit.js';

const NEXT = '0123456789abcdef';
const context = { serviceWorkers: 'allow' };
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

/** A folder for one test. */
async function room(t) {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** A page with a verdict, on the first example's clouds under few draws where no other place is named. */
async function open(t, options) {
  const opened = await openPage(t, { context, edge: null, path: FEW, ...options });
  await finished(opened.page);
  return opened;
}

/** Waits until the page is kept and answered from the copy. */
const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** Waits until what the page answers is true. @param {any} page @param {() => Promise<unknown>} question */
const eventually = (page, question) => until(() => page.evaluate(question));

/** Digests of all files that the page gets now, by name. */
const served = (page, names) => page.evaluate(async (names) => {
  const entries = names.map(async (name) => {
    const response = await fetch(new URL(name, document.baseURI));
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
    return [name, response.ok && `sha256-${btoa(String.fromCharCode(...sum))}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}, names);

/** The same of folders. @type {Map<string, Promise<Record<string, string>>>} */
const known = new Map();
function digests(folder) {
  if (!known.has(folder)) known.set(folder, digestsOf(folder));
  return /** @type {Promise<Record<string, string>>} */ (known.get(folder));
}

async function digestsOf(folder) {
  const names = (await filesOf(folder)).filter((name) => name !== '_headers' && name !== 'sw.js' && !/\.gz$|^(packages|examples\/clouds)\//.test(name));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, digest(await readFile(join(folder, name)))])));
}

/** The page gets all files as they are in a folder. Of the large ones that it asks for late, the first visit below is. */
async function servesAs(page, folder) {
  const whole = Object.entries(await digests(folder)).filter(([name]) => !/^(ort\.wasm|hdf5\.wasm|models\/.*\.onnx|docs\/votes\/.*)$/.test(name));
  assert.deepEqual(await served(page, whole.map(([name]) => name)), Object.fromEntries(whole));
}

/** Another build of the site, which no test changes. @type {Promise<string> | undefined} */
let another;
after(async () => another && rm(await another, { recursive: true }));
const nextBuild = () => (another ??= (async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-next-'));
  await copyAsBuild(siteFolder, folder, NEXT);
  return folder;
})());

/** Runs before the page: `copying` becomes how the making of the copy ends. */
const watched = (page) => page.addInitScript(() => {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (...given) {
    const registration = await register.apply(this, given);
    const worker = registration.installing; // null if the making has failed already
    globalThis.copying = new Promise((resolve) => {
      const ended = () => ['activated', 'redundant'].includes(worker?.state ?? 'redundant') && resolve(worker?.state ?? 'redundant');
      worker?.addEventListener('statechange', ended);
      ended();
    });
    return registration;
  };
});

const caches = (page) => page.evaluate(() => globalThis.caches.keys());

test('a visitor who saves data keeps nothing that was not asked for', async (t) => {
  const saves = (page) => page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const { page, errors, site } = await open(t, { before: saves });
  await finished(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.evaluate(() => document.querySelector('orbit-newer').start());
  assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistration()), undefined);
  assert.ok(!site.requests.some((path) => path.endsWith('/sw.js')));
  assert.deepEqual(errors, []);
});

test('after the first visit', async (t) => {
  const original = await readFile(join(siteFolder, 'index.html'), 'utf8');
  const pinned = original.replace('<meta name="orbitcert-edge-key" content="">', '<meta name="orbitcert-edge-key" content="another">');
  const texts = { 'index.html': original, '': original, 'api/health': '{"core":"here"}' };
  const { page, errors, site } = await open(t, { texts });
  const before = site.requests.indexOf('/some/sub/path/sw.js');
  assert.ok(before === -1 || before > site.requests.indexOf('/some/sub/path/examples/digit-2d.json'), 'nothing competes with the first verdict');
  await kept(page);
  const take = async (name) => {
    await page.getByLabel('Clean point cloud').setInputFiles(fileURLToPath(new URL(`../hdf5/${name}.h5`, import.meta.url)));
    await page.locator('#about-clean').getByText(`${name}.h5`).waitFor();
  };

  await t.test('what reads HDF5 is kept once it was used, and not before', async () => {
    const isKept = () => page.evaluate(async () => {
      const found = await Promise.all(['hdf5.js', 'hdf5.wasm'].map((name) => globalThis.caches.match(new URL(name, document.baseURI))));
      return found.map(Boolean);
    });
    assert.deepEqual(await isKept(), [false, false]);
    await take('single');
    assert.deepEqual(await isKept(), [true, true]);
  });

  await t.test('the browser would install it', async () => {
    const session = await page.context().newCDPSession(page);
    const { errors: wrong, url } = await session.send('Page.getAppManifest');
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    await session.detach();
    assert.deepEqual([wrong, new URL(url).pathname], [[], '/some/sub/path/manifest.json']);
    // A private window is none to install from, and nothing else is wrong.
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  });

  await t.test('what is not of the build is left to the network', async () => {
    const answered = await page.evaluate(async () => [
      (await fetch('api/health')).status, (await fetch('nothing.js')).status, (await fetch('app.js', { method: 'POST' })).status,
    ]);
    assert.deepEqual(answered, [200, 404, 200]);
    assert.deepEqual(site.requests.slice(-3), ['api/health', 'nothing.js', 'app.js'].map((path) => `/some/sub/path/${path}`));
    assert.deepEqual(errors.splice(0).filter((error) => !error.includes('404')), []);
  });

  await t.test('the page as its host pins it now is kept', async () => {
    texts['index.html'] = pinned;
    const pin = () => page.locator('meta[name=orbitcert-edge-key]').getAttribute('content');
    await page.reload();
    assert.equal(await pin(), '');
    await eventually(page, async () => (await (await globalThis.caches.match(new URL('index.html', document.baseURI)))?.text())?.includes('"another"'));
    await page.reload();
    assert.equal(await pin(), 'another');
  });

  await t.test('models, experiments and readers are kept when that is wanted, or as far as it went', async () => {
    const offer = page.getByRole('button', { name: /^Keep for use .*\(\d+ MB\)$/ });
    const before = parseInt(/\d+/.exec(await offer.innerText())[0], 10);
    assert.ok(before >= 15 && before <= 30, `${before} MB`);
    await page.evaluate(() => {
      const keep = /** @type {Element} */ (document.querySelector('orbit-keep'));
      new MutationObserver((_, observer) => {
        const cancel = /** @type {HTMLElement | null} */ (keep.querySelector('.progress button'));
        if (cancel) observer.disconnect();
        cancel?.click();
      }).observe(keep, { subtree: true, childList: true });
    });
    await offer.click();
    await page.locator('orbit-keep [role=progressbar]').waitFor({ state: 'detached' });
    await offer.click();
    await page.locator('[data-note=kept]').waitFor();
    const missing = await page.evaluate(async () => {
      const names = ['ort.wasm', 'inference.js', 'models/digits.onnx', 'models/furniture-dgcnn.json', 'docs/votes/furniture.json'];
      const found = await Promise.all(names.map((name) => globalThis.caches.match(new URL(name, document.baseURI))));
      return names.filter((_, i) => !found[i]);
    });
    assert.deepEqual(missing, []);
    const whole = { ...await digests(siteFolder), 'index.html': digest(Buffer.from(pinned)) };
    assert.deepEqual(await served(page, Object.keys(whole)), whole);
    assert.deepEqual(errors, []);
  });

  await t.test('everything works without the server', async () => {
    await site.close();
    // The window that made the copy goes on, and so does a new start.
    await page.getByRole('button', { name: 'A handwritten 3, turned' }).click();
    await finished(page);
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.locator('tr[data-row=every] td', { hasText: 'σ' }).waitFor();
    await page.goto(`${site.url}?again#v=1&example=chair-3d`);
    await finished(page);
    await page.locator('[data-note=turn]').waitFor();
    await page.getByRole('link', { name: 'Dataset' }).click();
    await page.getByRole('button', { name: '2-D digits' }).click();
    await page.locator('[data-run=ready]').waitFor();
    await page.getByRole('link', { name: 'Certificate', exact: true }).click();
    await take('single');
    await page.getByLabel('Clean point cloud').setInputFiles(file('square.laz', laz([[100, 100, 0], [-100, 100, 0], [-100, -100, 0], [100, -100, 5]])));
    await page.getByLabel('Perturbed point cloud').setInputFiles(file('turned.xyz', '-1 1 0\n-1 -1 0\n1 -1 0\n1 1 0.05\n'));
    await page.getByLabel('Prediction probability').fill('0.99');
    await settle(page);
    await page.keyboard.press('Control+Enter');
    await finished(page);
    assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
    assert.deepEqual(errors, []);
    await page.getByRole('link', { name: 'Dataset' }).click();
    await page.getByText('The paper’s experiments').click();
    await page.getByRole('button', { name: 'DGCNN, turned' }).click();
    await page.locator('[data-run=ready]').waitFor();
    assert.deepEqual(errors, []);
    await page.getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('link', { name: 'How it works' }).first().click();
    await page.locator('[data-figure=votes][data-shown]').waitFor();
  });
});

test('an old build stays whole until the visitor changes to the new one, whole', async (t) => {
  const now = join(await room(t), 'now'), old = siteFolder, next = await nextBuild();
  /** Chooses what the host serves from now on. */
  const serve = async (folder) => {
    await rm(now, { force: true });
    await symlink(folder, now);
  };
  await serve(old);
  let asked = 0;
  let cut = false;
  const texts = {
    /** One of the last files that a copy takes. */
    get 'plot.LICENSE.txt'() {
      asked += 1;
      if (cut) void site.close();
      return undefined;
    },
  };
  const site = await serveSite({ root: now, texts, edge: null });
  t.after(site.close);
  const { page, errors, context: browsing } = await open(t, { url: site.url });
  await kept(page);

  await serve(next);
  await page.reload();
  await finished(page);
  await page.getByText('A new version is ready').waitFor();
  assert.doesNotMatch(await page.title(), /Next/);
  await servesAs(page, old);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('tr[data-row=every] td', { hasText: 'σ' }).waitFor();

  const other = await browsing.newPage();
  await other.goto(site.url);
  await finished(other);
  assert.doesNotMatch(await other.title(), /Next/);
  const change = page.getByRole('button', { name: 'Change to it' });
  await change.click();
  await page.locator('[data-note=held]').waitFor();
  assert.doesNotMatch(await page.title(), /Next/);
  await other.close();
  const [worker] = browsing.serviceWorkers().filter((one) => one.url().startsWith(site.url));
  await until(() => worker.evaluate(async () => (await globalThis.clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 1));
  await change.click();
  await page.waitForFunction(() => document.title.startsWith('Next'));
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  await finished(page);
  await servesAs(page, next);
  assert.equal(await page.locator('meta[name=orbitcert-build]').getAttribute('content'), NEXT);
  assert.deepEqual((await caches(page)).map((name) => name.split(' ').at(-1)), [NEXT]);
  assert.deepEqual(errors, []);

  await t.test('an update that finds no room, or is cut off, leaves the build whole that is there', async () => {
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(site.url);
    /** Waits for the end of an update. */
    const updated = () => page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const ended = new Promise((resolve) => {
        registration.addEventListener('updatefound', () => {
          if (!registration.installing) return resolve('redundant'); // it has failed already
          registration.installing.addEventListener('statechange', ({ target }) => resolve(target.state));
        }, { once: true });
      });
      await registration.update();
      return ended;
    });
    await serve(old);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1e6 });
    assert.equal(await updated(), 'redundant');
    assert.equal((await caches(page)).length, 1);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    const before = asked;
    cut = true;
    assert.equal(await updated(), 'redundant');
    assert.equal(asked, before + 1, 'it was cut off at this file');
    await page.reload();
    await finished(page);
    assert.match(await page.title(), /Next/);
    await servesAs(page, next);
    assert.equal((await caches(page)).length, 1);
    assert.deepEqual(errors, []);
  });
});

test('a page is not taken over by the copy of another build', async (t) => {
  const folder = await room(t), [now, both, next] = [join(folder, 'now'), join(folder, 'both'), await nextBuild()];
  for (const build of [siteFolder, next]) await cp(build, both, { recursive: true });
  await symlink(siteFolder, now);
  const texts = {
    /** The host changes, whole, just before the page asks for the service worker. */
    get 'sw.js'() {
      unlinkSync(now);
      symlinkSync(both, now);
      return readFileSync(join(next, 'sw.js'));
    },
  };
  const site = await serveSite({ root: now, texts, edge: null });
  t.after(site.close);
  const { page, errors } = await openPage(t, { context, url: site.url, path: FEW, before: watched });
  await eventually(page, async () => 'copying' in globalThis);
  assert.equal(await page.evaluate(() => globalThis.copying), 'activated');
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
  assert.doesNotMatch(await page.title(), /Next/);
  await page.reload();
  await finished(page);
  assert.match(await page.title(), /Next/);

  await t.test('what the copy lacks is not taken from another build', async () => {
    const lost = 'certifier.wasm';
    await page.evaluate(async (name) => {
      for (const cache of await globalThis.caches.keys()) await (await globalThis.caches.open(cache)).delete(new URL(name, document.baseURI).href);
    }, lost);
    const others = [lost, 'hdf5.js', 'models/digits.json'];
    const packed = `${lost}.gz`;
    Object.assign(texts, Object.fromEntries([...others, packed].map((name) => [name, ' '])));
    const statuses = (names) => page.evaluate((names) => Promise.all(names.map(async (name) => (await fetch(new URL(name, document.baseURI))).status)), names);
    assert.deepEqual(await statuses([...others, 'hdf5.wasm']), [409, 409, 409, 200]);
    await page.reload();
    await finished(page, 'failed');
    await verdict(page).getByText(/certifier\.wasm.* is not the file/).waitFor();
    for (const name of [...others, packed]) delete texts[name];
    assert.deepEqual(await statuses([lost]), [200]);
    await servesAs(page, next);
  });

  await t.test('a copy that the browser has thrown away is missed by nobody', async () => {
    errors.length = 0;
    await page.evaluate(async () => {
      for (const name of await globalThis.caches.keys()) await globalThis.caches.delete(name);
    });
    await page.reload();
    await finished(page);
    assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
    assert.deepEqual(errors, []);
  });
});

/** Waits until the browser has given up keeping the page. */
async function settledWithoutCopy(page) {
  await eventually(page, async () => 'copying' in globalThis);
  assert.equal(await page.evaluate(() => globalThis.copying), 'redundant');
  assert.deepEqual(await caches(page), []);
}

test('what is not whole, or finds no room, is not kept', async (t) => {
  const next = await nextBuild();
  /** Texts that the host serves instead of files of the build. */
  const texts = { 'examples/index.json': '[]' };
  const serve = (others) => {
    for (const name of Object.keys(texts)) delete texts[name];
    Object.assign(texts, others);
  };
  const site = await serveSite({ texts, edge: null });
  t.after(site.close);
  const { page, errors } = await openPage(t, { context, url: site.url, path: FEW, before: watched });

  await t.test('files of two builds are never kept together', async () => {
    await settledWithoutCopy(page);
    // A host in the middle of a change.
    serve({ 'index.html': await readFile(join(next, 'index.html')) });
    await page.reload();
    await settledWithoutCopy(page);
  });

  await t.test('a certifier altered by one byte is refused, and not kept', async () => {
    const wasm = await readFile(join(siteFolder, 'certifier.wasm'));
    wasm[wasm.length >> 1] ^= 1;
    serve({ 'certifier.wasm': wasm, 'certifier.wasm.gz': gzipSync(wasm) });
    await page.reload();
    await finished(page, 'failed');
    await verdict(page).getByText(/certifier\.wasm.* is not the file/).waitFor();
    assert.equal(await verdict(page).getAttribute('data-certified'), null);
    await settledWithoutCopy(page);
  });

  await t.test('altered page code does not start, and the page says so', async () => {
    serve({ 'app.js': `${await readFile(join(siteFolder, 'app.js'))} ` });
    await page.reload();
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    assert.ok(await page.getByText('The page has not started.').isVisible());
    assert.equal(await page.locator('orbit-page').count(), 0);
  });

  await t.test('without room for the copy the page works as before', async () => {
    serve({});
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1e6 });
    errors.length = 0;
    await page.reload();
    await finished(page);
    await settledWithoutCopy(page);
    await page.keyboard.press('Control+Enter');
    await finished(page);
    assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
    assert.deepEqual(errors, []);
  });
});
