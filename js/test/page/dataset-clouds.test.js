// The clouds of a result as a table, and several results side by side. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth, violations } from '../tools/axe.js';
import { openPage, savedFile, smallTargets } from '../tools/browser.js';
import { phase } from '../tools/run-phase.js';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const table = (page) => page.getByRole('table', { name: 'Clouds', exact: true });
const names = (page) => table(page).locator('tbody th').allInnerTexts();

/** Opens the shapes and runs them. */
async function shapes(t, options) {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset', ...options });
  await button(page, '3-D shapes, scaled').click();
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await phase(page, 'done');
  return { page, errors };
}

test('clouds are sorted and filtered by keyboard, and one opens as a certificate and leads back to its row', async (t) => {
  const { page, errors } = await shapes(t);
  await page.getByText('50 % stay right, scaled by ‖Δ‖ = 0.16.').waitFor();
  assert.equal((await names(page)).length, 22);
  assert.deepEqual(await seriousInBoth(page), []);
  await page.setViewportSize({ width: 1024, height: 768 });
  const cut = await table(page).locator('tbody td')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerText));
  assert.deepEqual(cut, [], 'no word is cut');
  await page.setViewportSize({ width: 1280, height: 720 });
  const radius = table(page).getByRole('columnheader', { name: 'Radius' });
  assert.equal(await radius.getAttribute('aria-sort'), 'none');
  await radius.getByRole('button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await radius.getAttribute('aria-sort'), 'descending');
  await page.keyboard.press('Enter');
  assert.equal(await radius.getAttribute('aria-sort'), 'ascending');
  await table(page).getByRole('columnheader', { name: 'Cloud' }).getByRole('button').click();
  assert.deepEqual((await names(page)).slice(0, 3), ['bed-1', 'bed-2', 'cabinet-1']);
  await page.getByRole('button', { name: /^wrong class/ }).click();
  const wrong = await table(page).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)));
  assert.ok(wrong.length > 0 && wrong.every(([label, predicted]) => label !== predicted && /^[a-z]+$/.test(label)), JSON.stringify(wrong));
  await page.getByRole('button', { name: /^all/ }).click();
  await page.getByLabel('Find a cloud').fill('sofa');
  await page.getByText('2 of 22 clouds').waitFor({ state: 'attached' });
  assert.deepEqual(await names(page), ['sofa-1', 'sofa-2']);
  // Tab reaches one row; arrow keys reach the others.
  const focused = () => page.evaluate(() => document.activeElement?.innerText);
  await table(page).getByRole('columnheader', { name: 'Verdict' }).getByRole('button').focus();
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'sofa-1');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.innerText === 'sofa-2');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('table')), null);
  await page.getByLabel('Size of the change').selectOption('‖Δ‖ = 0.2');
  await page.getByText('0 % stay right, scaled by ‖Δ‖ = 0.2.').waitFor();
  await page.getByLabel('Size of the change').selectOption('‖Δ‖ = 0.16');
  const opens = button(page, 'sofa-2'), text = await table(page).locator('tbody tr').nth(1).locator('td').allInnerTexts();
  await opens.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await opens.focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-phase=done]').waitFor();
  // The sentence has two digits of the radius, rounded down.
  const [, within] = /within ([\d.]+) /.exec(await page.getByRole('region', { name: 'Verdict' }).innerText()) ?? [];
  assert.ok(Number(within) <= Number(text[2]) && Number(within) > 0.9 * Number(text[2]), `${within} for ${text[2]}`);
  await page.waitForFunction(() => /norm=0\.16/.test(location.hash));
  await button(page, '← Back to the dataset').click();
  await table(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.innerText === 'sofa-2');
  assert.equal(await page.evaluate(() => scrollY), before);
  assert.equal(await page.getByLabel('Find a cloud').inputValue(), 'sofa');
  assert.deepEqual(errors, []);
});

test('words in a table of one set of votes are the words of rows and files', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset' });
  const set = (a, b) => `name;label;chair;table\na;table;${a}\nb;chair;${b}\n`;
  const clouds = ['a', 'b'].map((name) => file(`${name}.xyz`, '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n'));
  await page.getByLabel('Dataset files').setInputFiles([...clouds, file('cert.csv', set('10;990', '900;100'))]);
  await page.getByText(/^cert\.csv has one set/).waitFor();
  await button(page, 'They bound the probability; another file names the class').click();
  await page.locator('#lacking').getByText('name the class').waitFor();
  await page.getByLabel('Dataset files').setInputFiles([file('pred.csv', set('1;9', '2;8'))]);
  await button(page, 'They name the class; another file bounds the probability').click();
  assert.ok(await page.getByLabel('Every transformation').isChecked());
  await button(page, 'Run').click();
  await phase(page, 'done');
  await page.getByLabel('Change', { exact: true }).selectOption('Scale');
  assert.deepEqual(await table(page).locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText).slice(0, 2).join())),
    ['table,table', 'chair,table']);
  const { bytes } = await savedFile(page, button(page, 'Save clouds as CSV'));
  assert.match(String(bytes), /^name,label,class,votes,samples,radius,verdict,change.*\r\na.xyz,table,table,990,1000,0\.\d+,/);
  const tex = await savedFile(page, button(page, 'Save clouds as LaTeX'));
  assert.match(String(tex.bytes),
    /name & label & class & votes & samples & radius & verdict \\\\\n\\midrule\na.xyz & table & table & 990 & 1000 & 0\.\d{4} & /);
  assert.deepEqual(errors, []);
});

test('results stand side by side on one axis, and go again', async (t) => {
  const { page, errors } = await shapes(t);
  for (const sides of [1, 2, 3]) {
    await button(page, 'Keep beside others').click();
    await page.locator('.small-chart svg').nth(sides - 1).waitFor();
  }
  const beside = page.getByRole('region', { name: 'Results side by side' });
  await page.getByLabel('Title of result 2').fill('Another network');
  await page.getByLabel('Title of result 2').blur();
  await beside.getByRole('button', { name: /^Remove σ/ }).first().click();
  assert.equal(await beside.locator('svg').count() >= 2, true);
  await page.reload();
  await phase(page, 'done');
  assert.deepEqual(await beside.getByRole('textbox').evaluateAll((all) => all.map(({ value }) => value)), ['Another network', 'σ = 0.1, SE, furniture.onnx']);
  assert.deepEqual(await violations(page, 'orbit-dataset'), []);
  assert.deepEqual(await smallTargets(page, 'orbit-dataset'), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.deepEqual(errors, []);
});

test('files and entries that are given as the page reloads are there after it', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset' });
  await page.getByLabel('Dataset files').setInputFiles([file('one.xyz', '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n')]);
  await phase(page, 'ready');
  const row = (name) => `name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n${name},1,10,990,100,9900\n`;
  const reload = (sigma, files) => Promise.all([page.waitForEvent('load'), page.evaluate(([sigma, files]) => {
    const control = document.querySelector('#control-run-sigma'), input = document.querySelector('#dataset-files'), data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
    [control.value, input.files] = [sigma, data.files];
    control.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    location.reload();
  }, [sigma, files])]);
  await reload('0.07', { 'votes.csv': row('one') });
  await page.getByText('1 cloud, 1 row of votes.').waitFor();
  assert.equal(await page.locator('#control-run-sigma').inputValue(), '0.07');
  await button(page, 'Run').click();
  await phase(page, 'done');
  assert.deepEqual(await names(page), ['one.xyz']);
  await reload('0.08', { 'two.xyz': '0.4 0.1\n-0.3 0.5\n-0.1 -0.5\n', 'votes.csv': row('two') });
  await phase(page, 'ready');
  assert.equal(await page.locator('#control-run-sigma').inputValue(), '0.08');
  await button(page, 'Run').click();
  await phase(page, 'done');
  assert.deepEqual(await names(page), ['two.xyz'], 'in the place of the run before');
  assert.deepEqual(errors, []);
});

test('of 10,000 clouds only those in sight are drawn', async (t) => {
  const { page, errors } = await shapes(t);
  await page.evaluate(() => {
    const result = document.querySelector('orbit-run-result'), list = document.querySelector('orbit-cloud-table');
    list.rows = Array.from({ length: 10_000 }, (_, index) => ({ ...result.rows[index % 22], index, name: `cloud ${index}` }));
    list.points = (index) => result.log.points(index % 22);
  });
  await button(page, 'cloud 0').waitFor();
  assert.ok(await table(page).locator('tbody tr').count() < 80);
  assert.equal(await table(page).getAttribute('aria-rowcount'), '10001');
  await page.evaluate(() => scrollTo(0, document.querySelector('.cloud-list').getBoundingClientRect().top + scrollY + 60 * 5000));
  await button(page, 'cloud 5000').waitFor();
  assert.equal(await page.locator('tr', { has: button(page, 'cloud 5000') }).getAttribute('aria-rowindex'), '5002');
  assert.ok(await table(page).locator('tbody tr').count() < 80);
  await page.locator('tr', { has: button(page, 'cloud 5001') }).locator('canvas').waitFor();
  await page.getByLabel('Find a cloud').fill('cloud 9999');
  await page.getByText('1 of 10,000 clouds').waitFor({ state: 'attached' });
  assert.deepEqual(await names(page), ['cloud 9999']);
  assert.deepEqual(errors, []);
});
