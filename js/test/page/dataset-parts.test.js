// A run that begins in the page and is finished by the command line, and back. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { serious } from '../tools/axe.js';
import { openPage, savedFile, siteFile } from '../tools/browser.js';
import { held, stoodStill } from '../tools/stand-still.js';
import { program } from '../tools/native.js';
import { phase } from '../tools/run-phase.js';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const add = (page, ...files) => page.getByLabel('Dataset files').setInputFiles(files);

/** The shapes under few draws. */
const shapes = JSON.stringify({ ...JSON.parse(String(siteFile('datasets/shapes.json'))), samples: 500 });

/** Returns the file that a button saves. */
async function saved(page, name) {
  const file = await savedFile(page, button(page, name));
  return { name: file.name, text: String(file.bytes) };
}

/** A folder with the shapes as run.json, and one for parts. */
function folder(t) {
  const room = mkdtempSync(join(tmpdir(), 'dataset-parts-'));
  t.after(() => rmSync(room, { recursive: true }));
  writeFileSync(join(room, 'run.json'), shapes);
  mkdirSync(join(room, 'parts'));
  return room;
}

/** Returns the output of the command line. */
const orbitcert = async (cwd, ...args) => (await promisify(execFile)(program('orbitcert'), args, { cwd })).stdout;
const lines = (path) => readFileSync(path, 'utf8').trimEnd().split('\n').length - 1;

async function open(t, most) {
  const opened = await openPage(t, { path: '#v=1&view=dataset', before: (page) => held(page, most) });
  await opened.page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
  return opened;
}

test('a run begun in the page is finished by the command line, and back, to the same bytes', async (t) => {
  const { page, errors } = await open(t, 8);
  const room = folder(t);
  await add(page, join(room, 'run.json'));
  await phase(page, 'ready');
  await button(page, 'Run').click();
  await stoodStill(page, Math.floor(100 * 8 / 22));
  await button(page, 'Pause').click();
  await phase(page, 'paused');
  const [run, part] = [await saved(page, 'Save run'), await saved(page, 'Save parts so far')];
  assert.equal(run.text, shapes, 'the run is the document that was opened');
  assert.match(part.name, /^0-of-1\.[0-9a-f]{8}\.part\.jsonl$/);
  assert.match(part.text, /^\{"format":"orbitcert part 2",.*"platform":"js\/wasm"/);
  assert.deepEqual(await serious(page), []);

  writeFileSync(join(room, 'parts', part.name), part.text);
  const whole = await orbitcert(room, 'run', '--out', 'parts', 'run.json');
  assert.equal(whole, await orbitcert(room, 'run', 'run.json'));
  const [own, other] = [part.name, ...readdirSync(join(room, 'parts')).filter((name) => name !== part.name)].map((name) => join(room, 'parts', name));
  assert.deepEqual([lines(own), lines(other)], [8, 14]);

  // The next visit gets the rest and has nothing to do.
  await page.reload();
  await phase(page, 'paused');
  await add(page, other);
  await phase(page, 'done');
  await page.getByText(`${lines(other)} of 22 clouds came from parts.`).waitFor();
  assert.equal((await saved(page, 'Download results')).text, whole);
  assert.equal((await saved(page, 'Save run')).text, run.text);
  assert.equal(await page.evaluate(() => globalThis.items), 0);
  assert.deepEqual(errors, []);
});
