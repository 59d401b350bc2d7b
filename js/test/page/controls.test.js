// Every control answers where it is pressed: something in sight changes or the page says that it works, the control stays, and no text leaves its box.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../tools/browser.js';
import { controlsOf, overflowing, press } from '../tools/controls.js';

/** @param {import('playwright-core').Page} page */
const drawn = (page) => page.waitForFunction(() => document.querySelector('orbit-clouds')?.painted && document.querySelector('.ring, .player'));

/** Sizes of a phone, a laptop and a screen on a wall. */
const SIZES = [[390, 844], [1280, 800], [1920, 1080]];

/** @typedef {{name: string, path?: string, enter?: (page: import('playwright-core').Page) => Promise<unknown>}} State */

/** @param {import('playwright-core').Page} page */
async function settings(page) {
  await page.locator('.reasons > details > summary').click();
  await page.getByRole('button', { name: 'Change the settings' }).click();
}

/** @type {State[]} */
const STATES = [
  { name: 'the first visit' },
  { name: 'a range that plays', enter: (page) => page.locator('.chips').getByRole('button', { name: /^shear/ }).click() },
  { name: 'numbers unfolded', enter: (page) => page.locator('.reasons > details > summary').click() },
  { name: 'not certified', path: '#v=2&example=digit-8-2d' },
  { name: 'noise on twists', path: '#v=2&example=chair-twisted-3d' },
  { name: 'a number', path: '#v=2&example=energy-3d' },
  { name: 'labels', path: '#v=2&example=parts-3d' },
  { name: 'points of each vote', path: '#v=2&example=chair-points-3d' },
  { name: 'the stage', path: '#stage' },
  { name: 'the settings', path: '#v=2&example=chair-3d', enter: (page) => settings(page) },
  { name: 'an own cloud', enter: (page) => page.getByRole('button', { name: 'Try your own cloud' }).click() },
  { name: 'the pad', enter: (page) => page.getByRole('button', { name: 'Draw a digit' }).click() },
];

/** A state for each size: all of each in a campaign. */
const CAMPAIGN = 'CAMPAIGN' in process.env;

for (const [at, [width, height]] of SIZES.entries()) {
  const states = STATES.filter((_, i) => CAMPAIGN || i % SIZES.length === at);
  test(`at ${width} × ${height} every control answers: ${states.map(({ name }) => name).join(', ')}`, async (t) => {
    const { page, site } = await openPage(t, { path: 'icon.svg', folded: true, edge: null, context: { viewport: { width, height } } });
    const pressed = new Set();
    for (const { name, path = '', enter } of states) {
      const begin = async () => {
        // What was unfolded before stays so on later visits.
        await page.evaluate(() => sessionStorage.clear());
        await page.goto('about:blank');
        await page.goto(site.url + path);
        await page.locator('[data-phase=done]').waitFor();
        await drawn(page);
        await enter?.(page);
      };
      await t.test(name, async (t) => {
        await begin();
        assert.deepEqual(await overflowing(page), []);
        const all = await controlsOf(page);
        t.diagnostic(`${all.length} controls`);
        for (const control of all.filter((each) => !pressed.has(each))) {
          pressed.add(control);
          if (!(await controlsOf(page)).includes(control)) await begin();
          await press(page, control);
          assert.deepEqual(await overflowing(page), [], control);
        }
      });
    }
  });
}
