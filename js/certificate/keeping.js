/** Says whether a visitor's files are kept in this browser, and forgets them. It comes late, so it stands where it moves no entry. */

import { html, nothing } from 'lit';

/** @type {Record<import('../storage/kept-files.js').Kept['standing'], string>} */
const SAID = {
  none: '',
  kept: 'Your files are kept in this browser, so that a reload brings them back. They are not uploaded.',
  refused: 'This browser does not let the page keep your files: a reload loses them.',
  forgotten: 'Forgotten: a reload loses your files.',
};

const EARLIER = 'Files that you opened before are kept in this browser. They are not uploaded.';

/** @param {import('./desk.js').Desk} desk */
export function keeping({ kept, files, entries: { values } }) {
  const own = values.example === '' ? Object.values(files.clouds).flatMap((cloud) => cloud?.source ?? []) : [];
  const said = own.length > 0 ? SAID[kept.standing] : kept.standing === 'kept' && EARLIER;
  if (!said) return nothing;
  return html`<p class="hint keeping" role="status">${said}
    ${kept.standing === 'kept' ? html`<button type="button" class="quiet" @click=${() => kept.forget(own)}>Forget</button>` : nothing}</p>`;
}
