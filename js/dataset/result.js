/** The result of a run: certified accuracy as step lines, as a table, and as files to take away. */

import { html, nothing } from 'lit';
import { ARGUMENTS, POINTS, RISING, argumentOf, rowKey } from '../parts/arguments.js';
import { linePlot } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { confidence, significant } from '../words/decimal.js';
import { percent, percentAtMost } from '../words/share.js';
import { sigmaInWords, sigmasOf } from '../words/spread.js';
import { first } from '../words/top.js';
import { deviations } from '../words/transformed.js';
import { gap } from './attack-gap.js';
import { familyPlots, familyRows, familyTable } from './families.js';
import { certifiedShares } from './shares.js';
import { along, statedColumns, whole } from './stated-curves.js';
import { amount } from './words.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @import {Share} from './shares.js' */
/** @typedef {import('./stated-curves.js').Curve} Curve */

/**
 * Of an attack.
 * @typedef {RunResult & Required<Pick<RunResult, 'grid' | 'accuracy'>> & {settings: Required<Pick<RunResult['settings'], 'attack'>>}} Attacked
 */

/**
 * The line of 'one_class' is that of the orbit-based argument without the runner-up.
 * @typedef {{name: string, field: keyof Attacked['accuracy'], thin?: boolean}} Line
 */

/** @type {Line[]} */
const LINES = [
  ...RISING.map((field) => ({ name: ARGUMENTS[field].name, field })), { name: 'Tight, at most', field: 'tight_upper', thin: true },
  { name: 'Samples of points', field: 'subsample' }, { name: 'Orbit-based, one class', field: 'one_class', thin: true },
  { name: 'Under attack', field: 'attacked' },
];

/** Dash of the line for accuracy under attack, which belongs to no argument. */
const ATTACKED_DASH = '2 2';

/** The lines a result has; the upper end only where it is seen to differ from the tight line. @param {Attacked} result */
export const linesOf = (result) => LINES.filter(({ field }) => result.accuracy[field] && (field !== 'tight_upper' || differ(result)));

/** Reports whether more draws could show more anywhere, as far as a table tells. @param {Attacked} result */
function differ(result) {
  const tight = shown(result, 'tight');
  return shown(result, 'tight_upper').some(({ y }, i) => percent(y, result.total) !== percent(tight[i].y, result.total));
}

/** Lists the shares of a line at each value of the grid. @param {Attacked['accuracy']} accuracy @param {Line['field']} field */
const valuesOf = ({ one_class: one, ...accuracy }, field) => (field === 'one_class' ? one?.orbit : accuracy[field]);

/** Returns how the shares of a line differ between draws. @param {Attacked['over_draws']} over @param {Line['field']} field */
const bandOf = (over, field) => (field === 'attacked' || field === 'one_class' ? undefined : over?.[field]);

/**
 * The shares to show at each value of the grid: over several draws their mean, with the lowest and the highest.
 * @param {Attacked} result @param {Line['field']} field @returns {Share[]}
 */
function shown({ accuracy, over_draws: over }, field) {
  const band = bandOf(over, field);
  return (valuesOf(accuracy, field) ?? []).map((y, i) => (band ? { y, low: band.low[i], high: band.high[i] } : { y }));
}

/** The same with the bound for clouds not seen as the lowest, where it is known. @param {Attacked} result @param {Line['field']} field */
const bounded = (result, field) => shown(result, field).map((share, i) => {
  const low = unseen(result, field)?.[i];
  return low === undefined ? share : { ...share, low, high: share.high ?? share.y };
});

/** Axes of the plots of accuracy: the grids of the attacks. @type {Record<string, string>} */
const GRIDS = {
  scale: '‖Δ‖, in the unit of the coordinates', rotate: 'Angle of rotation θ, in degrees', ball: '‖Δ‖ of any perturbation',
};

/** The weight of a point in norms where σ goes by an attribute, '' for one σ. @param {RunResult['settings']} settings */
const weightOf = ({ sigma }) => (typeof sigma === 'object' ? `${Math.min(...sigmasOf(sigma))}/σ` : '');

/** The weight of a point on the grid of a run, '' for angles and one σ. @param {RunResult['settings']} settings */
const weightIn = (settings) => (settings.attack?.family === 'rotate' ? '' : weightOf(settings));

/** @param {Attacked} result */
function gridName({ settings }) {
  const name = GRIDS[settings.attack.family], weight = weightIn(settings);
  return weight ? `${name.replace(/, in the unit.*/, '')}, each point times ${weight}` : name;
}

/**
 * Describes a line: its style and its points.
 * @param {Attacked} result @param {Line} line @param {import('../parts/theme.js').Theme} theme @param {Curve} curve
 */
function series(result, { name, field, thin }, theme, curve) {
  const { grid, accuracy } = result;
  if (field === 'attacked') return { name, colour: theme.ink, dash: ATTACKED_DASH, points: gap(grid, certifiedShares(accuracy), accuracy.attacked ?? []) };
  const argument = argumentOf(field === 'one_class' ? 'orbit' : field);
  const look = field === 'subsample' ? { colour: theme.points, dash: POINTS.dash } : { colour: theme.arguments[argument], dash: ARGUMENTS[argument].dash };
  return { name, thin, ...look, points: curve.line(grid, curve.id ? shown(result, field) : bounded(result, field)) };
}

/** @param {Attacked} result @param {Curve} curve */
function summary(result, curve) {
  const { grid } = result;
  const last = grid.length - 1;
  const ends = linesOf(result).map(({ name, field }) => {
    const [from, to] = [0, last].map((i) => told(result, field, curve)(shown(result, field)[i].y));
    return from === to ? `${name}: ${from} at ${grid[0]} and at ${grid[last]}` : `${name}: from ${from} at ${grid[0]} to ${to} at ${grid[last]}`;
  });
  return `${curve.name}${result.over_draws ? ', the mean of the draws,' : ''} against ${gridName(result)}. ${ends.join('; ')}.`;
}

/**
 * @param {Attacked} result @param {import('../parts/theme.js').Theme} theme @param {number} width @param {number} reach of the axis, at least
 * @param {Curve} curve
 */
function attackPlot(result, theme, width, reach, curve) {
  const { grid } = result;
  const most = Math.max(reach, grid[grid.length - 1]);
  const widest = Math.max(0, ...linesOf(result).flatMap(({ field }) => shown(result, field).map(({ y }) => y ?? 0)));
  return linePlot({
    theme, width, label: summary(result, curve),
    x: { label: gridName(result), domain: [Math.min(0, grid[0]), most > grid[0] ? most : grid[0] + 1] },
    y: { label: result.accuracy.attacked ? 'Accuracy, %' : curve.axis, domain: [0, curve.id === 'width' ? 1.05 * widest || 1 : 100] },
    series: linesOf(result).reverse().map((line) => series(result, line, theme, curve)),
  });
}

/**
 * The table as exact as it is known: the mean over the draws and, where there are several, how they differ.
 * @param {Attacked} result @returns {import('../parts/save.js').Table}
 */
function attackTable(result) {
  const { grid, accuracy, over_draws: over, settings } = result;
  const columns = LINES.flatMap(({ field }) => {
    const values = valuesOf(accuracy, field), band = bandOf(over, field);
    if (!values) return [];
    const draws = band ? [{ name: `${field}_low`, values: band.low }, { name: `${field}_high`, values: band.high }] : [];
    const bounds = unseen(result, field);
    return [{ name: field, values }, ...draws, ...(bounds ? [{ name: `${field}_population`, values: bounds }] : [])];
  });
  const stated = statedColumns(result);
  return {
    columns: [
      settings.attack.family === 'rotate' ? 'degrees' : weightIn(settings) ? 'weighted_norm' : 'norm',
      ...[...columns, ...stated].map(({ name }) => name),
    ],
    rows: grid.map((x, i) => [x, ...[...columns, ...stated].map(({ values }) => values[i] ?? undefined)]),
  };
}

/** The stroke of a line, to stand before its name. @param {Line['field']} field */
const key = (field) => (field === 'attacked' || field === 'one_class' ? nothing : rowKey(field === 'subsample' ? 'points' : field));

/** Rounds a share up that is bounded from above. @param {RunResult} result @param {Line['field']} field @param {Curve} curve */
const told = ({ total }, field, curve) => (field === 'attacked' || field === 'tight_upper' ? (/** @type {number} */ y) => percentAtMost(y, total) : curve.told);

/** @param {RunResult} result @param {Share} share @param {Line['field']} field @param {Curve} curve @param {number} [all] lower bound among clouds not seen */
const cell = (result, { y, low, high }, field, curve, all) => html`<td class="numeric">${told(result, field, curve)(y)}${
  low === undefined || high === undefined || low === high ? nothing
  : html`<span class="second">${percent(low, result.total).replace(' %', '')}–${percent(high, result.total)}</span>`}${
  all === undefined ? nothing : html`<span class="second" data-population=${all}>≥ ${percent(all, result.total)}</span>`}</td>`;

/** Returns what holds of clouds not seen at each value of the grid. @param {RunResult} result @param {Line['field']} field */
const unseen = ({ population }, field) =>
  (field === 'attacked' || field === 'tight_upper' ? undefined : field === 'one_class' ? population?.one_class?.orbit : population?.lower?.[field]);

/** The average certified radius of each line. @param {NonNullable<RunResult['average_radius']>} average @param {Line[]} lines */
const averages = (average, lines) => html`<tfoot><tr><th scope="row">Average radius</th>
  ${lines.map(({ field }) => {
    const radius = field === 'tight_upper' || field === 'attacked' ? undefined : average[field];
    return html`<td class="numeric">${radius === undefined ? '–' : significant(radius, 3, 'down')}</td>`;
  })}</tr></tfoot>`;

/** @param {Attacked} result @param {Curve} curve */
function attackRows(result, curve) {
  const { grid } = result;
  const lines = linesOf(result).map((line) => ({
    ...line, shares: shown(result, line.field), all: !curve.id ? unseen(result, line.field) : undefined,
  }));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${curve.name}><table class="lengths">
    <caption class=${lines.some(({ all }) => all) ? 'note' : 'unseen'}>${curve.name} by certificate${
      lines.some(({ all }) => all) ? '; ≥: of clouds not seen, drawn like these, with 95 % confidence' : nothing}</caption>
    <thead><tr><th scope="col">${result.settings.attack.family === 'rotate' ? 'θ, degrees' : weightIn(result.settings) ? '‖Δ‖, weighted' : '‖Δ‖'}</th>
      ${lines.map(({ name, field }) => html`<th scope="col" class="numeric">${key(field)}${name}</th>`)}</tr></thead>
    <tbody>${grid.map((x, i) => html`<tr><th scope="row">${x}</th>
      ${lines.map(({ shares, field, all }) => cell(result, shares[i], field, curve, all?.[i]))}</tr>`)}</tbody>
    ${result.average_radius ? averages(result.average_radius, lines) : nothing}
  </table></div>`;
}

/** @param {RunResult} result */
const attacked = (result) => /** @type {Attacked} */ (result);

/**
 * @param {RunResult} result @param {import('../parts/theme.js').Theme} theme @param {number} width @param {number} [reach] of the axis, at least
 * @param {Curve} [curve]
 */
export const plot = (result, theme, width, reach = 0, curve = whole(result)) => (result.families
  ? familyPlots(result.families, result.points ?? [], theme, width) : attackPlot(attacked(along(result, curve)), theme, width, reach, curve));

/** @param {RunResult} result */
const table = (result) => (result.families ? familyTable(result.families, result.points ?? []) : attackTable(attacked(result)));

/** @param {RunResult} result @param {Curve} [curve] */
export const rows = (result, curve = whole(result)) => (result.families
  ? familyRows(result.families, result.points ?? []) : attackRows(attacked(along(result, curve)), curve));

/** @param {RunResult} result @param {() => SVGSVGElement | null} drawing */
export const exports = (result, drawing) => saveButtons('certified-accuracy', 'certified accuracy', () => table(result), drawing,
  () => ({ core: result.core, settings: result.settings, clouds: result.clouds, correct: result.correct, attacks: result.attacks }));

/** Says which clouds count, of models that return no class. @type {Record<string, string>} */
const COUNTS = { number: 'its number is certified to stay within the tolerance of its reference', labels: 'all labels of its points are certified' };

/** Summarises the counts in words. @param {RunResult} result */
export function counted(result) {
  const { undrawn, over_draws: over, population, families, settings, settings: { alpha, attack, sigma, noise, subsample, withstand, runner_up: two, anytime } } = result;
  const draws = over
    ? ` Of ${attack?.draws} random draws per cloud, lines and table show the mean; bands and second lines go from the lowest to the highest.`
    : '';
  const unseen = population?.lower ? ' Bands reach down to the bounds for clouds not seen (95 %).' : '';
  const left = undrawn ? ` For ${amount(undrawn, 'perturbed cloud')} nothing was drawn: the tight value cannot certify there.` : '';
  const every = attack?.family === 'ball' ? ' for every perturbation of norm up to ‖Δ‖ after the best alignment' : '';
  const size = families ? ' for every value up to a size, in both directions' : every;
  const moved = withstand?.moved ? `, and if points come and go, the others may move by ‖Δ‖ up to ${withstand.moved}` : '';
  const each = subsample ? ` Votes are of samples of ${amount(subsample, 'point')} each${moved}.` : '';
  const mean = settings.scores ? ' Each sample draws its class with the scores of the model: probabilities are mean scores.' : '';
  const among = first(settings) ? ` to keep its class among ${first(settings)}` : '';
  const where = anytime ? '' : ' where the votes that choose the class expect it to certify more';
  const rival = two ? ` The runner-up is bounded as well${where}.` : '';
  const early = anytime
    ? ` Counts of votes may stop once all norms are decided, of ${amount(anytime.planned, 'sample')} at most; radii beyond are not looked for.`
    : '';
  const weight = weightOf(settings);
  const weighted = weight ? ` Norms and radii count each point ${weight} times; ranges count it by its own σ.` : '';
  const bent = noise ? ` Each vote also draws a transformation: ${deviations(noise)}.` : '';
  const counts = COUNTS[settings.returns ?? ''] ?? 'it is predicted correctly and certified';
  return html`<p>A cloud counts where ${counts}${among}${size}; each certificate holds by itself with probability at least
    ${confidence(alpha)} %, of the classifier smoothed with σ = ${sigmaInWords(sigma)}.${weighted}${bent}${mean}${rival}${early}${each}${draws}${unseen}
    ${left}</p>`;
}
