// The page on a phone: the verdict first, and what is asked for in view. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, smallTargets } from '../tools/browser.js';
import { claim, otherDigit } from '../tools/named.js';
import { until } from '../tools/until.js';
import { visits } from '../tools/visit.js';

const HEIGHT = 844;
const context = { viewport: { width: 390, height: HEIGHT } };
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const sentence = (page) => page.locator('.verdict .sentence');

const visit = visits();

/** The first example on a phone, in the page that is open or in one of its own where that has other options. */
async function open(t, options) {
  const opened = await (options ? openPage(t, { context, ...options }) : visit(t));
  await opened.page.setViewportSize(context.viewport);
  await finished(opened.page);
  return opened;
}

/** Shows the entries, which are folded below a verdict. */
const unfold = (page) => page.getByLabel('Smoothing σ').waitFor();

/** Measures how far below the top of the screen an element is, once two frames have it at the same place. */
const topOf = (locator) => locator.evaluate((element) => new Promise((resolve) => {
  const look = (before) => requestAnimationFrame(() => {
    const { top } = element.getBoundingClientRect();
    if (top === before) resolve(top);
    else look(top);
  });
  look(NaN);
}));

/** Waits until an element is in the upper half of the screen. */
const comesIntoSight = (locator) => until(async () => {
  const top = await topOf(locator);
  return top > -1 && top < HEIGHT / 2;
});

test('the first verdict stands on the first screen, and nothing is wider than it', async (t) => {
  const { page, errors } = await open(t, { folded: true });
  const { y, height } = await sentence(page).boundingBox();
  assert.ok(y < 0.5 * HEIGHT && y + height < HEIGHT, `from ${y} to ${y + height}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(errors, []);
});

test('a finger reaches 44 pixels of what is pressed', async (t) => {
  const { page } = await open(t, { context: { ...context, hasTouch: true, isMobile: true } });
  await page.locator('.chips button').first().waitFor();
  // The sliders of the hand tools are for keys alone.
  assert.deepEqual((await smallTargets(page, 'body', 44)).filter((each) => !/^<[^>]*class="(turn|scale)"/.test(each)), []);
});

test('what an example or a key gives is in view', async (t) => {
  const { page } = await open(t);
  await unfold(page);
  await page.getByLabel('Draws per bound').scrollIntoViewIfNeeded();
  assert.ok(await topOf(sentence(page)) < 0, 'out of view before');
  await page.keyboard.press('Control+Enter');
  await finished(page);
  await comesIntoSight(sentence(page));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await otherDigit(page).evaluate((button) => button.click());
  await page.locator('[data-phase=done][data-certified=false]').waitFor();
  await comesIntoSight(sentence(page));
});

for (const anchors of [true, false]) {
  test(`what is being filled in stays where it is when the verdict above it goes (${anchors ? 'kept by the browser' : 'kept by the page'})`, async (t) => {
    const { page } = await open(t, anchors ? undefined : {
      before: (page) => page.addInitScript(() => {
        const { supports } = CSS;
        CSS.supports = (...asked) => asked[0] !== 'overflow-anchor' && supports(...asked);
        addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('overflow-anchor', 'none'));
      }),
    });
    await unfold(page);
    const sigma = page.getByLabel('Smoothing σ');
    await sigma.scrollIntoViewIfNeeded();
    await sigma.focus();
    const before = await topOf(sigma);
    await page.keyboard.press('End');
    await page.keyboard.type('5');
    await claim(page).waitFor();
    const after = await topOf(sigma);
    assert.ok(Math.abs(after - before) < 8, `${before} → ${after}`);
  });
}

test('Change the settings leads from the verdict to the form', async (t) => {
  const { page } = await open(t);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Change the settings' }).click();
  await comesIntoSight(page.getByRole('heading', { name: 'Settings' }));
  assert.ok(await page.getByLabel('Clean point cloud').evaluate((input) => input === document.activeElement));
});

test('name and views stand beside each other on the narrowest phones', async (t) => {
  const { page } = await open(t);
  for (const width of [320, 346, 360, 375, 390]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const [name, views] = [await page.locator('.top h1').boundingBox(), await page.locator('.views').boundingBox()];
    assert.ok(name.x + name.width <= views.x, `at ${width}: name to ${name.x + name.width}, views from ${views.x}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});
