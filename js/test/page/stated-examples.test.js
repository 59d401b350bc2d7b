// The examples with a number and with labels: one click each. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { siteFile } from '../tools/browser.js';
import { seenAttributes } from '../tools/named.js';
import { BEGUN, withheld } from '../tools/stand-still.js';
import { visits } from '../tools/visit.js';

const visit = visits('#v=1&sigma=0.1');
const headline = (page) => page.locator('.verdict .sentence h2');
const built = (/** @type {string} */ id) => JSON.parse(String(siteFile(`examples/certificates/${id}.json`))).certificate;

/** Clicks an example and waits until the device has computed what came with it. */
async function click(page, title) {
  const more = page.getByRole('navigation', { name: 'Examples' }).getByRole('button', { name: 'Gallery', exact: true });
  if (await more.count()) await more.click();
  await page.getByRole('button', { name: title }).click();
  await page.getByText('Checked on your device.').waitFor();
}

/** Has the page begin to count again what the example came with. Counts to their end are in counted-outputs.test.js and desk/votes-trust.test.js. */
async function countsAgain(page, what, samples) {
  await withheld(page, 'logits', BEGUN);
  await page.getByRole('button', { name: `Count these ${what} again` }).click();
  const stored = page.getByRole('region', { name: 'Stored votes' });
  await stored.locator('.amount').getByText(new RegExp(`[1-9]\\d* of ${samples.toLocaleString('en')} samples`)).waitFor();
  await stored.getByRole('button', { name: 'Cancel' }).click();
  await stored.locator('[data-recount=none]').getByText('cancelled').waitFor();
  await page.evaluate(() => globalThis.release());
}

/** Checks that the page fits a phone, and that it hides nothing from assistive technology. */
async function fits(page) {
  assert.deepEqual(await serious(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(await serious(page), []);
}

test('the energy of a molecule is certified within its tolerance, has a bar and a slider, and is counted again', async (t) => {
  const { page, errors } = await visit(t);
  await click(page, 'A molecule’s energy');
  await headline(page).getByText('Certified: stays within ± 2 kcal/mol.').waitFor();
  const { orbit } = built('energy-3d');
  const row = page.locator('tr[data-row=orbit]');
  assert.deepEqual([Number(await row.getAttribute('data-lower')), Number(await row.getAttribute('data-upper'))], [orbit.interval.lower, orbit.interval.upper]);
  assert.ok((await row.locator('svg .bar').boundingBox()).width > 20);
  await page.locator('.note').getByText(/± 2 kcal\/mol .* 0\.0123 Å/).waitFor();
  const slider = page.getByRole('region', { name: 'Interval against distance' }).getByRole('slider', { name: 'Distance of the changed cloud' });
  const width = async (place) => {
    await slider.fill(String(place));
    const { lower, upper } = await page.locator('.growth p[data-lower]').evaluate(({ dataset }) => ({ ...dataset }));
    return upper - lower;
  };
  assert.ok(await width(60) > 1.5 * await width(10));
  assert.match(await page.locator('.legend').innerText(), /C\s+O\s+H/);
  assert.equal(await seenAttributes(page).getByLabel('element', { exact: true }).isChecked(), true);
  await countsAgain(page, 'numbers', 1100);
  await fits(page);
  assert.deepEqual(errors, []);
});

test('the forces on a molecule are certified within their tolerance, lie in cones, and are counted again', async (t) => {
  const { page, errors } = await visit(t);
  await click(page, 'A molecule’s forces');
  await headline(page).getByText('within ± 10 kcal/mol/Å').waitFor();
  const { orbit: { vectors } } = built('forces-3d'), largest = Math.max(...vectors.map(({ angle }) => angle)), shown = Math.ceil(10 * largest) / 10;
  await page.locator('.sentence').getByText(`within ${shown}°`).waitFor();
  await page.locator('.legend').getByText('arrows: smoothed vectors').waitFor();
  assert.equal(await page.locator('[data-vector]').count(), 3);
  assert.ok(await page.evaluate(() => document.querySelector('orbit-clouds').scene.axis.cones.length) > 0, 'no vector may point anywhere');
  await countsAgain(page, 'sampled vectors', 440);
  await fits(page);
  assert.deepEqual(errors, []);
});

test('the parts of a chair are coloured, a slider greys out those that are not certified, and they are counted again', async (t) => {
  const { page, errors } = await visit(t);
  await click(page, 'A chair, part by part');
  const { count, certified } = built('parts-3d').orbit.labels;
  await headline(page).getByText(`${count} of ${certified.length} points keep`).waitFor();
  await page.locator('.legend').getByText('not certified').waitFor();
  assert.match(await page.locator('.legend').innerText(), /seat\s+back\s+leg/);
  const reach = page.getByRole('region', { name: 'Labels against distance' });
  const left = async (place) => {
    await reach.getByRole('slider', { name: 'Distance of the changed cloud' }).fill(String(place));
    return Number(await reach.locator('p[data-count]').getAttribute('data-count'));
  };
  const [near, far] = [await left(0), await left(150)];
  assert.ok(near > far && far > 0 && near <= certified.length, `${near}, ${far}`);
  assert.equal(await page.evaluate(() => document.querySelector('orbit-page').model.labels.stays.filter(Boolean).length), far);
  await countsAgain(page, 'labels', 600);
  await fits(page);
  assert.deepEqual(errors, []);
});

test('the models of these examples are offered for their clouds, with cards, and count with other settings', async (t) => {
  for (const [id, title, card, counted] of [
    ['energy-3d', 'Energies of molecules', /Mean error\s+smoothed 5\.41 at σ = 0\.05/, /^(Certified: stays within ± 2\skcal\/mol|Not certified)/],
    ['forces-3d', 'Forces on the atoms of molecules', /Returns\s+a force on each atom in kcal\/mol\/Å/, /^(Certified: all 3|Not certified)/],
    ['parts-3d', 'Parts of furniture', /Accuracy\s+smoothed .*93\s%\sat\sσ\s=\s0\.05/, /labels? (stays?|is certified)/],
  ]) {
    const { page, errors } = await visit(t, `#v=2&example=${id}`);
    await page.getByText('Checked on your device.').waitFor();
    await page.getByRole('radio', { name: 'a model' }).check({ force: true });
    await page.getByRole('button', { name: title }).click();
    await page.locator('dd[data-clean]').waitFor();
    assert.match(await page.locator('orbit-model').innerText(), card);
    await page.getByLabel('Samples', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Count votes and certify' }).first().click();
    await headline(page).getByText(counted).waitFor();
    assert.deepEqual(await serious(page), []);
    await page.locator('orbit-model').getByRole('button', { name: 'Remove' }).click(); // the page keeps a model from cloud to cloud
    assert.deepEqual(errors, []);
  }
});

test('the stage shows both, and its QR code covers neither slider nor chart', async (t) => {
  for (const [id, title] of [['energy-3d', 'A molecule’s energy'], ['parts-3d', 'A chair, part by part']]) {
    const { page, errors } = await visit(t, `#v=2&example=${id}&stage`);
    const stage = page.getByRole('region', { name: 'Stage' });
    await stage.getByRole('heading', { name: title }).waitFor();
    const code = stage.getByRole('img', { name: 'QR code of the pad' });
    await code.waitFor();
    await page.locator('.growth input').waitFor();
    const places = [code, page.locator('.growth .grown svg'), page.locator('.growth .along')];
    const [{ x, y }, ...parts] = await Promise.all(places.map((part) => part.boundingBox()));
    for (const part of parts) assert.ok(part.x + part.width <= x || part.y + part.height <= y, `${id}: ${JSON.stringify(part)} under ${x}, ${y}`);
    assert.deepEqual(errors, []);
  }
});
