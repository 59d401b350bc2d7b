/** Tables of what each argument states of a number or of labels: a row each, with the same drawn on an axis that all rows share. */

import { html, nothing, svg } from 'lit';
import { isOpen, lengthsOf, medianOf, sharpest, statedIn } from '../documents/stated.js';
import { fixed, significant } from '../words/decimal.js';
import { endsOf, exactly, unitOf } from '../words/stated.js';
import { rowsOf } from '../words/points.js';
import { rowArgument, rowKey } from '../parts/arguments.js';
import { icon } from '../parts/icons.js';
import { axisOf, toleratedBy } from './interval-axis.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('../documents/types.js').Interval} Interval */
/** @typedef {import('./interval-axis.js').Axis} Axis */

/** Height of a bar's middle in a row, in pixels. */
const MIDDLE = 22;

/** @param {number} x @param {Axis} axis */
const at = (x, [low, high]) => `${(100 * Math.max(0, Math.min(1, (x - low) / (high - low)))).toFixed(3)}%`;

/** @param {number} x @param {Axis} axis @param {string} name */
const rule = (x, axis, name) => svg`<line class=${name} x1=${at(x, axis)} x2=${at(x, axis)} y1="0" y2="100%" />`;

/**
 * An interval as a bar beside the median; one without ends goes from side to side.
 * @param {Interval} interval @param {Axis} axis @param {number} median @param {Axis | null} tolerated
 */
function intervalPlot({ lower, upper }, axis, median, tolerated) {
  const bounded = lower !== undefined && upper !== undefined;
  const [from, to] = bounded ? [lower, upper] : axis;
  const [left, right] = [at(from, axis), at(to, axis)].map((text) => parseFloat(text));
  return html`<svg class="plot" aria-hidden="true">
    ${tolerated ? svg`<rect class="tolerated" x=${at(tolerated[0], axis)} y="0" height="100%" width="${
      parseFloat(at(tolerated[1], axis)) - parseFloat(at(tolerated[0], axis))}%" />` : nothing}
    <rect class="bar ${bounded ? 'yes' : 'unbounded'}" x="${left}%" y=${MIDDLE - 6} height="12" width="${Math.max(right - left, 0.4)}%" />
    ${rule(median, axis, 'median')}
  </svg>`;
}

/** The axis over the bars: its ends, and the median. @param {Axis} axis @param {number} median */
function ruler(axis, median) {
  const [low, high] = endsOf(...axis);
  const x = parseFloat(at(median, axis));
  return html`<svg class="axis" aria-hidden="true"><text x="0" y="14">${low}</text>
    ${x > 30 && x < 70 ? svg`<text class="middle mark" x="${x}%" y="14">median</text>` : nothing}<text class="end" x="100%" y="14">${high}</text></svg>`;
}

/** @param {string | undefined} distance */
const away = (distance) => (distance === undefined ? html`<span class="none">–</span>` : html`<span class="number">${distance}</span>`);

/** The rows that no other says without sampling. @param {Certificate} c @param {import('../question/state.js').Result['minimum']} [minimum] */
const rowsIn = (c, minimum) => rowsOf(c, false, minimum).filter(({ aside }) => !aside);

/** @param {string} id @param {string} name */
const head = (id, name) => html`<th role="rowheader" scope="row">${rowKey(id)}${name}</th>`;

/** Says whether a row certifies the tolerance, and by which bound. @param {import('../words/argument-rows.js').Row} row */
const state = ({ certified, lower, needs }) => html`<span class="second state">${certified ? html`<span class="yes">${icon('certified')} certified</span>`
  : html`<span class="no">${icon('open')} not certified</span>`}</span><span class="second bound">${lower === undefined ? nothing : `p′ ≥ ${lower}`}${needs
    ? `, needs ${needs}` : ''}</span>`;

/** @param {Certificate} c @param {CertificateRequest} request @param {import('../question/state.js').Result['minimum']} [minimum] */
function numbersTable(c, request, minimum) {
  const { prediction } = request, open = isOpen(request);
  const median = medianOf(prediction.values ?? []), tolerated = toleratedBy(prediction);
  // A Monte Carlo bound has no interval, but it may certify the tolerance.
  const rows = rowsIn(c, minimum).filter(({ interval, certified }) => interval || (!open && certified !== undefined));
  const axis = axisOf({ median, intervals: rows.map(({ interval }) => interval), tolerated });
  const best = sharpest(c)?.interval;
  const text = (/** @type {import('../words/argument-rows.js').Row} */ { ends }) =>
    (ends ? html`<span class="ends">${ends.join(' to ')}</span>` : html`<span class="no">${icon('open')} not bounded</span>`);
  return html`<div class="stated" data-lower=${best?.lower ?? nothing} data-upper=${best?.upper ?? nothing}><table role="table" class="certificates intervals">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Argument</th><th role="columnheader" scope="col">Stays between</th>
      <td role="cell" class="drawn">${ruler(axis, median)}</td><th role="columnheader" scope="col" class="numeric">Distance d</th></tr></thead>
    <tbody role="rowgroup">${rows.map((row) => html`<tr role="row" data-row=${row.id} data-argument=${rowArgument(row.id)}
      data-lower=${row.interval?.lower ?? nothing} data-upper=${row.interval?.upper ?? nothing}>
      ${head(row.id, row.name)}<td role="cell" data-head="Stays between">${row.interval ? text(row) : nothing}${open ? nothing : state(row)}</td>
      <td role="cell" class="drawn">${row.interval ? intervalPlot(row.interval, axis, median, tolerated) : nothing}</td>
      <td role="cell" data-head="Distance d" class="numeric">${away(row.far)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {Certificate} c */
function labelsTable(c) {
  const rows = rowsIn(c).filter(({ labels }) => labels?.certified);
  const share = (/** @type {number} */ part) =>
    html`<svg class="plot" aria-hidden="true"><rect class="bar yes" x="0" y=${MIDDLE - 6} height="12" width="${100 * part}%" /></svg>`;
  return html`<table role="table" class="certificates intervals">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Argument</th><th role="columnheader" scope="col">Labels that stay</th>
      <td role="cell" class="drawn"><svg class="axis" aria-hidden="true"><text x="0" y="14">0</text><text class="end" x="100%" y="14">100 %</text></svg></td>
      <th role="columnheader" scope="col" class="numeric">Distance d</th></tr></thead>
    <tbody role="rowgroup">${rows.map(({ id, name, labels, far }) => html`<tr role="row" data-row=${id} data-argument=${rowArgument(id)}
      data-count=${labels?.count ?? 0} data-share=${labels?.share ?? 0}>
      ${head(id, name)}<td role="cell" data-head="Labels that stay">${(labels?.count ?? 0).toLocaleString('en')} of
        ${(labels?.certified?.length ?? 0).toLocaleString('en')}
        <span class="second">${fixed(100 * (labels?.share ?? 0), 1, 'down')} %</span></td>
      <td role="cell" class="drawn">${share(labels?.share ?? 0)}</td>
      <td role="cell" data-head="Distance d" class="numeric">${away(far)}</td></tr>`)}</tbody>
  </table>`;
}

/** Most vectors that have a row. */
const MOST = 50;

/**
 * Writes the centre of a ball rounded, and a radius about it that has all of the ball.
 * @param {import('../documents/types.js').VectorBound['ball']} ball
 */
export function ballInWords({ centre, radius }) {
  const texts = centre.map((x) => x.toFixed(Math.max(0, Math.min(20, 1 - Math.floor(Math.log10(radius))))));
  const off = Math.hypot(...texts.map((text, i) => Number(text) - centre[i]));
  return { about: texts.map((text) => text.replace(/^-(?=[0.]+$)/, '').replace('-', '−')).join(', '), within: significant(radius + off, 3, 'up') };
}

/** Where the vectors are by the sharpest argument, one a row. @param {Certificate} c */
function vectorsTable(c) {
  const { id = '', vectors = [] } = sharpest(c) ?? {};
  return html`<table role="table" class="certificates radii" data-row=${id} data-argument=${rowArgument(id)}>
    <thead role="rowgroup"><tr role="row">${['Vector', 'About', 'Within', 'Length', 'Angle'].map((name) => html`<th role="columnheader" scope="col">${
      name}</th>`)}</tr></thead>
    <tbody role="rowgroup">${vectors.slice(0, MOST).map((bound, n) => ({ bound, n, ...ballInWords(bound.ball) })).map(({ bound, n, about, within }) =>
      html`<tr role="row" data-vector=${n}>
      <th role="rowheader" scope="row">${n + 1}</th><td role="cell" data-head="About">${about}</td>
      <td role="cell" data-head="Within">${within}</td>
      <td role="cell" data-head="Length">${endsOf(...lengthsOf(bound)).join(' to ')}</td>
      <td role="cell" data-head="Angle">${bound.angle === undefined ? 'any' : `≤\u00a0${significant(bound.angle, 3, 'up')}°`}</td></tr>`)}</tbody>
  </table>`;
}

/**
 * The table of what the arguments state, nothing where they state neither numbers nor labels.
 * @param {import('../question/state.js').Result} result with a certificate
 */
export function statedTable({ certificate, request, minimum }) {
  if (!certificate || !request) return nothing;
  const c = certificate.value, { values, labels, vectors } = request.prediction;
  if (vectors) return sharpest(c)?.vectors ? vectorsTable(c) : nothing;
  if (values && statedIn(c).some(({ interval }) => interval)) return numbersTable(c, request, minimum);
  return labels && sharpest(c)?.labels ? labelsTable(c) : nothing;
}

/** Explains the numbers of the table. @param {import('../question/state.js').Result} result with a certificate */
export function statedNotes({ request }) {
  const { values, labels, vectors, tolerance } = request?.prediction ?? {}, unit = request && unitOf(request.prediction);
  if (vectors) return html`<p class="caption">In the frame of the original cloud${unit ? `, in${unit}` : ''}. All bounds hold at once. Angles are from the mean of other noisy
    copies.${vectors.values && vectors.values.length > 0 ? ` Longer vectors than ${exactly(vectors.clip ?? 0)} are shortened to it.` : ''}</p>`;
  if (labels) return html`<p class="caption">A label stays if most noisy copies still give it at the changed cloud. All decisions
    and radii hold at once.</p>`;
  if (!values) return nothing;
  const unsettled = values.filter((x) => x === null).length;
  return html`<p class="caption">Median of the numbers at the clean cloud: ${exactly(Number(medianOf(values).toPrecision(6)))}, an estimate. The interval bounds
    the median at the
    changed cloud.${tolerance === undefined ? '' : ' The band is the tolerance.'}${unsettled
      ? ` ${unsettled.toLocaleString('en')} samples are not settled and count against both ends.` : ''}</p>`;
}
