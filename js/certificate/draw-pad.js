/** The picture as a pad to draw a digit on: with every stroke the drawing becomes the clean cloud, and the model of digits votes on it. */

import { html, nothing } from 'lit';
import { drawn, unsaid } from '../form/evidence.js';
import { View } from '../parts/view.js';
import { inkOf } from './ink.js';

/** @typedef {import('./ink.js').Point} Point */

/** Points of a drawing, as many as the model was trained on. */
const POINTS = 256;

/** @extends {View<import('./desk.js').Desk>} */
export class DrawPad extends View {
  /** @type {Point[][]} */
  strokes = [];
  /** True if the pen is down. */
  #down = false;

  firstUpdated() {
    this.scrollIntoView({ block: 'nearest' });
  }

  /** @param {PointerEvent} event @returns {Point} */
  #pointOf({ clientX, clientY, currentTarget }) {
    const { left, top, width, height } = /** @type {Element} */ (currentTarget).getBoundingClientRect(), side = Math.min(width, height) / 100;
    return [(clientX - left) / side, (clientY - top) / side];
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#down = true;
    this.strokes = [...this.strokes, [this.#pointOf(event)]];
    this.requestUpdate();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#down) return;
    /** @type {Point[]} */ (this.strokes.at(-1)).push(this.#pointOf(event));
    this.requestUpdate();
  }

  #end() {
    if (!this.#down) return;
    this.#down = false;
    void this.#certifyDrawing();
  }

  #undo() {
    this.strokes = this.strokes.slice(0, -1);
    void this.#certifyDrawing();
  }

  #clear() {
    this.strokes = [];
    void this.#certifyDrawing();
  }

  /** Makes the drawing the clean cloud, and certifies it. */
  async #certifyDrawing() {
    this.requestUpdate();
    const points = inkOf(this.strokes, POINTS);
    const { model: desk } = this;
    if (points.length === 0) return desk.files.remove('clean');
    const text = JSON.stringify({ points: points.map((point) => point.map((x) => Number(x.toFixed(6)))) });
    const values = unsaid(desk.entries.values), perturbation = values.perturbation === 'brush' ? drawn().perturbation : values.perturbation;
    if (!await desk.fill({ ...values, perturbation, example: '' }, { clean: new File([text], 'drawing.json') }, null, { drawn: true })) return;
    desk.entries.edited();
    await desk.certify();
  }

  render() {
    const isBlank = this.strokes.length === 0;
    const path = this.strokes.map((stroke) => `M${stroke.map((place) => place.map((x) => x.toFixed(1)).join(' ')).join('L')}`).join('');
    return html`<section class="draw" aria-label="Drawing">
      <svg class="pad" viewBox="0 0 100 100" preserveAspectRatio="xMinYMin" role="img" aria-label="Pad: draw a digit with mouse, finger or pen"
        @pointerdown=${this.#begin} @pointermove=${this.#move} @pointerup=${this.#end} @pointercancel=${this.#end}>
        <path d=${path} />
      </svg>
      <p class="hint">Draw a digit here. The example model votes on it when the pen lifts; 6 and 9 are one class, since it ignores rotation.</p>
      <div class="actions"><button type="button" aria-disabled=${isBlank} @click=${this.#undo}>Undo</button>
        <button type="button" aria-disabled=${isBlank} @click=${this.#clear}>Clear</button>
        <button type="button" @click=${() => this.model.draw(false)}>Close the pad</button></div>
    </section>`;
  }
}

customElements.define('orbit-draw', DrawPad);
