/** The small drawings in the table of certificates. What they show stands beside them as numbers. */

import { html, nothing, svg } from 'lit';

import { fraction, threshold } from '../words/top.js';

/** @typedef {import('../words/argument-rows.js').Row} Row */
/** @typedef {import('../words/top.js').Top} Top */

/** Height of a bar's middle in a row, in pixels. */
const MIDDLE = 22;

/** @param {number} part of the axis */
const at = (part) => `${(100 * Math.max(0, Math.min(1, part))).toFixed(3)}%`;

/** @param {string} name @param {number} x */
const rule = (name, x) => svg`<line class=${name} x1=${at(x)} x2=${at(x)} y1="0" y2="100%" />`;

/** The name of a rule, shown where the table has no common axis above it. @param {number} x @param {string} text */
const tick = (x, text) => svg`<text class="tick ${x > 0.75 ? 'end' : ''}" x=${at(x)} dx=${x > 0.75 ? -4 : 4} y="10">${text}</text>`;

/** @param {boolean | undefined} certified @param {number} width */
const bar = (certified, width) => svg`<rect class="bar ${certified ? 'yes' : 'no'}" x="0" y=${MIDDLE - 6} height="12" width=${at(width)} />`;

/**
 * From the lower bound to the upper end, with the estimate in it.
 * @param {number} lower @param {number} estimate @param {number} upper @param {number} y
 */
const whisker = (lower, estimate, upper, y) => svg`
  <line class="whisker" x1=${at(lower)} x2=${at(upper)} y1=${y} y2=${y} />
  ${[lower, upper].map((end) => svg`<line class="whisker" x1=${at(end)} x2=${at(end)} y1=${y - 5} y2=${y + 5} />`)}
  <circle class="estimate" cx=${at(estimate)} cy=${y} r="2.5" />`;

/**
 * The lower bound as a bar that has to pass the goal: the threshold, or the runner-up's upper bound.
 * @param {Row} row @param {number | undefined} p @param {boolean} two @param {Top} of
 */
export function boundPlot({ at: { lower, estimate, upper, runner }, certified }, p, two, of) {
  const goal = two ? runner : threshold(of);
  // The name of the goal goes first where both would touch.
  const apart = goal === undefined || Math.abs((p ?? 0) - goal) > (two ? 0.35 : 0.05);
  return html`<svg class="plot" aria-hidden="true">
    ${p === undefined ? nothing : [rule('mark', p), apart ? tick(p, 'p') : nothing]}
    ${lower === undefined ? nothing : bar(certified, lower)}
    ${goal === undefined ? nothing : [rule('goal', goal), tick(goal, two ? 'runner-up' : fraction(of))]}
    ${lower === undefined || upper === undefined ? nothing : whisker(lower, estimate ?? lower, upper, MIDDLE)}
  </svg>`;
}

/** The axis of all bound plots. @param {number | undefined} p @param {boolean} two whether the threshold is not what has to be passed @param {Top} of */
export function boundRuler(p, two, of) {
  // The label of p makes room for that of 1 or the threshold when they would touch.
  const ends = p === undefined || p < 0.88;
  const goal = threshold(of);
  const apart = !two && (p === undefined || Math.abs(p - goal) > 0.1);
  return html`<svg class="axis" aria-hidden="true">
    <text x="0" y="14">0</text>
    ${apart ? svg`<text class="middle" x=${goal === 0.5 ? '50%' : at(goal)} y="14">${fraction(of)}</text>` : nothing}
    ${p === undefined ? nothing : svg`<text class="middle mark" x=${at(p)} y="14">p</text>`}
    ${ends ? svg`<text class="end" x="100%" y="14">1</text>` : nothing}
  </svg>`;
}

/** Ends of the axis of ratios, from small to large. */
const ENDS = [1, 10, 100].flatMap((power) => [2 * power, 5 * power, 10 * power]);

/** The largest ratio that the axis of all rows has, d/r or r/d. @param {Row[]} rows */
export function ratioEnd(rows) {
  const logs = rows.map(({ at: { distance = 0, radius = 0 } }) => (distance > 0 && radius > 0 ? Math.abs(Math.log(distance / radius)) : 0));
  return ENDS.find((end) => Math.log(end) >= Math.max(...logs)) ?? ENDS[ENDS.length - 1];
}

/** The axis of distances in radii: logarithmic, with one radius in its middle. @param {number} end */
export const ratioRuler = (end) => html`<svg class="axis" aria-hidden="true">
    <text x="0" y="14">r/${end}</text><text class="middle mark" x="50%" y="14">d = r</text><text class="end" x="100%" y="14">${end} r</text>
  </svg>`;

/** The distance in radii as a bar that has to end before 1. @param {Row} row @param {number} end */
export function ratioPlot({ at: { distance, radius }, certified }, end) {
  if (distance === undefined || radius === undefined) return nothing;
  const ratio = radius > 0 ? distance / radius : Infinity;
  return html`<svg class="plot" aria-hidden="true">
    ${bar(certified, 0.5 + Math.log(ratio) / Math.log(end) / 2)}
    <line class="radius" x1="50%" x2="50%" y1=${MIDDLE - 11} y2=${MIDDLE + 11} />${tick(0.5, 'd = r')}
  </svg>`;
}
