/** The lower bound along a family of perturbations: scaling, random directions, rotation. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { significant } from '../words/decimal.js';
import { unitName } from '../words/lengths.js';
import { curveRows, curveLines, summary } from './curve-data.js';
import { comparisonWords, measuredPoints } from './measured-votes.js';
import { KINDS, NOISE, opening, questionOf } from './opening.js';
import { Section } from './section.js';
import { curveOf, isOfFile } from '../documents/lengths.js';
import { linePlot } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { theme } from '../parts/theme.js';

/** @typedef {import('../documents/documents.js').Curve} Curve */
/** @typedef {import('../documents/documents.js').Answer} Answer */
/** @typedef {import('./opening.js').Kind} Kind */

/** @type {Record<Kind, string>} */
const NAMES = { scale: 'Scaling', random: 'Random directions', rotate: 'Rotation' };

/** Explanations of the families, beside the plot. @type {Record<Kind, string>} */
const ABOUT = {
  scale: 'The cloud grows: Δ points along X itself.',
  random: 'Noise in directions drawn uniformly; the line is the median direction, the band goes from the lowest to the highest.',
  rotate: 'Noise of a given norm, then a rotation. A classifier invariant to rotation does not see the angle; the black box does.',
};

/** Norms of the noise before a rotation, in σ. */
const NOISES = ['0', '0.5', '1', '2'];

/**
 * @typedef {object} Known
 * @property {Curve} curve
 * @property {(Answer | undefined)[]} answers
 * @property {import('./measured-votes.js').Seen[]} seen votes measured along the curve
 * @property {number | undefined} reach certified end of a sampled scaling curve
 * @property {boolean} measures true if votes are to be measured once the curve is there
 */

/** @extends {Section<Known>} */
export class Curves extends Section {
  static properties = { radii: { attribute: false }, measure: { attribute: false } };

  #chosen = false;

  constructor() {
    super();
    /** Of the same request, once they are known. @type {import('../documents/documents.js').Radii | null} */
    this.radii = null;
    /** Counts votes, where a model is open. @type {import('./measured-votes.js').Measure | null} */
    this.measure = null;
    /** The family that is shown, null until it is known which one tells most. @type {Kind | null} */
    this.kind = null;
    this.noise = String(NOISE);
  }

  /** Votes are measured on another curve if they were being measured. */
  willUpdate() {
    if (this.question) this.latest.follow(this.question.text, this.#compute, this.#begun(this.latest.works && this.known.measures));
  }

  /** @param {boolean} [measures] whether votes are measured once the curve is there */
  #begun = (measures) => ({ progress: { done: 0, total: 1 }, measures });

  /** Keep the visitor's choices for other clouds. @param {Kind} kind @param {string} [noise] */
  #choose(kind, noise = this.noise) {
    [this.kind, this.noise, this.#chosen] = [kind, noise, true];
    this.latest.ask(this.#compute, this.#begun(false));
    this.requestUpdate();
  }

  get #question() {
    return questionOf(/** @type {Kind} */ (this.kind), Number(this.noise));
  }

  /** Measures votes along the curve, from its start. */
  #look() {
    const { request, measure } = this, curve = this.#shown;
    if (!request || !curve || !measure) return;
    this.latest.ask(async (signal, tell) => {
      const wanted = measuredPoints(curve);
      /** @type {Known['seen']} */
      let seen = [];
      for (const [done, place] of wanted.entries()) {
        tell({ seen, progress: { done, total: wanted.length } });
        const points = await this.model.engine.explorer.curveCloud(request, this.#question, place.index);
        seen = [...seen, { ...place, ...await measure(request, points, signal) }];
      }
      tell({ seen });
    }, { ...this.known, measures: true });
  }

  /** @type {import('../question/latest.js').Task<Known & {progress: {done: number, total: number}}>} */
  #compute = async (signal, tell) => {
    const { request, model: { engine: { explorer } } } = this;
    if (!request) return;
    if (!this.#chosen) this.kind = await opening(explorer, request, signal);
    const { reach } = await explorer.curve(request, this.#question, signal,
      (curve, answers, done) => void tell({ curve, answers, progress: { done, total: curve.points.length } }));
    if (tell({ reach }) && this.known.measures) this.#look();
  };

  /** The curve over the lengths on show. */
  get #shown() {
    const { curve } = this.known;
    return curve && curveOf(curve, this.request ?? null, this.about);
  }

  #drawing() {
    const curve = this.#shown;
    if (!curve) return html`<div class="room"></div>`;
    const look = theme(this);
    const { answers = [], seen = [] } = this.known, { series, x, y } = curveLines(curve, answers, look, unitName(this.model.measure, true));
    return html`<div class="chart">${linePlot({ theme: look, width: this.width, label: this.#title(), x, y, series, seen })}</div>`;
  }

  #title() {
    const kind = /** @type {Kind} */ (this.kind);
    return `Lower bound against ${kind === 'rotate' ? 'the angle of rotation' : 'the norm of the perturbation'}: ${NAMES[kind].toLowerCase()}`;
  }

  #choice() {
    return html`<fieldset class="either"><legend class="unseen">Perturbation</legend>${KINDS.map(
      (value) => html`<label>
      <input type="radio" name="curve" value=${value} .checked=${live(this.kind === value)}
        @change=${() => this.#choose(value)}><span>${NAMES[value]}</span></label>`,
    )}</fieldset>
      ${
        this.kind === 'rotate'
          ? html`<div class="field"><label for="curve-noise">Size of the noise before the rotation</label>
        <select id="curve-noise" @change=${(/** @type {{target: HTMLSelectElement}} */ event) => this.#choose('rotate', event.target.value)}>
          ${NOISES.map((value) => html`<option value=${value} ?selected=${value === this.noise}>${value} σ</option>`)}</select></div>`
          : nothing
      }`;
  }

  /** Up to which norm scalings are certified: the radii, not the last of the points computed. */
  #radii() {
    const r = this.kind === 'scale' ? this.radii : null, curve = this.#shown;
    if (!r || !curve) return undefined;
    const whose = curve.file_x ? ' of the prepared cloud' : '';
    const ends = r.file_radius !== undefined && !curve.file_x ? [['every argument', r.file_radius]]
      : [['black box', r.black_box], ['orbit-based', r.orbit], ['tight', r.scaling ?? this.known.reach]];
    const texts = ends.flatMap(([name, end]) => (typeof end === 'number' ? [`${significant(end, 4, 'down')} (${name})`] : []));
    return `Every scaling${whose} is certified up to ‖Δ‖ = ${texts.join(', ')}.`;
  }

  #caption() {
    const curve = this.#shown;
    if (!curve || this.progress) return nothing;
    const { tight, samples } = curve;
    const drawn =
      tight === 'monte_carlo' ? ` The tight certificate is bounded from ${samples?.toLocaleString('en')} draws per point; all points hold at once.` : '';
    const how = tight === 'axis' ? ' The tight certificate is bounded without draws, by rotations about single axes.' : drawn;
    return html`<p class="caption" role="status">${this.#radii() ?? summary(curve, this.known.answers ?? [])}${how}${this.#ofFile()}</p>`;
  }

  /** Says what the curve of a prepared cloud leaves of the file. */
  #ofFile() {
    const { radii: r } = this;
    return r && isOfFile(r, this.about) ? ` Every change of your file below ${significant(r.file_radius ?? 0, 4, 'down')} is certified${
      r.scale ? ', with every scaling' : ''}.` : '';
  }

  /** Shows the model's own votes along the curve. */
  #measured() {
    if (!this.measure || !this.known.curve) return nothing;
    const { seen = [], answers = [] } = this.known, said = this.progress ? '' : comparisonWords(seen, answers);
    return html`${this.progress ? nothing : html`<div><button type="button" @click=${() => this.#look()}>Measure the votes along it</button></div>`}
      ${said ? html`<p class="caption" role="status"
        data-seen=${seen.length}>${said} Dots are the shares of ${seen[0].samples.toLocaleString('en')} fresh samples each. The votes are measured,
          not proved: between the places, and in other directions, they can be anything above the line.</p>` : nothing}`;
  }

  render() {
    return html`<section class="part" aria-label="Along a perturbation">
      <div class="words"><h2>Along a perturbation</h2>
        ${this.#choice()}
        <p class="hint ${this.kind ? '' : 'unknown'}">${ABOUT[this.kind ?? KINDS[0]]}</p></div>
      <div class="shown">${this.trouble()}
        ${this.#drawing()}
        <div class="under">${this.progressBar('Curve')}${this.#caption()}${this.#measured()}
        ${this.known.curve && !this.progress ? saveButtons(`orbitcert-${this.kind}`, 'the curves', () => curveRows(/** @type {Curve} */ (this.#shown), this.known.answers ?? []),
          () => this.querySelector('svg.drawing'), () => ({ kind: this.kind, sigma: this.known.curve?.sigma, tight: this.known.curve?.tight })) : nothing}</div>
      </div>
    </section>`;
  }
}

customElements.define('orbit-curves', Curves);
