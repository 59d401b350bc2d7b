// The page's tight certificates: axis, a runner-up, and from which probability on. The numbers of every invariance are in
// desk/tight.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { openPage, savedCertificate } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { FIRST, visits } from '../tools/visit.js';

const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const row = (page, id) => page.locator(`tr[data-row=${id}]`);
const cell = async (page, id, head) => Number((await row(page, id).locator(`[data-head="${head}"] .number`).first().innerText()).trim());
const unfold = (page) => page.locator('details', { hasText: 'More settings' }).evaluateAll((all) => all.forEach((details) => { details.open = true; }));

const visit = visits();

/** Opens an example by its button, the first one without, and waits for its verdict. */
async function open(t, title = null) {
  const opened = await visit(t, title ? undefined : FIRST);
  if (!title) return opened;
  await opened.page.getByRole('button', { name: title }).click();
  await opened.page.getByRole('button', { name: title, pressed: true }).waitFor();
  await finished(opened.page);
  return opened;
}

/** The chair with these entries, under fewer draws than it comes with. */
const openChair = (t, entries) => visit(t, `#v=1&example=chair-3d&draws=1000&${entries}`);

async function certify(page) {
  await page.keyboard.press('Control+Enter');
  await finished(page);
}

test('in the plane the exact value stands, Monte Carlo below About these numbers, then from which p on', async (t) => {
  const { page, errors } = await open(t, /tight wins/);
  const exact = await cell(page, 'exact', 'p′ at least');
  assert.equal(await row(page, 'monte_carlo').count(), 0);
  await row(page, 'exact').getByText(/^needs p ≥ 0\.\d{4}$/).waitFor();
  assert.match(await row(page, 'exact').innerText(), /to within \d/);
  const from = async (id) => Number((await row(page, id).innerText()).match(/p [≥>] (0\.\d+)/)[1]);
  assert.ok(await from('exact') < await from('orbit'));
  const aside = page.locator('dt[data-row=monte_carlo] + dd');
  assert.ok(!await aside.isVisible());
  await page.getByText('About these numbers').click();
  const [, drawn, p] = (await aside.innerText())
    .match(/p′ at least (0\.\d+), interval 0\.\d+ to 0\.\d+;\s+disagreement bound from [\d,]+ draws; needs p ≥ (0\.\d+)/)
    .map(Number);
  assert.ok(drawn <= exact && drawn > 0.5, `${drawn} ${exact}`);
  assert.ok(await from('exact') <= p);
  assert.deepEqual(errors, []);
});

test('a number is one text to whoever copies or listens, and lines up at its point', async (t) => {
  const { page } = await open(t, /A car/);
  const numbers = page.locator('table .number');
  for (const text of await numbers.allInnerTexts()) assert.match(text, /^\d+(\.\d+)?$/);
  const read = await page.locator('[data-row=orbit]').ariaSnapshot();
  assert.match(read, /cell "0\.\d{4}"/);
  // Positions of the decimal point: the end of the text less its places, all digits being as wide.
  const points = await page.locator('td[data-head="Distance d"] .number').evaluateAll((all) => all.map((box) => {
    const range = document.createRange();
    const text = [...box.childNodes].find(({ data }) => data?.includes('.'));
    range.setStart(text, text.data.indexOf('.'));
    range.setEnd(text, text.data.indexOf('.') + 1);
    return range.getBoundingClientRect().right;
  }));
  assert.ok(points.length >= 4);
  for (const x of points) assert.ok(Math.abs(x - points[0]) < 1.5, String(points));
});

test('an axis is entered or picked; one that is none is refused where it stands', async (t) => {
  const { page } = await openChair(t, 'group=SE');
  await page.getByLabel('Invariance').selectOption('axis');
  assert.equal(await page.getByLabel('Axis', { exact: true }).inputValue(), '0 0 1');
  await page.getByLabel('and translations').check();
  await claim(page).click();
  await finished(page);
  await page.getByRole('button', { name: 'along x' }).click();
  assert.equal(await page.getByLabel('Axis', { exact: true }).inputValue(), '1 0 0');
  for (const text of ['0 0 0', 'up']) {
    await page.getByLabel('Axis', { exact: true }).fill(text);
    await page.keyboard.press('Control+Enter');
    await page.locator('#error-direction').waitFor();
    assert.ok(await page.getByLabel('Axis', { exact: true }).evaluate((input) => input === document.activeElement));
  }
});

test('a runner-up takes the place of ½', async (t) => {
  const { page, errors } = await open(t);
  const radius = async () => Number((await row(page, 'orbit').locator('[data-head="Distance d"] .number').last().innerText()).trim());
  await page.getByLabel('Votes', { exact: true }).fill('1900');
  await certify(page);
  const before = await radius();
  await unfold(page);
  await page.getByLabel('Runner-up votes').fill('20');
  await certify(page);
  assert.ok(await radius() > before);
  assert.match(await row(page, 'orbit').innerText(), /runner-up at most/);
  await page.getByText('at most 0.0').waitFor();
  await page.getByLabel('Runner-up votes').fill('9999999');
  await page.keyboard.press('Control+Enter');
  await page.locator('#error-runnerVotes').waitFor();
  await page.getByLabel('a probability').check();
  await page.getByLabel('Runner-up probability').waitFor();
  assert.deepEqual(errors, []);
});

test('a download does not wait for the last numbers, which come all the same', async (t) => {
  const { page, errors } = await open(t, 'A chair, turned');
  await certify(page);
  assert.ok((await savedCertificate(page)).length > 0);
  await row(page, 'monte_carlo').getByText(/p ≥ 0\.\d{4}/).waitFor();
  assert.match(await page.locator('.reasons .caption').first().innerText(), /disagreement bound from/);
  assert.deepEqual(errors, []);
});

test('the address carries axis, runner-up', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Invariance').selectOption('axis');
  await page.getByLabel('Axis', { exact: true }).fill('0 0.1 1');
  await page.getByLabel('and translations').check();
  await unfold(page);
  await page.getByLabel('Runner-up votes').fill('0');
  await page.waitForFunction(() => location.hash.includes('runnerVotes=0'));
  const { page: again } = await openPage(t, { path: new URL(page.url()).hash });
  await finished(again, 'failed');
  assert.equal(await again.getByLabel('Axis', { exact: true }).inputValue(), '0 0.1 1');
  assert.ok(await again.getByLabel('and translations').isChecked());
  assert.equal(await again.getByLabel('Runner-up votes').inputValue(), '0');
});

test('axe finds nothing serious with all entries shown, light or dark', async (t) => {
  const { page } = await openChair(t, 'group=axis&runnerVotes=10');
  await page.getByText(/p ≥ 0\.\d{4}$/).first().waitFor();
  assert.deepEqual(await seriousInBoth(page), []);
  assert.ok(await page.getByLabel('Runner-up votes').isVisible());
  await page.getByLabel('Axis', { exact: true }).fill('x');
  await page.keyboard.press('Control+Enter');
  await finished(page, 'failed');
  assert.deepEqual(await seriousInBoth(page), [], 'with an error');
});

test('narrow: intervals, runner-up and axis stay within the screen', async (t) => {
  const { page } = await openChair(t, 'group=axis&runnerVotes=10');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(/p ≥ 0\.\d{4}$/).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});
