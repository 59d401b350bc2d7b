// Markdown to HTML, as the pages of the docs have it: headings with anchors, formulas as MathML, tables that scroll by themselves.

import { createRequire } from 'node:module';

// The packages are those of js.
const packaged = createRequire(new URL('../../js/package.json', import.meta.url));
const katex = packaged('katex');
const MarkdownIt = packaged('markdown-it');

/**
 * @typedef {{type: string, tag: string, content: string, info: string, children: Token[] | null, attrSet(name: string, value: string): void,
 *   attrGet(name: string): string | null}} Token
 */

/** The anchor of a heading, as GitHub makes it. @param {string} text */
export const slug = (text) => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');

/** @param {string} tex @param {boolean} display */
function formula(tex, display) {
  // A prime is raised as it is; as a superscript it would be raised twice.
  const math = katex.renderToString(tex, { output: 'mathml', displayMode: display, throwOnError: true, strict: 'error' })
    .replace(/<msup>(<mi[^>]*>[^<]*<\/mi>)<mo[^>]*>′<\/mo><\/msup>/g, '<mrow>$1<mo lspace="0em" rspace="0em">′</mo></mrow>');
  return display ? `<div class="formula" tabindex="0">${math}</div>\n` : math;
}

/** Reads $…$ within a line: no space inside the dollars, no digit behind them. @param {any} state @param {boolean} silent */
function inlineMath(state, silent) {
  const found = /^\$(?!\s)((?:[^$\\]|\\.)+?)(?<!\s)\$(?!\d)/.exec(state.src.slice(state.pos));
  if (!found) return false;
  if (!silent) state.push('math', '', 0).content = found[1];
  state.pos += found[0].length;
  return true;
}

/** Reads lines between two lines of $$. @param {any} state @param {number} start @param {number} end @param {boolean} silent */
function blockMath(state, start, end, silent) {
  const line = (/** @type {number} */ n) => state.src.slice(state.bMarks[n] + state.tShift[n], state.eMarks[n]).trim();
  if (line(start) !== '$$') return false;
  let last = start + 1;
  while (last < end && line(last) !== '$$') last++;
  if (last === end) throw new Error(`line ${start + 1}: $$ is never closed`);
  if (silent) return true;
  const token = state.push('math_block', '', 0);
  token.content = state.getLines(start + 1, last, state.blkIndent, false);
  state.line = last + 1;
  return true;
}

const markdown = new MarkdownIt({ html: true });
markdown.inline.ruler.before('escape', 'math', inlineMath);
markdown.block.ruler.before('fence', 'math_block', blockMath, { alt: ['paragraph', 'list'] });
Object.assign(markdown.renderer.rules, {
  math: (/** @type {Token[]} */ tokens, /** @type {number} */ i) => formula(tokens[i].content, false),
  math_block: (/** @type {Token[]} */ tokens, /** @type {number} */ i) => formula(tokens[i].content, true),
  table_open: () => '<div class="wide" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
  fence: (/** @type {Token[]} */ tokens, /** @type {number} */ i) =>
    `<pre${tokens[i].info === 'text' ? ' class="text"' : ''} tabindex="0"><code>${markdown.utils.escapeHtml(tokens[i].content)}</code></pre>\n`,
  th_open: () => '<th scope="col">',
});

/** Sets the anchor of each heading, and of its link. @param {Token[]} tokens */
function anchor(tokens) {
  /** Headings with each anchor: GitHub numbers them. @type {Map<string, number>} */
  const taken = new Map();
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = tokens[i + 1];
    const id = slug((text.children ?? []).map(({ content }) => content).join('')), before = taken.get(id) ?? 0;
    taken.set(id, before + 1);
    if (token.tag !== 'h1') token.attrSet('id', before ? `${id}-${before}` : id);
  }
}

/** @param {Token[]} tokens */
function link(tokens) {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'link_open') continue;
      const href = String(token.attrGet('href'));
      if (!/^https?:/.test(href)) token.attrSet('href', href.replace(/\.md(?=#|$)/, '.html'));
    }
  }
}

/** A page's title and HTML, the title's own heading included. @param {string} text */
export function rendered(text) {
  const env = {};
  const tokens = markdown.parse(text, env);
  anchor(tokens);
  link(tokens);
  const title = tokens.findIndex((/** @type {Token} */ { tag }) => tag === 'h1');
  if (title < 0) throw new Error('the page has no title; begin it with "# Title"');
  return { title: tokens[title + 1].content, html: markdown.renderer.render(tokens, markdown.options, env) };
}

/** HTML of a text within a line. @param {string} text */
export const inline = (text) => markdown.renderInline(text);
