/** Votes by class as bars. What they prove is said elsewhere. */

import { html, nothing } from 'lit';

/**
 * Classes without a vote are folded; which class has which number stays to be read there.
 * @param {number[]} counts by class @param {string[]} names of the classes
 * @param {{total: number, predicted: number | null}} options total: all samples; predicted: the class that was named
 */
export function bars(counts, names, { total, predicted }) {
  const rows = counts.map((votes, i) => ({ votes, name: names[i], predicted: i === predicted }));
  const [some, none] = [rows.filter(({ votes }) => votes > 0), rows.filter(({ votes }) => votes === 0)];
  return html`<ul>${some.map((row) => bar(row, total))}</ul>
    ${none.length === 0 ? nothing : html`<details><summary>${none.length} ${none.length === 1 ? 'class' : 'classes'} without a vote</summary>
      <ul>${none.map((row) => bar(row, total))}</ul></details>`}`;
}

/** @param {{votes: number, name: string, predicted: boolean}} row @param {number} total */
const bar = ({ votes, name, predicted }, total) => html`<li data-votes=${votes} data-predicted=${predicted ? '' : nothing}>
    <span class="class">${name}</span>
    <svg aria-hidden="true"><rect height="100%" width="${(100 * votes) / Math.max(1, total)}%" /></svg>
    <span class="count">${votes.toLocaleString('en')}</span>
  </li>`;
