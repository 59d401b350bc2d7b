// The docs: what their Markdown becomes, and which sections a search finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rendered, slug } from '../../../build/docs/markdown.mjs';
import { glossary } from '../../../build/docs/reference.mjs';
import { search } from '../../docs/search.js';

const section = (page, heading, text) => ({ page, heading, href: `${heading}.html`, text });
const sections = [
  section('Mathematics', 'Tight', 'By the Neyman–Pearson lemma the worst classifier is known.'),
  section('Use the page', 'Share', 'The link holds the key. A tight certificate is shared as well.'),
  section('Command line', 'Exit codes', 'computed, bad input, verification failed'),
];
const DOCS = { sections, synonyms: { eps: ['lemma'] } };
const found = (query) => search(DOCS, query).map(({ heading }) => heading);

test('a search puts headings first, needs all words, and folds case and accents', () => {
  assert.deepEqual(found('tight'), ['Tight', 'Share']);
  assert.deepEqual(found('TIGHT link'), ['Share']);
  assert.deepEqual(found('néyman'), ['Tight']);
  assert.deepEqual(found('tight exit'), []);
  assert.deepEqual(found('eps'), ['Tight']);
  assert.deepEqual(found('  '), []);
  assert.deepEqual(found('.*('), []);
});

test('an excerpt is the text around the word', () => {
  const text = `${'before '.repeat(30)}needle${' behind'.repeat(30)}`, [hit] = search({ sections: [section('P', 'H', text)], synonyms: {} }, 'needle');
  assert.match(hit.excerpt, /^….*needle.*…$/);
  assert.ok(hit.excerpt.length < 160);
});

test('headings have the anchors of GitHub, twice the same one a number', () => {
  assert.equal(slug('Python, JavaScript & Go: 2-D'), 'python-javascript--go-2-d');
  const { title, html } = rendered('# Title\n\n## One\n\n## One\n');
  assert.equal(title, 'Title');
  assert.match(html, /<h2 id="one">One<\/h2>\s*<h2 id="one-1">One<\/h2>/);
});

test('formulas become MathML, without styles or scripts', () => {
  const { html } = rendered("# T\n\nAt $X'$ it costs $5.\n\n$$\nr = \\sigma \\Phi^{-1}(p)\n$$\n");
  assert.equal(html.match(/<math/g)?.length, 2);
  assert.match(html, /<mi>X<\/mi><mo lspace="0em" rspace="0em">′<\/mo>/);
  assert.match(html, /it costs \$5\./);
  assert.doesNotMatch(html, /style=|<script/);
  assert.throws(() => rendered('# T\n\n$\\nothing{x}$\n'), /nothing/);
  assert.throws(() => rendered('# T\n\n$$\nx\n'), /line 3: \$\$ is never closed/);
  assert.throws(() => rendered('no title'), /the page has no title/);
});

test('the page of terms has the texts of the page’s “?”', () => {
  const page = readFileSync(new URL('../../../site/docs/glossary.md', import.meta.url), 'utf8');
  assert.equal(page, glossary(), 'run node build/docs/generate.mjs');
});

test('links between pages lead to pages, tables and code can be scrolled by keyboard', () => {
  const { html } = rendered('# T\n\n[a](page.md#x) [b](https://example.org/README.md)\n\n| a |\n|---|\n| b |\n\n```sh\necho "<&>"\n```\n');
  assert.match(html, /href="page\.html#x"/);
  assert.match(html, /href="https:\/\/example\.org\/README\.md"/);
  assert.match(html, /<div class="wide" tabindex="0"><table>/);
  assert.match(rendered('# T\n\n```text\nlong\n```\n').html, /<pre class="text" tabindex="0">/, 'text wraps');
  assert.match(html, /<pre tabindex="0"><code>echo &quot;&lt;&amp;&gt;&quot;/);
});
