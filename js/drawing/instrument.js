/** The picture of a verdict: bars on one axis, the part of it that is proved, and marks of what is known beyond. */

import { html, nothing, svg } from 'lit';

/** The axis of distances ends at so many radii. */
const END = 20;

/** Height of a row and of its bar, and where the first begins: lines of text make a row as high as the text is large. */
const ROW = 48, BAR = 14, TOP = 24;

/** So many units of length are as high as the text. */
const TEXT = 14.4;

/** @param {number} length */
const em = (length) => `${(length / TEXT).toFixed(2)}em`;

/** From this part of the axis on a text stands to the left of its place. */
const LATE = 0.55;

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {string} text value in words
 * @property {number} [from] place of its left end on the axis, from 0 to 1; 0 where it is missing
 * @property {number} to place of its right end: beyond 1 it leaves the axis
 * @property {string} argument whose colour it has
 *
 * @typedef {{at: number, text: string, look: 'found' | 'alone' | 'centre'}} Mark
 *
 * @typedef {object} Reading
 * @property {Bar[]} bars
 * @property {[from: number, to: number] | null} proved part of the axis, null where nothing is
 * @property {string} edge its end in words
 * @property {string} open what is known beyond it
 * @property {Mark[]} marks
 * @property {[low: string, high: string]} ends of the axis in words
 */

/**
 * The place of a distance on an axis that is even up to a radius and logarithmic beyond.
 * @param {number} distance at least 0, in the unit of the radius @param {number} radius above 0
 * @returns {number} 0 for no distance, 1 for 20 radii, more beyond
 */
export const distancePlace = (distance, radius) => Math.asinh(distance / radius) / Math.asinh(END);

/** @param {number} part */
const at = (part) => `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;

/** A text beside a place. @param {number} part @param {number} y @param {string} text @param {string} look @param {number} [gap] */
const beside = (part, y, text, look, gap = 6) => {
  const late = part > LATE;
  return svg`<text class="${look} ${late ? 'end' : ''}" x=${at(part)} dx=${em(late ? -gap : gap)} y=${em(y)}>${text}</text>`;
};

/** @param {Bar} bar @param {number} top */
function row({ name, text, from = 0, to, argument }, top) {
  const y = top + ROW - BAR - 8, middle = y + BAR / 2, leaves = to > 1;
  return svg`<g data-argument=${argument}><text y=${em(y - 8)}>${name}</text>
    <rect class="length" x=${at(from)} y=${em(y)} width=${at(Math.min(to, 0.99) - from)} height=${em(BAR)} />
    ${leaves ? svg`<svg x="100%" y=${em(middle - 12)} width=${em(12)} height=${em(24)} viewBox="12 0 12 24"
      overflow="visible"><path class="length" d="M0 0L12 12L0 24Z" /></svg>`
      : svg`<circle class="tip" cx=${at(to)} cy=${em(middle)} r=${em(7)} />`}
    ${to > LATE ? svg`<text class="value end" x=${at(to)} y=${em(y - 8)}>${text}</text>` : beside(to, middle + 5, text, 'value', 14)}</g>`;
}

/** @param {Mark} mark @param {number} foot */
const mark = ({ at: place, text, look }, foot) => svg`<line class=${look} x1=${at(place)} x2=${at(place)} y1=${em(2)} y2=${em(foot)} />${
  beside(place, 14, text, look)}`;

/** The part that is proved. @param {Reading} reading @param {number} top @param {number} foot */
function field({ proved, edge }, top, foot) {
  if (!proved) return nothing;
  const [from, to] = proved;
  return svg`<rect class="proved" x=${at(from)} y=${em(top)} width=${at(to - from)} height=${em(foot - top)} />
    <line class="edge" x1=${at(to)} x2=${at(to)} y1=${em(top - 14)} y2=${em(foot)} />${beside(to, top - 4, edge, 'edge')}`;
}

/**
 * Draws a reading.
 * @param {Reading} reading
 * @param {unknown} told the same in a sentence, for who cannot see it
 * @param {{given?: number, aligned?: number, radius?: number, found?: number}} [numbers] distances as they are
 */
export function instrument(reading, told, { given, aligned, radius, found } = {}) {
  const { bars, marks, open, ends: [low, high], proved } = reading;
  const top = TOP + (marks.length ? 18 : 0), foot = top + bars.length * ROW + 24, known = marks.find(({ look }) => look === 'found')?.at ?? 1;
  return html`<figure class="distances"><svg role="img" aria-label="Distances" aria-describedby="told-distances" height=${em(foot + 22)}
    data-as-given=${given ?? nothing} data-aligned=${aligned ?? nothing} data-radius=${radius ?? nothing} data-found=${found ?? nothing}>
    ${field(reading, top, foot)}${marks.map((each) => mark(each, foot))}
    <line class="ground" x1="0" x2="100%" y1=${em(foot)} y2=${em(foot)} />
    ${bars.map((bar, i) => row(bar, top + i * ROW))}
    ${open ? svg`<text class="soft middle" x=${at(((proved?.[1] ?? 0) + known) / 2)} y=${em(foot - 6)}>${open}</text>` : nothing}
    <text class="soft" y=${em(foot + 16)}>${low}</text><text class="soft end" x="100%" y=${em(foot + 16)}>${high}</text></svg>
    <p class="unseen" id="told-distances">${told}</p></figure>`;
}
