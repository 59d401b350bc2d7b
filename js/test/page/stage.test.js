// Stage mode: gone through by key, addressed by a QR code, left by Escape.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { exampleVotes, openPage } from '../tools/browser.js';
import { until } from '../tools/until.js';

test('the stage goes through the examples and the drawing by key, its QR code opens what is shown, and Escape leaves it', async (t) => {
  const { page, errors, site } = await openPage(t, { path: '#stage' });
  const stage = page.getByRole('region', { name: 'Stage' });
  const code = stage.getByRole('img', { name: 'QR code of this state' });
  const told = () => code.getAttribute('data-text').catch(() => '');
  await stage.getByRole('heading', { name: 'A handwritten 3, turned' }).waitFor();
  await page.locator('[data-certified="true"]').waitFor();
  const { votes, samples } = exampleVotes('digit-2d');
  await until(async () => (await told()) === `${site.url}#v=2&example=digit-2d&votes=${votes}&voted=${samples}&draws=20000`);
  assert.ok(!await page.getByRole('link', { name: 'Explore' }).isVisible());
  assert.deepEqual(await serious(page), []);

  await page.keyboard.press('ArrowRight');
  await stage.getByRole('heading', { name: 'A chair, turned' }).waitFor();
  await until(async () => /example=chair-3d/.test(await told()) && page.url().endsWith('&stage'));
  await page.reload();
  await stage.getByRole('heading', { name: 'A chair, turned' }).waitFor();
  for (const key of ['PageUp', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByRole('img', { name: /Pad/ }).waitFor();
  await page.keyboard.press(' ');
  await stage.getByText('1 of 9').waitFor();
  await page.keyboard.press('t');
  await stage.getByRole('button', { name: 'Autoplay', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Explore' }).waitFor();
  assert.ok(!page.url().includes('stage'));
  await page.keyboard.press('p');
  await stage.waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Explore' }).waitFor();
  assert.deepEqual(errors, []);
});

for (const [width, height] of [[1280, 720], [1920, 1080]]) {
  test(`in a hall of ${width} × ${height} nothing of an example has to be scrolled to, and the pad is large`, async (t) => {
    const { page } = await openPage(t, { path: '#v=2&example=chair-3d&stage', context: { viewport: { width, height } } });
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
    assert.match(await shown.getAttribute('data-text'), /example=chair-3d/);
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    const pad = await page.getByRole('img', { name: /Pad/ }).boundingBox();
    assert.ok(pad.height >= 0.55 * height && pad.y + pad.height <= height, JSON.stringify(pad));
    await page.getByRole('heading', { name: 'Draw a digit.' }).waitFor();
    assert.equal(await shown.getAttribute('data-text'), page.url().replace(/#.*/, ''), 'not the example that was shown before');
    const sides = Number((await shown.locator('svg').getAttribute('viewBox')).split(' ')[2]);
    assert.ok(sides < 60, `${sides} modules a side`);
    await page.mouse.move(pad.x + pad.width / 2, pad.y + 0.2 * pad.height);
    await page.mouse.down();
    await page.mouse.move(pad.x + pad.width / 2, pad.y + 0.8 * pad.height, { steps: 10 });
    await page.mouse.up();
    await page.locator('.said li').nth(2).waitFor();
    await page.locator('.verdict[data-certified="true"]').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= height, 'nor is anything of a drawing');
  });
}

test('on a phone the stage has the pad first, then what is said of the drawing, in one screen', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=digit-2d&stage', context: { viewport: { width: 390, height: 844 } } });
  await page.locator('[data-certified="true"]').waitFor();
  await page.keyboard.press('ArrowLeft');
  const place = await page.getByRole('img', { name: /Pad/ }).boundingBox();
  for (const [i, [u, v]] of [[0.3, 0.2], [0.7, 0.2], [0.45, 0.85]].entries()) {
    await page.mouse.move(place.x + u * place.width, place.y + v * place.height, { steps: 6 });
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
  await page.locator('.verdict[data-certified="true"]').waitFor();
  const [pad, sentence, handle] = await Promise.all(['.pad', '.sentence', '.handle'].map((part) => page.locator(part).boundingBox()));
  assert.ok(pad.y + pad.height < sentence.y && sentence.y + sentence.height <= 844 && sentence.y < handle.y, JSON.stringify({ pad, sentence, handle }));
  assert.deepEqual(errors, []);
});
