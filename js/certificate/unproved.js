/** Evidence that belongs to other settings than those entered: what to say of it, and the ways out. */

import { html, nothing } from 'lit';
import { samplingOf } from '../form/evidence.js';
import { isCounted } from '../question/entered.js';

/** @typedef {import('../question/entered.js').Unproved} Unproved */

/** The verdict in a sentence: a head and what follows it. @param {import('./desk.js').Desk} desk @param {Unproved} found */
export function unprovedWords({ state, entries: { values: { given } } }, { now, before }) {
  const evidence = given === 'probability' ? 'this probability was given' : `these votes were ${isCounted(state) ? 'counted' : 'given'}`;
  return { head: `Nothing is proved ${now} yet:`, text: `${evidence} ${before}.` };
}

/** The ways out. @param {import('./desk.js').Desk} desk @param {Unproved} found */
function ways(desk, { then, short: [now, before] }) {
  const { entries: { values } } = desk;
  const back = () => {
    const settings = samplingOf(values);
    desk.entries.setAll(Object.fromEntries(Object.entries(then).filter(([name, text]) => text !== settings[name])));
    void desk.certify();
  };
  const at = /^[\d.]+$/.test(now) ? 'at' : 'with';
  return html`<div class="actions ways">
    ${desk.voting.able ? html`<button type="button" @click=${() => desk.countAgain()}>Count again ${now ? `${at} ${now}` : 'with these settings'}</button>`
      : nothing}
    ${values.given === 'model' ? nothing : html`<button type="button" @click=${() => desk.claim()}>They are mine, use them</button>`}
    <button type="button" @click=${back}>Back to ${before || 'those settings'}</button>
  </div>`;
}

/** Draws the notice in place of a verdict. @param {import('./desk.js').Desk} desk @param {Unproved} found */
export function unprovedView(desk, found) {
  const { head, text } = unprovedWords(desk, found);
  return html`<div class="sentence pending" data-reason="unproved"><h2>${head}</h2> <p>${text}</p></div>${ways(desk, found)}`;
}
