// Attributes of points in the page: a model that sees them votes, is recounted, measured and attacked; a certificate holds them fixed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serious } from '../tools/axe.js';
import { savedCertificate } from '../tools/browser.js';
import { seenAttributes, tick } from '../tools/named.js';
import { program } from '../tools/native.js';
import { shortAttacks } from '../tools/short-attack.js';
import { visits } from '../tools/visit.js';

const visit = visits();
const modelPath = (name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));
const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();

const clean = {
  points: [
    [0.3, 0, 0], [1, 0.2, 0], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, 0],
  ],
  attributes: { element: [6, 1, 1, 8, 1], charge: [0.5, -0.25, -0.25, 0.75, 0.0625] },
};
const moved = { ...clean, points: clean.points.map(([x, y, z]) => [x + 0.001, y, z]) };

/** What the verifier of the command line says of a document. @param {string} text @param {string[]} options */
function verified(t, text, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'attributes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'certificate.json'), text);
  return spawnSync(program('orbitcert'), ['verify', ...options, join(folder, 'certificate.json')], { encoding: 'utf8' });
}

/** The page with a cloud of the shape that is given. */
async function open(t, entries, cloud = clean) {
  const opened = await visit(t, `#v=2${entries}&group=none&draws=0`);
  await opened.page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify(cloud)));
  await opened.page.locator('#about-clean').locator('.attributes', { hasText: 'charge −0.25 to 0.75' }).waitFor();
  return opened;
}

test('a model with a second input asks which attribute it takes, votes with it, and is measured, attacked and recounted with it', async (t) => {
  const { page, errors } = await open(t, '&given=model&perturbation=scale&norm=0.01&counted=300&sigma=0.1');
  const seen = seenAttributes(page);
  await page.locator('#control-model').setInputFiles(modelPath('elements.onnx'));
  await page.locator('[data-problem=attributes]').waitFor();
  await tick(page, 'element');
  await page.locator('[data-clean]').waitFor();
  assert.deepEqual(await serious(page), []);
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await finished(page);
  const text = String(await savedCertificate(page)), document = JSON.parse(text);
  assert.deepEqual(document.request.prediction.evidence.model.attributes, ['element']);
  assert.deepEqual(document.request.clean.attributes, { element: clean.attributes.element }, 'only what it sees');
  assert.equal(verified(t, text).status, 0);

  await shortAttacks(page);
  await page.getByRole('button', { name: 'Attack it' }).click();
  await page.locator('section[data-found]').waitFor();

  await tick(page, 'charge');
  await page.locator('[data-problem]').first().waitFor();
  await seen.getByLabel('charge', { exact: true }).uncheck();

  await page.locator('#control-clean').setInputFiles(file('votes.json', text));
  const region = page.locator('orbit-stored-votes');
  await region.locator('input[type=file]').setInputFiles(modelPath('elements.onnx'));
  await region.locator('[data-recount=same]').waitFor();
  assert.deepEqual(errors, []);
});

test('attributes go into further channels in their order, one-hot or times a factor; a wrong entry is named', async (t) => {
  const { page, errors } = await open(t, '&given=model&perturbation=none&counted=200&sigma=0.1');
  const seen = seenAttributes(page);
  await page.locator('#control-model').setInputFiles(modelPath('features.onnx'));
  await page.locator('[data-problem=attributes]').waitFor();
  await tick(page, 'element');
  await page.getByText('no axis').first().waitFor();
  await tick(page, 'charge');
  await seen.getByLabel('Move charge up').click();
  await seen.getByLabel('is shown element').selectOption('times a factor');
  await seen.getByLabel('Factor of element').fill('ten');
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await seen.getByText('“ten” is not a number').waitFor();
  await seen.getByLabel('Factor of element').fill('0.125');
  await page.locator('[data-clean]').waitFor();
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await finished(page);
  const document = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(document.request.prediction.evidence.model.attributes, ['charge', { name: 'element', scale: 0.125 }]);

  await seen.getByLabel('is shown element').selectOption('one-hot, by values');
  assert.equal(await seen.getByLabel('Values of element').inputValue(), '1 6 8');
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('attributes') === '[{"name":"charge"},{"name":"element","values":"1 6 8"}]');
  assert.deepEqual(errors, []);
});

test('a certificate holds attributes fixed: both clouds must agree, and code and documents carry them', async (t) => {
  const { page, errors } = await open(t, '&given=votes&votes=9731&voted=10000&sigma=0.5');
  const seen = seenAttributes(page);
  await page.getByLabel('Votes', { exact: true }).fill('9731');
  await page.getByLabel('out of', { exact: true }).fill('10000');
  await tick(page, 'element');
  const other = { ...moved, attributes: { ...clean.attributes, element: [6, 1, 1, 7, 1] } };
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('other.json', JSON.stringify(other)));
  await page.getByText('point 4 has 7').first().waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('moved.json', JSON.stringify(moved)));
  await finished(page);
  const text = String(await savedCertificate(page));
  assert.deepEqual(JSON.parse(text).request.prediction.model, { attributes: ['element'] });
  assert.equal(verified(t, text).status, 0);
  await page.getByRole('region', { name: 'Verdict' }).getByRole('button', { name: 'Copy as command line' }).click();
  assert.match(await page.getByLabel('Code for command line').inputValue(), /"model": \{"attributes": \["element"\]\}/);

  await page.getByLabel('Clean point cloud').setInputFiles(file('again.json', text));
  await page.getByText('again.json is verified.').waitFor();
  assert.ok(await seen.getByLabel('element', { exact: true }).isChecked());
  assert.deepEqual(errors, []);
});

test('the page names attributes that differ and are not seen, until they are seen, agree or are in another order', async (t) => {
  const { page, errors } = await open(t, '&given=probability&sigma=0.5');
  await page.getByLabel('Prediction probability').fill('0.99');
  const seen = seenAttributes(page);
  const said = page.locator('[data-note=unread-attributes]');
  const give = (attributes) =>
    page.getByLabel('Perturbed point cloud').setInputFiles(file('other.json', JSON.stringify({ ...moved, attributes })));
  const { element, charge } = clean.attributes;
  await give({ element: element.toReversed(), charge: charge.map((x) => 2 * x), other: charge });
  await said.getByText('charge and element').waitFor();
  await page.getByLabel('Point order does not matter').check();
  await said.getByText('differ in charge,').waitFor();
  await give({ element, charge });
  await said.waitFor({ state: 'detached' });
  await give({ element: element.toReversed(), charge });
  await page.getByLabel('Point order does not matter').uncheck();
  await said.getByText('differ in element,').waitFor();
  await tick(page, 'element');
  await page.getByText('must be the same').first().waitFor();
  assert.equal(await said.count(), 0);
  await seen.getByLabel('element', { exact: true }).uncheck();
  await said.waitFor();
  await page.getByLabel('Perturbation', { exact: true }).selectOption('scale by a norm');
  await said.waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});
