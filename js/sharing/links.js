/** Draws what a verdict has of links: the state of an opened one, and what is made of it to give away, whose code comes with the first. */

import { html, nothing } from 'lit';
import { wordsFor } from './link-words.js';
import { standingBanner } from '../parts/icons.js';

/** The code that shows a link, null until it has come. @type {typeof import('./share-panel.js') | null} */
let panels = null;

/** @param {import('./sharing.js').Sharing} sharing */
function panel(sharing) {
  const { link, session } = sharing;
  if (!link) return nothing;
  if (panels && link.state !== 'making') return panels.panel(sharing, link);
  if (!panels) import('./share-panel.js').then((loaded) => { panels = loaded; session.changed(); }, () => {});
  return html`<p class="remark" role="status">Making a link.</p>`;
}

/** Shows the sender's words as theirs. @param {import('./linked-certificate.js').LinkedCertificate} linked */
function saidBy({ said: { title, class: name } }) {
  if (!title && !name) return nothing;
  return html`<div class="said">${title ? html`<h2>${title}</h2>` : nothing}<p class="hint">${name ? `Class “${name}”. ` : ''}${title && name
    ? 'Title and class are' : title ? 'The title is' : 'The class is'} the sender’s.</p></div>`;
}

/** Links beside a verdict, always in their present state. @param {import('./sharing.js').Sharing} sharing */
export const linksOf = (sharing) => ({
  get shown() { return sharing.linked?.shown ?? null; },
  get waits() { return sharing.linked?.waits ?? false; },
  get making() { return sharing.link?.state === 'making'; },
  get banner() { return sharing.linked ? html`${saidBy(sharing.linked)}${standingBanner(wordsFor(sharing.linked))}` : nothing; },
  get panel() { return panel(sharing); },
  make: () => void sharing.make(),
});
