/** What the prediction of the clean cloud withstands: a range for each family of transformations, each to be played on the cloud. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { colours } from '../drawing/colours.js';
import { drawingOn } from '../drawing/drawing.js';
import { scene } from '../drawing/geometry.js';
import { removed } from '../documents/documents.js';
import { icon } from '../parts/icons.js';
import { View } from '../parts/view.js';
import { isWithin, pointRows, rangeRows } from '../words/ranges.js';
import { named } from '../words/words.js';

/** @typedef {import('../words/ranges.js').Range} Range */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */

/** How far beyond its range a family can be played. */
const BEYOND = 2;

/** Where nothing ends it: a turn of half a circle, or a shift of this part of the height. */
const FREE = Math.PI;

/** How far a family can be played. @param {Range} range @returns {[number, number]} */
const reach = ({ span: { from, to, any } }) => (any ? [-FREE, FREE] : [Math.max(-1, BEYOND * from), BEYOND * to]);

/** @param {number} part */
const percent = (part) => `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;

/** A range on an axis of which 0 is the middle. @param {Range['span']} span @param {number} most @param {string} name @param {number} y @param {number} height */
function bar({ from, to, any }, most, name, y, height) {
  const [low, high] = any ? [0, 1] : [0.5 + from / most / 2, 0.5 + to / most / 2];
  return svg`<rect class=${name} x=${percent(low)} width=${percent(high - low)} y=${y} height=${height} />`;
}

/** The range of each argument, one above the other. @param {Range} range */
function plot({ span, blackBoxSpan }) {
  const ends = [span, blackBoxSpan].flatMap(({ from, to, any }) => (any ? [] : [-from, to]));
  // Beside what has no end the other is a small part.
  const most = (span.any ? 8 : 1.1) * Math.max(...ends, Number.MIN_VALUE);
  return html`<svg class="ranged" aria-hidden="true">${bar(span, most, 'withstood', 4, 12)}${bar(blackBoxSpan, most, 'black-box', 18, 4)}
    <line x1="50%" x2="50%" y1="0" y2="26" /></svg>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Withstood extends View {
  /** What it was asked of. @type {{key: string, clean: unknown} | null} */
  #asked = null;
  /** @type {{request: CertificateRequest, withstood: import('../documents/documents.js').Withstood} | null} */
  #known = null;
  #asking = false;
  /** The family that is played, '' for none, and where its slider stands. */
  #family = '';
  #t = 0;

  /** What the family is played on. @type {{canvas: HTMLCanvasElement, drawing: import('../drawing/drawing.js').Drawing | null} | null} */
  #stage = null;

  updated() {
    void this.#follow();
    const canvas = this.querySelector('canvas');
    if (canvas !== this.#stage?.canvas) void this.#lay(canvas);
  }

  disconnectedCallback() {
    this.#stage?.drawing?.dispose();
    this.#stage = null;
    super.disconnectedCallback();
  }

  /** Has a drawing on the canvas of the family that is played, if one is. @param {HTMLCanvasElement | null} canvas */
  async #lay(canvas) {
    this.#stage?.drawing?.dispose();
    const stage = this.#stage = canvas && { canvas, drawing: /** @type {any} */ (null) };
    const clean = this.desk.files.clouds.clean;
    if (!stage || !canvas || !clean) return;
    const { drawing } = await drawingOn(canvas, clean.dimension);
    if (stage !== this.#stage) return drawing?.dispose();
    stage.drawing = drawing;
    void this.#move(this.#t);
  }

  /** What is to be asked: the clean cloud and its prediction, without a perturbed cloud. @returns {{request: CertificateRequest, key: string, clean: unknown} | null} */
  #question() {
    const { job: { result: { phase, request, certificate } }, files: { clouds: { clean } } } = this.desk;
    if (!request || !certificate || request.gram || !clean || phase === 'working' || phase === 'failed') return null;
    const { perturbed, seed, samples, ...rest } = request;
    return { request: rest, key: JSON.stringify(rest), clean };
  }

  /** Asks, one question after another; what has changed meanwhile is asked next. */
  async #follow() {
    const question = this.#question();
    if (this.#asking || !question || (question.key === this.#asked?.key && question.clean === this.#asked.clean)) return;
    this.#asking = true;
    this.#asked = question;
    const withstood = await this.desk.engine.explorer.withstand(question.request).catch(() => null);
    this.#asking = false;
    this.#known = withstood && { request: question.request, withstood };
    this.#stop();
  }

  #stop() {
    this.#family = '';
    this.#t = 0;
    this.requestUpdate();
  }

  /** @param {string} family */
  #choose(family) {
    if (this.#family === family) return this.#stop();
    this.#stop();
    this.#family = family;
  }

  /** Shows the cloud as it is at a value; the latest value is the one that counts. @param {number} t */
  async #move(t) {
    this.#t = t;
    this.requestUpdate();
    const [known, family] = [this.#known, this.#family];
    if (!known) return;
    const points = await this.desk.engine.explorer.withstandCloud(known.request, family, t).catch(() => null);
    if (points && known === this.#known && family === this.#family && t === this.#t) this.#draw(points);
  }

  /** Draws the moved cloud over the one it came from. @param {Float64Array} moved */
  #draw(moved) {
    const { computed } = this.desk.job;
    const { clean } = this.desk.files.clouds;
    if (clean) this.#stage?.drawing?.draw(scene(clean.dimension, computed?.clean ?? clean.points, moved, undefined), 0, colours(this));
  }

  /** @param {Range} range */
  #player(range) {
    const [from, to] = reach(range);
    const within = isWithin(this.#t, range.span);
    const most = Math.max(-from, to);
    return html`<div class="player">
      <canvas role="img" aria-label="The cloud, and over it the cloud as it is changed"></canvas>
      <svg class="ranged" aria-hidden="true">${range.span.any ? bar(range.span, most, 'withstood', 6, 8)
        : svg`<rect class="withstood" x=${percent((range.span.from - from) / (to - from))} width=${percent((range.span.to - range.span.from) / (to - from))} y="6" height="8" />`}</svg>
      <input type="range" aria-label="Play" aria-describedby="played" min=${from} max=${to} step=${(to - from) / 200} .value=${live(String(this.#t))}
        @input=${(/** @type {any} */ event) => void this.#move(Number(event.target.value))}>
      <p id="played" role="status" class=${within ? 'yes' : 'no'}>${icon(within ? 'certified' : 'open')} ${range.name} ${range.at(this.#t)}:
        ${within ? 'certified' : 'not certified, which does not mean that the answer changes'}.</p>
    </div>`;
  }

  /** @param {Range} range */
  #row(range) {
    const { id, name, text, blackBox, by, span } = range;
    const played = id === this.#family;
    return html`<tr data-family=${id} data-from=${span.any ? '-Infinity' : span.from} data-to=${span.any ? 'Infinity' : span.to}>
      <th scope="row"><button type="button" class="quiet" aria-pressed=${String(played)} @click=${() => this.#choose(id)}>${name}</button></th>
      <td>${text}<span class="second">${by}</span></td><td class="drawn">${plot(range)}</td><td>${blackBox}</td></tr>
      ${played ? html`<tr class="playing"><td colspan="4">${this.#player(range)}</td></tr>` : nothing}`;
  }

  /** What holds together with each row. @param {CertificateRequest} request */
  #lead(request) {
    const [what, name] = [removed(request), named(request)];
    const order = request.permutation ? ' and in any order of its points' : '';
    return `It stays ${name || 'as it is classified'}${what || order ? ` after any ${what || 'reordering'}${what ? order : ''}, and then` : ''} under each of these, every value between included:`;
  }

  render() {
    const known = this.#question() && this.#known;
    if (!known?.withstood.certified) return nothing;
    const { request, withstood } = known;
    return html`<section class="withstood" aria-label="What it withstands">
      <h2>What it withstands</h2>
      <p>${this.#lead(request)}</p>
      <table>
        <thead><tr><th scope="col">Change of the cloud</th><th scope="col">Certified</th><td></td><th scope="col">Black box alone</th></tr></thead>
        <tbody>${rangeRows(withstood).map((range) => this.#row(range))}
        ${pointRows(withstood).map(({ id, name, text }) => html`<tr data-family=${id}><th scope="row">${name}</th><td colspan="3">${text}</td></tr>`)}</tbody>
      </table>
      <p class="caption">Choose one to play it on the cloud. About the last axis, in the file’s unit; of the smoothed classifier, with the same confidence as the verdict. Rounded towards zero. <a href="docs.html#withstand">More</a></p>
    </section>`;
  }
}

customElements.define('orbit-withstood', Withstood);
