/** Two transformations at once: which of them together leave the prediction as it is, as a map. */

import { html, nothing } from 'lit';
import { first } from '../words/top.js';
import { named } from '../words/words.js';
import { familyUnit } from '../words/ranges.js';
import { argumentKey, rowKey } from '../parts/arguments.js';
import { areaPlot } from '../parts/plot.js';
import { saveButtons } from '../parts/save.js';
import { theme } from '../parts/theme.js';
import { regionOf } from '../documents/lengths.js';
import { Section } from './section.js';

/** @typedef {import('../documents/documents.js').Region} Region */

/** Pairs of transformations, the first to be applied first. @type {Record<string, {name: string, about: string}>} */
const PAIRS = {
  'rotation-shear': { name: 'Rotation, then shear', about: 'A rotation about the last axis, then a shear: a shear in every direction across the axis.' },
  'taper-twist': { name: 'Taper and twist', about: 'A taper along the last axis, and a twist about it.' },
  'twist-moved': { name: 'Twist and moved', about: 'A twist about the axis of the noise, and then all points moved in any direction, by ‖Δ‖ together.' },
  'replaced-moved': { name: 'Replaced and moved',
    about: 'Any points replaced by others anywhere, and all other points moved in any direction, by ‖Δ‖ together.' },
};

/** Names of the sides that are not families of transformations. @type {Record<string, string>} */
const SIDES = { replaced: 'Points replaced', moved: 'Others moved, ‖Δ‖' };

/** Pairs that no argument about distances alone certifies. */
const BESIDE = ['replaced-moved', 'twist-moved'];

/** @typedef {'orbit' | 'black_box' | 'points' | 'parameters'} By */

/** The arguments by the marks of the core. @type {Record<string, By>} */
const BY = { 1: 'orbit', 2: 'black_box', 3: 'points', 4: 'parameters' };

/**
 * Stretches of a row that one argument certifies, in the units of the document.
 * @param {Region} region @returns {{by: By, x1: number, x2: number, y1: number, y2: number}[]}
 */
export function stretches({ rows, size, first, second }) {
  const at = (/** @type {Region['first']} */ { from, to }, /** @type {number} */ i) => from + (to - from) * i / size;
  return rows.flatMap((row, i) => [...row.matchAll(/1+|2+|3+|4+/g)].map(({ 0: run, index }) => ({
    by: BY[run[0]], x1: at(first, index), x2: at(first, index + run.length), y1: at(second, i), y2: at(second, i + 1),
  })));
}

/** Whole per cent of the cells, rounded down. @param {Region} region @param {RegExp} marks */
const share = ({ rows, size }, marks) => Math.floor(100 * rows.join('').replace(marks, '').length / size ** 2);

/** @extends {Section<{region: Region}>} */
export class RegionView extends Section {
  static properties = { pair: { state: true } };

  constructor() {
    super();
    this.pair = 'rotation-shear';
  }

  willUpdate() {
    this.#want();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    const chart = this.querySelector('.chart');
    const region = this.#seen;
    if (chart && region?.certified) chart.replaceChildren(this.#plot(region));
  }

  /** The region of what is on show. */
  get #seen() {
    const { region } = this.known;
    return region && regionOf(region, this.about);
  }

  /** Lists the pairs that apply: a twist needs space, replaced points need votes of some points, and noise on a twist has a pair of its own. */
  get #pairs() {
    if (this.request?.noise) return ['twist-moved'];
    const solid = this.model.files.clouds.clean?.dimension === 3;
    return [...(this.request?.subsample === undefined ? [] : ['replaced-moved']), 'rotation-shear', ...(solid ? ['taper-twist'] : [])];
  }

  #want() {
    if (!this.#pairs.includes(this.pair)) this.pair = this.#pairs[0];
    const { question, pair, model: { engine: { explorer } } } = this;
    if (question)
      this.latest.follow(`${pair} ${question.text}`, async (signal, tell) => void tell({ region: await explorer.region(question.request, { pair }, signal) }));
  }

  /** @param {Region} region */
  #summary(region) {
    if (BESIDE.includes(this.pair)) return `Of the rectangle shown ${share(region, /0/g)} % are certified.`;
    const black = share(region, /[01]/g), all = share(region, /0/g);
    return `Of the rectangle shown ${all} % are certified, ${black || 'less than 1'} % without invariance.`;
  }

  /** @param {Region} region */
  #plot(region) {
    const look = theme(this);
    const side = (/** @type {Region['first']} */ { family, unit, from, to }) => {
      const { name, factor, sign } = familyUnit(family, unit, this.model.measure.height);
      return { factor, label: family === 'moved' && this.pair === 'twist-moved' ? 'Points moved, ‖Δ‖' : SIDES[family]
        ?? `${name}${sign ? `,${sign.startsWith('°') ? ' ' : ''}${sign}` : ''}`, domain: /** @type {[number, number]} */ ([factor * from, factor * to]) };
    };
    const [x, y] = [side(region.first), side(region.second)];
    return areaPlot({
      theme: look, width: Math.min(this.width, 720), label: `${PAIRS[this.pair].name}. ${this.#summary(region)}`, x, y,
      areas: stretches(region)
        .map(({ by, x1, x2, y1, y2 }) => ({ colour: by === 'points' || by === 'parameters' ? look[by] : look.arguments[by], x1: x.factor * x1,
        x2: x.factor * x2, y1: y.factor * y1, y2: y.factor * y2 })),
    });
  }

  /** @param {Region} region */
  #table(region) {
    return { columns: [`${region.first.family}_from`, `${region.first.family}_to`, `${region.second.family}_from`, `${region.second.family}_to`,
      'certified_by'],
      rows: stretches(region).map(({ by, x1, x2, y1, y2 }) => [x1, x2, y1, y2, by]) };
  }

  /** Explains the colours. */
  #key() {
    if (this.pair === 'twist-moved') return html`${rowKey('parameters')}from votes with noise on transformations, for every ‖Δ‖ up to that of the cell.`;
    if (this.pair === 'replaced-moved') return html`${rowKey('points')}from votes of samples of ${this.request?.subsample?.toLocaleString('en')} points.`;
    return html`${argumentKey('black_box')}by the black box, ${argumentKey('orbit')}by the orbit-based argument alone.`;
  }

  #shown() {
    const { request } = this, region = this.#seen;
    if (!region) return this.problem ? nothing : html`<p class="caption" role="status">computing</p>`;
    const among = request && first(request);
    if (!region.certified) return html`<p class="caption" data-note="uncertified">The prediction itself is not certified, so nothing follows for changed
      clouds.</p>`;
    return html`<div class="chart"></div>
      <p class="caption">${this.#summary(region)} ${this.#key()} Every point of a coloured cell is certified to ${among ? `keep its class among ${among}`
        : html`stay ${request && named(request) ? html`<b>${named(request)}</b>` : 'as classified'}`};
        blank is not certified: the answer may or may not change.${this.known.region?.file ? ` Lengths are those of ${
        region === this.known.region ? 'the prepared cloud' : 'your file'}.` : nothing} <a href="docs.html#regions">More</a></p>
      ${saveButtons('orbitcert-region', 'the region', () => this.#table(region), () => this.querySelector('.chart svg'), () => region, false)}`;
  }

  render() {
    return html`<section class="part" aria-label="Two changes at once">
      <div class="words"><h2>Two changes at once</h2>
        <div class="remedies" role="group" aria-label="Changes">${
          this.#pairs.map((pair) =>
          html`<button type="button" aria-pressed=${String(pair === this.pair)} @click=${() => { this.pair = pair; }}>${PAIRS[pair].name}</button>`)}</div>
        <p class="hint">${PAIRS[this.pair].about}</p></div>
      <div class="shown">${this.trouble()}${this.#shown()}</div>
    </section>`;
  }
}

customElements.define('orbit-region', RegionView);
