/** The two clouds: the perturbed one over the clean one, before and after alignment. */

import { html, nothing, svg } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { colours } from '../drawing/colours.js';
import { MARKS, strokesOf } from '../drawing/point-marks.js';
import { pictureOn } from '../drawing/drawing.js';
import { brushedScene, changedScene, longest, MOST, scene } from '../drawing/geometry.js';
import { removed } from '../documents/documents.js';
import { View } from '../parts/view.js';
import './player.js';
import './viewing.js';
import './brushing.js';

/** Time the perturbed cloud takes to its aligned place, in milliseconds. */
const DURATION = 700;

/** For so many milliseconds a first drawing lets the verdict go before it. */
const COURTESY = 400;

/** The colours of residuals from short to long. */
const SCALE = html`<svg aria-hidden="true">${[0, 25, 50, 75, 100].map((part, i) => svg`
  <rect x=${6 * i} width="6" height="4" fill="color-mix(in srgb, var(--residual-long) ${part}%, var(--residual-short))" />`)}</svg>`;

/** What each mark means that points without a partner have, and how many have it. @param {import('../drawing/point-marks.js').Coming['numbers']} numbers */
const fates = (numbers) => MARKS.filter((mark) => mark !== 'paired' && numbers[mark] > 0).map((mark) => html`<span class="key fate">
  <svg aria-hidden="true" viewBox="-1.4 -1.4 ${mark === 'replaced' ? 6.2 : 2.8} 2.8" class=${mark}><path d=${path(mark)} /></svg>${count(numbers[mark])} ${mark}</span>`);

/** A mark as a path: of what was replaced, both. @param {import('../drawing/point-marks.js').Mark} mark */
const path = (mark) => [strokesOf(mark, mark === 'added'), mark === 'replaced' ? strokesOf(mark, true).map(([x1, ...rest]) => [x1 + 3.4, rest[0], rest[1] + 3.4, rest[2]]) : []].flat()
  .map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('');

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** @param {any[]} these @param {any[]} those */
const areSame = (these, those) => these.every((each, i) => each === those[i]);

/** Whether two alignments move points alike. @param {object | undefined} a @param {object | undefined} b */
const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** @param {number} t */
const eased = (t) => t * t * (3 - 2 * t);

/** @extends {View<import('./desk.js').Desk>} */
export class Clouds extends View {
  static properties = { wanted: { state: true }, flat: { state: true }, picture: { state: true } };

  constructor() {
    super();
    /** Whether the visitor wants the aligned cloud. */
    this.wanted = true;
    /** Why a 3-D cloud is drawn flat, '' when it is not. */
    this.flat = '';
    /** @type {import('../drawing/geometry.js').Scene | null} */
    this.scene = null;
    /** @type {import('../drawing/picture.js').Picture | null} */
    this.picture = null;
    /** What the picture shows. @type {import('../drawing/geometry.js').Scene | null} */
    this.painted = null;
    /** What is played on it. @type {Float64Array | null} */
    this.moved = null;
    /** What a brush has left of it. @type {import('./brush.js').Left | null} */
    this.left = null;
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    this.t = 0;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.turn = undefined;
    /** What the scene was made from, the clean points first. @type {any[]} */
    this.drawn = [];
    /** What was entered when it was. @type {any[]} */
    this.entered = [];
    /** The longest residual as given and after alignment. @type {[given: number, aligned: number]} */
    this.residuals = [0, 0];
    this.size = new ResizeObserver(this.#paint);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
  }

  connectedCallback() {
    super.connectedCallback();
    this.dark.addEventListener('change', this.#paint);
    this.desk.play.addEventListener('change', this.#onPlay);
    this.desk.brush.addEventListener('change', this.#onBrush);
  }

  disconnectedCallback() {
    this.dark.removeEventListener('change', this.#paint);
    this.desk.play.removeEventListener('change', this.#onPlay);
    this.desk.brush.removeEventListener('change', this.#onBrush);
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.turn);
    this.picture?.dispose();
    super.disconnectedCallback();
  }

  /** What is to be drawn: clouds as entered, the alignment as certified. */
  #sources() {
    const { brush, files: { brushed, clouds }, entries: { values }, job: { computed, result } } = this.desk;
    const { value, madeClouds = false } = result.certificate ?? {};
    // What decides where points come and go knows better what belongs together.
    const alignment = (value?.orbit?.certified ? null : value?.subsample?.alignment) ?? value?.orbit?.alignment;
    const dimension = clouds.clean?.dimension ?? 0;
    if (computed) return { dimension, clean: computed.clean, perturbed: computed.perturbed.length ? computed.perturbed : null, alignment };
    const paired = values.perturbation === 'brush' && brushed && !brush.touched;
    const fits = (values.perturbation === 'file' || paired) && clouds.perturbed?.dimension === dimension;
    return {
      dimension,
      clean: clouds.clean?.points ?? null,
      perturbed: (fits && clouds.perturbed?.points) || null,
      // An alignment belongs to the clouds that were computed with, which are still on their way.
      alignment: madeClouds ? undefined : alignment,
    };
  }

  /** Whether another verdict about the same clouds is there in a moment: until it is, they stay as they are drawn. */
  get #awaits() {
    const { follows, job: { computed, result: { phase, certificate, counting, search } } } = this.desk;
    const isThere = certificate && !(certificate.madeClouds && !computed);
    const comes = follows || (phase === 'working' && !counting && !search);
    return comes && !isThere && areSame(this.#entered, this.entered);
  }

  get #entered() {
    const { files: { clouds: { clean, perturbed } }, entries: { values: { perturbation } } } = this.desk;
    return [clean, perturbed, perturbation];
  }

  shouldUpdate() {
    return !this.#awaits;
  }

  willUpdate() {
    this.entered = this.#entered;
    const { dimension, clean, perturbed, alignment: found } = this.#sources();
    const alignment = isSame(found, this.drawn[2]) ? this.drawn[2] : found;
    const ordered = this.desk.entries.values.permutation !== 'true';
    const sources = [clean, perturbed, alignment, ordered];
    if (areSame(sources, this.drawn)) return;
    const same = clean === this.drawn[0] && perturbed === this.drawn[1];
    this.drawn = sources;
    const s = this.scene = clean && scene(dimension, clean, perturbed, alignment, ordered);
    this.residuals = s?.given && s.paired ? [longest(s, s.given), longest(s, s.aligned)] : [0, 0];
    if (!same || !alignment) this.t = 0;
  }

  updated() {
    const { phase, certificate } = this.desk.job.result;
    const first = phase === 'working' && !certificate && !this.picture;
    clearTimeout(this.turn);
    this.turn = setTimeout(() => void this.#prepare().then(() => this.#glide()), first ? COURTESY : 0);
  }

  /** Has a picture on the canvas that is there now. */
  async #prepare() {
    const canvas = this.querySelector('canvas');
    if (canvas === this.canvas) return;
    this.canvas = canvas;
    this.picture?.dispose();
    this.picture = null;
    this.painted = null;
    this.flat = '';
    this.size.disconnect();
    if (!canvas || !this.scene) return;
    const { picture, flat } = await pictureOn(canvas, this.scene.dimension);
    if (canvas !== this.canvas) return picture?.dispose();
    this.picture = picture;
    this.flat = flat;
    this.size.observe(canvas);
  }

  /** Moves the perturbed cloud to where it is wanted; one that is there is not painted again. */
  #glide() {
    cancelAnimationFrame(this.frame);
    const goal = this.wanted && this.desk.job.result.certificate ? 1 : 0;
    if (goal === this.t && this.scene === this.painted) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || goal === this.t) {
      this.t = goal;
      return this.#paint();
    }
    const start = performance.now(), from = this.t;
    const step = (/** @type {number} */ now) => {
      const part = Math.min(Math.max((now - start) / DURATION, 0), 1);
      this.t = from + (goal - from) * part;
      this.#paint(part < 1);
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** The clean cloud with what is played on it or with what a brush has left of it, null where neither is. @returns {import('../drawing/geometry.js').Scene | null} */
  get #played() {
    const { play: { moved }, brush: { left } } = this.desk;
    if (left && !moved && this.scene && left.partners.length === this.scene.count) return brushedScene(this.scene, left);
    return this.scene && moved && moved.length === this.scene.count * this.scene.dimension ? changedScene(this.scene, moved) : null;
  }

  /** What is played begins, moves or ends. */
  #onPlay = () => {
    this.requestUpdate();
    if (this.painted && this.desk.play.moved !== this.moved) this.#paint(true);
  };

  /** The brush has passed, or is another one. */
  #onBrush = () => {
    this.requestUpdate();
    if (this.painted && this.desk.brush.left !== this.left) this.#paint(true);
  };

  #paint = (/** @type {unknown} */ moving = false) => {
    if (!this.scene || !this.picture) return;
    const played = this.#played;
    this.moved = this.desk.play.moved;
    this.left = this.desk.brush.left;
    this.picture[moving === true ? 'stir' : 'show'](played ?? this.scene, played ? 0 : eased(this.t), colours(this));
    if (!this.painted) this.dispatchEvent(new Event('painted', { bubbles: true }));
    this.painted = this.scene;
  };

  /** What the drawing shows, for those who do not see it. @param {import('../drawing/geometry.js').Scene} s */
  #description(s) {
    const what = s.given ? '' : 'The clean cloud: ';
    const size = (/** @type {number} */ x) => Number(x.toPrecision(3));
    const [given, aligned] = this.residuals;
    const residuals = s.given && s.paired ? ` Longest residual ${size(given)} as given${this.drawn[2] ? `, ${size(aligned)} after alignment` : ''}.` : '';
    return `${what}${count(s.count)} points in ${s.dimension}-D${s.coming ? `: ${MARKS.filter((mark) => s.coming?.numbers[mark]).map((mark) => `${count(s.coming?.numbers[mark] ?? 0)} ${mark}`).join(', ')}` : ''}.${residuals}`;
  }

  #switch() {
    // In a line on a phone: the axis stands in the sentence.
    const what = removed(this.desk.job.result.request).replace(' about the axis', '');
    if (!what || !this.scene?.given || !this.drawn[2]) return nothing;
    const option = (/** @type {boolean} */ value, /** @type {string} */ text) => html`<label>
      <input type="radio" name="alignment" .checked=${this.wanted === value} @change=${() => { this.wanted = value; }}><span>${text}</span></label>`;
    return html`<fieldset class="either"><legend class="unseen">Drawing</legend>
      ${option(false, 'as given')}${option(true, `${what} removed`)}</fieldset>`;
  }

  /** What stands in the place of clouds. */
  get #nothing() {
    const { drawing, files: { gram } } = this.desk;
    if (gram) return 'The points stay with whoever shared this: a link carries a few numbers of them alone.';
    return drawing ? 'What you draw comes here, as points.' : 'Drop a point cloud here.';
  }

  /** What the colours mean. @param {import('../drawing/geometry.js').Scene} s */
  #legend(s) {
    const other = this.desk.play.place ? 'changed' : s.given && 'perturbed';
    return html`<p class="legend"><span class="key clean">clean</span>${other ? html`<span class="key perturbed">${other}</span>` : nothing}${other && (s.paired || other === 'changed')
      ? html`<span class="key residual">${SCALE}residual</span>` : nothing}${other === 'perturbed' && s.coming ? fates(s.coming.numbers) : nothing}</p>`;
  }

  render() {
    const { play, brush } = this.desk;
    const s = brush.touched && !play.place ? this.#played ?? this.scene : this.scene;
    if (!s) return html`<div class="empty">${this.#nothing}</div>`;
    // Where nothing is compared, what the colours mean stands in the place of the switch.
    const alone = !play.place && (!s.given || this.desk.job.result.phase === 'failed');
    return html`<figure class="clouds">
      <div class="above">${play.place ? nothing : alone ? this.#legend(s) : this.#switch()}<orbit-played .desk=${play}></orbit-played></div>
      <div class="brushing"><div class="held">${keyed(s.dimension, html`<canvas role="img" aria-label="Drawing of the clouds" aria-describedby="about-drawing" tabindex="0"></canvas>`)}
        ${this.picture ? keyed(this.picture, html`<orbit-viewing .desk=${this.picture} .other=${play.place ? 'Changed' : 'Perturbed'}></orbit-viewing>`) : nothing}</div>
      ${this.picture ? keyed(this.picture, html`<orbit-brush .desk=${brush} .picture=${this.picture}></orbit-brush>`) : nothing}</div>
      ${alone ? nothing : this.#legend(s)}
      <orbit-player .desk=${play}></orbit-player>
      <figcaption id="about-drawing" class=${play.place ? 'unseen' : nothing}><span>${play.place ? `${count(s.count)} points, and over them the same ones changed.` : this.#description(s)}
        ${s.count > MOST ? `${count(MOST)} of them are drawn; the certificate uses all.` : nothing}
        ${this.flat}</span> <span>${s.dimension === 3 ? 'Drag or use the arrow keys to turn.' : 'Drag to move, wheel or pinch to zoom.'}</span></figcaption>
    </figure>`;
  }
}

customElements.define('orbit-clouds', Clouds);
