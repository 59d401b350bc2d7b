/** Step 3: what the classifier is invariant under, how surely to certify, and with how many draws. */

import { html, nothing } from 'lit';
import { CHOICES } from '../documents/groups.js';
import { check, choice, number } from '../parts/field.js';

/** @typedef {import('../form/entries.js').Entries} Entries */

/** @type {Record<string, string>} */
const MEANING = {
  none: 'Nothing is assumed about the classifier. Only the black-box argument applies.',
  T: 'Moving the whole cloud never changes the answer, as for a classifier that centres its input.',
  SO: 'Turning the cloud about the origin never changes the answer.',
  O: 'Turning or mirroring the cloud about the origin never changes the answer.',
  SE: 'Turning and moving the cloud never changes the answer, as for a classifier of distances and orientation.',
  E: 'Turning, mirroring and moving the cloud never changes the answer, as for a classifier of pairwise distances.',
  axis: 'Turning the cloud about one line through the origin never changes the answer, as for a classifier that knows up from down only. For clouds in 3-D.',
};

const ORDER = 'Listing the points in another order never changes the answer, as for PointNet, DGCNN or Deep Sets. The page looks for the order that brings the clouds nearest.';

/** @type {[name: string, direction: string][]} */
const DIRECTIONS = [['x', '1 0 0'], ['y', '0 1 0'], ['z', '0 0 1']];

/** The direction of the axis and whether the cloud may also be moved. @param {Entries} entries */
function axis(entries) {
  const current = entries.values.direction.trim().split(/[\s,;]+/).join(' ');
  return html`<div class="axis-choice">
    ${number(entries, 'direction', 'Axis', { mode: 'text', help: 'axis' })}
    <div class="quick" role="group" aria-label="Common directions">${DIRECTIONS.map(([name, direction]) => html`
      <button type="button" aria-label="along ${name}" aria-pressed=${String(current === direction)}
        @click=${() => entries.set('direction', direction)}>${name}</button>`)}
    </div>
  </div>
  ${check(entries, 'translation', 'and translations')}`;
}

/** @param {Entries} entries @param {(name: string) => string} hint what else is to be said of an entry */
const group = (entries, hint) => html`
  ${choice(entries, 'group', 'Invariance', CHOICES, { help: 'group' })}
  ${hint('group') ? html`<p class="hint">${hint('group')}</p>` : nothing}
  <p class="hint">${MEANING[entries.values.group]}</p>
  ${entries.values.group === 'axis' ? axis(entries) : nothing}
  ${check(entries, 'permutation', 'Point order does not matter', { help: 'permutation' })}
  ${entries.values.permutation === 'true' ? html`<p class="hint">${ORDER}</p>` : nothing}`;

/** Inner products were formed for an invariance and hold for no other. @param {unknown} content */
const fixed = (content) => html`<fieldset class="fixed" disabled><legend class="unseen">As shared</legend>${content}</fieldset>
  <p class="hint">The inner products were formed for this invariance, so it cannot be changed.</p>`;

/** @param {import('./desk.js').Desk} desk @param {(name: string) => string} hint what else is to be said of an entry */
export const invariance = ({ entries, files }, hint) => html`<section class="step">
  <h2><span class="ordinal">3</span> Invariance</h2>
  ${files.gram ? fixed(group(entries, hint)) : group(entries, hint)}
  <div class="pair">
    ${number(entries, 'alpha', 'Error probability α', { help: 'alpha' })}
    ${number(entries, 'draws', 'Draws per bound', { mode: 'numeric', help: 'draws' })}
  </div>
</section>`;
