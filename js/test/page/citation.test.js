// Citing a certificate. Needs `make build`.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { contents, openPage } from '../browser.js';

test('a certificate is cited by the digest of the file that is downloaded, and another one by its own', async (t) => {
  const { page, errors } = await openPage(t);
  const cited = async () => {
    await page.locator('[data-phase=done]').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download certificate' }).click()]);
    const bytes = await contents(download);
    await page.getByText('Cite', { exact: true }).click();
    const plain = await page.getByLabel('As a sentence').inputValue();
    return { plain, bibtex: await page.getByLabel('For BibTeX').inputValue(), digest: createHash('sha256').update(bytes).digest('hex'), core: JSON.parse(bytes).core };
  };
  const first = await cited();
  const proof = `certificate.json: SHA-256 ${first.digest}. Reproduced by: orbitcert verify certificate.json`;
  assert.equal(first.plain, `OrbitCert, core ${first.core}. Robustness certificate of a point cloud. ${proof}`);
  assert.ok(first.bibtex.startsWith(`@misc{orbitcert-${first.digest.slice(0, 12)},`) && first.bibtex.includes(proof));
  await page.getByLabel('Smoothing σ').fill('0.2');
  await page.getByRole('button', { name: 'Certify' }).click();
  const second = await cited();
  assert.notEqual(second.digest, first.digest);
  assert.ok(second.plain.includes(second.digest));
  assert.deepEqual(errors, []);
});

test('the page names the paper, links it and has it for BibTeX', async (t) => {
  const { page } = await openPage(t);
  const foot = page.getByRole('contentinfo');
  assert.match(await foot.innerText(), /J\. Schuchardt and S\. Günnemann, Invariance-Aware Randomized Smoothing Certificates, NeurIPS 2022/);
  assert.equal(await foot.getByRole('link', { name: 'Invariance-Aware Randomized Smoothing Certificates' }).getAttribute('href'), 'https://arxiv.org/abs/2211.14207');
  await page.locator('[data-phase=done]').waitFor();
  await page.getByText('Cite', { exact: true }).click();
  const entry = await page.getByLabel('The paper that it rests on').inputValue();
  assert.match(entry, /^@inproceedings\{[^]*Schuchardt, Jan and G\{\\"u\}nnemann, Stephan[^]*NeurIPS[^]*2022/);
});
