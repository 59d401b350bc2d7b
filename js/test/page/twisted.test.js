// Noise on transformations in the page: its example, its entries, its address and its votes by a model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { visits } from '../tools/visit.js';

const EXAMPLE = '#v=2&example=chair-twisted-3d';
const visit = visits(EXAMPLE);
const DEGREES = 180 / Math.PI;

test('the twisted chair is certified, its axis is drawn, and its slider stays green beyond 20° and shows what noise on points alone gives', async (t) => {
  const { page, errors } = await visit(t);
  await page.getByText('Checked on your device.').waitFor();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByRole('heading', { name: 'Certified: still a chair.' }).waitFor();
  await page.locator('.legend').getByText('axis', { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => document.querySelector('orbit-clouds').scene.axis), { through: [0, 0, 0], along: [0, 0, 1] });
  const twist = page.getByRole('region', { name: 'What it withstands' }).locator('[data-family="twist"]');
  assert.ok(Number(await twist.getAttribute('data-to')) * DEGREES > 39);

  await page.getByRole('button', { name: /^twist/ }).click();
  const slider = page.getByRole('slider', { name: 'Play' });
  for (const degrees of [-20, 20]) {
    await slider.fill(String(degrees / DEGREES));
    await page.locator('.played.yes').getByText(/certified \(.*: ± 2\.\d+° from foot to top\)/).waitFor();
  }
  const [wide, narrow] = await Promise.all(['.band rect:not(.inner)', '.band rect.inner'].map((part) => page.locator(part).boundingBox()));
  assert.ok(narrow.width > 0 && narrow.x > wide.x && narrow.x + narrow.width < wide.x + wide.width, JSON.stringify({ wide, narrow }));
  assert.deepEqual(await serious(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(errors, []);
});

test('its entries stand behind one disclosure, go into the address and belong to the votes; a model counts with them', async (t) => {
  const { page, errors } = await visit(t);
  const field = (/** @type {string} */ name) => page.getByLabel(name, { exact: true });
  assert.equal(await field('Twist noise').inputValue(), '0.26');
  await page.getByText('Radians per unit of length: 14.9°.').waitFor();
  for (const name of ['Taper noise', 'Scale noise', 'Shear noise']) assert.equal(await field(name).inputValue(), '');
  assert.deepEqual(await serious(page), []);
  await field('Twist noise').fill('0.3');
  await page.locator('[data-reason=unproved]').getByText('(twist 17.2° per unit').waitFor();
  await page.waitForFunction(() => location.hash.includes('twistNoise=0.3'));
  await field('Taper noise').fill('-1');
  await page.getByRole('button', { name: 'Count again with these settings' }).click();
  await page.locator('#error-taperNoise').getByText(/standard deviation/).waitFor();
  await field('Taper noise').fill('');
  await field('Samples').fill('200');
  await page.getByRole('button', { name: 'Count votes and certify' }).first().click();
  await page.locator('[data-votes="200"][data-predicted]').waitFor();
  await page.locator('[data-certified="true"]').waitFor();
  assert.deepEqual(await page.evaluate(() => document.querySelector('orbit-page').model.result.request.prediction.evidence.sampling.parameters),
    { twist: 0.3 });
  await page.getByLabel('Invariance', { exact: true }).selectOption('SE');
  assert.equal(await field('Twist noise').count(), 0);
  assert.equal(await page.evaluate(() => document.querySelector('orbit-page').model.unproved?.now.includes('with invariance SE')), true);
  assert.deepEqual(errors, []);
});

test('the explorer says why there are no radii, and maps twists with moved points', async (t) => {
  const { page, errors } = await visit(t, `${EXAMPLE}&view=explore`);
  await page.locator('[data-note=noise]').waitFor();
  const map = page.getByRole('region', { name: 'Two changes at once' });
  await map.getByText(/\d+ % are certified\./).first().waitFor();
  assert.deepEqual(await map.getByRole('group', { name: 'Changes' }).getByRole('button').allInnerTexts(), ['Twist and moved']);
  const share = Number(/shown (\d+) %/.exec(await map.innerText())?.[1]);
  assert.ok(share > 30 && share < 66, `${share} %, and the ellipse has 55`);
  assert.deepEqual(await serious(page), []);
  assert.deepEqual([await page.locator('.explorer .error').count(), await page.locator('orbit-curves').count()], [0, 0]);
  assert.deepEqual(errors, []);
});
