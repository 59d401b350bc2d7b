// Points that come and go, on the page: from a scan with fewer points that is refused to the verdict on it. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLooks } from '../tools/argument-looks.js';
import { violations } from '../tools/axe.js';
import { settle } from '../tools/browser.js';
import { random } from '../tools/random.js';
import { visits } from '../tools/visit.js';

const visit = visits();

const next = random(11);
const clean = Array.from({ length: 300 }, () => [2 * next(), next(), 0.5 * next()]);
/** Turned by a quarter about the last axis: the first two points lie elsewhere, the last five are gone. */
const later = clean.slice(0, 295).map(([x, y, z], i) => (i < 2 ? [5, 5 + i, 0] : [-y, x, z]));

const cloud = (name, points) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ points })) });
const done = (page) => page.locator('[data-phase=done]').waitFor();

/** Waits until the clouds on show are drawn: keys and strokes mean nothing to a picture that is still to come. */
const painted = (page) => page.waitForFunction(() => {
  const { painted, scene } = document.querySelector('orbit-clouds');
  return painted && painted === scene;
});

test('a scan with fewer points is refused with a way out, and certified by votes of some points, with a mark for each that came or went', async (t) => {
  const { page, errors } = await visit(t);
  await page.getByLabel('Clean point cloud').setInputFiles(cloud('scan.json', clean));
  await page.getByLabel('Clean point cloud').locator('xpath=..').getByText('300 points').waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(cloud('later.json', later));
  await page.getByLabel('Votes', { exact: true }).fill('9990');
  await page.getByLabel('out of', { exact: true }).fill('10000');
  await settle(page);
  await page.keyboard.press('Control+Enter');
  await page.locator('#error-perturbed').getByText(/^Has 295 points, .* 300/).waitFor();
  await page.getByRole('button', { name: 'Enter points per vote' }).press('Enter');
  const k = page.getByLabel('Points the model sees');
  assert.ok(await k.evaluate((input) => input === document.activeElement));
  await page.keyboard.type('301');
  await page.keyboard.press('Enter');
  await page.locator('#error-subsample').getByText(/^Is 301, .* 300 points\./).waitFor();
  await k.fill('20');
  await k.press('Enter');
  await done(page);

  const verdict = page.getByRole('region', { name: 'Verdict' });
  assert.equal(await verdict.getAttribute('data-certified'), 'true');
  await verdict.getByText(/293 points kept .*, 2 replaced and 5 removed/).waitFor();
  assert.deepEqual(await verdict.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.row)), ['points']);
  const withstood = page.getByRole('region', { name: 'What it withstands' });
  assert.ok(Number(await withstood.locator('[data-family=replaced]').getAttribute('data-to')) >= 2);
  await withstood.getByText(/^any \d+ of 300, by points anywhere$/).waitFor();
  for (const key of ['2 replaced', '5 removed']) await page.locator('.legend').getByText(key).waitFor();
  assert.match(await page.locator('#about-drawing').innerText(), /293 paired, 2 replaced, 5 removed\. The farthest point moved by .*, \S+ after alignment/);
  // The points of the last five rows of the file are named as what they are.
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  await painted(page);
  await canvas.focus();
  await canvas.press('.');
  await page.getByText(/^Point 1 of 300: .*, replaced$/).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(await pageLooks(page, 'orbit-verdict'), []);

  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('[aria-label="How far"] tr[data-row=points]').waitFor();
  assert.deepEqual(await pageLooks(page, '[aria-label="How far"]'), []);
  const region = page.getByRole('region', { name: 'Two changes at once' });
  await region.getByRole('button', { name: 'Replaced and moved' }).click();
  assert.match(await region.getByRole('img').getAttribute('aria-label'), /^Replaced and moved\. Of the rectangle shown \d+ % are certified\.$/);
  await region.getByText('samples of 20 points.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Link to this certificate').waitFor();
  assert.match(page.url(), /subsample=20/);
  await page.getByLabel('Perturbation').selectOption('changes');
  await page.getByLabel('Points replaced, at most').fill('3');
  await page.keyboard.press('Control+Enter');
  await verdict.getByText('at most 3 points replaced').waitFor();
  assert.deepEqual(errors, []);
});

test('a brush over the drawing takes points off, by mouse and by keys, and the verdict follows', async (t) => {
  const { page, errors } = await visit(t, '#example=chair-3d');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  const brush = page.getByRole('button', { name: 'Brush' });
  const said = page.locator('orbit-brush [role=status]');
  const certified = (yes) => page.locator(`[aria-label=Verdict][data-certified="${yes}"]`).waitFor();
  await done(page);
  await canvas.hover(); // the button is there where the pointer or the focus is
  await brush.click();
  await page.getByText(/^Votes of whole clouds/).waitFor();
  await page.getByRole('button', { name: 'Show it on a chair' }).click();
  await page.getByText('chair-points-3d-clean.json').first().waitFor();
  await done(page);
  await painted(page);
  await canvas.hover();
  await brush.click();
  assert.match(await said.innerText(), /^None removed of 512 points/);
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await canvas.boundingBox();
  const [across, down] = [x + width / 2, y + height / 2];
  await page.mouse.move(across - 20, down);
  assert.equal(await page.locator('.over.brush circle').getAttribute('r'), '16');
  await page.mouse.down();
  await page.mouse.move(across + 60, down, { steps: 5 });
  await page.mouse.up();
  await certified(false);
  const removed = Number(await said.getAttribute('data-removed'));
  assert.ok(removed > 17, `${removed} removed`);
  await verdict.getByText(/^Not certified/).waitFor();
  await page.locator('.legend').getByText(`${removed} removed`).waitFor();
  assert.deepEqual(await violations(page), []);
  await canvas.press('u');
  await page.getByText('None removed of 512 points').waitFor();
  await page.mouse.move(1, 1);
  for (let smaller = 0; smaller < 6; smaller++) await canvas.press('<');
  await canvas.press('Delete');
  await canvas.press('ArrowRight');
  await canvas.press('Shift+Delete');
  await certified(true);
  await verdict.getByText(/stays a chair: .* points kept/).waitFor();
  assert.match(page.url(), /perturbation=brush/);
  assert.deepEqual(errors, []);
});
