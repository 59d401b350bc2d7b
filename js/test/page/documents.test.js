// The page opens what it has written itself: certificates, requests and votes, dropped, chosen or pasted. What becomes of each is in
// desk/own-documents.test.js. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedCertificate, siteFile } from '../tools/browser.js';
import { visits } from '../tools/visit.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const banner = (page) => page.locator('.banner');
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const orbit = (page) => page.locator('tr[data-row=orbit]').innerText();

const open = visits();

/** Drops files onto the page as a file manager does. */
async function drop(page, ...files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, text] of list) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

test('a certificate is computed again, a changed one is refused; a request and votes are filled in', async (t) => {
  const { page, errors } = await open(t, '#v=1&example=digit-2d&given=probability&probability=0.97&draws=5000&alpha=0.01');
  // The smallest probability arrives after the verdict.
  const numbers = async () => {
    await page.locator('tr[data-row=orbit]').getByText(/p [≥>]/).waitFor();
    return orbit(page);
  };
  const before = await numbers();
  const text = String(await savedCertificate(page));
  await page.getByRole('button', { name: /tight wins/ }).click();
  await page.getByRole('button', { name: /tight wins/, pressed: true }).waitFor();
  await finished(page);

  await drop(page, ['digit.json', text]);
  await banner(page).and(page.getByRole('status')).getByText('digit.json is verified.').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.equal(await numbers(), before);
  assert.equal(await page.getByLabel('Error probability α').inputValue(), '0.01');
  assert.match(await page.locator('#about-clean').innerText(), /digit-clean\.json[^]* points, 2-D/);
  assert.match(await page.locator('#about-drawing').innerText(), / points in 2-D/);
  await page.getByLabel('Smoothing σ').fill('0.2');
  assert.equal(await banner(page).count(), 0, 'gone with what it was about');

  const document = JSON.parse(text);
  await drop(page, ['forged.json', JSON.stringify({ ...document, orbit: { ...document.orbit, radius: 9 } })]);
  await banner(page).and(page.getByRole('alert')).getByText(/^forged\.json: verification failed\. .*: orbit\./).waitFor();
  assert.doesNotMatch(await orbit(page), /9\.0/, 'what is shown was computed here');
  await drop(page, ['bad.json', JSON.stringify({ ...document, request: { ...document.request, sigma: -1 } })]);
  await finished(page, 'failed');
  await page.locator('#error-sigma').waitFor();

  const request = String(siteFile('examples/scaling-2d.json'));
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, request);
  await page.locator('#about-clean').getByText('pasted-clean.json').waitFor();
  await finished(page);
  const named = JSON.stringify({ ...JSON.parse(request), clean: { file: 'scans/one.xyz' }, perturbed: { file: 'two.xyz' }, sigma: 0.25 });
  await drop(page, ['ask.json', named]);
  await page.locator('[data-note=notice]').getByText(/^ask\.json .*: one\.xyz, two\.xyz\./).waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), null);
  await drop(page, ['two.xyz', '1.01 0\n0 1\n-1 -1\n'], ['ask.json', named], ['one.xyz', '1 0\n0 1\n-1 -1\n']);
  await finished(page);
  assert.match(await page.locator('#about-perturbed').innerText(), /two\.xyz/);

  await page
    .getByLabel('Clean point cloud')
    .setInputFiles({ name: 'votes.json', mimeType: 'application/json', buffer: Buffer.from('{"votes": 991, "samples": 1000, "runner_up": {"votes": 4}}') });
  await finished(page);
  assert.deepEqual(await Promise.all(['Votes', 'out of', 'Runner-up votes'].map((name) => page.getByLabel(name, { exact: true }).inputValue())), [
    '991', '1000', '4',
  ]);
  await page.keyboard.press('Control+Enter');
  await finished(page);
  assert.match(await page.locator('.reasons .caption').first().innerText(), /991 of 1,000 votes/);
  const gram = await page.evaluate(async () => (await globalThis.document.querySelector('orbit-page').model.documents.gram())[0]);
  await drop(page, ['request.json', gram]);
  await page.locator('#about-clean').getByText('Inner products of two clouds').waitFor();
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
  const caption = page.locator('.reasons .caption').first();
  await drop(page, ['seeded.json', JSON.stringify({ ...scaled, seed: '2283' })]);
  await caption.getByText('by hand: 2283.').waitFor();
  await drop(page, ['derived.json', JSON.stringify(scaled)]);
  await caption.getByText('The Monte Carlo row holds').waitFor();
  await finished(page);
  assert.doesNotMatch(await caption.innerText(), /by hand/);
  await drop(page, ['undrawn.json', JSON.stringify({ ...scaled, samples: 0, seed: '2283' })]);
  await caption.getByText('Nothing here was sampled.').waitFor();
  assert.doesNotMatch(await caption.innerText(), /by hand/);
});
