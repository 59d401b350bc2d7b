// Numbers and labels of models: a document is dropped, and the page shows what it proves. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedCertificate } from '../tools/browser.js';
import { visits } from '../tools/visit.js';

const open = visits();

/** Numbers from 0 to 1 that look random, the same each time. */
function* unit(seed) {
  for (let x = seed; ; x = (Math.imul(x, 1103515245) + 12345) >>> 0) yield (x >>> 8) / 2 ** 24;
}

const draws = (count, seed) => {
  const from = unit(seed);
  return Array.from({ length: count }, () => from.next().value);
};

const points = Array.from({ length: 12 }, (_, i) => draws(3, 7 + i).map((x) => 2 * x - 1));
const moved = points.map(([x, y, z], i) => [-y + 0.01 * Math.sin(i), x + 0.01 * Math.cos(i), z]);
const request = { clean: { points }, perturbed: { points: moved }, sigma: 0.1, group: 'SE', samples: 1000 };
const values = draws(1000, 3).map((x) => -3 + 0.3 * x);
const select = draws(200, 9).map((x) => -3 + 0.3 * x);
const labels = { predicted: points.map((_, i) => i % 3), votes: points.map((_, i) => 1000 - 40 * i), samples: 1000 };

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const headline = (page) => page.locator('.verdict .sentence h2');
const numbers = async (locator) =>
  Object.fromEntries(Object.entries(await locator.evaluate((element) => ({ ...element.dataset }))).map(([name, text]) => [name, Number(text)]));

async function drop(page, prediction, more = {}) {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'request.json'));
    return transfer;
  }, JSON.stringify({ ...request, ...more, prediction }));
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}

test('a number has an interval for each argument, and a slider shows how it grows', async (t) => {
  const { page, errors } = await open(t);
  await drop(page, { values });
  await headline(page).getByText(/^Stays between −\d/).waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), null, 'nothing is certified without a tolerance');
  const best = await numbers(page.locator('.stated'));
  assert.ok(best.lower < -2.85 && best.upper > -2.85 && best.upper - best.lower < 0.3, JSON.stringify(best));
  assert.match(await page.locator('tr[data-row=black_box]').innerText(), /not bounded/);
  assert.deepEqual((({ lower, upper }) => [lower, upper])(await numbers(page.locator('tr[data-row=orbit]'))).length, 2);

  const grown = page.getByRole('region', { name: 'Interval against distance' });
  const slider = grown.getByRole('slider', { name: 'Distance of the changed cloud' });
  const at = async (place) => {
    await slider.fill(String(place));
    return numbers(grown.locator('p[data-lower]'));
  };
  const [near, far] = [await at(5), await at(100)];
  assert.ok(near.distance < far.distance && near.lower > far.lower && near.upper < far.upper);

  const saved = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual([saved.request.prediction.values.length, saved.tight.axis.interval], [1000, { lower: best.lower, upper: best.upper }]);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('[data-stored=none]').waitFor();
  assert.deepEqual(errors, []);
});

test('a number with a tolerance is certified as a class is, and the tolerance can be changed', async (t) => {
  const { page } = await open(t);
  await drop(page, { values, select, tolerance: 0.2 });
  await headline(page).getByText('Certified: stays within ± 0.2.').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  await page.locator('.chips .chip').first().waitFor();
  const tolerance = page.getByLabel('Tolerance', { exact: true });
  await tolerance.fill('0.001');
  await headline(page).getByText(/^Not certified/).waitFor();
  await tolerance.fill('');
  await headline(page).getByText(/^Stays between/).waitFor();
  await tolerance.fill('-1');
  await headline(page).getByText('No verdict:').waitFor();
  assert.match(await verdict(page).innerText(), /tolerance/i);
});

test('labels colour the cloud, and a slider greys out those that are not certified', async (t) => {
  const { page, errors } = await open(t);
  await drop(page, { labels });
  await headline(page).getByText(/^\d+ of 12 points keep their label/).waitFor();
  const row = await numbers(page.locator('tr[data-row=orbit]'));
  assert.ok(row.count > 0 && row.count < 12);
  await page.locator('.legend').getByText('not certified').waitFor();
  assert.match(await page.locator('.legend').innerText(), /label\s+0\s+1\s+2/);

  const reach = page.getByRole('region', { name: 'Labels against distance' });
  const slider = reach.getByRole('slider', { name: 'Distance of the changed cloud' });
  const left = async (place) => {
    await slider.fill(String(place));
    const { count } = await numbers(reach.locator('p[data-count]'));
    const { radii, distance, stays } =
      await page.evaluate(() => (({ radii, distance, stays }) => ({ radii, distance, stays }))(document.querySelector('orbit-page').model.labels));
    assert.deepEqual(stays, radii.map((radius) => distance < radius));
    assert.equal(count, stays.filter(Boolean).length);
    return count;
  };
  const counts = [await left(0), await left(60), await left(200)];
  assert.ok(counts[0] > counts[1] && counts[1] > 0 && counts[2] === 0, counts.join());

  const colour = page.getByLabel('Colour by');
  await colour.selectOption('certified radius of its label');
  await page.locator('.legend').getByText('certified radius of its label').waitFor();
  const told = await page.evaluate(() => document.querySelector('orbit-page').model.colours.at('clean', 1));
  assert.deepEqual(told.slice(0, 2), [{ name: 'label', text: '1' }, { name: 'votes', text: '960 of 1,000' }]);
  assert.deepEqual(errors, []);
});

test('the slider over labels recolours the points of the picture', async (t) => {
  const { page } = await open(t);
  await drop(page, { labels });
  await headline(page).getByText(/^\d+ of 12 points keep their label/).waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-clouds').painted?.shown);
  const slider = page.getByRole('slider', { name: 'Distance of the changed cloud' });
  for (const place of [0, 60, 200]) {
    await slider.fill(String(place));
    await page.waitForFunction(() => {
      const { painted, scene } = document.querySelector('orbit-clouds'), { labels: { stays } } = document.querySelector('orbit-page').model;
      const grey = painted.shown.palette.findIndex(({ name }) => name === 'not certified');
      return painted === scene && stays.every((stay, number) => (painted.shown.tints[painted.order.indexOf(number)] === grey) === !stay);
    });
  }
});

test('another cloud takes the numbers with it, a step back brings them again', async (t) => {
  const { page } = await open(t);
  await drop(page, { values });
  await headline(page).getByText(/^Stays between/).waitFor();
  await page.locator('.growth').waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'other.xyz', mimeType: 'text/plain', buffer: Buffer.from('0 0 0\n1 0 0\n0 1 0\n') });
  await page.locator('.answer [data-reason=prediction]').waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('orbit-page').model.said.outputs), null);
  await page.waitForFunction(() => !location.hash.includes('given=outputs')); // the address of the next state is written
  await page.goBack();
  await headline(page).getByText(/^Stays between/).waitFor();
  await page.waitForFunction(() => history.state.files?.every(Boolean));
  await page.reload();
  await headline(page).getByText(/^Stays between/).waitFor();
});

test('numbers come in a document of their own, for the cloud that is there', async (t) => {
  const { page } = await open(t);
  await drop(page, { values });
  await headline(page).getByText(/^Stays between/).waitFor();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, JSON.stringify({ values: values.map((x) => x + 10) }));
  await headline(page).getByText(/^Stays between 7\./).waitFor();
});

test('4,096 points with 50 labels', async (t) => {
  const { page } = await open(t);
  const many = Array.from({ length: 4096 }, (_, i) => draws(3, 1000 + i).map((x) => 2 * x - 1));
  await drop(page, { labels: { predicted: many.map((_, i) => i % 50), votes: many.map((_, i) => 1000 - (i % 300)), samples: 1000 } }, {
    clean: { points: many }, perturbed: { points: many.map(([x, y, z]) => [y, -x, z + 0.001]) },
  });
  await headline(page).getByText(/^Certified: all 4,096 points/).waitFor();
  await page.locator('.legend').getByText('39 more').waitFor();
  await page.getByRole('slider', { name: 'Distance of the changed cloud' }).fill('150');
  await page.locator('.legend').getByText('not certified').waitFor();
});
