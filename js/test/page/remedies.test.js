// Remedies for an ambiguous file, as buttons that show which are in use. Their effect is in desk/offers.test.js. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { besure } from '../tools/browser.js';
import { visits } from '../tools/visit.js';

const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const certify = (page) => page.keyboard.press('Control+Enter');
const clean = (page) => page.getByLabel('Clean point cloud');
const about = (page, name = 'clean') => page.locator(`#about-${name}`);
const file = (name, data) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(data) });
const offer = (page, name, pressed) => page.getByRole('group', { name: /^What to do with/ }).getByRole('button', { name, pressed });

const open = visits('#v=1&example=molecule-3d&draws=1000&perturbation=scale');

/** Points with colours, as float32. */
const coloured = Float32Array.from({ length: 6 * 50 }, (_, i) => (i % 6 < 3 ? Math.sin(i * i) * (1 + i % 6) : (i * 37) % 256));

test('bare numbers: the file asks, everything else stays, one click reads it, another asks again', async (t) => {
  const { page, errors } = await open(t);
  const before = await about(page).innerText();
  await clean(page).setInputFiles(file('scan.bin', coloured.buffer));
  await page.locator('#error-clean').getByText(/^scan\.bin: .*holds only numbers/).waitFor();
  assert.equal(await about(page).innerText(), before);
  assert.equal(await page.locator('[data-phase=done]').count(), 1, 'the verdict stands');
  assert.deepEqual(await serious(page, 'form'), []);

  await offer(page, /^Read 6 columns of float32/, false).click();
  await about(page).getByText('scan.bin').waitFor();
  await about(page).getByText('50 points, 3-D').waitFor();
  assert.equal(await page.locator('#error-clean').count(), 0);
  await offer(page, /^Read 6 columns of float32/, true).click();
  await page.locator('#error-clean').getByText('columns and the type').waitFor();
  await page.getByRole('button', { name: 'Keep scan.bin' }).click();
  await offer(page, /^Read 6 columns of float32/, true).waitFor();
  assert.deepEqual(errors, []);
});

/** An array of bytes, which reads sooner than text: a million points and one. */
const manyPoints = Buffer.concat([
  Buffer.from("\x93NUMPY\x01\x00\x76\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1000001, 3), }".padEnd(127) + '\n', 'latin1'),
  Uint8Array.from({ length: 3_000_003 }, (_, i) => Math.floor(i / 3) % [10, 7, 5][i % 3]),
]);

test('of more than a million points, 100,000 are taken at random at one click', async (t) => {
  const { page, errors } = await open(t);
  const before = await about(page).innerText();
  await clean(page).setInputFiles(file('scan.npy', manyPoints));
  await page.locator('#error-clean').getByText(/^scan\.npy.* 1000000|^scan\.npy.*limit/).waitFor();
  assert.equal(await about(page).innerText(), before);
  assert.deepEqual(await serious(page, 'form'), []);
  const take = 'Take 100,000 of them at random';
  await offer(page, take, false).click();
  await about(page).getByText('100,000 points, 3-D').waitFor();
  assert.equal(await page.locator('#error-clean').count(), 0);
  await about(page).getByText(/1,000,001 points, a sample of 100,000/).waitFor();
  await offer(page, take, true).click();
  await page.locator('#error-clean').getByText(/limit/).waitFor();
  assert.deepEqual(errors, []);
});

const tetrahedron = 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n';

test('points without coordinates are dropped and a surface is sampled at one click each, and said so', async (t) => {
  const { page, errors } = await open(t);
  await clean(page).setInputFiles(file('kinect.xyz', '1 2 3\nnan nan nan\n4 5 7\n-1 2 0\nnan 1 2\n'));
  await about(page).getByText('2 of 5 points').waitFor();
  await besure(page);
  await certify(page);
  await finished(page, 'failed');
  await page.locator('#error-clean').getByText('2 of 5 points').waitFor();
  await offer(page, 'Drop the 2 points without coordinates', false).click();
  await finished(page);
  await page.locator('.caption').getByText('Points without coordinates dropped.').waitFor();
  assert.equal(await page.locator('#error-clean').count(), 0, 'what was wrong is right');
  await page.waitForURL(/dropMissing=true/);
  await offer(page, 'Drop the 2 points without coordinates', true).waitFor();

  await page.locator('summary', { hasText: 'More settings' }).evaluate((summary) => summary.parentElement.open || summary.click());
  await clean(page).setInputFiles(file('solid.off', tetrahedron));
  await offer(page, 'Sample the surface: 1,024 points', false).click();
  assert.equal(await page.getByLabel('Points kept').inputValue(), '1024');
  await besure(page);
  await certify(page);
  await finished(page);
  await page.locator('.caption').getByText('1,024 points (of the surface)').waitFor();
  await page.locator('#about-drawing').getByText('1,024 points in 3-D').waitFor();
  await offer(page, 'Sample the surface: 1,024 points', true).click();
  assert.equal(await page.getByLabel('Points kept').inputValue(), '');
  await clean(page).setInputFiles(file('bad.off', 'OFF\n1 0 0\n0 0\n'));
  await page.getByRole('button', { name: 'Keep solid.off' }).waitFor();
  assert.equal(await offer(page, /surface/).count(), 0, 'what is said is about the other file');
  assert.deepEqual(errors, []);
});
