// Writes the docs of the built site: a page for each Markdown file, the search index, and docs.html, which leads old anchors to
// their new places. Links and anchors are checked.
//
//   node build/docs/build.mjs FOLDER     the folder of the site, with docs/*.md in it

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { head } from './head.mjs';
import { rendered } from './markdown.mjs';
import { GROUPS, MOVED, PAGES } from './pages.mjs';

/** @typedef {{name: string, title: string, html: string}} Page */

const folder = process.argv[2];
const docs = join(folder, 'docs');

/** Targets of the anchors of the former docs.html, as PAGE#ANCHOR. @type {Record<string, string>} */
const ANCHORS = JSON.parse(readFileSync(new URL('anchors.json', import.meta.url), 'utf8'));

/** Words of the docs for those that readers search for. */
const SYNONYMS = JSON.parse(readFileSync(new URL('synonyms.json', import.meta.url), 'utf8'));

/** @param {string} name @returns {Page} */
function pageOf(name) {
  const file = join(docs, `${name}.md`);
  const source = readFileSync(file, 'utf8').replace(/^<!-- (?:generated: [\w-]+|end) -->\n/gm, '');
  try {
    return { name, ...rendered(source) };
  } catch (error) {
    throw new Error(`site/docs/${name}.md: ${error instanceof Error ? error.message : error}`);
  }
}

/** Loads the script of the docs. @param {string} up the way to the site's folder */
const script = (up) => `\n  <script type="module" src="${up}docs.js"></script>`;

/** The sections of a page, for the sidebar. @param {Page} page */
function sections({ html }) {
  const found = [...html.matchAll(/<h2 id="([^"]+)">([^]*?)<\/h2>/g)];
  return found.length > 1 ? `\n<ul>\n${found.map(([, id, heading]) => `<li><a href="#${id}">${heading}</a></li>`).join('\n')}\n</ul>\n` : '';
}

/** @param {Page[]} pages @param {Page} shown */
function sidebar(pages, shown) {
  const item = (/** @type {string} */ name) => {
    const title = pages.find((page) => page.name === name)?.title;
    return name === shown.name
      ? `<li><a href="${name}.html" aria-current="page">${title}</a>${sections(shown)}</li>`
      : `<li><a href="${name}.html">${title}</a></li>`;
  };
  return GROUPS.map(({ group, names }) => `<p>${group}</p>\n<ul>\n${names.map(item).join('\n')}\n</ul>`).join('\n');
}

/** @param {Page[]} pages @param {number} i */
function neighbours(pages, i) {
  const [before, after] = [pages[i - 1], pages[i + 1]];
  const link = (/** @type {Page | undefined} */ page, /** @type {string} */ rel, /** @type {string} */ word) =>
    page ? `<a rel="${rel}" href="${page.name}.html"><span>${word}</span> ${page.title}</a>` : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}

/** @param {Page[]} pages @param {number} i */
function whole(pages, i) {
  const page = pages[i];
  const figures = page.html.includes('data-figure=') ? '\n  <script type="module" src="../figures.js"></script>' : '';
  return `${head(page.title, '../', script('../') + figures)}<body class="reading manual">
  <header class="top">
    <p class="name"><a href="../"><img src="../icon.svg" alt="" width="24" height="24"> OrbitCert</a> <a href="start.html">Docs</a></p>
    <search><label><span class="unseen">Search the docs</span><input
      type="search" placeholder="Search the docs" autocomplete="off" spellcheck="false"></label></search>
    <a class="to-pages" href="#pages">All pages</a>
    <a href="../">Open the page</a>
  </header>
  <nav id="pages" class="pages" aria-label="Docs">
${sidebar(pages, page)}
  </nav>
  <main class="docs" id="${page.name}">
${page.html}
${neighbours(pages, i)}
  </main>
</body>
</html>
`;
}

/** The ids of a page. @param {Page} page */
const idsOf = ({ name, html }) => new Set([name, ...[...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)]);

/** Throws where a link leads nowhere. @param {Page[]} pages */
function checkLinks(pages) {
  const ids = new Map(pages.map((page) => [page.name, idsOf(page)]));
  const check = (/** @type {string} */ where, /** @type {string} */ href) => {
    if (/^(https?:|mailto:)/.test(href)) return;
    const [path, id] = href.split('#');
    const name = path.replace(/\.html$/, '') || where;
    const there = ids.get(name);
    if (!there && !existsSync(join(docs, path))) throw new Error(`site/docs/${where}.md: ${href} leads nowhere`);
    if (there && id && !there.has(decodeURIComponent(id)))
      throw new Error(`site/docs/${where}.md: ${href}: no such anchor; there are ${[...there].join(', ')}`);
  };
  for (const { name, html } of pages) {
    for (const [, href] of html.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)) if (!/^\.\.\/(#|$)/.test(href)) check(name, href);
  }
  for (const [anchor, place] of Object.entries(ANCHORS)) check(`../../build/docs/anchors.json: ${anchor}`, place.replace(/#|$/, (mark) => `.html${mark}`));
}

const plain = (/** @type {string} */ html) =>
  html
    .replace(/<annotation[^]*?<\/annotation>/g, '')
    .replace(/<(?!\/?(?:code|em|strong|a|b|i|math|m\w+|sub|sup|span|semantics)\b)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** Builds the search index: a line for each heading. @param {Page[]} pages */
function index(pages) {
  return pages.flatMap(({ name, title, html }) => html.split(/(?=<h[23] id=)/).map((part) => {
    const [, id, heading] = /^<h[23] id="([^"]+)">([^]*?)<\/h[23]>/.exec(part) ?? [];
    return {
      page: title, heading: heading ? plain(heading) : title,
      href: `${name}.html${id ? `#${id}` : ''}`,
      text: plain(part.replace(/^<h[23][^]*?<\/h[23]>/, '')),
    };
  }));
}

/** docs.html was one page: it leads on to where its anchors are now. */
function moved() {
  const links = Object.entries(ANCHORS).map(
    ([anchor, place]) => `    <li><a id="${anchor}" href="docs/${place.replace(/#|$/, (mark) => `.html${mark}`)}">${anchor}</a></li>`,
  );
  return `${head('Docs', '', script(''))}<body class="reading" data-moved="docs/start.html">
  <main class="docs">
    <h1>The docs have moved</h1>
    <p><a href="docs/start.html">Start</a> is the first page. The sections of this page are now here:</p>
    <ul>
${links.join('\n')}
    </ul>
  </main>
</body>
</html>
`;
}

/** A page that leads on to where its content is now. @param {Page} to */
const leading = ({ name, title }) => `${head(title, '../', script('../'))}<body class="reading" data-moved="${name}.html">
  <main class="docs"><h1>This page has moved</h1><p>See <a href="${name}.html">${title}</a>.</p></main>
</body>
</html>
`;

const pages = PAGES.map(pageOf);
checkLinks(pages);
for (const [i, { name }] of pages.entries()) {
  writeFileSync(join(docs, `${name}.html`), whole(pages, i));
  rmSync(join(docs, `${name}.md`));
}
for (const [name, place] of Object.entries(MOVED)) {
  const to = pages.find((page) => page.name === place);
  if (!to) throw new Error(`build/docs/pages.mjs: ${name} leads to ${place}, which is no page`);
  writeFileSync(join(docs, `${name}.html`), leading(to));
}
writeFileSync(join(docs, 'search.json'), JSON.stringify({ sections: index(pages), synonyms: SYNONYMS }));
writeFileSync(join(folder, 'docs.html'), moved());
