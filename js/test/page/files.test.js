// Files that need more than reading: several clouds in one, compressed LAS, and what is said about them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serious } from '../tools/axe.js';
import { npz } from '../tools/archive.js';
import { besure, savedCertificate } from '../tools/browser.js';
import { laz } from '../tools/laz.js';
import { visits } from '../tools/visit.js';

const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const certify = (page) => page.keyboard.press('Control+Enter');
const file = (name, data) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(data) });
const clean = (page) => page.getByLabel('Clean point cloud');

const open = visits('#v=1&example=chair-3d&draws=1000');

const corners = [[0, 0, 0], [100, 200, 300], [-50, 1, 2], [7, 8, 9]];

test('which cloud of an archive: asked, chosen by keyboard, changed', async (t) => {
  const { page, errors } = await open(t);
  await clean(page).setInputFiles(file('scan.npz', npz({ first: corners, second: [...corners, [1, 2, 5]] })));
  const which = page.getByLabel('Which cloud?');
  await which.waitFor();
  await page.locator('#about-clean').getByText('2 clouds in this file').waitFor();
  await certify(page);
  await finished(page, 'failed');
  await page.locator('#error-clean').getByText('clouds in scan.npz.').waitFor();
  assert.deepEqual(await serious(page, 'form'), []);
  await which.focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('#about-clean').getByText('4 points, 3-D').waitFor();
  await which.selectOption('second');
  await page.locator('#about-clean').getByText('5 points, 3-D').waitFor();
  await besure(page);
  await page.getByLabel('Perturbation', { exact: true }).selectOption('scale');
  await certify(page);
  await finished(page);
  assert.ok(!page.url().includes('second'), 'the part stays out of the address');
  await page.getByRole('button', { name: 'Remove' }).click();
  assert.equal(await which.count(), 0);
  assert.deepEqual(errors, []);
});

test('a frame of a long trajectory is chosen by its number', async (t) => {
  const { page, errors } = await open(t);
  const frames = Array.from({ length: 1203 }, (_, i) => `2\n${i}\nO 0 0 0\nH 0 0 ${1 + i / 1000}\n`).join('');
  await clean(page).setInputFiles(file('path.xyz', frames));
  await page.locator('#about-clean').getByText('1,203 clouds in this file').waitFor();
  assert.equal(await page.getByLabel('Which cloud?').inputValue(), '');
  await page.getByText('The first 1,000 of 1,203 are listed.').waitFor();
  const number = page.getByLabel('Its number, 1 to 1,203');
  assert.deepEqual(await serious(page, 'form'), []);
  await number.fill('1203');
  await number.press('Enter');
  await page.locator('#about-clean').getByText('2 points, 3-D').waitFor();
  assert.equal(await page.getByLabel('Which cloud?').inputValue(), '1203');
  await number.fill('2000');
  await number.blur();
  assert.equal(await page.getByLabel('Which cloud?').inputValue(), '1203');
  assert.deepEqual(errors, []);
});

test('frames of a molecule, with what the reader left out', async (t) => {
  const { page } = await open(t);
  const frame = (title, z) => `2\n${title}\nO 0 0 0\nH 0 0 ${z}\n`;
  await clean(page).setInputFiles(file('path.xyz', frame('start', 0.9) + frame('end', 1.1)));
  await page.getByLabel('Which cloud?').selectOption({ label: '2 – end – 2 points, 3-D' });
  await page.locator('#about-clean').getByText('2 points, 3-D').waitFor();
  assert.match(await page.locator('#about-clean .told').innerText(), /^[A-Z].*\.$/s);
});

test('LAZ is read under the page’s own policy, by content and by name, packed as well', async (t) => {
  const { page, errors, site } = await open(t);
  assert.ok(!site.requests.some((path) => path.includes('laz-perf')), 'loaded before it is needed');
  for (const [name, data] of [
    ['tile.laz', laz(corners)], ['odd.las', laz(corners)], ['new.laz', laz(corners, { format: 7 })],
    ['tile.copc.laz', laz(corners, { format: 6, sizes: [1, 3] })], ['tile.laz.gz', gzipSync(laz(corners))],
  ]) {
    await clean(page).setInputFiles(file(name, data));
    await page.locator('#about-clean').getByText(name).waitFor();
    await page.locator('#about-clean').getByText('4 points, 3-D').waitFor();
  }
  await page.getByLabel('Perturbation', { exact: true }).selectOption('none');
  await besure(page);
  await certify(page);
  await finished(page);
  const { request } = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(request.clean.points, corners.map((row) => row.map((x) => x * 0.01)));
  assert.deepEqual(errors, []);
});

test('a LAZ file that contradicts itself is refused by name', async (t) => {
  const { page } = await open(t);
  const field = page.locator('#error-clean');
  const bad = {
    'more.laz': [laz(corners, { chunk: 1, count: 5 }), /^more\.laz, byte 107: says that it has 5 points, but has 4 chunks/],
    'fewer.laz': [laz(corners, { chunk: 1, count: 3 }), /^fewer\.laz, byte 107: says that it has 3 points/],
    'both.laz': [laz(corners, { count: 6 }), /^both\.laz: could not be decompressed/],
    'layers.laz': [laz(corners, { format: 6, count: 6 }), /^layers\.laz, byte 107: .*point 5 lies outside the bounds/],
    'many.laz': [laz(corners, { count: 4_000_000_000 }), /^many\.laz, byte 107: has 4000000000 points; the limit is 1000000/],
    'none.laz': [laz(corners, { count: 0 }), /^none\.laz, byte 107: has no points/],
    'box.laz': [laz(corners, { high: -1 }), /^box\.laz, byte 107: .*point 2 lies outside the bounds/],
    'waves.laz': [laz(corners, { format: 4 }), /^waves\.laz, byte \d+: has points of format 4, compressed in an unsupported way; convert it to LAS first/],
    'short.laz': [laz(corners).subarray(0, 150), /^short\.laz, byte 150: ends within the header/],
    'cut.laz': [laz(corners).subarray(0, 340), /^cut\.laz, byte \d+: has no table of chunks/],
  };
  for (const [name, [data, message]] of Object.entries(bad)) {
    await clean(page).setInputFiles(file(name, data));
    await field.getByText(name).waitFor();
    assert.match(await field.innerText(), message, name);
  }
  await clean(page).setInputFiles(file('good.laz', laz(corners)));
  await page.locator('#about-clean').getByText('good.laz').waitFor();
});

test('a large file shows how far reading it has come, clears the error before it, and can be given up', async (t) => {
  const { page, errors } = await open(t);
  await page.evaluate(() => {
    const { stream } = Object.assign(globalThis, { stream: Blob.prototype.stream });
    // Slow from the middle on, until it is let go.
    Blob.prototype.stream = function () {
      let come = 0;
      const slow = new TransformStream({
        async transform(part, controller) {
          controller.enqueue(part);
          come += part.length;
          if (come > 3_000_000) await new Promise((resolve) => { globalThis.letGo = resolve; });
        },
      });
      return stream.call(this).pipeThrough(slow);
    };
  });
  const about = page.locator('#about-clean');
  const before = await about.innerText();
  await clean(page).setInputFiles(file('bad.xyz', '1 x\n'));
  await page.locator('#error-clean').waitFor();
  const large = file('large.xyz', '1.5 2.5 3.5\n'.repeat(500_000));
  const bar = page.getByRole('progressbar', { name: 'Reading large.xyz' });
  for (const giveUp of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Cancel' }).click()]) {
    await clean(page).setInputFiles(large);
    await bar.waitFor();
    await page.waitForFunction(() => Number(document.querySelector('orbit-form [role=progressbar]')?.getAttribute('aria-valuenow')) > 40);
    assert.equal(await page.locator('#error-clean').count(), 0, 'the old error');
    assert.equal(await page.locator('[data-phase=done]').count(), 1, 'the verdict stands until the file is there');
    await giveUp();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await about.innerText(), before);
  }
  await page.evaluate(() => { globalThis.letGo(); Blob.prototype.stream = globalThis.stream; });
  await certify(page);
  await finished(page);
  assert.deepEqual(errors, []);
});
