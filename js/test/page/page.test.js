// The page in a real browser: from files, examples and mistakes to a verdict. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besure, openPage, savedCertificate, settle, siteFile } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { BEGUN, withheld } from '../tools/stand-still.js';
import { FIRST, visits } from '../tools/visit.js';

const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
const certify = (page) => page.keyboard.press('Control+Enter');
const row = (page, name) => verdict(page).getByRole('row', { name });

/** A verdict on the first example’s clouds. */
const open = visits();

const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const square = file('square.xyz', '1 1\n-1 1\n-1 -1\n1 -1\n');
const turned = file('turned.csv', 'x,y\n-1.01,1\n-1,-1\n1,-1\n1,1.01\n');

/** Drops files onto an element as a file manager does. */
async function drop(page, selector, files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, text] of list) transfer.items.add(new File([text], name));
    return transfer;
  }, files.map(({ name, buffer }) => [name, String(buffer)]));
  for (const type of ['dragover', 'drop']) await page.dispatchEvent(selector, type, { dataTransfer: data });
}

test('the first screen shows a finished example, from a sub-path, without a console error', async (t) => {
  const { page, errors, site } = await openPage(t);
  await finished(page);
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.match(
    await verdict(page).innerText(),
    /Certified: still a 3\.\s+Turned back, it is 0\.12 \(1\.4\s% of the size\) away\. Anything within 0\.22 is proved to be a 3\.\s+99\.9\s% confidence · smoothed classifier/,
  );
  assert.match(await row(page, 'Orbit-based').innerText(), /0\.1198\s+radius 0\.2240/);
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(errors, []);
  assert.ok(site.requests.every((path) => path.startsWith('/some/sub/path/')));
  assert.equal(site.requests.filter((path) => path.endsWith('/certifier.wasm')).length, 1, 'the certifier is loaded once');
  assert.ok(!site.requests.some((path) => /sw\.js$/.test(path)));
});

test('every example comes to the verdict its note promises', async (t) => {
  const { page, errors } = await open(t);
  const examples = JSON.parse(String(siteFile('examples/index.json')));
  assert.ok(examples.length >= 4);
  for (const { id, title, note } of examples.filter(({ of }) => !of)) {
    await page.getByRole('button', { name: title }).click();
    await page.getByRole('button', { name: title, pressed: true }).waitFor();
    await page.locator(`[data-phase=done][data-certified="${!/nothing is certified|labels stay/.test(note)}"]`).waitFor();
    await page.locator('[data-standing=verified]').waitFor();
    await page.waitForFunction((id) => location.hash.includes(`example=${id}`), id);
  }
  assert.deepEqual(errors, []);
});

test('chosen files: verdict, numbers, download', async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Clean point cloud').setInputFiles(square);
  await page.getByLabel('Perturbed point cloud').setInputFiles(turned);
  await page.getByText('turned.csv').waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), null, 'a verdict for other files is taken away');
  await besure(page);
  await certify(page);
  await finished(page);
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.match(await row(page, 'Black box').innerText(), /no/);
  const document = JSON.parse(String(await savedCertificate(page)));
  assert.equal(document.certified, true);
  assert.deepEqual(document.request.clean.points[0], [1, 1]);
  assert.ok((await row(page, 'Orbit-based').innerText()).includes(String(document.orbit.radius).slice(0, 6)));
  assert.deepEqual(errors, []);
});

test('an own cloud asks one thing, and nothing of the example is certified, explored, saved or shared', async (t) => {
  const { page, errors } = await open(t, FIRST);
  await page.getByLabel('Votes', { exact: true }).fill('1,994');
  await page.getByLabel('Clean point cloud').setInputFiles(square);
  await page.locator('.question').locator('[data-reason=prediction]').getByText('square.xyz').waitFor();
  await verdict(page).locator('.sentence[data-reason=prediction]').waitFor();
  assert.match(await verdict(page).innerText(), /\?\s+square\.xyz is loaded\./);
  assert.deepEqual(await Promise.all(['Votes', 'out of', 'Smoothing σ', 'Invariance'].map((name) => page.getByLabel(name, { exact: true }).inputValue())), [
    '', '', '', '',
  ]);
  await page.getByLabel('Perturbed point cloud').setInputFiles(turned);
  await page.getByText('turned.csv').waitFor();
  assert.match(await page.locator('#about-drawing').innerText(), /2\.01 as given\./, 'nothing is aligned yet');
  await certify(page);
  await page.locator('#error-votes').getByText('Enter votes').waitFor();
  await page.getByLabel('Perturbation', { exact: true }).selectOption('rotate');
  await page.getByLabel('Degrees').fill('20');
  for (const name of ['Download certificate', 'Share', 'Keep for comparison']) assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('orbit-explore').locator('[data-reason=prediction]').getByText('square.xyz').waitFor();
  assert.equal(await page.locator('orbit-radii, orbit-curves').count(), 0);
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  await page.getByRole('button', { name: 'Use 1,994 of 2000 votes again' }).click();
  assert.equal(await page.locator('.question').count(), 0);
  await verdict(page).locator('.sentence[data-reason=unset]').waitFor();
  await settle(page, '0.2');
  await certify(page);
  await finished(page);
  assert.match(await page.locator('.reasons .caption').first().innerText(), /1,994 of 2,000 votes/);
  assert.deepEqual(errors, []);
});

test('two files dropped on the page, one dropped on a field, one pasted', async (t) => {
  const { page } = await open(t);
  await drop(page, 'body', [turned, square]);
  await page.locator('#about-clean').getByText('square.xyz').waitFor();
  await page.getByText('turned.csv').waitFor();
  assert.match(await page.locator('#about-clean').innerText(), /square\.xyz\s+4 points, 2-D/);
  await drop(page, 'orbit-cloud-field[handle=perturbed] .drop', [file('other.xyz', '1 1\n-1 1\n-1 -1\n1 -1.01\n')]);
  await page.getByText('other.xyz').waitFor();
  await page.getByLabel('Clean point cloud').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1,1\n-1,1\n-1,-1\n1,-1\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await page.locator('#about-clean').getByText('pasted.csv').waitFor();
  await besure(page);
  await certify(page);
  await finished(page);
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
});

test('a bad file is named with its line, and the cloud before it can be kept', async (t) => {
  const { page } = await open(t);
  const field = page.getByLabel('Clean point cloud');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Link to this certificate').waitFor();
  const before = await verdict(page).locator('table').innerText();
  await field.setInputFiles(file('broken.xyz', '1 2\n3 x\n'));
  await page.getByText(/^broken\.xyz, line 2: /).waitFor();
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true', 'a refused file leaves the verdict');
  assert.equal(await verdict(page).locator('table').innerText(), before);
  assert.equal(await page.getByLabel('Link to this certificate').count(), 1);
  assert.match(await page.locator('#about-perturbed').innerText(), /^digit-2d-perturbed/);
  assert.equal(await page.getByRole('button', { pressed: true }).count(), 1, 'the example');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await certify(page);
  await finished(page, 'failed');
  assert.ok(await field.evaluate((input) => input === document.activeElement));
  await page.getByRole('button', { name: /^Keep digit/ }).click();
  await certify(page);
  await finished(page);
  assert.equal(await page.getByText('broken.xyz').count(), 0);
});

test('a refused entry is marked where it stands, and nothing entered is lost', async (t) => {
  const { page } = await open(t, FIRST);
  const sigma = page.getByLabel('Smoothing σ');
  await sigma.fill('-1');
  assert.equal(await verdict(page).getAttribute('data-certified'), null);
  await certify(page);
  await finished(page, 'failed');
  assert.match(await page.locator('#error-sigma').innerText(), /must be positive, got -1/i);
  assert.equal(await sigma.getAttribute('aria-describedby'), 'error-sigma');
  assert.ok(await sigma.evaluate((input) => input === document.activeElement));
  assert.equal(await sigma.inputValue(), '-1');
  await page.getByLabel('Votes', { exact: true }).fill('10001');
  await sigma.fill('0.1');
  await certify(page);
  await page.locator('#error-votes').waitFor();
  assert.equal(await page.locator('#error-sigma').count(), 0);
  assert.equal(await page.getByLabel('out of', { exact: true }).inputValue(), '2000');
});

test('all entries that are wrong are marked at once, whether the page or the core finds it', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Smoothing σ').fill('-1');
  await page.getByLabel('Votes', { exact: true }).fill('10001');
  await page.getByLabel('Error probability α').fill('2');
  await page.getByLabel('Draws per bound').fill('many');
  await certify(page);
  await finished(page, 'failed');
  const marks = () => page.locator('form .error').evaluateAll((all) => all.map(({ id }) => id.replace('error-', '')));
  assert.deepEqual(await marks(), ['votes', 'sigma', 'alpha', 'draws']);
  await page.getByLabel('Clean point cloud').locator('..').getByRole('button', { name: 'Remove' }).click();
  await certify(page);
  await page.locator('#error-clean').waitFor();
  assert.deepEqual(await marks(), ['clean', 'votes', 'sigma', 'group', 'alpha', 'draws'], 'without a cloud too, whose classifier nobody has named');
  await page.getByLabel('Votes', { exact: true }).fill('1994');
  assert.equal(await page.locator('#error-votes').count(), 0);
  assert.deepEqual(await marks(), ['clean', 'sigma', 'group', 'alpha', 'draws']);
});

test('clouds of different sizes are refused at the perturbed one', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Clean point cloud').setInputFiles(square);
  await page.getByLabel('Perturbed point cloud').setInputFiles(file('three.xyz', '1 1\n-1 1\n-1 -1\n'));
  await besure(page);
  await certify(page);
  assert.match(await page.locator('#error-perturbed').innerText(), /3 points.*4/);
});

test('the orbit verdict comes at once; Cancel keeps it', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Draws per bound').fill('1000000');
  await withheld(page, 'block', BEGUN);
  await certify(page);
  const bar = page.getByRole('progressbar');
  await page.locator('[data-phase=working][data-certified=true]').waitFor();
  await page.locator(BEGUN).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await finished(page, 'cancelled');
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  assert.equal(await row(page, 'Monte Carlo').count(), 0);
  assert.equal(await bar.count(), 0);
  await certify(page);
  await page.locator('[data-phase=working][data-certified=true]').waitFor();
  await page.keyboard.press('Escape');
  await finished(page, 'cancelled');
  assert.equal(await verdict(page).getAttribute('data-certified'), 'true');
  await page.evaluate(() => globalThis.release());
});

test('without a perturbed cloud only radii are computed', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Perturbation', { exact: true }).selectOption('none');
  await certify(page);
  await finished(page);
  assert.equal(await page.getByRole('columnheader', { name: 'Distance' }).count(), 0);
});

test('an attack instead of a file, in 3-D, and every invariance', async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Clean point cloud').setInputFiles(file('corner.xyz', '1 0 0\n0 1 0\n0 0 1\n0 0 0\n'));
  await besure(page);
  await page.getByLabel('Perturbation', { exact: true }).selectOption('rotate');
  await page.getByLabel('Axis').fill('1 1');
  await certify(page);
  await page.locator('#error-axis').waitFor();
  await page.getByLabel('Axis').fill('1 1 0');
  await page.getByLabel('Degrees').fill('60');
  await page.getByLabel('Norm of the noise').fill('0.01');
  await page.getByLabel('Draws per bound').fill('1000');
  for (const group of ['none', 'T', 'SO', 'O', 'SE', 'E']) {
    await page.getByLabel('Invariance').selectOption(group);
    await claim(page).click();
    await finished(page);
    assert.equal(await verdict(page).getAttribute('data-certified'), String(['SO', 'O', 'SE', 'E'].includes(group)), group);
  }
  assert.deepEqual(errors, []);
});

test('the address carries the entries to another visit', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Smoothing σ').fill('0.25');
  await page.getByLabel('a probability').check();
  await page.getByLabel('Prediction probability').fill('0.9');
  await page.getByLabel('Invariance').selectOption('E');
  await page.waitForFunction(() => location.hash.includes('group=E'));
  const { page: again } = await openPage(t, { path: new URL(page.url()).hash });
  await finished(again);
  assert.equal(await again.getByLabel('Smoothing σ').inputValue(), '0.25');
  assert.equal(await again.getByLabel('Prediction probability').inputValue(), '0.9');
  assert.equal(await again.getByLabel('Invariance').inputValue(), 'E');
});
