/** The certificates as one table: each row's numbers and, beside them, the same numbers drawn on an axis all rows share. */

import { html, nothing } from 'lit';
import { confidence, fixed, significant } from '../reading/decimal.js';
import { ALPHA } from '../reading/documents.js';
import { argumentRows } from '../reading/argument-rows.js';
import { isRadiusOnly } from '../reading/words.js';
import { icon } from '../parts/icons.js';
import { boundRuler, boundPlot, distancePlot, enlarged, intervalPlot, pointPlot } from './plots.js';

/** @typedef {import('../reading/argument-rows.js').Row} Row */
/** @typedef {import('../reading/documents.js').Certificate} Certificate */
/** @typedef {import('../reading/documents.js').CertificateRequest} CertificateRequest */

/** What the second line of the column "Certified" says. */
const FROM = '“From p ≥”: with at least this probability on the clean cloud the argument certifies the same clouds';

/** A number split at its point, so that a column lines up there. @param {string | undefined} text */
function aligned(text) {
  if (text === undefined) return html`<span class="none">–</span>`;
  if (text.includes(' × ')) return html`<span class="power">${text.replace(' × ', '·')}</span>`;
  const [whole, fraction] = text.split('.');
  return html`<span class="number"><span class="whole">${whole}</span><span class="fraction">${fraction === undefined ? '' : `.${fraction}`}</span></span>`;
}

/** @param {Row} row */
function verdict(row) {
  if (row.certified === undefined) return html`<span class="pending">${icon('pending')} computing</span>`;
  return row.certified ? html`<span class="yes">${icon('certified')} yes</span>` : html`<span class="no">${icon('open')} no</span>`;
}

/** Whether the row certifies, and from which p on it does. @param {Row} row */
const state = (row) => html`${verdict(row)}${row.needs ? html`<span class="second"><span class="unseen">certifies </span>${row.needs}</span>` : nothing}`;

/** The lower bound, and below it the bound on the runner-up that it has to exceed. @param {Row} row */
const proved = (row) => html`${aligned(row.lower)}${row.runner === undefined ? nothing
  : html`<span class="second"><span class="aloud">runner-up at most </span>${aligned(row.runner)}</span>`}`;

/** The distance, what no order of the points comes below, and the radius that it has to stay within. @param {Row} row */
const lengths = (row) => html`${aligned(row.distance)}${row.least === undefined ? nothing
  : html`<span class="second"><span class="most">at least </span>${aligned(row.least)}</span>`}${row.radius === undefined ? nothing
  : html`<span class="second"><span class="aloud">radius </span>${aligned(row.radius)}</span>`}`;

/**
 * What a tight row shows instead of distance and radius: its interval, enlarged, or how exact the value is.
 * @param {Row} row @param {import('./plots.js').Scale | null} scale @param {boolean} two
 */
function precision(row, scale, two) {
  if (row.upper !== undefined && scale) {
    return html`<span class="unseen">estimate ${row.estimate}, upper end ${row.upper}</span>${intervalPlot(row, scale, two)}`;
  }
  if (row.error === undefined) return nothing;
  return html`<span class="second">error at most ${row.error}</span>${scale ? pointPlot(row, scale, two) : nothing}`;
}

/** @param {Row} row @param {number} most @param {import('./plots.js').Scale | null} scale @param {boolean} two */
function measure(row, most, scale, two) {
  if (row.distance === undefined) return html`<td role="cell" colspan="2" class="precision">${precision(row, scale, two)}</td>`;
  return html`<td role="cell" data-head="Distance d" class="numeric">${lengths(row)}</td>
    <td role="cell" class="drawn">${distancePlot(row, most)}</td>`;
}

/**
 * @param {Row} row @param {number | undefined} p @param {boolean} two @param {number} most
 * @param {import('./plots.js').Scale | null} scale
 */
function body(row, p, two, most, scale) {
  return html`<tr role="row" data-row=${row.id}>
    <th role="rowheader" scope="row">${row.name}</th>
    <td role="cell" data-head="Certified">${state(row)}</td>
    <td role="cell" data-head="p′ at least" class="numeric">${proved(row)}</td>
    <td role="cell" class="drawn">${boundPlot(row, p, two)}</td>
    ${measure(row, most, scale, two)}
  </tr>`;
}

/** @param {Row[]} list @param {Certificate} c */
function full(list, c) {
  const { lower: p, upper_runner_up: runner } = c.probability ?? {};
  const two = runner !== undefined;
  const scale = enlarged(list, two);
  const most = 1.06 * Math.max(...list.map(({ at: { distance = 0, radius = 0 } }) => Math.max(distance, radius)), Number.MIN_VALUE);
  return html`<table role="table" class="certificates ${two ? 'two' : ''} ${list.some(({ least }) => least) ? 'searched' : ''}">
    <thead role="rowgroup"><tr role="row">
      <th role="columnheader" scope="col">Argument</th>
      <th role="columnheader" scope="col">Certified</th>
      <th role="columnheader" scope="col" class="numeric">p′ at least ${two ? html`<span class="second">runner-up at most</span>` : nothing}</th>
      <td role="cell" class="drawn">${boundRuler(p, two)}</td>
      <th role="columnheader" scope="col" class="numeric">Distance d <span class="second">Radius r</span></th>
      <td role="cell" class="drawn"><svg class="axis" aria-hidden="true"><text x="0" y="14">0</text><text class="end" x="100%" y="14">d against r</text></svg></td>
    </tr></thead>
    <tbody role="rowgroup">${list.map((row) => body(row, p, two, most, scale))}</tbody>
  </table>`;
}

/** @param {Row[]} list */
function radii(list) {
  return html`<table class="certificates radii">
    <thead><tr><th scope="col">Argument</th><th scope="col" class="numeric">Radius r</th></tr></thead>
    <tbody>${list.filter((row) => row.radius !== undefined).map((row) => html`<tr data-row=${row.id}>
      <th scope="row">${row.name}</th><td class="numeric">${aligned(row.radius)}</td></tr>`)}</tbody>
  </table>`;
}

/** Where p comes from. @param {Certificate} c @param {CertificateRequest} request */
function clean(c, request) {
  const { votes, samples, probability, runner_up: runner } = request.prediction;
  if (votes === undefined) {
    const both = runner ? ` and ${runner.probability} of the runner-up` : '';
    return `p = ${probability}${both} on the clean cloud, taken as exact`;
  }
  const lower = fixed(c.probability?.lower ?? 0, 4, 'down');
  const count = `${votes.toLocaleString('en')} of ${samples?.toLocaleString('en')} votes`;
  if (!runner) return `p ≥ ${lower} on the clean cloud (${count})`;
  const upper = fixed(c.probability?.upper_runner_up ?? 1, 4, 'up');
  return `p ≥ ${lower} on the clean cloud (${count}) and at most ${upper} for the runner-up (${runner.votes?.toLocaleString('en')} votes)`;
}

/** What α stands for in this table. @param {Certificate} c @param {CertificateRequest} request */
function sureness(c, request) {
  const drawn = c.tight?.monte_carlo;
  const given = request.prediction.votes === undefined;
  if (given && !drawn) return 'Nothing here was sampled.';
  const byHand = drawn && request.seed !== undefined ? ` Seed of the draws, given by hand: ${request.seed}.` : '';
  const alpha = request.alpha ?? ALPHA;
  const chance = significant(drawn?.level ?? alpha, 2, 'up');
  return given ? `The Monte Carlo row holds but for a chance of ${chance} in its draws; the others hold without sampling error.${byHand}` : `α = ${alpha} for all rows together (confidence ${confidence(alpha)} %).${byHand}`;
}

/** @type {Record<string, string>} */
const NORMALISED = { centre: 'Lengths in the file’s unit, both clouds centred', unit_sphere: 'Lengths in units of the sphere that each cloud was scaled to' };

/** What was done to both clouds, and the unit of all lengths. @param {CertificateRequest} request */
function unit({ preparation: { points, method, normalise = 'none' } = {} }) {
  const lengths = NORMALISED[normalise] ?? 'Lengths in the file’s unit';
  return points ? `Both clouds sampled to ${points.toLocaleString('en')} points (${method === 'farthest' ? 'farthest point' : 'random'}). ${lengths}.` : `${lengths}.`;
}

/** What the rows mean where the order of the points was searched for. @param {Certificate} c @param {CertificateRequest} request */
function matched(c, request) {
  if (!request.permutation || c.orbit?.distance === undefined) return '';
  const tight = c.tight ? ' The tight row takes that order as given and uses the rest of the invariance.' : '';
  return c.orbit.conclusion ? ` Orbit-based: in the nearest order found.${tight}` : '';
}

/** When a row certifies. @param {Certificate} c @param {CertificateRequest} request */
function criterion(c, request) {
  const goal = c.probability?.upper_runner_up === undefined ? '½' : 'the bound on the runner-up';
  return `; p′ is the probability of the same class for the perturbed cloud, both of the smoothed classifier. A row certifies when p′ is proved to exceed ${goal} (the dotted line), which for the first two is d < r`;
}

/**
 * @param {import('./job.js').Result} result with a certificate
 */
export function table({ phase, certificate, request, minimum }) {
  if (!certificate || !request) return nothing;
  const c = certificate.value;
  const list = argumentRows(c, phase === 'working', minimum);
  const notes = list.map((row) => row.note && `${row.name}: ${row.note}.`).filter(Boolean).join(' ');
  const only = isRadiusOnly(c);
  return html`${only ? radii(list) : full(list, c)}
    <p class="caption">${clean(c, request)}${only ? '' : criterion(c, request)}.
      ${unit(request)}${matched(c, request)} ${sureness(c, request)} Rounded to the safe side. ${notes} ${minimum ? `${FROM}${c.probability?.upper_runner_up === undefined ? '' : ', against ½ instead of a runner-up'}.` : ''}</p>`;
}
