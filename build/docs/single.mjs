// All pages of the docs as one, for the page that is a single file: no scripts, and links that stay within it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { head } from './head.mjs';
import { PAGES } from './pages.mjs';

/** @type {Record<string, string>} */
const ANCHORS = JSON.parse(readFileSync(new URL('anchors.json', import.meta.url), 'utf8'));

/** The id of a place in the one page. @param {string} name @param {string} [id] */
const place = (name, id) => (id && id !== name ? `${name}.${id}` : name);

/** A page's content with ids and links as the one page has them. @param {string} name @param {string} html */
function within(name, html) {
  const [, main] = /<main class="docs" id="[\w-]+">([^]*?)<nav class="neighbours"/.exec(html) ?? [];
  if (!main) throw new Error(`docs/${name}.html has no content`);
  const own = main
    .replace(/<figure class="live"[^]*?<\/figure>/g, '')
    .replace(/<figure>\s*<img[^]*?<\/figure>/g, '')
    .replace(/ id="([^"]+)"/g, (_, id) => ` id="${place(name, id)}"`)
    .replace(/<a href="([^"#]*)(?:#([^"]*))?">([^]*?)<\/a>/g, (link, path, id, text) => {
      if (/^https?:/.test(path)) return link;
      const page = path.replace(/\.html$/, '') || name;
      return PAGES.includes(page) ? `<a href="#${place(page, id)}">${text}</a>` : text;
    });
  return `<section id="${name}">\n${own}</section>`;
}

/** @param {string} folder of the built site */
export function single(folder) {
  const pages = PAGES.map((name) => within(name, readFileSync(join(folder, 'docs', `${name}.html`), 'utf8'))).join('\n');
  const old = Object.entries(ANCHORS).reduce((text, [anchor, at]) => {
    const [name, id] = at.split('#');
    const target = new RegExp(`(<\\w+)( id="${place(name, id).replace('.', '\\.')}")`);
    if (!target.test(text)) throw new Error(`the docs have no ${at}`);
    return text.replace(target, `<a id="at-${anchor}"></a>$1$2`);
  }, pages);
  return `${head('Docs', '')}<body class="reading">
  <nav class="contents" aria-label="Docs"><ul>
${PAGES.map((name) =>
  `    <li><a href="#${name}">${/<h1>([^<]*)/.exec(within(name, readFileSync(join(folder, 'docs', `${name}.html`), 'utf8')))?.[1]}</a></li>`).join('\n')}
  </ul></nav>
  <main class="docs">
${old}
  </main>
</body>
</html>
`;
}
