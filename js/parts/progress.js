/** How far a job has come: a bar, its amount in words, and a button that ends the job. */

import { html, nothing } from 'lit';

/**
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
