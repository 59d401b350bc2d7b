/** The slider that plays a family of transformations on the cloud, and under it the range that is certified. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../parts/icons.js';
import { View } from '../parts/view.js';
import { isWithin, rangeRows } from '../words/ranges.js';

/** Steps of the slider from end to end. */
const STEPS = 200;

/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(2)}%`;

/** Marks the certified part of the slider. @param {import('../words/ranges.js').Range} range */
function band({ span, play }) {
  const [from, to] = span.any ? [play.from, play.to] : [span.from, span.to];
  const size = play.to - play.from;
  return svg`<rect x=${percent((from - play.from) / size)} width=${percent((to - from) / size)} height="8" />`;
}

/** @typedef {import('./play.js').Play} Play */

/** The family that is played, null where none is. @param {Play} play */
const playedRange = ({ known, place }) => (known && place && rangeRows(known.withstood).find(({ id }) => id === place.family)) ?? null;

/** Says where the slider stands. @extends {View<Play>} */
export class Played extends View {
  render() {
    const range = playedRange(this.model);
    if (!range) return nothing;
    const { t = 0 } = this.model.place ?? {};
    const within = isWithin(t, range.span);
    return html`<p id="played" role="status" class="played ${within ? 'yes' : 'no'}">${icon(within ? 'certified' : 'open')} <span>${range.name} ${range.at(t)}:
      ${within ? 'certified' : 'not certified, which does not mean that the answer changes'}.</span></p>`;
  }
}

/** @extends {View<Play>} */
export class Player extends View {
  render() {
    const { model: play } = this;
    const range = playedRange(play);
    if (!range) return nothing;
    const { from, to } = range.play;
    return html`<div class="player">
      <input type="range" aria-label="Play" aria-describedby="played" min=${from} max=${to} step=${(to - from) / STEPS} .value=${live(String(play.place?.t))}
        @input=${(/** @type {any} */ event) => play.move(Number(event.target.value))}>
      <svg class="band" aria-hidden="true">${band(range)}</svg>
      <button type="button" class="quiet" @click=${() => play.stop()}>Stop playing</button>
    </div>`;
  }
}

customElements.define('orbit-played', Played);
customElements.define('orbit-player', Player);
