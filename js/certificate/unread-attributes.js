/**
 * What a visitor may have overlooked in a verdict: attributes in which the clouds differ and that the model does not read, and what else does
 * not fit together.
 */

import { html, nothing } from 'lit';
import { joined } from '../documents/list.js';
import { sentence } from '../words/error-sentence.js';
import { seenIn } from '../form/seen.js';
import { differencesTo } from '../question/given.js';

/** The most attributes that are named. */
const MOST = 4;

/** Remarks by certificate, empty until the core has answered. @type {WeakMap<object, string[]>} */
const remarks = new WeakMap();

/**
 * Shows what the core says about a certificate. It comes later than the verdict, so nothing that is pressed may stand below it.
 * @param {import('./desk.js').Desk} desk @param {() => void} come
 */
export function fits({ engine, result: { phase, certificate, request } }, come) {
  if (phase !== 'done' || !certificate?.text || !request) return nothing;
  if (!remarks.has(certificate)) {
    remarks.set(certificate, []);
    engine.fits(request, certificate).then((all) => { remarks.set(certificate, all); come(); }, () => {});
  }
  return remarks.get(certificate)?.map((one) => html`<p class="remark" data-note="fit">${sentence(one)}</p>`);
}

/** @param {import('./desk.js').Desk} desk */
export function unreadAttributes({ entries: { values }, state, state: { clouds } }) {
  const differences = values.perturbation === 'file' && differencesTo(state);
  if (!differences) return nothing;
  const seen = seenIn(values.attributes);
  const inOrder = values.permutation !== 'true';
  const names = differences.filter(({ name, order }) => (inOrder || !order) && !seen.some((one) => one.name === name)).map(({ name }) => name);
  if (names.length === 0) return nothing;
  const named = names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} others`] : names;
  return html`<p class="remark" data-note="unread-attributes">These clouds differ in ${joined(named)}, which the model does not read.</p>`;
}
