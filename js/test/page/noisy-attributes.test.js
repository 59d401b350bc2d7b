// Noise on attributes in the page: documents that have it, a model that is shown it, and what the page offers then.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serious } from '../tools/axe.js';
import { openPage, savedCertificate } from '../tools/browser.js';
import { FaultyEdge } from '../tools/faulty.js';
import { claim, tick } from '../tools/named.js';
import { program } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const visit = visits();
const modelPath = (name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));
const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });

const { probability, tight, orbit, ...golden } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../core/certificate/testdata/noisy_attribute.json', import.meta.url)), 'utf8'),
);
const request = { ...golden, prediction: { probability } };

/** What a call of the command line says of a document. @param {string[]} call @param {string} text */
function said(t, call, text) {
  const folder = mkdtempSync(join(tmpdir(), 'noisy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'document.json'), text);
  return spawnSync(program('orbitcert'), [...call, join(folder, 'document.json')], { encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** The page with a document. */
async function withDocument(t, document, name = 'noisy.json') {
  const opened = await visit(t, '#v=2');
  await opened.page.getByLabel('Clean point cloud').setInputFiles(file(name, JSON.stringify(document)));
  await finished(opened.page);
  return opened;
}

test('a request with noise on an attribute is certified as in the command line, with ranges and code', async (t) => {
  const { page, errors } = await withDocument(t, request);
  assert.equal(await page.getByLabel('σ of a').inputValue(), '0.2');
  await verdict(page).getByText('p′ ≥ 0.6732').first().or(verdict(page).getByText('0.6732').first()).waitFor();
  const text = String(await savedCertificate(page)), document = JSON.parse(text);
  assert.ok(Math.abs(document.tight.exact.value - tight) < 1e-9 && Math.abs(document.orbit.lower - orbit) < 1e-9, text);
  assert.deepEqual(document.request.attribute_sigma, { a: 0.2 });
  assert.equal(said(t, ['verify'], text).status, 0);

  const ranges = JSON.parse(said(t, ['withstand'], JSON.stringify(document.request)).stdout).ranges;
  const twist = page.getByRole('region', { name: 'What it withstands' }).locator('tr[data-from]');
  await twist.first().waitFor();
  assert.equal(Number(await twist.first().getAttribute('data-to')), ranges[0].to);
  await page.getByText('in units of its σ').first().waitFor();
  await verdict(page).getByRole('button', { name: 'Copy as command line' }).click();
  assert.match(await page.getByLabel('Code for command line').inputValue(), /"attribute_sigma": \{"a": 0.2\}/);
  assert.deepEqual(await serious(page), []);

  await page.getByLabel('Clean point cloud').setInputFiles(file('again.json', text));
  await page.getByText('again.json is verified.').waitFor();
  assert.deepEqual(errors, []);
});

test('another σ of an attribute gives another bound; without one the attribute is fixed and has to agree', async (t) => {
  const { page, errors } = await withDocument(t, request);
  const sigma = page.getByLabel('σ of a');
  await sigma.fill('wide');
  await page.getByText('“wide” is not a number').first().waitFor();
  await sigma.fill('-1');
  await page.getByText('must be positive, got -1').first().waitFor();
  await sigma.fill('');
  await page.locator('[data-reason=unproved]').getByText('without noise on attributes').waitFor();
  await claim(page).click();
  await page.getByText('point 1 has 0.833').first().waitFor();
  await sigma.fill('0.4');
  await claim(page).click();
  await finished(page);
  const written = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(written.request.attribute_sigma, { a: 0.4 });
  assert.ok(written.tight.exact.value > tight, 'weaker evidence of a difference');
  await page.getByLabel('Invariance').selectOption('axis');
  await page.getByText(/axis.* is for 3-D clouds/).first().waitFor();
  assert.deepEqual(errors, []);
});

test('noise on transformations has no certificate beside noise on attributes, and the page says so', async (t) => {
  const solid = ({ points, attributes }) => ({ points: points.map(([x, y], n) => [x, y, 0.1 * n]), attributes });
  const { page } = await withDocument(t, { ...request, group: 'axis', axis: [0, 0, 1], clean: solid(request.clean), perturbed: solid(request.perturbed) });
  await page.getByText('Noise on transformations').click();
  await page.getByLabel('Twist noise').fill('0.1');
  await claim(page).click();
  await page.getByText('cannot be combined with noise').first().waitFor();
});

test('noise on an attribute that the model does not see is refused before it is filled in', async (t) => {
  const { page, errors } = await visit(t, '#v=2');
  await page.getByLabel('Clean point cloud').setInputFiles(file('odd.json', JSON.stringify({ ...request, attribute_sigma: { b: 0.1 } })));
  await page.locator('[data-note=notice]').getByText(/^odd\.json: .*noise on .* “b”/).waitFor();
  assert.deepEqual(errors, []);
});

test('votes counted here with noise on an attribute certify clouds that differ in it, and are counted again', async (t) => {
  const clean = {
    points: [[0.3, 0, 0], [1, 0.2, 0], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, 0]],
    attributes: { element: [6, 1, 1, 8, 1], charge: [0.5, -0.25, -0.25, 0.75, 0.0625] },
  };
  const other = { ...clean, attributes: { ...clean.attributes, charge: clean.attributes.charge.map((x) => x + 0.001) } };
  const { page, errors } = await visit(t, '#v=2&given=model&perturbation=file&counted=300&sigma=0.1&group=none&draws=0');
  await page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify(clean)));
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('other.json', JSON.stringify(other)));
  await page.locator('#control-model').setInputFiles(modelPath('features.onnx'));
  await tick(page, 'charge');
  await tick(page, 'element');
  assert.equal(await page.getByLabel('σ of element').count(), 0, 'noise on elements means nothing');
  await page.getByLabel('σ of charge').fill('0.1');
  await page.locator('[data-clean]').waitFor();
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await finished(page);
  const text = String(await savedCertificate(page)), document = JSON.parse(text);
  assert.deepEqual(document.request.prediction.evidence.sampling.attribute_sigma, { charge: 0.1 });
  assert.equal(said(t, ['verify'], text).status, 0);

  await page.getByLabel('σ of charge').fill('0.2');
  await page.locator('[data-reason=unproved]').getByText('(σ of charge = 0.2)').first().waitFor();
  await page.getByRole('button', { name: 'Back to those settings' }).click();
  await finished(page);
  assert.equal(await page.getByLabel('σ of charge').inputValue(), '0.1');

  await page.locator('#control-clean').setInputFiles(file('votes.json', text));
  const region = page.locator('orbit-stored-votes');
  await region.locator('input[type=file]').setInputFiles(modelPath('features.onnx'));
  await region.locator('[data-recount=same]').waitFor();

  const { evidence } = document.request.prediction;
  await page.locator('#control-clean').setInputFiles(file('cloud.json', JSON.stringify(clean)));
  await page.locator('#control-clean').setInputFiles(file('counted.json', JSON.stringify(evidence)));
  assert.equal(await page.getByLabel('σ of charge').inputValue(), '0.1', 'a votes document brings its noise');
  assert.deepEqual(errors, []);
});

test('a shared link of noise on attributes opens elsewhere, where σ stays as it was shared', async (t) => {
  const { page: sender } = await openPage(t, { path: '#v=2', edge: new FaultyEdge() });
  await sender.getByLabel('Clean point cloud').setInputFiles(file('noisy.json', JSON.stringify(request)));
  await finished(sender);
  await sender.getByRole('button', { name: 'Share' }).click();
  await sender.getByRole('region', { name: 'Link' }).getByText('Stored.', { exact: true }).waitFor();
  const link = new URL(await sender.getByLabel('Link to this certificate').inputValue());
  const { page: reader, errors } = await openPage(t, { path: link.hash, edge: new FaultyEdge() });
  await reader.getByRole('button', { name: 'Download certificate' }).waitFor();
  const written = JSON.parse(String(await savedCertificate(reader)));
  assert.ok(Math.abs(written.tight.exact.value - tight) < 1e-9);
  await reader.getByRole('button', { name: 'Change the settings' }).click();
  assert.ok(await reader.getByLabel('Smoothing σ').isDisabled(), 'distances are in units of both σ');
  assert.ok(await reader.getByLabel('σ of a').isDisabled());
  await reader.locator('[data-note=shared]').getByText('in units of their σ').waitFor();
  assert.deepEqual(errors, []);
});
