/** Draws how many labels are certified against the distance of the changed cloud, with a slider that the picture follows. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { certificateOf } from '../documents/lengths.js';
import { statedIn } from '../documents/stated.js';
import { fixed, significant } from '../words/decimal.js';
import { inUnit, measureOf } from '../words/lengths.js';
import { rowArgument, rowKey } from '../parts/arguments.js';
import { View } from '../parts/view.js';

/** Steps of the slider. */
const STEPS = 200;

/** Names of the arguments that go by a distance. @type {Record<string, string>} */
const NAMES = { black_box: 'No invariance', orbit: 'With invariance' };

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** Counts the radii above a distance. @param {Float64Array} sorted @param {number} distance */
function left(sorted, distance) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > distance) high = middle;
    else low = middle + 1;
  }
  return sorted.length - low;
}

/** The share that is left, in steps down, in a square of 100. @param {Float64Array} sorted @param {number} end */
function stairs(sorted, end) {
  const points = Array.from({ length: STEPS + 1 }, (_, i) =>
    `${(100 * i) / STEPS} ${(100 * (1 - left(sorted, (end * i) / STEPS) / sorted.length)).toFixed(2)}`);
  return `M0 100L${points.flatMap((point, i) => (i ? [`${points[i - 1].split(' ')[0]} ${point.split(' ')[1]}`, point] : [point])).join('L')}L100 100Z`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class LabelReach extends View {
  /** The radii in rising order, and those that they were sorted from. @type {{of: number[] | null, sorted: Float64Array}} */
  #radii = { of: null, sorted: new Float64Array() };

  /** The cloud that distances are of, '' where files have no others. */
  get #whose() {
    const { result: { certificate }, entries: { values: { about } } } = this.model;
    return certificate?.value.black_box?.labels?.file_radius ? about : '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.labels.addEventListener('change', this.redraw);
  }

  disconnectedCallback() {
    this.model.labels.removeEventListener('change', this.redraw);
    super.disconnectedCallback();
  }

  willUpdate() {
    const { radii } = this.model.labels;
    if (radii !== this.#radii.of) this.#radii = { of: radii, sorted: Float64Array.from(radii ?? []).sort() };
  }

  /** A length in words. @param {number} x @param {number} digits @param {import('../words/decimal.js').Side} side */
  #length = (x, digits, side) => inUnit(significant(x, digits, side), this.#whose === 'file' ? this.model.measure : measureOf(this.model.measure));

  /** Distances of the arguments, with their rows. */
  get #distances() {
    const { result: { certificate }, entries: { values: { about } } } = this.model, ofFile = this.#whose === 'file';
    const rows = certificate ? statedIn(certificateOf(certificate.value, about)) : [];
    return rows.filter(({ id, distance, ofFiles }) => NAMES[id] && distance !== undefined && (!ofFile || ofFiles !== undefined));
  }

  render() {
    const { model: { labels, labels: { radii, stays, distance } } } = this, { sorted } = this.#radii;
    const end = sorted[sorted.length - 1];
    if (!radii || !(end > 0)) return nothing;
    const distances = this.#distances.map((row) => row.distance ?? end);
    const own = distances.length ? Math.min(end, ...distances) : 0;
    const at = Math.round((STEPS * (distance ?? own)) / end);
    const stay = stays ? stays.filter(Boolean).length : left(sorted, own);
    const where = distance !== null ? `Within ${this.#length(distance, 4, 'down')}` : stays ? 'At this cloud' : 'Without a second cloud';
    const text = `${count(stay)} of ${count(radii.length)} labels ${distance !== null || stays ? 'stay' : 'have a radius'}`;
    const share = (/** @type {number} */ d) => `${fixed((100 * left(sorted, d)) / radii.length, 1, 'down')} %`;
    return html`<section class="growth" aria-label="Labels against distance">
      <h2>Labels against distance</h2>
      <p data-count=${stay} data-distance=${distance ?? nothing}><b>${where}</b>: ${text}.
        ${distance === null ? nothing : html`<button type="button" class="quiet" @click=${() => labels.move(null)}>Back to the cloud</button>`}</p>
      <div class="grown"><span class="high">100 %</span><span class="low">0</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="Share of certified labels: ${share(0)} at distance 0, ${
          share(end / 2)} at ${this.#length(end / 2, 3, 'down')}, none from ${this.#length(end, 3, 'up')} on">
          <path class="reach" d=${stairs(sorted, end)} />
          ${this.#distances.filter((row) => (row.distance ?? Infinity) <= end)
            .map(({ id, distance: d = 0 }) => svg`<line class="mark" data-argument=${rowArgument(id)}
            x1=${(100 * d) / end} x2=${(100 * d) / end} y1="0" y2="100" />`)}
          <line class="here" x1=${(100 * at) / STEPS} x2=${(100 * at) / STEPS} y1="0" y2="100" />
        </svg></div>
      <label class="along"><span>0</span><input type="range" aria-label="Distance of the changed cloud" aria-valuetext="${where}: ${text}" min="0" max=${
        STEPS} step="1"
        .value=${live(String(at))} @input=${(/** @type {{target: HTMLInputElement}} */ event) =>
          labels.move((end * Number(event.target.value)) / STEPS)}><span>${this.#length(end, 3, 'up')}</span></label>
      <p class="caption">${
        this.#distances.map(({ id, distance: d = 0 }) => html`<span class="at">${rowKey(id)}${NAMES[id]}: d = ${this.#length(d, 4, 'up')}</span> `)}
        ${this.#whose && `Distances are of ${this.#whose === 'file' ? 'your file' : 'the prepared cloud'}. `}All radii hold at once, for every distance; for one cloud alone the table may count more labels. The picture marks the others.</p>
    </section>`;
  }
}

customElements.define('orbit-label-reach', LabelReach);
