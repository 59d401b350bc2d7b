// View of a visitor who shares: a link made in one page and opened in another, over the real edge, of whose calls some fail. Where
// links lead, and what is said of each, is in desk/share.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsInBoth } from '../tools/axe.js';
import { openPage, wholeLink } from '../tools/browser.js';
import { FaultyEdge, publicKey } from '../tools/faulty.js';
import { heldFile } from '../tools/held-file.js';
import { FEW } from '../tools/visit.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const panel = (page) => page.getByRole('region', { name: 'Link' });
const banner = (page) => page.locator('.banner');
const finished = (page) => page.locator('[data-phase=done]').waitFor();

test('a shared link opens elsewhere, is shown signed but not to be had before it is computed again, and is found the same', async (t) => {
  const site = { edge: new FaultyEdge() };
  const { page, errors: former } = await openPage(t, { ...site, path: FEW });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByText('Stored.', { exact: true }).waitFor();
  const short = await page.getByLabel('Link to this certificate').inputValue();
  assert.match(short, /#key=[0-9a-f]{64}$/, 'the service keeps the request');
  await page.getByLabel('Title (optional)').fill('Robust & <b>three');
  const titled = new URL(await page.getByLabel('Link to this certificate').inputValue());
  assert.equal(new URLSearchParams(titled.hash.slice(1)).get('title'), 'Robust & <b>three');
  assert.deepEqual(former, []);
  const { before, go } = heldFile('certifier.wasm');
  const { page: other, errors } = await openPage(t, { ...site, path: titled.hash, before });
  await other.getByRole('heading', { name: 'Robust & <b>three' }).waitFor();
  await other.getByText('The title is the sender’s.').waitFor();
  assert.equal(await other.title(), 'Robust & <b>three – OrbitCert');
  await banner(other).and(other.getByRole('status')).getByText('Shared, checking…').waitFor();
  assert.equal(await verdict(other).getAttribute('data-certified'), 'true');
  assert.equal(await other.getByRole('table').count(), 1);
  assert.equal(await other.getByRole('button', { name: 'Download certificate' }).count(), 0, 'before it is computed here');
  go();
  await other.locator('.banner.checked').waitFor();
  await other.getByRole('button', { name: 'Download certificate' }).waitFor();
  assert.equal(await verdict(other).getAttribute('data-certified'), 'true');
  // The smallest probability arrives after the verdict.
  const rows = async (p) => {
    await p.locator('[data-row=orbit]').getByText(/p [≥>] \d/).waitFor();
    return p.locator('tr[data-row]').allInnerTexts();
  };
  assert.deepEqual(await rows(other), await rows(page));
  await banner(other).getByText('Fresh draws confirm it.').waitFor();
  assert.equal(await other.getByLabel('Smoothing σ').inputValue(), '0.1');
  assert.deepEqual(errors, []);
  assert.ok(!await other.getByLabel('Smoothing σ').isVisible(), 'the verdict stands alone');
  const [answer, picture] = await Promise.all(['.answer', '.distances'].map((part) => other.locator(part).boundingBox()));
  assert.ok(picture.y - answer.y - answer.height < 40, 'nothing empty stands above the distances');
  assert.equal(await other.locator('#told-distances').innerText(), 'As it lies: 3.96. Turned back: 0.120. Proved to 0.184.');
  await other.getByRole('button', { name: 'Change the settings' }).click();
  assert.ok(await other.getByLabel('Clean point cloud').evaluate((input) => input === document.activeElement));
  await other.getByLabel('Smoothing σ').fill('9');
  assert.equal(await banner(other).count(), 0);
});

test('copying, the QR code and the snippet', async (t) => {
  const { page, site, errors } = await openPage(t, {
    path: FEW,
    edge: new FaultyEdge(() => ''),
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    // Offers the share sheet of phones, which this browser lacks.
    before: (page) => page.addInitScript(() => { navigator.share = async (data) => { window.sent = data; }; }),
  });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByText('Stored.', { exact: true }).waitFor();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const link = await page.getByLabel('Link to this certificate').inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await clipboard(), link);
  await page.getByRole('button', { name: 'Send link' }).click();
  assert.deepEqual(await page.evaluate(() => window.sent), { title: 'OrbitCert certificate', url: link });
  await page.getByText('Embed in a page').click();
  await page.getByRole('button', { name: 'Copy snippet' }).click();
  const whole = await wholeLink(page), [key, request] = [whole.match(/key=(\w+)/)[1], whole.match(/request=(.*)/)[1]];
  assert.equal(await clipboard(), `<script type="module" src="${site.url}embed.js"></script>
<orbit-certificate
  key="${key}"
  public-key="${publicKey}"
  request="${request}"
></orbit-certificate>`);
  await page.getByRole('button', { name: 'Enlarge the QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'QR code of the link' });
  const { width } = await dialog.locator('svg').boundingBox();
  assert.ok(width > 400, `${width} px`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(errors, []);
});

test('axe finds nothing, light or dark', async (t) => {
  const { page, site } = await openPage(t, {
    path: FEW, edge: new FaultyEdge(() => ''), context: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  });
  const serious = async (where) => {
    assert.deepEqual(await violationsInBoth(page, 'orbit-verdict'), [], where);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, where);
  };
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByText('Stored.', { exact: true }).waitFor();
  await page.getByText('Embed in a page').click();
  await serious('shared');
  const link = await wholeLink(page);
  site.edge.plan = () => 'a changed number';
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByRole('alert').waitFor();
  await serious('refused');
  await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await banner(page).and(page.getByRole('alert')).waitFor();
  await serious('opened, refused');
});
