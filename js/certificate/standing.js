/** Says where the verdict on an example comes from, and how much of the certifier has arrived. */

import { html, nothing } from 'lit';
import { progress } from '../parts/bars.js';

const LABEL = 'Loading the prover';

/** @param {NonNullable<import('../certifier/engine.js').Engine['coming']>} come */
const amount = ({ share, total }) => `${LABEL}: ${Math.floor(100 * share)} %${total ? ` of ${(total / 1e6).toFixed(1)} MB` : ''}`;

/** Says whether a verdict was computed when the page was built or on this device. @param {import('./desk.js').Desk} desk */
export function standing({ result: { standing: by }, play, engine: { coming } }) {
  if (!by) return nothing;
  const built = by === 'built' || play.isBuilt;
  return html`<p class="remark origin" data-standing=${built ? 'built' : 'verified'}>${built
    ? html`Checking on your device … <span>${coming ? `${amount(coming)}.` : nothing}</span>` : 'Checked on your device.'}</p>`;
}

/**
 * Shows how much of the certifier has arrived, nothing once it is there.
 * @param {import('../certifier/engine.js').Engine} engine
 * @param {() => void} [cancel] gives up what waits for it
 */
export function loading({ coming }, cancel) {
  return coming ? progress({ share: coming.share, label: LABEL, amount: amount(coming), cancel }) : nothing;
}
