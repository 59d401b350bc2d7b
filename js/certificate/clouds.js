/** The two clouds: the perturbed one over the clean one, before and after alignment. */

import { html, nothing, svg } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { colours } from '../drawing/colours.js';
import { drawingOn } from '../drawing/drawing.js';
import { longest, MOST, scene } from '../drawing/geometry.js';
import { removed } from '../documents/documents.js';
import { View } from '../parts/view.js';

/** Time the perturbed cloud takes to its aligned place, in milliseconds. */
const DURATION = 700;

/** For so many milliseconds a first drawing lets the verdict go before it. */
const COURTESY = 400;

/** The colours of residuals from short to long. */
const SCALE = html`<svg aria-hidden="true">${[0, 25, 50, 75, 100].map((part, i) => svg`
  <rect x=${6 * i} width="6" height="4" fill="color-mix(in srgb, var(--residual-long) ${part}%, var(--residual-short))" />`)}</svg>`;

/** @param {number} t */
const eased = (t) => t * t * (3 - 2 * t);

/** @extends {View<import('./desk.js').Desk>} */
export class Clouds extends View {
  static properties = { wanted: { state: true }, flat: { state: true } };

  constructor() {
    super();
    /** Whether the visitor wants the aligned cloud. */
    this.wanted = true;
    /** Why a 3-D cloud is drawn flat, '' when it is not. */
    this.flat = '';
    /** @type {import('../drawing/geometry.js').Scene | null} */
    this.scene = null;
    /** @type {import('../drawing/drawing.js').Drawing | null} */
    this.drawing = null;
    /** What the drawing shows. @type {import('../drawing/geometry.js').Scene | null} */
    this.painted = null;
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    this.t = 0;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.turn = undefined;
    /** What the scene was made from, the clean points first. @type {any[]} */
    this.drawn = [];
    this.size = new ResizeObserver(() => this.#paint());
    this.dark = matchMedia('(prefers-color-scheme: dark)');
  }

  connectedCallback() {
    super.connectedCallback();
    this.dark.addEventListener('change', this.#paint);
  }

  disconnectedCallback() {
    this.dark.removeEventListener('change', this.#paint);
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.turn);
    this.drawing?.dispose();
    super.disconnectedCallback();
  }

  /** What is to be drawn: clouds as entered, the alignment as certified. */
  #sources() {
    const { files: { clouds }, entries: { values }, job: { computed, result } } = this.desk;
    const { value, madeClouds = false } = result.certificate ?? {};
    const alignment = value?.orbit?.alignment;
    const dimension = clouds.clean?.dimension ?? 0;
    if (computed) return { dimension, clean: computed.clean, perturbed: computed.perturbed.length ? computed.perturbed : null, alignment };
    const fits = values.perturbation === 'file' && clouds.perturbed?.dimension === dimension;
    return {
      dimension,
      clean: clouds.clean?.points ?? null,
      perturbed: (fits && clouds.perturbed?.points) || null,
      // An alignment belongs to the clouds that were computed with, which are still on their way.
      alignment: madeClouds ? undefined : alignment,
    };
  }

  willUpdate() {
    const { dimension, clean, perturbed, alignment } = this.#sources();
    const ordered = this.desk.entries.values.permutation !== 'true';
    const sources = [clean, perturbed, alignment, ordered];
    if (sources.every((source, i) => source === this.drawn[i])) return;
    const same = clean === this.drawn[0] && perturbed === this.drawn[1];
    this.drawn = sources;
    this.scene = clean && scene(dimension, clean, perturbed, alignment, ordered);
    if (!same || !alignment) this.t = 0;
  }

  updated() {
    const { phase, certificate } = this.desk.job.result;
    const first = phase === 'working' && !certificate && !this.drawing;
    clearTimeout(this.turn);
    this.turn = setTimeout(() => void this.#prepare().then(() => this.#glide()), first ? COURTESY : 0);
  }

  /** Has a drawing on the canvas that is there now. */
  async #prepare() {
    const canvas = this.querySelector('canvas');
    if (canvas === this.canvas) return;
    this.canvas = canvas;
    this.drawing?.dispose();
    this.drawing = null;
    this.painted = null;
    this.flat = '';
    this.size.disconnect();
    if (!canvas || !this.scene) return;
    const { drawing, flat } = await drawingOn(canvas, this.scene.dimension);
    if (canvas !== this.canvas) return drawing?.dispose();
    this.drawing = drawing;
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
      this.#paint();
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  #paint = () => {
    if (!this.scene || !this.drawing) return;
    this.drawing.draw(this.scene, eased(this.t), colours(this));
    this.painted = this.scene;
  };

  /** What the drawing shows, for those who do not see it. @param {import('../drawing/geometry.js').Scene} s */
  #description(s) {
    const count = ((this.drawn[0]?.length ?? 0) / s.dimension).toLocaleString('en');
    const what = s.given ? '' : 'The clean cloud: ';
    const size = (/** @type {number} */ x) => Number(x.toPrecision(3));
    const residuals = s.given && s.paired
      ? ` Longest residual ${size(longest(s.clean, s.given, s.dimension))} as given${this.drawn[2] ? `, ${size(longest(s.clean, s.aligned, s.dimension))} after alignment` : ''}.` : '';
    return `${what}${count} points in ${s.dimension}-D.${residuals}`;
  }

  #switch() {
    const what = removed(this.desk.job.result.request);
    if (!what || !this.scene?.given || !this.drawn[2]) return nothing;
    const option = (/** @type {boolean} */ value, /** @type {string} */ text) => html`<label>
      <input type="radio" name="alignment" .checked=${this.wanted === value} @change=${() => { this.wanted = value; }}><span>${text}</span></label>`;
    return html`<fieldset class="either"><legend class="unseen">Drawing</legend>
      ${option(false, 'as given')}${option(true, `${what} removed`)}</fieldset>`;
  }

  render() {
    const s = this.scene;
    if (!s) return html`<div class="empty">${this.desk.files.gram ? 'The points stay with whoever shared this: a link carries their inner products alone.' : 'Drop a point cloud here.'}</div>`;
    const solid = s.dimension === 3 && !this.flat;
    return html`<figure class="clouds">
      <div class="above">${this.#switch()}</div>
      ${keyed(s.dimension, html`<canvas role="img" aria-label="Drawing of the clouds" aria-describedby="about-drawing" tabindex=${solid ? '0' : nothing}></canvas>`)}
      <p class="legend"><span class="key clean">clean</span>${s.given ? html`<span class="key perturbed">perturbed</span>` : nothing}${s.given && s.paired
          ? html`<span class="key residual">${SCALE}residual</span>` : nothing}</p>
      <figcaption id="about-drawing">${this.#description(s)}
        ${s.step > 1 ? `One point in ${s.step} is drawn (at most ${MOST.toLocaleString('en')}); the certificate uses all.` : nothing}
        ${solid ? 'Drag or use the arrow keys to turn.' : this.flat}</figcaption>
    </figure>`;
  }
}

customElements.define('orbit-clouds', Clouds);
