// Votes of a model for every cloud of a run, in the page. Which they are is in desk/run-model.test.js. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serious } from '../tools/axe.js';
import { openPage, savedFile } from '../tools/browser.js';
import { rationed } from '../tools/stand-still.js';
import { votesCommand } from '../tools/native.js';
import { phase } from '../tools/run-phase.js';

const model = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}.onnx`, import.meta.url));
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** So many points whose mean first coordinate is m. */
const points = (m, count = 8) => Array.from({ length: count }, (_, i) => [m + (i % 2 ? 0.5 : -0.5), Math.cos(i), Math.sin(3 * i) / 1e4]);

/** Settings with every field, as the page writes them. */
const SETTINGS = {
  sigma: 0.1, group: 'none', permutation: false, runner_up: true, alpha: 0.001, samples: 10_000, bound: 'disagreement', seed: 0,
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

const saved = async (page, name) => String((await savedFile(page, button(page, name))).bytes);

/** A folder with files in it. */
function folderOf(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-model-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const votesLine = (cwd, ...args) => execFileSync(process.execPath, [...votesCommand, ...args], { cwd, encoding: 'utf8' });

test('a count is paused, found again after a reload with its model, and is the same count; it can be cancelled', async (t) => {
  // No votes certify the last norm, so that every cloud takes all samples.
  const attack = { ...SETTINGS.attack, norms: [0, 100] };
  const text = JSON.stringify({ ...JSON.parse(runOf(...Array.from({ length: 6 }, (_, i) => (i % 2 ? -0.3 : 0.3) + i / 100))), attack });
  // The model stands still after some of the clouds, whichever blocks are checked row by row: at least 49 batches for a cloud, at most 95.
  const { page, errors } = await open(t, [file('run.json', text)], 'bdn', 200, (page) => rationed(page, 200));
  await count(page);
  await page.getByText(/[1-5] of 6 clouds, [\d,]+ of 1,200 samples/).waitFor();
  await button(page, 'Cancel').click();
  await phase(page, 'ready');
  await page.evaluate(() => { globalThis.batches = 200; });
  await count(page);
  await page.getByText(/Votes of [1-5] of 6 clouds/).waitFor();
  await page.evaluate(() => sessionStorage.setItem('free', 'yes'));
  await button(page, 'Pause').click();
  await phase(page, 'paused');
  const before = await page.locator('.standing .amount').innerText();
  await page.reload();
  await phase(page, 'paused');
  await page.locator('[data-note=run]').getByText(/unfinished count .* [1-5] of 6/).waitFor();
  const after = await page.locator('.standing .amount').innerText();
  assert.ok(parseInt(after.slice(9)) > 0 && parseInt(after.slice(9)) <= parseInt(before.slice(9)), `${before}, then ${after}`);
  await button(page, 'Resume').click();
  await phase(page, 'done');
  await page.locator('[data-note=voted]').getByText(/bdn\.onnx .* 200 noisy samples/).waitFor();
  assert.equal(await saved(page, 'Save votes'), votesLine(folderOf(t, { 'run.json': text }), 'run.json', '--model', model('bdn'), '--samples', '200'));
  assert.deepEqual(errors, []);
});

test('without a model, and with numbers that are none, the entry says so; keyboard and axe find nothing wrong', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset', before: (page) => rationed(page, 20) });
  await page.getByRole('button', { name: '2-D digits' }).click();
  await phase(page, 'ready');
  await page.getByLabel('in the files').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /Handwritten/ }).waitFor();
  await count(page);
  await page.locator('#error-run-model').getByText('Choose or drop a model').waitFor();
  assert.equal(
    await page.locator('orbit-run-model').getByRole('button', { name: /things|shape|upright|convolutions/ }).count(), 0,
    'models of other dimensions',
  );
  await page.getByRole('button', { name: /Handwritten/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Made invariant by').selectOption('one pose a vote');
  await page.locator('orbit-run-model').getByText('with one evaluation a vote').waitFor();
  await page.getByLabel('Samples of each cloud').fill('7');
  await count(page);
  await page.locator('#error-run-counted').waitFor();
  await page.getByLabel('Samples of each cloud').fill('200');
  await button(page, 'Count votes and certify').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Pause');
  await page.keyboard.press('Enter');
  await phase(page, 'paused');
  await page.locator('summary').evaluateAll((all) => all.forEach((summary) => summary.click()));
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(errors, []);
});
