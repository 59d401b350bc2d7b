// Models that return numbers or labels count in the page: what the command line counts, and what the page asks. Needs `make build`.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { votes as counted } from '../desk/votes.js';
import { savedCertificate } from '../tools/browser.js';
import { labelsModel, numbersModel } from '../tools/linear-models.js';
import { onnx } from '../tools/onnx.js';
import { visits } from '../tools/visit.js';

const folder = mkdtempSync(join(tmpdir(), 'count-outputs-'));
after(() => rmSync(folder, { recursive: true }));

const points = Array.from({ length: 6 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i / 6]);
const columns = (/** @type {number[]} */ factors) => factors.map((factor) => Array.from({ length: 18 }, (_, i) => factor * ((i % 3) - 0.5)));
const parts = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

const visit = visits();
const headline = (page) => page.locator('.verdict .sentence h2');
const votes = (page) => page.getByRole('region', { name: 'Votes' });
const ask = (page) => page.getByRole('button', { name: 'Count votes and certify' }).click();
const file = (/** @type {string} */ name, data) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(data) });

/** The page with a cloud, a model and entries. @param {import('node:test').TestContext} t @param {string} name @param {Uint8Array} model */
async function open(t, name, model, { cloud = points, entries = '&perturbation=scale&norm=0.02' } = {}) {
  const opened = await visit(t, `#v=1&given=model&sigma=0.2&group=none&counted=300${entries}`);
  await opened.page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify({ points: cloud })));
  await opened.page.locator('#about-clean').getByText(`${cloud.length} points, 3-D`).waitFor();
  await opened.page.locator('#control-model').setInputFiles(file(name, model));
  await opened.page.locator('#about-model').getByText(name).waitFor();
  return opened;
}

/** The evidence of a saved certificate with its answers, as a votes document has them. */
async function evidence(page) {
  const { request: { prediction: { evidence: counted, tolerance: _, ...answers } } } = JSON.parse(String(await savedCertificate(page)));
  return { ...answers, ...counted };
}

/** What orbitcert-votes counts of the same. @param {string} name @param {Uint8Array} model @param {object} more of the request @param {string[]} options */
async function elsewhere(name, model, more, ...options) {
  const [path, request] = [join(folder, name), join(folder, 'request.json')];
  writeFileSync(path, model);
  writeFileSync(request, JSON.stringify({ clean: { points }, sigma: 0.2, group: 'none', ...more }));
  const { out, err } = await counted(request, '--model', path, '--samples', '300', '--all', ...options);
  assert.ok(out, err);
  const { format, ...document } = JSON.parse(out);
  assert.equal(format, 1);
  return document;
}

test('a model of numbers is counted as by the command line, and a tolerance is entered afterwards', async (t) => {
  const energy = numbersModel(6, columns([1]));
  const { page, errors } = await open(t, 'energy.onnx', energy);
  await page.getByLabel('Input layout').selectOption('flat BND');
  await page.locator('dd[data-clean]').getByText(/^−?[\d.]+, without noise$/).waitFor();
  assert.equal(await page.getByRole('radio', { name: 'It already is' }).count(), 0, 'a declared invariance is tested by classes');
  await ask(page);
  await headline(page).getByText(/^Stays between/).waitFor();
  await votes(page).locator('[data-count="300"]').waitFor();
  assert.deepEqual(await evidence(page), await elsewhere('energy.onnx', energy, {}, '--layout', 'flat BND'));
  await page.getByRole('region', { name: 'Interval against distance' }).waitFor();

  const tolerance = page.getByLabel('Tolerance', { exact: true });
  await tolerance.fill('5');
  await headline(page).getByText('Certified: stays within ± 5.').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Attack' }).count(), 0, 'an attack looks for another class');
  await tolerance.fill('-1');
  await headline(page).getByText('No verdict:').waitFor();
  await tolerance.fill('');
  await headline(page).getByText(/^Stays between/).waitFor();
  await votes(page).getByRole('button', { name: 'Count new numbers' }).click();
  await votes(page).getByText(/drawn anew/).waitFor();
  await headline(page).getByText(/^Stays between/).waitFor();
  assert.deepEqual(errors, []);
});

test('one of several numbers is chosen, of an output that may be scores of classes', async (t) => {
  const both = numbersModel(6, columns([1, -2]));
  const { page, errors } = await open(t, 'both.onnx', both, { entries: '&perturbation=scale&norm=0.02&tolerance=9' });
  await page.getByLabel('Input layout').selectOption('flat BND');
  await page.getByLabel('It returns').selectOption('a number');
  await page.getByLabel('Number that counts').selectOption('1');
  await ask(page);
  await headline(page).getByText('Certified: stays within ± 9.').waitFor();
  assert.deepEqual(await evidence(page), await elsewhere('both.onnx', both, {}, '--layout', 'flat BND', '--returns', 'number', '--number', '1'));
  await page.getByLabel('Number that counts').selectOption('0');
  await page.locator('.answer [data-reason=votes]').waitFor();
  await ask(page);
  await headline(page).getByText('Certified: stays within ± 9.').waitFor();
  assert.equal((await evidence(page)).model.number, 0);
  assert.deepEqual(errors, []);
});

test('labels are counted as by the command line, with rows sorted for the model', async (t) => {
  const model = labelsModel(parts);
  const { page, errors } = await open(t, 'parts.onnx', model, { entries: '&permutation=true&perturbation=none' });
  await ask(page);
  await page.getByLabel('Axes of the answer').selectOption('clouds, points, labels');
  await ask(page);
  await headline(page).getByText(/their label|labels have/).waitFor();
  const here = await evidence(page);
  assert.deepEqual([here.model.returns, here.classifier.sorted], ['BNC', true]);
  assert.deepEqual(here, await elsewhere('parts.onnx', model, { permutation: true }, '--returns', 'BNC'));
  await page.locator('.legend').getByText('label', { exact: true }).waitFor();
  await votes(page).getByRole('heading', { name: 'Labels' }).waitFor();
  await page.getByText('3 labels', { exact: true }).click();
  await page.getByLabel('Names of the labels').fill('seat, back, leg');
  await page.getByLabel('Names of the labels').blur();
  assert.deepEqual(errors, []);
});

test('vectors are counted as by the command line, and drawn with the cones that they stay in', async (t) => {
  const model = labelsModel([[1, 0, 0.5], [0, 1, -0.25], [0, 0, 2]]);
  const { page, errors } = await open(t, 'forces.onnx', model);
  await ask(page);
  await page.getByLabel('Axes of the answer').selectOption('clouds, points, parts of a vector');
  await page.getByLabel('Longest vector').fill('4');
  await page.getByLabel('Longest vector').blur();
  await ask(page);
  await headline(page).getByText('All 6 vectors bounded').waitFor();
  const here = await evidence(page);
  assert.deepEqual(here, await elsewhere('forces.onnx', model, {}, '--returns', 'BND', '--clip', '4'));
  await votes(page).getByRole('heading', { name: 'Vectors' }).waitFor();
  await page.locator('.legend').getByText(/smoothed vectors|^vectors$/).waitFor();
  await page.getByLabel('Tolerance', { exact: true }).fill('7');
  await headline(page).getByText('Certified: all 6 vectors stay').waitFor();
  assert.equal(await page.locator('[data-vector]').count(), 6);
  assert.deepEqual(errors, []);
});

test('as many points as labels: the page asks which axis counts the points', async (t) => {
  const model = labelsModel(parts, { points: 3 });
  const { page, errors } = await open(t, 'square.onnx', model, { cloud: points.slice(0, 3) });
  await page.getByLabel('Input layout').selectOption('BND');
  const order = page.getByLabel('Axes of the answer');
  await order.selectOption('clouds, labels, points');
  await ask(page);
  await headline(page).getByText(/their label|label is certified/).waitFor();
  assert.equal((await evidence(page)).model.returns, 'BCN');
  await order.selectOption('clouds, points, labels');
  await ask(page);
  await headline(page).getByText(/their label|label is certified/).waitFor();
  assert.equal((await evidence(page)).model.returns, 'BNC');
  assert.deepEqual(errors, []);
});

/** Scores of two classes and a root that some clouds do not have, for one cloud at a time. */
const rooted = onnx({
  inputs: [{ name: 'clouds', shape: [1, 18] }], outputs: [{ name: 'logits', shape: [1, 2] }, { name: 'root', type: 10, shape: [1, 1] }],
  nodes: [
    { operator: 'MatMul', inputs: ['clouds', 'two'], outputs: ['logits'] }, { operator: 'MatMul', inputs: ['clouds', 'one'], outputs: ['sum'] },
    { operator: 'Sqrt', inputs: ['sum'], outputs: ['whole'] }, { operator: 'Cast', inputs: ['whole'], outputs: ['root'], to: 10 },
  ],
  weights: [{ name: 'one', shape: [18, 1], numbers: Array.from({ length: 18 }, (_, i) => [1, -1, 0][i % 3]) },
    { name: 'two', shape: [18, 2], numbers: Array.from({ length: 36 }, (_, i) => (i % 2) - 0.5) }],
});

test('a number in float16 beside scores of classes can be counted; NaN counts against both ends', async (t) => {
  const { page, errors } = await open(t, 'rooted.onnx', rooted);
  await page.getByLabel('Input layout').selectOption('flat BND');
  const output = page.getByLabel('Output', { exact: true });
  assert.equal(await output.inputValue(), 'logits');
  await output.selectOption('root');
  await ask(page);
  await votes(page).locator('[data-count="300"]').getByText(/\d+ without a number .*: \d+ /).waitFor();
  const here = await evidence(page);
  assert.ok(here.values.includes(null) && here.values.some((x) => x !== null));
  assert.deepEqual([here.model.output, here.model.returns, here.model.batch], ['root', 'number', undefined]);
  assert.deepEqual(here, await elsewhere('rooted.onnx', rooted, {}, '--layout', 'flat BND', '--output', 'root'));
  assert.deepEqual(errors, []);
});

test('an output of one label for each point is refused, and so is one of float64 numbers', async (t) => {
  const single = labelsModel([[1, 0, 0]]);
  const { page, errors } = await open(t, 'single.onnx', single);
  await ask(page);
  await page.getByRole('region', { name: 'Verdict' }).getByText('has 1 label; votes need').waitFor();
  const double = onnx({
    inputs: [{ name: 'clouds', shape: [null, 6, 3] }], outputs: [{ name: 'energy', type: 11, shape: [null, 1] }],
    nodes: [{ operator: 'Cast', inputs: ['clouds'], outputs: ['energy'], attributes: [] }],
  });
  await page.locator('#control-model').setInputFiles(file('double.onnx', double));
  await page.getByText(/^double\.onnx: .*float64 is not supported/).waitFor();
  assert.deepEqual(errors, []);
});
