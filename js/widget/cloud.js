/** Clouds that turn: the clean one, and over it the perturbed one as it is given. */

import { html, LitElement, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../certificate/viewing.js';
import { colours } from '../drawing/colours.js';
import { pictureOn } from '../drawing/drawing.js';
import { MOST, scene } from '../drawing/geometry.js';

/** @typedef {{points: number[][]}} Points */

/** @param {Points | undefined} cloud */
const flat = (cloud) => (cloud ? Float64Array.from(cloud.points.flat()) : null);

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** Dispatches 'point' when another point is named, with what is known of it. */
export class Cloud extends LitElement {
  static properties = { request: { attribute: false }, picture: { state: true } };

  constructor() {
    super();
    /** @type {{clean: Points, perturbed?: Points}} */
    this.request = { clean: { points: [] } };
    /** @type {import('../drawing/picture.js').Picture | null} */
    this.picture = null;
    /** @type {import('../drawing/geometry.js').Scene | null} */
    this.scene = null;
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    /** Explains why a 3-D cloud is drawn flat, '' if it is not. */
    this.flat = '';
    this.named = '';
    this.size = new ResizeObserver(() => this.paint());
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.size.disconnect();
    this.picture?.dispose();
    [this.picture, this.canvas] = [null, null];
  }

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('request')) return;
    const { clean, perturbed } = this.request;
    const other = flat(perturbed), points = flat(clean);
    const paired = perturbed?.points.length === clean.points.length;
    this.scene = scene(clean.points[0].length, /** @type {Float64Array} */ (points), other, undefined, paired);
  }

  async updated() {
    await this.#prepare();
    this.paint();
  }

  /** Has a picture on the canvas that is there now. */
  async #prepare() {
    const canvas = this.querySelector('canvas');
    if (!canvas || !this.scene || canvas === this.canvas) return;
    this.canvas = canvas;
    this.picture?.dispose();
    this.size.disconnect();
    const { picture, flat } = await pictureOn(canvas, this.scene.dimension);
    if (canvas !== this.canvas) return picture?.dispose();
    [this.picture, this.flat] = [picture, flat];
    picture?.addEventListener('change', () => this.#tell());
    this.size.observe(canvas);
  }

  paint() {
    if (this.scene) this.picture?.show(this.scene, 0, colours(this));
  }

  #tell() {
    const told = this.picture?.told ?? null;
    const point = told && { cloud: told.perturbed ? 'perturbed' : 'clean', index: told.number - 1, coordinates: told.coordinates };
    if (JSON.stringify(point) === this.named) return;
    this.named = JSON.stringify(point);
    this.dispatchEvent(new CustomEvent('point', { detail: point }));
  }

  render() {
    const s = this.scene;
    if (!s) return nothing;
    return html`<figure class="clouds">
      <div class="held">${keyed(s.dimension, html`<canvas role="img" aria-label="Drawing of the clouds" aria-describedby="about" tabindex="0"></canvas>`)}
        ${this.picture ? keyed(this.picture, html`<orbit-viewing .model=${this.picture}></orbit-viewing>`) : nothing}</div>
      <p class="legend"><span class="key clean">clean</span>${s.given ? html`<span class="key perturbed">perturbed</span>` : nothing}</p>
      <figcaption id="about">${count(s.count)} points in ${s.dimension}-D${s.given ? html`, and over them ${count(s.others)} of the perturbed cloud`
        : nothing}${s.paired && s.given ? ', each joined with its own' : nothing}.
        ${s.count > MOST ? `${count(MOST)} of them are drawn.` : nothing} ${this.flat}
        ${s.dimension === 3 ? 'Drag or use the arrow keys to turn.' : 'Drag to move, wheel or pinch to zoom.'}</figcaption>
    </figure>`;
  }
}

customElements.define('orbit-drawn-cloud', Cloud);

/** @param {unknown} _ @param {object} request @param {(values: Record<string, unknown>) => void} tell */
export const draw = (_, request, tell) =>
  html`<orbit-drawn-cloud .request=${request} @point=${(/** @type {CustomEvent} */ { detail }) => tell({ point: detail })}></orbit-drawn-cloud>`;
