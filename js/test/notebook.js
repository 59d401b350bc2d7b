// show() in a notebook: the installed wheel, a real kernel, nbconvert's page, in Chromium. Run by `make test-python PARTS=package`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { atTheEnd, browser } from './tools/browser.js';
import { repository } from './tools/native.js';
import { PATIENCE } from './tools/until.js';

const python = join(repository, 'build/out/python-test/bin/python');

const CELLS = [
  `import dataclasses, json, orbitcert
clean = [[0, 0], [2, 0], [3, 1], [0, 1]]
certificate = orbitcert.certify(clean, [[0, 0], [2, 0.1], [3, 1.1], [0, 1]], sigma=0.5, votes=9731, samples=10_000, group="SE")
certificate.show(height=480)`,
  'orbitcert.certify(clean, [[9, 0], [2, 0], [3, 1], [0, 1]], sigma=0.1, probability=0.9, group="SE").show(theme="dark")',
  'dataclasses.replace(certificate, text=certificate.text.replace(\'"distance": 0.\', \'"distance": 0.9\')).show()',
  `orbitcert.run(json.load(open(${JSON.stringify(join(repository, 'site/docs/examples/run.json'))})), progress=False).show()`,
  'certificate',
];

const cell = (source) => ({ cell_type: 'code', source, metadata: {}, outputs: [], execution_count: null });

/** @type {import('playwright-core').Page} */
let page;
/** Addresses that frames asked for, and errors of the console. @type {string[]} */
const asked = [], errors = [];

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-notebook-'));
  const notebook = join(folder, 'shown.ipynb');
  await writeFile(notebook, JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells: CELLS.map(cell) }));
  const kernel = join(folder, 'kernels', 'python3');
  await mkdir(kernel, { recursive: true });
  await writeFile(join(kernel, 'kernel.json'), JSON.stringify({ argv: [python, '-m', 'ipykernel_launcher', '-f', '{connection_file}'], display_name: 'Python', language: 'python' }));
  const options = ['--to', 'html', '--execute', '--ExecutePreprocessor.kernel_name=python3', notebook];
  await promisify(execFile)(python, ['-m', 'nbconvert', ...options], { maxBuffer: 1 << 26, env: { ...process.env, JUPYTER_PATH: folder } });
  const context = await (await browser()).newContext({ offline: true });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  page.on('request', (request) => request.frame().parentFrame() && asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && message.location().url.startsWith('about:srcdoc') && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI}`)));
  await page.goto(pathToFileURL(notebook.replace('.ipynb', '.html')).href, { waitUntil: 'commit' });
  atTheEnd(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
});

/** The frame of an output, once its verdict is there. @param {number} index */
async function shown(index) {
  const frame = page.frameLocator('iframe').nth(index);
  await frame.locator('[data-phase=done]').waitFor();
  const certified = await frame.getByRole('region', { name: 'Verdict' }).getAttribute('data-certified');
  const paper = await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  return { frame, certified, dark: Number(/\d+/.exec(paper)?.[0]) < 128 };
}

test('a certificate is computed again in its output, with its verdict', async () => {
  const { frame, certified, dark } = await shown(0);
  assert.deepEqual([certified, dark], ['true', false]);
  await frame.getByText('certificate.json is verified.').waitFor();
  assert.equal((await page.locator('iframe').first().boundingBox())?.height, 480);
});

test('another output has its own verdict, in its own colours', async () => {
  const { certified, dark } = await shown(1);
  assert.deepEqual([certified, dark], ['false', true]);
});

test('a certificate that was changed does not verify', async () => {
  const { frame } = await shown(2);
  await frame.getByText('certificate.json: verification failed.').waitFor();
});

test('a run is run again in its output', async () => {
  const frame = page.frameLocator('iframe').nth(3);
  await frame.getByRole('button', { name: 'Download results' }).waitFor();
  const rows = (await frame.locator('orbit-dataset').innerText()).matchAll(/\t\s*((?:not )?certified)$/gm);
  assert.deepEqual([...rows].map(([, verdict]) => verdict), ['certified', 'certified', 'not certified']);
});

test('a certificate by itself is a table', async () => {
  const table = page.locator('table').last();
  assert.equal(await table.getByRole('row').count(), 4);
});

test('the frames fetch nothing, reach nothing of the notebook, and have no errors', async () => {
  assert.deepEqual(asked.filter((url) => !/^(about:srcdoc|blob:null\/)/.test(url)), []);
  const child = page.frames().find((frame) => frame.url() === 'about:srcdoc');
  assert.equal(await child?.evaluate(() => { try { return parent.document.title; } catch { return 'refused'; } }), 'refused');
  assert.deepEqual(errors, []);
});
