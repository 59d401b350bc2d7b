/** A certificate as a card: the verdict in a sentence, and the few numbers that stand beside it in another page. */

import { html, nothing } from 'lit';
import { argumentKey } from '../parts/arguments.js';
import { icon } from '../parts/icons.js';
import { ALPHA, changesIn } from '../documents/documents.js';
import { argumentRows, proved } from '../words/argument-rows.js';
import { deciders, knownProbability, noise, verdict } from '../words/words.js';

/** @import {Certificate, CertificateRequest} from '../documents/documents.js' */

/** Names and texts, rounded to the safe side. @param {Certificate} c @param {CertificateRequest} request @returns {[name: string, text: unknown][]} */
function numbers(c, request) {
  const list = argumentRows(c, false).filter(({ aside }) => !aside);
  const [first] = deciders(c, request);
  // Show these only if no other argument decides.
  const beside = list.some(({ id }) => id === first) ? undefined : c.subsample ?? c.parameters;
  /** @type {{id?: string, name?: string, lower?: string, runner?: string} | undefined} */
  const strongest = beside
    ? { name: c.subsample ? 'Points that come and go' : 'Noise on transformations', ...proved(/** @type {number} */ (beside.lower), beside.upper_runner_up) }
    : (list.find(({ id }) => id === first) ?? list.at(-1));
  const closed = beside ? undefined : list.find(({ id }) => id === 'orbit') ?? list.find(({ id }) => id === 'black_box');
  const p = knownProbability(request, c.probability?.lower ?? 0);
  /** @type {[string, unknown][]} */
  const all = [
    ['p, clean', p],
    ['σ', [noise(request.sigma), ...Object.entries(request.noise ?? {})].join(' ')],
    ['distance d', closed?.distance],
    ['radius r', closed?.radius],
    ['p′, perturbed', strongest?.lower === undefined ? undefined : `≥ ${strongest.lower}`],
    ['runner-up', strongest?.runner === undefined ? undefined : `≤ ${strongest.runner}`],
    ['α', String(request.alpha ?? ALPHA)],
    ['kept', beside && c.subsample?.kept],
    ...Object.entries(changesIn(request) ?? {}),
    ['argument', strongest && html`${strongest.id && argumentKey(strongest.id)}${strongest.name}`],
    ['votes', request.prediction.votes === undefined ? undefined : 'as claimed in the link'],
  ];
  return all.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/**
 * @param {{certificate: Certificate, request: CertificateRequest} | null} shown null for a card without a certificate
 * @param {unknown} rest what stands below the numbers
 */
export function card(shown, rest) {
  const said = shown && verdict(shown.certificate, shown.request, true);
  return html`<div role="group" class="card ${said?.kind ?? ''}" aria-label="Robustness certificate" data-certified=${shown?.certificate.certified ?? nothing}>
    ${said ? html`<p class="sentence">${icon(said.kind)}<span><strong>${said.head}</strong> ${said.text}</span></p>` : nothing}
    ${shown ? html`<dl>${numbers(shown.certificate, shown.request).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`
      : nothing}
    ${rest}
  </div>`;
}
