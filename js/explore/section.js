/** Base of the explorer's sections: they follow the model, redraw with the theme and the width, and own one job. */

import { html, nothing } from 'lit';
import { progress } from '../parts/bars.js';
import { sentence } from '../words/error-sentence.js';
import { View } from '../parts/view.js';
import { redrawOnTheme } from '../parts/theme.js';

/** Widths that plots are drawn for, in pixels: narrower ones would have no room for their labels. */
const LEAST = 280, MOST = 1100;

/** Milliseconds between two pictures of what is being computed. */
const PAUSE = 80;

/** @extends {View<import('./explore.js').Subject>} */
export class Section extends View {
  /** Explains what is wrong, '' for nothing. */
  problem = '';
  /** Share of the job that is done, null if there is none. @type {{done: number, total: number} | null} */
  progress = null;
  /** Width for plots, in pixels. */
  width = MOST;

  #job = new AbortController();
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
    this.#job.abort();
    super.disconnectedCallback();
  }

  /**
   * Starts a job in the place of the one before; its failure shows as a sentence.
   * @param {(signal: AbortSignal) => Promise<void>} job
   */
  async start(job) {
    this.#job.abort();
    const own = this.#job = new AbortController();
    this.problem = '';
    try {
      await job(own.signal);
    } catch (error) {
      if (own === this.#job && /** @type {Error | undefined} */ (error)?.name !== 'AbortError') this.problem = sentence(error);
    }
    if (own !== this.#job) return;
    this.progress = null;
    this.requestUpdate();
  }

  /** Draws in a moment; answers come faster than that. */
  soon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.requestUpdate();
    }, PAUSE);
  }

  cancel() {
    this.#job.abort();
    this.progress = null;
    this.requestUpdate();
  }

  /** @param {string} label */
  progressBar(label) {
    if (!this.progress) return nothing;
    const { done, total } = this.progress;
    return progress({ label, share: done / Math.max(total, 1), cancel: () => this.cancel() });
  }

  /** The problem as a sentence. */
  trouble() {
    return this.problem ? html`<p class="error" role="status">${this.problem}</p>` : nothing;
  }
}
