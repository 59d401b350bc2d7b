/** Step 3: what the classifier is invariant under, how surely to certify, and with how many draws. */

import { html, nothing } from 'lit';
import { CHOICES } from '../documents/groups.js';
import { check, choice, number } from '../parts/field.js';
import { noiseFields } from '../parts/noise-fields.js';

/** @typedef {import('../form/entries.js').Entries} Entries */
/** @typedef {import('../parts/noise-fields.js').Folding} Folding */

/** @type {Record<string, string>} */
const MEANING = {
  none: 'The classifier ignores nothing. Only the black-box argument applies.',
  T: 'The classifier ignores shifts, for example because it centres its input.',
  SO: 'The classifier ignores rotations about the origin.',
  O: 'The classifier ignores rotations and reflections about the origin.',
  SE: 'The classifier ignores rotations and shifts, like one that uses distances and orientation.',
  E: 'The classifier ignores rotations, reflections and shifts, like one that uses pairwise distances.',
  axis: 'The classifier ignores rotations about one axis, like one that knows only up from down. For clouds in 3-D.',
};

/** Text where nothing is chosen. */
const OPEN = 'Choose what never changes the answer of your classifier. If you do not know, choose none.';

const ORDER = 'The classifier ignores the order, like PointNet, DGCNN or Deep Sets. The page looks for the nearest order.';

/** @type {[name: string, direction: string][]} */
const DIRECTIONS = [['x', '1 0 0'], ['y', '0 1 0'], ['z', '0 0 1']];

/** The direction of the axis, whether the cloud may also be moved, and noise about it. @param {Entries} entries @param {Folding} folding */
function axis(entries, folding) {
  const current = entries.values.direction.trim().split(/[\s,;]+/).join(' ');
  return html`<div class="axis-choice">
    ${number(entries, 'direction')}
    <div class="quick" role="group" aria-label="Common directions">${DIRECTIONS.map(([name, direction]) => html`
      <button type="button" aria-label="along ${name}" aria-pressed=${String(current === direction)}
        @click=${() => entries.set('direction', direction)}>${name}</button>`)}
    </div>
  </div>
  ${check(entries, 'translation')}
  ${noiseFields(entries, folding)}`;
}

/** @param {Entries} entries @param {Folding} folding */
const group = (entries, folding) => html`
  ${choice(entries, 'group', CHOICES)}
  <p class="hint">${MEANING[entries.values.group] ?? OPEN}</p>
  ${entries.values.group === 'axis' ? axis(entries, folding) : nothing}
  ${check(entries, 'permutation')}
  ${entries.values.permutation === 'true' ? html`<p class="hint">${ORDER}</p>` : nothing}`;

/** Numbers in place of points were formed for an invariance and hold for no other. @param {unknown} content */
const fixed = (content) => html`<fieldset class="fixed" disabled><legend class="unseen">As shared</legend>${content}</fieldset>
  <p class="hint">The numbers in place of points depend on this invariance, so you cannot change it.</p>`;

/** Invariances of common kinds of classifiers. @type {[name: string, entries: Record<string, string>][]} */
const PRESETS = [
  ['LiDAR object, z\u00a0up', { group: 'axis', direction: '0 0 1', translation: 'true' }],
  ['Molecule', { group: 'E', permutation: 'true' }],
  ['Shape', { group: 'SE' }],
  ['Digit', { group: 'SE' }],
];

/** One click for each kind. @param {Entries} entries */
const presets = (entries) =>
  html`<div class="presets" role="group" aria-label="Presets">${PRESETS.map(
    ([name, preset]) => html`
  <button type="button" @click=${() => Object.entries({ permutation: 'false', ...preset }).forEach(([entry, text]) => entries.choose(entry,
    text))}>${name}</button>`,
  )}</div>`;

/** @param {import('./desk.js').Desk} desk @param {Folding} folding @param {boolean} [asked] whether it is one of three cards */
export const invariance = ({ entries, said: { gram } }, folding, asked = false) => html`
  ${asked ? presets(entries) : nothing}
  ${gram ? fixed(group(entries, folding)) : group(entries, folding)}
  ${asked ? nothing : html`<div class="pair">
    ${number(entries, 'alpha')}
    ${number(entries, 'draws')}
  </div>`}`;
