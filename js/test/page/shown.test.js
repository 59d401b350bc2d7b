// Colours that files bring along: elements with their bonds, and the intensity of scans.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';

const legend = (page) => page.locator('.held > .legend').innerText().then((text) => text.split(/\s+/).filter(Boolean));

/** The scene of the picture. @param {import('playwright-core').Page} page */
const shown = (page) => page.evaluate(() => {
  const { picture, scene } = document.querySelector('orbit-clouds');
  return { name: scene.shown?.name, bonds: scene.shown?.bonds.length, colouring: picture.look.colouring, colourings: picture.colourings };
});

const water = '3\nwater\nO 0 0 0\nH 0.96 0 0\nH -0.24 0.93 0\n';
const scan =
  'VERSION .7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 3\nHEIGHT 1\nPOINTS 3\nDATA ascii\n1 2 3 0.1\n4 5.5 6 0.9\n7 8 9.5 0.5\n';

/** @param {string} name @param {string} content */
const file = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('molecules show elements and bonds, scans their intensity, and clouds without either their own colours', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=molecule-3d', folded: true });
  await page.locator('[data-phase=done]').waitFor();
  await page.locator('.legend').getByText('O', { exact: true }).waitFor();
  assert.deepEqual(await legend(page), ['original', 'H', 'O']);
  assert.deepEqual(await shown(page), { name: 'element', bonds: 3, colouring: 'element', colourings: ['cloud', 'height', 'residual', 'element'] });
  assert.deepEqual(await serious(page), []);
  await page.locator('orbit-clouds canvas').press('c');
  await page.locator('.legend').getByText('changed').waitFor();
  for (let i = 0; i < 3; i++) await page.locator('orbit-clouds canvas').press('c');

  await page.getByLabel('Clean point cloud').setInputFiles(file('water.xyz', water));
  await page.locator('.legend').getByText('original').waitFor({ state: 'detached' });
  await page.locator('.legend').getByText('H', { exact: true }).waitFor();
  assert.deepEqual(await legend(page), ['O', 'H']);
  await page.getByLabel('Clean point cloud').setInputFiles(file('scan.pcd', scan));
  await page.locator('.legend').getByText('intensity').waitFor();
  assert.deepEqual(await shown(page), { name: 'intensity', bonds: 0, colouring: 'intensity', colourings: ['cloud', 'height', 'intensity'] });
  await page.getByLabel('Clean point cloud').setInputFiles(file('plain.xyz', '1.5 2 3\n4 5.5 6\n7 8 9.5\n'));
  await page.locator('.legend').getByText('intensity').waitFor({ state: 'detached' });
  assert.equal((await shown(page)).colouring, 'cloud');
  assert.deepEqual(errors, []);
});
