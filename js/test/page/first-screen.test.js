// What is in sight before anything is scrolled, and that it stays where it is once it is seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../tools/browser.js';
import { assertSteady, watchShifts } from '../tools/shifts.js';

/** @param {import('playwright-core').Page} page @param {string} selector */
const box = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return { left: x, top: y, right: x + width, bottom: y + height };
};

/** @param {import('playwright-core').Page} page */
async function complete(page) {
  await page.locator('[data-phase=done] .certificates').waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted);
}

/** @returns {Promise<any>} the page with its first verdict, at a size */
async function firstScreen(t, width, height, { path = '', colorScheme = 'light' } = {}) {
  const { page } = await openPage(t, { path, context: { viewport: { width, height }, colorScheme }, before: (page) => page.addInitScript(watchShifts) });
  await complete(page);
  return page;
}

test('on a laptop the examples, the sentence, the cloud and the three arguments are in sight', async (t) => {
  const page = await firstScreen(t, 1280, 800);
  const examples = await page.locator('.examples button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  assert.equal(new Set(examples).size, 1, 'examples stand in one line');
  const [cloud, sentence] = [await box(page, 'orbit-clouds canvas'), await box(page, '.verdict .sentence')];
  assert.ok(cloud.bottom - cloud.top >= 300 && cloud.bottom <= 800, JSON.stringify(cloud));
  assert.ok(sentence.bottom <= 800);
  assert.ok((await box(page, '.certificates')).bottom <= 800);
  await page.getByRole('button', { name: 'Certify with 20,000 draws' }).waitFor();
  assert.ok((await box(page, 'button.primary')).bottom <= 800, 'what asks for a verdict is in sight');
  assert.ok(await page.locator('orbit-page details:not(.explain)').count() <= 4, 'few things are folded');
  await assertSteady(page);
});

test('a wide screen has entries, cloud and verdict beside each other, over its width, in the dark too', async (t) => {
  const page = await firstScreen(t, 1920, 1080, { path: '#v=1&example=molecule-3d', colorScheme: 'dark' });
  const [form, cloud, verdict] = [await box(page, 'orbit-form'), await box(page, 'orbit-clouds canvas'), await box(page, '.certificates')];
  assert.ok(form.right < cloud.left && cloud.right < verdict.left, JSON.stringify({ form, cloud, verdict }));
  assert.ok(verdict.right > 1860 && form.left < 60);
  assert.ok(cloud.bottom - cloud.top >= 600 && cloud.bottom <= 1080);
  await assertSteady(page);
});

test('a phone shows the sentence and enough of the cloud', async (t) => {
  const page = await firstScreen(t, 390, 844);
  assert.ok((await box(page, '.verdict .sentence')).bottom < 844);
  await assertSteady(page);
  assert.ok((await box(page, 'orbit-clouds canvas')).top <= 844 - 160);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.getByRole('region', { name: 'What it withstands' }).waitFor();
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(length < 3250, `${length} px long`);
  assert.ok(await page.locator('orbit-form').isHidden(), 'entries are folded below a verdict');
  await page.getByRole('button', { name: 'Your own cloud' }).click();
  await page.getByLabel('Smoothing σ').evaluate((input) => input.scrollIntoView({ block: 'center' }));
  assert.ok((await box(page, 'button.primary')).bottom <= 844, 'what asks for a verdict is in sight while something is entered');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(page.url().replace(/#.*|$/, '?#v=1&example=sulphur-3d'));
  await complete(page);
  await page.waitForFunction(() => location.hash.includes('sulphur') && globalThis.shifted !== undefined);
  await assertSteady(page);
});
