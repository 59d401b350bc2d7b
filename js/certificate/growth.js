/** Draws how the certified interval of a number grows with the distance of the changed cloud, with a slider over it. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { certificateOf, growthOf } from '../documents/lengths.js';
import { statedIn } from '../documents/stated.js';
import { significant } from '../words/decimal.js';
import { inUnit, measureOf } from '../words/lengths.js';
import { between, endsOf, unitOf } from '../words/stated.js';
import { rowArgument, rowKey } from '../parts/arguments.js';
import { Latest } from '../question/latest.js';
import { View } from '../parts/view.js';

/** @typedef {import('../documents/documents.js').Growth} Growth */

/** Names of the arguments that go by a distance. @type {Record<string, string>} */
const NAMES = { black_box: 'Black box', orbit: 'Orbit-based' };

/** Lower and upper end of the picture's axis, in its height of 100. @param {Growth} growth @returns {(x: number) => number} */
function heightOf({ intervals }) {
  const { lower, upper } = intervals[intervals.length - 1];
  const room = 0.06 * (upper - lower) || 1;
  return (x) => (100 * (upper + room - x)) / (upper - lower + 2 * room);
}

/** The band of the intervals, in steps: between two distances it has the interval of the larger one. @param {Growth} growth @param {(x: number) => number} y */
function bandOf({ distances, intervals }, y) {
  const last = intervals.length - 1;
  const x = (/** @type {number} */ i) => (100 * distances[i]) / distances[last];
  const edge = (/** @type {'lower' | 'upper'} */ end) =>
    intervals.slice(1).map((interval, i) => `${x(i)} ${y(interval[end])}L${x(i + 1)} ${y(interval[end])}`);
  return `M${edge('upper').join('L')}L${edge('lower').map((line) => line.split('L').reverse().join('L')).reverse().join('L')}Z`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class GrowthView extends View {
  static properties = { place: { state: true } };

  /** @type {Latest<{growth: Growth}>} */
  #latest = new Latest(() => this.requestUpdate());

  constructor() {
    super();
    /** Number of the distance that the slider is at, null until a visitor moves it. @type {number | null} */
    this.place = null;
  }

  willUpdate() {
    const { result: { request, certificate }, state: { alone, entered } } = this.model;
    if (!request || !certificate) return;
    const asks = Boolean(request.prediction.values) && !request.noise && request.subsample === undefined;
    /** @type {import('../question/latest.js').Task<{growth: Growth}>} */
    const task = async (_, tell) => void tell({ growth: await this.model.engine.growth(request) });
    if (this.#latest.follow((alone ?? entered.question).text, asks ? task : null)) this.place = null;
  }

  /** The cloud that distances are of, '' where files have no others. */
  get #whose() { return this.#latest.known.growth?.file_distances ? this.model.entries.values.about : ''; }

  /** A length in words. @param {number} x @param {number} digits @param {import('../words/decimal.js').Side} side */
  #length = (x, digits, side) => inUnit(significant(x, digits, side), this.#whose === 'file' ? this.model.measure : measureOf(this.model.measure));

  /** Distances of the arguments, with their rows. */
  get #distances() {
    const { result: { certificate }, entries: { values: { about } } } = this.model, ofFile = this.#whose === 'file';
    const rows = certificate ? statedIn(certificateOf(certificate.value, about)) : [];
    return rows.filter(({ id, distance, ofFiles }) => NAMES[id] && distance !== undefined && (!ofFile || ofFiles !== undefined));
  }

  /** The place of the slider: at first that of the cloud on show, as its nearest argument has it. @param {Growth} growth */
  #at({ distances }) {
    if (this.place !== null) return this.place;
    const nearest = Math.min(...this.#distances.map(({ distance = Infinity }) => distance));
    const first = distances.findIndex((distance) => distance >= nearest);
    return first < 0 ? distances.length >> 1 : first;
  }

  render() {
    const { model: { result: { request, certificate }, entries: { values: { about } } } } = this, { growth: grown } = this.#latest.known;
    const growth = grown && growthOf(grown, about);
    if (!growth || !certificate || !request?.prediction.values || growth.distances.length === 0) return nothing;
    const at = this.#at(growth), last = growth.distances.length - 1;
    const { lower, upper } = growth.intervals[at];
    const distance = this.#length(growth.distances[at], 4, 'down'), said = between(lower, upper, unitOf(request.prediction));
    const y = heightOf(growth), end = growth.distances[last];
    const marks = this.#distances.filter(({ distance: d = Infinity }) => d <= end);
    const [low, high] = endsOf(growth.intervals[last].lower, growth.intervals[last].upper);
    return html`<section class="growth" aria-label="Interval against distance">
      <h2>Interval against distance</h2>
      <p data-lower=${lower} data-upper=${upper} data-distance=${growth.distances[at]}>Within <b>${distance}</b>: ${said}</p>
      <div class="grown"><span class="high">${high}</span><span class="low">${low}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="The interval widens from the median at distance 0 to ${
          between(growth.intervals[last].lower, growth.intervals[last].upper, unitOf(request.prediction))} at ${this.#length(end, 3, 'down')}">
          <path class="reach" d=${bandOf(growth, y)} />
          <line class="median" x1="0" x2="100" y1=${y(growth.median)} y2=${y(growth.median)} />
          ${marks.map(({ id, distance: d = 0 }) =>
            svg`<line class="mark" data-argument=${rowArgument(id)} x1=${(100 * d) / end} x2=${(100 * d) / end} y1="0" y2="100" />`)}
          <line class="here" x1=${(100 * growth.distances[at]) / end} x2=${(100 * growth.distances[at]) / end} y1=${y(upper)} y2=${y(lower)} />
        </svg></div>
      <label class="along"><span>0</span><input type="range" aria-label="Distance of the changed cloud" aria-valuetext="${distance}, ${
        said}" min="0" max=${last} step="1"
        .value=${live(String(at))} @input=${(/** @type {{target: HTMLInputElement}} */ event) => { this.place = Number(event.target.value); }}><span>${
          this.#length(end, 3, 'down')}</span></label>
      <p class="caption">${marks.map(({ id, distance: d = 0 }) => html`<span class="at">${rowKey(id)}${NAMES[id]}: d = ${this.#length(d, 4, 'up')}</span> `)}
        ${this.#whose && `Distances are of ${this.#whose === 'file' ? 'your file' : 'the prepared cloud'}. `}Each distance by itself has the confidence of the verdict. Beyond ${this.#length(end, 3, 'down')} the samples bound nothing.</p>
    </section>`;
  }
}

customElements.define('orbit-growth', GrowthView);
