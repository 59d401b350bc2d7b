/** Bars: votes by class, of which what they prove is said elsewhere, and how far a job has come. */

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

/**
 * A bar, its amount in words, and a button that ends the job.
 * @param {object} job
 * @param {string} job.label
 * @param {number} job.share how much is done, 0 to 1
 * @param {string} [job.amount] in place of label and per cent
 * @param {() => void} [job.cancel]
 */
export function progress({ label, share, amount, cancel }) {
  const percent = Math.floor(100 * share);
  return html`<div class="progress">
    <div role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
      <svg aria-hidden="true"><rect height="100%" width="${percent}%" /></svg>
    </div>
    <span class="amount">${amount ?? `${label}: ${percent} %`}</span>
    ${cancel ? html`<button type="button" @click=${cancel}>Cancel</button>` : nothing}
  </div>`;
}
