// The one-file demo, opened from disk. Needs `make demo`.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atTheEnd, browser, siteFolder } from '../tools/browser.js';
import { laz } from '../tools/laz.js';
import { PATIENCE } from '../tools/until.js';
import { follow } from '../tools/visit.js';

/** Opens the demo from a folder that holds nothing else, offline. */
async function openFile(name) {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert demo '));
  const file = join(folder, 'orbitcert.html');
  await copyFile(join(siteFolder, '..', name), file);
  const context = await (await browser()).newContext({ offline: true });
  context.setDefaultTimeout(PATIENCE);
  atTheEnd(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI}`)));
  await page.addInitScript(() => ['entries', 'details', 'examples'].forEach((part) => sessionStorage.setItem(`orbitcert-open-${part}`, '')));
  await page.goto(pathToFileURL(file).href);
  return { page, context, errors };
}

/** @type {Awaited<ReturnType<typeof openFile>> | undefined} */
let demo;

/** The demo with the first example in it: all tests have it in common. */
async function openDemo() {
  if (demo) {
    demo.errors.length = 0;
    await follow(demo.page, '#v=1&example=digit-2d');
  }
  demo ??= await openFile('orbitcert.html');
  await demo.page.locator('[data-phase="done"]').waitFor();
  return demo;
}

test('opened from disk, the demo comes to a verdict, and every example does', async () => {
  const { page, errors } = await openDemo();
  assert.equal(await page.getByRole('region', { name: 'Verdict' }).getAttribute('data-certified'), 'true');
  assert.equal(await page.getByRole('button', { name: 'Draw a digit' }).count(), 0, 'nothing votes here');
  assert.equal(await page.getByLabel('a model').count(), 0);
  const examples = page.locator('orbit-examples button');
  assert.ok(await examples.count() >= 4);
  await examples.nth(2).click();
  await page.locator('orbit-examples button[aria-pressed="true"]').waitFor();
  await page.locator('[data-phase="done"]').waitFor();

  await page.locator('body').press('p');
  const stage = page.getByRole('region', { name: 'Stage' });
  await stage.getByLabel('Address of this page').fill('https://example.org/orbitcert/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await stage.locator('.qr[data-text="https://example.org/orbitcert/#draw"] svg').waitFor();
  assert.deepEqual(errors, []);
});

test('a link that the demo makes opens the file, and is said to', async () => {
  const { page, errors } = await openDemo();
  await page.getByRole('button', { name: 'Share' }).click();
  const panel = page.getByRole('region', { name: 'Link' });
  await panel.locator('[data-stored=local]').waitFor();
  assert.doesNotMatch(await panel.innerText(), /works all the same|computes the certificate/);
  assert.equal(await panel.locator('orbit-qr-code').count(), 0);
  await page.evaluate(() => { document.querySelector('meta[name="orbitcert-home"]').content = 'https://example.org/orbitcert/'; });
  await page.getByRole('button', { name: 'Share' }).click();
  await panel.locator('[data-stored=absent]').getByText('opened from a file').waitFor();
  assert.match(await panel.getByLabel('Link to this certificate').inputValue(), /^https:\/\/example\.org\/orbitcert\/#key=/);
  assert.deepEqual(errors, []);
});

test('the demo with models runs them from disk', async () => {
  const { page, errors } = await openFile('orbitcert-models.html');
  await page.locator('[data-phase="done"]').waitFor();
  await page.getByLabel('a model').check();
  await page.getByText('Choose a model.').waitFor();
  await page.getByRole('button', { name: 'Handwritten digits', exact: true }).click();
  await page.locator('[data-clean="3"]').waitFor();
  await page.locator('.answer [data-reason=votes]').waitFor();
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await page.locator('[data-certified="true"]').waitFor();
  assert.deepEqual(errors, []);
});

test('the demo reads compressed scans, and says that it does not read HDF5', async () => {
  const { page, errors } = await openDemo();
  await page.getByLabel('Clean point cloud').setInputFiles({
    name: 'scan.laz', mimeType: '',
    buffer: laz(
      [
        [100, 0, 0], [0, 100, 0], [-100, 0, 5],
      ],
      { format: 6 },
    ),
  });
  await page.locator('#about-clean').getByText('3 points, 3-D').waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles(fileURLToPath(new URL('../hdf5/single.h5', import.meta.url)));
  await page.locator('#error-clean').getByText('single.h5: is an HDF5 file').waitFor();
  assert.deepEqual(errors, []);
});

test('the demo has no experiments of the paper in it, and says so to who comes by a link to one', async () => {
  const { page, errors } = await openDemo();
  await page.evaluate(() => { location.hash = '#v=1&view=dataset&run=furniture-turned'; });
  await page.locator('.failures').getByText('not in the single-file page').waitFor();
  await page.getByRole('button', { name: '3-D shapes, scaled' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Furniture, turned' }).count(), 0);
  assert.deepEqual(errors, []);
});

test('the demo\'s policy allows its own scripts alone', async () => {
  const { page, errors } = await openDemo();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|'self'|http/);
  const outcome = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const inline = document.createElement('script');
    const attempt = (act) => {
      try {
        act();
        return 'happened';
      } catch ({ name }) {
        return name;
      }
    };
    return [
      attempt(() => { document.body.innerHTML = '<b>bold</b>'; }), attempt(() => { inline.text = '1'; }),
      await fetch('http://127.0.0.1:9/').then(() => 'happened', ({ name }) => name), await caches.keys().then(String, () => ''),
    ];
  });
  assert.deepEqual(outcome, ['TypeError', 'TypeError', 'TypeError', '']);
  assert.ok(errors.some((error) => error.includes('policy violated: connect-src')));
});

test('the demo brings its docs along', async () => {
  const { page, context, errors } = await openDemo();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Docs' }).click();
  const docs = await opened;
  await docs.getByRole('heading', { name: 'How it works' }).waitFor();
  assert.match(await docs.innerText('main'), /smoothed classifier/);
  const asked = await page.locator('a[href^="docs.html#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href').split('#')[1]));
  assert.ok(asked.length > 2);
  assert.deepEqual(await docs.evaluate((ids) => ids.filter((id) => !document.getElementById(`at-${id}`)), asked), []);
  const lost = await docs
    .locator('a[href^="#"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href').slice(1)).filter((id) => !document.getElementById(decodeURIComponent(id))));
  assert.deepEqual(lost, []);
  assert.deepEqual(errors, []);
});
