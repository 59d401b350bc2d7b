// Runs over datasets in a real browser. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { violations } from './axe.js';
import { contents, openPage } from './browser.js';
import { held, stoodStill } from './held.js';
import { program } from './native.js';

async function open(t, options) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', ...options });
  await opened.page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  return opened;
}

const phase = (page, name) => page.locator(`[data-run="${name}"]`).waitFor();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const demo = async (page, name) => {
  await page.getByRole('button', { name }).click();
  await phase(page, 'ready');
};
const file = (name, text) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

/** Norms near which certificates of the shapes end, so that draws are made. */
const NORMS = '0.1 0.14 0.18';

const header = 'name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n';
const voted = (name) => `${name},1,10,990,100,9900\n`;
const cloud = (name) => file(`${name}.xyz`, '0.4 0.1\n-0.3 0.5\n-0.1 -0.6\n');

/** What a click on a button saves, as text. */
async function saved(page, name) {
  const waiting = page.waitForEvent('download');
  await button(page, name).click();
  return String(await contents(await waiting));
}

test('a demo dataset runs with one click, and the command line prints the same bytes', async (t) => {
  const { page, errors } = await open(t);
  await demo(page, '2-D digits');
  await button(page, 'Run').click();
  await phase(page, 'done');
  await page.locator('.chart svg[role=img]').waitFor();
  assert.match(await page.locator('.chart svg').getAttribute('aria-label'), /the median of the draws.* Black box: from \d.* to 0\.0 % at 30/);
  await page.getByText(/Of 10 random draws per cloud, lines and table show the median/).waitFor();
  const run = await saved(page, 'Save run');
  const result = await saved(page, 'Save result');
  const csv = await saved(page, 'Save certified accuracy as CSV');
  const three = (name) => `${name},${name}_median,${name}_low,${name}_high`;
  assert.equal(csv.split('\r\n')[0], `degrees,${['black_box', 'orbit', 'tight', 'tight_upper'].map(three)}`);
  assert.match(await saved(page, 'Save certified accuracy as SVG'), /^<svg [^]*Certified accuracy/);
  await page.getByText('Cite', { exact: true }).last().click();
  const digest = (text) => createHash('sha256').update(text).digest('hex');
  await page.waitForFunction(() => document.querySelector('#citation-run-plain')?.value);
  const { core } = JSON.parse(result);
  const proof = `result.json: SHA-256 ${digest(result)}. run.json: SHA-256 ${digest(run)}. Reproduced by: orbitcert run run.json`;
  assert.equal(await page.getByLabel('As a sentence').inputValue(), `OrbitCert, core ${core}. Certified accuracy of 56 point clouds, sigma = 0.1, invariance SE. ${proof}`);
  assert.match(await page.getByLabel('For BibTeX').inputValue(), new RegExp(`^@misc\\{orbitcert-${digest(result).slice(0, 12)},[^]*${proof}\\}\n\\}$`));
  assert.deepEqual(errors, []);
  const { accuracy, over_draws: over } = JSON.parse(result);
  assert.deepEqual(csv.trim().split('\r\n').slice(1).map((line) => Number(line.split(',')[2])), over.black_box.median);
  assert.ok(over.black_box.low.some((low, i) => low < over.black_box.median[i] && over.black_box.median[i] <= over.black_box.high[i]), 'draws differ');
  assert.equal(new Set(accuracy.orbit).size, 1);
  assert.equal(accuracy.black_box.at(-1), 0);

  if (process.arch !== 'x64') return;
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'run.json'), run);
  const line = await promisify(execFile)(program('orbitcert'), ['run', join(folder, 'run.json')]);
  assert.equal(line.stdout, result);
});

test('many files with a table of votes; failures are listed, not fatal', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Dataset files').setInputFiles([
    cloud('a'), cloud('b'), cloud('mute'), file('bad.xyz', '0 0\n1 x\n'), file('space.xyz', '0 0 0\n1 1 1\n'),
    file('votes.csv', `${header}${['a', 'b', 'space', 'nobody'].map(voted).join('')}`),
  ]);
  await phase(page, 'ready');
  await page.getByLabel('Norms').fill('0 0.05 5');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const failures = await page.locator('.failures li').allInnerTexts();
  assert.equal(failures.length, 4);
  for (const part of ['bad.xyz: line 2', 'mute.xyz: has no votes', 'space.xyz: has 3 dimensions', 'no cloud is called "nobody"']) {
    assert.ok(failures.some((line) => line.includes(part)), `${part} in ${failures}`);
  }
  assert.match(await page.getByRole('table', { name: 'Certified accuracy' }).innerText(), /0\.05\s+33\.3 %/, 'two of six: what has no verdict is not certified');
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
  assert.equal(await sample('A CSV file of labels, a row for each cloud'), 'name,label\nchair_0001,2');
  await page.getByLabel('in the files').check();
  await page.getByLabel('Dataset files').setInputFiles([file('labels.csv', 'name,label\nchair_0001,2\n')]);
  await page.getByText('1 cloud, 1 row of votes.').waitFor();
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), 'true');
  await page.getByLabel('Dataset files').setInputFiles([file('votes.csv', await sample('A CSV file of votes, a row for each cloud'))]);
  await page.getByText('2 rows of votes.').waitFor();
  assert.equal(await button(page, 'Run').getAttribute('aria-disabled'), null);
  await button(page, 'Run').click();
  await page.getByText('1 cloud, 1 of them predicted correctly').waitFor();
  assert.deepEqual(errors, []);
});

test('bad votes and bad settings say where, and lose nothing', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Dataset files').setInputFiles([cloud('a'), file('v.csv', `${header}a,1,10,990,100\n`)]);
  await phase(page, 'ready');
  assert.match(await page.locator('.failures').innerText(), /v\.csv: line 2: has 5 cells, the header 6/);
  await page.getByLabel('Dataset files').setInputFiles([file('v.csv', header + voted('a'))]);
  await phase(page, 'ready');
  await page.getByLabel('Norms').fill('0.2 0.1');
  await button(page, 'Run').click();
  assert.match(await page.locator('#error-run-norms').innerText(), /must rise/i);
  await page.getByLabel('Norms').fill('0.1 0.2');
  await button(page, 'Run').click();
  await phase(page, 'done');
});

test('a run is paused, found again after a reload, resumed, and is the same run', async (t) => {
  const { page } = await open(t, { before: (page) => held(page, 8) });
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill(NORMS);
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
  const resumed = await saved(page, 'Save result');
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill(NORMS);
  await button(page, 'Run').click();
  await phase(page, 'done');
  assert.equal(await saved(page, 'Save result'), resumed);
});

test('points that were drawn on a surface are those of the saved run', async (t) => {
  const { page } = await open(t);
  const mesh = 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n';
  await page.getByLabel('Dataset files').setInputFiles([file('a.off', mesh), file('votes.csv', header + voted('a'))]);
  await phase(page, 'ready');
  await page.getByText('Levels, draws and preparation').click();
  await page.getByLabel('Points to keep (all)').fill('20');
  await page.getByLabel('Sampling', { exact: true }).selectOption('surface');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const [run, result] = [await saved(page, 'Save run'), await saved(page, 'Save result')];
  assert.equal(JSON.parse(run).clouds[0].points.length, 20);
  assert.equal(JSON.parse(result).failed, 0);
  if (process.arch !== 'x64') return;
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'run.json'), run);
  assert.equal((await promisify(execFile)(program('orbitcert'), ['run', join(folder, 'run.json')])).stdout, result);
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
  await page.getByLabel('Norms').fill('0.05');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const first = await saved(page, 'Save result');
  await page.reload();
  await phase(page, 'done');
  await page.getByText('3 clouds, 2 rows of votes.').waitFor();
  assert.equal(await page.getByText(/unfinished/).count(), 0);
  assert.equal(await page.getByLabel('Norms').inputValue(), '0.05');
  assert.equal(await saved(page, 'Save result'), first);
  await page.locator('#control-run-sigma').fill('0.01');
  await button(page, 'Run').click();
  await page.getByText('smoothed with σ = 0.01').waitFor();
  await button(page, 'Remove').click();
  await phase(page, 'empty');
  await page.reload();
  await page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  await phase(page, 'empty');
  await page.getByLabel('Dataset files').setInputFiles([cloud('c')]);
  await page.getByText('1 cloud.').waitFor();
  assert.deepEqual(errors, []);
});

test('a cancelled run starts again from the files it has', async (t) => {
  const { page } = await open(t);
  await demo(page, '3-D shapes');
  await page.getByLabel('Norms').fill(NORMS);
  await page.getByText('Levels, draws and preparation').click();
  await page.locator('#control-run-samples').fill('200000');
  await button(page, 'Run').click();
  await page.locator('[data-run="running"]').waitFor();
  await button(page, 'Cancel').click();
  await phase(page, 'ready');
  await page.locator('#control-run-samples').fill('1000');
  await button(page, 'Run').click();
  await phase(page, 'done');
  assert.match(await page.getByRole('region', { name: 'Dataset result' }).innerText(), /22 clouds, \d+ of them predicted correctly/);
});

test('a run of another core is not taken up', async (t) => {
  const { page } = await open(t);
  await demo(page, '2-D digits');
  await page.locator('#control-run-sigma').fill('0.13');
  await button(page, 'Run').click();
  await page.locator('#error-run-sigma').getByText('must be 0.1, with which the votes were counted').waitFor();
  await page.locator('#control-run-sigma').fill('0.1');
  await page.locator('#control-run-noise').fill('0.13');
  await button(page, 'Run').click();
  await phase(page, 'done');
  await page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('orbitcert dataset', 1);
    opening.onsuccess = () => {
      const head = opening.result.transaction('head', 'readwrite').objectStore('head');
      head.get(0).onsuccess = ({ target }) => { head.put({ ...target.result, core: '0.0.1' }, 0).onsuccess = resolve; };
    };
    opening.onerror = reject;
  }));
  await page.reload();
  await page.getByText('A run was made by version 0.0.1').waitFor();
  assert.equal(await page.locator('#control-run-noise').inputValue(), '0.13');
});

test('what the clouds that failed need is offered for all of them, and one click runs again with it', async (t) => {
  const { page, errors } = await open(t);
  const cloud = '0.4 0.1 0\n-0.3 0.5 0\n-0.1 -0.6 1\n';
  const coloured = Float32Array.from({ length: 6 * 50 }, (_, i) => (i % 6 < 3 ? Math.sin(i * i) * (1 + i % 6) : (i * 37) % 256));
  const names = ['a', 'b', 'c', 'scan.bin'];
  await page.locator('input[type=file]').first().setInputFiles([
    file('votes.csv', header + names.map(voted).join('')), file('a.xyz', cloud), file('b.xyz', `${cloud}nan nan nan\n`), file('c.xyz', `${cloud}nan 1 1\nnan 2 2\n`),
    file('scan.bin', Buffer.from(coloured.buffer)),
  ]);
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await phase(page, 'done');
  await page.getByText('3 without a verdict').waitFor();
  const offers = page.getByRole('group', { name: 'Some clouds fail as they are. Start again with:' }).getByRole('button');
  assert.deepEqual(await violations(page, '.offers'), []);
  assert.equal((await offers.allInnerTexts())[0], 'Drop points without coordinates – 2 clouds');
  await offers.first().click();
  await page.getByText('1 without a verdict').waitFor();
  assert.ok(await page.locator('orbit-dataset').getByLabel('Drop points without coordinates').isChecked());
  await offers.filter({ hasText: 'Read 6 columns of float32 (x, y, z and 3 more) – 1 cloud' }).click();
  await page.getByText(/^4 clouds, 4 of them predicted correctly\./).waitFor();
  assert.equal(await offers.count(), 0);
  const { clouds } = JSON.parse(await saved(page, 'Save run'));
  assert.deepEqual(clouds.map(({ points }) => points.length), [3, 3, 3, 50]);
  assert.deepEqual(clouds[3].points[1], [...coloured.slice(6, 9)]);
  assert.deepEqual(errors, []);
});

test('points without coordinates fail their cloud with a sentence, and are dropped where that is ticked', async (t) => {
  const { page, errors } = await open(t);
  await page.locator('input[type=file]').first().setInputFiles([file('votes.csv', header + voted('a')), file('a.xyz', '0.4 0.1 0\n-0.3 0.5 0\nnan nan nan\n-0.1 -0.6 1\n')]);
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await page.getByText('1 of 4 points have no coordinates').first().waitFor();
  await page.getByText('Levels, draws and preparation').click();
  await page.locator('orbit-dataset').getByLabel('Drop points without coordinates').check();
  await button(page, 'Run').click();
  await phase(page, 'done');
  const { items } = JSON.parse(await saved(page, 'Save result'));
  assert.equal(items?.[0]?.failure, undefined);
  assert.deepEqual(errors, []);
});
