// Numbers are one text for those who copy them and those who listen, in every view. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allValues, claim } from '../tools/named.js';
import { FIRST, visits } from '../tools/visit.js';

const open = visits();

/** A number torn apart: 0 .8405, 0. 8405, 1 ,024. */
const TORN = /\d\s+[.,]\d|\d[.]\s+\d/;

/** Returns the copied text of an element. */
const copied = (page, selector) => page.evaluate((name) => {
  let text = '';
  const listen = (event) => { text = String(getSelection()); event.preventDefault(); };
  addEventListener('copy', listen, { capture: true, once: true });
  getSelection().selectAllChildren(document.querySelector(name));
  document.execCommand('copy');
  getSelection().removeAllRanges();
  return text;
}, selector);

/** Lists what a screen reader reads below the elements of a role: every name and text of the accessibility tree. */
async function aloud(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => ({ role: role.value, text: name?.value ?? '' })).filter(({ text }) => text);
}

/** Every number of the cells stands whole in what is copied, and in one text of what is read aloud. */
async function check(page, selector, least) {
  const cells = await page
    .locator(`${selector} td, ${selector} th`)
    .evaluateAll((list) => list.filter((cell) => cell.checkVisibility()).map((cell) => cell.innerText));
  const numbers = cells.flatMap((text) => text.match(/\d[\d,]*(\.\d+)?/g) ?? []);
  assert.ok(numbers.length >= least, `${numbers.length} numbers`);
  const text = await copied(page, selector);
  const spoken = await aloud(page);
  const pieces = spoken.filter(({ role }) => role === 'StaticText').map((each) => each.text);
  for (const number of numbers) {
    assert.ok(new RegExp(`(^|[^\\d.,])${number.replaceAll('.', '\\.')}($|[^\\d])`).test(text), `${number} is not in the copy:\n${text}`);
    assert.ok(pieces.some((piece) => piece.includes(number)), `${number} is read in pieces`);
  }
  assert.doesNotMatch(text, TORN);
  assert.doesNotMatch(text, /[a-z]{2}(\d|p ≥)/, 'a word runs into a number');
  for (const { role, text: name } of spoken) assert.doesNotMatch(name, TORN, role);
}

test('certificate', async (t) => {
  const { page } = await open(t, FIRST);
  await page.locator('[data-row=orbit]').getByText('p ≥').waitFor();
  await check(page, '.certificates', 10);
  assert.match(await copied(page, 'tr[data-row=orbit]'), /0\.8514\s+0\.1198\s+radius\s+0\.2240/);
});

test('comparison', async (t) => {
  const { page } = await open(t, '#v=1&example=molecule-3d&draws=1000');
  await page.getByRole('button', { name: 'Keep for comparison' }).click();
  await page.getByLabel('Smoothing σ').fill('0.2');
  await claim(page).click();
  await page.locator('[data-phase=done]').waitFor();
  await page.locator('.compared').waitFor();
  await check(page, '.compared', 10);
  // The page that the next tests find has nothing kept.
  await page.getByRole('button', { name: 'Stop comparing' }).click();
});

test('explore', async (t) => {
  const { page } = await open(t, '#v=1&view=explore');
  await page.locator('tr[data-row=every] td').first().getByText('0.').waitFor();
  await check(page, '.lengths', 8);
});

test('dataset', async (t) => {
  const { page } = await open(t, '#v=1&view=dataset');
  await page.getByRole('button', { name: '2-D digits' }).click();
  await page.locator('[data-run=ready]').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-run=done]').waitFor();
  await allValues(page).click();
  await check(page, 'orbit-dataset .lengths', 20);
});
