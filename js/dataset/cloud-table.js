/** The clouds of a result as a table: sorted, filtered, each with a picture. Rows far out of sight are not there, so that many cost no more than few. */

import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { onTheme } from '../parts/theme.js';
import { significant } from '../words/decimal.js';
import { areClassed, chosen, STANDINGS } from './levels.js';
import './thumbnail.js';

/** @typedef {import('./levels.js').Row} Row */
/** @typedef {import('./levels.js').Standing} Standing */
/** @typedef {import('./levels.js').Key} Key */

/** Pixels of a row, most rows that are all there, and rows above and below what is in sight. */
const HEIGHT = 60, ALL = 100, BEYOND = 10;

/** @type {[Key, string][]} */
const COLUMNS = [['name', 'Cloud'], ['label', 'Label'], ['predicted', 'Class'], ['radius', 'Radius'], ['standing', 'Verdict']];

/** Columns of classes, which a model of numbers or labels has not. @type {Key[]} */
const CLASSES = ['label', 'predicted'];

class CloudTable extends LitElement {
  static properties = {
    rows: { attribute: false }, standing: { state: true }, text: { state: true }, key: { state: true }, falling: { state: true },
    first: { state: true }, current: { state: true },
  };

  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    /** The points of a cloud. Set by the template. @type {(index: number) => number[][]} */
    this.points = () => [];
    /** @type {Standing | ''} */
    this.standing = '';
    this.text = '';
    /** @type {Key | ''} */
    this.key = '';
    this.falling = false;
    /** The first row that is there. */
    this.first = 0;
    /** The place of the row that Tab reaches; arrow keys move it. */
    this.current = 0;
    /** @type {Row[]} */
    this.shown = [];
    this.most = 0;
    this.classed = true;
  }

  get columns() {
    return COLUMNS.filter(([key]) => this.classed || !CLASSES.includes(key));
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('scroll', this.#onScroll, { passive: true });
    addEventListener('resize', this.#onScroll);
    this.untheme = onTheme(() => this.querySelectorAll('orbit-thumbnail').forEach((one) => /** @type {Element & {draw: () => void}} */ (one).draw()));
  }

  disconnectedCallback() {
    removeEventListener('scroll', this.#onScroll);
    removeEventListener('resize', this.#onScroll);
    this.untheme?.();
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (['rows', 'standing', 'text', 'key', 'falling'].some((name) => changed.has(name))) {
      this.shown = chosen(this.rows, this);
      this.current = 0;
      this.classed = areClassed(this.rows);
      this.most = Math.max(0, ...this.rows.map(({ radius }) => radius ?? 0));
      this.#onScroll();
    }
  }

  #onScroll = () => {
    if (this.shown.length <= ALL) return void (this.first = 0);
    const top = this.querySelector('tbody')?.getBoundingClientRect().top ?? 0;
    this.first = Math.max(0, Math.min(this.shown.length - 1, Math.floor(-top / HEIGHT) - BEYOND));
  };

  /** @param {Key} key */
  #sort(key) {
    this.falling = this.key === key ? !this.falling : key === 'radius';
    this.key = key;
  }

  /** @param {Row} row */
  #open(row) {
    this.dispatchEvent(new CustomEvent('open-cloud', { detail: row, bubbles: true }));
  }

  /** Moves along the clouds by keys, so that Tab leaves the table at once. @param {KeyboardEvent} event */
  #onKey = async (event) => {
    const last = this.shown.length - 1,
      page = Math.max(1, Math.floor(innerHeight / HEIGHT) - 2);
    /** @type {Record<string, number>} */
    const places = { ArrowDown: this.current + 1, ArrowUp: this.current - 1, PageDown: this.current + page, PageUp: this.current - page, Home: 0, End: last };
    if (!(event.key in places) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.current = Math.max(0, Math.min(last, places[event.key]));
    if (!this.#button(this.current) && this.shown.length > ALL)
      scrollBy(0, (this.querySelector('tbody')?.getBoundingClientRect().top ?? 0) + this.current * HEIGHT - innerHeight / 2);
    this.#onScroll();
    await this.updateComplete;
    this.#button(this.current)?.focus();
  };

  /** @param {number} at @returns {HTMLElement | null} */
  #button(at) {
    return this.querySelector(`[data-at="${at}"]`);
  }

  #filters() {
    const count = (/** @type {string} */ standing) => this.rows.filter((row) => row.standing === standing).length;
    const chip = (/** @type {Standing | ''} */ standing, /** @type {string} */ word, /** @type {number} */ n) =>
      n === 0
        ? nothing
        : html`<button type="button" class="chip" aria-pressed=${String(this.standing === standing)}
      @click=${() => {
        this.standing = standing;
      }}>${word} <b>${n.toLocaleString('en')}</b></button>`;
    const find = this.classed ? 'Find a cloud or a class' : 'Find a cloud';
    return html`<div class="filters" role="group" aria-label="Show clouds">${chip('', 'all', this.rows.length)}
      ${/** @type {Standing[]} */ (Object.keys(STANDINGS)).map((standing) => chip(standing, STANDINGS[standing], count(standing)))}
      <label class="find"><span class="unseen">${find}</span><input type="text" placeholder=${find} autocomplete="off"
        .value=${this.text}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => {
          this.text = target.value;
        }}></label></div>`;
  }

  /** @param {[Key, string]} column */
  #head = ([key, name]) => {
    const sorted = this.key === key;
    return html`<th scope="col" class="c-${key}" aria-sort=${sorted ? (this.falling ? 'descending' : 'ascending') : 'none'}><button type="button"
      class="sort" @click=${() => this.#sort(key)}>${name}<span aria-hidden="true">${sorted ? (this.falling ? ' ▾' : ' ▴') : ''}</span></button></th>`;
  };

  /** @param {Row} row @param {number} at @param {number} tabbed the place that Tab reaches */
  #row(row, at, tabbed) {
    const { index, name, label, predicted, radius, standing, verdict, cloud } = row;
    return html`<tr aria-rowindex=${at + 2} data-standing=${standing} @click=${(/** @type {{target: Element}} */ { target }) => target.closest('button')
      || getSelection()?.toString() || standing === 'failed' || this.#open(row)}>
      <th scope="row" class="c-name"><div>${
        standing === 'failed'
          ? html`<span class="blank"></span><span title=${name}>${name}</span>`
          : html`<orbit-thumbnail .points=${this.points} .cloud=${index}></orbit-thumbnail><button type="button" class="opens" data-at=${at}
            tabindex=${at === tabbed ? 0 : -1} title=${name} @focus=${() => {
              this.current = at;
            }} @click=${() => this.#open(row)}>${name}</button>`
      }</div></th>
      ${this.classed ? html`<td class="c-label">${label}</td><td class="c-predicted">${predicted}</td>` : nothing}
      <td class="c-radius">${radius === null ? '–' : html`<div><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect
        width=${(100 * radius) / (this.most || 1)} height="8"/></svg>${significant(radius, 4, 'down')}</div>`}</td>
      <td class="c-standing" title=${cloud.failure ?? nothing}>${verdict}</td></tr>`;
  }

  render() {
    const { shown, first } = this,
      windowed = shown.length > ALL;
    const end = windowed ? Math.min(shown.length, first + Math.ceil(innerHeight / HEIGHT) + 2 * BEYOND) : shown.length;
    const start = windowed ? first : 0,
      there = shown.slice(start, end), opens = (/** @type {number} */ at) => there[at - start] && there[at - start].standing !== 'failed';
    const tabbed = opens(this.current) ? this.current : start + there.findIndex(({ standing }) => standing !== 'failed');
    const gap = (/** @type {number} */ rows) =>
      rows > 0 ? html`<tr class="away" aria-hidden="true"><td colspan=${this.columns.length}><svg height=${rows * HEIGHT} width="1"></svg></td></tr>` : nothing;
    return html`${this.#filters()}
      <p class="unseen" role="status">${shown.length === this.rows.length ? ''
        : `${shown.length.toLocaleString('en')} of ${this.rows.length.toLocaleString('en')} clouds`}</p>
      ${
        shown.length === 0
          ? html`<p class="hint">No cloud matches.</p>`
          : html`<table class="cloud-list" aria-label="Clouds" aria-rowcount=${shown.length + 1}>
        <thead><tr>${this.columns.map(this.#head)}</tr></thead>
        <tbody @keydown=${this.#onKey}>${gap(start)}${repeat(
          there,
          ({ index }) => index,
          (row, i) => this.#row(row, start + i, tabbed),
        )}${gap(windowed ? shown.length - end : 0)}</tbody>
      </table>`
      }`;
  }
}

customElements.define('orbit-cloud-table', CloudTable);
