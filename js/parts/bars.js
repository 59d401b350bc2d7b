/** Bars: votes by class, of which what they prove is said elsewhere, and how far a job has come. */

import { html, nothing } from 'lit';

/** The most classes of a list. */
const MOST = 100;

/**
 * Classes without a vote are folded; which class has which number stays to be read there. Of very many classes those with the most votes are shown.
 * @param {number[]} counts by class @param {string[]} names of the classes
 * @param {{total: number, predicted: number | null}} options total: all samples; predicted: the class that was named
 */
export function bars(counts, names, { total, predicted }) {
  const rows = counts.map((votes, i) => ({ votes, name: names[i], predicted: i === predicted }));
  const [some, none] = [rows.filter(({ votes }) => votes > 0), rows.filter(({ votes }) => votes === 0)];
  return html`${list(largest(some), some.length, total)}
    ${
      none.length === 0
        ? nothing
        : html`<details><summary>${none.length.toLocaleString('en')} ${none.length === 1 ? 'class' : 'classes'} without a vote</summary>
      ${list(none.slice(0, MOST), none.length, total)}</details>`
    }`;
}

/** @typedef {{votes: number, name: string, predicted: boolean}} Row */

/** The rows with the most votes, in their order. @param {Row[]} rows */
function largest(rows) {
  if (rows.length <= MOST) return rows;
  const least = rows.map(({ votes }) => votes).sort((a, b) => b - a)[MOST - 1];
  return rows.filter(({ votes, predicted }) => votes >= least || predicted).slice(0, MOST);
}

/** @param {Row[]} rows @param {number} all how many there are @param {number} total */
const list = (rows, all, total) => html`<ul>${rows.map((row) => bar(row, total))}</ul>
  ${rows.length < all ? html`<p class="caption">and ${(all - rows.length).toLocaleString('en')} more classes</p>` : nothing}`;

/** @param {Row} row @param {number} total */
const bar = ({ votes, name, predicted }, total) => html`<li data-votes=${votes} data-predicted=${predicted ? '' : nothing}>
    <span class="class">${name}</span>
    <svg aria-hidden="true"><rect height="100%" width="${(100 * votes) / Math.max(1, total)}%" /></svg>
    <span class="count">${votes.toLocaleString('en')}</span>
  </li>`;

/**
 * A bar, its amount in words, and a button that ends the job.
 * @param {object} job @param {string} job.label @param {number} job.share how much is done, 0 to 1 @param {string} [job.amount] in place of label and per cent
 * @param {() => void} [job.cancel] @param {string} [job.end] name of the button
 */
export function progress({ label, share, amount, cancel, end = 'Cancel' }) {
  const percent = Math.floor(100 * share);
  return html`<div class="progress">
    <div role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
      <svg aria-hidden="true"><rect height="100%" width="${percent}%" /></svg>
    </div>
    <span class="amount">${amount ?? `${label}: ${percent} %`}</span>
    ${cancel ? html`<button type="button" @click=${cancel}>${end}</button>` : nothing}
  </div>`;
}
