// Settings, an own cloud and a drawing open beside the picture, which stays in sight with its verdict.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';

const finished = (page) => page.locator('[data-phase=done]').waitFor();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const cloud = (name, count, dimension = 2) => ({
  name, mimeType: 'text/plain', buffer: Buffer.from(Array.from({ length: count }, (_, i) => [Math.cos(i), Math.sin(i), i / count].slice(0, dimension).join(' ')).join('\n')),
});

/** Whether elements are wholly in sight. @param {import('playwright-core').Page} page @param {string[]} selectors */
const inSight = (page, ...selectors) => page.evaluate((selectors) => selectors.filter((selector) => {
  const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
  return top < -1 || left < 0 || bottom > innerHeight + 1 || right > innerWidth;
}), selectors);

/** Buttons, fields and folds of the entries that are smaller than a finger. @param {import('playwright-core').Page} page */
const small = (page) => page.evaluate(() => [...document.querySelectorAll('.asked :is(button, select, input[type=text]), .drawer button')].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return each.checkVisibility() && (height < 44 || width < 44);
}).map((each) => each.outerHTML.slice(0, 80)));

for (const [width, height] of [[1280, 800], [1024, 768]]) {
  test(`at ${width} × ${height} picture and verdict stay in sight beside settings, cards and pad`, async (t) => {
    const { page, errors } = await openPage(t, { folded: true, context: { viewport: { width, height } } });
    await finished(page);
    const place = () => page.locator('.held').evaluate((held) => held.getBoundingClientRect().width);
    const before = await place();
    await button(page, 'Try your own cloud').click();
    await page.getByRole('region', { name: 'Your cloud' }).waitFor();
    assert.deepEqual(await inSight(page, '.held', '.sentence'), []);
    assert.equal(await place(), before, 'the picture keeps its size');
    assert.ok(await page.getByLabel('Clean point cloud').evaluate((input) => input === document.activeElement), 'the focus moves to what opened');
    await button(page, 'All fields at once').click();
    await page.getByLabel('Error probability').waitFor();
    assert.deepEqual(await inSight(page, '.held', '.sentence'), []);
    await button(page, 'Close').click();
    assert.ok(await page.locator('orbit-form').isHidden());
    await button(page, 'Draw a digit').click();
    await page.getByRole('img', { name: /Pad/ }).waitFor();
    assert.ok(await page.locator('orbit-form').isHidden());
    assert.deepEqual(await inSight(page, '.pad', '.sentence'), []);
    assert.deepEqual(errors, []);
  });
}

test('an own cloud takes three cards, and certifies nothing with values of the example', async (t) => {
  const { page, errors } = await openPage(t, { folded: true });
  await finished(page);
  await button(page, 'Try your own cloud').click();
  const [clean, sureness, group] = ['Your cloud', 'How sure', 'What does it ignore'].map((name) => page.getByRole('region', { name }));
  await clean.locator('[data-note=off]').waitFor();
  assert.equal(await clean.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Clean point cloud').setInputFiles(cloud('spiral.xyz', 40));
  await page.locator('[data-reason=prediction]').first().waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(cloud('solid.xyz', 40, 3));
  await clean.locator('[data-note=off]').getByText(/2-D.*3-D/).waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(cloud('short.xyz', 30));
  await clean.locator('[data-note=off]').getByText(/40 points.* 30/).waitFor();
  await clean.getByRole('button', { name: 'Sample both' }).waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(cloud('other.xyz', 40));
  await clean.locator('[data-note=off]').waitFor({ state: 'detached' });
  assert.deepEqual(await seriousInBoth(page), []);
  await clean.getByRole('button', { name: 'Next' }).click();
  await sureness.getByLabel('a probability').check();
  assert.equal(await page.getByLabel('Smoothing σ').inputValue(), '');
  await page.getByLabel('Prediction probability').fill('93 %');
  await page.locator('[data-certified=unknown] .supposed').getByText(/If σ were 0\.1/).waitFor();
  for (const name of ['Share', 'Download certificate']) assert.equal(await button(page, name).count(), 0, name);
  assert.equal(await page.locator('.distances, .chip').count(), 0);
  assert.deepEqual(await small(page), []);
  await sureness.getByRole('button', { name: 'Next' }).click({ force: true });
  assert.ok(await page.getByLabel('Smoothing σ').evaluate((input) => input === document.activeElement), 'Next leads to what is missing');
  await page.getByLabel('Smoothing σ').fill('0.2');
  await sureness.getByRole('button', { name: 'Next' }).click();
  await page.locator('[data-certified=unknown] .supposed').getByText(/^If the model ignored/).waitFor();
  await page.waitForURL(/probability=93.*sigma=0\.2/);
  await page.reload();
  await page.locator('[data-certified=unknown] .supposed').waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('orbit-page').model.entries.values.sigma), '0.2');
  await group.getByRole('button', { name: 'Digit' }).click();
  await finished(page);
  assert.deepEqual(await small(page), []);
  await button(page, 'Show the verdict').click();
  assert.ok(await page.locator('orbit-form').isHidden());
  await page.locator('[data-certified=true], [data-certified=false]').waitFor();
  await button(page, 'Share').waitFor();
  assert.deepEqual(errors, []);
});

test('the presets can be read at every width', async (t) => {
  const { page } = await openPage(t, { folded: true });
  await finished(page);
  await button(page, 'Try your own cloud').click();
  await button(page, '3 What does it ignore?').click();
  for (const width of [320, 390, 768, 900, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.getByRole('group', { name: 'Presets' }).getByRole('button').evaluateAll((all) => all.filter((each) =>
      each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight || each.clientHeight < 40).map((each) => each.textContent));
    assert.deepEqual(cut, [], `${width}`);
  }
});

test('opened settings change no later visit', async (t) => {
  const { page, site } = await openPage(t, { folded: true });
  await finished(page);
  await page.getByText('Numbers: σ').click();
  await button(page, 'Change the settings').click();
  await page.getByLabel('Error probability').waitFor();
  const later = await page.context().newPage();
  await later.goto(site.url);
  await finished(later);
  assert.ok(await later.locator('orbit-form').isHidden());
});

test('a reload right after a drop keeps the file', async (t) => {
  const { page } = await openPage(t, { folded: true });
  // The verdict of the build comes before the page's own code.
  await page.waitForFunction(() => document.querySelector('orbit-page')?.model?.files.clouds.clean);
  await page.evaluate(() => document.querySelector('orbit-page').model.keptFiles.read(0)); // the store is open
  await page.evaluate(() => {
    const { model: desk } = document.querySelector('orbit-page');
    globalThis.isBefore = true;
    desk.addEventListener('change', () => queueMicrotask(() => desk.files.clouds.clean?.name === 'mine.xyz' && location.reload()));
    setTimeout(() => desk.receiveFile(new File(['1 0\n0 1\n-1 -1\n'], 'mine.xyz'), 'clean')); // the page goes with the call
  });
  await page.waitForFunction(() => !globalThis.isBefore
    && document.querySelector('orbit-page')?.model?.files.clouds.clean?.name === 'mine.xyz');
});

test('an address that names nothing says so', async (t) => {
  for (const path of ['#nothing-here', '#v=2&view=nowhere', '#v=9']) {
    const { page } = await openPage(t, { path, folded: true });
    await finished(page);
    await page.locator('[data-note=notice]').waitFor();
  }
});

test('the explorer keeps the question, offers an example by name, and gives the question back', async (t) => {
  const { page, errors } = await openPage(t, { folded: true });
  await finished(page);
  const example = () => page.evaluate(() => document.querySelector('orbit-page').model.entries.values.example);
  const view = (name) => page.getByRole('link', { name, exact: true }).click();
  await view('Explore');
  await page.locator('orbit-curves').waitFor();
  assert.equal(await example(), 'digit-2d');
  await view('Certificate');
  await page.getByLabel('Clean point cloud').setInputFiles(cloud('spiral.xyz', 40));
  await page.locator('[data-reason=prediction]').first().waitFor();
  await view('Explore');
  await page.locator('.subject[data-reason=prediction]').waitFor();
  await page.getByRole('button', { name: /tight wins/ }).first().click();
  await page.locator('orbit-curves').waitFor();
  assert.equal(await example(), 'scaling-2d');
  await view('Certificate');
  await page.waitForFunction(() => document.querySelector('orbit-page').model.files.clouds.clean?.name === 'spiral.xyz');
  assert.equal(await example(), '');
  await page.locator('[data-reason=prediction]').first().waitFor();
  assert.deepEqual(errors, []);
});
