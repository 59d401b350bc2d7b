// Attributes stay with their points where points are removed, scattered, brought back and left for another entry of the history.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { savedCertificate } from '../tools/browser.js';
import { seenAttributes } from '../tools/named.js';
import { program } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const visit = visits();
const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

const count = 80;
const clean = {
  points: Array.from({ length: count }, (_, n) => [Math.cos(n) * (1 + n / 40), Math.sin(n) * (1 + n / 40), (n % 7) / 5]),
  attributes: { charge: Array.from({ length: count }, (_, n) => n + 0.5) },
};

/** Asserts that each point of the perturbed cloud has the attribute that it had in the clean one. */
function assertKept({ clean, perturbed, pairing }) {
  assert.equal(perturbed.attributes.charge.length, perturbed.points.length);
  for (const [n, row] of pairing) {
    assert.deepEqual(perturbed.points[row], clean.points[n]);
    assert.equal(perturbed.attributes.charge[row], clean.attributes.charge[n], `point ${n}`);
  }
  assert.equal(new Set(perturbed.attributes.charge).size, perturbed.points.length, 'each point has its own value');
}

test('a brush keeps the attributes of the points that stay or are scattered, also where these come late', async (t) => {
  const { page, errors } = await visit(t, '#v=2&given=votes&sigma=0.5&subsample=2&group=none&draws=0&perturbation=none');
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  const said = page.locator('orbit-brush [role=status]');
  const written = async () => {
    // While the brush moves, another verdict may take the place of the one that is written.
    await page.waitForFunction(() => document.querySelector('orbit-page').model.state.answer?.passing === false);
    return JSON.parse(String(await savedCertificate(page))).request;
  };
  await page.evaluate(() => {
    const { engine } = document.querySelector('orbit-page').model, ask = engine.attribute.bind(engine);
    const gate = new Promise((resolve) => { window.letThrough = resolve; });
    engine.attribute = async (...what) => (await gate, ask(...what));
  });
  await page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify(clean)));
  await page.getByLabel('Votes', { exact: true }).fill('9990');
  await page.getByLabel('out of', { exact: true }).fill('10000');
  await seenAttributes(page).getByLabel('charge').check();
  await page.locator('[data-phase=done]').waitFor();
  await canvas.hover();
  await page.getByRole('button', { name: 'Brush' }).click();
  await canvas.press('Delete');
  await canvas.press('ArrowRight');
  await canvas.press('ArrowRight');
  await canvas.press('Shift+Delete');
  await page.evaluate(() => window.letThrough());
  await page.locator('[data-certified]').first().waitFor();
  await page.locator('[data-phase=done]').waitFor();
  await page.getByRole('button', { name: 'Download certificate' }).waitFor();
  const left = await written();
  assertKept(left);
  const removed = Number(await said.getAttribute('data-removed'));
  assert.equal(left.perturbed.points.length, count - removed);
  assert.ok(removed > 0 && left.pairing.length < left.perturbed.points.length, 'some are removed and some are scattered');

  await canvas.press('u');
  await page.waitForFunction((pairs) => document.querySelector('orbit-page').model.said.brushed?.pairing.length > pairs, left.pairing.length);
  await page.locator('[data-phase=done]').waitFor();
  const back = await written();
  assertKept(back);
  assert.ok(back.pairing.length > left.pairing.length, 'what was scattered is where it was');
  assert.deepEqual(errors, []);
});

test('the explorer computes curves and radii of clouds whose attributes have noise, as the command line does', async (t) => {
  const { probability, tight: _, orbit: __, ...golden } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../core/certificate/testdata/noisy_attribute.json', import.meta.url)), 'utf8'),
  );
  const request = { ...golden, prediction: { probability } };
  const { page, errors } = await visit(t, '#v=2');
  await page.getByLabel('Clean point cloud').setInputFiles(file('noisy.json', JSON.stringify(request)));
  await page.locator('[data-phase=done]').waitFor();
  const folder = mkdtempSync(join(tmpdir(), 'moved-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'request.json'), JSON.stringify(request));
  const radii = JSON.parse(spawnSync(program('orbitcert'), ['radii', join(folder, 'request.json')], { encoding: 'utf8' }).stdout);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('tr[data-row=every] td', { hasText: 'σ' }).waitFor();
  const shown = Number(await page.locator('tr[data-row=orbit] td').first().innerText());
  assert.ok(shown <= radii.orbit && shown > radii.orbit - 0.001, `${shown} for ${radii.orbit}`);
  for (const name of ['Along a perturbation', 'Two changes at once'])
    await page.getByRole('region', { name }).getByRole('button', { name: /^Save .* JSON$/ }).first().waitFor();
  assert.deepEqual(errors, []);
});
