/** A certificate as a card: the verdict in a sentence, and its numbers. */

import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import { verdict } from '../words/words.js';
import { numbers } from './numbers.js';

/** @import {Certificate, CertificateRequest} from '../documents/documents.js' */

/**
 * @param {{certificate: Certificate, request: CertificateRequest} | null} shown null for a card without a certificate
 * @param {unknown} [rest] what stands below the numbers of a certificate that was shared; one's own has nothing there
 */
export function card(shown, rest) {
  const said = shown && verdict(shown.certificate, shown.request, true);
  return html`<div role="group" class="card ${said?.kind ?? ''}" aria-label="Robustness certificate" data-certified=${shown?.certificate.certified ?? nothing}>
    ${said ? html`<p class="sentence">${icon(said.kind)}<span><strong>${said.head}</strong> ${said.text}</span></p>` : nothing}
    ${shown ? html`<dl>${numbers(shown.certificate, shown.request, !rest).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>` : nothing}
    ${rest ?? nothing}
  </div>`;
}
