/** Shows the result of sharing: a link and everything that belongs to it. */

import { html, nothing } from 'lit';
import { wordsForStoring } from './storing-words.js';
import { copy } from '../parts/save.js';
import { icon } from '../parts/icons.js';
import { isOneFile } from '../offline/site.js';
import './qr-code.js';

/** @typedef {import('./sharing.js').Link} Link */
/** @typedef {import('../offline/site.js').Site} Site */
/** @typedef {{currentTarget: HTMLElement}} Pressed */

/** The link to give away: as short as it can be. @param {Link} link */
const shownAddress = ({ stored, address, short }) => (stored === 'stored' ? short : address) ?? '';

/** @param {Link} link */
function send(link) {
  // A visitor who changes their mind is no failure.
  void navigator.share({ title: link.said?.title || 'OrbitCert certificate', url: shownAddress(link) }).catch(() => {});
}

/** @param {Link} link */
function storing(link) {
  const { kind, head, text } = wordsForStoring(link);
  const failed = kind === 'failed';
  return html`<p class="storing ${failed ? 'false' : ''}" data-stored=${link.stored} role=${failed ? 'alert' : 'status'}>${icon(kind)}<span>${
    head ? html`<strong>${head}</strong> ` : nothing}${text}</span></p>`;
}

/** The link as a QR code, as short as it can be, and large on request. @param {Link} link */
function code(link) {
  const { stored } = link;
  if (stored === 'posting' || stored === 'slow' || stored === 'local') return nothing;
  const text = shownAddress(link);
  const show = (/** @type {Pressed} */ { currentTarget }) => currentTarget.parentElement?.querySelector('dialog')?.showModal();
  const hide = (/** @type {Pressed} */ { currentTarget }) => currentTarget.closest('dialog')?.close();
  return html`<div class="code">
    <button type="button" aria-label="Enlarge the QR code" @click=${show}><orbit-qr-code .text=${text}></orbit-qr-code></button>
    <dialog aria-label="QR code of the link" @click=${hide}>
      <orbit-qr-code .text=${text}></orbit-qr-code>
      <p>${text?.replace(/[?#].*/, '')}</p>
      <button type="button" @click=${hide}>Close</button>
    </dialog>
  </div>`;
}

/** Writes the HTML with which another page shows the certificate. @param {Link} link @param {Site} site */
function snippet({ key, request, carries }, { base, edge, publicKey }) {
  const named = { key, 'public-key': publicKey, edge, request: carries ? request : '' };
  const attributes = Object.entries(named).filter(([, value]) => value).map(([name, value]) => `  ${name}="${value}"`);
  return `<script type="module" src="${new URL('embed.js', base).href}"></script>\n<orbit-certificate\n${attributes.join('\n')}\n></orbit-certificate>`;
}

/** @param {Link} link @param {Site} site */
function embedding(link, site) {
  return html`<details class="more">
    <summary>Embed in a page</summary>
    <div class="embedding">
      <label for="share-snippet">For the page’s HTML</label>
      <textarea id="share-snippet" readonly rows="6" spellcheck="false" .value=${snippet(link, site)}></textarea>
      <button type="button" @click=${copy}>Copy snippet</button>
      <p class="hint">Shows the verdict with its numbers, and computes it again on request. <a href="docs.html#embedding">What the page must allow</a></p>
    </div>
  </details>`;
}

/** @param {import('./sharing.js').Sharing} sharing @param {Link} link that is made, or why there is none */
export function panel(sharing, link) {
  const { site } = sharing;
  if (link.state === 'none') return html`<p class="remark" role="status" data-stored="none">${link.message}</p>`;
  return html`<section class="share" aria-label="Link">
    <div class="field"><label for="share-title">Title (optional)</label>
      <input id="share-title" type="text" maxlength="80" autocomplete="off" .value=${link.said?.title ?? ''}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => sharing.entitle(target.value)}></div>
    <div class="link">
      <label for="share-link">Link to this certificate</label>
      <input id="share-link" type="text" readonly .value=${shownAddress(link)}>
      <button type="button" @click=${copy}>Copy link</button>
      ${'share' in navigator ? html`<button type="button" @click=${() => send(link)}>Send link…</button>` : nothing}
    </div>
    ${storing(link)}
    <p class="hint">It holds inner products of the clouds, σ, the votes and the invariance; not the clouds. <a href="docs.html#sharing">More</a></p>
    ${isOneFile(site) ? nothing : embedding(link, site)}
    ${code(link)}
  </section>`;
}
