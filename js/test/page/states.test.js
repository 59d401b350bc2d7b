// The page when something is missing, and for those who use a keyboard, a screen reader or a dark screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';
import { withheld } from '../tools/stand-still.js';
import { until } from '../tools/until.js';
import { FIRST, follow, visits } from '../tools/visit.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();

const visit = visits();

test('axe finds nothing serious, light or dark', async (t) => {
  const { page } = await visit(t, FIRST);
  assert.deepEqual(await seriousInBoth(page), [], 'certified, 2-D');
  await follow(page, '#v=1&example=chair-3d&draws=1000');
  await finished(page);
  await page.locator('[data-note=turn]').waitFor();
  const folds = page.locator('summary');
  await folds.evaluateAll((all) => all.forEach((summary) => summary.click()));
  assert.deepEqual(await seriousInBoth(page), [], '3-D, explanations open');
  await page.getByLabel('Draws per bound').fill('100000');
  await withheld(page, 'block');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('progressbar').waitFor();
  assert.deepEqual(await seriousInBoth(page), [], 'counting');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => globalThis.release());
  await page.getByLabel('Draws per bound').fill('1000');
  await page.getByLabel('Smoothing σ').fill('x');
  await page.keyboard.press('Control+Enter');
  await finished(page, 'failed');
  assert.deepEqual(await seriousInBoth(page), [], 'with an error');
  await folds.evaluateAll((all) => all.forEach((summary) => summary.parentElement.removeAttribute('open')));
  await follow(page, '#v=1&example=digit-8-2d&draws=1000');
  await page.getByRole('heading', { name: 'Not certified.' }).waitFor();
  assert.deepEqual(await seriousInBoth(page), [], 'not certified');
});

test('by keyboard alone', async (t) => {
  const { page } = await visit(t, FIRST);
  await page.getByLabel('Smoothing σ').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.2');
  await page.locator('[data-phase=stale]').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('button:focus', { hasText: 'Count again at 0.2' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await finished(page);
  const reached = [];
  await page.getByLabel('Clean point cloud').focus();
  for (let i = 0; i < 40; i++) {
    reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id));
    await page.keyboard.press('Tab');
  }
  for (const name of ['control-clean', 'control-perturbed', 'control-votes', 'control-sigma', 'Download', 'Share']) assert.ok(reached.includes(name), name);
  await page.getByLabel('vote counts').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Prediction probability').waitFor();
  await page.getByLabel('Invariance').focus();
  await page.keyboard.press('Enter');
});

test('the first stops skip to verdict and entries, ? lists the keys, and the tour is gone through and left by keyboard', async (t) => {
  const { page, errors } = await openPage(t);
  await finished(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Skip to the verdict');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('form')));
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('try to prove more').waitFor();
  assert.equal(await focused(), 'Keys');
  assert.deepEqual(await seriousInBoth(page, '.keys'), []);
  await page.keyboard.press('Escape');
  assert.ok(await keys.isHidden());
  await page.getByRole('button', { name: '60-second tour' }).focus();
  await page.keyboard.press('Enter');
  const tour = page.getByRole('dialog', { name: 'Tour' });
  for (const head of ['The answer', 'The cloud', 'What it withstands', 'Two distances', 'Your turn']) {
    await tour.getByRole('heading', { name: head }).waitFor();
    await page.locator('[data-toured]').waitFor();
    if (head === 'What it withstands') await page.getByText(/Stretch \+1\.\d+ %:\s+certified\./).waitFor();
    if (head === 'Two distances') assert.deepEqual(await seriousInBoth(page), []);
    if (head !== 'Your turn') await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  assert.equal(await focused(), '60-second tour');
  assert.equal(await page.locator('[data-toured], .tour').count(), 0);
  const small = await page.locator('button, summary, select, input:not([type=radio]):not([type=file]), .views a, .explain summary').evaluateAll((all) => all
    .filter((each) => each.checkVisibility() && each.type !== 'checkbox' && !each.closest('p')) // within a sentence a target is as high as its line
    .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)]).filter(([{ width, height }]) => Math.min(width, height) < 24)
      .map(([, html]) => html));
  assert.deepEqual(small, [], 'targets of 24 px and more');
  assert.deepEqual(errors, []);
});

test('3-D: turned by arrow keys', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&example=chair-3d&draws=1000' });
  await page.locator('[data-note=turn]').waitFor();
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  let before;
  const rests = async (last = before) => (before = await canvas.screenshot()).equals(last ?? Buffer.alloc(0));
  await canvas.focus();
  await until(() => rests());
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await until(async () => !(await canvas.screenshot()).equals(before));
  assert.deepEqual(errors, []);
});

/** Counts from now on how often a 3-D drawing is painted. */
const counted = (page) => page.addInitScript(() => {
  const { clear } = WebGL2RenderingContext.prototype;
  globalThis.paintings = 0;
  WebGL2RenderingContext.prototype.clear = function (...all) {
    globalThis.paintings++;
    return clear.apply(this, all);
  };
});
const paintings = (page) => page.evaluate(() => globalThis.paintings);

/** After the frame in which what updates a drawing has painted it. */
const settled = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('a drawing is painted when something of it changes, and not with every step of a count', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&example=chair-3d&draws=1000', before: counted });
  await finished(page);
  await until(async () => await paintings(page) > 0);
  await settled(page);
  const before = await paintings(page);
  for (let i = 0; i < 5; i++) {
    await page.evaluate(async () => {
      const clouds = document.querySelector('orbit-clouds');
      clouds.requestUpdate();
      await clouds.updateComplete;
    });
    await settled(page);
  }
  assert.equal(await paintings(page), before);
  await page.getByLabel('Error probability α').fill('0.01');
  await page.locator('[data-phase=done] .certificates').waitFor();
  await page.locator('.withstood[aria-busy=false]').waitFor();
  await settled(page);
  assert.equal(await paintings(page), before, 'another α leaves the clouds where they are');
  await page.getByLabel('to the changed cloud').fill('1');
  await until(async () => await paintings(page) > before);
  const given = await paintings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(async () => await paintings(page) > given);
  assert.deepEqual(errors, []);
});

test('where motion is welcome the perturbed cloud glides to its place', async (t) => {
  const { page } = await openPage(t, { path: '#v=1&example=chair-3d&draws=1000', before: counted, context: { reducedMotion: 'no-preference' } });
  await finished(page);
  await until(async () => await paintings(page) > 5);
});

test('without WebGL 3-D clouds are drawn flat, without a console error', async (t) => {
  const { page, errors } = await openPage(t, {
    path: '#v=1&example=chair-3d&draws=1000',
    before: (page) => page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
      };
    }),
  });
  await finished(page);
  await page.getByText('has no WebGL').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.deepEqual(errors, []);
});

test('a missing certifier is said in a sentence', async (t) => {
  const { page } = await openPage(t, { before: (page) => page.route('**/certifier.wasm', (route) => route.fulfill({ status: 404, body: 'not found' })) });
  await finished(page, 'failed');
  await verdict(page).getByText(/No verdict: .*certifier/).waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), null);
});

test('missing examples leave an empty page that works', async (t) => {
  const { page } = await openPage(t, { before: (page) => page.route('**/examples/*', (route) => route.fulfill({ status: 404, body: 'not found' })) });
  await page.getByText('No cloud yet.').waitFor();
  await page.getByText('examples could not be loaded').waitFor();
  await page.keyboard.press('Control+Enter');
  assert.match(await page.locator('#error-clean').innerText(), /Choose/);
});
