// One SVG file for light and dark, of the two that were drawn, in fewer bytes.

/** A colour as browsers write it. */
const COLOUR = /#[0-9a-f]{6}\b|rgb\(\d+, \d+, \d+\)/g;

/** @param {string} colour */
const hex = (colour) =>
  colour.startsWith('#') ? colour : `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

/** A hundredth of a pixel is enough. @param {string} svg */
const rounded = (svg) => svg.replace(/<[^>]*>/g, (tag) => tag.replace(/\d+\.\d{3,}/g, (number) => String(Math.round(100 * Number(number)) / 100)));

/** Joins the cells of a map that have one colour into one path, in units of a cell. All are of one size, side by side. @param {string} svg */
const joined = (svg) => svg.replace(/(<rect x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*" fill="[^"]*"\/>)+/g, (rects) => {
  const cells = [...rects.matchAll(/x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)" fill="(.*?)"/g)];
  const [, left, top, width, height] = cells[0];
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const [, x, y, , , fill] of cells) {
    const at = [(Number(x) - Number(left)) / Number(width), (Number(y) - Number(top)) / Number(height)].map(Math.round);
    paths.set(fill, `${paths.get(fill) ?? ''}M${at.join(' ')}h1v1h-1z`);
  }
  const drawn = [...paths].map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join('');
  return `<g transform="translate(${left},${top})scale(${width},${height})">${drawn}</g>`;
});

/** Reports whether a line goes straight on, along an axis, from one point over the next to the last. @param {number[][]} points */
const goesOn = ([[a, b], [c, d], [e, f]]) => (b === d && d === f && (c - a) * (e - c) >= 0) || (a === c && c === e && (d - b) * (f - d) >= 0);

/** Draws the same line by its corners. @param {string} d */
function cornersOf(d) {
  const points = d.slice(1).split('L').map((point) => point.split(',').map(Number)), corners = points.slice(0, 1);
  for (const [i, point] of points.entries()) {
    if (i === 0 || (i < points.length - 1 && goesOn([/** @type {number[]} */ (corners.at(-1)), point, points[i + 1]]))) continue;
    corners.push(point);
  }
  return corners.map(([x, y], i) => {
    const [before, level] = corners[i - 1] ?? [];
    return i === 0 ? `M${x},${y}` : y === level ? `H${x}` : x === before ? `V${y}` : `L${x},${y}`;
  }).join('');
}

/** @param {string} svg */
const straight = (svg) => svg.replace(/ d="(M[^"]*)"/g, (all, d) =>
  /^(M-?[\d.]+,-?[\d.]+(L-?[\d.]+,-?[\d.]+)+)+$/.test(d) ? ` d="${d.match(/M[^M]*/g).map(cornersOf).join('')}"` : all);

/** @param {string} svg */
const shorter = (svg) => straight(joined(rounded(svg).replace(COLOUR, hex)));

/** Returns one figure whose colours follow the colour scheme. Both drawings may differ only in colours. @param {string} drawnLight @param {string} drawnDark */
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
