/** Several results side by side: a small curve each, on the same axes. */

import { LitElement, html, nothing } from 'lit';
import { redrawOnTheme, theme } from '../parts/theme.js';
import { headline } from './run-result.js';
import { changesOf, telling } from './levels.js';
import { plot } from './result.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @typedef {{title: string, result: RunResult}} Kept */

/** Most results that are kept. */
const MOST = 24;

/** Where results are kept for this tab. */
const STORED = 'orbitcert results';

/** Results that this tab has kept; none if the browser keeps nothing. @returns {Kept[]} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    return [];
  }
}

/** The largest value on the axis of results that share it. @param {RunResult[]} results */
const reachOf = (results) =>
  new Set(results.map(({ settings: { attack } }) => attack?.family)).size === 1 ? Math.max(...results.map(({ grid = [] }) => grid.at(-1) ?? 0)) : 0;

class SideBySide extends LitElement {
  static properties = { kept: { state: true } };

  constructor() {
    super();
    redrawOnTheme(this);
    /** @type {Kept[]} */
    this.kept = stored();
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Kept} one */
  add(one) {
    this.#set([...this.kept, one].slice(-MOST));
  }

  /** @param {Kept[]} kept */
  #set(kept) {
    this.kept = kept;
    try {
      sessionStorage.setItem(STORED, JSON.stringify(kept));
    } catch {
      // They are there until the page is left.
    }
  }

  updated() {
    const reach = reachOf(this.kept.map(({ result }) => result));
    for (const [i, chart] of [...this.querySelectorAll('.small-chart')].entries()) {
      const { result } = this.kept[i];
      chart.replaceChildren(plot(result, theme(this), Math.max(260, chart.clientWidth), reach));
    }
  }

  /** @param {Kept} one @param {number} at */
  #one({ title, result }, at) {
    const [{ levels }] = changesOf(result);
    return html`<li><label><span class="unseen">Title of result ${at + 1}</span><input type="text" maxlength="80" .value=${title}
      @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => this.#set(this.kept.map((one, i) => (i === at ? { ...one, title: target.value }
        : one)))}></label>
      <button type="button" class="quiet" aria-label="Remove ${title}" @click=${() => this.#set(this.kept.filter((_, i) => i !== at))}>Remove</button>
      ${levels.length > 0 ? headline(result, levels[telling(levels)]) : nothing}<div class="small-chart"></div></li>`;
  }

  render() {
    if (this.kept.length === 0) return nothing;
    return html`<section aria-label="Results side by side"><h2>Results side by side</h2><ul class="multiples">${this.kept.map((one, i) => this.#one(one,
      i))}</ul></section>`;
  }
}

customElements.define('orbit-side-by-side', SideBySide);
