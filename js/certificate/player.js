/** The slider that plays a family of transformations on the cloud, and under it the range that is certified. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../parts/icons.js';
import { View } from '../parts/view.js';
import { isWithin, playedRanges } from '../words/ranges.js';

/** Steps of the slider from end to end. */
const STEPS = 200;

/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(2)}%`;

/** Marks the certified part of the slider, and in it the part that noise on the points alone certifies. @param {import('../words/ranges.js').Range} range */
function band({ span, blackBoxSpan, argument, play }) {
  const size = play.to - play.from;
  const part = (/** @type {import('../words/ranges.js').Range['span']} */ { from, to, any }, /** @type {string} */ look) => {
    const [low, high] = any ? [play.from, play.to] : [from, to];
    return svg`<rect class=${look} x=${percent((low - play.from) / size)} width=${percent((high - low) / size)} height="8" />`;
  };
  return [part(span, ''), argument === 'parameters' ? part(blackBoxSpan, 'inner') : nothing];
}

/** @typedef {import('./play.js').Play} Play */

/** The family that is played, null where none is. @param {Play} play */
const playedRange = ({ known, place, measure }) => (known && place && playedRanges(known.withstood, measure).find(({ id }) => id === place.family)) ?? null;

/** Describes a position on the way to a cloud that an attack has found. @param {Play} play @param {import('./play.js').Way} way */
function standing({ gone }, { length, radius, was, is }) {
  if (gone < radius) return { look: 'yes', sign: /** @type {const} */ ('certified'), text: `Proved: still “${was}”.` };
  if (gone < length) return { look: 'no', sign: /** @type {const} */ ('open'), text: 'Unknown: neither proved nor refuted.' };
  return { look: 'broken', sign: /** @type {const} */ ('failed'), text: `Broken: by votes it is “${is}”.` };
}

/** Says where the slider stands. @extends {View<Play>} */
export class Played extends View {
  render() {
    const { way } = this.model;
    if (way) {
      const { look, sign, text } = standing(this.model, way);
      return html`<p id="played" role="status" class="played ${look}">${icon(sign)} <span>${text}</span></p>`;
    }
    const range = playedRange(this.model);
    if (!range) return nothing;
    const { t = 0 } = this.model.place ?? {};
    const within = isWithin(t, range.span);
    return html`<p id="played" role="status" class="played ${within ? 'yes' : 'no'}">${icon(within ? 'certified' : 'open')} <span>${range.name} ${range.at(t)}:
      ${within ? `certified${range.argument === 'parameters' ? ` (noise on points alone: ${range.blackBox})` : ''}`
        : 'not certified: the answer may or may not change'}.</span></p>`;
  }
}

/** Milliseconds from one end of the way to the other, and of the rest at either; and from nothing to the end of a range. */
const THERE = 5000, REST = 1500, ONCE = 1000;

/** Legs of a range that plays: to its end, back, and to its end again, where it rests. */
const LEGS = 3;

/**
 * The slider. The way to a cloud that an attack has found plays by itself until a visitor takes it; a range plays once, and rests at its end.
 * @extends {View<Play>}
 */
export class Player extends View {
  /** The way that plays by itself, and since when. @type {{way: import('./play.js').Way, since: number} | null} */
  #alone = null;
  /** The family that has begun to play by itself. */
  #family = '';
  #frame = 0;
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    super.disconnectedCallback();
  }

  updated() {
    const { way, place } = this.model, family = place?.family ?? '';
    if (family !== this.#family) this.#once(this.#family = family);
    if (!way || this.#still.matches || this.#alone?.way === way) return;
    this.#alone = { way, since: performance.now() };
    const step = (/** @type {number} */ now) => {
      if (!this.isConnected || !this.#alone || this.model.way !== this.#alone.way) return;
      const gone = (now - this.#alone.since) % (THERE + 2 * REST) - REST;
      this.model.walk(way.length * Math.max(0, Math.min(1, gone / THERE)));
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Plays a range once. @param {string} family */
  #once(family) {
    cancelAnimationFrame(this.#frame);
    const range = playedRange(this.model);
    if (!range) return;
    const end = range.span.any ? range.play.to : range.span.to, since = performance.now();
    if (this.#still.matches) return this.model.move(end);
    const step = (/** @type {number} */ now) => {
      if (!this.isConnected || this.model.place?.family !== family) return;
      const gone = Math.min(LEGS, Math.max(0, now - since) / ONCE);
      this.model.move(end * (1 - Math.abs(1 - (gone % 2))));
      if (gone < LEGS) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** A visitor takes the slider. @param {() => void} to */
  #take(to) {
    cancelAnimationFrame(this.#frame);
    to();
  }

  /** @param {import('./play.js').Way} way */
  #way(way) {
    const { model: play } = this;
    const zone = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) =>
      svg`<rect class=${name} x=${percent(from)} width=${percent(to - from)} height="8" />`;
    const part = way.radius / way.length;
    return html`<div class="player way">
      <input type="range" aria-label="From the original to the cloud found" aria-describedby="played" min="0" max=${way.length} step=${way.length / STEPS}
        .value=${live(String(play.gone))}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => this.#take(() => play.walk(Number(target.value)))}>
      <svg class="band" aria-hidden="true">${zone('proved', 0, part)}${zone('open', part, 0.985)}${zone('broken', 0.985, 1)}</svg>
      <p class="zones"><span class="proved">proved</span><span>unknown</span><span class="broken">broken</span></p>
      <button type="button" class="quiet" @click=${() => play.stop()}>Stop playing</button>
    </div>`;
  }

  render() {
    const { model: play } = this;
    if (play.way) return this.#way(play.way);
    const range = playedRange(play);
    if (!range) return nothing;
    const { from, to } = range.play;
    return html`<div class="player">
      <input type="range" aria-label="Play" aria-describedby="played" min=${from} max=${to} step=${(to - from) / STEPS} .value=${live(String(play.place?.t))}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => this.#take(() => play.move(Number(target.value)))}>
      <svg class="band" aria-hidden="true">${band(range)}</svg>
      <button type="button" class="quiet" @click=${() => play.stop()}>Stop playing</button>
    </div>`;
  }
}

customElements.define('orbit-played', Played);
customElements.define('orbit-player', Player);
