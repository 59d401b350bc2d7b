/** Step 4, folded: the entries that most visitors leave as they are. */

import { html, nothing } from 'lit';
import { isChanged } from '../form/address.js';
import { isScaled } from '../form/scaled.js';
import { check, choice, choicesOf, disclosure, either, number } from '../parts/field.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../form/entries.js').Entries} Entries */

/** The entries of what is done to both clouds first, where they say that anything is. */
const PREPARED = ['dropMissing', 'kept', 'normalise'];

/** Chooses the cloud that gives centre and scale: points that come and go would move all others with their own. @param {Desk} desk */
function frame(desk) {
  const { entries, entries: { values, errors } } = desk;
  const refused = errors.normalise && values.subsample.trim() !== '' && values.frame === 'own';
  const clean = () => {
    entries.set('frame', 'clean');
    void desk.certify();
  };
  return html`${refused ? html`<div class="remedies"><button type="button" @click=${clean}>Take those of the clean cloud for both</button></div>` : nothing}
    ${choice(entries, 'frame')}
    ${isScaled(entries.values) ? either(entries, 'about') : nothing}`;
}

/** Prepares both clouds, before anything else. @param {Desk} desk */
function preparation(desk) {
  const { entries, files: { clouds: { clean } } } = desk;
  const { kept, method } = entries.values;
  const sampled = kept.trim() !== '';
  const methods = choicesOf(entries, 'method').filter(([name]) => name !== 'surface' || method === name || clean?.faces);
  return html`<h3>Sample and normalise</h3>
    ${check(entries, 'dropMissing')}
    ${number(entries, 'kept')}
    ${sampled ? html`<div class="pair">
      ${choice(entries, 'method', methods)}
      ${method === 'farthest' ? nothing : number(entries, 'samplingSeed')}
    </div>` : nothing}
    ${choice(entries, 'normalise')}
    ${entries.values.normalise === 'none' ? nothing : frame(desk)}
    ${isChanged(entries.values, PREPARED) ? html`<p class="hint">${prepared(entries.values)}</p>` : nothing}`;
}

/** @param {import('../form/address.js').Values} values */
function prepared({ kept, method, permutation, normalise, frame: whose }) {
  const same = method === 'surface' ? 'Both surfaces are sampled at the same places, by area.' : 'The same points of both clouds are kept.';
  const sampling = permutation === 'true' ? 'Each cloud is sampled for itself.' : same;
  const unit = isScaled({ normalise }) ? ` σ is in units of the ${whose === 'clean' ? 'clean cloud’s' : 'cloud’s own'} size.` : '';
  return `${kept.trim() === '' ? '' : sampling}${unit}`.trim();
}

/** @param {Entries} entries */
const runnerUp = (entries) => html`<h3>Runner-up class (optional)</h3>
  ${number(entries, entries.values.given === 'votes' ? 'runnerVotes' : 'runnerProbability')}`;

/** @param {Entries} entries */
const top = (entries) => html`<h3>First k, scores (optional)</h3>
  ${number(entries, 'top')}
  ${check(entries, 'scores')}
  ${entries.values.scores === 'true' ? html`<p class="hint">Probabilities are mean scores.</p>` : nothing}`;

/** The names of the entries that stand here. @param {import('../form/address.js').Values} values */
const names = ({ given }) => [...PREPARED, 'top', 'scores', ...(given === 'model' ? [] : [given === 'votes' ? 'runnerVotes' : 'runnerProbability'])];

/**
 * Open where one of them says something, and where a visitor has opened them.
 * @param {Desk} desk @param {boolean} unfolded @param {(unfolded: boolean) => void} fold
 */
export function moreSettings(desk, unfolded, fold) {
  const { entries, said: { gram } } = desk;
  if (gram && entries.values.given === 'model') return nothing;
  const open = unfolded || isChanged(entries.values, names(entries.values));
  return disclosure('More settings: sampling, runner-up, first k, scores', open, html`
    ${gram ? nothing : preparation(desk)}
    ${entries.values.given === 'model' ? nothing : runnerUp(entries)}
    ${top(entries)}`, (event) => fold(event.target.open));
}
