/** Votes by class as bars. What they prove is said elsewhere. */

import { html, nothing } from 'lit';

/** From so many classes on those without a vote are left out of sight. */
const MANY = 12;

/**
 * @param {number[]} counts by class @param {string[]} names of the classes
 * @param {{total: number, predicted: number | null}} options total: all samples; predicted: the class that was named
 */
export const bars = (counts, names, { total, predicted }) => html`<ul>${counts.map((n, i) => html`
  <li data-votes=${n} data-predicted=${i === predicted ? '' : nothing} ?hidden=${counts.length > MANY && n === 0}>
    <span class="class">${names[i]}</span>
    <svg aria-hidden="true"><rect height="100%" width="${(100 * n) / Math.max(1, total)}%" /></svg>
    <span class="count">${n.toLocaleString('en')}</span>
  </li>`)}</ul>`;
