// A run that begins in the page and is finished by the command line, and back. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { serious } from './axe.js';
import { contents, openPage, siteFolder } from './browser.js';
import { held, stoodStill } from './held.js';
import { program } from './native.js';

const phase = (page, name) => page.locator(`[data-run="${name}"]`).waitFor();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const add = (page, ...files) => page.getByLabel('Dataset files').setInputFiles(files);
const shapes = join(siteFolder, 'datasets/shapes.json');
const failures = (page) => page.locator('.failures li').allInnerTexts();

/** What a click on a button saves. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), text: String(await contents(download)) };
}

/** A folder with the shapes as run.json, and one for parts. */
function folder(t) {
  const room = mkdtempSync(join(tmpdir(), 'dataset-parts-'));
  t.after(() => rmSync(room, { recursive: true }));
  cpSync(shapes, join(room, 'run.json'));
  mkdirSync(join(room, 'parts'));
  return room;
}

/** What the command line prints. */
const orbitcert = async (cwd, ...args) => (await promisify(execFile)(program('orbitcert'), args, { cwd })).stdout;
const partsIn = (room) => readdirSync(join(room, 'parts')).map((name) => join(room, 'parts', name));
const lines = (path) => readFileSync(path, 'utf8').trimEnd().split('\n').length - 1;

async function open(t, most = Infinity) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', before: (page) => held(page, most) });
  await opened.page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  return opened;
}

test('a run begun in the page is finished by the command line, and back, to the same bytes', async (t) => {
  const { page, errors } = await open(t, 8);
  await page.getByRole('button', { name: '3-D shapes' }).click();
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await stoodStill(page, Math.floor(100 * 8 / 22));
  await button(page, 'Pause').click();
  await phase(page, 'paused');
  const [run, part] = [await saved(page, 'Save run'), await saved(page, 'Save parts so far')];
  assert.equal(run.text, readFileSync(shapes, 'utf8'), 'the run is the document that was opened');
  assert.match(part.name, /^0-of-1\.[0-9a-f]{8}\.part\.jsonl$/);
  assert.match(part.text, /^\{"format":"orbitcert part 2",.*"platform":"js\/wasm"/);
  assert.deepEqual(await serious(page), []);

  const room = folder(t);
  writeFileSync(join(room, 'parts', part.name), part.text);
  const whole = await orbitcert(room, 'run', '--out', 'parts', 'run.json');
  if (process.arch === 'x64') assert.equal(whole, await orbitcert(room, 'run', 'run.json'));
  const [own, other] = [part.name, ...readdirSync(join(room, 'parts')).filter((name) => name !== part.name)].map((name) => join(room, 'parts', name));
  assert.deepEqual([lines(own), lines(other)], [8, 14]);

  // The next visit gets the rest and has nothing to do.
  await page.reload();
  await phase(page, 'paused');
  await add(page, other);
  await phase(page, 'done');
  await page.getByText(`${lines(other)} of 22 clouds were done elsewhere and taken from parts.`).waitFor();
  assert.equal((await saved(page, 'Save result')).text, whole);
  assert.equal((await saved(page, 'Save run')).text, run.text);
  assert.equal(await page.evaluate(() => globalThis.items), 0);
  assert.deepEqual(errors, []);
});

test('a run begun by the command line is finished in the page; a line that is torn counts for nothing', async (t) => {
  const room = folder(t);
  await orbitcert(room, 'run', '--shard', '1/3', '--out', 'parts', 'run.json');
  const [part] = partsIn(room);
  const torn = join(room, 'torn.part.jsonl');
  writeFileSync(torn, readFileSync(part, 'utf8').slice(0, -40));
  const { page, errors } = await open(t);
  await add(page, join(room, 'run.json'), torn);
  await phase(page, 'ready');
  await page.getByText('A part waits for the run to begin.').waitFor();
  await button(page, 'Run').click();
  await phase(page, 'done');
  await page.getByText('6 of 22 clouds were done elsewhere and taken from parts.').waitFor();
  assert.equal(await page.evaluate(() => globalThis.items), 16);
  const result = (await saved(page, 'Save result')).text;
  if (process.arch === 'x64') assert.equal(result, await orbitcert(room, 'run', 'run.json'));
  const own = await saved(page, 'Save parts so far');
  writeFileSync(join(room, 'parts', own.name), own.text);
  assert.equal(await orbitcert(room, 'merge', 'parts'), result);
  assert.deepEqual(errors, []);
});

test('a part of another run, or with another result, is refused by name, and the run stays', async (t) => {
  const room = folder(t);
  const { page, errors } = await open(t);
  await page.getByRole('button', { name: '3-D shapes' }).click();
  await phase(page, 'ready');
  await page.getByLabel('Norms').fill('0 0.1');
  await button(page, 'Run').click();
  await phase(page, 'done');
  const [{ text }, result] = [await saved(page, 'Save parts so far'), await saved(page, 'Save result')];
  await orbitcert(room, 'run', '--shard', '0/9', '--out', 'parts', 'run.json');
  const [foreign] = partsIn(room);
  const forged = join(room, 'forged.part.jsonl');
  writeFileSync(forged, text.replace(/("cloud":3,.*?"votes":)\d+/, '$11'));
  const none = join(room, 'none.part.jsonl');
  writeFileSync(none, 'no part\n');
  await add(page, foreign, forged, none);
  await page.getByText('Nothing was taken from parts.').waitFor();
  const said = await failures(page);
  assert.equal(said.length, 3);
  assert.match(said[0], /^0-of-9\.1\.part\.jsonl: line 1: is a part of another run: the settings, the clouds or the votes differ/);
  assert.match(said[1], /^forged\.part\.jsonl: line 5: has other results of the cloud 3 than this run/);
  assert.match(said[2], /^none\.part\.jsonl: line 1: is no part of a run/);
  await phase(page, 'done');
  assert.equal((await saved(page, 'Save result')).text, result.text);
  assert.deepEqual(errors, []);
});
