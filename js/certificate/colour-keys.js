/** Keys to the colours of a picture of clouds. */

import { html, svg } from 'lit';
import { MARKS, strokesOf } from '../drawing/point-marks.js';

/** Colours from one to another. @param {string} low @param {string} high their names in the stylesheet */
export const scale = (low, high) => html`<svg aria-hidden="true">${[0, 25, 50, 75, 100].map((part, i) => svg`
  <rect x=${6 * i} width="6" height="4" fill="color-mix(in srgb, var(--${high}) ${part}%, var(--${low}))" />`)}</svg>`;

/** @param {number} x */
const short = (x) => String(Number(x.toPrecision(3))).replace('-', '−');

/**
 * Names the colours that a cloud brings along; colours that points have by themselves say nothing else.
 * @param {import('../drawing/geometry.js').Shown} shown
 */
export function broughtKeys({ name, palette, ends }) {
  if (ends) return html`<span class="key residual brought">${name} ${short(ends[0])} ${scale('height-low', 'height-high')}${short(ends[1])}</span>`;
  const named = palette.filter((each) => each.name !== '');
  const title = named.length && name !== 'element' ? html`<span class="key title">${name}</span>` : '';
  return html`${title}${named.map(({ name: value, colour }) =>
    html`<span class="key element"><svg aria-hidden="true" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill=${colour} /></svg>${value}</span>`)}`;
}

/** Explains each mark on points without a partner, and counts them. @param {import('../drawing/point-marks.js').Coming['numbers']} numbers */
export const changeKeys = (numbers) =>
  MARKS.filter((mark) => mark !== 'paired' && numbers[mark] > 0).map(
    (mark) => html`<span class="key fate">
  <svg aria-hidden="true" viewBox="-1.4 -1.4 ${mark === 'replaced' ? 6.2 : 2.8} 2.8" class=${mark}><path
    d=${path(mark)} /></svg>${numbers[mark].toLocaleString('en')} ${mark}</span>`,
  );

/** A mark as a path: of what was replaced, both. @param {import('../drawing/point-marks.js').Mark} mark */
const path = (mark) =>
  [strokesOf(mark, mark === 'added'), mark === 'replaced' ? strokesOf(mark, true).map(([x1, ...rest]) => [x1 + 3.4, rest[0], rest[1] + 3.4, rest[2]]) : []]
    .flat()
    .map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`)
    .join('');
