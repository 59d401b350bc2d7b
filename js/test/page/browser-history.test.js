// Back, forward and reload: examples, certified states and own files come back. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besure, exampleVotes, openPage, savedCertificate, wholeLink } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { withheld } from '../tools/stand-still.js';
import { FEW, FIRST, visits } from '../tools/visit.js';

const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const certify = (page) => page.keyboard.press('Control+Enter');
const sigma = (page) => page.getByLabel('Smoothing σ');
const example = (page, name) => page.getByRole('button', { name });
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const points = Array.from({ length: 30 }, (_, i) => [Math.sin(i), Math.cos(3 * i), i / 30]);
const text = (scale) => points.map((row) => row.map((x) => x * scale).join(' ')).join('\n');

const visit = visits();

/** Counts computations from now on. */
const counting = (page) => page.evaluate(() => {
  const { model: desk } = document.querySelector('orbit-page');
  const { certify: compute } = desk.engine;
  globalThis.computed = 0;
  desk.engine.certify = (...all) => (globalThis.computed++, compute.apply(desk.engine, all));
});

const saved = async (page) => String(await savedCertificate(page));

test('back and forward walk through examples and certified states, whose results are still there', async (t) => {
  const { page, errors } = await openPage(t); // whose history is not full yet
  await finished(page);
  const length = () => page.evaluate(() => history.length);
  const first = { saved: await saved(page), length: await length() };
  await example(page, 'A molecule, mirrored').click();
  await page.waitForFunction(() => location.hash.includes('molecule-3d'));
  await finished(page);
  const second = await saved(page);
  await page.getByLabel('Draws per bound').fill('1000');
  await sigma(page).fill('0.3');
  await sigma(page).fill('0.31');
  await finished(page);
  await certify(page);
  await finished(page);
  const third = await saved(page);
  assert.equal(await length(), first.length + 2, 'one entry a state, none for what is typed');
  await counting(page);

  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value !== '0.31');
  await finished(page);
  assert.equal(await saved(page), second);
  assert.ok(await example(page, 'A molecule, mirrored').and(page.locator('[aria-pressed=true]')).count());
  await page.goBack();
  await page.locator('#about-clean').getByText('digit-2d').waitFor();
  await finished(page);
  assert.equal(await saved(page), first.saved);
  assert.ok(!(await page.locator('.verdict p.note').innerText()).startsWith('Before your changes'));
  assert.match(await page.locator('#about-drawing').innerText(), /2-D/);
  await page.goForward();
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.31');
  await finished(page);
  assert.equal(await saved(page), third);
  assert.equal(await page.evaluate(() => globalThis.computed), 0, 'nothing is computed again');

  await sigma(page).fill('0.5');
  await finished(page);
  await page.waitForFunction(() => location.hash.includes('sigma=0.5'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.31');
  await finished(page);
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.5');
  await finished(page);
  assert.deepEqual(errors, []);
});

test('large clouds are not remembered without end', async (t) => {
  const { page, errors } = await openPage(t, { path: FEW });
  await finished(page);
  await page.evaluate(() => {
    const { model: desk } = document.querySelector('orbit-page');
    const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(desk), 'state');
    // As if every clean cloud had come in a file of 150 MB.
    Object.defineProperty(desk, 'state', { get() {
      const { clouds, ...rest } = get.call(this), { clean } = clouds;
      return { ...rest, clouds: { ...clouds, clean: clean && { ...clean, source: { ...clean.source, bytes: { byteLength: 150e6 } } } } };
    } });
  });
  for (const [title, id] of [['A 3 made into', 'digit-8-2d'], ['Where tight wins', 'scaling-2d']]) {
    await example(page, title).click();
    await page.waitForFunction((id) => location.hash.includes(id), id);
    await finished(page);
  }
  await counting(page);
  await page.goBack();
  await page.locator('#about-clean').getByText('digit-8-2d').waitFor();
  await finished(page);
  assert.ok(await page.evaluate(() => globalThis.computed) > 0, 'the older one is computed again');
  assert.deepEqual(errors, []);
});

test('what was left while it was computed is computed when one comes back to it', async (t) => {
  const { page, errors } = await visit(t, '#v=1&example=chair-3d&draws=1000');
  await withheld(page, 'block');
  await page.getByLabel('Draws per bound').fill('20000');
  await certify(page);
  await page.waitForFunction(() => globalThis.items > 0); // fewer draws than these are made in one call
  await page.locator('[data-phase=working] [role=progressbar]').waitFor();
  await page.waitForFunction(() => location.hash.includes('draws=20000'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#control-draws').value === '1000');
  await finished(page);
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('#control-draws').value === '20000');
  await page.evaluate(() => globalThis.release());
  await page.locator('.caption').getByText('20,000 draws').waitFor();
  await finished(page);
  assert.deepEqual(errors, []);
});

test('own files come back after a reload, with their verdict, also a step back', async (t) => {
  const { page, errors } = await openPage(t, { path: FEW });
  await finished(page);
  await page.getByLabel('Clean point cloud').setInputFiles(file('mine.xyz', text(1)));
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('theirs.xyz', text(1.01)));
  await page.getByText('This browser keeps your files').waitFor();
  await besure(page);
  await certify(page);
  await finished(page);
  await page.waitForFunction(() => history.state.files?.length === 2 && history.state.done);
  const before = await saved(page);
  await sigma(page).fill('0.2');
  await claim(page).click();
  await finished(page);
  await page.waitForFunction(() => history.state.files?.length === 2 && history.state.done);
  const after = await saved(page);

  await page.reload();
  await finished(page);
  await page.locator('#about-clean').getByText('mine.xyz').waitFor();
  assert.equal(await page.locator('#about-perturbed .file').innerText(), 'theirs.xyz');
  assert.equal(await saved(page), after);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#control-sigma').value === '0.1');
  await finished(page);
  assert.equal(await saved(page), before);

  const again = await page.context().newPage();
  await again.goto(page.url().replace(/#.*/, ''));
  await again.locator('[data-note=files-earlier]').waitFor({ state: 'attached' });
  await again.close();

  await page.getByRole('button', { name: 'Forget' }).click();
  await page.locator('[data-note=files-forgotten]').waitFor();
  await page.reload();
  await page.locator('[data-note=notice]').getByText('no longer keeps the files').waitFor();
  assert.equal(await page.locator('#about-clean .file').count(), 0);
  assert.deepEqual(errors, []);
});

test('a reload before a file is kept finds no earlier file with what was entered for it', async (t) => {
  const { page, errors } = await openPage(t, { path: FEW });
  await finished(page);
  await page.getByLabel('Clean point cloud').setInputFiles(file('mine.xyz', text(1)));
  await page.waitForFunction(() => history.state.files?.[0] > 0);
  const earlier = await page.evaluate(() => history.state.files[0]);
  await page.evaluate(() => { IDBObjectStore.prototype.add = () => new EventTarget(); }); // which is never done
  await page.getByLabel('Clean point cloud').setInputFiles(file('other.xyz', text(2)));
  await page.locator('#about-clean').getByText('other.xyz').waitFor();
  await besure(page);
  await certify(page);
  await finished(page);
  await page.waitForFunction(() => history.state.done && location.hash.includes('3990'));
  assert.ok(await page.evaluate(() => history.state.files[0]) > earlier, 'its own number is known before it is kept');
  assert.deepEqual(errors, []);
});

test('own files come back in the explorer, where nothing else was entered', async (t) => {
  const { page, errors } = await visit(t);
  await page.getByLabel('Clean point cloud').setInputFiles(file('mine.xyz', text(1)));
  await page.getByLabel('Draws per bound').fill('');
  await page.waitForFunction(() => history.state.files?.[0] > 0 && location.hash.startsWith('#v=2&sigma=&group='));
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('orbit-explore').locator('[data-reason=prediction]').getByText('mine.xyz').waitFor();
  assert.equal(await page.locator('orbit-radii').count(), 0);
  await page.reload();
  await page.locator('orbit-explore').getByText('mine.xyz').waitFor();
  assert.deepEqual(errors, []);
});

test('how a file was read is kept with it, and the number of files is limited', async (t) => {
  const { page } = await visit(t);
  const twelfth = await page.evaluate(() => {
    const { keptFiles } = document.querySelector('orbit-page').model;
    return Array.from({ length: 12 }, (_, i) => keptFiles.keep({ name: `${i}.xyz`, bytes: new Uint8Array(i), reading: {} })).at(-1);
  });
  await page.getByLabel('Clean point cloud').setInputFiles(file('asked.csv', '0,1,2,3,4\n0,0,1,1,7\n2,2,0,1,0\n'));
  await page.getByRole('button', { name: /x, y and z: 5 points$/ }).click();
  await page.locator('#about-clean').getByText('5 points, 3-D').waitFor();
  await page.waitForFunction((twelfth) => history.state.files?.[0] > twelfth, twelfth);
  await page.reload();
  await page.locator('#about-clean').getByText('5 points, 3-D').waitFor();
  await page.getByRole('button', { name: /x, y and z: 5 points$/, pressed: true }).waitFor();
  const count = await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('orbitcert files', 1).onsuccess = ({ target }) => {
      target.result.transaction('files').objectStore('files').count().onsuccess = (event) => resolve(event.target.result);
    };
  }));
  assert.equal(count, 12);
});

test('where storage is refused the page says so and works', async (t) => {
  const before = (page) => page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException('no storage here', 'SecurityError'); };
  });
  const { page, errors } = await openPage(t, { path: FEW, before });
  await finished(page);
  await page.getByLabel('Clean point cloud').setInputFiles(file('mine.xyz', text(1)));
  await page.locator('[data-note=files-refused]').waitFor();
  await page.getByLabel('Perturbation', { exact: true }).selectOption('scale');
  await besure(page);
  await certify(page);
  await finished(page);
  assert.deepEqual(errors, []);
});

test('a link, what is changed after it, and back to the link', async (t) => {
  const { page, errors, site } = await visit(t, FIRST);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await wholeLink(page);
  await page.getByText('Stored.', { exact: true }).waitFor();
  const { page: visitor } = await openPage(t, { edge: site.edge, path: new URL(link).hash });
  await visitor.getByText(/checked on this device/i).waitFor();
  await visitor.getByRole('button', { name: 'Change the settings' }).click();
  await visitor.locator('#about-clean').getByText('Inner products of two clouds').waitFor();
  assert.equal(await visitor.getByLabel('Votes', { exact: true }).inputValue(), String(exampleVotes('digit-2d').votes));
  assert.ok(await visitor.getByLabel('Invariance', { exact: true }).isDisabled());
  await sigma(visitor).fill('0.2');
  await claim(visitor).click();
  await visitor.locator('[data-phase=done][data-certified=true]').waitFor();
  assert.equal(await visitor.locator('.banner').count(), 0, 'it is not what was shared');
  await visitor.waitForFunction(() => location.hash.includes('sigma=0.2'));
  await visitor.goBack();
  await visitor.getByText(/checked on this device/i).waitFor();
  assert.deepEqual(errors, []);
});

test('an entry of a moment ago belongs to the view it was made in: one step back is that view', async (t) => {
  const { page, errors } = await visit(t);
  const enter = (value, leave) => page.evaluate(`{
    const field = document.querySelector('#control-sigma');
    field.value = '${value}';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    ${leave};
  }`);
  const explore = page.getByRole('link', { name: 'Explore' });
  for (const [value, leave] of [
    ['0.2', "dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }))"],
    ['0.3', "document.querySelector('nav.views a:nth-child(2)').click()"],
  ]) {
    await enter(value, leave);
    await page.waitForFunction(() => /stage|view=explore/.test(location.hash));
    await page.goBack();
    await explore.and(page.locator('[aria-current=false]')).waitFor();
    assert.match(page.url(), new RegExp(`sigma=${value}(?!.*(stage|view))`));
  }
  assert.deepEqual(errors, []);
});
