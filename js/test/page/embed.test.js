// A certificate embedded in a page of another origin, over the real edge.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { violations } from '../tools/axe.js';
import { openPage, wholeLink } from '../tools/browser.js';
import { FaultyEdge, publicKey } from '../tools/faulty.js';

describe('a certificate in another page', () => {
  /** @type {Awaited<ReturnType<typeof openPage>>['site']} */
  let site;
  let key;
  let request;
  /** @type {(() => unknown)[]} */
  const leaving = [];

  /** The OrbitCert page, and what its Share gives. */
  before(async () => {
    const { page, site: opened } = await openPage({ after: (last) => leaving.push(last) }, { edge: new FaultyEdge(() => '') });
    site = opened;
    await page.locator('[data-phase=done]').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Stored.', { exact: true }).waitFor();
    const link = await wholeLink(page);
    [key, request] = [link.match(/key=(\w+)/)[1], link.match(/request=(.*)/)[1]];
    await page.close();
  });

  after(async () => {
    for (const last of leaving) await last();
  });

  /** Reads the policy of the surrounding page from the docs. */
  const policy = () => {
    const { origin } = new URL(site.url);
    return `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${
      origin}; worker-src blob:; require-trusted-types-for 'script'; trusted-types orbitcert lit-html`;
  };

  /** A page of another origin with these elements. @param {Record<string, string>[]} elements */
  async function hosted(t, elements, { context, csp = policy(), style = '', violates } = {}) {
    const body = elements
      .map(
        (attributes) =>
          `<orbit-certificate ${Object.entries(attributes)
            .map(([name, value]) => `${name}="${value}"`)
            .join(' ')}></orbit-certificate>`,
      )
      .join('\n');
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A paper</title><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="${csp}">${style}
      <script type="module" src="${site.url}embed.js"></script><main><h1>A paper</h1>${body}</main>`;
    return openPage(t, { texts: { 'paper.html': html }, path: 'paper.html', edge: null, context, violates });
  }

  const element = (page) => page.getByRole('group', { name: 'Robustness certificate' });

  test('a signed certificate, and its check on this device, under a strict policy', async (t) => {
    site.edge.plan = () => '';
    const { page, errors, site: host } = await hosted(t, [{ key, 'public-key': publicKey, request }]);
    await element(page).getByText('Shared, signature checked.').waitFor();
    assert.equal(await element(page).getAttribute('data-certified'), 'true');
    assert.match(
      await element(page).innerText(),
      /Certified: still a 3\. Turned back, it is 0\.12 away\. .*p, clean\n≥ 0\.9874\nσ\n0\.1\ndistance d\n0\.1198\nradius r\n0\.2240\np′, perturbed\n≥ 0\.8514\nα\n0\.001\nargument\nOrbit-based\nvotes\nas claimed in the link/s,
    );
    assert.ok(!site.requests.slice(-3).some((path) => path.endsWith('.wasm')), 'the certifier is loaded when asked for');
    await page.getByRole('button', { name: 'Check on this device' }).click();
    await element(page).locator('.state.checked').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    const link = await page.getByRole('link', { name: 'Open in OrbitCert' }).getAttribute('href');
    assert.equal(link, `${site.url}#key=${key}&request=${request}`);
    assert.deepEqual(errors, []);
    assert.ok(host.requests.every((path) => !path.endsWith('.js') && !path.endsWith('.wasm')), 'nothing from the page around');
  });

  test('what is not signed is not shown, what differs is refused', async (t) => {
    site.edge.plan = () => '';
    const { page } = await hosted(t, [{ key }]);
    await element(page).getByText('cannot be checked here').waitFor();
    assert.equal(await element(page).getAttribute('data-certified'), null);
    await page.getByRole('button', { name: 'Check on this device' }).click();
    await element(page).locator('.state.checked').waitFor();
    assert.equal(await element(page).getAttribute('data-certified'), 'true');

    for (const [fault, first, then, said] of [
      ['a changed number', 'not carry the signature', '.state.wrong', 'is refused. Computed on this'],
      ['a changed number, signed', 'Shared, signature checked.', '.state.wrong', 'differ: orbit.'],
      ['another core, same key', 'Core 0.7.0 made this', '.state.checked', ''],
      ['another certificate', 'belongs to another key', '', ''],
    ]) {
      site.edge.plan = () => fault;
      const { page: other } = await hosted(t, [{ key, 'public-key': publicKey }]);
      await element(other).getByText(first).waitFor();
      const check = other.getByRole('button', { name: 'Check on this device' });
      assert.equal(await check.count(), then ? 1 : 0, fault);
      if (then) await check.click();
      if (then) await element(other).locator(then, { hasText: said }).waitFor();
      if (then) assert.match(await element(other).innerText(), /radius r\n0\.2240/, fault);
    }
  });

  test('without the edge the request in the page will do', async (t) => {
    site.edge.plan = () => 'plain host 404';
    const { page } = await hosted(t, [{ key, 'public-key': publicKey, request }, { key, 'public-key': publicKey }]);
    await element(page).first().getByText('certificate can be computed').waitFor();
    await page.getByRole('button', { name: 'Check on this device' }).click();
    await element(page).first().getByText('Computed on this device.').waitFor();
    assert.equal(await element(page).first().getAttribute('data-certified'), 'true');
    await element(page).nth(1).getByText('without a sharing service').waitFor();
    assert.equal(await element(page).nth(1).getAttribute('data-certified'), null);
  });

  test('bad attributes, a foreign request, a policy that forbids the check', async (t) => {
    site.edge.plan = () => '404';
    const { page } = await hosted(
      t, [{ key: 'xyz' }, { key, request: 'A' }, { key: '0'.repeat(64), request }, { key, page: 'javascript:alert(1)' }, { key, edge: 'http://' }],
      { csp: policy().replace("'wasm-unsafe-eval'", ''), violates: true },
    );
    const [bad, damaged, foreign, script, nowhere] = await element(page).all();
    await bad.getByText('64 hexadecimal digits').waitFor();
    await script.getByText('“page” must be an address').waitFor();
    await nowhere.getByText('“edge” must be an address').waitFor();
    assert.equal(await script.getByRole('link').count(), 0);
    await foreign.getByText('can be computed').waitFor();
    await foreign.getByRole('button').click();
    await foreign.getByText('The certifier cannot start').waitFor();
    await damaged.getByRole('button').click();
    await damaged.getByText(/Not checked on this device\./).waitFor();
    const { page: other } = await hosted(t, [{ key, request: 'A' }, { key: '0'.repeat(64), request }]);
    const [cut, mixed] = await element(other).all();
    for (const one of [cut, mixed]) await one.getByRole('button').click();
    await cut.getByText('link is damaged').waitFor();
    await mixed.getByText('belong to the key').waitFor();
    assert.equal(await other.locator('[data-certified]').count(), 0);
  });

  test('its looks are its own, and axe finds nothing', async (t) => {
    site.edge.plan = () => '';
    const hostile = '<style>* { color: red !important; font-size: 40px !important; display: inline } p { margin: 50px }</style>';
    const csp = policy().replace("default-src 'none';", "default-src 'none'; style-src 'unsafe-inline';");
    for (const colorScheme of ['light', 'dark']) {
      const { page } = await hosted(t, [{ key, 'public-key': publicKey, request }, { key: '1' }], {
        csp, style: colorScheme === 'light' ? hostile : '', context: { colorScheme, viewport: { width: 390, height: 844 } },
      });
      await element(page).first().getByText('Shared, signature checked.').waitFor();
      const size = await element(page).first().locator('.sentence').evaluate((p) => getComputedStyle(p).fontSize);
      assert.equal(size, '18px');
      if (colorScheme === 'dark') assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      assert.deepEqual(await violations(page, 'orbit-certificate'), []);
    }
  });
});
