// Measures how far parts of the page move that a visitor has already seen: what comes later must find room that is kept for it.

import assert from 'node:assert/strict';

/** Runs in a page: from now on compares the places of parts in sight whenever a state changes, with those before. */
export const watchShifts = () => {
  const PARTS = 'h1, h2, canvas, form, section, .sentence, .actions, [role=img]';
  const STATES = ['data-phase', 'data-certified', 'data-run', 'data-standing', 'aria-busy', 'aria-valuenow'];
  /** Place of each part, in pixels of the page. @type {Map<Element, {x: number, y: number}>} */
  let before = new Map();
  globalThis.shifted = [];
  const measure = () => {
    const now = new Map();
    for (const part of document.querySelectorAll(PARTS)) {
      const { x, y, width, height, bottom } = part.getBoundingClientRect();
      if (width * height > 0 && y < innerHeight && bottom > 0) now.set(part, { x: x + scrollX, y: y + scrollY });
    }
    for (const [part, { x, y }] of now) {
      const past = before.get(part) ?? { x, y };
      const by = Math.max(Math.abs(x - past.x), Math.abs(y - past.y));
      if (by > 0) globalThis.shifted.push({ part: part.outerHTML.slice(0, 60), by });
    }
    before = now;
  };
  globalThis.measureShifts = measure;
  let due = false;
  new MutationObserver(() => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      measure();
    });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: STATES });
  measure();
};

/** Pixels that a part may move at a change of state: less than half a line. */
const MOST = 8;

/** @param {import('playwright-core').Page} page */
export async function assertSteady(page) {
  const shifted = await page.evaluate(() => {
    globalThis.measureShifts();
    return globalThis.shifted;
  });
  assert.deepEqual(shifted.filter(({ by }) => by > MOST), []);
}
