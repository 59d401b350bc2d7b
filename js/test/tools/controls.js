// Presses controls in sight, and sees what that changes.

import assert from 'node:assert/strict';
import { until } from './until.js';

/** Runs in a page: names its controls in sight, each by role and text, and answers what they show. */
function install() {
  const isSeen = (/** @type {Element} */ element) => {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
    return width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const named = (/** @type {any} */ element) => `${element.localName} ${element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText}`
    .replace(/[\d.,±%]+/g, '').replace(/\s+/g, ' ').trim();
  const SELECTOR = 'button:not(:disabled, [aria-disabled=true]), summary, select, input:is([type=range], [type=radio], [type=checkbox]):not(:disabled)';
  /** Choices that are made already. */
  const CHOSEN = '[type=radio]:checked, .examples [aria-pressed=true], .asked [aria-expanded=true]';
  /** Controls that leave the page, open a window of the system or write a file. */
  const LEAVES = /file|paste|download|share|video/i;
  const controls = () => {
    const all = [...document.querySelectorAll(SELECTOR)].filter((each) => isSeen(each) && !each.matches(CHOSEN) && !each.closest('.unseen') && !LEAVES.test(named(each)));
    return new Map(all.map((each) => [named(each), each]));
  };
  /** What is in sight: texts, places, and what pictures show. */
  const shown = () => [...document.querySelectorAll('body *')].filter(isSeen).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect(), { color, backgroundColor } = getComputedStyle(element);
    const text = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : [])).join('');
    return [element.localName, x, y, width, height, color, backgroundColor, text, /** @type {any} */ (element).value, /** @type {any} */ (element).checked,
      element.getAttribute('d')].join();
  }).join('\n');
  const picture = () => {
    const { camera, look, scene, tool } = /** @type {any} */ (document.querySelector('orbit-clouds'))?.picture ?? {};
    return JSON.stringify([camera, look, tool, scene?.given?.slice(0, 9)]);
  };
  const busy = () => document.querySelector('[aria-busy=true], [role=progressbar]') !== null;
  const overflowing = () => [...document.querySelectorAll('body *')].filter((element) => {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!hasText || !isSeen(element) || element.closest('.unseen, .skip')) return false;
    const { overflowX, display } = getComputedStyle(element);
    if (element instanceof SVGElement) {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    }
    return display !== 'inline' && /visible|hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  }).map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}: ${element.textContent?.trim().slice(0, 60)}`)
    .concat(document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []);
  const holdsFocus = () => document.activeElement !== document.body && document.activeElement?.checkVisibility({ visibilityProperty: true });
  Object.assign(globalThis, { sight: { controls, isSeen, state: () => shown() + picture(), busy, overflowing, holdsFocus } });
}

/** @param {import('playwright-core').Page} page */
const ready = (page) => page.evaluate(`globalThis.sight ?? (${install})()`);

/** The controls in sight, by name. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export async function controlsOf(page) {
  await ready(page);
  return page.evaluate(() => [...globalThis.sight.controls().keys()]);
}

/** Elements whose text is wider than their box. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export async function overflowing(page) {
  await ready(page);
  return page.evaluate(() => globalThis.sight.overflowing());
}

/**
 * Presses a control: after two frames, or once the page has done something, what is in sight has changed, the page is busy or the browser saves a
 * file, and the control is in sight. The focus goes to what opened, or stays.
 * @param {import('playwright-core').Page} page @param {string} control
 */
export async function press(page, control) {
  await ready(page);
  await page.waitForFunction((control) => globalThis.sight.controls().has(control), control)
    .catch(async () => assert.fail(`${control}: is not there any more, but ${await controlsOf(page)}`));
  let saved = false;
  const save = () => { saved = true; };
  page.on('download', save);
  await page.evaluate((control) => {
    const { sight } = globalThis, element = sight.controls().get(control);
    element.focus({ preventScroll: true });
    Object.assign(sight, { before: sight.state(), pressed: element });
    if (element.type === 'range') {
      element.value = String(Number(element.value) > (Number(element.min) + Number(element.max)) / 2 ? element.min : element.max);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (element.localName === 'select') {
      element.selectedIndex = (element.selectedIndex + 1) % element.options.length;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    } else element.click();
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))));
  }, control);
  await until(async () => saved || page.evaluate(() => globalThis.sight.busy() || globalThis.sight.state() !== globalThis.sight.before))
    .catch(() => assert.fail(`${control}: nothing in sight has changed`));
  page.off('download', save);
  const stays = await page.evaluate(() => {
    const { isSeen, pressed } = globalThis.sight;
    return !pressed.isConnected || !pressed.checkVisibility() || isSeen(pressed) || pressed.dataset.shows === 'picture';
  });
  assert.ok(stays, `${control}: it has left the view`);
  assert.ok(await page.evaluate(() => globalThis.sight.holdsFocus()), `${control}: nothing in sight has the focus`);
}
