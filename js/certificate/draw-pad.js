/** A pad to draw a digit on: with every stroke the drawing becomes the clean cloud, and the model of digits votes on it. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { initial } from '../entries/address.js';
import { View } from '../parts/view.js';
import { inkOf } from './ink.js';

/** @typedef {import('./ink.js').Place} Place */

/** Points of a drawing, as many as the model was trained on. */
const POINTS = 256;

/** What a drawing is certified against before anybody moves a slider. */
const START = { given: 'model', model: 'digits', perturbation: 'rotate', degrees: '25', noise: '0.1', sigma: '0.1', group: 'SE' };

/** @type {{name: 'degrees' | 'noise', label: string, min: number, max: number, step: number, unit: string}[]} */
const SLIDERS = [
  { name: 'degrees', label: 'Turn', min: -180, max: 180, step: 1, unit: '°' },
  { name: 'noise', label: 'Jitter', min: 0, max: 0.6, step: 0.01, unit: '' },
];

/** @extends {View<import('./desk.js').Desk>} */
export class DrawPad extends View {
  /** @type {Place[][]} */
  strokes = [];
  /** Whether the pen is down. */
  #down = false;
  /** Whether a slider has moved since the last certificate began. */
  #moved = false;
  #certifying = false;

  /** The model comes while the first stroke is drawn. */
  firstUpdated() {
    void this.desk.fill({ ...initial(), ...START }, {}).then(() => this.desk.entries.edited());
    this.scrollIntoView({ block: 'nearest' });
  }

  /** @param {PointerEvent} event @returns {Place} */
  #place({ offsetX, offsetY, currentTarget }) {
    const { clientWidth } = /** @type {Element} */ (currentTarget);
    return [(offsetX * 100) / clientWidth, (offsetY * 100) / clientWidth];
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#down = true;
    this.strokes = [...this.strokes, [this.#place(event)]];
    this.requestUpdate();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#down) return;
    /** @type {Place[]} */ (this.strokes.at(-1)).push(this.#place(event));
    this.requestUpdate();
  }

  #end() {
    if (!this.#down) return;
    this.#down = false;
    void this.#take();
  }

  #undo() {
    this.strokes = this.strokes.slice(0, -1);
    void this.#take();
  }

  #clear() {
    this.strokes = [];
    void this.#take();
  }

  /** Makes the drawing the clean cloud, and certifies it. */
  async #take() {
    this.requestUpdate();
    const points = inkOf(this.strokes, POINTS);
    const { desk } = this;
    if (points.length === 0) return desk.files.remove('clean');
    const text = JSON.stringify({ points: points.map((point) => point.map((x) => Number(x.toFixed(6)))) });
    await desk.fill({ ...desk.entries.values, example: '' }, { clean: new File([text], 'drawing.json') });
    desk.entries.edited();
    await desk.certify();
  }

  /** Certifies what the sliders say, one after another: what is passed meanwhile is left out. @param {'degrees' | 'noise'} name @param {string} text */
  async #slide(name, text) {
    this.desk.entries.set(name, text);
    this.#moved = true;
    if (this.#certifying) return;
    this.#certifying = true;
    while (this.#moved) {
      this.#moved = false;
      await this.desk.certify();
    }
    this.#certifying = false;
  }

  #sliders() {
    const { values } = this.desk.entries;
    if (this.strokes.length === 0 || values.perturbation !== 'rotate') return nothing;
    return SLIDERS.map(({ name, label, min, max, step, unit }) => html`<label class="slider"><span>${label} <span class="amount">${values[name]}${unit}</span></span>
      <input type="range" min=${min} max=${max} step=${step} .value=${live(values[name])}
        @input=${(/** @type {any} */ event) => void this.#slide(name, event.target.value)}></label>`);
  }

  render() {
    const path = this.strokes.map((stroke) => `M${stroke.map((place) => place.map((x) => x.toFixed(1)).join(' ')).join('L')}`).join('');
    return html`<section class="draw" aria-label="Drawing">
      <svg class="pad" viewBox="0 0 100 100" role="img" aria-label="Pad: draw a digit with mouse, finger or pen"
        @pointerdown=${this.#begin} @pointermove=${this.#move} @pointerup=${this.#end} @pointercancel=${this.#end}>
        <path d=${path} />
      </svg>
      ${this.strokes.length === 0 ? html`<p class="hint">Draw a digit here, in one stroke or more. The example model votes on it when the pen lifts; 6 and 9 are one class, since it ignores rotation.</p>` : html`<div class="quick">
        <button type="button" @click=${this.#undo}>Undo</button><button type="button" @click=${this.#clear}>Clear</button></div>`}
      ${this.#sliders()}
    </section>`;
  }
}

customElements.define('orbit-draw', DrawPad);
