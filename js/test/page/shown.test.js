// Colours that files bring along: elements with their bonds, and the intensity of scans.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serious } from '../tools/axe.js';
import { openPage } from '../tools/browser.js';
import { until } from '../tools/until.js';

const legend = (page) => page.locator('.held > .legend').innerText().then((text) => text.split(/\s+/).filter(Boolean));

/** The scene of the picture. @param {import('playwright-core').Page} page */
const shown = (page) => page.evaluate(() => {
  const { picture, scene } = document.querySelector('orbit-clouds');
  return { name: scene.shown?.name, bonds: scene.shown?.bonds.length, colouring: picture.look.colouring, colourings: picture.colourings };
});

const water = '3\nwater\nO 0 0 0\nH 0.96 0 0\nH -0.24 0.93 0\n';
const scan =
  'VERSION .7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 3\nHEIGHT 1\nPOINTS 3\nDATA ascii\n'
  + '1 2 3 0.1\n4 5.5 6 0.9\n7 8 9.5 0.5\n';

/** @param {string} name @param {string} content */
const file = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('molecules show elements and bonds, scans their intensity, and clouds without either their own colours', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=molecule-3d', folded: true });
  await page.locator('[data-phase=done]').waitFor();
  await page.locator('.legend').getByText('O', { exact: true }).waitFor();
  assert.deepEqual(await legend(page), ['original', 'H', 'O']);
  assert.deepEqual(await shown(page), { name: 'element', bonds: 3, colouring: 'element', colourings: ['cloud', 'height', 'movement', 'element'] });
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
  await until(async () => !(await shown(page)).colourings.includes('movement'));
  assert.deepEqual(await shown(page), { name: 'intensity', bonds: 0, colouring: 'intensity', colourings: ['cloud', 'height', 'intensity'] });
  await page.getByLabel('Clean point cloud').setInputFiles(file('plain.xyz', '1.5 2 3\n4 5.5 6\n7 8 9.5\n'));
  await page.locator('.legend').getByText('intensity').waitFor({ state: 'detached' });
  assert.equal((await shown(page)).colouring, 'cloud');
  assert.deepEqual(errors, []);
});

const lidar = `x,y,z,intensity,ring,red,green,blue,height
${Array.from({ length: 40 }, (_, i) => [i % 7, i % 5, i % 3, (i / 40).toFixed(3), i % 4, i % 256, 200, 255 - i, i / 2].join(',')).join('\n')}
`;

test('attributes are listed, colour the cloud, and are named of a point that is picked', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=2&example=molecule-3d' });
  await page.locator('[data-phase=done]').waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles(file('lidar.csv', lidar));
  const about = page.locator('#about-clean');
  await about.getByText('Attributes:').waitFor();
  assert.match((await about.innerText()).replace(/\s+/g, ' '), /Attributes: intensity 0 to 0\.975; ring 0, 1, 2, 3; red 0 to 39; green 200 2 more/);

  const by = page.getByLabel('Colour by');
  await by.locator('option', { hasText: 'movement' }).waitFor({ state: 'detached' });
  assert.deepEqual(await by.locator('option').allInnerTexts(), ['cloud', 'height', 'intensity', 'ring', 'height (attribute)', 'colour']);
  assert.equal(await by.inputValue(), 'intensity');
  assert.deepEqual(await legend(page), ['intensity', '0', '0.95']);
  await by.selectOption('ring');
  await page.locator('.legend').getByText('ring').waitFor();
  assert.deepEqual(await legend(page), ['ring', '0', '1', '2', '3']);
  await by.selectOption('height (attribute)');
  await page.locator('.legend').getByText('height (attribute)').waitFor();
  await by.selectOption('colour');
  await page.waitForFunction(() => document.querySelector('orbit-clouds').scene.shown?.name === 'colour');
  assert.equal(await page.evaluate(() => {
    const { scene } = document.querySelector('orbit-clouds');
    return scene.shown.palette[scene.shown.tints[[...scene.order].indexOf(0)]].colour;
  }), 'rgb(0,204,255)', 'point 1 has 0, 200, 255, in sixteen steps a channel');
  assert.deepEqual(await serious(page), []);

  await page.locator('orbit-clouds canvas').press('.');
  await page.locator('.named').getByText(/ring 0, .*green 200, blue 255, height 0/).waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles(file('water.xyz', water));
  await about.getByText('element H, O').waitFor();
  await page.waitForFunction(() => {
    const { painted, scene, picture } = document.querySelector('orbit-clouds');
    return painted === scene && picture.colourings.includes('element');
  });
  await page.locator('orbit-clouds canvas').press('.');
  await page.locator('.named').getByText('element O').waitFor();
  assert.deepEqual(await by.locator('option').allInnerTexts(), ['cloud', 'height', 'element']);
  assert.deepEqual(errors, []);
});
