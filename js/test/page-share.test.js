// Sharing: a link made in one browser context and opened in another, over the real edge, of whose calls some fail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './axe.js';
import { openPage } from './browser.js';
import { FaultyEdge, publicKey } from './faulty.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const panel = (page) => page.getByRole('region', { name: 'Link' });
const banner = (page) => page.locator('.banner');
const finished = (page) => page.locator('[data-phase=done]').waitFor();

/** What several pages of one site have in common. Each is served by itself, as to another visitor. */
const shared = ({ edge = new FaultyEdge(), ...options } = {}) => ({ edge, ...options });

/** Shares what the path names, the first example without, and returns the link's hash. */
async function share(t, site, path = '') {
  const { page, errors } = await openPage(t, { ...site, path });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to this certificate').inputValue();
  assert.match(link, /#key=[0-9a-f]{64}&request=[\w-]+$/);
  // The request, and what its votes were counted with, still fit a QR code.
  assert.ok(link.length < 1200, `${link.length} characters`);
  await panel(page).getByText('Stored.').waitFor();
  assert.deepEqual(errors, []);
  return { page, hash: new URL(link).hash };
}

/** What opening a hash says at last, and whether something was certified. */
async function opened(t, site, hash, said) {
  const { page, errors } = await openPage(t, { ...site, path: hash });
  await banner(page).getByText(said).waitFor();
  return { page, errors, certified: await verdict(page).getAttribute('data-certified') };
}

test('a shared link opens elsewhere, is computed again and found the same', async (t) => {
  const site = shared();
  const { page, hash } = await share(t, site);
  const { page: other, errors, certified } = await opened(t, site, hash, 'Shared, checked on this device');
  assert.equal(certified, 'true');
  // The smallest probability arrives after the verdict.
  const rows = async (p) => {
    await p.getByRole('row', { name: 'Orbit-based' }).getByText(/p [≥>] \d/).waitFor();
    return p.locator('tr[data-row]').allInnerTexts();
  };
  assert.deepEqual(await rows(other), await rows(page));
  await banner(other).getByText('Fresh draws bear it out as well.').waitFor();
  assert.equal(await other.getByLabel('Smoothing σ').inputValue(), '0.1');
  assert.deepEqual(errors, []);
  assert.ok(!await other.getByLabel('Smoothing σ').isVisible(), 'the verdict stands alone');
  await other.getByRole('button', { name: 'Change it' }).click();
  assert.ok(await other.getByLabel('Clean point cloud').evaluate((input) => input === document.activeElement));
  await other.getByLabel('Smoothing σ').fill('9');
  assert.equal(await banner(other).count(), 0);
  await opened(t, site, hash.replace(/&request=.*/, ''), 'Shared, checked on this device');
});

test('a certificate for clouds in another order is shared as that of the matched ones', async (t) => {
  const site = shared();
  const { page, hash } = await share(t, site, '#v=1&example=sulphur-3d&permutation=true&kept=8&method=farthest');
  const { page: other, errors } = await opened(t, site, hash, 'Shared, checked on this device');
  const said = /no perturbed cloud this close \(d = [\d.]+ after reordering the points and removing rotation and translation\)/;
  assert.equal((await verdict(other).innerText()).match(said)?.[0], (await verdict(page).innerText()).match(said)?.[0]);
  assert.match(await verdict(other).innerText(), said);
  assert.ok(await other.getByLabel('Point order does not matter').isChecked());
  assert.equal(await other.getByRole('button', { name: /^Sample to/ }).count(), 0);
  assert.deepEqual(errors, []);
});

test('a certificate for rotation about an axis is shared', async (t) => {
  const site = shared();
  const { page, hash } = await share(t, site, '#v=1&example=chair-3d&group=axis&translation=true&draws=0');
  const { page: other, errors } = await opened(t, site, hash, 'Shared, checked on this device');
  const said = /\(d = [\d.]+ after removing rotation about the axis and translation\)/;
  assert.equal((await verdict(other).innerText()).match(said)?.[0], (await verdict(page).innerText()).match(said)?.[0]);
  assert.match(await verdict(other).innerText(), said);
  assert.deepEqual(errors, []);
});

/** Keeps the certifier from starting until told. @returns {{before: (page: any) => Promise<void>, release: () => void}} */
function heldBack() {
  let release;
  const promise = new Promise((resolve) => { release = resolve; });
  const before = (page) => page.route('**/certifier.wasm', async (route) => {
    await promise;
    await route.continue();
  });
  return { before, release };
}

test('a signed certificate is shown before it is computed here, another is not', async (t) => {
  for (const pinned of [true, false]) {
    const site = shared({ pinned });
    const { hash } = await share(t, site);
    for (const link of [hash, hash.replace(/&request=.*/, '')]) {
      const { before, release } = heldBack();
      const { page } = await openPage(t, { ...site, path: link, before });
      await banner(page).getByText(pinned ? 'Shared, checking…' : 'signature of the shared certificate cannot be checked').waitFor();
      assert.equal(await verdict(page).getAttribute('data-certified'), pinned ? 'true' : null);
      assert.equal(await page.getByRole('table').count(), pinned ? 1 : 0);
      assert.equal(await page.getByRole('button', { name: 'Download certificate' }).count(), 0, 'before it is computed here');
      release();
      await banner(page).getByText('Shared, checked on this device').waitFor();
      await page.getByRole('button', { name: 'Download certificate' }).waitFor();
    }
  }
});

test('a check that was cancelled leaves the signed certificate, marked as unchecked', async (t) => {
  const site = shared();
  const { hash } = await share(t, site, '#v=1&example=chair-3d');
  const { page } = await openPage(t, {
    ...site, path: hash,
    // Blocks of draws are computed and get lost, so that the computation never ends.
    before: (page) => page.addInitScript(() => {
      const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
      Object.defineProperty(Worker.prototype, 'onmessage', {
        set(handler) { set.call(this, (event) => event.data.value instanceof Uint8Array || handler(event)); },
      });
    }),
  });
  await banner(page).getByText('Shared, checking…').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await banner(page).getByText('Not checked on this device. The computation was cancelled.').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.equal(await page.getByRole('button', { name: 'Download certificate' }).count(), 0);
});

test('a link without a key, and links that lead nowhere', async (t) => {
  const site = shared();
  const { hash } = await share(t, site);
  const request = hash.replace(/.*&request=/, '');
  const key = hash.slice(5, 69);
  const calls = site.edge.calls.length;
  assert.equal((await opened(t, site, `#request=${request}`, 'names no stored certificate')).certified, 'true');
  const zero = '0'.repeat(64);
  const { page: one, errors } = await openPage(t, { ...site });
  await finished(one);
  for (const [link, said, certified] of [
    [`#key=${zero}&request=${request}`, 'Key and request of this link do not belong together.', 'true'],
    [`#key=${key.slice(1)}&request=${request}`, 'Its key must be 64 hexadecimal digits. Below is what', 'true'],
    ['#key=xyz', 'Its key must be 64 hexadecimal digits.', null],
    [`#key=${zero}`, 'keeps no certificate under this key', null],
    [`#request=${request.slice(0, -8)}`, 'The request in this link is damaged: it ', null],
    ['#request=', 'it is no base64url text', null],
    [`#request=${Buffer.from('¡').toString('base64url')}`, 'it cannot be unpacked', null],
  ]) {
    await one.evaluate((to) => { location.hash = to; }, link);
    await banner(one).and(one.getByRole('alert')).getByText(said).waitFor();
    assert.match(await banner(one).innerText(), /damaged|not opened|do not belong/, link);
    assert.equal(await verdict(one).getAttribute('data-certified'), certified, link);
  }
  assert.deepEqual(errors, []);
  assert.ok(site.edge.calls.slice(calls).every(({ path }) => path.endsWith(zero)), 'asked for keys only where there are some');
  // A link cut off in its request still has its key.
  const { page } = await opened(t, site, hash.slice(0, -9), 'Shared, checked on this device');
  assert.match(await banner(page).innerText(), /The request in this link is damaged/);
});

test('a request that the core refuses is a damaged link', async (t) => {
  const site = shared();
  const { page } = await openPage(t, { ...site });
  await finished(page);
  for (const [request, said] of [
    [{ gram: { dimension: 2, matrix: [[1]] }, sigma: 0.1, prediction: { probability: 0.9 }, group: 'SO' }, 'The request in this link is damaged: Gram.matrix'],
    [{ gram: {}, colour: 1 }, 'The request in this link is damaged'],
  ]) {
    const packed = await page.evaluate(async (text) => {
      const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
    }, JSON.stringify(request));
    const hash = `#request=${packed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
    const { page: other, errors, certified } = await opened(t, site, hash, said);
    assert.equal(certified, null);
    assert.equal(await other.getByRole('button', { name: 'Download certificate' }).count(), 0);
    assert.deepEqual(errors, []);
  }
});

test('without an edge the link carries the request alone', async (t) => {
  const site = shared({ edge: null });
  const { page, errors } = await openPage(t, { ...site });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByText(/served without a sharing service\. The link works all the same/).waitFor();
  const { hash } = new URL(await page.getByLabel('Link to this certificate').inputValue());
  const { certified } = await opened(t, site, hash, /Computed on this device\. .*served without a sharing service/);
  assert.equal(certified, 'true');
  assert.deepEqual(errors, []);
});

test('what cannot be shared says why', async (t) => {
  const site = shared();
  const { page } = await openPage(t, { ...site, path: '#v=1&example=chair-3d&perturbation=none' });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await verdict(page).getByText('none for radii alone').waitFor();
  assert.deepEqual(site.edge.calls, []);
});

test('copying, the QR code and the snippet', async (t) => {
  const { page, site, errors } = await openPage(t, {
    edge: new FaultyEdge(() => ''),
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    // What phones offer and this browser does not.
    before: (page) => page.addInitScript(() => { navigator.share = async (data) => { window.sent = data; }; }),
  });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await panel(page).getByText('Stored.').waitFor();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const link = await page.getByLabel('Link to this certificate').inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await clipboard(), link);
  await page.getByRole('button', { name: 'Send link' }).click();
  assert.deepEqual(await page.evaluate(() => window.sent), { title: 'OrbitCert certificate', url: link });
  await page.getByText('Embed in a page').click();
  await page.getByRole('button', { name: 'Copy snippet' }).click();
  const [key, request] = [link.match(/key=(\w+)/)[1], link.match(/request=(.*)/)[1]];
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

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing serious (${colorScheme})`, async (t) => {
    const { page, site } = await openPage(t, { edge: new FaultyEdge(() => ''), context: { colorScheme, viewport: { width: 390, height: 844 } } });
    const serious = async (where) => {
      assert.deepEqual(await violations(page, 'orbit-verdict'), [], where);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, where);
    };
    await finished(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await panel(page).getByText('Stored.').waitFor();
    await page.getByText('Embed in a page').click();
    await serious('shared');
    const link = await page.getByLabel('Link to this certificate').inputValue();
    site.edge.plan = () => 'a changed number';
    await page.getByRole('button', { name: 'Share' }).click();
    await panel(page).getByRole('alert').waitFor();
    await serious('refused');
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await banner(page).and(page.getByRole('alert')).waitFor();
    await serious('opened, refused');
  });
}

/** A seed found among thousands: fresh draws certify this once in some 100,000 times. */
const lucky = {
  clean: { points: [[0, 0.008], [-0.003, -0.003], [0.003, -0.003]] }, perturbed: { attack: 'scale', norm: 0.6 },
  sigma: 0.5, group: 'O', samples: 1000, prediction: { probability: 0.7174 }, seed: '1567',
};

test('a certificate whose draws were chosen is found again, and not borne out by fresh ones', async (t) => {
  const site = shared({ edge: new FaultyEdge(() => '') });
  const { page } = await openPage(t, { ...site });
  await finished(page);
  await page.evaluate((text) => document.querySelector('orbit-page').desk.receive('clean', new File([text], 'lucky.json')), JSON.stringify(lucky));
  await page.getByText('Seed of the draws, given by hand: 1567.').waitFor();
  await finished(page);
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  await page.getByRole('button', { name: 'Share' }).click();
  const { hash } = new URL(await page.getByLabel('Link to this certificate').inputValue());
  const { page: other } = await openPage(t, { ...site, path: hash });
  const alert = banner(other).and(other.getByRole('alert'));
  await alert.getByText('Fresh draws do not bear this certificate out.').waitFor();
  assert.match(await alert.innerText(), /Either it holds by a hair, or its draws were chosen\. certified: true in the document, not with fresh draws\.$/);
  await other.getByText('Seed of the draws, given by hand: 1567.').waitFor();
});
