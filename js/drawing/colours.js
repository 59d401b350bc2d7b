/** The drawing's colours, taken from the stylesheet so that dark and light agree with the page. */

/** @typedef {{clean: string, perturbed: string, short: number[], long: number[]}} Colours */

/** @param {string} hex #rrggbb */
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** @param {Element} element @returns {Colours} */
export function colours(element) {
  const style = getComputedStyle(element);
  const named = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    clean: named('--cloud-clean'),
    perturbed: named('--cloud-perturbed'),
    short: channels(named('--residual-short')),
    long: channels(named('--residual-long')),
  };
}

/** Colour of a residual, part 0 (short) to 1 (long), as red, green, blue up to 255. @param {Colours} c @param {number} part */
export const shade = (c, part) => c.short.map((low, i) => Math.round(low + part * (c.long[i] - low)));
