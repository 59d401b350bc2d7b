/** Base of the explorer's sections: they follow the model, redraw with the theme and the width, and ask one question at a time. */

import { html, nothing } from 'lit';
import { progress } from '../parts/bars.js';
import { sentence } from '../words/error-sentence.js';
import { View } from '../parts/view.js';
import { redrawOnTheme } from '../parts/theme.js';
import { Latest } from '../question/latest.js';

/** Widths that plots are drawn for, in pixels: narrower ones would have no room for their labels. */
const LEAST = 280, MOST = 1100;

/** Milliseconds between two pictures of what is being computed. */
const PAUSE = 80;

/**
 * @template {object} K what is found out
 * @extends {View<import('./explore.js').Subject>}
 */
export class Section extends View {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { question: { attribute: false }, about: {} };

  /** Width for plots, in pixels. */
  width = MOST;

  /** Keeps the latest question. @type {Latest<K & {progress: {done: number, total: number}}>} */
  latest = new Latest((type) => (type === 'told' ? this.soon() : this.requestUpdate()));
  /** Element that gives plots their width. @type {Element | null} */
  #sized = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #size = new ResizeObserver(([{ contentRect: { width } }]) => {
    const wanted = Math.round(Math.min(Math.max(width, LEAST), MOST));
    if (wanted === this.width || width === 0) return;
    this.width = wanted;
    this.requestUpdate();
  });

  constructor() {
    super();
    /** Names what is explored, null for what is of no cloud. @type {import('../question/question.js').Question | null} */
    this.question = null;
    /** The cloud that lengths are of: 'file' or 'prepared'. */
    this.about = 'file';
    redrawOnTheme(this);
  }

  /** @param {Map<string, unknown>} _ */
  updated(_) {
    const shown = this.querySelector('.shown');
    if (shown === this.#sized) return;
    this.#size.disconnect();
    this.#sized = shown;
    if (shown) this.#size.observe(shown);
  }

  disconnectedCallback() {
    this.#size.disconnect();
    this.latest.cancel();
    super.disconnectedCallback();
  }

  get request() {
    return this.question?.request;
  }

  /** Returns the answer to the latest question, as far as it is known. */
  get known() {
    return this.latest.known;
  }

  /** Explains what is wrong, '' for nothing. */
  get problem() {
    const { error } = this.latest;
    return error && error.name !== 'AbortError' ? sentence(error) : '';
  }

  /** Share of the work that is done, null if there is none. */
  get progress() {
    return this.latest.works ? this.known.progress ?? null : null;
  }

  /** Draws in a moment; answers come faster than that. */
  soon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.requestUpdate();
    }, PAUSE);
  }

  /** @param {string} label */
  progressBar(label) {
    if (!this.progress) return nothing;
    const { done, total } = this.progress;
    return progress({ label, share: done / Math.max(total, 1), cancel: () => this.latest.cancel() });
  }

  /** The problem as a sentence. */
  trouble() {
    return this.problem ? html`<p class="error" role="status">${this.problem}</p>` : nothing;
  }
}
