// "Point order does not matter": search, its three answers, preparation, and what does not fit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { besure, openPage, savedCertificate } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { withheld } from '../tools/stand-still.js';
import { visits } from '../tools/visit.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const certify = (page) => page.keyboard.press('Control+Enter');
/** Certifies, with votes that were counted for other settings. */
async function certifyClaimed(page) {
  await certify(page);
  await claim(page).click();
}
const unordered = (page) => page.getByLabel('Point order does not matter', { exact: true });
const orbit = (page) => page.locator('tr[data-row=orbit]');
const file = (name, rows) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(rows.map((row) => row.join(' ')).join('\n')) });

/** An example and entries in another order, certified. */
const open = visits('#v=1&example=sulphur-3d&draws=1000&permutation=true');

/** Numbers in [0, 1) from a fixed seed (Park–Miller). */
function numbers(seed) {
  let state = seed;
  return () => (state = state * 16807 % 2147483647) / 2147483647;
}

/** Points in a box of these sides. */
function scattered(count, seed, sides) {
  const next = numbers(seed);
  return Array.from({ length: count }, () => sides.map((side) => side * next()));
}

/** Puts two clouds into the fields. */
async function give(page, clean, perturbed) {
  await page.getByLabel('Clean point cloud').setInputFiles(file('clean.xyz', clean));
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('perturbed.xyz', perturbed));
  await page.locator('#about-clean').getByText(`${clean.length.toLocaleString('en')} points`).waitFor();
  await page.locator('#about-perturbed').getByText(`${perturbed.length.toLocaleString('en')} points`).waitFor();
  await besure(page);
}

/** Puts in two clouds, which come with nothing said of their classifier, for one that ignores the order. */
async function giveUnordered(page, clean, perturbed) {
  await give(page, clean, perturbed);
  await unordered(page).check();
}

test('an example in another order: found, certified, drawn, downloaded', async (t) => {
  const { page, errors } = await open(t, '#v=1&example=digit-2d');
  await page.getByRole('button', { name: 'Points in another order' }).click();
  await page.locator('[data-conclusion=certified]').waitFor();
  await finished(page);
  assert.ok(await unordered(page).isChecked());
  assert.match(await orbit(page).innerText(), /at least\s+0\.\d+/);
  const longest = (await page.locator('#about-drawing').innerText()).match(/([\d.]+) after alignment/)[1];
  assert.ok(Number(longest) < 0.1, `the drawing matches points, ${longest}`);
  const { request, orbit: { alignment, distance, distance_lower: lower } } = JSON.parse(String(await savedCertificate(page)));
  assert.equal(request.permutation, true);
  assert.deepEqual([...alignment.permutation].sort((a, b) => a - b), request.clean.points.map((_, n) => n));
  const residual = Math.hypot(...request.clean.points.flatMap((point, n) => {
    const other = request.perturbed.points[alignment.permutation[n]];
    return point.map((x, j) => alignment.matrix[j].reduce((sum, m, k) => sum + m * other[k], alignment.offset[j]) - x);
  }));
  assert.ok(Math.abs(residual - distance) < 1e-9 && lower <= distance, `${residual} ${distance} ${lower}`);
  assert.deepEqual(errors, []);
});

test('progress of the search, Cancel, and again to the end', async (t) => {
  const { page, errors } = await open(t);
  await giveUnordered(page, scattered(600, 1, [1, 0.8, 0.5]), scattered(600, 2, [1, 0.7, 0.6]));
  await page.getByLabel('Draws per bound').fill('0');
  await withheld(page, 'search', 2);
  await certify(page);
  await page.getByText(/so far d\s≤\s\d.* at least \d/).waitFor();
  assert.match(await page.getByRole('progressbar').getAttribute('aria-label'), /nearest order of the points/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await finished(page, 'cancelled');
  await verdict(page).getByText('The search is not finished').waitFor();
  await page.evaluate(() => globalThis.release());
  await giveUnordered(page, scattered(200, 1, [1, 0.8, 0.5]), scattered(200, 2, [2, 0.7, 0.6]));
  await certify(page);
  await finished(page);
  await page.locator('[data-conclusion=out_of_reach]').getByText('order and position').waitFor();
  assert.deepEqual(errors, []);
});

test('a radius between the bounds of the search is called undecided', async (t) => {
  const { page } = await open(t);
  await giveUnordered(page, scattered(300, 3, [1, 0.8, 0.5]), scattered(300, 4, [1, 0.7, 0.6]));
  await page.getByLabel('Draws per bound').fill('0');
  await certify(page);
  await finished(page);
  const [distance, least, radius] = (await orbit(page).locator('[data-head="Distance d"] .number').allInnerTexts()).map((text) =>
    Number(text.replace(/\s/g, '')),
  );
  assert.ok(radius < least && least < distance, `${radius} ${least} ${distance}`);
  // The radius is in proportion to σ, which is 0.1.
  await page.getByLabel('Smoothing σ').fill(String(0.1 * (least + distance) / 2 / radius));
  await certifyClaimed(page);
  await finished(page);
  assert.equal(await page.locator('[data-conclusion=undecided]').count(), 1);
});

test('every invariance with point order, and without order none of it', async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Draws per bound').fill('1000');
  for (const group of ['none', 'T', 'O', 'axis']) {
    await page.getByLabel('Invariance').selectOption(group);
    await page.getByLabel('Smoothing σ').fill('10');
    await certifyClaimed(page);
    await finished(page);
    assert.equal(await page.locator('tr[data-row=exact]').count(), group === 'axis' ? 1 : 0, group);
  }
  await unordered(page).uncheck();
  await certifyClaimed(page);
  await finished(page);
  assert.equal(await page.locator('[data-conclusion]').count(), 0);
  assert.deepEqual(errors, []);
});

test('clouds of different sizes can be sampled to the smaller one', async (t) => {
  const { page, errors } = await open(t);
  const clean = scattered(10, 5, [1, 1, 1]);
  await giveUnordered(page, clean, clean.slice(0, 8));
  await certify(page);
  await page.locator('#error-perturbed').getByText(/8 points.*10/).waitFor();
  await page.getByRole('button', { name: 'Sample both to 8 points', exact: true }).click();
  await finished(page);
  assert.equal(await page.getByLabel(/Points kept/).inputValue(), '8');
  assert.match(await page.locator('.reasons .caption').first().innerText(), /Both clouds sampled to 8 points \(random\)/);
  assert.match(await page.locator('#about-drawing').innerText(), /8 points in 3-D/);
  await page.getByLabel('Sampling', { exact: true }).selectOption('farthest');
  assert.equal(await page.getByLabel('Seed of the sampling').count(), 0);
  await page.getByLabel('Normalise').selectOption('unit_sphere');
  await certify(page);
  await finished(page);
  assert.match(await page.locator('.reasons .caption').first().innerText(), /farthest point\).*sphere/);
  await page.waitForFunction(() => location.hash.includes('normalise=unit_sphere'));
  const { page: again } = await openPage(t, { path: new URL(page.url()).hash });
  await again.getByLabel(/Points kept/).waitFor();
  assert.equal(await again.getByLabel(/Points kept/).inputValue(), '8');
  assert.ok(await unordered(again).isChecked());
  await page.getByLabel(/Points kept/).fill('9');
  await certify(page);
  await page.locator('#error-kept').getByText(/8 points/).waitFor();
  assert.deepEqual(errors, []);
});

test('where the order matters, sampling is offered with what it assumes', async (t) => {
  const { page } = await openPage(t, { path: '#v=1&example=sulphur-3d&draws=1000' });
  await page.locator('#about-clean').getByText('points').waitFor();
  await give(page, scattered(6, 5, [1, 1, 1]), scattered(5, 5, [1, 1, 1]));
  await certify(page);
  await finished(page, 'failed'); // what is wrong moves the button, and a press on a moving button is none
  await page.getByRole('button', { name: /^Sample both to 5 points/ }).click();
  await finished(page);
  assert.ok(await unordered(page).isChecked());
});

test('too many points for a search: said, and fewer are offered', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&example=sulphur-3d&draws=1000&permutation=true' });
  await page.locator('#about-clean').getByText('points').waitFor();
  const clean = scattered(8193, 1, [1, 0.8, 0.5]);
  await giveUnordered(page, clean, clean.map(([x, y, z]) => [x + 0.001, y, z]).reverse());
  await page.getByLabel('Draws per bound').fill('0');
  await certify(page);
  await verdict(page).getByText(/more than 8,?192 points/).waitFor();
  await finished(page);
  await page.getByRole('button', { name: 'Sample to 1,024 points' }).click();
  await page.locator('[data-conclusion]').waitFor();
  assert.deepEqual(errors, []);
});

test('axe and keyboard: order and preparation, light or dark', async (t) => {
  const { page } = await open(t, '#v=1&example=sulphur-3d&draws=1000&permutation=true&kept=7');
  await page.locator('[data-note=turn]').waitFor();
  await page.locator('summary').evaluateAll((all) => all.forEach((summary) => summary.closest('details').open || summary.click()));
  assert.deepEqual(await seriousInBoth(page), []);
  await unordered(page).focus();
  await page.keyboard.press('Space');
  assert.ok(!await unordered(page).isChecked());
});

test('narrow: the bounds of a search stay within the screen', async (t) => {
  const { page } = await open(t);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.match(await orbit(page).innerText(), /at least/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});
