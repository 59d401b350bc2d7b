// Runs of models that return numbers or labels, in the view of datasets. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsInBoth } from '../tools/axe.js';
import { savedFile, smallTargets } from '../tools/browser.js';
import { visits } from '../tools/visit.js';

const open = visits();

const points = (/** @type {number} */ i) => Array.from({ length: 9 }, (_, n) => [Math.sin(n + i), Math.cos(2 * n), n / 9]);
const settings = { sigma: 0.1, group: 'SE', attack: { family: 'ball', norms: [0, 0.05, 0.1] } };
const spread = (/** @type {number} */ width) => Array.from({ length: 400 }, (_, n) => width * Math.sin(n * n));
const numbers = {
  ...settings, returns: 'number', tolerance: 0.5,
  clouds: [0.2, 0.6].map((width, i) => ({ name: `molecule ${i}`, points: points(i), values: spread(width), select: spread(width).slice(0, 100) })),
};
const labels = {
  ...settings, returns: 'labels',
  clouds: [0, 1].map((i) => ({
    name: `chair ${i}`, points: points(i),
    labels: {
      predicted: points(i).map((_, n) => n % 3), votes: points(i).map((_, n) => 1000 - 60 * n * i), samples: 1000,
      truth: points(i).map((_, n) => n % 3),
    },
  })),
};

/** Runs a document in the view. @param {any} t @param {object} run */
async function view(t, run) {
  const opened = await open(t, '#v=1&view=dataset&sigma=0.1');
  const { page } = opened;
  const file = { name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(run)) };
  await page.locator('orbit-dataset input[type=file]').first().setInputFiles(file);
  // The run of the test before is done, and no longer shown then.
  await page.locator('[data-run="ready"]').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-run="done"]').waitFor();
  await page.locator('orbit-run-result .chart svg').waitFor();
  return opened;
}

test('a run of numbers shows the share within the tolerance and the width of intervals', async (t) => {
  const { page, errors } = await view(t, numbers);
  assert.match(await page.locator('orbit-run-result .headline').innerText(), /stay\s+within\s+±\s+0\.5,\s+under\s+any\s+change/);
  await page.getByText(/Mean interval width: \d/).waitFor();
  assert.equal(await page.getByLabel('Tolerance', { exact: true }).inputValue(), '0.5');
  const curve = page.getByLabel('Curve', { exact: true });
  await page.getByRole('img', { name: /^Certified within ± 0\.5 against ‖Δ‖/ }).waitFor();
  await curve.selectOption('Mean interval width');
  await page.getByRole('img', { name: /^Mean interval width .*Orbit-based: from 0\./ }).waitFor();

  await page.getByRole('button', { name: 'molecule 0' }).or(page.getByRole('link', { name: 'molecule 0' })).first().click();
  await page.locator('.verdict .sentence h2').waitFor();
  await page.getByRole('region', { name: 'Interval against distance' }).waitFor();
  assert.equal(await page.getByLabel('Tolerance', { exact: true }).first().inputValue(), '0.5');
  assert.deepEqual(errors, []);
});

test('a run of labels shows point accuracy and mean IoU, and opens a cloud with its labels', async (t) => {
  const { page, errors } = await view(t, labels);
  assert.match(await page.locator('orbit-run-result .headline').innerText(), /keep\s+all\s+labels,\s+under\s+any\s+change/);
  await page.getByText(/point accuracy: [\d.]+ %\. .* IoU: [\d.]+ %\./).waitFor();
  await page.getByRole('img', { name: /^Certified point accuracy against/ }).waitFor();
  await page.getByLabel('Curve', { exact: true }).selectOption('Certified mean IoU');
  await page.getByRole('img', { name: /^Certified mean IoU against/ }).waitFor();
  assert.equal(await page.getByText('abstains').count(), 0, 'labels that are not certified are no vote withheld');

  await page.getByRole('button', { name: 'chair 0' }).or(page.getByRole('link', { name: 'chair 0' })).first().click();
  await page.locator('.legend').getByText('label', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
});

const text = async (/** @type {any} */ page, /** @type {string} */ name) =>
  String((await savedFile(page, page.getByRole('button', { name, exact: true }))).bytes);

/** Checks what both kinds share: colours and names by axe, the curve and the clouds by keys, no columns of classes, and the files. */
async function usable(
  /** @type {any} */ page, /** @type {{second: string, drawn: RegExp, stated: string[], first: string}} */ { second, drawn, stated, first },
) {
  const curve = page.getByLabel('Curve', { exact: true }), names = await curve.locator('option').allInnerTexts();
  await curve.focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await curve.inputValue(), second);
  await page.getByRole('img', { name: drawn }).waitFor();
  for (const name of names) {
    await curve.selectOption(name);
    await page.getByRole('img', { name: new RegExp(`^${name.replace(/[.±]/g, '\\$&')} against`) }).waitFor();
    assert.deepEqual(await violationsInBoth(page, 'orbit-run-result'), [], name);
  }
  assert.deepEqual(await smallTargets(page, 'orbit-run-result'), []);

  const clouds = page.getByRole('table', { name: 'Clouds' });
  assert.deepEqual((await clouds.getByRole('columnheader').allInnerTexts()).map((head) => head.trim()), ['Cloud', 'Radius', 'Verdict']);
  await page.getByPlaceholder('Find a cloud', { exact: true }).waitFor();
  await clouds.getByRole('button', { name: `${first} 0` }).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), `${first} 1`);

  await curve.selectOption(second);
  const svg = await text(page, 'Save certified accuracy as SVG');
  assert.ok(svg.startsWith('<svg ') && svg.includes(second), svg.slice(0, 200));
  const [head, zero] = (await text(page, 'Save certified accuracy as CSV')).split('\r\n').map((line) => line.split(','));
  for (const name of stated) assert.ok(head.includes(name) && Number.isFinite(Number(zero[head.indexOf(name)])), `${name} in ${head}`);
  const [columns] = (await text(page, 'Save clouds as CSV')).split('\r\n');
  assert.ok(columns.startsWith('name,votes,samples,radius,verdict,change,'), columns);
}

test('curves and clouds of numbers are usable by keys and by axe, and are saved', async (t) => {
  const { page, errors } = await view(t, numbers);
  await usable(page, { second: 'Mean interval width', drawn: /^Mean interval width against/, stated: ['orbit_width', 'black_box_bounded'], first: 'molecule' });
  assert.deepEqual(errors, []);
});

test('curves and clouds of labels are usable by keys and by axe, and are saved', async (t) => {
  const { page, errors } = await view(t, labels);
  await usable(page, { second: 'Certified mean IoU', drawn: /^Certified mean IoU against/, stated: ['orbit_accuracy', 'black_box_mean_iou'], first: 'chair' });
  assert.deepEqual(errors, []);
});
