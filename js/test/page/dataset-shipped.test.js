// Runs that come with the page, opened by a button or a link. Needs `make build`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { condensed } from '../../../build/content/paper/condensed.mjs';
import { readStored } from '../../../build/content/stored.mjs';
import { serious } from '../tools/axe.js';
import { openPage, savedFile } from '../tools/browser.js';
import { allValues } from '../tools/named.js';
import { repository } from '../tools/native.js';
import { phase } from '../tools/run-phase.js';
import { held, stoodStill } from '../tools/stand-still.js';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const linkTo = (id) => `#v=2&view=dataset&run=${id}`;
const clouds = (page, count) => page.getByText(`${count} clouds.`).waitFor();

/** Runs what is open, and reads the results that are saved of it. */
async function resultOf(page) {
  await button(page, 'Run').click();
  await phase(page, 'done');
  return JSON.parse(String((await savedFile(page, button(page, 'Download results'))).bytes));
}

/** The result of an experiment as its figure has it. */
function published(id) {
  const { experiment, seconds, ...result } = readStored(join(repository, 'site/docs/figures'), id);
  return result;
}

/** Asserts that a result is one that was published when results did not yet bound clouds not seen, nor name their classifier. */
function assertSame({ population, settings: { classifier, ...settings }, ...result }, earlier) {
  assert.deepEqual({ ...result, settings }, earlier);
  assert.equal(population.confidence, 0.95);
  assert.match(classifier, /^[0-9a-f]{64}$/);
}

test('a link opens an experiment of the paper, and its result is that of the figure', async (t) => {
  const { page, errors } = await openPage(t, { path: linkTo('furniture-dgcnn-withstood') });
  await phase(page, 'ready');
  assert.equal(new URL(page.url()).hash, '#v=2&view=dataset', 'a reload finds what has been done since');
  await page.locator('[data-note=voted]').getByText(/furniture-dgcnn\.onnx .* 100 noisy samples/).waitFor();
  assertSame(condensed(await resultOf(page)), published('furniture-dgcnn-withstood'));
  // Once a family with an end and one without.
  const row = (/** @type {string} */ family) => page.getByRole('region', { name: 'What the clouds withstand' }).locator(`[data-family="${family}"]`);
  await allValues(page).click();
  assert.match(await row('twist').innerText(), /^Twist\s+° per unit of length\s+[–±] ?[\d.]*\s+± [\d.]+/);
  assert.match(await row('rotation').innerText(), /any\s+± [\d.]+/);
  assert.equal(await page.getByRole('img', { name: /^Certified accuracy against the size/ }).locator('svg').count(), 8);
  assert.deepEqual(await serious(page), []);
  // Votes of whole clouds say nothing of points that come and go.
  await page.locator('#control-run-subsample').fill('64');
  await page.getByLabel('the others move by').fill('0.1');
  await button(page, 'Run').click();
  await page.getByText('got 64 points').waitFor();
  assert.equal(await page.locator('#control-run-subsample').getAttribute('aria-invalid'), 'true');
  await page.locator('#control-run-subsample').fill('');
  // A shipped run that is done makes room unasked, also after a reload.
  await page.reload();
  await phase(page, 'done');
  await button(page, '2-D digits, turned').click();
  await clouds(page, 56);
  assert.deepEqual(errors, []);
});

test('a run whose clouds lie with other votes opens with them, and its result is the published one', async (t) => {
  const { page, errors } = await openPage(t, { path: linkTo('furniture-standing-withstood') });
  await phase(page, 'ready');
  await page.locator('[data-note=voted]').getByText(/furniture-standing\.onnx .* 500 noisy samples/).waitFor();
  assertSame(condensed(await resultOf(page)), published('furniture-standing-withstood'));
  assert.deepEqual(errors, []);
});

test('a run of the board opens by its link with the clouds of its dataset, and comes out as the board says', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/board.html' });
  const { entries } = JSON.parse(await readFile(new URL('../../../site/docs/board.json', import.meta.url), 'utf8'));
  const row = page.locator('.entry', { hasText: 'Gaussian bumps' }), { result } = entries.find(({ name }) => name === 'digits');
  const share = await row.locator('b').last().innerText();
  await page.locator('.entry:has-text("Gaussian bumps") + .verified').getByRole('link', { name: 'Open the run' }).click();
  await phase(page, 'ready');
  const { results, ...own } = await resultOf(page);
  assert.deepEqual(own, result);
  const told = [own.accuracy.orbit, own.population.lower.orbit].map((shares) => Math.floor(100 * shares[own.grid.indexOf(0.15)]));
  assert.equal(share, told.join('\n≥ '));
  assert.deepEqual(errors, []);
});

test('an unfinished run stays until the visitor gives it up; a run that is not there is named', async (t) => {
  const { page, errors } = await openPage(t, { path: linkTo('shapes'), before: (page) => held(page, 2) });
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await stoodStill(page, Math.floor(100 * 2 / 22));
  await button(page, 'Pause').click();
  await phase(page, 'paused');

  await page.goto(new URL('docs/results.html', page.url()).href);
  await page.getByRole('link', { name: 'Open this run' }).first().click();
  const question = page.locator('#asked', { hasText: /unfinished run of 22 clouds/ });
  await question.waitFor();
  assert.deepEqual(await serious(page), []);
  await page.goBack();
  await page.getByRole('heading', { name: 'Moved files' }).waitFor();
  await page.goForward();
  await page.locator('[data-note=run]').getByText(/unfinished run .* 2 of 22/).waitFor();
  assert.equal(await question.count(), 0, 'a link is followed once');

  const before = page.url();
  await page.evaluate((hash) => { location.hash = hash; }, linkTo('../secret'));
  await page.locator('[data-note=run]').getByText('“../secret”').waitFor();
  await page.goBack();
  await page.waitForURL(before);
  await page.getByText('The paper’s experiments').click();
  await button(page, 'Furniture, scaled').click();
  await button(page, 'Keep the present one').click();
  await question.waitFor({ state: 'detached' });
  await phase(page, 'paused');
  await button(page, 'Furniture, scaled').click();
  await button(page, 'Open it').click();
  await clouds(page, 82);
  assert.equal(await page.getByLabel('Norms').inputValue(), '0 0.03 0.06 0.09 0.12 0.15 0.18 0.21 0.24 0.27 0.3');
  assert.deepEqual(errors, []);
});
