/** The certificates as one table: each row's numbers. */

import { html, nothing } from 'lit';
import { confidence, fixed, significant } from '../words/decimal.js';
import { ALPHA, isOfTwo } from '../documents/documents.js';
import { isOfClass, isVoted } from '../documents/stated.js';
import { unitName } from '../words/lengths.js';
import { rowsOf } from '../words/points.js';
import { fraction } from '../words/top.js';
import { outputsInWords } from '../words/stated.js';
import { sigmaInWords } from '../words/spread.js';
import { isRadiusOnly, transported } from '../words/words.js';
import { rowArgument, rowKey } from '../parts/arguments.js';
import { icon } from '../parts/icons.js';
import { explanation } from './explanation.js';

/** @typedef {import('../words/argument-rows.js').Row} Row */
/** @typedef {import('../words/lengths.js').Measure} Measure */
/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */

/** Places after the point. @param {string | undefined} text */
const places = (text = '') => (text.includes(' × ') ? 0 : text.split('.')[1]?.length ?? 0);

/** Most places that any of these rows has in a column. @param {Row[]} list @param {(keyof Row)[]} column */
const width = (list, column) => Math.max(0, ...list.flatMap((row) => column.map((name) => places(/** @type {string | undefined} */ (row[name])))));

/**
 * A number, which is one text when copied or read aloud; what is missing to the column's places is left free, so
 * that the column lines up at the point.
 * @param {string | undefined} text @param {number} wide
 */
const number = (text, wide) => (text === undefined ? html`<span class="none">–</span>`
  : html`<span class="number" data-pad=${text.includes(' × ') ? nothing : wide - places(text)}>${text}</span>`);

/** @param {Row} row @param {string} waiting text of a row without a verdict */
function verdict(row, waiting) {
  if (row.certified === undefined) return html`<span class="pending">${icon('pending')} ${waiting}</span>`;
  return row.certified ? html`<span class="yes">${icon('certified')} certified</span>` : html`<span class="no">${icon('open')} not certified</span>`;
}

/** Reports whether the row certifies, and from which p on it does. @param {Row} row @param {string} waiting */
const state = (row, waiting) => html`${verdict(row, waiting)}${row.needs ? html`<span class="second">needs ${row.needs}</span>` : nothing}`;

/** The lower bound, and below it the bound on the runner-up that it has to exceed. @param {Row} row @param {number} wide */
const proved = (row, wide) => html`${number(row.lower, wide)}${row.runner === undefined ? nothing
  : html`<span class="second">runner-up at most ${number(row.runner, wide)}</span>`}`;

/** The distance, what no order of the points comes below, and the radius that it has to stay within. @param {Row} row @param {number} wide */
const lengths = (row, wide) => html`${number(row.distance, wide)}${row.least === undefined ? nothing
  : html`<span class="second">at least ${number(row.least, wide)}</span>`}${row.radius === undefined ? nothing
  : html`${row.file === undefined ? nothing : html`<span class="second" data-file>radius of the file ${number(row.file, 0)}</span>`}
    <span class="second">radius ${number(row.radius, wide)}</span>`}`;

/** A tight row has no distance: it does not go by one. @param {Row} row @param {number} wide */
const measure = (row, wide) => (row.distance === undefined ? html`<td role="cell" class="without">${row.instead ?? 'not based on distance'}</td>`
  : html`<td role="cell" data-head="Distance d" class="numeric">${lengths(row, wide)}</td>`);

/** @param {Row[]} list @param {Certificate} c @param {string} waiting */
function full(list, c, waiting) {
  const [bounded, long] = [width(list, ['lower', 'runner']), width(list, ['distance', 'least', 'radius'])];
  const body = (/** @type {Row} */ row) => html`<tr role="row" data-row=${row.id} data-argument=${rowArgument(row.id)}>
    <th role="rowheader" scope="row">${rowKey(row.id)}${row.name}${row.precision ? html`<span class="second">${row.precision}</span>` : nothing}</th>
    <td role="cell" data-head="Certified">${state(row, waiting)}</td>
    <td role="cell" data-head="p′ at least" class="numeric">${proved(row, bounded)}</td>
    ${measure(row, long)}
  </tr>`;
  return html`<table role="table" class="certificates ${c.probability?.upper_runner_up === undefined ? '' : 'two'} ${list.some(({ least }) => least) ? 'searched' : ''}">
    <thead role="rowgroup"><tr role="row">
      <th role="columnheader" scope="col">Argument</th>
      <th role="columnheader" scope="col">Certified</th>
      <th role="columnheader" scope="col" class="numeric">p′ at least</th>
      <th role="columnheader" scope="col" class="numeric">Distance d</th>
    </tr></thead>
    <tbody role="rowgroup">${list.filter(({ aside }) => !aside).map(body)}</tbody>
  </table>`;
}

/** @param {Row[]} list */
function radii(list) {
  const wide = width(list, ['radius', 'file']);
  const ofFile = list.some(({ file }) => file !== undefined);
  return html`<table class="certificates radii">
    <thead><tr><th scope="col">Argument</th>${ofFile ? html`<th scope="col" class="numeric">Radius of your file</th>` : nothing}
      <th scope="col" class="numeric">${ofFile ? 'Prepared cloud' : 'Radius r'}</th></tr></thead>
    <tbody>${list.filter((row) => row.radius !== undefined).map((row) => html`<tr data-row=${row.id}>
      <th scope="row">${rowKey(row.id)}${row.name}</th>${ofFile ? html`<td class="numeric" data-file>${number(row.file, wide)}</td>` : nothing}
      <td class="numeric">${number(row.radius, wide)}</td></tr>`)}</tbody>
  </table>`;
}

/** Says where p comes from. @param {Certificate} c @param {CertificateRequest} request */
function clean(c, request) {
  const { votes, samples, probability, runner_up: runner } = request.prediction;
  if (!isOfClass(request)) return `p ≥ ${fixed(c.probability?.lower ?? 0, 4, 'down')} from ${outputsInWords(request.prediction)}`;
  const mean = request.scores ? ', a mean score' : '';
  if (votes === undefined) return `p = ${probability}${mean}${runner ? `, ${runner.probability} for the runner-up` : ''}, taken as exact`;
  const lower = fixed(c.probability?.lower ?? 0, 4, 'down');
  const { evidence } = request.prediction;
  const named = evidence?.votes
    ? ` for “${evidence.model.classes?.[evidence.votes.predicted]}”${evidence.classifier.how === 'declared' ? ' (invariance declared)' : ''}`
    : '';
  const claimed = isOfTwo(request) && request.gram ? ', according to the link' : '';
  const each = request.subsample === undefined ? '' : ` of samples of ${request.subsample.toLocaleString('en')} points`;
  const drawn = request.scores ? ' drawn with scores' : '';
  const count = `${votes.toLocaleString('en')} of ${samples?.toLocaleString('en')} votes${each}${drawn}${named}${claimed}`;
  if (!runner) return `p ≥ ${lower} from ${count}`;
  const upper = fixed(c.probability?.upper_runner_up ?? 1, 4, 'up');
  return `p ≥ ${lower} from ${count}, at most ${upper} for the runner-up from ${runner.votes?.toLocaleString('en')}`;
}

/** Explains α in this table. @param {Certificate} c @param {CertificateRequest} request */
function sureness(c, request) {
  const drawn = c.tight?.monte_carlo;
  const given = !isVoted(request);
  if (given && !drawn) return 'Nothing here was sampled.';
  const byHand = drawn && request.seed !== undefined ? ` Seed of the draws, given by hand: ${request.seed}.` : '';
  const alpha = request.alpha ?? ALPHA;
  const chance = significant(drawn?.level ?? alpha, 2, 'up');
  return given
    ? `The Monte Carlo row holds but for a chance of ${chance} in its draws; the others hold without sampling error.${byHand}`
    : `α = ${alpha} for all rows together (confidence ${confidence(alpha)} %).${byHand}`;
}

/** @type {Record<string, string>} */
const NORMALISED = { unit_sphere: 'Lengths in units of the sphere that each cloud was scaled to',
  rms: 'Lengths in units of the root mean square distance that each cloud was scaled to' };

/** @type {Record<string, string>} */
const SAMPLED = { random: 'random', farthest: 'farthest point', surface: 'of the surface' };

/** Says how both clouds were prepared, and gives the unit of all lengths. @param {CertificateRequest} request @param {Measure} measure */
function unit({ sigma, attribute_sigma: noisy, preparation, prepared = preparation }, measure) {
  const { drop_missing: dropped, points, method = 'random', normalise = 'none' } = prepared ?? {};
  const sampled = points ? `Both clouds sampled to ${points.toLocaleString('en')} points (${SAMPLED[method]}). ` : '';
  return `${dropped ? 'Points without coordinates dropped. ' : ''}${sampled}${NORMALISED[normalise] ?? `Lengths in ${unitName(measure)}${normalise === 'centre' ? ', both clouds centred' : ''}${
    measure.size ? `; the size ‖X‖ is ${significant(measure.size, 4, 'down')}` : ''}`}${typeof sigma === 'object'
    ? `, each point weighted by the smallest σ over its own (σ ${sigmaInWords(sigma)})` : ''}.${
    noisy ? ` Distances contain ${Object.keys(noisy).join(', ')}, in units of ${Object.keys(noisy).length > 1 ? 'their' : 'its'} σ, times the smoothing σ.`
      : ''}`;
}

/** Explains the rows where the point order was searched for. @param {Certificate} c @param {CertificateRequest} request */
function matched(c, request) {
  if (!request.permutation || c.orbit?.distance === undefined) return '';
  const tight = c.tight ? ' The tight row takes that order as given and uses the rest of the invariance.' : '';
  return c.orbit.conclusion ? ` Orbit-based: in the nearest order found.${transported(c)}${tight}` : '';
}

/**
 * @param {import('../question/state.js').Result} result with a certificate
 */
export function table({ phase, certificate, request, minimum, complete = true }) {
  if (!certificate || !request) return nothing;
  const c = certificate.value;
  const list = rowsOf(c, phase === 'working' || (phase === 'stale' && !complete), minimum);
  const only = isRadiusOnly(c);
  return only ? radii(list) : full(list, c, phase === 'stale' ? 'not drawn' : 'computing');
}

/**
 * Explains the numbers of the table.
 * @param {import('../question/state.js').Result} result with a certificate @param {Measure} measure
 */
export function tableNotes({ phase, certificate, request, minimum, complete = true }, measure) {
  if (!certificate || !request) return nothing;
  const c = certificate.value;
  const list = rowsOf(c, phase === 'working' || (phase === 'stale' && !complete), minimum);
  const drawn = list.find((row) => row.drawn && !row.aside)?.drawn;
  return html`<p class="caption">${clean(c, request)}: ${isOfClass(request) ? 'the smoothed classifier at the clean cloud'
    : 'a noisy copy of the clean cloud stays on one side of the tolerance'}${isRadiusOnly(c) ? ''
      : isOfClass(request) ? '; p′: the same class at the perturbed cloud' : '; p′: the same of the perturbed cloud'}.
      ${sureness(c, request)} ${drawn ? `Monte Carlo: ${drawn}.` : ''} ${unit(request, measure)}${matched(c, request)} Rounded to the safe side.</p>
    ${explanation(list, c.probability?.upper_runner_up !== undefined, fraction(request))}`;
}
