// Votes belong to the settings that they were counted with: a verdict goes with them, wherever it is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { follow, visits } from '../tools/visit.js';

const visit = visits();

/** @param {import('playwright-core').Page} page */
const unproved = async (page, text) => {
  await page.getByRole('region', { name: 'Verdict' }).getByText(text).waitFor();
  assert.equal(await page.locator('[data-certified]').count(), 0);
  for (const name of ['Download certificate', 'Share']) assert.equal(await page.getByRole('button', { name }).count(), 0, name);
};

test('σ of an example changed takes the verdict away, on the page, in a link, after a reload and in the explorer', async (t) => {
  const { page, site, errors } = await openPage(t);
  const certified = () => page.locator('[data-phase=done][data-certified="true"]').waitFor();
  await certified();
  await page.evaluate(() => document.querySelector('orbit-page').change?.());
  const sigma = page.getByLabel('Smoothing σ');
  await sigma.fill('0.2');
  const words = /^Nothing is proved at σ = 0\.2 yet: these votes were counted at σ = 0\.1\.$/;
  await unproved(page, words);
  assert.equal(await page.locator('.certificates').count(), 0);
  await page.waitForURL(/sigma=0\.2/);
  const link = page.url();
  await page.reload();
  await unproved(page, words);
  await page.goto(`${site.url}?other${new URL(link).hash}`);
  await unproved(page, words);
  await page.goto(`${site.url}?stage${new URL(link).hash}&stage`);
  await unproved(page, words);
  await page.goto(`${site.url}?view${new URL(link).hash}&view=explore`);
  await page.locator('.subject[data-reason=entries]').waitFor();
  await page.goto(link);
  await unproved(page, words);
  await page.getByRole('button', { name: 'Back to 0.1' }).click();
  await certified();
  await page.getByText('0.2240').first().waitFor();
  assert.deepEqual(errors, []);
});

test('votes are counted again at another σ, or taken as one’s own', async (t) => {
  const { page } = await visit(t);
  await follow(page, '#v=2&example=digit-2d&sigma=0.12&votes=1991&voted=2000');
  await page.getByRole('button', { name: 'Count again at 0.12' }).click();
  await page.locator('[data-phase=done]').waitFor();
  const request = await page.evaluate(() => document.querySelector('orbit-page').model.result.request);
  assert.deepEqual([request.sigma, request.prediction.evidence.sampling.sigma], [0.12, 0.12]);
  await follow(page, '#v=2&example=digit-2d&sigma=0.2&votes=1991&voted=2000');
  await claim(page).click();
  await page.locator('[data-phase=done][data-certified="true"]').waitFor();
  const own = await page.evaluate(() => document.querySelector('orbit-page').model.result.request.prediction);
  assert.deepEqual(own, { votes: 1991, samples: 2000 });
});

test('a class that is not certified to stay the first is offered among the first two, and certified so on a click', async (t) => {
  const { page, errors } = await visit(t, '#v=2&example=digit-2d&votes=1680&voted=2000');
  await page.locator('[data-phase=done][data-certified="false"]').waitFor();
  await page.locator('[data-note=among]').getByText('the first two').waitFor();
  await page.getByRole('button', { name: 'Certify this' }).click();
  await page.locator('[data-phase=done][data-certified="true"]').waitFor();
  await page.getByText('still among the first two').waitFor();
  await page.waitForURL(/top=2/);
  assert.equal(await page.getByRole('button', { name: 'Certify this' }).count(), 0);
  await page.getByText(/^Under each .* the first two/).waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('orbit-page').model.result.request.top), 2);
  assert.deepEqual(errors, []);
});
