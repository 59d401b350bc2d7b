// Runs over datasets in a real browser. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { pageLooks } from '../tools/argument-looks.js';
import { violations } from '../tools/axe.js';
import { openPage, savedFile, smallTargets } from '../tools/browser.js';
import { allValues, claim } from '../tools/named.js';
import { held, stoodStill } from '../tools/stand-still.js';
import { program } from '../tools/native.js';
import { phase } from '../tools/run-phase.js';

async function open(t, options) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', ...options });
  await opened.page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  return opened;
}

const button = (page, name) => page.getByRole('button', { name, exact: true });
const demo = async (page, name) => {
  await page.getByRole('button', { name }).click();
  await phase(page, 'ready');
};
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

const fewDraws = async (page) => {
  const draws = page.locator('#control-run-samples');
  if (!await draws.isVisible()) await page.getByText('Levels, draws and preparation').click();
  await draws.fill('500');
};

/** Norms near which certificates of the shapes end, so that draws are made. */
const NORMS = '0.1 0.14 0.18';

const header = 'name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n';
const voted = (name) => `${name},1,10,990,100,9900\n`;
const cloud = (name) => file(`${name}.xyz`, '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n');

/** Returns the file that a button saves, as text. */
const saved = async (page, name) => String((await savedFile(page, button(page, name))).bytes);

test('a demo dataset runs with one click, and the command line prints the same bytes', async (t) => {
  const { page, errors } = await open(t);
  await demo(page, '2-D digits');
  const { x, y } = await button(page, 'Run').boundingBox();
  await page.mouse.click(x + 8, y + 8);
  await phase(page, 'done');
  assert.equal(await page.evaluate(() => scrollY), 0, 'nothing has scrolled away from what comes of it');
  const sigma = page.locator('#control-run-sigma'), earlier = page.locator('[data-note=earlier]'), before = await sigma.inputValue();
  assert.equal(await earlier.count(), 0);
  await sigma.fill('-1');
  await button(page, 'Run').click();
  await earlier.getByText(`σ = ${before}`).waitFor();
  await sigma.fill(before);
  await earlier.waitFor({ state: 'detached' });
  await page.locator('.chart svg[role=img]').waitFor();
  assert.match(await page.locator('.chart svg').getAttribute('aria-label'), /the mean of the draws.* Black box: from \d.* to 0 % at 30/);
  await allValues(page).click();
  await page.getByText('Of 10 random draws').waitFor();
  assert.deepEqual(await pageLooks(page, 'orbit-dataset'), []);
  const run = await saved(page, 'Save run');
  const result = await saved(page, 'Download results');
  const csv = await saved(page, 'Save certified accuracy as CSV');
  const three = (name) => `${name},${name}_low,${name}_high`, four = (name) => `${three(name)},${name}_population`;
  assert.equal(csv.split('\r\n')[0], `degrees,${['black_box', 'orbit', 'tight'].map(four)},${three('tight_upper')},one_class,one_class_population`);
  assert.match(await saved(page, 'Save certified accuracy as SVG'), /^<svg [^]*Certified accuracy/);
  assert.match(await saved(page, 'Save certified accuracy as pgfplots'), /\\addlegendentry\{Orbit-based\}[^]*\\end\{axis\}/);
  await t.test('the figure is printed alone, as lines and letters on a page of its size', async () => {
    await page.evaluate(() => { window.print = () => document.documentElement.setAttribute('data-printing', document.title); });
    await button(page, 'Save certified accuracy as PDF').click();
    await page.locator('[data-printing=certified-accuracy]').waitFor();
    const pdf = String(await page.pdf({ preferCSSPageSize: true }));
    const [width, height] = await page.locator('.chart svg').evaluate((svg) => [svg.width.baseVal.value, svg.height.baseVal.value]);
    const boxes = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...sides]) => sides.map(Number));
    assert.equal(boxes.length, 1, 'pages');
    for (const [i, side] of [width, height].entries()) assert.ok(Math.abs(boxes[0][i] - 0.75 * side) < 2, `${boxes[0]} for ${width} × ${height}`);
    assert.match(pdf, /\/FontDescriptor/);
    assert.doesNotMatch(pdf, /\/Subtype \/Image/);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('.printed-figure').count(), 0);
    assert.match(await page.title(), /OrbitCert/);
  });
  const each = (await saved(page, 'Save clouds as CSV')).trim().split('\r\n').map((line) => line.split(','));
  const { grid, results } = JSON.parse(result);
  assert.deepEqual(each.slice(1).map(([name]) => name), results.map(({ name }) => name));
  const at = each[0].indexOf(`orbit at ${grid[1]}`);
  assert.deepEqual(each.slice(1).map((row) => Number(row[at])), results.map(({ orbit }) => orbit[1]));
  assert.match(await saved(page, 'Save clouds as LaTeX'), /\\begin\{tabular\}\{lllrrrl\}/);
  await page.getByText('Cite', { exact: true }).last().click();
  const digest = (text) => createHash('sha256').update(text).digest('hex');
  await page.waitForFunction(() => document.querySelector('#citation-run-plain')?.value);
  const { core } = JSON.parse(result);
  const proof = `result.json: SHA-256 ${digest(result)}. run.json: SHA-256 ${digest(run)}. Reproduced by: orbitcert run run.json`;
  assert.equal(
    await page.getByLabel('As a sentence').inputValue(),
    `OrbitCert, core ${core}. Certified accuracy of 56 point clouds, sigma = 0.1, invariance SE. ${proof}`,
  );
  assert.match(await page.getByLabel('For BibTeX').inputValue(), new RegExp(`^@misc\\{orbitcert-${digest(result).slice(0, 12)},[^]*${proof}\\}\n\\}$`));
  assert.deepEqual(errors, []);
  const { accuracy, over_draws: over } = JSON.parse(result);
  assert.deepEqual(csv.trim().split('\r\n').slice(1).map((line) => Number(line.split(',')[1])), accuracy.black_box);
  assert.ok(over.black_box.low.some((low, i) => low < accuracy.black_box[i] && accuracy.black_box[i] <= over.black_box.high[i]), 'draws differ');
  assert.equal(new Set(accuracy.orbit).size, 1);
  assert.equal(accuracy.black_box.at(-1), 0);

  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'run.json'), run);
  const line = await promisify(execFile)(program('orbitcert'), ['run', join(folder, 'run.json')]);
  assert.equal(line.stdout, result);
});

test('while there is nothing to run an experiment stands there, without the network, and opens; downloads are one button and a menu', async (t) => {
  const { page, errors } = await open(t);
  const shown = page.getByRole('region', { name: 'Example of a result' });
  await shown.getByText('Example').waitFor();
  assert.match(await shown.locator('.chart svg').getAttribute('aria-label'), /Black box: from 74 % at 0 to 0 % at 10; Orbit-based: 74 %/);
  await allValues(shown).click();
  assert.equal(await shown.getByRole('columnheader').count(), 6, 'with what more draws could show, and one class alone');
  assert.deepEqual(await pageLooks(page, 'orbit-dataset'), []);
  assert.deepEqual(await violations(page, 'orbit-dataset'), []);
  assert.deepEqual(await smallTargets(page, 'orbit-dataset'), []);
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), 'true');
  const { y, height } = await button(page, 'Run').boundingBox();
  assert.ok(y + height <= page.viewportSize().height, 'in sight at the bottom of the entries');
  await button(page, 'Open this run').click();
  await phase(page, 'ready');
  await page.getByText('82 clouds.').waitFor();
  assert.equal(await shown.count(), 0);
  await button(page, 'Remove').click();
  await shown.waitFor();
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill('0.05');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const menu = page.getByText('More downloads');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'Save certified accuracy as SVG');
  assert.deepEqual(await smallTargets(page, 'orbit-dataset'), []);
  assert.deepEqual(await violations(page, 'orbit-dataset'), []);
  await page.keyboard.press('Escape');
  assert.ok(!await button(page, 'Save run').isVisible());
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'More downloads');
  assert.deepEqual(errors, []);
});

test('Run is off until there is something to run, and the sample of votes is a file that runs', async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Dataset files').setInputFiles([cloud('chair_0001')]);
  await phase(page, 'ready');
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), 'true');
  await page.getByText('No cloud has votes yet').waitFor();
  await button(page, 'Run').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('from a model').check();
  const sample = (label) => page.getByLabel(label).inputValue();
  await page.getByText('What the table looks like').click();
  assert.equal(await sample('A CSV file of labels'), 'name,label\nchair_0001,chair');
  await page.getByLabel('in the files').check();
  await page.getByLabel('Dataset files').setInputFiles([file('labels.csv', 'name,label\nchair_0001,chair\n')]);
  await page.getByText('1 cloud, 1 row of votes.').waitFor();
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Dataset files').setInputFiles([file('votes.csv', await sample('A CSV file of votes'))]);
  await page.getByText('2 rows of votes.').waitFor();
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), null);
  await button(page, 'Run').click();
  await page.getByText('1 cloud, 1 of them predicted correctly').waitFor();
  assert.deepEqual(errors, []);
});

test('a run is paused, found again after a reload, resumed, and is the same run', async (t) => {
  const { page } = await open(t, { before: (page) => held(page, 8) });
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill(NORMS);
  await fewDraws(page);
  await button(page, 'Run').click();
  await stoodStill(page, Math.floor(100 * 8 / 22));
  await button(page, 'Pause').click();
  await phase(page, 'paused');
  const before = await page.locator('.amount').innerText();
  await page.reload();
  await phase(page, 'paused');
  const after = await page.locator('.amount').innerText();
  assert.match(before, /\d+ of 22 clouds, paused/);
  assert.ok(parseInt(after) > 0 && parseInt(after) <= parseInt(before), `${before}, then ${after}`);
  assert.equal(await page.getByLabel('Norms').inputValue(), NORMS);
  await page.evaluate(() => globalThis.release());
  await button(page, 'Resume').click();
  await phase(page, 'done');
  const resumed = await saved(page, 'Download results');
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill(NORMS);
  await fewDraws(page);
  await button(page, 'Run').click();
  await phase(page, 'done');
  assert.equal(await saved(page, 'Download results'), resumed);
});

test('files that were dropped and a run that is finished are there again after a reload, and run under another σ', async (t) => {
  const { page, errors } = await open(t);
  await page.getByLabel('Dataset files').setInputFiles([cloud('a'), cloud('b'), file('bad.xyz', '0 0\n1 x\n')]);
  await phase(page, 'ready');
  await page.getByLabel('Dataset files').setInputFiles([file('votes.csv', header + ['a', 'b'].map(voted).join(''))]);
  await page.getByText('3 clouds, 2 rows of votes.').waitFor();
  await page.reload();
  await phase(page, 'ready');
  await page.getByText('3 clouds, 2 rows of votes.').waitFor();
  await page.getByLabel('Scaling').check();
  await page.getByLabel('Norms').fill('0.05');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const first = await saved(page, 'Download results');
  await page.reload();
  await phase(page, 'done');
  await page.getByText('3 clouds, 2 rows of votes.').waitFor();
  assert.equal(await page.getByText(/unfinished/).count(), 0);
  assert.equal(await page.getByLabel('Norms').inputValue(), '0.05');
  assert.equal(await saved(page, 'Download results'), first);
  await page.locator('#control-run-sigma').fill('0.01');
  await button(page, 'Run').click();
  await page.locator('#unproved').getByText(/σ = 0\.01 .* σ = 0\.1\./).waitFor();
  assert.equal(await page.getByText('smoothed with σ = 0.01').count(), 0);
  await button(page, 'Back to 0.1').click();
  assert.equal(await page.locator('#control-run-sigma').inputValue(), '0.1');
  await page.locator('#control-run-sigma').fill('0.01');
  await button(page, 'Run').click();
  await claim(page).click();
  await page.getByText('smoothed with σ = 0.01').waitFor({ state: 'attached' });
  await button(page, 'Remove').click();
  await phase(page, 'empty');
  await page.reload();
  await page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  await phase(page, 'empty');
  await page.getByLabel('Dataset files').setInputFiles([cloud('c')]);
  await page.getByText('1 cloud.').waitFor();
  assert.deepEqual(errors, []);
});

/** Changes what the browser has kept of a run, by key: 0 is what is known of it, 1 which run it is. */
const rewritten = (page, key, change) => page.evaluate(([key, change]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('orbitcert dataset', 1);
  opening.onsuccess = () => {
    const head = opening.result.transaction('head', 'readwrite').objectStore('head');
    head.get(key).onsuccess = ({ target }) => {
      head.put(typeof change === 'string' ? change : { ...target.result, ...change }, key).onsuccess = resolve;
    };
  };
  opening.onerror = reject;
}), [key, change]);

test('a run of another core, or of an earlier form of the page, is not taken up', async (t) => {
  const { page, errors } = await open(t);
  await demo(page, '2-D digits');
  await page.locator('#control-run-noise').fill('0.13');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const { core } = JSON.parse(await saved(page, 'Download results'));
  await rewritten(page, 0, { version: '0.0.1' });
  await page.reload();
  await page.locator('[data-note=run]').getByText('version 0.0.1').waitFor();
  assert.equal(await page.locator('#control-run-noise').inputValue(), '0.13');
  await rewritten(page, 0, { version: undefined, run: undefined, core });
  await page.reload();
  await page.locator('[data-note=run]').getByText('an earlier form').waitFor();
  await phase(page, 'ready');
  assert.equal(await page.locator('#control-run-noise').inputValue(), '0.13');
  assert.deepEqual(errors, []);
});

test('what another window has begun meanwhile is left as it is', async (t) => {
  const { page, errors } = await open(t, { before: (page) => held(page, 3) });
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill('0.05');
  await button(page, 'Run').click();
  await stoodStill(page, Math.floor(100 * 3 / 22));
  await rewritten(page, 1, 'that of another window');
  await page.evaluate(() => globalThis.release());
  await phase(page, 'done');
  await page.locator('[data-note=run]').getByText('another window').waitFor();
  const kept = await page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('orbitcert dataset', 1);
    opening.onsuccess = () => { opening.result.transaction('results').objectStore('results').count().onsuccess = ({ target }) => resolve(target.result); };
    opening.onerror = reject;
  }));
  assert.ok(kept <= 3, `${kept} lines`);
  assert.deepEqual(errors, []);
});

test('what failed is listed, what would help is offered, and one click runs again with it and with all that was entered', async (t) => {
  const { page, errors } = await open(t);
  const cloud = '0.4 0.1 0\n-0.3 0.5 0\n-0.1 -0.6 1\n0.2 0.3 0.4\n';
  await page.getByLabel('Dataset files').setInputFiles([
    file('votes.csv', header + voted('a') + voted('b')), file('a.xyz', cloud), file('b.xyz', `${cloud}nan nan nan\n`), file('bad.xyz', '0 0 0\n1 x 1\n'),
  ]);
  await phase(page, 'ready');
  await page.getByLabel('Scaling').check();
  await page.getByLabel('Norms').fill('0.05');
  await page.getByText('Levels, draws and preparation').click();
  await page.getByLabel('Points to keep (all)').fill('3');
  await page.getByLabel('Sampling', { exact: true }).selectOption('farthest');
  await button(page, 'Run').click();
  await page.getByText('2 without a verdict').waitFor();
  const failures = await page.locator('.failures li').allInnerTexts();
  assert.equal(failures.length, 2);
  assert.match(failures[0], /^b\.xyz: 1 of 5 points/);
  assert.match(failures[1], /^bad\.xyz: line 2: /);
  const offers = page.getByRole('group', { name: /Start again with/ }).getByRole('button');
  assert.deepEqual(await violations(page, '.offers'), []);
  assert.deepEqual(await offers.allInnerTexts(), ['Drop the point without coordinates – 1 cloud']);
  await offers.click();
  await page.getByText('1 without a verdict').waitFor();
  assert.ok(await page.locator('orbit-dataset').getByLabel('Drop points without coordinates').isChecked());
  assert.equal(await offers.count(), 0);
  await allValues(page).click();
  assert.match(
    await page.getByRole('table', { name: 'Certified accuracy' }).innerText(), /0\.05\s+66 %/,
    'two of three, rounded down: what has no verdict is not certified',
  );
  const { preparation } = JSON.parse(await saved(page, 'Save run'));
  assert.deepEqual([preparation.drop_missing, preparation.points, preparation.method], [true, 3, 'farthest']);
  assert.deepEqual(errors, []);
});
