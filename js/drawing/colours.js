/** The drawing's colours, taken from the stylesheet so that dark and light agree with the page. */

import { length, longest } from './geometry.js';

/**
 * @typedef {{clean: string, perturbed: string, sheet: string, mark: string, axis: string, short: number[], long: number[], low: number[],
 *   high: number[]}} Colours
 */

/** @param {string} hex #rrggbb */
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** @param {Element} element @returns {Colours} */
export function colours(element) {
  const style = getComputedStyle(element);
  const named = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    clean: named('--cloud-clean'),
    perturbed: named('--cloud-perturbed'),
    sheet: named('--sheet'),
    mark: named('--points'),
    axis: named('--parameters'),
    short: channels(named('--residual-short')),
    long: channels(named('--residual-long')),
    low: channels(named('--height-low')),
    high: channels(named('--height-high')),
  };
}

/** Between two colours, as red, green, blue up to 255. @param {number[]} a @param {number[]} b @param {number} part */
export const shade = (a, b, part) => a.map((low, i) => Math.round(low + part * (b[i] - low)));

/**
 * Computes the values that colour the points of the upper cloud.
 * @param {import('./picture.js').Filling} filling @param {number} shades how many there are where the colour differs
 * @returns {{colours: string[], of: ((index: number) => number) | null}} the colour of each point by its place, null where all have the first
 */
export function tintsOf({ scene, clean, moved, frame, colours: c, look: { colouring, up } }, shades) {
  const { dimension, given, paired, coming, shown } = scene;
  const scale = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Array.from({ length: shades }, (_, k) => `rgb(${shade(a, b, k / (shades - 1))})`);
  const nth = (/** @type {number} */ part) => Math.round(Math.max(0, Math.min(1, part)) * (shades - 1));
  if (colouring === 'height') {
    const points = moved ?? clean, j = 'xyz'.indexOf(up);
    return { colours: scale(c.low, c.high), of: (i) => nth((points[i * dimension + j] - frame.centre[j]) / frame.radius / 2 + 0.5) };
  }
  if (colouring === 'movement' && moved && paired) {
    const most = longest(scene, given) || 1;
    const mate = (/** @type {number} */ i) => (coming ? coming.mate[i] : i);
    const far = (/** @type {number} */ i) => (mate(i) < 0 ? most : length(scene.clean, moved, mate(i), i, dimension));
    return { colours: scale(c.short, c.long), of: (i) => nth(far(i) / most) };
  }
  if (shown && colouring === shown.name && (!moved || paired)) {
    const mate = (/** @type {number} */ i) => (moved && coming ? coming.mate[i] : i);
    if (!shown.palette.length) return { colours: scale(c.low, c.high), of: (i) => nth(mate(i) < 0 ? 0 : shown.tints[mate(i)]) };
    const known = shown.palette.map(({ colour }) => colour);
    return { colours: [...known, c.perturbed], of: (i) => (mate(i) < 0 ? known.length : shown.tints[mate(i)]) };
  }
  return { colours: [moved ? c.perturbed : c.clean], of: null };
}
