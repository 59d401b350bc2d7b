// One colour and one dash per argument: the table, the stylesheets, the figures of the experiments, and names at the ends of lines.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inBothSchemes } from '../../../build/content/paper/svg.mjs';
import { styles } from '../../embed/styles.js';
import { ARGUMENTS, PARAMETERS, POINTS } from '../../parts/arguments.js';
import { coinciding, stacked } from '../../parts/line-ends.js';
import { coloursIn, figureLooks, inScheme, schemes, schemesOf } from '../tools/argument-looks.js';
import { repository } from '../tools/native.js';

const names = Object.values(ARGUMENTS).map(({ colour }) => colour);

/** Also of the arguments that stand in the page alone. */
const all = [...Object.values(ARGUMENTS), POINTS, PARAMETERS];
const SCHEMES = /** @type {const} */ (['light', 'dark']);

/** Red, green and blue of the linear light of sRGB (IEC 61966-2-1). */
const linear = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

/** The ratio of WCAG 2.2. */
function contrast(a, b) {
  const [high, low] = [a, b].map(linear).map(([r, g, blue]) => 0.2126 * r + 0.7152 * g + 0.0722 * blue).sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Oklab (B. Ottosson 2020), in which distances are those that are seen; 0.02 is just seen. */
function oklab(hex) {
  const [r, g, b] = linear(hex);
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const apart = (a, b) => Math.hypot(...oklab(a).map((value, i) => value - oklab(b)[i]));

test('paper and embedded cards have the colours of the page', () => {
  const pick = (colours) => Object.fromEntries(names.map((name) => [name, colours[name]]));
  const card = schemesOf(styles.cssText);
  for (const scheme of SCHEMES) assert.deepEqual(pick(card[scheme]), pick(schemes[scheme]), scheme);
  const paper = coloursIn(readFileSync(join(repository, 'site/styles/print.css'), 'utf8'));
  // Paper is no screen, and dark is of screens alone: it has the light colours of arguments unless it says others.
  for (const { colour } of all) assert.equal(paper[colour], undefined, colour);
  assert.match(readFileSync(join(repository, 'site/styles/base.css'), 'utf8'), /@media screen and \(prefers-color-scheme: dark\)/);
});

test('each argument can be read on every ground, and is seen to be no other and no verdict', () => {
  for (const scheme of SCHEMES) {
    const own = schemes[scheme];
    const colours = all.map(({ colour }) => colour);
    for (const [i, name] of colours.entries()) {
      for (const ground of ['--paper', '--sheet']) assert.ok(contrast(own[name], own[ground]) >= 4.5, `${scheme} ${name} on ${ground}`);
      for (const other of [...colours.slice(i + 1), '--accent', '--open', '--wrong']) {
        const far = apart(own[name], own[other]);
        assert.ok(far >= 0.1, `${scheme} ${name} and ${other}: ${far}`);
      }
    }
  }
  assert.equal(new Set(all.map(({ dash }) => dash)).size, all.length);
});

test('the figures of the experiments are drawn by the table', () => {
  const folder = join(repository, 'site/docs/figures');
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  let found = 0;
  for (const name of files) {
    const svg = readFileSync(join(folder, name), 'utf8');
    for (const scheme of SCHEMES) {
      const looks = figureLooks(inScheme(svg, scheme), scheme);
      assert.deepEqual(looks.wrong, [], `${name}, ${scheme}`);
      found += looks.found.length;
    }
  }
  assert.ok(found >= 40, `${found} names in ${files.length} figures`);
});

test('two drawings of a figure become one whose colours follow the scheme; anything else that differs is refused', () => {
  const drawn = (ground, line) => `<svg style="background: ${ground};"><path stroke="${line}" d="M0.12345,0"/><path stroke="#123456"/></svg>`;
  const figure = inBothSchemes(drawn('rgb(255, 255, 255)', '#c2257f'), drawn('rgb(26, 32, 35)', '#f47cc0'));
  for (const [scheme, expected] of [['light', drawn('#ffffff', '#c2257f')], ['dark', drawn('#1a2023', '#f47cc0')]]) {
    assert.equal(inScheme(figure, scheme).replace(/<style>.*<\/style>/, ''), expected.replace('0.12345', '0.12'));
  }
  assert.throws(() => inBothSchemes(drawn('#ffffff', '#c2257f'), drawn('#ffffff', '#f47cc0').replace('0.1', '0.2')), /differently/);
});

test('cells of a map in one colour are one path', () => {
  const cell = (x, fill) => `<rect x="${x}" y="1" width="2" height="3" fill="${fill}"/>`;
  const drawn = `<svg>${cell(4, 'rgb(1, 2, 3)')}${cell(6, '#ffffff')}${cell(8, '#010203')}</svg>`;
  assert.ok(inBothSchemes(drawn, drawn).endsWith(
    '<g transform="translate(4,1)scale(2,3)"><path fill="#010203" d="M0 0h1v1h-1zM2 0h1v1h-1z"/><path fill="#ffffff" d="M1 0h1v1h-1z"/></g></svg>',
  ));
});

test('a line is drawn by its corners, and stays the same line', () => {
  const line = (d) => inBothSchemes(`<svg><path d="${d}"/></svg>`, `<svg><path d="${d}"/></svg>`).match(/ d="(.*?)"/)?.[1];
  assert.equal(line('M0,1L0,1L2,1L2,1L4.5,1L4.5,3L4.5,7L6,8L7,9'), 'M0,1H4.5V7L6,8L7,9');
  assert.equal(line('M0,0L4,0L2,0M1,1L1,1'), 'M0,0H4H2M1,1H1', 'back, and a dot');
  for (const other of ['M0,0L1,0Z', 'M0 0h1v1h-1z', 'M0,0C1,1,2,2,3,3L4,3']) assert.equal(line(other), other);
});

const series = (name, ...ys) => ({ name, colour: '#000000', points: ys.map((y, x) => ({ x, y })) });
const signs = (...all) => coinciding(all, (y) => 100 * y).map((group) => group.map(({ series: { name }, sign }) => sign + name));

test('lines that coincide everywhere share a place; those that only meet do not', () => {
  assert.deepEqual(signs(series('a', 0, 0.5, 1), series('b', 0, 0.5, 1), series('c', 0, 0.4, 1)), [['a', '=b'], ['c']]);
  assert.deepEqual(signs(series('a', 0, 0.5), series('b', 0, 0.505)), [['a', '≈b']], 'less than a pixel');
  assert.deepEqual(signs(series('a', 0, 0.5), series('b', 0, 0.5, 1)), [['a'], ['b']], 'of another length');
  assert.deepEqual(signs(series('a'), series('b')), [['a'], ['b']], 'not there yet');
});

test('names stand at the ends of their lines, in the frame and none over another', () => {
  const tops = (middles, height = 18) => stacked(middles.map((middle) => ({ middle, height })), 0, 100);
  assert.deepEqual(tops([20, 80]), [11, 71]);
  assert.deepEqual(tops([20, 25, 26]), [11, 29, 47]);
  assert.deepEqual(tops([95, 99, 100]), [46, 64, 82]);
  assert.deepEqual(tops([-50, 200]), [0, 82]);
});
