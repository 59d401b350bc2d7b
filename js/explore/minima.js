/** Which clean probability is needed: p_min of scalings against ‖Δ‖, for several ‖X‖. */

import { html } from 'lit';
import { fixed } from '../reading/decimal.js';
import { Section } from './section.js';
import { linePlot } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { theme } from '../parts/theme.js';

/** The ‖X‖/σ of the curves, and where their ‖Δ‖/σ ends. */
const NORMS = [0.01, 0.5, 1, 2, 5], TO = 4, STEPS = 80;

/** Strokes and gaps, so that the curves differ without colour. */
const DASHES = [undefined, '9 3', '6 4', '5 2 1 2', '3 3'];

/** Of the colour scale, light to dark as the norm grows; ends that lack contrast are left out. */
const SHADES = ['#4059a9', '#7b4fb5', '#b0418f', '#cc4a5e', '#c7641a'];

export class MinimaView extends Section {
  /** @type {import('../reading/documents.js').Minima | null} */
  minima = null;

  firstUpdated() {
    super.firstUpdated();
    void this.start(async (signal) => {
      this.minima = await this.desk.engine.explorer.minima({ norms: NORMS, to: TO, steps: STEPS }, signal);
    });
  }

  #drawing() {
    const { minima: known } = this;
    if (!known) return html`<div class="room"></div>`;
    const look = theme(this);
    const points = (/** @type {number[]} */ ys) => known.x.map((x, i) => ({ x, y: ys[i] }));
    const series = [
      { name: 'Black box', colour: look.soft, dash: '2 3', points: points(known.black_box) },
      ...NORMS.map((norm, k) => ({ name: `‖X‖ = ${norm} σ`, colour: shade(look, k), dash: DASHES[k], points: points(known.tight[k]) })).reverse(),
    ];
    return html`<div class="chart">${linePlot({
      theme: look, width: this.width, label: 'p_min of scalings against ‖Δ‖', legend: 'bottom', series,
      x: { label: 'Norm of the perturbation ‖Δ‖/σ', domain: [0, TO] }, y: { label: 'p_min', domain: [0.5, 1] },
    })}</div>`;
  }

  #table() {
    const { minima: known } = this;
    return {
      columns: ['distance_in_sigma', 'black_box', ...NORMS.map((norm) => `tight_norm_${norm}`)],
      rows: known ? known.x.map((x, i) => [x, known.black_box[i], ...known.tight.map((curve) => curve[i])]) : [],
    };
  }

  #summary() {
    const { minima: known } = this;
    if (!known) return '';
    const i = Math.round(STEPS / 4);
    return `At ‖Δ‖ = ${known.x[i]} σ the black box needs p ≥ ${fixed(known.black_box[i], 3, 'up')}; invariance to rotation lowers that to ${fixed(known.tight[0][i], 3, 'up')} for a cloud of ‖X‖ = ${NORMS[0]} σ and to ${fixed(known.tight[NORMS.length - 1][i], 3, 'up')} for ‖X‖ = ${NORMS[NORMS.length - 1]} σ.`;
  }

  render() {
    return html`<section class="part" aria-label="Probability needed">
      <div class="words"><h2>Probability needed</h2>
        <p class="hint">The smallest clean probability p_min with which a scaling by ‖Δ‖ is certified, in the plane, for clouds of several norms. The larger the cloud against the noise, the less invariance tells.</p></div>
      <div class="shown">${this.trouble()}${this.#drawing()}
        <p class="caption">${this.#summary()}</p>
        ${this.minima ? saveButtons('orbitcert-minima', 'the probabilities', () => this.#table(), () => this.querySelector('svg.drawing')) : ''}
      </div>
    </section>`;
  }
}

/** Lighter on dark ground. @param {import('../parts/theme.js').Theme} look @param {number} k */
const shade = (look, k) => (/^#[0-7]/.test(look.ink) ? SHADES[k] : `color-mix(in srgb, ${SHADES[k]} 60%, white)`);

customElements.define('orbit-minima', MinimaView);
