// Draws one figure inside a page that has the site's styles: the page's own plots, in its own colours.

import * as Plot from '@observablehq/plot';
import { gap } from '../../../js/dataset/attack-gap.js';
import { familyPlots } from '../../../js/dataset/families.js';
import { steps } from '../../../js/dataset/shares.js';
import { ARGUMENTS, POINTS } from '../../../js/parts/arguments.js';
import { linePlot } from '../../../js/parts/plot.js';
import { theme } from '../../../js/parts/theme.js';
import { gainPlot } from './gain-plot.js';

const WIDTH = 560;

/** Two plots beside each other. */
const WIDE = 592;

/**
 * Shares over a grid as steps that claim nothing between two values, with the gap down to what is certified where that is given; other lines as they
 * are.
 * @param {any} series
 */
const drawn = ({ grid, shares, certified, ...series }) =>
  certified
    ? { ...series, points: gap(grid, certified, shares) }
    : grid
      ? {
          ...series,
          points: steps(
            grid, shares.map((/** @type {number} */ y) => ({ y })),
          ),
        }
      : series;

/**
 * Chooses the style of a series: that of its argument, unless it sets its own.
 * @param {any} series @param {import('../../../js/parts/theme.js').Theme} colours
 */
function looking({ argument, ...one }, colours) {
  if (argument === 'points') return { ...POINTS, ...one, colour: colours.points };
  return argument
    ? { ...ARGUMENTS[/** @type {'tight'} */ (argument)], ...one, colour: colours.arguments[/** @type {'tight'} */ (argument)] }
    : { colour: colours.ink, ...one };
}

/** @param {any} figure @param {import('../../../js/parts/theme.js').Theme} colours */
const lines = ({ lines: { series, ...rest } }, colours) => linePlot({
  ...rest, theme: colours, width: WIDTH, series: series.map((/** @type {any} */ one) => drawn(looking(one, colours))),
});

/** Maps beside each other, one scale of colours. @param {any} figure @param {import('../../../js/parts/theme.js').Theme} colours */
const maps = ({ maps: { cells, panels, label } }, colours) => Plot.plot({
  width: WIDTH, height: 210, marginTop: 34, marginBottom: 40, marginLeft: 40, ariaLabel: label,
  style: { background: colours.paper, color: colours.ink, fontFamily: colours.sans, fontSize: '11px' },
  fx: { domain: panels, label: null, axis: 'top' },
  x: { domain: [-1, 1], ticks: 3, label: 'ε̃₁', labelAnchor: 'center', labelArrow: 'none' },
  y: { domain: [-1, 1], ticks: 3, label: 'ε̃₂', labelArrow: 'none' },
  color: { scheme: 'cividis' },
  marks: [Plot.rect(cells, { fx: 'panel', x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: 'value', shapeRendering: 'crispEdges' })],
});

/** @param {any} figure @returns {string} an SVG file */
function draw(figure) {
  const colours = theme(document.body);
  const svg = figure.lines
    ? lines(figure, colours)
    : figure.families
      ? familyPlots(figure.families, [], colours, WIDE)
      : figure.gain
        ? gainPlot(figure.gain, colours, WIDTH)
        : maps(figure, colours);
  for (const style of svg.querySelectorAll('style')) style.remove();
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(svg);
}

Object.assign(globalThis, { draw });
