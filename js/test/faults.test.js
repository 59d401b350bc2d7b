// Whatever happens between the page and the edge: what was computed here stays as it is, byte for byte, the page says
// what happened, and nothing hangs.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contents, openPage } from './browser.js';
import { FaultyEdge, faults } from './faulty.js';

const NONE = /^Stored\. The link opens at once/;
const UNREACHABLE = 'The sharing service could not be reached.';
const DAMAGED = 'The sharing service’s answer is damaged.';
const ABSENT = 'This page is served without a sharing service.';
const SLOW = 'has not answered yet';
const UNSIGNED = 'It does not carry the signature that this page trusts.';
const REFUSED = 'The sharing service’s answer is refused. ';
const NO_CERTIFICATE = `${REFUSED}What the sharing service answered is no certificate.`;
const OTHER_CORE = 'The sharing service has version 0.0.1 of the core';
const failed = (status, said = '') => `The sharing service failed (${status})${said || '.'}`;

/** What the page says of each fault: when it shares, and when it opens a link where that differs. @type {Record<string, [share: string, open?: string]>} */
const words = {
  'refused connection': [UNREACHABLE],
  'stalled': [SLOW],
  'byte by byte': [SLOW],
  'headers, then nothing': [SLOW],
  'cut off': [UNREACHABLE],
  'HTML with 200': [ABSENT],
  'HTML with 502': [failed(502)],
  'truncated JSON': [DAMAGED],
  'another certificate': [`${REFUSED}It belongs to another key.`],
  'another core': [OTHER_CORE, `${REFUSED}It belongs to another key.`],
  'another core under the same key': [OTHER_CORE, 'Made by another version. The shared certificate was computed by version 0.0.1 of the core'],
  'a changed number': [`${REFUSED}${UNSIGNED}`],
  'a changed number, signed': ['Stored.', 'The shared certificate does not stand. These parts differ: orbit.'],
  'another’s signature': [`${REFUSED}${UNSIGNED}`],
  'no signature': [`${REFUSED}${UNSIGNED}`],
  'the key in a document without a certificate': [NO_CERTIFICATE],
  'a list': [NO_CERTIFICATE],
  'null': [DAMAGED],
  'an empty answer': [DAMAGED],
  'no content': [DAMAGED],
  'another content type': [DAMAGED],
  'a huge answer': ['answer is too large to be a certificate'],
  '400': ['The sharing service refused: not JSON at byte 1.'],
  '403': ['The sharing service refused (403).'],
  '404': ['keeps no certificate under this key'],
  '404 of a plain host': [ABSENT],
  '405 of a plain host': [ABSENT],
  '413': ['The sharing service refused: a request may have 8192 bytes.'],
  '422': ['The sharing service refused: samples: may be at most 100000 here, got 200000.'],
  '429 for long': ['The sharing service is busy: too many new certificates were asked for.'],
  '429 until a date': ['The sharing service is busy: too many new certificates were asked for.'],
  '500': [failed(500, ': the edge failed; the request may be sent again.')],
  '503': [failed(503, ': the computation was stopped.')],
  '507, storage full': [failed(507, ': the store is full.')],
  'redirect': [UNREACHABLE],
  'redirect to another origin': [UNREACHABLE],
};

const finished = (page) => page.locator('[data-phase=done]').waitFor();
const panel = (page) => page.getByRole('region', { name: 'Link' });
const banner = (page) => page.locator('.banner');

/** The bytes that Download gives. */
async function downloaded(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download certificate' }).click()]);
  return contents(download);
}

async function link(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  return new URL(await page.getByLabel('Link to this certificate').inputValue()).hash;
}

/** Opens a link in a page that is there already. */
async function follow(page, hash) {
  await page.evaluate((to) => {
    location.hash = '';
    location.hash = to;
  }, hash);
}

test('every fault has its words', () => assert.deepEqual(Object.keys(words).sort(), Object.keys(faults).sort()));

describe('between page and edge', { concurrency: true }, () => {
  test('sharing', async (t) => {
    const edge = new FaultyEdge(() => '');
    const { page, errors } = await openPage(t, { edge });
    await finished(page);
    const [bytes, hash] = [await downloaded(page), await link(page)];
    await panel(page).getByText(NONE).waitFor();
    for (const [fault, [said]] of Object.entries(words)) {
      edge.plan = () => fault;
      assert.equal(await link(page), hash, fault);
      await panel(page).getByText(said).waitFor().catch(async () => assert.fail(`${fault}: ${await panel(page).innerText()}`));
      if (said !== 'Stored.' && said !== SLOW) assert.match(await panel(page).innerText(), /The link works all the same/, fault);
      assert.equal(await panel(page).getByRole('alert').count(), said.startsWith(REFUSED) ? 1 : 0, fault);
      assert.deepEqual(await downloaded(page), bytes, fault);
    }
    assert.deepEqual(errors, []);
  });

  test('opening', async (t) => {
    const edge = new FaultyEdge(() => '');
    const { page, errors } = await openPage(t, { edge });
    await finished(page);
    const hash = await link(page);
    await panel(page).getByText(NONE).waitFor();
    const { page: other } = await openPage(t, { edge, path: hash });
    await banner(other).getByText('Shared, checked on this device').waitFor();
    const bytes = await downloaded(other);
    for (const [fault, [share, open = share]] of Object.entries(words)) {
      edge.plan = () => fault;
      await follow(other, hash);
      await banner(other).getByText(open).waitFor().catch(async () => assert.fail(`${fault}: ${await banner(other).innerText()}`));
      await finished(other);
      const wrong = open.startsWith(REFUSED) || open.includes('does not stand') || open.startsWith('Made by');
      assert.match(await banner(other).innerText(), wrong ? /Below is what this device computed/ : /^Computed on this device\. The request came in the link/, fault);
      assert.equal(await banner(other).getAttribute('role'), wrong ? 'alert' : 'status', fault);
      assert.deepEqual(await downloaded(other), bytes, fault);
    }
    assert.deepEqual(errors, []);
  });

  test('opening by the key alone', async (t) => {
    const edge = new FaultyEdge(() => '');
    const { page } = await openPage(t, { edge });
    await finished(page);
    const hash = (await link(page)).replace(/&request=.*/, '');
    await panel(page).getByText(NONE).waitFor();
    const { page: other } = await openPage(t, { edge, path: hash });
    await banner(other).getByText('Shared, checked on this device').waitFor();
    const bytes = await downloaded(other);
    // The request is authentic where its key is the link's, whoever sends it.
    for (const fault of ['a changed number', 'a changed number, signed', 'no signature', 'another core under the same key']) {
      edge.plan = () => fault;
      await follow(other, hash);
      await banner(other).getByText('Below is what this device computed for the same request').waitFor();
      assert.deepEqual(await downloaded(other), bytes, fault);
    }
    for (const fault of ['another certificate', 'refused connection', '404', 'HTML with 200', 'a list']) {
      edge.plan = () => fault;
      await follow(other, hash);
      await banner(other).and(other.getByRole('alert')).getByText(words[fault][0]).waitFor();
      assert.equal(await other.locator('[data-certified]').count(), 0, fault);
      assert.equal(await other.getByRole('button', { name: 'Download certificate' }).count(), 0, fault);
    }
    edge.plan = () => 'stalled';
    await follow(other, hash);
    await banner(other).getByText('goes on waiting').waitFor();
    await banner(other).getByText('did not answer within 10 seconds').waitFor();
  });

  test('going offline while a call is under way', async (t) => {
    const { page, context } = await openPage(t, { edge: new FaultyEdge(() => 'stalled'), context: { offline: false } });
    await finished(page);
    const bytes = await downloaded(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await panel(page).getByText('Being stored').waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Share' }).click();
    await panel(page).getByText('You are offline.').waitFor();
    assert.deepEqual(await downloaded(page), bytes);
  });
});
