/** Shows the ranges that a prediction withstands as a table: a range for each family of transformations, drawn on an axis. */

import { html, svg } from 'lit';
import { members } from '../documents/groups.js';
import { joined } from '../documents/list.js';
import { comingRows } from '../words/points.js';
import { plainArgument, pointRows, PULLED, rangeRows } from '../words/ranges.js';
import { stayingOf } from '../words/stated.js';
import { withClass } from '../words/words.js';

/** @typedef {import('../words/ranges.js').Range} Range */

/** @param {number} part */
const percent = (part) => `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;

/**
 * A range on an axis with 0 in the middle.
 * @param {Range['span']} span
 * @param {number} most
 * @param {string} argument
 * @param {number} y
 * @param {number} height
 */
function bar({ from, to, any }, most, argument, y, height) {
  const [low, high] = any ? [0, 1] : [0.5 + from / most / 2, 0.5 + to / most / 2];
  return svg`<rect data-argument=${argument} x=${percent(low)} width=${percent(high - low)} y=${y} height=${height} />`;
}

/** The range of each argument, one above the other. @param {Range} range */
function plot({ span, blackBoxSpan, argument }) {
  const ends = [span, blackBoxSpan].flatMap(({ from, to, any }) => (any ? [] : [-from, to]));
  // Beside what has no end the other is a small part.
  const most = (span.any ? 8 : 1.1) * Math.max(...ends, Number.MIN_VALUE);
  return html`<svg class="ranged" aria-hidden="true">${bar(span, most, argument, 4, 12)}${bar(blackBoxSpan, most, 'black_box', 18, 4)}
    <line x1="50%" x2="50%" y1="0" y2="26" /></svg>`;
}

/** Draws how many points may come or go, from none at the left end to the largest number of all rows; it needs no invariance. @param {number} part */
const counted = (part) => html`<svg class="ranged" aria-hidden="true"><rect data-argument="points" x="0" width=${percent(part)} y="4" height="12" /></svg>`;

/** Transformations that the classifier ignores beside any of the ranges. @type {Record<string, string>} */
const FREE = { rotation: 'turn', 'rotation about an axis': 'turn about its axis', reflection: 'mirroring', translation: 'shift' };

/**
 * Names the transformations that the classifier ignores, as in ', after any turn or shift'; '' for none. Noise on a taper leaves no translation, noise on a
 * twist those along the axis.
 * @param {import('../documents/documents.js').CertificateRequest} request
 */
function afterAny({ noise, permutation, ...invariance }) {
  const free = members(invariance).filter((member) => !(noise?.taper && member === 'translation'))
    .map((member) => (noise?.twist && member === 'translation' ? 'shift along its axis' : FREE[member]));
  const all = joined([...free, ...(permutation ? ['reordering'] : [])], 'or');
  return all && `, after any ${all}`;
}

/** Introduces the ranges. @param {import('../documents/documents.js').CertificateRequest} request */
export const freely = (request) => `Also proved${afterAny(request)}:`;

/**
 * Says what holds together with each row.
 * @param {import('../documents/documents.js').CertificateRequest} request @param {import('../words/lengths.js').Measure} measure
 */
export function lead(request, measure) {
  const free = afterAny(request);
  return `Under each of these changes${free}${free && ','} it ${stayingOf(withClass(request, measure))}.`;
}

/** @param {Range} range @param {(range: Range) => unknown} title @param {string} plain the heading of the last column */
function row(range, title, plain) {
  const { id, text, blackBox, by, span } = range;
  return html`<tr data-family=${id} data-from=${span.any ? '-Infinity' : span.from} data-to=${span.any ? 'Infinity' : span.to}>
    <th scope="row">${title(range)}</th>
    <td>${text}<span class="second">${by}</span></td><td class="drawn">${plot(range)}</td><td data-head=${plain}>${blackBox}</td></tr>`;
}

/** @param {import('../documents/documents.js').Withstood} withstood @param {import('../words/lengths.js').Measure} measure
 *   @param {(range: {id: string, name: string}) => unknown} title what stands in the first column of a range */
export const rangesTable = (withstood, measure, title) => html`<table>
  <thead><tr><th scope="col">Change of the cloud</th><th scope="col">Certified</th><td></td><th scope="col">${plainArgument(withstood)}</th></tr></thead>
  <tbody>${rangeRows(withstood, measure).map((range) => row(range, title, plainArgument(withstood)))}
  ${comingRows(withstood)
    .map(({ id, name, text, part, most }) =>
    html`<tr data-family=${id} data-from="0" data-to=${most}><th scope="row">${name}</th><td>${text}</td><td class="drawn">${counted(part)}</td><td data-head=${
    plainArgument(withstood)}>the same</td></tr>`)}
  ${pointRows(withstood, measure).map((row) => html`<tr data-family=${row.id}><th scope="row">${row.id === PULLED ? title(row) : row.name}</th><td
    colspan="3">${row.text}</td></tr>`)}</tbody>
</table>`;
