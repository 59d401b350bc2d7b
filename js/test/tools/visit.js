// One page for the tests of a file. Each begins at an address that it follows in that page, as a visitor follows a link: what
// was entered and answered before is gone then, and a page opened anew would show nothing else and take ten times as long.

import assert from 'node:assert/strict';
import { atTheEnd, openPage } from './browser.js';

/**
 * The open page, the test file that opened it, and what to do when its tests are over.
 * @type {{opened: any, by: symbol, leaving: (() => unknown)[]} | undefined}
 */
let visit;

async function leave() {
  const leaving = visit?.leaving ?? [];
  visit = undefined;
  for (const last of leaving) await last();
}

atTheEnd(leave);

/** Follows an address in the page; resolves once its entries are there and nothing is concluded of them yet. */
async function enter(page, hash) {
  await page.evaluate((hash) => {
    globalThis.former = document.querySelector('orbit-page').model.entries.values;
    location.hash = hash;
  }, hash);
  await page.waitForFunction(() => document.querySelector('orbit-page').model.entries.values !== globalThis.former);
}

/** Begins at another address, by way of one without a cloud: the same entries again would be none to follow. */
export async function follow(page, hash) {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, '#v=1&sigma=0.12345');
  await enter(page, hash);
}

/** Opens a page at an address. @param {string} path @param {symbol} by @param {object} options of openPage */
async function begin(path, by, options) {
  await leave();
  const leaving = [];
  visit = { opened: await openPage({ after: (last) => leaving.push(last) }, { path, ...options }), by, leaving };
}

/** The first example as it comes. */
export const FIRST = '#v=1&example=digit-2d';

/** Its clouds under so few draws that one worker makes them at once: where a page begins whose draws are not looked at. */
export const FEW = `${FIRST}&draws=1000`;

/**
 * Makes the function that the tests of a file call to begin at an address. It waits for the certificate of an example that the address
 * names, and gives the page, the errors since then and the site. Each file opens a page of its own, because a page does not load the same
 * file twice; so does a test after one that left the page unable to follow an address.
 * @param {string} address where tests begin that name none @param {object} [options] of openPage
 */
export function visits(address = FEW, options = {}) {
  const by = Symbol(address);
  return async (t, hash = address) => {
    if (visit?.by === by) {
      visit.opened.errors.length = 0;
      visit.opened.late.refresh();
      await follow(visit.opened.page, hash).catch(() => begin(hash, by, options));
    } else {
      await begin(hash, by, options);
    }
    const { page, errors, site } = visit.opened;
    t.after(() => assert.deepEqual(errors.filter((error) => error.startsWith('policy violated')), []));
    if (/example=/.test(hash) && !/view=/.test(hash)) await page.locator('[data-phase=done]').waitFor();
    return { page, errors, site };
  };
}
