// The page on paper, and in colours that a visitor's system forces on it. Needs `make build`.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { exampleVotes, grouped, savedCertificate } from '../tools/browser.js';
import { FEW, FIRST, visits } from '../tools/visit.js';

const visit = visits();

/** A page that is printed, or has other colours, until the test ends. */
async function open(t, address, media = {}) {
  const { page } = await visit(t, address);
  t.after(() => page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: 'none' }));
  await page.emulateMedia(media);
  return page;
}

test('on paper: one page with verdict, table, picture and the digest of the file, in any colour scheme', async (t) => {
  const page = await open(t, FIRST, { colorScheme: 'dark' });
  const digest = createHash('sha256').update(await savedCertificate(page)).digest('hex');
  await page.locator('.printed code').waitFor({ state: 'attached' });
  assert.ok(!await page.locator('.printed').isVisible(), 'not on the screen');
  await page.emulateMedia({ media: 'print' });
  const { votes, samples } = exampleVotes('digit-2d');
  assert.match(
    await page.locator('.printed').innerText(),
    new RegExp(
      `^digit-2d-clean\\.json against digit-2d-perturbed\\.json, σ = 0\\.1, ${grouped(votes)} of ${
        grouped(samples)} votes, invariant to rotation and translation\\. .*${digest}`,
      's',
    ),
  );
  for (const kept of ['.sentence', '.distances', '.certificates', '.clouds canvas']) assert.ok(await page.locator(kept).isVisible(), kept);
  for (const left of ['form', '.views', '.examples', '.actions', '.cite', 'orbit-brush button', 'figcaption span:last-child'])
    assert.ok(!(await page.locator(left).first().isVisible()), left);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(0, 0, 0)');
  const paper = String(await page.pdf({ format: 'A4' }));
  assert.equal(paper.match(/\/Type \/Page\b(?!s)/g).length, 1);
});

test('forced colours show what is chosen, wrong and certified', async (t) => {
  const page = await open(t, FEW, { forcedColors: 'active' });
  const style = (locator, name) => locator.first().evaluate((element, name) => getComputedStyle(element)[name], name);
  const differ = async (name, one, other) =>
    assert.notEqual(await style(page.locator(one), name), await style(page.locator(other), name), `${one} and ${other}`);
  await differ('backgroundColor', '.examples [aria-pressed=true]', '.examples [aria-pressed=false]');
  await differ('backgroundColor', '.either input:checked + span', '.either input:not(:checked) + span');
  await differ('borderBottomColor', '.views [aria-current=page]', '.views [aria-current=false]');
  await differ('fill', '.distances .length', '.distances .proved');
  await page.getByLabel('Smoothing σ').fill('-1');
  await page.keyboard.press('Control+Enter');
  await page.locator('#error-sigma').waitFor();
  await differ('borderTopStyle', '[aria-invalid=true]', '#control-alpha');
});

test('a cloud in space is on paper too, after its frame has gone from the screen', async (t) => {
  const page = await open(t, '#v=2&example=molecule-3d');
  await page.waitForFunction(() => {
    const { painted, scene } = document.querySelector('orbit-clouds');
    return painted && painted === scene;
  });
  await page.emulateMedia({ media: 'print' });
  const painted = await page.locator('.clouds canvas').evaluate((canvas) => {
    const copy = Object.assign(document.createElement('canvas'), { width: 100, height: 100 }), pen = copy.getContext('2d');
    pen.drawImage(canvas, 0, 0, 100, 100);
    return pen.getImageData(0, 0, 100, 100).data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
  assert.ok(painted > 100, `${painted} of 10,000 pixels`);
  assert.ok(await page.locator('.chips').getByText('scale').isVisible(), 'and the ranges');
});
