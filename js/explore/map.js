/** The explorer of the parameter space of rotations in the plane: a map with two sliders and a cross-hair. */

import { html, nothing } from 'lit';
import { fixed, significant } from '../words/decimal.js';
import { SLIDERS, initialSliders } from '../form/address.js';
import { Grid } from './grid.js';
import { frame, whole } from './map-frame.js';
import { Section } from './section.js';
import { colourScale } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { theme } from '../parts/theme.js';

/** @typedef {import('./grid.js').Quantity} Quantity */
/** @typedef {import('../documents/documents.js').MapPlan} MapPlan */

/** Cells in a row. */
const SIZE = 100;

/** Distance from the screen at which computing begins, in screens: done before the visitor scrolls there, never for those who do not. */
const NEAR = '50%';

/** Milliseconds for which it has to be there: an example that is fetched puts other parts above it. */
const STAY = 200;

/** The sliders: the norm moves by its logarithm to base 10. */
const NORM = { min: Math.log10(SLIDERS.mapNorm.min), max: Math.log10(SLIDERS.mapNorm.max), step: 0.02 }, DISTANCE = { ...SLIDERS.mapDistance, step: 0.05 };

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/**
 * @typedef {{plan: MapPlan, grid: Grid, coarse: boolean}} Known coarse: whether a first picture of all of it is there
 *
 * @extends {Section<Known>}
 */
export class MapView extends Section {
  static properties = {
    radii: { attribute: false }, sigma: { attribute: false }, sliders: { attribute: false }, other: { attribute: false }, open: { state: true },
    quantity: { state: true }, norm: { state: true }, distance: { state: true },
  };

  #empty = new Grid(SIZE);
  /** The cell under the cross-hair, null without one. @type {[number, number] | null} */
  at = null;
  colours = colourScale();
  /** True if it has come near the screen. */
  #near = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #staying;
  #watch = new IntersectionObserver(
    (entries) => {
      clearTimeout(this.#staying);
      if (entries.at(-1)?.isIntersecting) this.#staying = setTimeout(() => this.#come(), STAY);
    },
    { rootMargin: NEAR },
  );

  constructor() {
    super();
    /** Of the cloud that is loaded. @type {import('../documents/documents.js').Radii | null} */
    this.radii = null;
    this.sigma = 1;
    /** Explains why the map shows another subject than the cloud, '' if it shows the cloud: then it is folded away. */
    this.other = '';
    /** True if it is shown all the same. */
    this.open = false;
    /** @type {Quantity} */
    this.quantity = 'gain';
    /** Positions of the sliders in the address. @type {import('../form/address.js').Sliders} */
    this.sliders = initialSliders();
    this.norm = 1;
    this.distance = 1;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.#near) this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    clearTimeout(this.#staying);
    super.disconnectedCallback();
  }

  #come() {
    this.#watch.disconnect();
    this.#near = true;
    this.#want();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('sliders')) ({ mapNorm: this.norm, mapDistance: this.distance } = this.sliders);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    this.#want();
    this.#paint();
  }

  /** Takes new places of the sliders and tells the page, which keeps them in the address. @param {number} norm @param {number} distance */
  #slide(norm, distance) {
    [this.norm, this.distance] = [norm, distance];
    this.dispatchEvent(new CustomEvent('slide', { detail: { mapNorm: norm, mapDistance: distance }, bubbles: true }));
  }

  get plan() {
    return this.known.plan;
  }

  get grid() {
    return this.known.grid ?? this.#empty;
  }

  /** Asks for the map at the places of the sliders, once the first picture of the one before is there: a moving slider shows. */
  #want() {
    const { norm, distance, plan, grid, known: { coarse } } = this;
    if (!this.isConnected || !this.#near || (this.other && !this.open) || (this.latest.works && !coarse)) return;
    this.latest.follow(`${norm} ${distance}`, (signal, tell) => this.#compute({ norm, distance, size: SIZE }, signal, tell),
      { plan, grid, progress: { done: 0, total: 1 } });
  }

  /** @param {{norm: number, distance: number, size: number}} question @param {AbortSignal} signal @param {(part: object) => boolean} tell */
  async #compute(question, signal, tell) {
    const grid = new Grid(SIZE);
    await this.model.engine.explorer.map(question, signal, (plan, cells, done) => {
      grid.take(cells);
      const coarse = done >= plan.coarse, isFirst = coarse && !this.known.coarse;
      if (!tell({ plan, grid, coarse, progress: { done, total: plan.blocks } }) || !isFirst) return;
      this.requestUpdate();
      this.dispatchEvent(new Event('coarse'));
    });
  }

  /** @returns {[number, number]} */
  get range() {
    const most = this.plan?.black_box ?? 1;
    return this.quantity === 'gain' ? [0, Math.max(most - 0.5, 1e-9)] : [0.5, Math.max(most, 0.5 + 1e-9)];
  }

  #paint() {
    const canvas = this.querySelector('canvas');
    if (canvas) this.grid.paint(canvas, this.quantity, this.range, this.colours);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const arrow = ARROWS[event.key];
    if (event.key === 'Escape') this.at = null;
    else if (event.key === 'Home') this.at = this.grid.cell(0, 0);
    else if (arrow) {
      const [x, y] = this.at ?? this.grid.cell(0, 0);
      const step = event.shiftKey ? 10 : 1;
      const moved = /** @type {[number, number]} */ ([x + step * arrow[0], y + step * arrow[1]]);
      if (!this.at) this.at = [x, y];
      else if (this.grid.inside(...moved)) this.at = moved;
    } else return;
    event.preventDefault();
    this.requestUpdate();
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const { left, top, width, height } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const cell = this.grid.cell((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
    this.at = this.grid.inside(...cell) ? cell : null;
    this.requestUpdate();
  }

  /** The parameters under the cross-hair. @returns {[number, number] | null} */
  get #place() {
    return this.at && [this.grid.centre(this.at[0]), this.grid.centre(this.at[1])];
  }

  #value() {
    const place = this.#place;
    if (!place || !this.at) return 'Point at the map, or focus it and use the arrow keys (with Shift, ten cells).';
    const i = this.at[1] * SIZE + this.at[0];
    const where = place.map((e, k) => `ε̃${'₁₂'[k]} = ${e.toFixed(2).replace('-', '−')}`).join(', ');
    const p = this.grid.minimum[i];
    return Number.isNaN(p) ? `${where}: not computed yet` : `${where}: p_min = ${fixed(p, 4, 'up')}, gain ${fixed(this.grid.gain[i], 4, 'down')}`;
  }

  #table() {
    const { grid } = this;
    const rows = [...grid.minimum.keys()]
      .filter((i) => grid.strides[i] < 255)
      .map((i) => [grid.centre(i % SIZE), grid.centre(Math.floor(i / SIZE)), grid.minimum[i], grid.gain[i]]);
    return { columns: ['epsilon_1', 'epsilon_2', 'p_min', 'gain'], rows };
  }

  /** Describes the progress, '' before it begins. */
  #state() {
    if (this.progress) return `Refining: ${Math.floor((100 * this.progress.done) / this.progress.total)} %.`;
    return this.plan ? `${SIZE} × ${SIZE} cells, each evaluated at its centre.` : '';
  }

  #save() {
    const drawing = () =>
      whole(/** @type {SVGSVGElement} */ (this.querySelector('svg.frame')), /** @type {HTMLCanvasElement} */ (this.querySelector('canvas')), theme(this).paper);
    return saveButtons(
      'orbitcert-map', 'the map', () => this.#table(), drawing,
      () => ({ norm_in_sigma: this.plan?.map.norm, distance_in_sigma: this.plan?.map.distance, black_box: this.plan?.black_box }), false,
    );
  }

  #sliders() {
    const slider = (
      /** @type {string} */ id, /** @type {string} */ label, /** @type {{min: number, max: number, step: number}} */ { min, max, step },
      /** @type {number} */ value, /** @type {number} */ shown, /** @type {(x: number) => void} */ set,
    ) => html`
      <div class="field slider"><label for=${id}>${label}</label><output for=${id}>${significantly(shown)}</output>
        <input id=${id} type="range" min=${min} max=${max} step=${step} .value=${String(value)} aria-valuetext=${significantly(shown)}
          @input=${(/** @type {{target: HTMLInputElement}} */ event) => set(Number(event.target.value))}></div>`;
    return html`${slider('map-norm', 'Size of the cloud, ‖X‖/σ', NORM, Math.log10(this.norm), this.norm, (x) => this.#slide(10 ** x, this.distance))}
      ${slider('map-distance', 'Size of the change, ‖Δ‖/σ', DISTANCE, this.distance, this.distance, (x) => this.#slide(this.norm, x))}`;
  }

  /** The norm and the radius of the cloud that is loaded, to take over as far as the sliders go. */
  #cloud() {
    if (!this.radii || !(this.radii.norm > 0) || !(this.sigma > 0)) return nothing;
    const [norm, distance] = [this.radii.norm / this.sigma, this.radii.orbit / this.sigma];
    const [nearNorm, nearDistance] = [within(norm, SLIDERS.mapNorm), within(distance, SLIDERS.mapDistance)];
    const beyond = nearNorm === norm && nearDistance === distance ? '' : ` The map can show ${significantly(nearNorm)} and ${significantly(nearDistance)}.`;
    return html`<div><button type="button" class="quiet" @click=${() => this.#slide(nearNorm, nearDistance)}>Norm and radius of the loaded cloud</button></div>
      <p class="hint">They are ‖X‖ = ${significant(norm, 4, 'down')} σ and r = ${significant(distance, 4, 'down')} σ.${beyond}</p>`;
  }

  #choice() {
    const option = (/** @type {Quantity} */ value, /** @type {string} */ text) => html`<label>
      <input type="radio" name="quantity" .checked=${this.quantity === value} @change=${() => {
        this.quantity = value;
      }}><span>${text}</span></label>`;
    return html`<fieldset class="either"><legend class="unseen">Shown</legend>${option('gain', 'Gain')}${option('minimum', 'p_min')}</fieldset>`;
  }

  render() {
    if (!this.other)
      return html`<section class=${this.plan ? 'part' : 'part unseen'} aria-label="Parameter space">${this.#parts(html`<h2>Parameter space</h2>`)}</section>`;
    const onToggle = (/** @type {{target: HTMLDetailsElement}} */ { target }) => {
      this.open = target.open;
    };
    return html`<section class="folded" aria-label="Parameter space">
      <details class="more" ?open=${this.open} @toggle=${onToggle}><summary>Map of all changes of a plane cloud</summary>
        <div class="part">${this.#parts(html`<p class="hint">${this.other}</p>`)}</div></details>
    </section>`;
  }

  /** @param {unknown} head */
  #parts(head) {
    const look = theme(this);
    const about = this.quantity === 'gain' ? 'Gain over the black box, Φ(‖Δ‖/σ) − p_min' : 'p_min, the smallest clean probability that is certified';
    return html`<div class="words">${head}
        ${this.#choice()}
        <p class="hint">${about}, exact for every change Δ of a 2-D cloud X under rotations: all that counts are the two sizes and the place of Δ. To the right
          Δ makes the cloud grow, ε̃₁ = ⟨X, Δ⟩ / (‖X‖‖Δ‖);
          upwards it turns it, ε̃₂ being the same with X turned by a quarter. The crosses are rotations, which change nothing.</p>
        ${this.#sliders()}
        ${this.#cloud()}</div>
      <div class="shown">${this.trouble()}
        <div class="map">
          <canvas tabindex="0" role="application" aria-label="Map of ${this.quantity === 'gain' ? 'the gain' : 'p_min'}" aria-describedby="map-value"
            @keydown=${this.#onKey} @pointermove=${this.#onPointer} @pointerdown=${this.#onPointer}></canvas>
          ${frame({ look, colours: this.colours, range: this.range, rotation: this.plan?.rotation, at: this.#place, label: about, width: this.width })}
        </div>
        <p class="value" id="map-value" role="status">${this.#value()}</p>
        <p class="caption">Black box: p_min = ${fixed(this.plan?.black_box ?? 0.5, 4, 'up')} everywhere.
          ${this.#state()}
          ${this.plan && !this.plan.rotation ? 'No rotation reaches ‖Δ‖ > 2‖X‖.' : ''}</p>
        ${this.#save()}
      </div>`;
  }
}

/** @param {number} x @param {{min: number, max: number}} range */
const within = (x, { min, max }) => Math.min(Math.max(x, min), max);

/** @param {number} x */
const significantly = (x) => significant(x, 3, 'down');

customElements.define('orbit-map', MapView);
