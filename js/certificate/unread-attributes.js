/** Names the attributes in which the clouds differ and that the model does not read: the verdict says nothing about them. */

import { html, nothing } from 'lit';
import { joined } from '../documents/list.js';
import { seenIn } from '../form/seen.js';

/** The most attributes that are named. */
const MOST = 4;

/** @param {import('./desk.js').Desk} desk */
export function unreadAttributes({ entries: { values }, state: { clouds, differences } }) {
  if (values.perturbation !== 'file' || differences?.of !== clouds) return nothing;
  const seen = seenIn(values.attributes);
  const inOrder = values.permutation !== 'true';
  const names = differences.list.filter(({ name, order }) => (inOrder || !order) && !seen.some((one) => one.name === name)).map(({ name }) => name);
  if (names.length === 0) return nothing;
  const named = names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} others`] : names;
  return html`<p class="remark" data-note="unread-attributes">These clouds differ in ${joined(named)}, which the model does not read.</p>`;
}
