/** Says beside a verdict what holds the truth, where a calibration is there. */

import { html, nothing } from 'lit';
import { held, often } from '../words/sets.js';
import { View } from '../parts/view.js';
import { enterSets } from './visitor-files.js';

/** @extends {View<import('./desk.js').Desk>} */
class SetsLine extends View {
  static properties = { sets: {} };

  constructor() {
    super();
    /** Of the certificate on show. Set by the template. @type {import('../documents/types.js').Sets | undefined} */
    this.sets = undefined;
  }

  render() {
    const { sets, model: { said: { sets: laid } } } = this;
    if (!sets && !laid) return nothing;
    return html`<p class="remark" data-note="sets">${sets ? html`<b>${held(sets)}</b> · holds the truth ${often(sets)}`
      : 'A calibration is open, and not used here'}
      <a href="docs.html#sets">More</a>
      ${laid ? html`<button type="button" class="quiet" @click=${() => enterSets(this.model, null)}>Remove calibration</button>` : nothing}</p>`;
  }
}

customElements.define('orbit-sets-line', SetsLine);
