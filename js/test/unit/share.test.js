// No share is printed with more digits than its interval carries: the rule, and the pages that are made of results.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { percent, percentAtMost } from '../../words/share.js';

const repository = new URL('../../../', import.meta.url);

/** @param {string} path */
const text = (path) => readFile(new URL(path, repository), 'utf8');

test('a share has the digits that its interval carries, and is rounded down', () => {
  // The table of TestPercent in core/population.
  for (const [share, clouds, want] of [[61 / 82, 82, '74'], [0.29, 100, '29'], [0.57, 100, '57'], [1, 10, '100'], [1, 1000, '100.0'], [0.999, 1000, '99.9'],
    [0.5, 1000, '50'], [2 / 3, 30000, '66.6'], [0, 10, '0'], [0, 1000, '0.0'], [0.29, 100000, '29.0']])
    assert.equal(percent(share, clouds), `${want} %`, `${share} of ${clouds}`);
  assert.deepEqual([percentAtMost(61 / 82, 82), percentAtMost(2 / 3, 30000), percentAtMost(0.29, 100)], ['75 %', '66.7 %', '29 %']);
});

/** Parts of a page that its template leaves to the results. @param {string} template @param {string} page */
function filled(template, page) {
  const typed = [''];
  let depth = 0;
  for (const part of template.split(/(\{\{|\}\})/)) {
    if (part === '{{' && depth++ === 0) typed.push('');
    else if (part === '}}') depth--;
    else if (depth === 0) typed[typed.length - 1] += part;
  }
  const found = new RegExp(`^${typed.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([^]*?)')}$`).exec(page);
  assert.ok(found, 'the page is not that of its template');
  return found.slice(1);
}

/** Places of a number. @param {string} number */
const placesOf = (number) => (number.split('.')[1] ?? '').length;

test('shares on the pages of results have an interval, and no digits beyond it', async () => {
  let seen = 0;
  for (const name of ['results', 'paper', 'methods', 'models']) {
    const parts = filled(await text(`build/content/paper/${name}.md`), await text(`site/docs/${name}.md`));
    for (const part of parts) {
      for (const [said, share, low, high] of part.matchAll(/([\d.]+)\u00a0(?:% )?\(([\d.]+)–([\d.]+)\)/g)) {
        seen++;
        assert.ok(Number(low) <= Number(share) && Number(share) <= Number(high), `${name}: ${said}`);
        assert.ok([share, low, high].every((one) => placesOf(one) <= Number(Number(high) - Number(low) < 2.5)), `${name}: ${said}`);
      }
      assert.doesNotMatch(part.replace(/^\|.*\n\| ---/, ''), /\d\.\d+\s?%(?! \()/, name); // heads have sizes
    }
  }
  assert.ok(seen > 250, `${seen} shares`);
});

test('shares on the board have the digits of their bound', async () => {
  const cells = [...(await text('site/docs/board.html')).matchAll(/([\d.]+)<span class="second">≥ ([\d.]+)<\/span>/g)];
  assert.ok(cells.length >= 24, `${cells.length} shares`);
  for (const [said, share, bound] of cells)
    assert.ok([share, bound].every((one) => placesOf(one) <= Number(Number(share) - Number(bound) < 1)), said);
});
