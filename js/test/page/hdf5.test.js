// HDF5 as the page reads it: what datasets may be clouds, and files that lie, loop or break what reads them. The files are made by
// hdf5/make.py with h5py. Needs `make build`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cloudsOf } from '../../clouds/hdf5-clouds.js';
import { openEngine, rooms } from '../tools/blank.js';
import { besure, openPage, savedCertificate } from '../tools/browser.js';
import { tried } from '../tools/counts.js';
import { random } from '../tools/random.js';
import { until } from '../tools/until.js';
import { visits } from '../tools/visit.js';

const bytesOf = (name) => readFile(new URL(`../hdf5/${name}`, import.meta.url));
const file = (name, buffer) => ({ name, mimeType: '', buffer: Buffer.from(buffer) });
const clean = (page) => page.getByLabel('Clean point cloud');
const finished = (page) => page.locator('[data-phase=done]').waitFor();

/** Points of cloud b, as make.py writes them. */
const points = (b, count = 4, columns = 3) => Array.from({ length: count }, (_, i) => Array.from({ length: columns }, (_, k) => b + i / 8 + k / 64));

const visit = visits('#v=1&example=chair-3d&draws=1000');

async function open(t) {
  const opened = await visit(t);
  await opened.page.getByLabel('Perturbation', { exact: true }).selectOption('none');
  return {
    ...opened, about: opened.page.locator('#about-clean'),
    give: async (name, as = name) => clean(opened.page).setInputFiles(file(as, await bytesOf(name))),
  };
}

/** The clean points that a certificate is about. */
async function certified(page) {
  await besure(page);
  await page.keyboard.press('Control+Enter');
  await finished(page);
  return JSON.parse(String(await savedCertificate(page))).request.clean.points;
}

test('a file as ModelNet40 has them: its clouds are there to choose, its normals are none, and nothing was fetched before', async (t) => {
  const { page, about, give, errors, site } = await open(t);
  const fetched = () => site.requests.filter((path) => /\/hdf5\.(js|wasm)$/.test(path)).length;
  assert.equal(fetched(), 0);
  await give('modelnet.h5');
  await about.getByText('3 clouds in this file').waitFor();
  const after = fetched();
  const which = page.getByLabel('Which cloud?');
  assert.deepEqual(await which.locator('option').allInnerTexts(), ['Choose one', ...[0, 1, 2].map((b) => `${b} – 4 points, 3-D`)]);
  await which.selectOption('2');
  await about.getByText('4 points, 3-D').waitFor();
  await about.getByText('Attributes: faceId 8, 9, 10, 11; normal_x').waitFor();
  assert.deepEqual(await certified(page), points(2));
  assert.equal(fetched(), after, 'read once for all its clouds');
  await clean(page).setInputFiles(file('packed.h5.gz', gzipSync(await bytesOf('several.h5'))));
  await about.getByText('5 clouds in this file').waitFor();
  await which.selectOption('fine[1]');
  await about.getByText('8 points, 3-D').waitFor();
  assert.deepEqual(await certified(page), points(1, 8));
  assert.deepEqual(errors, []);
});

test('numbers of every kind, wherever they are in the file', async (t) => {
  const { page, about, give, errors } = await open(t);
  await give('single.h5', 'single.mat');
  await about.getByText('single.mat').waitFor();
  assert.deepEqual(await certified(page), points(0));
  await give('whole.h5');
  await page.getByRole('button', { name: /column 1, column 2 and column 3/ }).click();
  await about.getByText('whole.h5').waitFor();
  assert.deepEqual(await certified(page), [[0, 0, 0], [1, -2, 3], [4, 5, -600], [7, 8, 9]]);
  await give('nested.h5');
  await about.getByText('2 clouds in this file').waitFor();
  await page.getByLabel('Which cloud?').selectOption('1');
  await about.getByText('4 points, 2-D').waitFor();
  assert.deepEqual(await certified(page), points(1, 4, 2));
  await give('wide.h5');
  await about.getByText('3 clouds in this file').waitFor();
  await page.getByLabel('Which cloud?').selectOption('1');
  await page.getByRole('button', { name: /column 1, column 2 and column 3/ }).waitFor();
  await give('turned.h5');
  await page.getByText('are these points, or').waitFor();
  assert.deepEqual(errors, []);
});

test('counts, clouds in sequence and scales beside the points are judged as in an archive', async (t) => {
  const { page, about, give, errors } = await open(t);
  await give('padded.h5');
  await about.getByText('2 clouds in this file').waitFor();
  await page.getByLabel('Which cloud?').selectOption('1');
  await about.getByText('2 points, 3-D').waitFor();
  await give('quantised.h5');
  await page.locator('#error-clean').getByText('may change the points').waitFor();
  await give('concat.h5');
  await page.getByRole('button', { name: /2 clouds by batch/ }).waitFor();
  assert.deepEqual(errors, []);
});

test('what is no cloud, or not in the file, is refused with the reason, and the cloud before stays', async (t) => {
  const { page, about, give, errors } = await open(t);
  const bad = {
    'none.h5':
      /It has half \(4 × 3, floating-point numbers of 16 bits\), label \(3 × 1, whole numbers of 8 bits\), name \(1, texts\), records \(4, records\), z there \(a link to elsewhere\.h5\)\./,
    'empty.h5': /has no dataset of points: .* It has none at all\./,
    'lzf.h5': /has the dataset data packed with lzf, which is not read: save it with compression="gzip"/,
    'virtual.h5': /has the dataset data, whose numbers are in another file, elsewhere\.h5\./,
    'external.h5': /HDF5 says: unable to open external raw data file\./,
    'bomb.h5': /HDF5 says: filter returned failure during read\./,
    'huge.h5': /has 11,444 MB of points; the limit is 64 MB/,
  };
  for (const [name, message] of Object.entries(bad)) {
    await give(name);
    await page.locator('#error-clean').getByText(name).waitFor();
    assert.match(await page.locator('#error-clean').innerText(), message, name);
  }
  await clean(page).setInputFiles(file('cut.h5', (await bytesOf('modelnet.h5')).subarray(0, -1)));
  await page.locator('#error-clean').getByText(/^cut\.h5: .*: truncated file/).waitFor();
  assert.match(await about.innerText(), /chair/);
  assert.deepEqual(errors, []);
});

test('a file with more in it than anybody looks at is refused before it is looked at', () => {
  const crowd = (count) => ({
    FS: { writeFile() {} }, open: () => 1n, get_names: () => Array(count).fill('group'), get_symbolic_link: () => '/', get_type: () => 0,
  });
  assert.throws(() => cloudsOf(crowd(20_001), new Uint8Array()), /^Error: has 20,001 groups and datasets; the limit is 20,000$/);
  assert.throws(() => cloudsOf(crowd(20_000), new Uint8Array()), /^Error: has no dataset of points/);
});

test('in a dataset its clouds are votes’ clouds, and a damaged file fails alone', async (t) => {
  const { page, errors } = await openPage(t, { path: '#v=1&view=dataset' });
  const votesOf = (names) => `name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n${names.map((name) => `${name},1,10,990,100,9900\n`).join('')}`;
  const whole = await bytesOf('modelnet.h5');
  await page
    .getByLabel('Dataset files')
    .setInputFiles([file('test0.h5', whole), file('cut.h5', whole.subarray(0, 1000)), file('votes.csv', votesOf([0, 1, 2]))]);
  await page.locator('[data-run=ready]').waitFor();
  await page.getByText('3 clouds, 3 rows of votes.').waitFor();
  const [failure, ...more] = await page.locator('.failures li').allInnerTexts();
  assert.match(failure, /^cut\.h5: cannot be read, and may be damaged/);
  assert.deepEqual(more, []);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-run=done]').waitFor();
  await page.getByText(/^3 clouds, 3 of them predicted correctly/).waitFor();
  const all = ['test0.h5', 'test1.h5'].flatMap((stack) => [0, 1, 2].map((cloud) => `${stack}/${cloud}`));
  await page.getByLabel('Dataset files').setInputFiles([file('test0.h5', whole), file('test1.h5', whole), file('votes.csv', votesOf(all))]);
  await page.locator('[data-run=ready]').waitFor();
  await page.getByText('6 clouds, 6 rows of votes.').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^6 clouds, 6 of them predicted correctly/).waitFor();
  assert.deepEqual(errors, []);
});

/** A page with `fromHDF5`; `texts` stand in the place of its real script or program. */
async function openReader(t, texts = {}) {
  const opened = await openEngine(t, {
    mounts: rooms('clouds', 'offline'),
    texts: { 'blank.html': '<!doctype html><link rel="icon" href="data:,"><title>blank</title>', ...texts },
  });
  await opened.page.evaluate(async () => {
    Object.assign(globalThis, await import(new URL('clouds/hdf5.js', document.baseURI).href));
    globalThis.decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  });
  return opened;
}

const mutants = tried({ few: 20, all: 60, many: 1000 });

test(`${mutants} mutants: each is refused in a sentence or gives arrays`, async (t) => {
  const { page, errors } = await openReader(t);
  const next = random(7);
  const wholes = await Promise.all(['modelnet.h5', 'nested.h5', 'several.h5', 'whole.h5', 'single.h5'].map(bytesOf));
  const files = Array.from({ length: mutants }, (_, round) => {
    const bytes = Buffer.from(wholes[round % wholes.length]);
    for (let i = 0; i <= round % 4; i++) bytes[Math.floor(next() * bytes.length)] = Math.floor(256 * next());
    return (round % 10 ? bytes : bytes.subarray(0, Math.floor(next() * bytes.length))).toString('base64');
  });
  const outcomes = await page.evaluate(async (all) => {
    const outcomes = [], left = [...all.keys()];
    const lane = async () => {
      for (let i; (i = left.pop()) !== undefined;) {
        const { value, message } = await outcome(fromHDF5(decoded(all[i])));
        outcomes[i] = value ? String.fromCharCode(...value.slice(0, 6)) : message;
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    return outcomes;
  }, files);
  for (const [round, said] of outcomes.entries())
    assert.match(said, /^(\x93NUMPY|PK\x03\x04..|(is|has|cannot be read, and may be damaged or cut off\. HDF5 says:) \S.*)$/s, `round ${round}`);
  assert.ok(outcomes.filter((said) => !/^(\x93|PK)/.test(said)).length > mutants / 4);
  await until(() => page.workers().length === 0);
  assert.deepEqual(errors, []);
});

/** A worker that starts as ours do. @param {string} call what it does when it is called, with the number of the call as `id` */
const worker = (call) => `onmessage = ({ data: { type, lock, id } }) => {
  if (type === 'call') ${call}
  else navigator.locks.request(lock, () => { postMessage({ type: 'ready' }); return new Promise(() => {}); });
};`;

const ENDED = 'could not be read: the HDF5 reader did not start, did not answer for 30 seconds, or failed, perhaps because the file is damaged';

test('a file over which its reader never ends, or breaks down, is given up', async (t) => {
  const { page } = await openReader(t, { 'hdf5.js': worker("{ console.log('reading'); for (;;); }") });
  await page.clock.install();
  let readers = 0;
  page.on('console', (message) => { readers += Number(message.text() === 'reading'); });
  const given = page.evaluate(() => outcome(fromHDF5(new Uint8Array(8))));
  await until(() => readers === 1);
  await page.clock.fastForward(29_000);
  assert.equal(page.workers().length, 1);
  // A second reader and a third one try.
  for (const reader of [1, 2, 3]) {
    await until(() => readers === reader);
    await page.clock.fastForward(30_000);
  }
  assert.equal((await given).message, ENDED);
  const { page: other } = await openReader(t, { 'hdf5.js': worker('setTimeout(() => { throw new Error("broken"); });') });
  assert.equal((await other.evaluate(() => outcome(fromHDF5(new Uint8Array(8))))).message, ENDED);
  await until(() => other.workers().length === 0);
  // A program that the script cannot start is told at once, and not after the time that a start may take.
  const { page: without } = await openReader(t, { 'hdf5.wasm': '\0asm\x01\0\0\0' });
  await without.clock.install();
  assert.equal((await without.evaluate(() => outcome(fromHDF5(new Uint8Array(8))))).message, ENDED);
  // The browser takes some time to end the one that never ends.
  await until(() => page.workers().length === 0);
});

test('where what reads it is not there, other formats work, and the next file tries again', async (t) => {
  const { page } = await openReader(t, { 'hdf5.js': '<!doctype html>' });
  const read = () => page.evaluate(() => outcome(fromHDF5(new Uint8Array(8))));
  assert.equal((await read()).message, 'is an HDF5 file, and the part of the page that reads HDF5 could not be loaded. Other formats work');
  await page.route('**/hdf5.js', (route) => route.fulfill({ contentType: 'text/javascript', body: worker("postMessage({ type: 'done', id, value: 1 });") }));
  assert.equal((await read()).value, 1);
});
