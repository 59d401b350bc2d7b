// What a prediction withstands, on the page: the ranges, and each of them played on the cloud. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../axe.js';
import { openPage } from '../browser.js';

const region = (page) => page.getByRole('region', { name: 'What it withstands' });

test('the first example withstands what the core says, and a family is played within its range and beyond', async (t) => {
  const { page, errors } = await openPage(t);
  const row = region(page).locator('[data-family=stretch]');
  const to = Number(await row.getAttribute('data-to'));
  assert.ok(to > 0.02 && Number(await row.getAttribute('data-from')) < -0.02);
  assert.equal(await region(page).locator('[data-family=rotation]').getAttribute('data-to'), 'Infinity');
  assert.match(await region(page).innerText(), /It stays “3” after any rotation and translation/);
  await region(page).getByRole('button', { name: 'Stretch' }).click();
  const slider = region(page).getByRole('slider', { name: 'Play' });
  const at = async (value) => {
    await slider.evaluate((input, value) => { input.value = String(value); input.dispatchEvent(new Event('input')); }, value);
    return region(page).getByRole('status').innerText();
  };
  assert.match(await at(0.9 * to), /Stretch \+2\.\d+ %: certified\./);
  assert.match(await at(1.5 * to), /Stretch \+4\.\d+ %: not certified, which does not mean/);
  await page.waitForFunction(() => {
    const canvas = document.querySelector('orbit-withstood canvas');
    return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
  });
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Smoothing σ').fill('0.2');
  await page.waitForFunction((to) => Number(document.querySelector('orbit-withstood [data-family=stretch]')?.dataset.to) > 1.5 * to, to);
  assert.equal(await slider.count(), 0, 'what was played belonged to other entries');
  await page.getByLabel('Votes', { exact: true }).fill('900');
  await region(page).waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});
