/** A certificate as the card that pages embed. */

import { html } from 'lit';
import { card } from '../embed/card.js';
import { styles as own } from '../embed/styles.js';
import { icon } from '../parts/icons.js';
import { verdictOf } from '../words/points.js';
import { factsOf } from '../words/stated.js';

export const styles = [own];

/** @param {any} certificate the document */
export function draw(certificate) {
  const { request } = certificate, facts = factsOf(certificate, request);
  if (facts.length === 0) return card({ certificate, request });
  const { kind, head, text } = verdictOf(certificate, request, true);
  return html`<div role="group" class="card ${kind}" aria-label="Robustness certificate" data-certified=${certificate.certified}>
    <p class="sentence">${icon(kind)}<span><strong>${head}</strong> ${text}</span></p>
    <dl>${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl></div>`;
}
