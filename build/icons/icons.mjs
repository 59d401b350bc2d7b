// Draws the page's icon as PNG files for systems that install it, from the circles of its SVG: node build/icons/icons.mjs FOLDER

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { channels, png } from './png.mjs';

const folder = process.argv[2];
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');

/** The icon's colour in the light, and the ground behind it. */
const [INK, PAPER] = [channels(/:root\{--c:(#[0-9a-f]{6})\}/.exec(svg)?.[1] ?? ''), [255, 255, 255]];

/** Share of the picture that the icon takes: systems cut corners off. */
const PART = 0.72;

/** Samples of a pixel along each side. */
const FINE = 4;

const circles = [...svg.matchAll(/<circle ([^>]*)\/>/g)].map(([, attributes]) => {
  const value = (/** @type {string} */ name) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(attributes)?.[1] ?? NaN);
  return { x: value('cx'), y: value('cy'), r: value('r'), stroke: value('stroke-width') };
});
if (circles.length === 0 || (svg.match(/<(?!\/|circle|svg|style)/g) ?? []).length > 0) throw new Error('icon.svg is not made of circles alone');

/** Reports whether a place of the drawing, 32 wide, is inked. @param {number} x @param {number} y */
const inked = (x, y) => circles.some((circle) => {
  const distance = Math.hypot(x - circle.x, y - circle.y);
  return circle.stroke > 0 ? Math.abs(distance - circle.r) <= circle.stroke / 2 : distance <= circle.r;
});

/** Computes how much of a pixel is inked, 0 to 1. @param {number} column @param {number} row @param {number} size */
function cover(column, row, size) {
  const place = (/** @type {number} */ at, /** @type {number} */ k) => 16 + ((at + (k + 0.5) / FINE) / size - 0.5) * 32 / PART;
  let hits = 0;
  for (let i = 0; i < FINE; i++) for (let j = 0; j < FINE; j++) if (inked(place(column, i), place(row, j))) hits++;
  return hits / FINE ** 2;
}

/** @param {number} size of its sides in pixels */
const picture = (size) => png(size, size, (column, row) => {
  const part = cover(column, row, size);
  return PAPER.map((paper, k) => paper + part * (INK[k] - paper));
});

for (const size of [192, 512]) writeFileSync(join(folder, `icon-${size}.png`), picture(size));
