/** A handle on the clean cloud that turns, stretches and jitters it, while what each argument says follows. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { isSaid } from '../form/evidence.js';
import { rowsOf } from '../words/points.js';
import { icon } from '../parts/icons.js';
import { number } from '../parts/field.js';
import { View } from '../parts/view.js';
import { gripAt, inPlane, motionAt, RING, STRETCH } from './motion.js';

/** Jitter goes up to so many σ, in so many steps for each. */
const MOST = 6, STEPS = 10;

/** @typedef {'degrees' | 'stretch' | 'noise'} Moved */

/** @extends {View<import('./desk.js').Desk>} */
export class ByHand extends View {
  /** The last result of the arguments; it stays in sight until the next verdict. @type {import('../documents/documents.js').Certificate | null} */
  #said = null;
  /** True if something has moved since the last certificate began. */
  #moved = false;
  #following = false;
  /** True if the grip is held. */
  #held = false;
  /** The points as drawn, and what they were drawn from. @type {{source: unknown, axis: string, path: string}} */
  #drawn = { source: null, axis: '', path: '' };

  willUpdate() {
    const { request, certificate } = this.model.result;
    if (certificate && request?.perturbed) this.#said = certificate.value;
    if (!this.#isAsked) this.#said = null;
  }

  /** Reports whether there is something to certify: before that, a motion only moves. */
  get #isAsked() {
    return isSaid(this.model.entries.values);
  }

  /** @param {Partial<Record<Moved, number>>} motion */
  #move(motion) {
    this.model.entries.setAll(motion);
    void this.#follow();
  }

  /** Certifies with the votes that are there, one motion after another: what is passed meanwhile is left out. */
  async #follow() {
    this.#moved = true;
    if (this.#following || !this.#isAsked) return;
    this.#following = true;
    while (this.#moved) {
      this.#moved = false;
      await this.model.certify('standing');
    }
    this.#following = false;
  }

  /** Once it rests more votes may be counted, where those that are there prove too little. */
  async #rest() {
    this.#held = false;
    if (!this.#isAsked) return;
    const { phase, certificate } = this.model.result;
    if (this.#following || phase !== 'done' || !certificate?.value.certified) await this.model.certify();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    event.preventDefault();
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#held = true;
  }

  /** @param {PointerEvent} event */
  #drag({ clientX, clientY, currentTarget }) {
    if (!this.#held) return;
    const { left, top, width } = /** @type {SVGElement} */ (currentTarget).ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
    const scale = (2 * EXTENT) / width;
    this.#move(motionAt([(clientX - left) * scale - EXTENT, EXTENT - (clientY - top) * scale]));
  }

  /** The dots of the clean cloud as a path. */
  get #path() {
    const { files: { clouds: { clean } }, entries: { values: { axis } } } = this.model;
    if (!clean) return '';
    if (this.#drawn.source !== clean.points || this.#drawn.axis !== axis) {
      const direction = axis.trim().split(/[\s,;]+/).map(Number);
      const sound = direction.length === 3 && direction.every(Number.isFinite) && direction.some(Boolean);
      const path = inPlane(clean.points, clean.dimension, sound ? direction : [0, 0, 1]).map(([x, y]) => `M${x.toFixed(3)} ${(-y).toFixed(3)}h0`).join('');
      this.#drawn = { source: clean.points, axis, path };
    }
    return this.#drawn.path;
  }

  /** @param {number} degrees @param {number} stretch */
  #picture(degrees, stretch) {
    const [x, y] = gripAt(degrees, stretch);
    const path = this.#path;
    return html`<svg class="handle" viewBox="${-EXTENT} ${-EXTENT} ${2 * EXTENT} ${2 * EXTENT}" role="img"
      aria-label="The cloud as it lies, and as it is moved by the handle">${svg`
      <circle class="ring" r=${RING} />
      <path class="dots" d=${path} />
      <path class="dots moved" d=${path} transform="rotate(${-degrees}) scale(${stretch} 1)" />
      <line class="arm" x2=${x} y2=${-y} />
      <g class="grip" transform="translate(${x} ${-y})" @pointerdown=${this.#begin} @pointermove=${this.#drag} @pointerup=${this.#rest}
        @pointercancel=${this.#rest}>
        <circle class="reach" r="0.28" /><circle r="0.1" /></g>`}</svg>`;
  }

  /**
   * A motion as a number, and a slider that moves it.
   * @param {Moved} name
   * @param {string} what the slider does
   * @param {{min: number, max: number, step: number}} range
   */
  #entry(name, what, { min, max, step }) {
    const { entries } = this.model;
    return html`<div class="motion">${number(entries, name)}
      <input type="range" aria-label=${what} min=${min} max=${max} step=${step} .value=${live(entries.values[name])}
        @input=${(/** @type {{target: HTMLInputElement}} */ event) => this.#move({ [name]: Number(event.target.value) })} @change=${this.#rest}></div>`;
  }

  /** Show the value of each argument for the moved cloud. */
  #arguments() {
    const rows = this.#said ? rowsOf(this.#said, false).filter(({ aside }) => !aside) : [];
    return html`<ul class="said">${rows.map(
      ({ id, name, certified, distance, radius, lower }) => html`<li data-argument=${id} data-certified=${String(certified)} class=${certified ? 'yes' : 'no'}>
      ${icon(certified ? 'certified' : 'open')} <span><b>${name}</b>: ${certified ? 'certified' : 'not certified'}
      <span class="second">${distance ? html`d = ${distance}, r = ${radius}` : html`p′ at least ${lower}`}</span></span></li>`,
    )}</ul>`;
  }

  render() {
    const { values } = this.model.entries;
    const [degrees, stretch, sigma] = [values.degrees, values.stretch, values.sigma].map(Number);
    const size = sigma > 0 && sigma < Infinity ? sigma : 1;
    return html`<section class="by-hand" aria-label="By hand">
      ${this.#path && Number.isFinite(degrees) && Number.isFinite(stretch) ? html`${this.#picture(degrees, stretch)}
        <p class="hint">Drag the handle round the cloud to turn it, off the ring to stretch it.</p>` : nothing}
      ${this.#entry('degrees', 'Turn', { min: -180, max: 180, step: 1 })}
      ${this.#entry('stretch', 'Stretch', STRETCH)}
      ${this.#entry('noise', 'Jitter', { min: 0, max: MOST * size, step: size / STEPS })}
      ${this.#arguments()}
    </section>`;
  }
}

/** Half the side of the picture. */
const EXTENT = 1.7;

customElements.define('orbit-handle', ByHand);
