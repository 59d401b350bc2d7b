// The first screen has one thing to do: the cloud, one verdict, one button, few words. It stays where it is once it is seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';
import { heldFile } from '../tools/held-file.js';
import { assertSteady, watchShifts } from '../tools/shifts.js';

/** @param {import('playwright-core').Page} page @param {string} selector */
const box = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return { left: x, top: y, right: x + width, bottom: y + height, area: width * height };
};

/** @param {import('playwright-core').Page} page */
async function complete(page) {
  await page.locator('[data-phase=done] .distances').waitFor();
  await page.locator('.chips button').first().waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted);
}

/** @returns {Promise<any>} the page with its first verdict, at a size: drawn as it was built, and then verified */
async function firstScreen(t, width, height, { path = '', colorScheme = 'light' } = {}) {
  const program = heldFile('certifier.wasm*');
  const before = async (page) => {
    await page.addInitScript(watchShifts);
    await program.before(page);
  };
  const { page } = await openPage(t, { path, folded: true, context: { viewport: { width, height }, colorScheme }, before });
  await page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted);
  program.go();
  await complete(page);
  return page;
}

/** Words and buttons that a visitor sees before scrolling. @param {import('playwright-core').Page} page */
const seen = (page) => page.evaluate(() => {
  const isSeen = ({ width, top, bottom, left, right }) => width > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
  const shown = { visibilityProperty: true, opacityProperty: true };
  let words = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement?.checkVisibility(shown) || node.parentElement.closest('.unseen, .skip, noscript')) continue;
    const range = document.createRange();
    for (const { 0: word, index } of node.textContent.matchAll(/\S*[\p{L}\p{N}]\S*/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (isSeen(range.getBoundingClientRect())) words++;
    }
  }
  const buttons = [...document.querySelectorAll('button, summary')].filter((each) => each.checkVisibility(shown) && isSeen(each.getBoundingClientRect()))
    .length;
  return { words, buttons };
});

/** Whether an element is in sight and the tour does not cover it. @param {import('playwright-core').Page} page @param {string} selector */
const uncovered = (page, selector) => page.evaluate((selector) => {
  const [part, tour] = [selector, '.tour'].map((name) => document.querySelector(name).getBoundingClientRect());
  const apart = part.right <= tour.left || part.left >= tour.right || part.bottom <= tour.top || part.top >= tour.bottom;
  return apart && part.top >= 0 && part.bottom <= innerHeight;
}, selector);

/** Goes through the tour to the pad. @param {import('playwright-core').Page} page @param {number} width */
async function tour(page, width) {
  await page.getByRole('button', { name: '60-second tour' }).click();
  for (let step = 1; step <= 5; step++) {
    await page.getByText(`${step} of 5`).waitFor();
    await page.locator('[data-toured]').waitFor();
    await page.waitForFunction(() => document.querySelector('.held input[type=range], .player input'));
    assert.ok(width < 900 && step === 4 ? true : await uncovered(page, '.held canvas'), `step ${step}: the cloud`);
    assert.ok(await uncovered(page, '.held input[type=range], .player input'), `step ${step}: the slider`);
    await page.locator('.tour .next').click();
  }
  await page.getByRole('img', { name: /Pad/ }).waitFor();
  assert.equal(await page.locator('.tour').count(), 0);
}

for (const { width, height, words = 150, buttons = 14, toured = false } of [
  { width: 1280, height: 800, toured: true }, { width: 390, height: 844, words: 80, buttons: 9, toured: true }, { width: 1920, height: 1080, toured: true },
  { width: 1024, height: 768 }, { width: 768, height: 1024 },
]) {
  test(`at ${width} × ${height} there are at most ${words} words and ${buttons} buttons, and the cloud is the largest element`, async (t) => {
    const page = await firstScreen(t, width, height);
    const found = await seen(page);
    t.diagnostic(`${width} × ${height}: ${found.words} words, ${found.buttons} buttons`);
    assert.ok(found.words <= words && found.buttons <= buttons, JSON.stringify(found));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const [cloud, verdict] = [await box(page, '.held'), await box(page, '.verdict .sentence')];
    assert.ok(verdict.bottom <= height && cloud.top <= height / 2.5, JSON.stringify({ cloud, verdict }));
    for (const other of ['.distances', '.answer', '.chips']) assert.ok(cloud.area > (await box(page, other)).area, other);
    assert.equal(await page.locator('button.primary').count(), 1);
    await page.getByRole('button', { name: 'Try your own cloud' }).waitFor();
    await assertSteady(page, 0.02);
    assert.deepEqual(await seriousInBoth(page), []);
    if (toured) await t.test('each step of the tour keeps cloud and slider in view, and the last leads to the pad', () => tour(page, width));
  });
}

/** Records from the first painting on what each painting shows: how far the clouds are aligned, whether anything aligns them, and where the slider stands. */
const paintings = (page) => page.addInitScript(() => {
  globalThis.painted = [];
  addEventListener('painted', ({ target: clouds }) => {
    for (const how of ['show', 'stir']) {
      const paint = clouds.picture[how];
      clouds.picture[how] = function (scene, t, ...rest) {
        const slider = clouds.querySelector('.story input');
        if (slider) globalThis.painted.push({ t, aligns: Boolean(clouds.drawn[2]), place: Number(slider.value) });
        return paint.call(this, scene, t, ...rest);
      };
    }
    globalThis.painted.push({ t: clouds.t, aligns: Boolean(clouds.drawn[2]), place: Number(clouds.querySelector('.story input')?.value ?? 1) });
  });
});

/** What each painting has shown: every one is where its slider stands, which has steps of 0.01. */
async function painted(page) {
  const all = await page.evaluate(() => globalThis.painted);
  const eased = (/** @type {number} */ t) => t * t * (3 - 2 * t);
  for (const { t, aligns, place } of all) {
    const way = aligns ? 2 * (1 - place) : 2 - place;
    assert.ok(Math.abs(t - (way <= 1 ? eased(way) : way)) < 0.02, JSON.stringify({ t, aligns, place }));
  }
  return all;
}

test('the picture holds the clouds as given, aligns them once, and its slider shows original and change', async (t) => {
  const { page } = await openPage(t, { folded: true, context: { reducedMotion: 'no-preference' }, before: paintings });
  await complete(page);
  const way = () => page.evaluate(() => document.querySelector('orbit-clouds').t);
  await page.waitForFunction(() => document.querySelector('orbit-clouds').t === 1);
  const [{ t: first, place }] = await painted(page);
  assert.deepEqual([first, place], [0, 1], 'as given first');
  await page.waitForFunction(() => document.querySelector('orbit-clouds').t === 0);
  const slider = page.getByLabel('to the changed cloud');
  for (const [place, t] of [['0', 2], ['1', 0], ['0.5', 1], ['0.75', 0.5]]) {
    await slider.fill(place);
    assert.equal(await way(), t, place);
  }
  const same = await page.evaluate(() => {
    const { scene } = document.querySelector('orbit-clouds');
    return scene.moved(2).every((x, i) => Math.abs(x - scene.clean[i]) < 1e-12);
  });
  assert.ok(same, 'the left end is the original');
  await painted(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await complete(page);
  assert.deepEqual((await painted(page)).map(({ place }) => place).filter((place) => place !== 1), [], 'without motion they stay as given');
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'own.xyz', mimeType: 'text/plain', buffer: Buffer.from('1 1\n-1 1\n-1 -1\n') });
  await page.getByLabel('Perturbed point cloud').setInputFiles({ name: 'other.xyz', mimeType: 'text/plain', buffer: Buffer.from('2 1\n-1 1\n-1 -1\n') });
  await page.waitForFunction(() => document.querySelector('orbit-clouds').painted?.given?.[0] === 2);
  assert.equal(await slider.inputValue(), '1', 'own clouds are as given, and nothing is aligned');
  await slider.fill('0.5');
  assert.equal((await painted(page)).at(-1).t, 1.5);
});

test('what keeps a verdict away is said in its place', async (t) => {
  const { page } = await openPage(t, { folded: true });
  await complete(page);
  const file = (name, count) =>
    ({ name, mimeType: 'text/plain', buffer: Buffer.from(Array.from({ length: count }, (_, i) => `${i} ${i * i % 7}`).join('\n')) });
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([255, 216, 255, 224, 0, 16]) });
  await page.locator('[data-note=unread-file]').getByText(/^photo\.jpg .* the example\./).waitFor();
  assert.deepEqual(await seriousInBoth(page), [], 'the old verdict is grey, and can be read');
  await page.getByLabel('Clean point cloud').setInputFiles(file('mug.xyz', 40));
  await page.locator('.answer [data-reason=prediction]').waitFor();
  await page.evaluate(() => document.querySelector('orbit-page').model.entries.setAll({ given: 'probability', probability: '0,93', sigma: '0.1', group: 'SE' }));
  await page.locator('[data-phase=done]').waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('short.xyz', 30));
  await page.locator('[data-reason=sizes]').getByText('mug.xyz has 40 points, short.xyz 30.').waitFor();
  await page.evaluate(() => document.querySelector('orbit-page').model.entries.setAll({ perturbation: 'changes' }));
  await page.locator('[data-reason=subsample]').waitFor();
  await page.evaluate(() => document.querySelector('orbit-page').model.entries.setAll({ perturbation: 'none', probability: '0.4' }));
  await page.locator('.sentence').getByText(/p = 0\.4: .* more than ½\./).waitFor();
});
