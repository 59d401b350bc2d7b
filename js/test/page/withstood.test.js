// Ranges that a prediction withstands, on the page, each played on the cloud. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLooks } from '../tools/argument-looks.js';
import { violations } from '../tools/axe.js';
import { claim } from '../tools/named.js';
import { FEW, FIRST, visits } from '../tools/visit.js';

const visit = visits(FIRST);

const region = (page) => page.getByRole('region', { name: 'What it withstands' });

test('the first example withstands what the core says, and a family is played on its cloud within its range and beyond', async (t) => {
  const { page, errors } = await visit(t);
  const row = region(page).locator('[data-family=stretch]');
  const to = Number(await row.getAttribute('data-to'));
  assert.ok(to > 0.02 && Number(await row.getAttribute('data-from')) < -0.02);
  assert.equal(await region(page).locator('[data-family=rotation]').getAttribute('data-to'), 'Infinity');
  const sentence = page
    .getByRole('region', { name: 'Verdict' })
    .locator('.chips', { hasText: /:\s*turn any\s*scale ±2\.\d+ %\s*stretch / });
  await sentence.waitFor();
  await sentence.getByRole('button', { name: /^stretch ±/ }).click();
  await region(page).getByRole('button', { name: 'Stretch', pressed: true }).waitFor();
  const slider = page.getByRole('slider', { name: 'Play' });
  const at = async (value) => {
    await slider.evaluate((input, value) => { input.value = String(value); input.dispatchEvent(new Event('input')); }, value);
    return page.locator('#played').innerText();
  };
  assert.match(await at(0.9 * to), /Stretch \+2\.\d+ %: certified\./);
  assert.match(await at(1.5 * to), /Stretch \+4\.\d+ %: not certified: the answer may or may not change/);
  await page.locator('.legend').getByText('changed').waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-page').model.play.moved);
  assert.deepEqual(await violations(page), []);
  for (const place of ['orbit-verdict', 'orbit-withstood']) assert.deepEqual(await pageLooks(page, place), [], place);
  await page.getByLabel('Smoothing σ').fill('0.2');
  await claim(page).click();
  await page.waitForFunction((to) => Number(document.querySelector('orbit-withstood [data-family=stretch]')?.dataset.to) > 1.5 * to, to);
  assert.equal(await slider.count(), 0, 'what was played belonged to other entries');
  await page.getByLabel('Votes', { exact: true }).fill('900');
  await region(page).waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});

test('a chip plays its range once, to the end and back, and rests at its end; where motion is not wanted it goes there', async (t) => {
  const { page } = await visit(t, FIRST);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const chip = page.locator('.chips [data-family=stretch]');
  await chip.waitFor();
  const places = await page.evaluate(async () => {
    const { play } = /** @type {any} */ (document.querySelector('orbit-page')).model, places = [];
    play.addEventListener('change', () => play.place && places.push(play.place.t));
    const button = /** @type {HTMLElement} */ (document.querySelector('.chips [data-family=stretch]')), to = Number(button.dataset.to);
    button.click();
    const comesBack = () => places.some((at, i) => i > 0 && at < places[i - 1]);
    while (!(comesBack() && places.at(-1) === to)) await new Promise(requestAnimationFrame);
    return { places, to };
  });
  assert.equal(places.places.at(-1), places.to);
  assert.ok(Math.max(...places.places) <= places.to, 'never beyond what is proved');
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
  await page.locator('#played').getByText(/Stretch \+2\.\d+ %:\s+certified\./).waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('.chips [data-family=taper]').click();
  await page.waitForFunction(() => {
    const [place, chip] = [document.querySelector('orbit-page').model.play.place, document.querySelector('.chips [data-family=taper]')];
    return place?.family === 'taper' && place.t === Number(chip.dataset.to);
  });
  await page.locator('.chips [data-family=taper]').click();
  assert.equal(await page.locator('#played').count(), 0, 'pressed again it ends');
});

test('while draws are made what is withstood stays in sight', async (t) => {
  const { page } = await visit(t, FEW);
  await region(page).waitFor();
  const gone = await page.evaluate(async () => {
    const verdict = /** @type {HTMLElement} */ (document.querySelector('section.verdict'));
    const places = ['orbit-withstood-chips button', 'orbit-withstood [data-family=stretch]'];
    const gone = new Set(), phases = new Set();
    const look = () => {
      phases.add(verdict.dataset.phase);
      for (const place of places) if (!document.querySelector(place)?.checkVisibility({ visibilityProperty: true })) gone.add(place);
    };
    const watch = new MutationObserver(look);
    watch.observe(/** @type {HTMLElement} */ (document.querySelector('orbit-page')), { subtree: true, childList: true, attributes: true });
    void /** @type {any} */ (document.querySelector('orbit-page')).model.certify();
    while (!phases.has('working') || verdict.dataset.phase !== 'done') await new Promise(requestAnimationFrame);
    watch.disconnect();
    return [...gone];
  });
  assert.deepEqual(gone, []);
});
