// Lengths of the visitor's file or of the prepared cloud, by one choice. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { visits } from '../tools/visit.js';

const SCALED = '#v=2&example=molecule-3d&perturbation=none&given=probability&probability=0.97&sigma=0.1&draws=0&normalise=unit_sphere';

const visit = visits(SCALED);

const heading = (page, pattern) => page.locator('.sentence h2').getByText(pattern);
const chip = async (page) => Number(/([\d.]+)/.exec(await page.locator('.chips .chip', { hasText: 'pull a point' }).innerText())[1]);
const twist = (page) => page.locator('orbit-withstood [data-family=twist]');
const choose = (page, name) => page.getByRole('group', { name: 'About' }).getByLabel(name, { exact: true }).check();

test('headline, ranges, the slider and Explore follow the choice', async (t) => {
  const { page, errors } = await visit(t);
  await heading(page, /^Radius of your file/).waitFor();
  const number = async () => Number(/([\d.]+)\.$/.exec(await page.locator('.sentence h2').innerText())[1]);
  const file = await number();
  assert.equal(Number(await page.locator('tr[data-row=orbit] [data-file]').innerText()), file);
  await twist(page).waitFor();
  const [each, turned] = [await chip(page), Number(await twist(page).getAttribute('data-to'))];
  assert.equal(await page.locator('orbit-withstood [data-family=scale]').getAttribute('data-to'), 'Infinity', 'each cloud is divided by its size');
  await page.locator('.chips').getByRole('button', { name: /^twist/ }).click();
  await page.getByRole('slider', { name: 'Play' }).evaluate((input, to) => {
    input.value = String(to);
    input.dispatchEvent(new Event('input'));
  }, 0.9 * turned);
  assert.match(await page.locator('#played').innerText(), /Twist \+[\d.]+° from foot to top: certified\./);
  await page.waitForFunction(() => document.querySelector('orbit-page').model.play.moved);

  await choose(page, 'the prepared cloud');
  await heading(page, /^Radius 0\./).waitFor();
  assert.equal(await page.locator('tr[data-row=orbit] [data-file]').count(), 0);
  await page.getByRole('slider', { name: 'Play' }).waitFor({ state: 'detached' }); // its values were those of the file
  assert.ok(await number() > 1.5 * file && await chip(page) > 1.5 * each);
  const radius = await number();
  await page.waitForFunction(() => location.hash.includes('about=prepared'));
  assert.deepEqual(await serious(page, 'form'), []);

  await page.getByRole('link', { name: 'Explore' }).click();
  const rows = page.locator('orbit-radii tr[data-row]');
  const first = async () => Number(await rows.locator('td').first().innerText());
  await rows.first().waitFor();
  assert.equal(await first(), radius);
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  await choose(page, 'my file');
  await heading(page, /^Radius of your file/).waitFor();
  await page.getByRole('link', { name: 'Explore' }).click();
  await rows.getByText('Your file').waitFor();
  assert.equal(await first(), file);
  await page.locator('orbit-curves .caption', { hasText: 'change of your file' }).waitFor();
  await page.locator('orbit-region .caption', { hasText: 'those of your file' }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  const { x, width } = await page.locator('.certificates.radii').boundingBox();
  assert.ok(x >= 0 && x + width <= 390, `the table of radii is ${width} px wide`);
  assert.deepEqual(errors, []);
});

test('a norm that is entered is of the file, and an address from before that choice keeps its meaning', async (t) => {
  const changes = SCALED.replace('none', 'changes').replace('unit_sphere', 'rms&moved=0.05');
  const { page, errors } = await visit(t, `${changes}&about=file&replaced=0`);
  const unit = () => page.evaluate(() => document.querySelector('orbit-page').model.result.request?.perturbed?.changes?.unit);
  assert.equal(await unit(), 'file');
  assert.equal(await page.getByRole('img', { name: 'Distances' }).getAttribute('data-aligned'), '0.05');
  assert.deepEqual(errors, []);
  await visit(t, `${changes}&replaced=0`);
  assert.ok(await page.getByRole('group', { name: 'About' }).getByLabel('the prepared cloud').isChecked());
  assert.deepEqual(errors, []);
});
