// View of a visitor when the edge fails: the same for every fault, so a few do. desk/faults.test.js has them all, with
// their words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, savedCertificate, wholeLink } from '../tools/browser.js';
import { FaultyEdge } from '../tools/faulty.js';
import { FEW } from '../tools/visit.js';

const finished = (page) => page.locator('[data-phase=done]').waitFor();
const panel = (page) => page.getByRole('region', { name: 'Link' });
const banner = (page) => page.locator('.banner');

/** The bytes that Download gives. */
async function link(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  return new URL(await wholeLink(page)).hash;
}

/** Opens a link in a page that is there already. */
async function follow(page, hash) {
  await page.evaluate((to) => {
    location.hash = '';
    location.hash = to;
  }, hash);
}

test('between page and edge: refused, failed, no answer, offline', async (t) => {
  const edge = new FaultyEdge(() => '');
  const { page, errors, context } = await openPage(t, { path: FEW, edge, context: { offline: false } });
  await finished(page);
  const [bytes, hash] = [await savedCertificate(page), await link(page)];
  await panel(page).locator('[data-stored=stored]').waitFor();
  for (const [fault, role, stored, said] of [
    ['a changed number', 'alert', 'false', 'carry the signature'],
    ['413', 'status', 'failed', '8192 bytes'],
    ['stalled', 'status', 'slow', 'The link works already.'],
  ]) {
    edge.plan = () => fault;
    assert.equal(await link(page), hash, fault);
    await panel(page).locator(`[data-stored=${stored}][role=${role}]`, { hasText: said }).waitFor();
    assert.equal(await panel(page).getByRole('alert').count(), role === 'alert' ? 1 : 0, fault);
    assert.deepEqual(await savedCertificate(page), bytes, fault);
  }
  await context.setOffline(true);
  await link(page);
  await panel(page).getByText('You are offline.').waitFor();
  assert.deepEqual(await savedCertificate(page), bytes);
  await context.setOffline(false);

  const key = hash.replace(/&request=.*/, '');
  edge.plan = () => '';
  await follow(page, hash);
  await page.locator('.banner.checked[role=status]').waitFor();
  const own = await savedCertificate(page);
  for (const [fault, at, standing, said] of [
    ['a changed number', hash, 'wrong', /carry the signature .* this device’s result/],
    ['413', hash, 'plain', /^Computed on this device\..*8192 bytes/],
    ['another core, same key', key, 'caution', 'Core 0.7.0 made'],
    ['a changed number, signed', key, 'wrong', 'differ: orbit.'],
  ]) {
    edge.plan = () => fault;
    await follow(page, at);
    await page.locator(`.banner.${standing}`, { hasText: said }).waitFor();
    await finished(page);
    assert.deepEqual(await savedCertificate(page), own, fault);
  }
  edge.plan = () => 'stalled';
  await follow(page, key);
  await banner(page).and(page.getByRole('status')).getByText('a few more seconds').waitFor();
  edge.plan = () => 'a list';
  await follow(page, key);
  await banner(page).and(page.getByRole('alert')).getByText('is not a certificate').waitFor();
  assert.equal(await page.locator('[data-certified]').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Download certificate' }).count(), 0);
  assert.deepEqual(errors, []);
});
