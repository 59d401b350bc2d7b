// Numbers and labels that a model returned are counted again by that model, dropped with the certificate. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { labelsModel, numbersModel } from '../tools/linear-models.js';
import { program, votesProgram } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const folder = mkdtempSync(join(tmpdir(), 'recount-outputs-'));
after(() => rmSync(folder, { recursive: true }));

const points = Array.from({ length: 6 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i / 6]);
const request = { clean: { points }, perturbed: { points: points.map(([x, y, z]) => [x + 0.01, y, z]) }, sigma: 0.2, group: 'none', samples: 0 };

const open = visits('#v=1&sigma=0.1');
const headline = (page) => page.locator('.verdict .sentence h2');
const stored = (page) => page.getByRole('region', { name: 'Stored votes' });

/** Counts with a model and certifies. @param {string} name @param {Uint8Array} model @returns {any} the certificate */
function counted(name, model) {
  const [path, plan] = [join(folder, name), join(folder, 'plan.json')];
  writeFileSync(path, model);
  writeFileSync(plan, JSON.stringify(request));
  const evidence = JSON.parse(execFileSync('node', [votesProgram, plan, '--model', path, '--samples', '300', '--all'], { encoding: 'utf8' }));
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

test('the numbers of a certificate are counted again, and a changed one is found', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const model = numbersModel(6, [Array.from({ length: 18 }, (_, i) => (i % 3) - 0.5)]);
  const { certificate } = counted('energy.onnx', model);
  await drop(page, ['mine.json', JSON.stringify(certificate)], ['energy.onnx', model]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).getByText(/Stored numbers of energy\.onnx/).waitFor();
  await stored(page).getByText(/Counted again here with energy\.onnx: the same/).waitFor();

  const forged = structuredClone(certificate.request);
  forged.prediction.values[7] += 1;
  await drop(page, ['forged.json', JSON.stringify(forged)]);
  await headline(page).getByText(/^Stays between/).waitFor();
  await drop(page, ['energy.onnx', model]);
  await stored(page).getByRole('alert').getByText(/1 of \d+ samples/).waitFor();
  assert.deepEqual(errors, []);
});

test('the labels of a certificate are counted again', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const model = labelsModel([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  const { certificate } = counted('parts.onnx', model);
  await drop(page, ['mine.json', JSON.stringify(certificate)], ['parts.onnx', model]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/labels stay|label is certified/).waitFor();
  await stored(page).getByText(/Counted again here with parts\.onnx: the same/).waitFor();
  assert.deepEqual(errors, []);
});

test('a votes document with numbers says what the cloud is certified for', async (t) => {
  const { page } = await open(t, '#v=1&sigma=0.1');
  const { evidence } = counted('energy.onnx', numbersModel(6, [Array.from({ length: 18 }, (_, i) => (i % 3) - 0.5)]));
  await drop(page, ['request.json', JSON.stringify({ ...request, prediction: { probability: 0.9 } })]);
  await page.locator('[data-phase=done]').waitFor();
  await drop(page, ['votes.json', JSON.stringify(evidence)]);
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).getByText(/Stored numbers of energy\.onnx/).waitFor();
});
