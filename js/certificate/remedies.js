/** What a file leaves open, as buttons. A second click takes back what the first has done. */

import { html, nothing } from 'lit';
import { View } from '../parts/view.js';
import { Offers } from './offers.js';

/** @extends {View<import('./desk.js').Desk>} */
export class Remedies extends View {
  static properties = { handle: {} };

  constructor() {
    super();
    /** @type {import('../clouds/files.js').Handle} */
    this.handle = 'clean';
    /** @type {Offers | undefined} */
    this.offers = undefined;
  }

  render() {
    const offers = this.offers ??= new Offers(this.desk, this.handle);
    const { all } = offers;
    if (all.length === 0) return nothing;
    return html`<div class="remedies" role="group" aria-label="What to do with ${offers.source?.name}">${all.map((remedy) => html`
      <button type="button" aria-pressed=${String(offers.isUsed(remedy))} @click=${() => offers.toggle(remedy)}>${remedy.label}</button>`)}</div>`;
  }
}

customElements.define('orbit-remedies', Remedies);
