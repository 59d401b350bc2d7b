// σ by the value of an attribute in the page: documents that have it, the table that asks for it, and runs. Needs `make build`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { savedCertificate } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { program } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const visit = visits();
const file = (name, content) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
const finished = (page) => page.locator('[data-phase="done"]').waitFor();

const element = [6, 1, 1, 8, 1, 6];
const points = [
  [0.3, 0, 0], [1, 0.2, 0], [-1.2, 1, 0.1], [-0.2, 0, 1.5], [-1, -1, 0], [0.5, 0.9, -1],
];
const moved = points.map(([x, y, z], n) => [x + 0.02 * n, y - 0.03, z + 0.01 * (n % 3)]);
const sigma = { attribute: 'element', values: { 1: 0.1, 6: 0.2, 8: 0.3 } };
const request = {
  clean: { points, attributes: { element } }, perturbed: { points: moved, attributes: { element } }, sigma, group: 'SE', permutation: true, alpha: 0.001,
  samples: 1000, prediction: { votes: 9900, samples: 10000 },
};

/** What a call of the command line says of a document. @param {import('node:test').TestContext} t @param {string[]} call @param {string} text */
function said(t, call, text) {
  const folder = mkdtempSync(join(tmpdir(), 'category-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'document.json'), text);
  return spawnSync(program('orbitcert'), [...call, join(folder, 'document.json')], { encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** Opens a request, and returns its certificate once it is there. */
async function certified(t, document, name = 'molecule.json') {
  const { page, errors } = await visit(t, '#v=2');
  await page.getByLabel('Clean point cloud').setInputFiles(file(name, document));
  await finished(page);
  return { page, errors, text: String(await savedCertificate(page)) };
}

test('a request with σ by element is certified as on the command line, in words and in a table', async (t) => {
  const { page, errors, text } = await certified(t, request);
  assert.equal(text, said(t, ['certify'], JSON.stringify(request)).stdout);
  const values = () => Promise.all(['H', 'C', 'O'].map((symbol) => page.getByLabel(`σ of element ${symbol}`).inputValue()));
  assert.deepEqual(await values(), ['0.1', '0.2', '0.3']);
  await page.getByText(/\(σ 0\.1 for element H, .*, 0\.3 for/).first().waitFor();
  assert.deepEqual(await serious(page), []);

  await page.getByLabel('σ of element O').fill('wide');
  await page.getByLabel('σ of element O').press('Enter');
  await page.getByText('“wide” is not a number').first().waitFor();
  await page.getByLabel('σ of element O').fill('');
  await claim(page).click();
  await page.getByText('no σ for 8').first().waitFor();
  await page.getByLabel('σ of element O').fill('0.6');
  await page.locator('[data-reason=unproved] p').getByText(/0\.1 for element H, 0\.2 for/).waitFor();
  await claim(page).click();
  await finished(page);
  const wider = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(wider.request.sigma.values, { 1: 0.1, 6: 0.2, 8: 0.6 });
  assert.ok(wider.orbit.distance < JSON.parse(text).orbit.distance, 'the oxygen counts less');

  await page.getByRole('button', { name: 'One σ for all points' }).click();
  assert.equal(await page.getByLabel('Smoothing σ').inputValue(), '0.1');
  await page.getByRole('button', { name: 'σ by element' }).click();
  assert.deepEqual(await values(), ['0.1', '0.1', '0.1']);

  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.getByText('again.json is verified.').waitFor();
  assert.deepEqual(errors, []);
});

test('radii and the map of a plane cloud with attributes are those of the command line', async (t) => {
  for (const given of [0.1, sigma]) {
    const clean = { points: points.map(([x, y]) => [x, y]), attributes: { element } };
    const document = { ...request, clean, perturbed: undefined, sigma: given, group: 'SO' };
    const { page, errors } = await visit(t, '#v=2');
    await page.getByLabel('Clean point cloud').setInputFiles(file('plane.json', document));
    await page.getByText('plane-clean.json').first().waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    const native = JSON.parse(said(t, ['radii'], JSON.stringify(document)).stdout);
    const row = page.locator('tr[data-row=scaling] td').first();
    await row.getByText(/^[\d.]+$/).or(row.filter({ hasText: /^[\d.]+$/ })).first().waitFor();
    for (const id of ['black_box', 'orbit', 'scaling']) {
      const shown = Number(await page.locator(`tr[data-row=${id}] td`).first().innerText()), exact = native[id];
      assert.ok(shown <= exact && shown > exact * (1 - 1e-3), `${id}: ${shown}, ${exact}`);
    }
    const map = page.getByRole('region', { name: 'Parameter space' }), own = map.getByText('They are ‖X‖');
    if (given === 0.1) {
      const [, norm] = /‖X‖\s=\s([\d.]+) σ/.exec(await own.innerText()) ?? [];
      assert.ok(Math.abs(Number(norm) / (native.norm / 0.1) - 1) < 1e-3, `${norm} ${native.norm}`);
    } else {
      await page.getByText(/σ\s=\s0\.1 for element H, .*, 0\.3 for/).first().waitFor();
      assert.equal(await own.count(), 0);
    }
    assert.doesNotMatch(String(await page.locator('orbit-explore').innerText()), /NaN/);
    assert.deepEqual(errors, []);
  }
});

test('a run with σ by element names the weight of its norms, and opens a cloud with its σ', async (t) => {
  const run = {
    sigma, group: 'SE', permutation: true, attack: { family: 'ball', norms: [0, 0.05, 0.3] }, samples: 0,
    clouds: [points, moved].map((each, i) => (
      { name: `molecule ${i}`, points: each, attributes: { element }, label: 1, votes_pred: [1, 99], votes_cert: [20, 980 - 200 * i] }
    )),
  };
  const { page, errors } = await visit(t, '#v=1&view=dataset');
  await page.locator('orbit-dataset input[type=file]').first().setInputFiles(file('run.json', run));
  await page.getByLabel('σ of element H').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('img', { name: /each point times 0\.1\/σ/ }).waitFor();
  const text = String(await page.locator('orbit-dataset').textContent());
  assert.match(text, /smoothed with σ\s=\s0\.1 for element H, 0\.2 for element C, 0\.3 for element O\.\s+Norms and radii count each point 0\.1\/σ times/);
  for (const weighted of [/weighted\s‖Δ‖\s[=≤]\s0\.05/, /‖Δ‖, weighted/]) assert.match(text, weighted);
  assert.deepEqual(await serious(page), []);
  await page.getByRole('button', { name: 'molecule 0' }).or(page.getByRole('link', { name: 'molecule 0' })).first().click();
  await finished(page);
  assert.equal(await page.getByLabel('σ of element O').first().inputValue(), '0.3');
  assert.deepEqual(errors, []);
});
