/** The result of a run: certified accuracy as step lines, as a table, and as files to take away. */

import { html, nothing } from 'lit';
import { linePlot } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { confidence } from '../words/decimal.js';
import { amount } from './words.js';

/** @import {RunResult} from '../documents/documents.js' */

/** @typedef {{name: string, field: keyof RunResult['accuracy'], colour: 'blackBox' | 'orbit' | 'tight', dash?: string}} Line */

/** @typedef {{y: number, low?: number, high?: number}} Share */

/** @type {Line[]} */
const LINES = [
  { name: 'Black box', field: 'black_box', colour: 'blackBox', dash: '6 3' },
  { name: 'Orbit-based', field: 'orbit', colour: 'orbit', dash: '2 3' },
  { name: 'Tight', field: 'tight', colour: 'tight' },
  { name: 'Tight, at most', field: 'tight_upper', colour: 'tight', dash: '2 2' },
];

/** The lines a result has; the upper end only where it differs from the tight line. @param {RunResult['accuracy']} accuracy */
export const linesOf = (accuracy) => LINES.filter(({ field }) => accuracy[field]
  && (field !== 'tight_upper' || accuracy[field].some((share, i) => share > (accuracy.tight?.[i] ?? 0))));

/**
 * The shares to show at each value of the grid: over several draws their median, with the lowest and the highest.
 * @param {RunResult} result @param {Line['field']} field @returns {Share[]}
 */
function shown({ accuracy, over_draws: over }, field) {
  const band = over?.[field];
  return band ? band.median.map((y, i) => ({ y, low: band.low[i], high: band.high[i] })) : (accuracy[field] ?? []).map((y) => ({ y }));
}

/**
 * A step line that between two values of the grid shows the lower one: no more is claimed than was computed.
 * @param {number[]} grid @param {Share[]} shares
 */
export const steps = (grid, shares) => grid.flatMap((x, i) => {
  const here = shares[i], next = shares[i + 1];
  if (!next) return [{ x, ...percents(here) }];
  const lower = percents(here.y < next.y ? here : next);
  return [{ x, ...percents(here) }, { x, ...lower }, { x: grid[i + 1], ...lower }];
});

/** @param {Share} share */
const percents = ({ y, low, high }) => ({ y: 100 * y, ...(low !== undefined && high !== undefined && { low: 100 * low, high: 100 * high }) });

/** What the accuracy is plotted against: the grid of the attack. @param {RunResult} result */
const gridName = (result) => (result.settings.attack.family === 'scale' ? '‖Δ‖, in the unit of the coordinates' : 'Angle of rotation θ, in degrees');

/** Rounded down, since it is what holds at least. @param {number} share */
const percent = (share) => `${(Math.floor(1000 * share + 1e-9) / 10).toFixed(1)} %`;

/** @param {RunResult} result */
function summary(result) {
  const { grid, accuracy } = result;
  const last = grid.length - 1;
  const ends = linesOf(accuracy).map(({ name, field }) => {
    const [from, to] = [0, last].map((i) => percent(shown(result, field)[i].y));
    return from === to ? `${name}: ${from} at ${grid[0]} and at ${grid[last]}` : `${name}: from ${from} at ${grid[0]} to ${to} at ${grid[last]}`;
  });
  return `Certified accuracy${result.over_draws ? ', the median of the draws,' : ''} against ${gridName(result)}. ${ends.join('; ')}.`;
}

/** @param {RunResult} result @param {import('../parts/theme.js').Theme} theme @param {number} width */
export function plot(result, theme, width) {
  const { grid, accuracy } = result;
  const most = grid[grid.length - 1];
  return linePlot({
    theme, width, label: summary(result), legend: 'above',
    x: { label: gridName(result), domain: [Math.min(0, grid[0]), most > grid[0] ? most : grid[0] + 1] },
    y: { label: 'Certified accuracy, %', domain: [0, 100] },
    // The solid line first, so that the others show where they agree with it.
    series: linesOf(accuracy).reverse().map(({ name, field, colour, dash }) => ({ name, colour: theme[colour], dash, points: steps(grid, shown(result, field)) })),
  });
}

/** The table as exact as it is known: the mean over the draws and, where there are several, how they differ. @param {RunResult} result @returns {import('../parts/save.js').Table} */
export function table({ grid, accuracy, over_draws: over, settings }) {
  const columns = LINES.flatMap(({ field }) => {
    const values = accuracy[field], band = over?.[field];
    if (!values) return [];
    const draws = band ? [{ name: `${field}_median`, values: band.median }, { name: `${field}_low`, values: band.low }, { name: `${field}_high`, values: band.high }] : [];
    return [{ name: field, values }, ...draws];
  });
  return {
    columns: [settings.attack.family === 'scale' ? 'norm' : 'degrees', ...columns.map(({ name }) => name)],
    rows: grid.map((x, i) => [x, ...columns.map(({ values }) => values[i])]),
  };
}

/** @param {Share} share */
const cell = ({ y, low, high }) => html`<td class="numeric">${percent(y)}${low === undefined || high === undefined || low === high ? nothing
  : html`<span class="second">${percent(low).replace(' %', '')}–${percent(high)}</span>`}</td>`;

/** @param {RunResult} result */
export function rows(result) {
  const { grid, accuracy } = result;
  const lines = LINES.filter(({ field }) => accuracy[field]).map((line) => ({ ...line, shares: shown(result, line.field) }));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Certified accuracy"><table class="lengths">
    <caption class="unseen">Certified accuracy by certificate</caption>
    <thead><tr><th scope="col">${result.settings.attack.family === 'scale' ? '‖Δ‖' : 'θ, degrees'}</th>
      ${lines.map(({ name }) => html`<th scope="col" class="numeric">${name}</th>`)}</tr></thead>
    <tbody>${grid.map((x, i) => html`<tr><th scope="row">${x}</th>
      ${lines.map(({ shares }) => cell(shares[i]))}</tr>`)}</tbody>
  </table></div>`;
}

/** @param {RunResult} result @param {() => SVGSVGElement | null} drawing */
export const exports = (result, drawing) => saveButtons('certified-accuracy', 'certified accuracy', () => table(result), drawing,
  () => ({ core: result.core, settings: result.settings, clouds: result.clouds, correct: result.correct }));

/** What was counted, in words. @param {RunResult} result */
export function counted({ clouds, correct, failed, total, over_draws: over, settings: { alpha, attack, sigma } }) {
  const draws = over ? ` Of ${attack.draws} random draws per cloud, lines and table show the median; bands and second lines go from the lowest to the highest.` : '';
  return html`<p>${amount(total, 'cloud')}, ${correct.toLocaleString('en')} of them predicted correctly${failed ? html`; ${failed} without a verdict, listed below and counted as not certified` : nothing}.
    A cloud counts where it is predicted correctly and certified; each certificate holds by itself with probability at least
    ${confidence(alpha)} %, of the classifier smoothed with σ = ${sigma}.${draws}</p>`;
}
