// The docs page: fits narrow screens, and can be read with a keyboard. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';

for (const [path, width] of [['docs.html', 320], ['docs.html', 390], ['docs.html', 800], ['docs/experiments.html', 390], ['docs/board.html', 390]]) {
  test(`${path} at ${width} px: nothing scrolls sideways but what takes the focus`, async (t) => {
    const { page, errors } = await openPage(t, { path, context: { viewport: { width, height: 844 } } });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const stuck = await page.locator('pre, .wide').evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth && box.tabIndex < 0).map((box) => box.textContent.slice(0, 40)));
    assert.deepEqual(stuck, []);
    assert.deepEqual(errors, []);
  });
}

test('the page of experiments: its own links, those into the docs, its pictures, and a way to the page', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/experiments.html' });
  const hrefs = await page.locator('a[href*="#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const own = hrefs.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
  const docs = hrefs.filter((href) => href.startsWith('../docs.html#')).map((href) => href.split('#')[1]);
  assert.ok(own.length > 5 && docs.length > 1);
  assert.deepEqual(await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), own), []);
  const broken = await page.locator('img').evaluateAll((all) => Promise.all(all.map(async (image) => { image.loading = 'eager'; return image.decode().then(() => '', () => image.src); })));
  assert.ok(broken.length > 8);
  assert.deepEqual(broken.filter(Boolean), []);
  await page.goto(new URL('../docs.html', page.url()).href);
  assert.deepEqual(await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), docs), []);
  assert.deepEqual(errors, []);
});

test('experiments on paper have their figures, dark on light, at once', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await openPage(t, { path: 'docs/experiments.html', context: { colorScheme } });
    await page.emulateMedia({ media: 'print', colorScheme });
    const figures = await page.locator('figure img').evaluateAll((all) => all.filter((image) => image.checkVisibility())
      .map(({ complete, naturalWidth, src }) => ({ there: complete && naturalWidth > 0, light: src.endsWith('-light.svg') })));
    assert.ok(figures.length > 8);
    assert.equal(figures.length, await page.locator('figure').count());
    assert.ok(figures.every(({ there, light }) => there && light), JSON.stringify(figures));
  }
});

test('the board: nothing serious for axe, light or dark, and its links into the docs lead somewhere', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/board.html', context: { colorScheme: 'light' } });
  assert.deepEqual(await seriousInBoth(page), []);
  await page.getByRole('link', { name: 'How to make one' }).click();
  await page.getByRole('heading', { name: 'The board' }).waitFor();
  assert.ok(await page.evaluate(() => document.querySelector(location.hash)));
  assert.deepEqual(errors, []);
});

test('axe finds nothing serious, light or dark', async (t) => {
  const { page } = await openPage(t, { path: 'docs.html', context: { colorScheme: 'light' } });
  assert.deepEqual(await seriousInBoth(page), []);
});

test('every link within the site leads to a place that is there', async (t) => {
  const { page } = await openPage(t, { path: 'docs.html' });
  const lost = await page.locator('a[href^="#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')).filter((href) => !document.querySelector(href)));
  assert.deepEqual(lost, []);
  const told = (await page.locator('.told figcaption').innerText()).match(/\d+\.\d{3,}/g);
  assert.equal(told.length, 3);
  const anchors = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  await page.getByRole('link', { name: 'To the page' }).click();
  await page.locator('[data-phase=done]').waitFor();
  const said = await page.getByRole('region', { name: 'Verdict' }).innerText();
  assert.deepEqual(told.filter((number) => !said.includes(number)), [], 'the docs begin with what the page shows first');
  const asked = await page.locator('a[href*="docs.html#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href').split('#')[1]));
  assert.ok(asked.length > 5);
  assert.deepEqual(asked.filter((id) => !anchors.includes(id)), []);
});
