/** Shows the transformations that the prediction of the clean cloud withstands: a range for each family, each playable on the cloud. */

import { html, nothing } from 'lit';
import { View } from '../parts/view.js';
import '../parts/copied-code.js';
import { saveButtons } from '../parts/save.js';
import { copied } from './code-files.js';
import { freely, lead, rangesTable } from './range-table.js';
import { rangeTable } from './saved-tables.js';
import { comingDeed } from '../words/points.js';
import { CAPPED, chips } from '../words/ranges.js';
import { unitName } from '../words/lengths.js';

/** @typedef {import('./play.js').Play} Play */

/**
 * A button that plays a family, or ends it.
 * @param {Play} play
 * @param {string} family
 * @param {unknown} text
 * @param {string} [look]
 * @param {number} [to] the end of its range
 */
const playing = (
  play, family, text, look = 'quiet', to = undefined,
) => html`<button type="button" class=${look} data-family=${to === undefined ? nothing : family} data-to=${to ?? nothing}
  data-shows=${to === undefined ? 'picture' : nothing} aria-pressed=${String(play.place?.family === family)} @click=${() => {
    play.choose(family);
    document.querySelector('.held')?.scrollIntoView({ block: 'nearest' });
  }}>${text}</button>`;

/** As chips, under the picture. @extends {View<Play>} */
export class WithstoodChips extends View {
  static properties = { around: {} };

  constructor() {
    super();
    /** True if the verdict proves nothing of the changed cloud, so that the ranges are of the original alone. Set by the verdict. */
    this.around = false;
  }

  render() {
    const { known, waits } = this.model;
    if (!known) return waits ? html`<div class="chips"></div>` : nothing;
    const coming = comingDeed(known.withstood);
    const all = chips(known.withstood, this.model.measure);
    if (all.length === 0 && !coming) return nothing;
    return html`<div class="chips"><p>${this.around ? 'Around the original, this is proved:' : freely(known.request)} ${coming && `${coming}, or`}</p>
      ${all.map(({ id, name, text, to }) => playing(this.model, id, html`${name} <b>${text}</b>`, 'chip', to))}
    </div>`;
  }
}

/** As a table. @extends {View<Play>} */
export class Withstood extends View {
  render() {
    const own = this.model.known, known = own ?? this.model.earlier;
    if (!known) return this.model.waits ? html`<div class="awaited"></div>` : nothing;
    const { request, withstood } = known;
    return html`<section class="withstood" aria-label="What it withstands" aria-busy=${String(!own)}>
      <h2>What it withstands</h2>
      <p>${lead(request, this.model.measure)} Each row holds alone, with every value in between.</p>
      ${rangesTable(withstood, this.model.measure, ({ id, name }) => playing(this.model, id, name))}
      <div class="taken">
        ${saveButtons('withstood', 'what it withstands', () => rangeTable(withstood), null)}
        <orbit-code .subject=${withstood} .make=${() => copied('withstand', request, this.model.clouds)}></orbit-code>
      </div>
      <p class="caption">Choose a change to play it on the cloud. Changes use the last axis and ${unitName(this.model.measure, withstood.file)}. They hold for the smoothed classifier, with the
        confidence of the verdict. ${CAPPED} <a href="docs.html#withstand">More</a></p>
    </section>`;
  }
}

customElements.define('orbit-withstood-chips', WithstoodChips);
customElements.define('orbit-withstood', Withstood);
