/** Where a verdict on an example comes from, and how much of the program has come that computes verdicts. */

import { html, nothing } from 'lit';
import { progress } from '../parts/bars.js';

/** Says whether a verdict was computed when the page was built or on this device. @param {import('./desk.js').Desk} desk */
export function standing({ job: { result: { standing: by } }, play }) {
  if (!by) return nothing;
  const built = by === 'built' || play.isBuilt;
  return html`<p class="remark" data-standing=${built ? 'built' : 'verified'}>${built ? 'Computed when this page was built. This device computes it again.' : 'Verified on this device.'}</p>`;
}

/** How much of the program has come, nothing where it is there. @param {import('../certifier/engine.js').Engine} engine @param {() => void} [cancel] gives up what waits for it */
export function loading({ coming }, cancel) {
  if (!coming) return nothing;
  const { share, total } = coming;
  const percent = Math.floor(100 * share), label = 'Loading the prover';
  return progress({ share, label, amount: `${label}: ${percent} %${total ? ` of ${(total / 1e6).toFixed(1)} MB` : ''}`, cancel });
}
