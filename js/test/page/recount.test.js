// The votes in a dropped certificate are counted again by a dropped model. Votes that an example comes with are in model.test.js.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openPage } from '../tools/browser.js';
import { program, votesCommand } from '../tools/native.js';
import { rationed } from '../tools/stand-still.js';
import { visits } from '../tools/visit.js';

const folder = mkdtempSync(join(tmpdir(), 'recount-'));
after(() => rmSync(folder, { recursive: true }));

const modelPath = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));
const model = (/** @type {string} */ name) => [name, readFileSync(modelPath(name)).toString('base64')];
const text = (/** @type {string} */ name, value) => [name, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')];
const request = {
  clean: { points: Array.from({ length: 8 }, (_, i) => [0.05 + (i % 2 ? 0.5 : -0.5), Math.cos(i), Math.sin(3 * i)]) },
  perturbed: { attack: 'scale', norm: 0.001 }, sigma: 0.5, group: 'none', samples: 0,
};

/** @param {any} prediction */
function certified(prediction) {
  const file = join(folder, 'request.json');
  writeFileSync(file, JSON.stringify({ ...request, prediction }));
  return execFileSync(program('orbitcert'), ['certify', file], { encoding: 'utf8' });
}

/** What the tests drop, made with the first of them. @type {ReturnType<typeof make> | undefined} */
let documents;
const made = () => (documents ??= make());

/** The certificate of a votes document, and one with two votes exchanged: the counts are the same. */
function make() {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(request));
  const votes = JSON.parse(execFileSync('node', [...votesCommand, file, '--model', modelPath('bdn.onnx'), '--samples', '300', '--all'], { encoding: 'utf8' }));
  assert.equal(votes.format, 1);
  const classes = gunzipSync(Buffer.from(votes.sampled, 'base64'));
  const places = [classes.indexOf(0, 100), classes.indexOf(1, 100)].sort((a, b) => a - b);
  assert.ok(places[0] >= 100, 'both classes have votes');
  for (const place of places) classes[place] = 1 - classes[place];
  return { honest: certified({ evidence: votes }), forged: certified({ evidence: { ...votes, sampled: gzipSync(classes).toString('base64') } }), places };
}

const stored = (page) => page.getByRole('region', { name: 'Stored votes' });

const open = visits('#v=1&sigma=0.1');

/** Drops files onto the page as a file manager does. */
async function drop(page, ...files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of list) transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, files);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

test('a dropped model counts the votes of a dropped certificate again, and says which samples differ', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  await drop(page, text('mine.json', made().honest), model('bdn.onnx'));
  await stored(page).locator('[data-recount=same]', { hasText: 'bdn.onnx: the same votes, all 300.' }).waitFor();
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();

  await drop(page, text('forged.json', made().forged));
  await page.locator('.banner').getByText('forged.json is verified.').waitFor();
  await drop(page, model('bdn.onnx'));
  const alert = stored(page).locator('[data-recount=other][role=alert]');
  await alert.getByText(`number ${made().places.join(', ')}.`).waitFor();
  assert.deepEqual(errors, []);
});

test('errors of a second count name the file', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  await drop(page, model('bdn.onnx'));
  await page.locator('[data-note=notice]').getByText('bdn.onnx: no stored votes').waitFor();
  await drop(page, text('mine.json', made().honest), model('free.onnx'));
  await stored(page).locator('[data-recount=none]').getByText(/free\.onnx: its SHA-256 is [0-9a-f]{64}; .* [0-9a-f]{64}\./).waitFor();
  await drop(page, text('broken.onnx', 'no model'));
  await stored(page).locator('[data-recount=none]').getByText('broken.onnx').waitFor();
  await stored(page).getByLabel('Model that voted').setInputFiles(modelPath('bdn.onnx'));
  await stored(page).locator('[data-recount=same]', { hasText: 'all 300.' }).waitFor();

  const edited = JSON.parse(made().honest);
  edited.request.prediction.evidence.model.bytes += 1;
  await drop(page, text('edited.json', edited), model('bdn.onnx'));
  await stored(page).locator('[data-recount=refuted]').getByText(/written as 407, and is 406\./).waitFor();

  const single = JSON.parse(made().honest);
  delete single.request.prediction.evidence.sampled;
  await drop(page, text('single.json', single), model('bdn.onnx'));
  await stored(page).locator('[data-recount=none]').getByText('neither cloud nor single votes').waitFor();
  assert.deepEqual(errors, []);
});

test('a second count shows its progress, and a cancelled one begins anew with the same model', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&sigma=0.1', before: (page) => rationed(page, 200) });
  await drop(page, text('mine.json', made().honest), model('bdn.onnx'));
  await stored(page).locator('.amount').getByText(/[1-9]\d* of 300 samples/).waitFor();
  await stored(page).getByRole('button', { name: 'Cancel' }).click();
  await stored(page).locator('[data-recount=none]').getByText('cancelled').waitFor();
  await page.evaluate(() => { globalThis.batches = Infinity; });
  await stored(page).getByRole('button', { name: 'Count these votes again' }).click();
  await stored(page).locator('[data-recount=same]', { hasText: 'bdn.onnx: the same votes, all 300.' }).waitFor();
  assert.deepEqual(errors, []);
});
