// Generated parts of the docs, against the sources that they follow from, and how the built pages name each other.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PAGES } from '../../../build/docs/pages.mjs';
import { filled, WITH_PARTS } from '../../../build/docs/reference.mjs';
import { search } from '../../docs/search.js';

test('the reference in the docs follows from help texts, docstrings, JSDoc and go doc', async () => {
  for (const name of WITH_PARTS) {
    const page = await readFile(new URL(`../../../site/docs/${name}.md`, import.meta.url), 'utf8');
    assert.match(page, /^<!-- generated: /m, name);
    assert.equal(page, filled(page), `site/docs/${name}.md: run node build/docs/generate.mjs`);
  }
});

test('the search of the built docs finds functions, words that mean the same, and words with a typing error', async () => {
  const built = JSON.parse(await readFile(new URL('../../../build/out/site/docs/search.json', import.meta.url), 'utf8'));
  for (const [query, wanted] of /** @type {[string, RegExp][]} */ ([
    ['certify_many', /^python\.html#orbitcertcertify_many/], ['orbitcert.radii', /^python\.html#orbitcertradii/], ['epsilon', /radius/], ['ε', /radius/],
    ['confidence', /error-probability/], ['install', /python\.html/], ['L2 norm', /distance/], ['threshold', /half/], ['certifcate', /certificate/],
    ['neymann', /mathematics\.html/], ['invar', /invariance/],
    ['npm count', /javascript\.html#count/], ['node certify', /javascript\.html#certify/], ['cancel', /javascript/],
  ])) assert.match(search(built, query).slice(0, 5).map(({ href }) => href).join(' '), wanted, query);
});

/** The value of an attribute in a tag, or null. @param {string} tag @param {string} name */
const attribute = (tag, name) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

/** Tags with a name in the first part of a page that matches. @param {string} page @param {RegExp} part @param {string} name */
const tags = (page, part, name) => part.exec(page)?.[0].match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];

test('each page is in the sidebar, marked, with its sections, and names its neighbours', async () => {
  for (const [i, name] of PAGES.entries()) {
    const page = await readFile(new URL(`../../../build/out/site/docs/${name}.html`, import.meta.url), 'utf8');
    const side = tags(page, /<nav\b[^>]*aria-label="Docs"[^]*?<\/nav>/, 'a').map((tag) => [attribute(tag, 'href'), attribute(tag, 'aria-current')]);
    const links = side.filter(([href]) => !href?.startsWith('#'));
    assert.deepEqual(links, PAGES.map((other, k) => [`${other}.html`, k === i ? 'page' : null]));
    const sections = side.filter(([href]) => href?.startsWith('#')).map(([href]) => href?.slice(1));
    const headings = tags(page, /<main\b[^]*<\/main>/, 'h2').map((tag) => attribute(tag, 'id'));
    assert.deepEqual(sections, headings.length > 1 ? headings : []);
    const near = tags(page, /<nav class="neighbours"[^]*?<\/nav>/, 'a').map((tag) => attribute(tag, 'href'));
    assert.deepEqual(near, [PAGES[i - 1], PAGES[i + 1]].filter(Boolean).map((other) => `${other}.html`));
  }
});
