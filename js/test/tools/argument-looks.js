// The colours of the stylesheet, and how arguments are drawn in a page, for tests that hold one against the other.

import { readFileSync } from 'node:fs';
import { ARGUMENTS, argumentOf, PARAMETERS, POINTS } from '../../parts/arguments.js';

/** The colours in a text of CSS, by the name of the property. @param {string} css @returns {Record<string, string>} */
export const coloursIn = (css) => Object.fromEntries([...css.matchAll(/--([\w-]+): ?(#[0-9a-f]{3,6})\b/g)].map(([, name, colour]) => [`--${name}`, colour]));

/** A stylesheet's colours in the light, and in the dark where it has others. @param {string} css */
export function schemesOf(css) {
  const [light, dark] = css.split(/prefers-color-scheme: ?dark/);
  return { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark ?? '') } };
}

export const schemes = schemesOf(readFileSync(new URL('../../../site/styles/base.css', import.meta.url), 'utf8'));

/** Returns the style of an argument's lines. @param {'light' | 'dark'} scheme @param {string} id of a row */
function looks(scheme, id) {
  const { colour, dash = 'none' } = { points: POINTS, parameters: PARAMETERS }[id] ?? ARGUMENTS[argumentOf(id)];
  return { colour: schemes[scheme][colour], dash };
}

/** By name, as plots write it: "= orbit-based", "Tight, ‖X‖ = 1". @param {string} name */
function named(name) {
  const plain = name.replace(/^[=≈] /, '').toLowerCase();
  return Object.keys(ARGUMENTS).find((id) => plain.startsWith(ARGUMENTS[/** @type {'tight'} */ (id)].name.toLowerCase()));
}

/** Returns a figure with the colours that it has in a scheme. @param {string} svg @param {'light' | 'dark'} scheme */
export function inScheme(svg, scheme) {
  const [light = '', dark = ''] = [...svg.matchAll(/:root\{([^}]*)\}/g)].map(([, values]) => values);
  const colours = new Map((scheme === 'light' ? light : dark).split(';').map((value) => /** @type {[string, string]} */ (value.split(':'))));
  return svg.replace(/var\((--c\d+)\)/g, (_, name) => colours.get(name) ?? '');
}

/**
 * Lists the elements of a figure's SVG that do not look like their argument, and counts the arguments named.
 * @param {string} svg @param {'light' | 'dark'} scheme
 */
export function figureLooks(svg, scheme) {
  /** @type {string[]} */
  const wrong = [], found = [];
  for (const [, stroke, text, fill, name] of svg.matchAll(/<g class="end"><line ([^>]*)\/?>(?:<\/line>)?<text ([^>]*fill="([^"]*)"[^>]*)>([^<]*)</g)) {
    const id = named(name);
    if (!id) continue;
    found.push(id);
    const { colour, dash } = looks(scheme, id);
    const drawn = { colour: /stroke="([^"]*)"/.exec(stroke)?.[1], dash: /stroke-dasharray="([^"]*)"/.exec(stroke)?.[1] ?? 'none' };
    if (drawn.colour !== colour || fill !== colour || drawn.dash !== dash) wrong.push(`${name}: ${JSON.stringify(drawn)}, ${text}`);
    const line = new RegExp(`<(?:path|g)[^>]*stroke="${colour}"[^>]*`, 'g');
    const dashes = [...svg.matchAll(line)].map(([tag]) => /stroke-dasharray="([^"]*)"/.exec(tag)?.[1].replaceAll(',', ' ') ?? 'none');
    if (dashes.length === 0 || dashes.some((one) => one !== dash)) wrong.push(`${name}: lines drawn as ${dashes}`);
  }
  return { wrong, found };
}

/**
 * Lists the drawings of arguments in a page that do not look like them; 'none drawn' if there are none.
 * @param {import('playwright-core').Page} page @param {string} within @param {'light' | 'dark'} [scheme]
 */
export async function pageLooks(page, within, scheme = 'light') {
  const expected = Object.fromEntries([...Object.keys(ARGUMENTS), 'points', 'parameters'].map((id) => [id, looks(scheme, id)]));
  const [marks, figures] = await page.evaluate(([within, expected]) => {
    const rgb = (/** @type {string} */ hex) => `rgb(${[1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(', ')})`;
    const drawn = [...document.querySelectorAll(within)]
      .flatMap((root) => [...root.querySelectorAll('[data-argument] line, [data-argument] rect, rect[data-argument]')])
      .filter((mark) => mark.closest('svg.argument, .drawn') && !mark.matches('.mark, .goal, .radius, .whisker'));
    const marks = drawn.map((mark) => {
      const id = mark.closest('[data-argument]')?.getAttribute('data-argument') ?? '';
      const style = getComputedStyle(mark), { colour, dash } = expected[id];
      // A bar of what is not certified is hollow: its rim has the colour.
      const shown = mark.matches('line, .no') ? style.stroke : style.fill;
      const strokes = mark.matches('line') ? style.strokeDasharray.replaceAll('px', '').replaceAll(',', '') : dash;
      return shown === rgb(colour) && strokes === dash ? '' : `${id}: ${mark.outerHTML} is ${shown}, ${strokes}`;
    });
    return [marks, [...document.querySelectorAll(`${within} svg.drawing`)].map((figure) => figure.outerHTML)];
  }, /** @type {const} */ ([within, expected]));
  const wrong = [...marks, ...figures.flatMap((svg) => figureLooks(svg, scheme).wrong)].filter(Boolean);
  return marks.length > 0 ? wrong : ['none drawn'];
}
