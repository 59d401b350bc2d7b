// Certificates with numbers and labels that orbitcert-votes counted. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { labelsModel, numbersModel } from '../tools/linear-models.js';
import { program, votesProgram } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const folder = mkdtempSync(join(tmpdir(), 'counted-outputs-'));
after(() => rmSync(folder, { recursive: true }));

const points = Array.from({ length: 6 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i / 6]);
const request = { clean: { points }, perturbed: { points: points.map(([x, y, z]) => [x + 0.01, y, z]) }, sigma: 0.2, group: 'none', samples: 0 };

const open = visits('#v=1&sigma=0.1');
const headline = (page) => page.locator('.verdict .sentence h2');
const stored = (page) => page.getByRole('region', { name: 'Stored votes' });

/** Counts with a model and certifies. @param {string} name @param {Uint8Array} model @param {string[]} options */
function counted(name, model, ...options) {
  const [path, plan] = [join(folder, name), join(folder, 'plan.json')];
  writeFileSync(path, model);
  writeFileSync(plan, JSON.stringify(request));
  const evidence = JSON.parse(execFileSync('node', [votesProgram, plan, '--model', path, '--samples', '300', '--all', ...options], { encoding: 'utf8' }));
  writeFileSync(plan, JSON.stringify({ ...request, prediction: { evidence } }));
  return { evidence, certificate: JSON.parse(execFileSync(program('orbitcert'), ['certify', plan], { encoding: 'utf8' })) };
}

async function drop(page, ...files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of list) transfer.items.add(new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name));
    return transfer;
  }, files.map(([name, bytes]) => [name, typeof bytes === 'string' ? bytes : [...bytes]]));
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

const energy = numbersModel(6, [Array.from({ length: 18 }, (_, i) => (i % 3) - 0.5)]);

test('a certificate of counted numbers is verified, and who counts them again is said', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const { certificate, evidence } = counted('energy.onnx', energy, '--layout', 'flat BND');
  await drop(page, ['mine.json', JSON.stringify(certificate)], ['energy.onnx', energy]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).getByText(/Stored numbers of energy\.onnx[^]*on 300 noisy samples/).waitFor();
  await stored(page).getByText(/“orbitcert verify --model” counts numbers and labels again/).waitFor();
  await page.getByText(/^energy\.onnx: this page counts classes alone/).waitFor();

  await drop(page, ['votes.json', JSON.stringify(evidence)]);
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).getByText(/Stored numbers of energy\.onnx/).waitFor();
  assert.deepEqual(errors, []);
});

test('a certificate of counted labels is verified, with the names of the labels', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const { certificate } = counted('parts.onnx', labelsModel([[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
  await drop(page, ['mine.json', JSON.stringify(certificate)]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/labels stay|label is certified/).waitFor();
  await stored(page).getByText(/Stored labels of parts\.onnx/).waitFor();
  assert.deepEqual(errors, []);
});
