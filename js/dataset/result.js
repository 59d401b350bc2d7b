/** The result of a run: certified accuracy as step lines, as a table, and as files to take away. */

import { html, nothing } from 'lit';
import { linePlot } from '../explore/plot.js';
import { saveButtons } from '../explore/save.js';

/** @typedef {{name: string, field: string, colour: 'blackBox' | 'orbit' | 'tight', dash?: string}} Line */

/** @type {Line[]} */
const LINES = [
  { name: 'Black box', field: 'black_box', colour: 'blackBox', dash: '6 3' },
  { name: 'Orbit-based', field: 'orbit', colour: 'orbit', dash: '2 3' },
  { name: 'Tight', field: 'tight', colour: 'tight' },
  { name: 'Tight, at most', field: 'tight_upper', colour: 'tight', dash: '2 2' },
];

/** The lines a result has; the upper end only where it differs from the tight line. @param {any} accuracy */
export const linesOf = (accuracy) => LINES.filter(({ field }) => accuracy[field]
  && (field !== 'tight_upper' || accuracy.tight_upper.some((/** @type {number} */ share, /** @type {number} */ i) => share > accuracy.tight[i])));

/**
 * A step line that between two values of the grid shows the later, lower one: no more is claimed than was computed.
 * @param {number[]} grid @param {number[]} shares
 */
export const steps = (grid, shares) => grid.flatMap((x, i) => [
  { x, y: 100 * shares[i] },
  ...(i + 1 < grid.length ? [{ x, y: 100 * shares[i + 1] }] : []),
]);

/** What the accuracy is plotted against. @param {any} result */
const axisOf = (result) => (result.settings.attack.family === 'scale' ? '‖Δ‖, in the unit of the coordinates' : 'Angle of rotation θ, in degrees');

/** Rounded down, since it is what holds at least. @param {number} share */
const percent = (share) => `${(Math.floor(1000 * share + 1e-9) / 10).toFixed(1)} %`;

/** @param {any} result */
function summary(result) {
  const { grid, accuracy } = result;
  const last = grid.length - 1;
  const ends = linesOf(accuracy).map(({ name, field }) => `${name} falls from ${percent(accuracy[field][0])} at ${grid[0]} to ${percent(accuracy[field][last])} at ${grid[last]}`);
  return `Certified accuracy against ${axisOf(result)}. ${ends.join('; ')}.`;
}

/** @param {any} result @param {import('../explore/theme.js').Theme} theme @param {number} width */
export function plot(result, theme, width) {
  const { grid, accuracy } = result;
  const most = grid[grid.length - 1];
  return linePlot({
    theme, width, label: summary(result), legend: 'top',
    x: { label: axisOf(result), domain: [Math.min(0, grid[0]), most > grid[0] ? most : grid[0] + 1] },
    y: { label: 'Certified accuracy, %', domain: [0, 100] },
    // The solid line first, so that the others show where they agree with it.
    series: linesOf(accuracy).reverse().map(({ name, field, colour, dash }) => ({ name, colour: theme[colour], dash, points: steps(grid, accuracy[field]) })),
  });
}

/** The table as exact as it is known. @param {any} result @returns {import('../explore/save.js').Table} */
export function table({ grid, accuracy, settings }) {
  const lines = LINES.filter(({ field }) => accuracy[field]);
  return {
    columns: [settings.attack.family === 'scale' ? 'norm' : 'degrees', ...lines.map(({ field }) => field)],
    rows: grid.map((/** @type {number} */ x, /** @type {number} */ i) => [x, ...lines.map(({ field }) => accuracy[field][i])]),
  };
}

/** @param {any} result */
export function rows(result) {
  const { grid, accuracy } = result;
  const lines = LINES.filter(({ field }) => accuracy[field]);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Certified accuracy"><table class="lengths">
    <caption class="unseen">Certified accuracy by certificate</caption>
    <thead><tr><th scope="col">${result.settings.attack.family === 'scale' ? '‖Δ‖' : 'θ, degrees'}</th>
      ${lines.map(({ name }) => html`<th scope="col" class="numeric">${name}</th>`)}</tr></thead>
    <tbody>${grid.map((/** @type {number} */ x, /** @type {number} */ i) => html`<tr><th scope="row">${x}</th>
      ${lines.map(({ field }) => html`<td class="numeric">${percent(accuracy[field][i])}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** @param {any} result @param {() => SVGSVGElement | null} drawing */
export const exports = (result, drawing) => saveButtons('certified-accuracy', 'certified accuracy', () => table(result), drawing,
  () => ({ core: result.core, settings: result.settings, clouds: result.clouds, correct: result.correct }));

/** What was counted, in words. @param {any} result */
export function counted({ clouds, correct, failed, settings: { alpha, attack, sigma } }) {
  const draws = attack.family === 'rotate' ? ` Averaged over ${attack.draws ?? 1} random directions of noise per cloud.` : '';
  return html`<p>${clouds} clouds, ${correct} of them predicted correctly${failed ? html`; ${failed} without a verdict, listed below and not counted` : nothing}.
    A cloud counts where it is predicted correctly and certified; each certificate holds by itself with probability at least
    ${Number((100 * (1 - alpha)).toPrecision(9))} %, of the classifier smoothed with σ = ${sigma}.${draws}</p>`;
}
