// Two results side by side. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../tools/axe.js';
import { claim } from '../tools/named.js';
import { FIRST, visits } from '../tools/visit.js';

const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const comparison = (page) => page.getByRole('region', { name: 'Comparison' });
const row = (page, name) => comparison(page).getByRole('row', { name: new RegExp(`^${name}`) });

test('a result is kept, stands beside the next one with what differs, and comes back', async (t) => {
  const { page, errors } = await visits(FIRST)(t);
  assert.equal(await comparison(page).count(), 0);
  await page.getByRole('button', { name: 'Keep for comparison' }).click();
  await comparison(page).getByText('Kept. Change a setting').waitFor();
  await page.getByLabel('Smoothing σ').fill('0.02');
  await comparison(page).locator('[data-note=no-verdict]').waitFor();
  await claim(page).click();
  await finished(page);
  const texts = async (name) => row(page, name).getByRole('cell').allInnerTexts();
  assert.deepEqual((await texts('Verdict')).map((text) => text.trim()), ['Certified: still a 3', 'Not certified']);
  assert.deepEqual(await texts('Smoothing'), ['σ = 0.1', 'σ = 0.02']);
  const orbit = await texts('Orbit-based');
  assert.match(orbit[0], /p′ at least 0\.8514\s+d\s=\s0\.1198, r\s=\s0\.2240/);
  assert.match(orbit[1], /p′ at least 0\.00\d\d\s+d\s=\s0\.1198, r\s=\s0\.0456\d/);
  assert.equal(await row(page, 'Prediction').count(), 0, 'what is the same is not listed');
  assert.deepEqual(await violations(page, '.comparison'), []);

  await page.emulateMedia({ media: 'print' });
  assert.ok(await comparison(page).isHidden(), 'paper has one page, with one verdict');
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Back to the kept one' }).click();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.1');
  await finished(page);
  await page.waitForFunction(() => !location.hash.includes('sigma'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.02');
  await finished(page);
  await row(page, 'Smoothing').waitFor();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  assert.equal(await comparison(page).count(), 0);
  assert.deepEqual(errors, []);
});
