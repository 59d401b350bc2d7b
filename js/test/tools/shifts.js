// Measures how far visible elements have jumped, as the browser counts it. Movement within half a second of a visitor's own act is not a jump.

import assert from 'node:assert/strict';

/** Runs in a page: adds them up from now on. */
export const watchShifts = () => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
  }).observe({ type: 'layout-shift' });
};

/** @param {import('playwright-core').Page} page */
export async function assertSteady(page) {
  const shifted = await page.evaluate(() => globalThis.shifted);
  assert.ok(shifted < 0.05, `layout shift ${shifted}`);
}
