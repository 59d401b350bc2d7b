/** What has become of sharing: a link to copy, a reason why there is none, or how an opened link stands. */

import { html, nothing } from 'lit';
import { icon } from './icons.js';

/** @param {any} event */
async function copy(event) {
  const button = event.currentTarget;
  const field = button.previousElementSibling;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  } catch {
    // Without permission for the clipboard the link stays selected for copying by hand.
    button.textContent = 'Selected';
  }
}

/** @param {import('../sharing.js').Link | null} link */
export function sharePanel(link) {
  if (!link) return nothing;
  if (link.state === 'making') return html`<p class="remark" role="status">Making a link: the service computes the certificate itself, from the Gram matrix.</p>`;
  if (link.state === 'failed') return html`<p class="remark" role="status">${link.message}</p>`;
  return html`<div class="link">
    <label for="share-link">Link to this certificate</label>
    <input id="share-link" type="text" readonly .value=${link.address ?? ''}>
    <button type="button" @click=${copy}>Copy link</button>
    <p class="hint">It holds the certificate, not the clouds. Whoever opens it computes it again.</p>
  </div>`;
}

/** @param {import('../sharing.js').Shared | null} shared */
export function sharedBanner(shared) {
  if (!shared || shared.state === 'fetching') return nothing;
  if (shared.state === 'checking') return html`<p class="banner" role="status">${icon('pending')}<span><strong>Shared, checking…</strong> This certificate came by a link and is being computed again here. The clouds were not shared.</span></p>`;
  if (shared.state === 'checked') return html`<p class="banner checked" role="status">${icon('certified')}<span><strong>Shared, checked on this device.</strong> Computed again here with the same result. The clouds were not shared.</span></p>`;
  if (shared.state === 'refused') return html`<p class="banner refused" role="alert">${icon('failed')}<span><strong>The shared certificate does not stand.</strong> ${shared.message} Below is what this device computed for the same request.</span></p>`;
  return html`<p class="banner refused" role="alert">${icon('failed')}<span><strong>The shared certificate was not opened or not checked.</strong> ${shared.message}</span></p>`;
}
