// One page for the tests of a file. Each begins at an address that it follows in that page, as a visitor follows a link: what
// was entered and answered before is gone then, and a page opened anew would show nothing else and take ten times as long.

import assert from 'node:assert/strict';
import { atTheEnd, openPage } from './browser.js';
import { reader } from './reads.js';

/** The page that is open, by which test file, and what is to be done when it is left. @type {{opened: any, by: string, leaving: (() => unknown)[]} | undefined} */
let visit;

async function leave() {
  const leaving = visit?.leaving ?? [];
  visit = undefined;
  for (const last of leaving) await last();
}

atTheEnd(leave);

/** Follows an address in the page; resolves once its entries are there and nothing is concluded of them yet. */
const enter = (page, hash) => page.evaluate((hash) => new Promise((resolve, reject) => {
  const { entries } = document.querySelector('orbit-page').desk;
  const former = entries.values;
  const look = (left) => {
    if (entries.values !== former) resolve();
    else if (left === 0) reject(new Error(`${hash} was not followed from ${location.hash}`));
    else setTimeout(look, 10, left - 1);
  };
  location.hash = hash;
  look(3000);
}), hash);

/** Begins at another address, by way of one without a cloud: the same entries again would be none to follow. */
export async function follow(page, hash) {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, '#v=1&sigma=0.12345');
  await enter(page, hash);
}

/** Opens a page at an address. @param {string} path @param {string} by */
async function begin(path, by) {
  await leave();
  const leaving = [];
  visit = { opened: await openPage({ after: (last) => leaving.push(last) }, { path, by }), by, leaving };
}

/** The first example as it comes. */
export const FIRST = '#v=1&example=digit-2d';

/** Its clouds under so few draws that one worker makes them at once: where a page begins whose draws are not looked at. */
export const FEW = `${FIRST}&draws=1000`;

/**
 * What a test of a file calls to begin at an address; the certificate of an example that it names is there then. It gives the
 * page, the errors since and the site. It is opened anew for each file, since what one has had loaded is asked for no more, and where
 * a test has left the page so that it follows no address.
 * @param {string} address where tests begin that name none
 */
export const visits = (address = FEW) => async (t, hash = address) => {
  const by = reader();
  if (visit?.by === by) {
    visit.opened.errors.length = 0;
    await follow(visit.opened.page, hash).catch(() => begin(hash, by));
  } else {
    await begin(hash, by);
  }
  const { page, errors, site } = visit.opened;
  t.after(() => assert.deepEqual(errors.filter((error) => error.startsWith('policy violated')), []));
  if (/example=/.test(hash) && !/view=/.test(hash)) await page.locator('[data-phase=done]').waitFor();
  return { page, errors, site };
};
