// Numbers and labels that orbitcert-votes counted are counted again in the page. Needs `make build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { labelsModel, numbersModel } from '../tools/linear-models.js';
import { votes } from '../desk/votes.js';
import { program } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const folder = mkdtempSync(join(tmpdir(), 'counted-outputs-'));
after(() => rmSync(folder, { recursive: true }));

const points = Array.from({ length: 6 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i / 6]);
const request = { clean: { points }, perturbed: { points: points.map(([x, y, z]) => [x + 0.01, y, z]) }, sigma: 0.2, group: 'none', samples: 0 };

const open = visits('#v=1&sigma=0.1');
const headline = (page) => page.locator('.verdict .sentence h2');
const stored = (page) => page.getByRole('region', { name: 'Stored votes' });

/** @param {object} plan @param {object} evidence */
function certified(plan, evidence) {
  const file = join(folder, 'request.json');
  writeFileSync(file, JSON.stringify({ ...plan, prediction: { evidence } }));
  return JSON.parse(execFileSync(program('orbitcert'), ['certify', file], { encoding: 'utf8' }));
}

/** Counts with a model and certifies. @param {string} name @param {Uint8Array} model @param {object} plan @param {string[]} options */
async function counted(name, model, plan, ...options) {
  const [path, file] = [join(folder, name), join(folder, 'plan.json')];
  writeFileSync(path, model);
  writeFileSync(file, JSON.stringify(plan));
  const { out, err } = await votes(file, '--model', path, '--samples', '300', '--all', ...options);
  assert.ok(out, err);
  const evidence = JSON.parse(out);
  return { evidence, certificate: certified(plan, evidence) };
}

/** The samples of both stages, as the page writes them. @param {any} evidence */
const planned = ({ sampling: { select, estimate } }) => (select + estimate).toLocaleString('en');

async function drop(page, ...files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of list) transfer.items.add(new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name));
    return transfer;
  }, files.map(([name, bytes]) => [name, typeof bytes === 'string' ? bytes : [...bytes]]));
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

/** A model of two numbers. @param {number[]} factors */
const twoNumbers = (factors) => numbersModel(6, factors.map((factor) => Array.from({ length: 18 }, (_, i) => factor * (i % 4))));

test('a dropped model counts one of several numbers of a dropped certificate or votes document again', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const both = twoNumbers([0.5, -0.5]);
  const { certificate, evidence } = await counted('both.onnx', both, request, '--layout', 'flat BND', '--number', '1');
  assert.equal(evidence.model.number, 1);
  await drop(page, ['mine.json', JSON.stringify(certificate)], ['both.onnx', both]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).locator('[data-note=stored]').getByText(/both\.onnx[^]*on 300 noisy samples/).waitFor();
  await stored(page).locator('[data-recount=same]', { hasText: `both.onnx: the same numbers, all ${planned(evidence)}.` }).waitFor();

  await drop(page, ['votes.json', JSON.stringify(evidence)], ['both.onnx', both]);
  await headline(page).getByText(/^Stays between/).waitFor();
  await stored(page).locator('[data-recount=same]', { hasText: `numbers, all ${planned(evidence)}.` }).waitFor();

  const { values, sampling: { select } } = evidence;
  const forged = { ...evidence, values: values.map((x, i) => (i === 7 ? x + 1e-9 : x)) };
  await drop(page, ['forged.json', JSON.stringify(certified(request, forged))], ['both.onnx', both]);
  await stored(page).locator('[data-recount=other]', { hasText: `number ${select + 7}.` }).waitFor();
  await drop(page, ['other.onnx', twoNumbers([0.5, 0.4])]);
  await stored(page).locator('[data-recount=none]').getByText('other.onnx: its SHA-256').waitFor();
  assert.deepEqual(errors, []);
});

test('a dropped model counts labels again, with rows sorted for it', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=0.1');
  const parts = labelsModel([[1, 0, 0], [0, 1, 0], [0, 0, 1]], { first: true });
  const sorted = { ...request, permutation: true };
  const { certificate, evidence } = await counted('parts.onnx', parts, sorted, '--returns', 'BCN');
  assert.deepEqual([evidence.model.returns, evidence.classifier.sorted], ['BCN', true]);
  await drop(page, ['mine.json', JSON.stringify(certificate)], ['parts.onnx', parts]);
  await page.locator('.banner').getByText('mine.json is verified.').waitFor();
  await headline(page).getByText(/their label|is certified/).waitFor();
  await stored(page).getByText(/Stored labels of parts\.onnx/).waitFor();
  await stored(page).locator('[data-recount=same]', { hasText: `parts.onnx: the same labels, all ${planned(evidence)}.` }).waitFor();

  const { labels, sampled, sampling: { select } } = evidence;
  const codes = gunzipSync(Buffer.from(sampled, 'base64')), least = labels.votes.indexOf(Math.min(...labels.votes));
  // Where a sample has one of the labels that were not predicted, another of them leaves the votes as they are.
  const others = [0, 1, 2].filter((label) => label !== labels.predicted[least]);
  const place = [...Array(300).keys()].map((i) => points.length * (select + i) + least).find((at) => others.includes(codes[at]));
  codes[place] = others.find((label) => label !== codes[place]);
  const forged = { ...evidence, sampled: gzipSync(codes).toString('base64') };
  await drop(page, ['forged.json', JSON.stringify(certified(sorted, forged))], ['parts.onnx', parts]);
  await stored(page).locator('[data-recount=other]').getByText(/1 of\s+[\d,]+ samples .*: number \d+\./).waitFor();
  assert.deepEqual(errors, []);
});
