/** What the prediction of the clean cloud withstands: a range for each family of transformations, each to be played on the cloud. */

import { html, nothing, svg } from 'lit';
import { removed } from '../documents/documents.js';
import { View } from '../parts/view.js';
import '../parts/copied-code.js';
import { saveButtons } from '../parts/save.js';
import { copied } from './code-files.js';
import { rangeTable } from './saved-tables.js';
import { comingDeed, comingRows } from '../words/points.js';
import { deeds, pointRows, rangeRows } from '../words/ranges.js';
import { named } from '../words/words.js';

/** @typedef {import('../words/ranges.js').Range} Range */
/** @typedef {import('./play.js').Play} Play */

/** @param {number} part */
const percent = (part) => `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;

/** A range on an axis of which 0 is the middle. @param {Range['span']} span @param {number} most @param {string} argument @param {number} y @param {number} height */
function bar({ from, to, any }, most, argument, y, height) {
  const [low, high] = any ? [0, 1] : [0.5 + from / most / 2, 0.5 + to / most / 2];
  return svg`<rect data-argument=${argument} x=${percent(low)} width=${percent(high - low)} y=${y} height=${height} />`;
}

/** The range of each argument, one above the other. @param {Range} range */
function plot({ span, blackBoxSpan, argument }) {
  const ends = [span, blackBoxSpan].flatMap(({ from, to, any }) => (any ? [] : [-from, to]));
  // Beside what has no end the other is a small part.
  const most = (span.any ? 8 : 1.1) * Math.max(...ends, Number.MIN_VALUE);
  return html`<svg class="ranged" aria-hidden="true">${bar(span, most, argument, 4, 12)}${bar(blackBoxSpan, most, 'black_box', 18, 4)}
    <line x1="50%" x2="50%" y1="0" y2="26" /></svg>`;
}

/** How many points may come or go, from none at the left end to the most of all rows; it takes no invariance. @param {number} part */
const counted = (part) => html`<svg class="ranged" aria-hidden="true"><rect data-argument="points" x="0" width=${percent(part)} y="4" height="12" /></svg>`;

/** What holds together with each row. @param {import('./play.js').CertificateRequest} request */
function lead(request) {
  const [what, name] = [removed(request), named(request)];
  const order = request.permutation ? ' and in any order of its points' : '';
  const after = what || order ? ` after any ${what || 'reordering'}${what ? order : ''}, and then` : '';
  return `It stays ${name || 'as it is classified'}${after}`;
}

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
  /** @param {Range} range */
  #row(range) {
    const { id, name, text, blackBox, by, span } = range;
    return html`<tr data-family=${id} data-from=${span.any ? '-Infinity' : span.from} data-to=${span.any ? 'Infinity' : span.to}>
      <th scope="row">${playing(this.desk, id, name)}</th>
      <td>${text}<span class="second">${by}</span></td><td class="drawn">${plot(range)}</td><td>${blackBox}</td></tr>`;
  }

  render() {
    const known = this.desk.known ?? this.desk.earlier;
    if (!known) return this.desk.waits ? html`<div class="awaited"></div>` : nothing;
    const { request, withstood } = known;
    return html`<section class="withstood" aria-label="What it withstands" aria-busy=${String(known !== this.desk.known)}>
      <h2>What it withstands</h2>
      <p>${lead(request)} under each of these, every value between included:</p>
      <table>
        <thead><tr><th scope="col">Change of the cloud</th><th scope="col">Certified</th><td></td><th scope="col">Black box alone</th></tr></thead>
        <tbody>${rangeRows(withstood).map((range) => this.#row(range))}
        ${comingRows(withstood).map(({ id, name, text, part, most }) => html`<tr data-family=${id} data-from="0" data-to=${most}><th scope="row">${name}</th><td>${text}</td><td class="drawn">${counted(part)}</td><td>the same</td></tr>`)}
        ${pointRows(withstood).map(({ id, name, text }) => html`<tr data-family=${id}><th scope="row">${name}</th><td colspan="3">${text}</td></tr>`)}</tbody>
      </table>
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
