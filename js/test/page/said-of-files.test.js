// What the page says of files and of how they fit together: the words of the command line. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besure } from '../tools/browser.js';
import { phase } from '../tools/run-phase.js';
import { visits } from '../tools/visit.js';

const open = visits('#v=1&example=chair-3d&draws=1000');
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

test('a cloud says which columns are its coordinates and their unit, and a verdict what does not fit together', async (t) => {
  const { page, errors } = await open(t, '#v=1&sigma=4000&group=none&draws=0');
  const rows = ['0.5,1.5,2.25,7', '3,4.125,5.5,8', '6.5,7,8.75,2'];
  await page.getByLabel('Clean point cloud').setInputFiles(file('a.csv', `x [mm],y [mm],z [mm],charge\n${rows.join('\n')}\n`));
  const about = page.locator('#about-clean');
  await about.filter({ hasText: '"x [mm]"' }).filter({ hasText: 'unit is mm' }).waitFor();
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('b.csv', `x,y,z,charge\n${rows.toReversed().join('\n')}\n`));
  await page.locator('#about-perturbed').getByText('; the file names no unit.').waitFor();
  await besure(page, '4000', 'none');
  await page.keyboard.press('Control+Enter');
  const fit = page.locator('[data-note=fit]');
  await fit.filter({ hasText: 'the noise hides the shape' }).waitFor();
  await fit.filter({ hasText: /another order, 1 of 3/ }).waitFor();
  const sentence = page.locator('.sentence');
  await sentence.getByText(/\smm \(\S+\s% of the size\)/).waitFor();
  await page.getByLabel('Unit of lengths').fill('inch');
  await sentence.getByText(/\sinch \(\S+\s% of the size\)/).waitFor();
  await page.reload();
  await sentence.getByText(/\sinch \(\S+\s% of the size\)/).waitFor();
  assert.deepEqual(errors, []);
});

test('a run says how many rows of votes met a cloud', async (t) => {
  const { page, errors } = await open(t, '#v=1&view=dataset');
  const header = 'name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n', row = (name) => `${name},1,10,990,100,9900\n`;
  await page.getByLabel('Dataset files').setInputFiles([file('votes.csv', header + row('a') + row('lost')), file('a.xyz', '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n')]);
  await phase(page, 'ready');
  await page.getByLabel('Scaling').check();
  await page.getByLabel('Norms').fill('0.05');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await phase(page, 'done');
  assert.equal(
    await page.locator('[data-note=met]').innerText(), '1 of 2 rows of votes met a cloud; 1 of 1 clouds have votes; no cloud takes the row "lost".',
  );
  assert.deepEqual(errors, []);
});
