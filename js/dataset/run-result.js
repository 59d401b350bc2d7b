/** The result of a run: one sentence, the curve, and the clouds behind it. */

import { LitElement, html, nothing } from 'lit';
import { menu } from '../parts/menu.js';
import { disclosure } from '../parts/field.js';
import { download } from '../parts/save.js';
import { csv, texTable } from '../parts/tables.js';
import { redrawOnTheme, theme } from '../parts/theme.js';
import { attackWords } from './attack-gap.js';
import { cloudRows, shortRows } from './cloud-rows.js';
import { changesOf, rowsAt, telling } from './levels.js';
import { counted, exports, plot, rows } from './result.js';
import { often, summed } from '../words/sets.js';
import { percent } from '../words/share.js';
import { exactly } from '../words/stated.js';
import { first } from '../words/top.js';
import { curvesOf } from './stated-curves.js';
import { amount } from './words.js';
import './cloud-table.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @typedef {import('./levels.js').Level} Level */
/** @typedef {import('./log.js').RunLog} RunLog */

/** Widest plot, and narrowest. */
const WIDEST = 960, NARROWEST = 280;

/** Says what clouds keep that count. @param {RunResult['settings']} settings */
function keeping(settings) {
  const { returns, tolerance } = settings;
  if (returns === 'number') return `stay within ± ${exactly(Number(tolerance))}`;
  if (returns === 'labels') return 'keep all labels';
  return first(settings) ? `keep their class among ${first(settings)}` : 'stay right';
}

/** Sums up the sets of all clouds. @param {NonNullable<RunResult['sets']>} sets @param {RunResult['settings']} settings */
const held = (sets, { returns }) => html`<p class="about" data-note="sets">Sets that hold the truth ${often(sets)}:
  ${summed(sets, returns === 'number')}. <a href="docs.html#sets">More</a></p>`;

/** The sentence of a result. @param {RunResult} result @param {Level} level */
export const headline = ({ total, correct, failed, settings, sets }, { best, blackBox, unseen, words, also }) => html`
  <p class="sentence headline"><span><strong>${percent(best, total)}</strong> ${keeping(settings)},
    ${words}.</span></p>
  <p class="about">${amount(total, 'cloud')}${settings.returns ? '' : `, ${correct.toLocaleString('en')} of them predicted correctly`}${failed
    ? `, ${failed.toLocaleString('en')} without a verdict` : ''}${settings.attack?.family === 'rotate' && settings.attack.noise
    ? `; noise of norm ${settings.attack.noise} and then a rotation` : ''}.
    ${unseen === undefined ? nothing : `Of clouds not seen, drawn like these, at least ${percent(unseen, total)}, with 95 % confidence.`}
    ${also} ${blackBox === undefined ? nothing : html`Without the invariance: ${percent(blackBox, total)}.`}${(settings.attack?.draws ?? 1) > 1
      ? ` Means of ${settings.attack?.draws} draws.` : ''}</p>${sets ? held(sets, settings) : nothing}`;

/** Lists all values, and says how clouds are counted. @param {RunResult} result @param {import('./stated-curves.js').Curve} [curve] */
export const numbers = (result, curve) => disclosure('All values, and what counts', false, html`${rows(result, curve)}${counted(result)}`);

/** Draws the curve into its place. @param {HTMLElement} host @param {RunResult} result @param {import('./stated-curves.js').Curve} [curve] */
export function drawChart(host, result, curve) {
  const chart = host.querySelector('.chart');
  chart?.replaceChildren(plot(result, theme(host), Math.round(Math.min(WIDEST, Math.max(NARROWEST, chart.clientWidth))), 0, curve));
}

/** @param {string} label @param {string[]} options @param {number} chosen @param {(i: number) => void} act */
const select = (label, options, chosen, act) => html`<select aria-label=${label} @change=${
  (/** @type {{target: HTMLSelectElement}} */ { target }) => act(target.selectedIndex)}>
  ${options.map((option, i) => html`<option ?selected=${i === chosen}>${option}</option>`)}</select>`;

class RunResultView extends LitElement {
  static properties = { log: { attribute: false }, outcome: { attribute: false }, change: { state: true }, at: { state: true }, shown: { state: true } };

  constructor() {
    super();
    redrawOnTheme(this);
    /** @type {RunLog} */
    this.log = /** @type {never} */ (undefined);
    /** @type {import('./log.js').Outcome} */
    this.outcome = /** @type {never} */ (undefined);
    /** Set by the template. @type {(name: string) => void} */
    this.keep = () => {};
    /** Draws more downloads. Set by the template. @type {() => unknown} */
    this.more = () => nothing;
    /** Changes that clouds are counted for, and those shown. @type {import('./levels.js').Changes[]} */
    this.changes = [];
    this.change = 0;
    this.at = 0;
    /** Number of the curve that is drawn. */
    this.shown = 0;
    /** @type {import('./levels.js').Row[]} */
    this.rows = [];
  }

  createRenderRoot() {
    return this;
  }

  get level() {
    return this.changes[this.change]?.levels[this.at] ?? null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('outcome')) {
      this.changes = changesOf(this.outcome.result);
      this.shown = Math.min(this.shown, curvesOf(this.outcome.result).length - 1);
      this.#choose(0);
    }
    if (['outcome', 'change', 'at'].some((name) => changed.has(name))) {
      const { clouds, radii, result } = this.outcome;
      this.rows = this.level ? rowsAt(clouds, radii, this.level, result.settings.returns ? null : this.log.classes) : [];
    }
  }

  updated() {
    drawChart(this, this.outcome.result, this.#curve);
  }

  get #curve() {
    return curvesOf(this.outcome.result)[this.shown];
  }

  /** @param {number} change */
  #choose(change) {
    this.change = change;
    this.at = this.changes[change] ? telling(this.changes[change].levels) : 0;
  }

  /** Chooses the curve, where numbers or labels have several. */
  #curves() {
    const curves = curvesOf(this.outcome.result);
    if (curves.length === 1) return nothing;
    return html`<p class="counted-at"><span>Curve</span> ${select('Curve', curves.map(({ name }) => name), this.shown, (i) => { this.shown = i; })}</p>`;
  }

  #chosen() {
    const { changes, change, at } = this;
    return html`<p class="counted-at"><span>Clouds at</span>
      ${changes.length > 1 ? select('Change', changes.map(({ name }) => name), change, (i) => this.#choose(i)) : nothing}
      ${select('Size of the change', changes[change].levels.map(({ label }) => label), at, (i) => { this.at = i; })}</p>`;
  }

  #downloads() {
    const { outcome: { result, document, clouds }, level, log, rows: all } = this;
    const save = (/** @type {string} */ name, /** @type {string} */ text) => download(name, new Blob([text]));
    return html`<div class="downloads"><button type="button" @click=${() => download('result.json', document)}>Download results</button>
      <button type="button" @click=${() => this.keep(log.title)}>Keep beside others</button>
      ${menu('More downloads', html`${exports(result, () => this.querySelector('.chart svg'))}
        <div class="save"><span>Save one row a cloud</span>
          <button type="button" class="quiet" aria-label="Save clouds as CSV" @click=${
            () => save('clouds.csv', csv(cloudRows(result, clouds, all, level?.words ?? '')))}>CSV</button>
          <button type="button" class="quiet" aria-label="Save clouds as LaTeX" @click=${
            () => save('clouds.tex', texTable(shortRows(all)))}>LaTeX</button></div>
        ${this.more()}`)}</div>`;
  }

  render() {
    const { outcome: { result }, level, log } = this;
    return html`${level ? headline(result, level) : nothing}${attackWords(result)}
      ${this.#curves()}<div class="chart"></div>
      ${this.#downloads()}
      ${level ? html`${this.#chosen()}<orbit-cloud-table .rows=${this.rows} .points=${log.points}></orbit-cloud-table>` : nothing}
      ${numbers(result, this.#curve)}`;
  }
}

customElements.define('orbit-run-result', RunResultView);
