/** Shows how far the prediction is certified: one radius per argument, as numbers and as bars. */

import { html, nothing } from 'lit';
import { confidence, fixed, significant } from '../words/decimal.js';
import { ALPHA, removed } from '../documents/documents.js';
import { unitName } from '../words/lengths.js';
import { first } from '../words/top.js';
import { sigmaUnit } from '../words/spread.js';
import { knownProbability } from '../words/words.js';
import { isOfFile } from '../documents/lengths.js';
import { offer } from './offer.js';
import { Section } from './section.js';
import { rowArgument, rowKey } from '../parts/arguments.js';
import { saveButtons } from '../parts/save.js';

/** @typedef {import('../documents/documents.js').Radii} Radii */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {string} against which perturbations it is for
 * @property {number} [radius] undefined while it is being computed
 */

/** Radii that are no more than this many times another one look the same. */
const AGREED = 1.005;

/** @extends {Section<{radii: Radii, every: import('../documents/documents.js').Every}>} */
export class RadiiView extends Section {
  willUpdate() {
    const { question, model: { engine: { explorer } } } = this;
    if (question) this.latest.follow(question.text, async (signal, tell) => {
      const radii = await explorer.radii(question.request, signal);
      if (!tell({ radii })) return;
      this.dispatchEvent(new CustomEvent('radii', { detail: { text: question.text, radii }, bubbles: true }));
      if (radii.ball) tell({ every: await explorer.everyDirection(radii.ball, signal) });
    });
  }

  /** @returns {Row[]} */
  get rows() {
    const { radii: r, every } = this.known;
    if (!r) return [];
    if (this.#isOfFile) return [
      { id: 'orbit', name: 'Your file', against: `every direction${r.scale ? ' and any scaling' : ''}, after alignment`, radius: r.file_radius },
      ...(r.file_sampled === undefined ? [] : [{ id: 'points', name: 'Points that come and go', against: 'every direction, with all points kept', radius: r.file_sampled }]),
    ];
    return [
      { id: 'black_box', name: 'Black box', against: 'every direction', radius: r.black_box },
      { id: 'orbit', name: 'Orbit-based', against: 'every direction, after alignment', radius: r.orbit },
      ...(r.sampled === undefined ? []
        : [{ id: 'points', name: 'Points that come and go', against: 'every direction, after alignment, with all points kept', radius: r.sampled }]),
      ...(r.ball ? [{ id: 'every', name: 'Tight, worst case', against: 'every direction, after alignment', radius: every?.radius }] : []),
      ...(r.scaling === undefined ? [] : [{ id: 'scaling', name: 'Tight, scaling', against: 'scaling alone', radius: r.scaling }]),
    ];
  }

  get #isOfFile() {
    return isOfFile(this.known.radii ?? null, this.about);
  }

  /** σ in the unit of the radii on show, 0 where it has another one. */
  get #sigma() {
    if (this.#isOfFile) return 0;
    return sigmaUnit(this.request?.sigma ?? 1);
  }

  #table() {
    return {
      columns: ['argument', 'against', 'radius', 'radius_in_sigma'],
      rows: this.rows.map(({ id, against, radius }) => [id, against, radius, radius === undefined || !(this.#sigma > 0) ? undefined : radius / this.#sigma]),
    };
  }

  /** @param {Row} row @param {number} most the longest bar, 0 for none */
  #row({ id, name, against, radius }, most) {
    const width = radius === undefined || most === 0 ? 0 : 100 * radius / most;
    return html`<tr data-row=${id} data-argument=${rowArgument(id)}>
      <th scope="row">${rowKey(id)}${name}<span class="second">${against}</span></th>
      <td class="numeric">${radius === undefined ? html`<span class="pending">computing</span>` : significant(radius, 4, 'down')}</td>
      ${this.#sigma > 0 ? html`<td class="numeric">${radius === undefined ? nothing : html`${fixed(radius / this.#sigma, 3, 'down')} σ`}</td>` : nothing}
      ${most === 0 ? nothing
        : html`<td class="drawn"><svg class="plot" aria-hidden="true"><rect x="0" y="18" height="12" width="${width.toFixed(2)}%" /></svg></td>`}
    </tr>`;
  }

  /** Explains why all arguments give the same radius, if they do. */
  #agreement() {
    const { radii: r, every: worst } = this.known;
    if (r?.sampled !== undefined || this.#isOfFile) return nothing;
    if (r && !r.ball && r.orbit > 0 && removed(this.request)) {
      return html`<p class="caption">The radius is the same. The black box compares it with the distance of the clouds as they are, the orbit-based argument
        with the distance after ${removed(this.request)} is removed.</p>`;
    }
    if (!r || !worst || !(r.norm > 0) || !(this.#sigma > 0) || worst.radius > AGREED * r.black_box) return nothing;
    return html`<p class="caption" data-note="equal">All arguments have the same radius here, because the cloud is large against the noise:
      ‖X‖ = ${significant(r.norm / this.#sigma, 4, 'down')} σ.
      The tight argument gains only where noise can hide how a cloud is turned: where ‖X‖ is about σ or less.</p>
      ${offer(this)}`;
  }

  /** Summarises the table in a sentence. */
  #summary() {
    const { radii: r, every: worst } = this.known;
    if (!r) return nothing;
    if (!(r.orbit > 0)) return html`<p class="caption">The prediction probability is only known to be p
      ${this.request && knownProbability(this.request, r.probability.lower)}, so no radius can be certified.</p>`;
    const note = this.#isOfFile ? `Lengths are in ${unitName(this.model.measure, true)}, rounded down. The radius of the prepared cloud is ${significant(r.orbit, 4, 'down')}.`
      : !worst || !r.ball ? 'All radii are rounded down.'
      : `The worst case is proved to within ${fixed(100 * (worst.beyond / worst.radius - 1), 2, 'up')} %: beyond ${
      significant(worst.beyond, 4, 'up')} at least one direction is not certified by the tight certificate.`;
    const sure = r.probability.level > 0 ? ` All radii hold at once with probability at least ${confidence(this.request?.alpha ?? ALPHA)} %.` : '';
    return html`<p class="caption">A perturbation of the kind named, with ‖Δ‖ below the radius, keeps ${first(r) ? `the class among ${first(r)}`
      : 'the smoothed classifier’s prediction'}.${sure} ${note} <a href="docs.html#how-far">How is this proved?</a></p>`;
  }

  render() {
    const list = this.rows;
    const known = list.flatMap(({ radius }) => radius ?? []), longest = Math.max(...known);
    // Equal bars would tell nothing.
    const most = longest > AGREED * Math.min(...known) ? longest : 0;
    return html`<section class="part" aria-label="How far">
      <div class="words"><h2>How far</h2>
        <p class="hint">The certified radius: the largest norm of a perturbation that provably cannot change the prediction, for each argument.</p></div>
      <div class="shown">${this.trouble()}
        ${list.length ? html`<table class="lengths">
          <thead><tr><th scope="col">Argument</th><th scope="col" class="numeric">Radius</th>${this.#sigma > 0 ? html`<th scope="col" class="numeric">in σ</th>` : nothing}${most === 0 ? nothing
            : html`<td></td>`}</tr></thead>
          <tbody>${list.map((row) => this.#row(row, most))}</tbody>
        </table>` : nothing}
        ${this.#summary()}${this.#agreement()}
        ${list.length ? saveButtons('orbitcert-radii', 'the radii', () => this.#table(), null) : nothing}
      </div>
    </section>`;
  }
}

customElements.define('orbit-radii', RadiiView);
