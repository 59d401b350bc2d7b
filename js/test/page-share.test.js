// Sharing: a link made in one browser context and opened in another, over the native edge server.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPage, siteFolder } from './browser.js';

const folder = mkdtempSync(join(tmpdir(), 'orbitcert-share-'));
let server;
let url;

before(async () => {
  const program = join(folder, 'edge');
  execFileSync('go', ['build', '-o', program, './wasm/edge'], { cwd: fileURLToPath(new URL('../../', import.meta.url)) });
  server = spawn(program, ['-site', siteFolder, '-data', join(folder, 'data'), '-port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(server.stdout, 'data');
  url = `${/http:\S+/.exec(String(line))[0]}/`;
});

after(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const finished = (page) => page.locator('[data-phase=done]').waitFor();

/** Shares what the path names, the first example without, and returns the link's hash. */
async function share(t, path = '') {
  const { page, errors } = await openPage(t, { url, path });
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to this certificate').inputValue();
  assert.match(link, /#key=[0-9a-f]{64}$/);
  assert.deepEqual(errors, []);
  return { page, hash: new URL(link).hash };
}

test('a shared link opens elsewhere, is computed again and found the same', async (t) => {
  const { page, hash } = await share(t);
  const { page: other, errors } = await openPage(t, { url, path: hash });
  await other.getByText('Shared, checked on this device').waitFor();
  assert.equal(await verdict(other).getAttribute('data-certified'), 'true');
  // The smallest probability arrives after the verdict.
  const orbit = async (p) => {
    const row = p.getByRole('row', { name: 'Orbit-based' });
    await row.getByText('from p').waitFor();
    return row.innerText();
  };
  assert.equal(await orbit(other), await orbit(page));
  assert.equal(await other.getByLabel('Smoothing σ').inputValue(), '0.1');
  assert.deepEqual(errors, []);
  await other.getByLabel('Smoothing σ').fill('9');
  assert.equal(await other.getByText('Shared, checked').count(), 0);
});

test('a certificate for clouds in another order is shared as that of the matched ones', async (t) => {
  const { page, hash } = await share(t, '#v=1&example=sulphur-3d&permutation=true&kept=8&method=farthest');
  const { page: other, errors } = await openPage(t, { url, path: hash });
  await other.getByText('Shared, checked on this device').waitFor();
  const said = /no perturbed cloud this close \(d = [\d.]+ after reordering the points and removing rotation and translation\)/;
  assert.equal((await verdict(other).innerText()).match(said)?.[0], (await verdict(page).innerText()).match(said)?.[0]);
  assert.match(await verdict(other).innerText(), said);
  assert.ok(await other.getByLabel('Point order does not matter').isChecked());
  assert.equal(await other.getByRole('button', { name: /^Sample to/ }).count(), 0);
  assert.deepEqual(errors, []);
});

test('a stored certificate that claims too much is refused', async (t) => {
  const { hash } = await share(t);
  const { page } = await openPage(t, {
    url, path: hash,
    before: (page) => page.route('**/api/certificates/*', async (route) => {
      const response = await route.fetch();
      const document = await response.json();
      document.orbit.radius *= 2;
      await route.fulfill({ response, json: document });
    }),
  });
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /does not stand.*These parts differ: orbit/s);
  await verdict(page).getByText('Certified:').waitFor();
});

test('links that lead nowhere', async (t) => {
  const { page } = await openPage(t, { url, path: `#key=${'0'.repeat(64)}` });
  await page.getByRole('alert').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), null);
  const { page: damaged } = await openPage(t, { url, path: '#key=xyz' });
  assert.match(await damaged.getByRole('alert').innerText(), /64 hexadecimal/);
});

test('without an edge Share says so and everything else works', async (t) => {
  const { page } = await openPage(t);
  await finished(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('without a sharing service').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
});

test('offline Share says so', async (t) => {
  const { page, context } = await openPage(t, { url });
  await finished(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('You are offline').waitFor();
});
