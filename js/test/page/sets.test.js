// Sets of classes that hold the true one: a calibration is dropped, and stays with what is made of it. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { openPage, savedCertificate, siteFile, wholeLink } from '../tools/browser.js';
import { program } from '../tools/native.js';
import { phase } from '../tools/run-phase.js';
import { FIRST, visits } from '../tools/visit.js';

const command = (input, ...args) => execFileSync(program('orbitcert'), [...args, '-'], { input, encoding: 'utf8' });

/** The shipped digits, with votes for one attack that takes no draws. */
const digits = { ...JSON.parse(siteFile('datasets/digits.json')), samples: 0, attack: { family: 'scale', norms: [0.1] } };

/** A calibration on some of them. @param {number} clouds @param {object} [settings] other ones */
const calibration = (clouds, settings) => JSON.parse(command(command(JSON.stringify({ ...digits, ...settings, clouds: digits.clouds.slice(0, clouds) }), 'run'),
  'calibrate', '--coverage', '0.9', '--radius', '0.2'));

const visit = visits(FIRST);
const line = (page) => page.locator('[data-note=sets]');
const finished = (page) => page.locator('[data-phase=done]').waitFor();

/** Drops a document onto the page. */
async function drop(page, document) {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'mine.json'));
    return transfer;
  }, JSON.stringify(document));
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

test('a calibration gives the verdict a set of classes, which documents and links keep', async (t) => {
  const { page, errors, site } = await visit(t);
  const sets = calibration(30);
  await drop(page, sets);
  await line(page).getByText('3 · holds the truth 9 times of 10').waitFor();
  await finished(page);
  const document = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(document.sets, { classes: ['3'], coverage: 0.9, radius: 0.2, threshold: sets.threshold });
  assert.deepEqual(document.request.sets.results, sets.results);

  await page.getByRole('button', { name: 'Remove calibration' }).click();
  await line(page).waitFor({ state: 'detached' });
  await drop(page, document);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await line(page).getByText('holds the truth').waitFor();
  assert.deepEqual(JSON.parse(String(await savedCertificate(page))).sets, document.sets);

  await page.getByRole('button', { name: 'Share' }).click();
  const link = await wholeLink(page);
  const { page: other } = await openPage(t, { edge: site.edge, path: new URL(link).hash });
  await line(other).getByText('holds the truth').waitFor();

  await drop(page, { ...sets, settings: { ...sets.settings, sigma: 0.2 } });
  await page.getByText(/^Sets\.\S*: /).waitFor();
  await line(page).getByText('not used here').waitFor();
  assert.deepEqual(errors, []);
});

test('the result of a run sums up its sets', async (t) => {
  const { page, errors } = await visit(t, '#v=1&view=dataset');
  const run = { ...digits, clouds: digits.clouds.slice(30), sets: calibration(30) };
  await page.locator('#dataset-files').setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(run)) });
  await phase(page, 'ready');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await phase(page, 'done');
  const { sets } = JSON.parse(command(JSON.stringify(run), 'run'));
  assert.ok(sets.size >= 1);
  assert.equal((await line(page).innerText()).replace(/\s+/g, ' '), `Sets that hold the truth 9 times of 10: ${
    (Math.ceil(sets.size * 100) / 100).toFixed(2)} classes on average, and ${Math.floor(100 * sets.held)} % of the sets here hold it. More`);
  assert.deepEqual(errors, []);
});

test('classes drawn with scores are said to be, and do not answer for votes', async (t) => {
  const { page, errors } = await visit(t);
  const { clean, perturbed, sigma, group } = JSON.parse(siteFile('examples/digit-2d.json'));
  const asked = { clean, perturbed, sigma, group, samples: 0, scores: true, prediction: { votes: 995, samples: 1000 } };
  await drop(page, JSON.parse(command(JSON.stringify(asked), 'certify')));
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await page.getByText('995 of 1,000 votes drawn with scores').first().waitFor({ state: 'attached' });
  const saved = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual([saved.request.scores, saved.certified], [true, true]);

  const check = page.locator('#control-scores');
  assert.equal(await check.isChecked(), true);
  await check.uncheck();
  await page.locator('[data-certified="true"]').waitFor({ state: 'detached' });
  await check.check();
  await page.locator('[data-phase=done][data-certified="true"]').waitFor();
  assert.deepEqual(errors, []);
});
