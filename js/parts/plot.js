/** Line plots: Observable Plot with the page's colours, an accessible name, and no style of its own. */

import * as Plot from '@observablehq/plot';
import { plottedLines } from './figure.js';
import { LINE, columnWidth, lineEnds } from './line-ends.js';

/** @typedef {import('./theme.js').Theme} Theme */

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {string} colour
 * @property {string} [dash] lengths of strokes and gaps, so that colour is not all that tells lines apart
 * @property {boolean} [thin] a line beside the one that counts
 * @property {{x: number, y: number, low?: number, high?: number}[]} points a band is drawn from low to high
 *
 * @typedef {object} Lines
 * @property {Theme} theme
 * @property {number} width
 * @property {string} label what the plot shows, for those who do not see it
 * @property {{label: string, domain: [number, number], ticks?: number}} x ticks: about how many
 * @property {{label: string, domain: [number, number], goal?: number, goalName?: string}} y
 * @property {Series[]} series drawn one over the other: the solid one first, so that the dashes of others show where they agree with it
 * @property {{x: number, votes: number, samples: number, low: number, high: number}[]} [seen] shares that were measured, with bars from low to high
 */

/** Below this width the names stand above the frame: beside it they would leave too little of it. */
const NARROW = 480;

/** @param {Series} series */
const line = ({ points, colour, dash, thin }) => [
  ...(points.some(({ low }) => low !== undefined) ? [Plot.areaY(points, { x: 'x', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.16 })] : []),
  Plot.lineY(points, { x: 'x', y: 'y', stroke: colour, strokeWidth: thin ? 1 : 2, strokeDasharray: dash }),
];

/** Draws the measured values. @param {Lines} lines */
const dots = ({ seen = [], theme: { ink, paper } }) => [
  Plot.ruleX(seen, { x: 'x', y1: 'low', y2: 'high', stroke: ink, strokeWidth: 1.5 }),
  Plot.dot(seen, { x: 'x', y: ({ votes, samples }) => votes / samples, r: 4, fill: paper, stroke: ink, strokeWidth: 1.5 }),
];

/** @param {Lines} lines @returns {SVGSVGElement} */
export function linePlot(lines) {
  const { theme, width, label, x, y, series } = lines;
  const goal = y.goal === undefined ? [] : [
    Plot.ruleY([y.goal], { stroke: theme.ink, strokeDasharray: '1 3' }),
    Plot.text([y.goalName ?? ''], { x: x.domain[0], y: y.goal, dx: 6, dy: -8, textAnchor: 'start', fill: theme.ink }),
  ];
  const narrow = width < NARROW;
  const head = narrow ? LINE * series.length : 0, side = narrow ? 0 : columnWidth(series);
  const height = Math.round(Math.max(260, 0.55 * (width - side))) + head;
  const drawing = /** @type {SVGSVGElement & {scale: typeof Plot.scale}} */ (/** @type {unknown} */ (Plot.plot({
    // A document of its own, since the page takes no style from elements.
    document: document.implementation.createHTMLDocument(),
    className: 'drawing', width, height, marginLeft: 52, marginBottom: 48, marginRight: 16 + side, marginTop: 28 + head, ariaLabel: label,
    style: { background: theme.paper, color: theme.ink, fontFamily: theme.sans, fontSize: '12px', overflow: 'visible' },
    x: { label: x.label, domain: x.domain, labelAnchor: 'center', labelArrow: 'none', labelOffset: 38, ticks: x.ticks ?? (width < NARROW ? 5 : 9) },
    y: { label: y.label, domain: y.domain, labelArrow: 'none', grid: true, ticks: 6 },
    marks: [...goal, ...series.flatMap(line), ...dots(lines)],
  })));
  const at = /** @type {any} */ (drawing).scale('y').apply;
  drawing.append(lineEnds(series, at, narrow ? { left: 52, top: LINE, above: true } : { left: width - side - 8, top: 28, bottom: height - 40 }));
  plottedLines.set(drawing, lines);
  return /** @type {SVGSVGElement} */ (alone(drawing));
}

/**
 * Rectangles of a plane in the colours of those that certify them, with lines through its origin.
 * @param {{theme: Theme, width: number, label: string, x: {label: string, domain: [number, number]}, y: {label: string, domain: [number, number]},
 *   areas: {colour: string, x1: number, x2: number, y1: number, y2: number}[]}} plane
 * @returns {SVGSVGElement}
 */
export function areaPlot({ theme, width, label, x, y, areas }) {
  const drawing = /** @type {SVGSVGElement} */ (
    /** @type {unknown} */ (
      Plot.plot({
        document: document.implementation.createHTMLDocument(), className: 'drawing', width, height: Math.round(Math.max(240, 0.6 * width)),
        marginLeft: 56, marginBottom: 48, marginRight: 20, marginTop: 28, ariaLabel: label,
        style: { background: theme.paper, color: theme.ink, fontFamily: theme.sans, fontSize: '12px', overflow: 'visible' },
        x: { label: x.label, domain: x.domain, labelAnchor: 'center', labelArrow: 'none', labelOffset: 38, ticks: 5 },
        y: { label: y.label, domain: y.domain, labelArrow: 'none', ticks: 6 },
        marks: [
          Plot.rect(areas, { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: 'colour', inset: -0.25, shapeRendering: 'crispEdges' }),
          Plot.ruleX([0], { stroke: theme.paper, strokeDasharray: '2 3' }), Plot.ruleY([0], { stroke: theme.paper, strokeDasharray: '2 3' }),
          Plot.frame({ stroke: theme.soft }),
        ],
      })
    )
  );
  return alone(drawing);
}

/** One picture with one name: its parts have none, and no style of their own. @param {SVGSVGElement} drawing */
function alone(drawing) {
  drawing.querySelector('style')?.remove();
  drawing.setAttribute('role', 'img');
  for (const part of drawing.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  return document.adoptNode(drawing);
}

/** 256 colours from little to much that colour-blind people can order, as red, green, blue. @returns {Uint8ClampedArray} */
export function colourScale() {
  const scale = Plot.scale({ color: { type: 'linear', scheme: 'cividis', domain: [0, 255] } });
  const colours = new Uint8ClampedArray(3 * 256);
  for (let i = 0; i < 256; i++) {
    const [, ...channels] = /rgb\((\d+), (\d+), (\d+)\)/.exec(scale.apply(i)) ?? [];
    colours.set(channels.map(Number), 3 * i);
  }
  return colours;
}
