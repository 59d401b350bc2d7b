// Measures how far visible elements have jumped, as the browser counts it. Movement within half a second of a visitor's own act is not a jump.

import assert from 'node:assert/strict';

/** Runs in a page: adds them up from now on. */
export const watchShifts = () => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
  }).observe({ type: 'layout-shift' });
};

/** @param {import('playwright-core').Page} page @param {number} [most] */
export async function assertSteady(page, most = 0.05) {
  const shifted = await page.evaluate(() => globalThis.shifted);
  assert.ok(shifted < most, `layout shift ${shifted}`);
}
