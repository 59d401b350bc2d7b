// Runs over datasets where something is large, full, broken or of another kind. Needs `make build`.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { launching } from '../../../build/install/browser.mjs';
import { serious, seriousInBoth } from '../tools/axe.js';
import { grouped, openPage, serveSite } from '../tools/browser.js';
import { tried } from '../tools/counts.js';
import { held } from '../tools/stand-still.js';
import { laz } from '../tools/laz.js';
import { phase } from '../tools/run-phase.js';

async function open(t, before, context) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', before, context });
  await opened.page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  return opened;
}

const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const add = async (page, ...files) => {
  await page.getByLabel('Dataset files').setInputFiles(files);
  await phase(page, 'ready');
};
const run = (page) => page.getByRole('button', { name: 'Run', exact: true }).click();

const votes = (names) => `name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n${names.map((name) => `${name},1,10,990,100,9900\n`).join('')}`;

const many = tried({ few: 300, all: 800, many: 10_000 });

test(`${many} files: all are read and run, and the page does not freeze`, async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Scaling').check();
  await page.getByLabel('Norms').fill('0.05');
  await page.evaluate(([many, votes]) => {
    const data = new DataTransfer();
    for (let i = 0; i < many; i++) data.items.add(new File([`0.4 0.1\n-0.3 0.5\n-0.1 ${-0.6 - i / 1e5}\n`], `cloud ${i}.xyz`));
    data.items.add(new File([votes], 'votes.csv'));
    const input = document.querySelector('#dataset-files');
    input.files = data.files;
    globalThis.told = [];
    const view = document.querySelector('orbit-dataset');
    const reading = new Promise((resolve) => { globalThis.tellReading = resolve; });
    const tell = () => {
      globalThis.told.push(...Array.from(view.querySelectorAll('[role=status]'), (status) => status.textContent.trim()));
      if (globalThis.told.some((text) => text.startsWith('Reading file '))) globalThis.tellReading();
    };
    // The first file takes until the page has told how far it is: no file that is done tells it.
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      if (this.name === 'cloud 0.xyz') await reading;
      return arrayBuffer.call(this);
    };
    new MutationObserver(tell).observe(view, { subtree: true, childList: true, characterData: true });
    globalThis.beats = 0;
    setInterval(() => globalThis.beats++, 10);
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, [many, votes(Array.from({ length: many }, (_, i) => `cloud ${i}`))]);
  await phase(page, 'ready');
  const told = await page.evaluate(() => globalThis.told);
  assert.ok(told.some((text) => text.startsWith('Reading file ') && text.endsWith(` of ${grouped(many + 1)}.`)), told.join());
  await page.getByText(`${grouped(many)} clouds, ${grouped(many)} rows of votes.`).waitFor();
  await run(page);
  await phase(page, 'done');
  await page.getByText(`${grouped(many)} clouds, ${grouped(many)} of them predicted correctly`).waitFor();
  // One every 10 ms where the page is free, none while it is busy: not how long it took, but that it let go.
  const beats = await page.evaluate(() => globalThis.beats);
  assert.ok(beats > many / 50, `${beats} beats`);
  assert.deepEqual(errors, []);

  await t.test('LAZ files are clouds like others', async () => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await phase(page, 'empty');
    await add(page, file('scan.laz', laz([[0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 100]])), file('votes.csv', votes(['scan'])));
    await run(page);
    await phase(page, 'done');
    await page.getByText('1 cloud, 1 of them predicted correctly').waitFor();
  });
});

test('a full disk: the run goes on and says that it cannot be resumed', async (t) => {
  // Chromium enforces a quota only in a profile on disk.
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  const room = await chromium.launchPersistentContext(folder, launching());
  const site = await serveSite();
  t.after(async () => {
    await room.close();
    await site.close();
    await rm(folder, { recursive: true });
  });
  const page = await room.newPage();
  const session = await room.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1000 });
  await page.goto(`${site.url}#v=1&view=dataset`);
  await page.getByRole('button', { name: '3-D shapes' }).click();
  await phase(page, 'ready');
  await page.getByLabel('Norms').fill('0.05');
  await run(page);
  await phase(page, 'done');
  await page.locator('[data-note=run]').getByText('QuotaExceededError').waitFor();
  await page.getByText(/^22 clouds, \d+ of them predicted correctly/).waitFor();
  await page.reload();
  await phase(page, 'empty');
});

test('a disk that is full once the files are kept: of the run nothing stays, and the files come back', async (t) => {
  const { page, errors } = await open(t, (page) => page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    let room = 5;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === 'entries' && room-- <= 0) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    };
  }));
  await page.getByRole('button', { name: '3-D shapes' }).click();
  await phase(page, 'ready');
  await page.getByLabel('Norms').fill('0.05');
  await run(page);
  await phase(page, 'done');
  await page.locator('[data-note=run]').getByText('QuotaExceededError').waitFor();
  const left = await page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('orbitcert dataset', 1);
    opening.onerror = reject;
    opening.onsuccess = () => {
      opening.result.transaction('entries').objectStore('entries').count().onsuccess = ({ target }) => resolve(target.result);
    };
  }));
  assert.equal(left, 0);
  await page.reload();
  await phase(page, 'ready');
  await page.getByText('22 clouds.').waitFor();
  assert.deepEqual(errors, []);
});

test('axe finds nothing serious in any state, light or dark', async (t) => {
  const { page } = await open(t, (page) => held(page), { colorScheme: 'light' });
  assert.deepEqual(await serious(page), [], 'empty');
  await page.getByRole('button', { name: '3-D shapes' }).click();
  await phase(page, 'ready');
  await page.locator('summary').evaluateAll((all) => all.forEach((summary) => summary.click()));
  await page.getByLabel('Norms').fill('0.9 0.1');
  await run(page);
  await page.locator('#error-run-norms').waitFor();
  assert.deepEqual(await seriousInBoth(page), [], 'ready, with an error');
  await page.getByLabel('Norms').fill('0.1 0.9');
  await run(page);
  await page.waitForFunction(() => document.querySelector('[data-run=running]'));
  assert.deepEqual(await serious(page), [], 'running');
  await page.getByRole('button', { name: 'Pause' }).click();
  await phase(page, 'paused');
  assert.deepEqual(await seriousInBoth(page), [], 'paused');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => globalThis.release());
  await page.getByRole('button', { name: '2-D digits' }).click();
  await page.getByText('56 clouds.').waitFor();
  await phase(page, 'ready');
  await add(page, file('bad.csv', 'name,label,votes_pred_0\n'));
  await run(page);
  await phase(page, 'done');
  await page.locator('orbit-dataset .cite summary').click();
  await page.getByLabel('For BibTeX').waitFor();
  assert.deepEqual(await seriousInBoth(page), [], 'done, with a failure and the citation');
});

test('by keyboard alone: from a demo to the citation', async (t) => {
  const { page } = await open(t, (page) => held(page));
  await page.getByRole('button', { name: '2-D digits' }).press('Enter');
  await phase(page, 'ready');
  const reach = async (name) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.textContent?.trim()) === name) return;
    }
    assert.fail(`${name} is not reached`);
  };
  await reach('Run');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  assert.equal(await focused(), 'Pause');
  await page.evaluate(() => globalThis.release());
  await phase(page, 'done');
  assert.equal(await focused(), 'Run');
  await reach('Cite');
  await page.keyboard.press('Enter');
  await page.getByLabel('As a sentence').waitFor();
  await reach('Copy sentence');
});
