// Citing a certificate, and copying what computes it. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { besure, openPage, savedCertificate, savedFile, siteFile } from '../tools/browser.js';
import { claim } from '../tools/named.js';
import { program } from '../tools/native.js';
import { visits } from '../tools/visit.js';

const open = visits();

/** Returns the output of a command in a folder. @param {string} code @param {string} folder */
async function printed(code, folder) {
  const path = `${dirname(program('orbitcert'))}:${process.env.PATH}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', code], { cwd: folder, env: { ...process.env, PATH: path } });
  return stdout;
}

test('the command line that is copied prints the certificate that is downloaded, with the clouds from this site', async (t) => {
  const { page, errors } = await open(t);
  const save = async (name) => (await savedFile(page, page.getByRole('button', { name, exact: true }))).bytes;
  const folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
  t.after(() => rm(folder, { recursive: true }));
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByRole('button', { name: 'Copy as command line' }).click();
  const code = await verdict.getByLabel('Code for command line').inputValue();
  const address = await page.evaluate(() => new URL('examples/clouds/', document.baseURI).href);
  for (const name of ['digit-2d-clean.json', 'digit-2d-perturbed.json']) assert.ok(code.includes(`curl -fsS -o '${name}' '${address}${name}'\n`), code);
  assert.equal(await verdict.getByRole('button', { name: /^Save digit/ }).count(), 0);
  assert.equal(await printed(code, folder), String(await save('Download certificate')));
  await verdict.getByRole('button', { name: 'Copy as Python' }).click();
  assert.match(
    await verdict.getByLabel('Code for Python').inputValue(),
    /^from urllib[^]*orbitcert\.certify\(\n {4}"digit-2d-clean\.json",\n {4}"digit-2d-perturbed\.json",\n/,
  );
  const ranges = page.getByRole('region', { name: 'What it withstands' });
  await ranges.getByRole('button', { name: 'Copy as command line' }).click();
  const withstood = JSON.parse(await printed(await ranges.getByLabel('Code for command line').inputValue(), folder));
  const scale = withstood.ranges.find(({ family }) => family === 'scale');
  assert.equal(await ranges.locator('tr[data-family=scale]').getAttribute('data-to'), String(scale.to));
  assert.deepEqual(errors, []);
});

test('copied code installs the packages that the site serves, and reads one’s own clouds from files that are saved', async (t) => {
  const texts = { 'index.html': String(siteFile('index.html')).replace(/(name="orbitcert-packages" content=")[^"]*/, '$11.2.3') };
  const { page, errors } = await openPage(t, { texts, path: 'index.html' });
  await page.locator('[data-phase=done]').waitFor();
  await page.getByLabel('Clean point cloud').setInputFiles({ name: 'mine.xyz', mimeType: 'text/plain', buffer: Buffer.from('0 0\n1 0\n0 2\n3 4\n') });
  await page.locator('#about-clean').getByText('4 points, 2-D').waitFor();
  await page.getByLabel('Perturbation', { exact: true }).selectOption('none');
  await besure(page);
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-phase=done]').waitFor();
  const address = await page.evaluate(() => new URL('packages/', document.baseURI).href);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  for (const [language, start] of [
    ['Python', `# pip install numpy\n# pip install --no-index --find-links=${address}index.html orbitcert\n`],
    ['JavaScript', `// npm install ${address}orbitcert-1.2.3.tgz\n`],
  ]) {
    await verdict.getByRole('button', { name: `Copy as ${language}` }).click();
    const code = await verdict.getByLabel(`Code for ${language}`).inputValue();
    assert.ok(code.startsWith(start), code);
    assert.match(code, /"mine\.xyz"/);
  }
  assert.equal(String((await savedFile(page, verdict.getByRole('button', { name: 'Save mine.xyz' }))).bytes), '0 0\n1 0\n0 2\n3 4\n');
  assert.deepEqual(errors, []);
});

test('a certificate is cited by the digest of the file that is downloaded, and another one by its own', async (t) => {
  const { page, errors } = await open(t);
  const cited = async () => {
    await page.locator('[data-phase=done]').waitFor();
    const bytes = await savedCertificate(page);
    await page.getByText('Cite', { exact: true }).click();
    const plain = await page.getByLabel('As a sentence').inputValue();
    return {
      plain, bibtex: await page.getByLabel('For BibTeX').inputValue(), digest: createHash('sha256').update(bytes).digest('hex'),
      core: JSON.parse(bytes).core,
    };
  };
  const first = await cited();
  const proof = `certificate.json: SHA-256 ${first.digest}. Reproduced by: orbitcert verify certificate.json`;
  assert.equal(first.plain, `OrbitCert, core ${first.core}. Robustness certificate of a point cloud. ${proof}`);
  assert.ok(first.bibtex.startsWith(`@misc{orbitcert-${first.digest.slice(0, 12)},`) && first.bibtex.includes(proof));
  await page.getByLabel('Smoothing σ').fill('0.2');
  await claim(page).click();
  const second = await cited();
  assert.notEqual(second.digest, first.digest);
  assert.ok(second.plain.includes(second.digest));
  assert.deepEqual(errors, []);
});

test('the page names the paper, links it and has it for BibTeX', async (t) => {
  const { page } = await open(t);
  const foot = page.getByRole('contentinfo');
  assert.match(await foot.innerText(), /J\. Schuchardt and S\. Günnemann, Invariance-Aware Randomized Smoothing Certificates, NeurIPS 2022/);
  assert.equal(
    await foot.getByRole('link', { name: 'Invariance-Aware Randomized Smoothing Certificates' }).getAttribute('href'),
    'https://arxiv.org/abs/2211.14207',
  );
  await page.locator('[data-phase=done]').waitFor();
  await page.getByText('Cite', { exact: true }).click();
  const entry = await page.getByLabel('The paper behind it').inputValue();
  assert.match(entry, /^@inproceedings\{[^]*Schuchardt, Jan and G\{\\"u\}nnemann, Stephan[^]*NeurIPS[^]*2022/);
});
