/** Line plots: Observable Plot with the page's colours, an accessible name, and no style of its own. */

import * as Plot from '@observablehq/plot';

/** @typedef {import('./theme.js').Theme} Theme */

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {string} colour
 * @property {string} [dash] lengths of strokes and gaps, so that colour is not all that tells lines apart
 * @property {{x: number, y: number, low?: number, high?: number}[]} points a band is drawn from low to high
 *
 * @typedef {object} Lines
 * @property {Theme} theme
 * @property {number} width
 * @property {string} label what the plot shows, for those who do not see it
 * @property {{label: string, domain: [number, number]}} x
 * @property {{label: string, domain: [number, number], goal?: number, goalName?: string}} y
 * @property {Series[]} series
 * @property {{x: number, votes: number, samples: number, low: number, high: number}[]} [seen] shares that were measured, with bars from low to high
 * @property {'above' | 'top' | 'bottom'} legend where the names of the lines have room: above the frame, or in it, on the right
 */

const LINE = 18;

/**
 * The names of the lines with a stroke of each. The stroke is drawn in characters, so that it stays with its
 * name wherever the legend goes.
 * @param {Lines} lines
 */
function legend({ series, legend: place }) {
  const side = place === 'bottom' ? 'bottom' : 'top';
  const above = place === 'above' ? LINE * series.length + 4 : 0;
  return series.map(({ name, colour, dash }, i) => Plot.text([`${name}  ${stroke(dash)}`], {
    frameAnchor: `${side}-right`, dx: -8, dy: side === 'top' ? 6 + LINE * i - above : -6 - LINE * (series.length - 1 - i), fill: colour, fontWeight: 600,
  }));
}

/** @param {string | undefined} dash */
const stroke = (dash) => (!dash ? '━━━' : dash.startsWith('2') ? '┅┅┅' : '╍╍╍');

/** @param {Series} series */
const line = ({ points, colour, dash }) => [
  ...(points.some(({ low }) => low !== undefined) ? [Plot.areaY(points, { x: 'x', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.16 })] : []),
  Plot.lineY(points, { x: 'x', y: 'y', stroke: colour, strokeWidth: 2, strokeDasharray: dash }),
];

/** What was measured. @param {Lines} lines */
const dots = ({ seen = [], theme: { ink, paper } }) => [
  Plot.ruleX(seen, { x: 'x', y1: 'low', y2: 'high', stroke: ink, strokeWidth: 1.5 }),
  Plot.dot(seen, { x: 'x', y: ({ votes, samples }) => votes / samples, r: 4, fill: paper, stroke: ink, strokeWidth: 1.5 }),
];

/**
 * @param {Lines} lines
 * @returns {SVGSVGElement}
 */
export function linePlot(lines) {
  const { theme, width, label, x, y, series } = lines;
  const goal = y.goal === undefined ? [] : [
    Plot.ruleY([y.goal], { stroke: theme.ink, strokeDasharray: '1 3' }),
    Plot.text([y.goalName ?? ''], { x: x.domain[0], y: y.goal, dx: 6, dy: -8, textAnchor: 'start', fill: theme.ink }),
  ];
  const head = lines.legend === 'above' ? LINE * series.length : 0;
  const drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (Plot.plot({
    // A document of its own, since the page takes no style from elements.
    document: document.implementation.createHTMLDocument(),
    className: 'drawing', width, height: Math.round(Math.max(260, 0.55 * width)) + head, marginLeft: 52, marginBottom: 48, marginRight: 16, marginTop: 28 + head, ariaLabel: label,
    style: { background: theme.paper, color: theme.ink, fontFamily: theme.sans, fontSize: '12px', overflow: 'visible' },
    x: { label: x.label, domain: x.domain, labelAnchor: 'center', labelArrow: 'none', labelOffset: 38, ticks: width < 480 ? 5 : 9 },
    y: { label: y.label, domain: y.domain, labelArrow: 'none', grid: true, ticks: 6 },
    marks: [...goal, ...series.flatMap(line), ...dots(lines), ...legend(lines)],
  })));
  drawing.querySelector('style')?.remove();
  drawing.setAttribute('role', 'img');
  // One picture with one name: its parts have none.
  for (const group of drawing.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  return document.adoptNode(drawing);
}

/**
 * 256 colours from little to much that colour-blind people can order, as red, green, blue.
 * @returns {Uint8ClampedArray}
 */
export function colourScale() {
  const scale = Plot.scale({ color: { type: 'linear', scheme: 'cividis', domain: [0, 255] } });
  const colours = new Uint8ClampedArray(3 * 256);
  for (let i = 0; i < 256; i++) {
    const [, ...channels] = /rgb\((\d+), (\d+), (\d+)\)/.exec(scale.apply(i)) ?? [];
    colours.set(channels.map(Number), 3 * i);
  }
  return colours;
}
