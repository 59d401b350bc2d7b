// Stage mode: gone through by key, addressed by a QR code, left by Escape.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { serious, seriousInBoth } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';
import { heldFile } from '../tools/held-file.js';
import { shortAttacks } from '../tools/short-attack.js';
import { withheld } from '../tools/stand-still.js';
import { until } from '../tools/until.js';

test('the stage goes through the examples and the drawing by key, its QR code opens the pad, and Escape leaves it', async (t) => {
  const { page, errors, site } = await openPage(t, { path: '#stage' });
  const stage = page.getByRole('region', { name: 'Stage' });
  const code = stage.getByRole('img', { name: 'QR code of the pad' });
  await stage.getByRole('heading', { name: 'A handwritten 3, turned' }).waitFor();
  await page.locator('[data-certified="true"]').waitFor();
  assert.equal(await code.getAttribute('data-text'), `${site.url}#draw`);
  assert.ok(!await page.getByRole('link', { name: 'Explore' }).isVisible());
  assert.deepEqual(await serious(page), []);

  await page.keyboard.press('ArrowRight');
  await stage.getByRole('heading', { name: 'A chair, twisted' }).waitFor();
  await page.waitForURL(/example=chair-twisted-3d.*&stage$/);
  await page.reload();
  await stage.getByRole('heading', { name: 'A chair, twisted' }).waitFor();
  const example = heldFile('digit-2d.json*');
  await example.before(page);
  const asked = page.waitForRequest(/digit-2d/);
  for (const key of ['PageUp', 'ArrowLeft']) await page.keyboard.press(key);
  await asked;
  await page.getByRole('img', { name: /Pad/ }).waitFor();
  const came = page.waitForResponse(/digit-2d/);
  example.go();
  await came;
  await page.locator('#about-model').getByText('digits.onnx').waitFor({ state: 'attached' });
  await page.getByRole('img', { name: /Pad/ }).waitFor();
  await page.keyboard.press(' ');
  await stage.getByText('1 of 13').waitFor();
  await page.keyboard.press('t');
  await stage.getByRole('button', { name: 'Autoplay', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Explore' }).waitFor();
  assert.ok(!page.url().includes('stage'));
  await page.getByRole('link', { name: 'Stage' }).click();
  await stage.waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Explore' }).waitFor();
  await page.evaluate(() => { location.hash = '#draw'; });
  await page.getByRole('img', { name: /Pad/ }).waitFor();
  assert.deepEqual(errors, []);
});

for (const [width, height] of [[1280, 720], [1920, 1080]]) {
  test(`in a hall of ${width} × ${height}, and on a phone, nothing has to be scrolled to, and the pad is large`, async (t) => {
    const { page, errors } = await openPage(t, { path: '#v=2&example=chair-twisted-3d&stage', context: { viewport: { width, height } } });
    await page.locator('[data-certified="true"]').waitFor();
    await page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted);
    await page.locator('[data-phase=done]').waitFor();
    await page.locator('.chips').getByText(/twist/).waitFor();
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [width, height]);
    const [sentence, picture] = await Promise.all(['.sentence', 'orbit-clouds canvas'].map((part) => page.locator(part).boundingBox()));
    assert.ok(picture.x + picture.width <= sentence.x && picture.height >= 0.8 * height, JSON.stringify({ sentence, picture }));
    const [ranges, last] = await Promise.all(['.chips', '.chips'].map((part) => page.locator(part).boundingBox()));
    assert.ok(ranges.y > sentence.y, 'the verdict comes first');
    assert.ok(last.y + last.height <= 0.98 * height, 'the ranges are off the edge');
    await page.getByRole('button', { name: /^twist/ }).click();
    const slider = await page.getByRole('slider', { name: 'Play' }).boundingBox();
    assert.ok(slider.x >= picture.x && slider.y + slider.height < height, 'the slider stands under the cloud');
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    const shown = page.getByRole('img', { name: /^QR code/ });
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    const pad = await page.getByRole('img', { name: /Pad/ }).boundingBox();
    assert.ok(pad.height >= 0.55 * height && pad.y + pad.height <= height, JSON.stringify(pad));
    await page.getByRole('heading', { name: 'Draw a digit.' }).waitFor();
    assert.equal(await shown.getAttribute('data-text'), page.url().replace(/#.*/, '#draw'));
    const sides = Number((await shown.locator('svg').getAttribute('viewBox')).split(' ')[2]);
    assert.ok(sides < 60, `${sides} modules a side`);
    await page.mouse.move(pad.x + pad.width / 2, pad.y + 0.2 * pad.height);
    await page.mouse.down();
    await page.mouse.move(pad.x + pad.width / 2, pad.y + 0.8 * pad.height, { steps: 10 });
    await page.mouse.up();
    await page.locator('.distances').waitFor();
    await page.locator('.verdict[data-certified="true"]').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= height, 'nor is anything of a drawing');
    await page.setViewportSize({ width: 390, height: 844 });
    await until(async () => {
      const [drawn, verdict] = await Promise.all(['.pad', '.sentence'].map((part) => page.locator(part).boundingBox()));
      return verdict.y + verdict.height <= drawn.y && drawn.y + drawn.height <= 844;
    });
    assert.deepEqual(errors, []);
  });
}

/** Text on the stage that is smaller than so many pixels, with its size. @param {import('playwright-core').Page} page @param {number} least */
const smallText = (page, least) => page.evaluate((least) => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const { parentElement } = node;
    if (!node.textContent.trim() || !parentElement?.checkVisibility({ visibilityProperty: true }) || parentElement.closest('.unseen, .skip')) continue;
    const { width, height, top } = parentElement.getBoundingClientRect(), size = parseFloat(getComputedStyle(parentElement).fontSize);
    if (size < least && width * height > 1 && top < innerHeight) found.add(`${node.textContent.trim()}: ${size}`);
  }
  return [...found];
}, least);

test('on 1080 lines the verdict has 40 pixels or more, everything else 28, and an attack shows the way to what it found', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=digit-2d&stage', context: { viewport: { width: 1920, height: 1080 } } });
  await page.locator('[data-phase=done]').waitFor();
  await page.locator('.chips button').first().waitFor();
  assert.ok(await page.locator('.sentence h2').evaluate((head) => parseFloat(getComputedStyle(head).fontSize)) >= 40);
  assert.deepEqual(await smallText(page, 28), []);
  await page.keyboard.press('ArrowLeft');
  const pad = await page.getByRole('img', { name: /Pad/ }).boundingBox();
  for (const [i, [u, v]] of [[0.3, 0.2], [0.7, 0.2], [0.45, 0.85]].entries()) {
    await page.mouse.move(pad.x + u * pad.width, pad.y + v * pad.height, { steps: 6 });
    if (i === 0) await page.mouse.down();
  }
  await page.evaluate(() => document.querySelector('orbit-page').model.entries.setAll({ counted: '1000' }));
  await withheld(page, 'logits', '.verdict[data-certified="true"]');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.locator('.verdict[data-certified="true"]').waitFor();
  assert.deepEqual(await smallText(page, 28), [], 'while the count goes on');
  await page.evaluate(() => globalThis.release());
  await shortAttacks(page, 16);
  await page.getByRole('button', { name: 'Attack it' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await page.locator('.attack[data-found="true"]').waitFor();
  const way = page.getByLabel('to the cloud found');
  await page.locator('#played').getByText(/^Broken: by votes it is/).waitFor();
  await page.locator('.zones').getByText('unknown').waitFor();
  assert.deepEqual(await smallText(page, 28), []);
  const [line, picture, found, code] =
    await Promise.all([way, page.locator('orbit-clouds canvas'), page.locator('.attack'), page.locator('.qr')].map((part) => part.boundingBox()));
  assert.ok(line.y + line.height < 1080 && picture.height > 750 && found.y + found.height < code.y, JSON.stringify({ line, picture, found, code }));
  assert.deepEqual(await seriousInBoth(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const [cloud, slider, words] = await Promise.all(['.held', 'orbit-player input', '.attack'].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(cloud.y + cloud.height <= slider.y && slider.y + slider.height <= words.y,
    `on a phone one is below the other: ${JSON.stringify({ cloud, slider, words })}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(errors, []);
});

/** Runs before the page: keeps the canvas that is recorded as `recorded`. */
const keepRecorded = (page) => page.addInitScript(() => {
  const { captureStream } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.captureStream = function (...given) {
    globalThis.recorded = this;
    return captureStream.apply(this, given);
  };
});

/** Number of colours of the canvas that is recorded. */
const recordedColours = (page) => page.evaluate(() => {
  const { width, height } = globalThis.recorded;
  return new Set(new Uint32Array(globalThis.recorded.getContext('2d').getImageData(0, 0, width, height).data.buffer)).size;
});

test('a key saves the loop of the picture as a video', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=digit-2d&stage', before: keepRecorded });
  await page.locator('[data-phase=done]').waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('r')]);
  assert.match(download.suggestedFilename(), /^orbitcert\.(webm|mp4)$/);
  const bytes = await readFile(await download.path());
  if (download.suggestedFilename().endsWith('webm')) assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], 'the EBML header of WebM');
  assert.ok(await recordedColours(page) > 10, 'the picture and its words');
  assert.deepEqual(errors, []);
});
