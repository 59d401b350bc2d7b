// Votes of a model for every cloud of a run: counted in the page as by the command line. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serious } from '../axe.js';
import { contents, openPage } from '../browser.js';
import { rationed } from '../held.js';
import { program, repository } from '../native.js';

const model = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}.onnx`, import.meta.url));
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const phase = (page, name) => page.locator(`[data-run="${name}"]`).waitFor();
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** So many points whose mean first coordinate is m. */
const points = (m, count = 8) => Array.from({ length: count }, (_, i) => [m + (i % 2 ? 0.5 : -0.5), Math.cos(i), Math.sin(3 * i) / 1e4]);

/** Settings with every field, as the page writes them. */
const SETTINGS = {
  sigma: 0.1, group: 'none', permutation: false, alpha: 0.001, samples: 10_000, bound: 'dual', seed: 0,
  attack: { family: 'scale', norms: [0, 0.05, 0.1] },
};

/** A run without votes: clouds left and right of the origin. */
const runOf = (...means) => JSON.stringify({ ...SETTINGS, clouds: means.map((m, i) => ({ name: `cloud ${i}`, label: i % 2, points: points(m) })) });

/** The view with files and a model that is to vote. */
async function open(t, files, name, samples, before) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', before });
  const { page } = opened;
  await page.getByLabel('Dataset files').setInputFiles(files);
  await phase(page, 'ready');
  await page.getByLabel('from a model').check();
  await page.locator('#control-run-model').setInputFiles(model(name));
  await page.locator('orbit-run-model dl').waitFor();
  await page.getByLabel('Samples of each cloud').fill(String(samples));
  return opened;
}

const count = (page) => button(page, 'Count votes and certify').click();

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return String(await contents(download));
}

/** A folder with files in it. */
function folderOf(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-model-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const votesLine = (cwd, ...args) => execFileSync(process.execPath, [join(repository, 'build/out/orbitcert-votes.mjs'), ...args], { cwd, encoding: 'utf8' });

test('the votes of all clouds are the bytes of the command line, certify, and are kept where they still belong', async (t) => {
  const text = runOf(0.5, -0.5, 0.02);
  const { page, errors } = await open(t, [file('run.json', text)], 'bdn', 200);
  await page.getByText('2 classes').waitFor();
  await count(page);
  await phase(page, 'done');
  const votes = await saved(page, 'Save votes');
  const folder = folderOf(t, { 'run.json': text });
  assert.equal(votes, votesLine(folder, 'run.json', '--model', model('bdn'), '--samples', '200'));
  await page.getByText(/Votes of bdn\.onnx .* on 200 noisy samples of each cloud/).waitFor();

  const [run, result] = [await saved(page, 'Save run'), await saved(page, 'Save result')];
  for (const [name, content] of Object.entries({ votes, run, result })) writeFileSync(join(folder, `${name}.json`), content);
  assert.match(votesLine(folder, 'run.json', '--model', model('bdn'), '--recount'), /3 clouds counted again, each has the votes that are written/);
  if (process.arch === 'x64') {
    for (const name of ['votes.json', 'run.json']) assert.equal(execFileSync(program('orbitcert'), ['run', name], { cwd: folder, encoding: 'utf8' }), result, name);
  }

  // Another attack keeps the votes, another σ asks for others.
  const counted = () => page.evaluate(() => globalThis.counted);
  await page.evaluate(() => {
    globalThis.counted = 0;
    new MutationObserver(() => { globalThis.counted += Number(document.querySelector('[data-run]')?.getAttribute('data-run') === 'counting'); })
      .observe(/** @type {any} */ (document.querySelector('[data-run]')), { attributes: true, attributeFilter: ['data-run'] });
  });
  await page.getByLabel('Norms').fill('0 0.2');
  await count(page);
  await page.getByRole('row', { name: /^0\.2 / }).waitFor();
  assert.equal(await counted(), 0);
  assert.equal(await saved(page, 'Save votes'), votes);
  await page.locator('#control-run-sigma').fill('0.2');
  await count(page);
  await page.getByText('smoothed with σ = 0.2').waitFor();
  assert.equal(await counted(), 1);
  assert.equal(JSON.parse(await saved(page, 'Save votes')).voted.sampling.sigma, 0.2);
  assert.deepEqual(errors, []);
});

test('a count is paused, found again after a reload with its model, and is the same count; it can be cancelled', async (t) => {
  const text = runOf(...Array.from({ length: 6 }, (_, i) => (i % 2 ? -0.3 : 0.3) + i / 100));
  // The model stands still after some batches, in the middle of a cloud, so that what is pressed then comes in time.
  const { page, errors } = await open(t, [file('run.json', text)], 'bdn', 200, (page) => rationed(page, 60));
  await count(page);
  await page.getByText(/Votes of [1-5] of 6 clouds, [\d,]+ of 1,800 samples/).waitFor();
  await button(page, 'Cancel').click();
  await phase(page, 'ready');
  await page.evaluate(() => { globalThis.batches = 60; });
  await count(page);
  await page.getByText(/Votes of [1-5] of 6 clouds/).waitFor();
  await page.evaluate(() => sessionStorage.setItem('free', 'yes'));
  await button(page, 'Pause').click();
  await phase(page, 'paused');
  const before = await page.locator('.act .amount').innerText();
  await page.reload();
  await phase(page, 'paused');
  await page.getByText(/An unfinished count was found: [1-5] of 6 clouds have their votes/).waitFor();
  const after = await page.locator('.act .amount').innerText();
  assert.ok(parseInt(after.slice(9)) > 0 && parseInt(after.slice(9)) <= parseInt(before.slice(9)), `${before}, then ${after}`);
  await button(page, 'Resume').click();
  await phase(page, 'done');
  assert.equal(await saved(page, 'Save votes'), votesLine(folderOf(t, { 'run.json': text }), 'run.json', '--model', model('bdn'), '--samples', '200'));
  assert.deepEqual(errors, []);
});

test('clouds by themselves need labels; one that the model cannot take fails alone, here and on the command line', async (t) => {
  const xyz = (...of) => points(...of).map((point) => point.join(' ')).join('\n');
  const { page } = await open(t, [file('a.xyz', xyz(0.5)), file('b.xyz', xyz(0.5, 10)), file('c.xyz', xyz(-0.5)), file('d.xyz', xyz(0.4))], 'fixed', 200);
  await page.locator('#control-run-group').selectOption('none');
  await count(page);
  await page.getByText('labels: are missing: no cloud has one').waitFor();
  await page.getByLabel('Dataset files').setInputFiles([file('labels.csv', 'name,label\na,0\nb,0\nc,2\n')]);
  await phase(page, 'ready');
  await count(page);
  await phase(page, 'done');
  assert.deepEqual(await page.locator('.failures li').allInnerTexts(), [
    'b.xyz: preparation.points: The model takes 8 points, and the cloud has 10.',
    'c.xyz: has the label 2, but the model has 2 classes',
    'd.xyz: has no label, the number of its true class',
  ]);
  await page.getByText(/^4 clouds, 1 of them predicted correctly; 3 without a verdict/).waitFor();

  const clouds = [{ name: 'a', label: 0, points: points(0.5) }, { name: 'b', label: 0, points: points(0.5, 10) }, { name: 'c', failure: 'was not there' }];
  const folder = folderOf(t, { 'run.json': JSON.stringify({ ...SETTINGS, clouds }), 'bad.json': JSON.stringify({ ...SETTINGS, clouds: clouds.slice(1) }) });
  const { clouds: [, b, c] } = JSON.parse(votesLine(folder, 'run.json', '--model', model('fixed'), '--samples', '200'));
  assert.deepEqual([b.failure, c.failure], ['preparation.points: The model takes 8 points, and the cloud has 10.', 'was not there']);
  assert.throws(() => votesLine(folder, 'bad.json', '--model', model('fixed'), '--samples', '200'), /no cloud could be voted on; b: preparation\.points/);
});

test('without a model, and with numbers that are none, the entry says so; keyboard and axe find nothing wrong', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset' });
  await page.getByRole('button', { name: '2-D digits' }).click();
  await phase(page, 'ready');
  await page.getByLabel('in the files').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /Handwritten/ }).waitFor();
  await count(page);
  await page.locator('#error-run-model').getByText('There is no model yet').waitFor();
  assert.equal(await page.getByRole('button', { name: /Furniture/ }).count(), 0, 'models of other dimensions');
  await page.getByRole('button', { name: /Handwritten/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Samples of each cloud').fill('7');
  await count(page);
  await page.locator('#error-run-counted').waitFor();
  await page.getByLabel('Samples of each cloud').fill('200');
  await button(page, 'Count votes and certify').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-run=counting] button', { hasText: 'Pause' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Pause');
  await page.keyboard.press('Enter');
  await phase(page, 'paused');
  await page.locator('summary').evaluateAll((all) => all.forEach((summary) => summary.click()));
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(errors, []);
});
