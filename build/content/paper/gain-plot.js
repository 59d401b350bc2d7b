// The figure of what the tight value gains: one point a pair of clouds, both scales of powers, with the line 0.6 (‖Δ‖/‖X‖)².

import * as Plot from '@observablehq/plot';

/** Marks of each kind of points, beside its name. @type {Record<string, {name: string, symbol: 'circle' | 'triangle' | 'square'}>} */
const KINDS = {
  space: { name: 'All rotations in space, drawn', symbol: 'circle' },
  axis: { name: 'Rotations about an axis, exact', symbol: 'triangle' },
  plane: { name: 'Rotations in the plane, exact', symbol: 'square' },
};

/** Of round clouds in space. */
const SLOPE = 0.6;

const POWERS = [-5, -4, -3, -2, -1, 0].map((n) => 10 ** n);

/** @param {number} x */
const power = (x) => ['1', '10⁻¹', '10⁻²', '10⁻³', '10⁻⁴', '10⁻⁵'][-Math.round(Math.log10(x))];

/**
 * @param {{label: string, points: {kind: string, ratio: number, gain: number}[]}} gain @param {import('../../../js/parts/theme.js').Theme} colours
 * @param {number} width
 */
export function gainPlot({ label, points }, colours, width) {
  const filled = (/** @type {string} */ kind) => (kind === 'space' ? colours.arguments.tight : colours.paper);
  const names = Object.entries(KINDS).map(([kind, { name }], n) => ({ kind, name, ratio: 1.1e-4, gain: 0.6 / 2.6 ** n }));
  const marks = (/** @type {any[]} */ list) => Object.entries(KINDS).map(([kind, { symbol }]) => Plot.dot(list.filter((one) => one.kind === kind), {
    x: 'ratio', y: 'gain', symbol, r: 3.5, fill: filled(kind), stroke: colours.arguments.tight, strokeWidth: 1.5,
  }));
  const line = [8e-5, 1].map((ratio) => ({ ratio, gain: SLOPE * ratio }));
  return Plot.plot({
    width, height: 340, marginTop: 28, marginLeft: 68, marginBottom: 44, marginRight: 20, ariaLabel: label,
    style: { background: colours.paper, color: colours.ink, fontFamily: colours.sans, fontSize: '12px' },
    x: { type: 'log', domain: [8e-5, 1], label: '(‖Δ‖ / ‖X‖)²', labelAnchor: 'center', labelArrow: 'none', ticks: POWERS, tickFormat: power },
    y: { type: 'log', domain: [1e-5, 1], label: 'Tight value above the orbit-based one', labelArrow: 'none', grid: true, ticks: POWERS, tickFormat: power },
    marks: [
      Plot.line(line, { x: 'ratio', y: 'gain', stroke: colours.ink, strokeDasharray: '4 3' }),
      Plot.text([line[1]], { x: 'ratio', y: 'gain', text: () => '0.6 (‖Δ‖ / ‖X‖)²', textAnchor: 'end', dx: -70, dy: 14, fill: colours.ink }),
      ...marks(points), ...marks(names),
      Plot.text(names, { x: 'ratio', y: 'gain', text: 'name', textAnchor: 'start', dx: 10, fill: colours.ink }),
    ],
  });
}
