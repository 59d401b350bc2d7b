/** What the prediction of the clean cloud withstands: a range for each family of transformations, each to be played on the cloud. */

import { html, nothing } from 'lit';
import { View } from '../parts/view.js';
import '../parts/copied-code.js';
import { saveButtons } from '../parts/save.js';
import { copied } from './code-files.js';
import { lead, rangesTable } from './range-table.js';
import { rangeTable } from './saved-tables.js';
import { comingDeed } from '../words/points.js';
import { deeds } from '../words/ranges.js';

/** @typedef {import('./play.js').Play} Play */

/** A button that plays a family, or ends it. @param {Play} play @param {string} family @param {string} text */
const playing = (play, family, text) => html`<button type="button" class="quiet" aria-pressed=${String(play.place?.family === family)}
  @click=${() => play.choose(family)}>${text}</button>`;

/** In a sentence, beside the verdict. @extends {View<Play>} */
export class WithstoodSentence extends View {
  render() {
    const { desk: play, desk: { known } } = this;
    if (!known) return play.waits ? html`<p class="deeds"></p>` : nothing;
    const coming = comingDeed(known.withstood);
    const all = [...(coming ? [{ id: 'points', text: coming, playable: false }] : []), ...deeds(known.withstood)];
    const parts = all.map(({ id, text, playable }, i, { length }) => html`${i === 0 ? ' ' : i === length - 1 ? ' or ' : ', '}${playable ? playing(play, id, text) : text}`);
    return html`<p class="deeds">${lead(known.request)}:${parts}.</p>`;
  }
}

/** As a table. @extends {View<Play>} */
export class Withstood extends View {
  render() {
    const known = this.desk.known ?? this.desk.earlier;
    if (!known) return this.desk.waits ? html`<div class="awaited"></div>` : nothing;
    const { request, withstood } = known;
    return html`<section class="withstood" aria-label="What it withstands" aria-busy=${String(known !== this.desk.known)}>
      <h2>What it withstands</h2>
      <p>${lead(request)} under each of these, every value between included:</p>
      ${rangesTable(withstood, ({ id, name }) => playing(this.desk, id, name))}
      <div class="taken">
        ${saveButtons('withstood', 'what it withstands', () => rangeTable(withstood), null)}
        <orbit-code .subject=${withstood} .make=${() => copied('withstand', request, this.desk.clouds)}></orbit-code>
      </div>
      <p class="caption">Choose one to play it on the cloud. About the last axis, in the file’s unit; of the smoothed classifier, with the same confidence as the verdict. Rounded towards zero. <a href="docs.html#withstand">More</a></p>
    </section>`;
  }
}

customElements.define('orbit-withstood-sentence', WithstoodSentence);
customElements.define('orbit-withstood', Withstood);
