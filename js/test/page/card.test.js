// A certificate in a notebook: the card of build/python, drawn by its script alone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { openPage } from '../tools/browser.js';
import { request } from '../tools/request.js';
import { program, repository } from '../tools/native.js';

const bundle = ['js/embed/notebook.js', '--bundle', '--minify', '--format=iife', '--target=es2022', '--log-level=warning'];
const script = execFileSync('js/node_modules/.bin/esbuild', bundle, { cwd: repository, encoding: 'utf8' });

/** Draws the widget of a notebook cell. @param {object} ask @returns {string} */
function cell(ask) {
  const certificate = execFileSync(program('orbitcert'), ['certify', '-'], { input: JSON.stringify({ ...request, ...ask }), encoding: 'utf8' });
  const value = certificate.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<div data-orbitcert="${value}"><pre>Certificate(…)</pre></div><script>${script}</script>`;
}

test('cells show their certificates, each once, in words rounded to the safe side', async (t) => {
  const cells = [{}, { sigma: 0.01 }, { perturbed: undefined }, { perturbed: { changes: { added: 1 } }, subsample: 2 }].map(cell).join('\n');
  const { page, errors, site } = await openPage(t, {
    texts: { 'notebook.html': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${cells}` },
    path: 'notebook.html', edge: null,
  });
  const cards = page.getByRole('group', { name: 'Robustness certificate' });
  assert.equal(await cards.count(), 4);
  const [certified, open, radius, changes] = await cards.allInnerTexts();
  assert.match(
    certified,
    /^Certified: still the same class\. Aligned, this cloud is .*99\.9\s% confidence, smoothed classifier\)\.\s+p, clean\s+≥ 0\.9677.*votes\s+9,731 of 10,000/s,
  );
  assert.match(open, /^Not certified\. /);
  assert.match(radius, /^Radius 0\.1848\. /);
  assert.match(
    changes,
    /^Certified: still the same class\. Under all these changes it is proved to keep its class .*kept\s+\d+\s+added\s+1\s+argument\s+Points that come and go/s,
  );
  assert.equal(await page.getByText('Certificate(…)').filter({ visible: true }).count(), 0);
  assert.deepEqual(errors, []);
  assert.equal(site.requests.length, 1);
});
