// One SVG file for light and dark, of the two that were drawn, in fewer bytes.

/** A colour as browsers write it. */
const COLOUR = /#[0-9a-f]{6}\b|rgb\(\d+, \d+, \d+\)/g;

/** @param {string} colour */
const hex = (colour) =>
  colour.startsWith('#') ? colour : `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

/** A hundredth of a pixel is enough. @param {string} svg */
const rounded = (svg) => svg.replace(/<[^>]*>/g, (tag) => tag.replace(/\d+\.\d{3,}/g, (number) => String(Math.round(100 * Number(number)) / 100)));

/** Joins the cells of a map that have one colour into one path. @param {string} svg */
const joined = (svg) => svg.replace(/(<rect x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*" fill="[^"]*"\/>)+/g, (rects) => {
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const [, x, y, width, height, fill] of rects.matchAll(/x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)" fill="(.*?)"/g)) {
    paths.set(fill, `${paths.get(fill) ?? ''}M${x} ${y}h${width}v${height}h-${width}z`);
  }
  return [...paths].map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join('');
});

/** @param {string} svg */
const shorter = (svg) => joined(rounded(svg).replace(COLOUR, hex));

/**
 * Returns one figure whose colours follow the colour scheme. Both drawings may differ only in colours.
 * @param {string} drawnLight @param {string} drawnDark
 */
export function inBothSchemes(drawnLight, drawnDark) {
  const [light, dark] = [drawnLight, drawnDark].map((svg) => ({ text: shorter(svg), colours: /** @type {string[]} */ (shorter(svg).match(COLOUR) ?? []) }));
  if (light.text.replace(COLOUR, '') !== dark.text.replace(COLOUR, '')) throw new Error('The figure is drawn differently in light and dark.');
  const pairs = light.colours.map((colour, i) => ({ light: colour, dark: dark.colours[i], key: `${colour}${dark.colours[i]}` }));
  const varying = [...new Map(pairs.filter((pair) => pair.light !== pair.dark).map((pair) => [pair.key, pair])).values()];
  const named = new Map(varying.map(({ key }, n) => [key, `var(--c${n})`]));
  const values = (/** @type {'light' | 'dark'} */ scheme) => `:root{${varying.map((pair, n) => `--c${n}:${pair[scheme]}`).join(';')}}`;
  let at = 0;
  return light.text.replace(COLOUR, (colour) => named.get(pairs[at++].key) ?? colour)
    .replace('>', `><style>${values('light')}@media(prefers-color-scheme:dark){${values('dark')}}</style>`);
}
