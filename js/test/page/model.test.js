// A model on the page: dropped, asked, counted, certified, cancelled. Which votes it gives, and the files that are none, are in
// desk/model.test.js.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serious } from '../tools/axe.js';
import { exampleVotes, grouped, openPage, savedCertificate } from '../tools/browser.js';
import { otherDigit } from '../tools/named.js';
import { rationed, withheld } from '../tools/stand-still.js';
import { program } from '../tools/native.js';
import { shortAttacks } from '../tools/short-attack.js';
import { assertSteady, watchShifts } from '../tools/shifts.js';
import { until } from '../tools/until.js';
import { visits } from '../tools/visit.js';

const model = (/** @type {string} */ name) => fileURLToPath(new URL(`../models/${name}`, import.meta.url));
const finished = (page, phase = 'done') => page.locator(`[data-phase="${phase}"]`).waitFor();
/** Once all votes that were planned are counted, or nobody wants more. */
const counted = (page) => page.waitForFunction(() => { const { phase, more } = document.querySelector('orbit-page').model.result; return phase === 'done' && !more; });
const ask = (page) => page.getByRole('button', { name: 'Count votes and certify' }).click();
const own = (/** @type {string} */ name) => file(name, readFileSync(model(name)));
const file = (name, data) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(data) });

/** Eight points whose mean first coordinate is m. */
const cloud = (m) => Array.from({ length: 8 }, (_, i) => [m + (i % 2 ? 0.501 : -0.501), Math.cos(i), Math.sin(3 * i)]);

const visit = visits();

/** The page with a cloud of mean m and a choice of model; entries go into the address. One opened anew where that has options. */
async function open(t, m, entries = '', options = undefined) {
  const path = `#v=1${entries}&given=model&group=none&perturbation=scale&norm=0.01&draws=1000&counted=400`;
  const opened = await (options ? openPage(t, { path, ...options }) : visit(t, path));
  const { page } = opened;
  await page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify({ points: cloud(m) })));
  await page.locator('#about-clean').getByText('8 points, 3-D').waitFor();
  return opened;
}

/** Chooses a model, and waits until it has the place of the one before. */
async function take(page, name) {
  const former = await page.evaluateHandle(() => document.querySelector('orbit-model')?.classifier.model);
  await page.locator('#control-model').setInputFiles(model(name));
  await page.waitForFunction((former) => ![former, null, undefined].includes(document.querySelector('orbit-model')?.classifier.model), former);
}

/** Returns the certificate's own request, for a count on the command line. */
const downloaded = async (page) => String(await savedCertificate(page));

function inFolder(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'model-page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('the names of many classes are one field, which takes as many as there are; bars show a hundred classes', async (t) => {
  const { page, errors } = await open(t, 0.5, '&sigma=0.1');
  await take(page, 'many.onnx');
  await page.getByText('250 classes', { exact: true }).click();
  const names = page.getByLabel('Class names, with commas between');
  const own = (await names.inputValue()).split(', ');
  assert.equal(own.length, 250);
  await names.fill('one, two');
  await page.evaluate(() => document.querySelector('orbit-model').classifier.changed());
  await names.press('Tab');
  await page.locator('[data-problem=names]').getByText('250 classes, and these are 2').waitFor();
  assert.equal(await names.inputValue(), 'one, two', 'nothing that was typed is lost');
  await names.fill([...own.slice(1), 'the last'].join(','));
  await names.press('Tab');
  await page.getByText('give one for each').waitFor({ state: 'detached' });
  await ask(page);
  await finished(page);
  const votes = page.getByRole('region', { name: 'Votes' });
  await votes.getByText('249 classes without a vote').click();
  await votes.getByText('and 149 more classes').waitFor();
  assert.equal(await votes.locator('li').count(), 101);
  assert.deepEqual(errors, []);
});

test('a dropped model is described and votes; a verdict comes at the sample that certifies and grows with the others; it verifies', async (t) => {
  const { page, errors, site } = await open(t, 0.5, '&sigma=0.1', {});
  assert.ok(!site.requests.some((path) => path.endsWith('ort.wasm')), 'the runtime comes when a model does');
  await take(page, 'bdn.onnx');
  await page.locator('[data-clean="0"]').getByText('left').waitFor();
  await ask(page);
  await finished(page);
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true');
  await counted(page);
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true');
  assert.match(await page.locator('.verdict .caption').first().innerText(), /of 400 votes for “left”/);
  const bars = page.getByRole('region', { name: 'Votes' }).locator('li');
  assert.equal(await bars.count(), 2);
  assert.equal(await bars.first().getAttribute('data-predicted'), '');
  assert.ok(Number(await bars.first().getAttribute('data-votes')) >= 15);

  const text = await downloaded(page);
  const folder = inFolder(t, { 'certificate.json': text });
  const checked = spawnSync(program('orbitcert'), ['verify', 'certificate.json'], { cwd: folder, encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stderr);
  assert.match(checked.stdout + checked.stderr, /not recounted/);
  assert.equal(JSON.parse(text).request.prediction.evidence.votes.rule, 'anytime');

  const attack = page.getByRole('region', { name: 'Attack' });
  await attack.evaluate((region) => new Promise((resolve) => { // before it can have found anything
    const button = (words) => [...region.querySelectorAll('button')].find(({ innerText }) => innerText === words);
    new MutationObserver((_, observer) => {
      if (!button('Cancel')) return;
      observer.disconnect();
      button('Cancel').click();
      resolve();
    }).observe(region.parentElement, { subtree: true, childList: true });
    button('Attack it').click();
  }));
  await shortAttacks(page);
  await attack.getByRole('button', { name: 'Attack it' }).click();
  await attack.locator('xpath=self::*[@data-found="true"]').waitFor();
  assert.match(
    await attack.innerText(),
    /Proved up to [\d.]+\. At [\d.]+ it becomes a right \(\d+ of 400 votes\)\. In between: not known\./,
  );
  const { found, radius } = await page.getByRole('img', { name: 'Distances' }).evaluate(({ dataset }) => dataset);
  assert.ok(Number(found) > Number(radius), 'what was found is marked beyond what is proved');
  const way = page.getByLabel('to the cloud found'), played = page.locator('#played');
  await played.getByText(/^Broken: .* “right”\./).waitFor();
  const end = Number(await way.getAttribute('max'));
  for (const [gone, words] of [[0, 'Proved: still “left”.'], [0.99 * end, 'Unknown: neither proved nor refuted.']]) {
    await way.fill(String(gone));
    await played.getByText(words).waitFor();
  }
  assert.deepEqual(await serious(page, 'main'), []);
  await page.getByRole('button', { name: 'Stop playing' }).click();
  await way.waitFor({ state: 'detached' });
  await attack.getByRole('button', { name: 'Play it on the cloud' }).click();
  await way.waitFor();
  await attack.getByRole('button', { name: 'Certify against the cloud found' }).click();
  await page.locator('#about-perturbed').getByText('found.json').waitFor();
  await page.locator('[data-phase="done"][data-certified="false"]').waitFor();
  assert.deepEqual(await serious(page, 'main'), []);
  assert.deepEqual(errors, []);
});

test('a wanted radius tells how many samples prove it, from the votes so far', async (t) => {
  const { page, errors } = await open(t, 0.05, '&sigma=0.5');
  await take(page, 'bdn.onnx');
  const wanted = page.getByLabel('Radius r that you want'), said = page.locator('[data-note=wanted]');
  await wanted.fill('0.01');
  await said.getByText('Count some votes first').waitFor();
  await ask(page);
  await counted(page);
  const { classifier: { tally: { estimate } } } = await page.evaluate(() => {
    const { classifier } = document.querySelector('orbit-model');
    classifier.pace = 5; // a model as quick as this one may have none
    classifier.changed();
    return { classifier: { tally: { estimate: classifier.tally.estimate } } };
  });
  const share = Math.max(...estimate) / estimate.reduce((sum, some) => sum + some);
  const text = await said.getByText(/samples prove it.* here\./).innerText();
  assert.match(text, new RegExp(`in 9 of 10 counts where ${String(Math.floor(1000 * share) / 10).replace('.', '\\.')} % of the votes agree, (about|less)`));
  const plan = JSON.parse(spawnSync(program('orbitcert'), ['plan', '--probability', String(share), '--radius', '0.01', '--sigma', '0.5',
    '--alpha', String(0.001 * 0.2 / estimate.length)], { encoding: 'utf8' }).stdout);
  assert.ok(text.startsWith(plan.samples.toLocaleString('en')), `${text}, planned ${plan.samples}`);
  await said.getByRole('button', { name: 'Enter' }).click();
  assert.equal(await page.getByLabel('Samples', { exact: true }).inputValue(), String(Math.max(100, plan.samples)));
  await wanted.fill('5');
  await said.getByText('No number of samples').waitFor();
  assert.deepEqual(errors, []);
});

test('a verdict by a model comes back with its model, after a reload and by a step back, and goes with it', async (t) => {
  const { page, errors } = await open(t, 0.5, '&sigma=0.1', {});
  await take(page, 'bdn.onnx');
  await ask(page);
  await finished(page);
  await until(() => page.evaluate(() => history.state?.done && history.state.model && history.state.files?.length > 0));
  await page.reload();
  await finished(page);
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true');
  await page.getByLabel('Smoothing σ').fill('0.2');
  await page.waitForFunction(() => location.hash.includes('sigma=0.2'));
  await take(page, 'bnd.onnx');
  assert.equal(await page.locator('[data-certified=true]').count(), 0);
  await page.goBack();
  await page.locator('#about-model').getByText('bdn.onnx').waitFor();
  await page.locator('[data-certified=true]').waitFor();
  await page.locator('orbit-model').getByRole('button', { name: 'Remove' }).click();
  await page.locator('.sentence').getByText('Choose a model.').waitFor();
  assert.deepEqual(errors, []);
});

test('the page asks what the graph leaves open, offers what remedies a refusal, cancels, counts on, and says where there is no class', async (t) => {
  const { page } = await open(t, 0.5, '&sigma=0.1&how=declared', { before: (page) => rationed(page) });
  const ration = (batches) => page.evaluate((batches) => { globalThis.batches = batches; }, batches);
  await page.getByLabel('Invariance', { exact: true }).selectOption('SE');
  await take(page, 'dynamic.onnx');
  const layout = page.getByLabel('Input layout');
  await layout.waitFor();
  await ask(page);
  await finished(page, 'failed');
  await page.locator('#error-model').getByText('choose the input layout').waitFor();
  await layout.selectOption('BDN');
  await page.locator('[data-clean="0"]').waitFor();
  assert.equal(await page.locator('#error-model').count(), 0);
  await page.getByText('2 classes').click();
  await page.getByLabel('Class names, with commas between').fill('west, 1');
  await page.getByLabel('Class names, with commas between').press('Tab');

  await ask(page);
  await page.locator('#error-how').waitFor();
  assert.match(await page.locator('#error-how').innerText(), /\d+ of \d+ noisy clouds changed/);
  await page.getByRole('button', { name: 'Make it invariant' }).click();
  assert.equal(await page.locator('#error-how').count(), 0);
  await ask(page);
  await finished(page);
  assert.match(await page.locator('.verdict .caption').first().innerText(), /“west”/);

  // A centred cloud has a mean of 0, so that both classes tie; as it lies it has one.
  await counted(page);
  await page.getByRole('button', { name: 'Count all 400 votes' }).waitFor();
  await page.getByLabel('Invariance', { exact: true }).selectOption('none');
  await ask(page);
  await finished(page);
  await counted(page);
  // The model stands still with the first verdict, however few rows a batch has on a slow machine.
  await page.evaluate(() => Object.defineProperty(globalThis, 'batches', {
    configurable: true, get: () => Number(/** @type {any} */ (document.querySelector('orbit-page')).model.result.phase !== 'done'), set() {},
  }));
  await page.getByRole('button', { name: 'Count new votes' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true', 'the verdict stands');
  const all = page.getByRole('button', { name: 'Count all 400 votes' });
  await all.waitFor();
  await page.evaluate(() => { delete globalThis.batches; });
  await ration(Infinity);
  await all.click();
  await all.waitFor({ state: 'detached' });
  await counted(page);
  await page.locator('[data-note=fresh]').waitFor();

  await take(page, 'nan.onnx');
  await page.locator('orbit-model').getByText('no class').waitFor();
  await ask(page);
  await finished(page, 'failed');
  await page.locator('#error-model').getByText('no finite number').waitFor();
  await page.locator('.votes .caption').getByText(/without a class .*: \d+ with/).waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles(file('ten.json', JSON.stringify({ points: [...cloud(0.5), [0, 0, 0], [0, 1, 0]] })));
  await take(page, 'fixed.onnx');
  await page.getByRole('button', { name: 'Sample to the 8 points' }).click();
  await page.locator('[data-clean="0"]').waitFor();
});

test('before a long count the page says how long it takes, also with fewer points a vote, and offers these', async (t) => {
  const { page, errors } = await open(t, 0.5, '&sigma=0.1');
  // Half a million samples of so many points take longer than a minute on any machine.
  const many = Array.from({ length: 30_000 }, (_, i) => [Math.cos(i), Math.sin(i), i / 30_000 + 0.5]);
  await page.getByLabel('Clean point cloud').setInputFiles(file('many.json', JSON.stringify({ points: many })));
  await take(page, 'bdn.onnx');
  await page.getByLabel('Samples', { exact: true }).fill('500000');
  await page.locator('[data-note=duration]').getByText(/^About .*; 64 points a vote: /).waitFor();
  await page.getByRole('button', { name: 'Draw 64 points for each vote' }).click();
  assert.equal(await page.getByLabel('Points the model sees').inputValue(), '64');
  const votes = (/** @type {RegExp} */ text) => page.locator('[data-note=duration]').getByText(text).waitFor();
  await votes(/ 1 evaluation a vote\. /);
  await page.getByLabel('Invariance', { exact: true }).selectOption('SE');
  await votes(/ 4 evaluations a vote\. /);
  await page.getByLabel('Made invariant by').selectOption('one');
  await votes(/ 1 evaluation a vote\. /);
  assert.deepEqual(errors, []);
});

test('an own model survives a reload, with what was settled of it and what its weights are in', async (t) => {
  const { page, errors } = await open(t, 0.5, '&sigma=0.1');
  const input = page.locator('#control-model');
  await input.setInputFiles([own('external.onnx')]);
  await page.locator('orbit-model [data-problem=model]').getByText('weights are in external.onnx.data').waitFor();
  await input.setInputFiles([own('twice.onnx'), file('names.json', '["west", "east"]')]);
  await page.getByLabel('Its input “again” takes').selectOption('the same cloud');
  await page.locator('[data-clean="0"]').getByText('west').waitFor();
  await page.locator('[data-note=duration]').waitFor();
  await until(() => page.evaluate(() => history.state?.model?.classes.length === 2 && history.state.files?.length > 0));
  await page.reload();
  await page.locator('#about-model').getByText('twice.onnx').waitFor();
  await page.locator('[data-clean="0"]').getByText('west').waitFor();
  assert.equal(await page.getByLabel('Its input “again” takes').inputValue(), 'the same cloud');
  await page.locator('orbit-model').getByRole('button', { name: 'Remove' }).click();
  await until(() => page.evaluate(() => !history.state?.model));
  assert.deepEqual(errors, []);
});

test('the example by the address: the model that comes with the page takes the 3 for a 3', async (t) => {
  const { page, errors } = await visit(t, '#v=1&example=digit-2d&given=model&model=digits&counted=400&draws=1000');
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true');
  assert.match(await page.locator('.verdict .caption').first().innerText(), /votes for “3”/);
  await otherDigit(page).click();
  await page.locator('[data-certified="false"]').waitFor();
  await until(() => !page.url().includes('given=model'));
  assert.deepEqual(errors, []);
});

test('a shipped model that knows up from down offers the invariance it was trained with', async (t) => {
  const { page, errors } = await visit(t, '#v=1&given=model&model=furniture-standing&group=SE&perturbation=none&counted=400');
  await page.getByLabel('Clean point cloud').setInputFiles(file('cloud.json', JSON.stringify({ points: cloud(0) })));
  const offer = page.getByRole('button', { name: /: rotation about an axis/ });
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  const direction = page.getByRole('textbox', { name: 'Axis', exact: true });
  assert.deepEqual(
    [await page.getByLabel('Invariance', { exact: true }).inputValue(), await direction.inputValue(), await page.getByLabel('and translations').isChecked()],
    ['axis', '0 0 1', true],
  );
  await direction.fill('0 1 0');
  await offer.waitFor();
  await page.locator('orbit-model').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: /^The same, for upright clouds/ }).click();
  await page.locator('#about-model').getByText('furniture-standing.onnx').waitFor();
  assert.deepEqual([await direction.inputValue(), await offer.count()], ['0 0 1', 0], 'it comes with its invariance');
  assert.deepEqual(errors, []);
});

test('along a curve the votes that are measured lie above what is proved', async (t) => {
  const { page } = await open(t, 0.3, '&sigma=0.1&norm=0.05');
  await take(page, 'bdn.onnx');
  await ask(page);
  await finished(page);
  await page.getByRole('link', { name: 'Explore' }).click();
  const along = page.getByRole('region', { name: 'Along a perturbation' });
  await along.getByLabel('Scaling', { exact: true }).check();
  await withheld(page, 'logits');
  await along.getByRole('button', { name: 'Measure the votes along it' }).click();
  await page.waitForFunction(() => globalThis.items > 0);
  // Another level is another curve, of the same places.
  await page.evaluate(() => document.querySelector('orbit-page').model.entries.setAll({ alpha: '0.01' }));
  await page.waitForFunction(() => document.querySelector('orbit-curves').request.alpha === 0.01);
  await page.evaluate(() => globalThis.release());
  await along.locator('[data-seen="9"]').getByText('At all 9 places').waitFor();
  assert.equal(await along.locator('svg circle').count(), 9);
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  await page.getByLabel('Smoothing σ').fill('0.3');
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('orbit-explore [data-reason=votes]').waitFor();
});

test('a digit is drawn: the model votes when the pen lifts, and the verdict follows the sliders without a second count', async (t) => {
  const { page, errors } = await visit(t);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Draw a digit' }).click();
  await page.locator('#about-model').getByText('digits.onnx').waitFor();
  // Enough for every verdict here.
  await page.getByLabel('Samples', { exact: true }).fill('400');
  await page.getByLabel('Draws per bound').fill('1000');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.evaluate(watchShifts);
  const pad = page.getByRole('img', { name: /Pad/ });
  const stroke = async (...places) => {
    await pad.scrollIntoViewIfNeeded();
    const { x, y, width, height } = /** @type {NonNullable<Awaited<ReturnType<typeof pad.boundingBox>>>} */ (await pad.boundingBox());
    const to = (u, v) => page.mouse.move(x + u * Math.min(width, height), y + v * Math.min(width, height), { steps: 6 });
    await to(...places[0]);
    await page.mouse.down();
    for (const place of places.slice(1)) await to(...place);
    await page.mouse.up();
  };
  const places = () => page.evaluate(() => ['.pad', '.answer', 'orbit-clouds'].map((name) => document.querySelector(name).getBoundingClientRect().top));
  await pad.scrollIntoViewIfNeeded();
  const empty = await places();
  await stroke([0.3, 0.2], [0.7, 0.2], [0.45, 0.85]);
  await finished(page);
  assert.deepEqual(await places(), empty, 'all have their places before there is a drawing');
  await assertSteady(page);
  const { y, height } = /** @type {NonNullable<Awaited<ReturnType<typeof pad.boundingBox>>>} */ (await pad.boundingBox());
  // Pages scroll by whole pixels.
  assert.ok(y > -1 && y + height < 845, `a phone has the pad in sight, from ${y} to ${y + height}`);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator('#about-clean').getByText('256 points, 2-D').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.verdict').getAttribute('data-certified'), 'true');
  assert.equal(await page.locator('[data-predicted] .class').innerText(), '7');
  await counted(page);
  const votes = await page.locator('.votes .caption').first().innerText();
  const turn = page.getByRole('slider', { name: 'Turn' }), verdict = page.locator('.verdict');
  const distances = async () => page.getByRole('img', { name: 'Distances' }).evaluate(({ dataset }) => dataset);
  await turn.fill('90');
  await page.locator('.done').getByText('Turned by 90° and jittered').waitFor();
  await until(async () => Number((await distances()).asGiven) > 20 * Number((await distances()).aligned));
  assert.equal(await verdict.getAttribute('data-certified'), 'true');
  assert.equal(await page.locator('.votes .caption').first().innerText(), votes);
  await page.getByRole('slider', { name: 'Scale' }).fill('1.3');
  await until(async () => Number((await distances()).aligned) > Number((await distances()).radius));
  await page.getByRole('button', { name: 'Put it back' }).click();
  await until(async () => Number((await distances()).aligned) < Number((await distances()).radius));
  await turn.fill('60');

  const drawn = await page.evaluateHandle(() => document.querySelector('orbit-page').model.files.clouds.clean);
  await stroke([0.35, 0.5], [0.7, 0.5]);
  await page.waitForFunction((drawn) => document.querySelector('orbit-page').model.files.clouds.clean !== drawn, drawn);
  await finished(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await finished(page);
  assert.equal(await page.locator('[data-predicted] .class').innerText(), '7');

  await page.getByRole('button', { name: 'Change the settings' }).click();
  await page.getByLabel('vote counts').check();
  assert.equal(await page.getByLabel('Votes', { exact: true }).inputValue(), '', 'nothing is said but by the model');
  for (const name of ['Votes', 'out of']) await page.getByLabel(name, { exact: true }).fill('1000');
  await stroke([0.35, 0.5], [0.7, 0.5]);
  await page.locator('#error-votes').waitFor();
  assert.equal(await page.getByLabel('Votes', { exact: true }).inputValue(), '', 'another stroke makes another cloud');
  await page.getByLabel('a model').check();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Draw a digit here').waitFor();
  assert.deepEqual(errors, []);
});

test('the first screen has stored votes of a model, which are counted again where they are looked at; an example alone comes with its own entries',
  async (t) => {
  const { page, errors, site } = await openPage(t, { path: '#v=1&example=digit-8-2d', before: (page) => rationed(page, 0) });
  await finished(page);
  const stored = page.getByRole('region', { name: 'Stored votes' });
  assert.equal(await stored.locator('[data-predicted] .class').innerText(), '3');
  const { votes, samples } = exampleVotes('digit-8-2d');
  assert.ok((await page.locator('.verdict .caption').first().innerText()).includes(`${grouped(votes)} of ${grouped(samples)} votes for “3”`));
  assert.ok(!site.requests.some((path) => path.endsWith('.onnx')), 'the model is fetched with the second count');
  await stored.scrollIntoViewIfNeeded();
  await until(() => site.requests.some((path) => path.endsWith('.onnx')));
  await stored.getByRole('button', { name: 'Cancel' }).click();
  await stored.locator('[data-recount=none]').getByText('cancelled').waitFor();
  await page.evaluate(() => { globalThis.batches = 50; });
  await stored.getByRole('button', { name: 'Count these votes again' }).click();
  await stored.locator('.amount').getByText(/of 2,100 samples/).waitFor();
  assert.equal(JSON.parse(await downloaded(page)).request.prediction.evidence.votes.samples, 2000);
  await page.getByLabel('Smoothing σ').fill('0.2');
  assert.equal(await stored.count(), 0);
  assert.deepEqual(errors, []);
});
