// The page opens what it has written itself: certificates, requests and votes, dropped, chosen or pasted. Needs `make build`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { contents, openPage, siteFolder } from './browser.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const banner = (page) => page.locator('.banner');
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const orbit = (page) => page.locator('tr[data-row=orbit]').innerText();

async function open(t, path) {
  const opened = await openPage(t, { path });
  await finished(opened.page);
  return opened;
}

/** Drops files onto the page as a file manager does. */
async function drop(page, ...files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, text] of list) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

/** The certificate that the page writes for what the path names. */
async function written(t, path) {
  const { page } = await open(t, path);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download certificate' }).click()]);
  return { page, text: String(await contents(download)) };
}

test('a certificate is computed again and found to stand, with its clouds and entries', async (t) => {
  const { page: first, text } = await written(t, '#v=1&example=chair-3d&given=probability&probability=0.97&draws=5000&alpha=0.01');
  const { page, errors } = await open(t);
  await drop(page, ['chair.json', text]);
  await banner(page).getByText('chair.json stands. Computed again here, with the same result.').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  // The smallest probability arrives after the verdict.
  for (const one of [page, first]) await one.locator('tr[data-row=orbit]').getByText(/p [≥>]/).waitFor();
  assert.equal(await orbit(page), await orbit(first));
  assert.equal(await page.getByLabel('Error probability α').inputValue(), '0.01');
  assert.match(await page.locator('#about-clean').innerText(), /512 points, 3-D/);
  assert.match(await page.locator('#about-drawing').innerText(), /512 points in 3-D/);
  await page.getByLabel('Smoothing σ').fill('0.2');
  assert.equal(await banner(page).count(), 0, 'gone with what it was about');
  assert.deepEqual(errors, []);
});

test('a certificate that was changed does not stand, one of another version is not compared', async (t) => {
  const { text } = await written(t, '');
  const { page } = await open(t);
  const document = JSON.parse(text);
  await drop(page, ['forged.json', JSON.stringify({ ...document, orbit: { ...document.orbit, radius: 9 } })]);
  await banner(page).and(page.getByRole('alert')).getByText('forged.json does not stand. These parts differ: orbit.').waitFor();
  assert.doesNotMatch(await orbit(page), /9\.0/, 'what is shown was computed here');
  await drop(page, ['older.json', JSON.stringify({ ...document, core: '0.0.1' })]);
  await banner(page).getByText('older.json was made by another version.').waitFor();
  await drop(page, ['bad.json', JSON.stringify({ ...document, request: { ...document.request, sigma: -1 } })]);
  await finished(page, 'failed');
  await banner(page).getByText('bad.json was not checked.').waitFor();
  await page.locator('#error-sigma').waitFor();
});

test('a shared certificate and the request of a link are opened without their clouds', async (t) => {
  const { page: first } = await open(t);
  const gram = await first.evaluate(async () => {
    const page = document.querySelector('orbit-page');
    return (await page.desk.afterthoughts.gram())[0];
  });
  const { page, errors } = await open(t);
  await drop(page, ['request.json', gram]);
  await page.locator('#about-clean').getByText('Inner products of two clouds').waitFor();
  await finished(page);
  assert.match(await orbit(page), /0\.1197/);
  assert.deepEqual(errors, []);
});

test('a request is filled in and computed, pasted or with the clouds that it names', async (t) => {
  const text = await readFile(join(siteFolder, 'examples/scaling-2d.json'), 'utf8');
  const { page, errors } = await open(t);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
  await page.locator('#about-clean').getByText('pasted-clean.json').waitFor();
  await finished(page);
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.equal(await page.getByLabel('Smoothing σ').inputValue(), '0.5');

  const named = JSON.stringify({ ...JSON.parse(text), clean: { file: 'scans/one.xyz' }, perturbed: { file: 'two.xyz' }, sigma: 0.25 });
  await drop(page, ['ask.json', named]);
  await page.getByText('ask.json is filled in. Now drop the clouds that it names: one.xyz, two.xyz.').waitFor();
  assert.equal(await page.getByLabel('Smoothing σ').inputValue(), '0.25');
  assert.equal(await verdict(page).getAttribute('data-certified'), null);
  const [one, two] = ['1 0\n0 1\n-1 -1\n', '1.01 0\n0 1\n-1 -1\n'];
  await drop(page, ['two.xyz', two], ['ask.json', named], ['one.xyz', one]);
  await finished(page);
  assert.match(await page.locator('#about-clean').innerText(), /one\.xyz/);
  assert.match(await page.locator('#about-perturbed').innerText(), /two\.xyz/);
  assert.deepEqual(errors, []);
});

test('votes are filled in; those for many clouds belong elsewhere; other JSON is a cloud', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'votes.json', mimeType: 'application/json', buffer: Buffer.from('{"votes": 991, "samples": 1000, "runner_up": {"votes": 4}}') });
  await finished(page, 'stale');
  assert.deepEqual(await Promise.all(['Votes', 'Samples voted', 'Runner-up votes'].map((name) => page.getByLabel(name, { exact: true }).inputValue())), ['991', '1000', '4']);
  assert.match(await page.locator('#about-clean').innerText(), /digit-2d-clean/, 'the cloud stays');
  await page.getByRole('button', { name: 'Certify' }).click();
  await finished(page);
  assert.match(await page.locator('.verdict > .caption').innerText(), /991 of 1,000 votes/);
  await drop(page, ['votes.csv', 'name,label,votes_pred_0,votes_cert_0\na,0,1,1\n']);
  await page.getByText('votes.csv holds votes for many clouds').waitFor();
  await finished(page);
  await drop(page, ['cloud.json', '{"points": [[1, 2], [3, 4]]}']);
  await page.locator('#about-clean').getByText('cloud.json').waitFor();
});

test('a request says how its files are read', async (t) => {
  const { page, errors } = await open(t);
  const rows = [0, 1, 2].map((j) => Array.from({ length: 40 }, (_, i) => (i * (j + 2)) % 7).join(',')).join('\n');
  const request = { clean: { file: 'data/rows.csv', transposed: true }, perturbed: { attack: 'scale', norm: 0.1 }, sigma: 0.5, group: 'SE', samples: 1000, prediction: { probability: 0.9 } };
  await drop(page, ['request.json', JSON.stringify(request)], ['rows.csv', rows]);
  await page.locator('#about-clean').getByText('40 points, 3-D').waitFor();
  await finished(page);
  assert.deepEqual(errors, []);
});

/** The three points of the paper's example, scaled; drawn for O, which nothing exact stands for. */
const scaled = {
  clean: { points: [[0, 0.008], [-0.003, -0.003], [0.003, -0.003]] }, perturbed: { attack: 'scale', norm: 0.6 },
  sigma: 0.5, group: 'O', samples: 1000, prediction: { probability: 0.8 },
};

test('a seed that was given by hand is shown where it is used, and nowhere else', async (t) => {
  const { page } = await open(t);
  const caption = page.locator('.verdict > .caption').first();
  await drop(page, ['seeded.json', JSON.stringify({ ...scaled, seed: '2283' })]);
  await caption.getByText('Seed of the draws, given by hand: 2283.').waitFor();
  await drop(page, ['derived.json', JSON.stringify(scaled)]);
  await caption.getByText('The Monte Carlo row holds').waitFor();
  await finished(page);
  assert.doesNotMatch(await caption.innerText(), /by hand/);
  await drop(page, ['undrawn.json', JSON.stringify({ ...scaled, samples: 0, seed: '2283' })]);
  await caption.getByText('Nothing here was sampled.').waitFor();
  assert.doesNotMatch(await caption.innerText(), /by hand/);
});
