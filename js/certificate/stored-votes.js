/** The votes that an example came with: who cast them, and whether they are the same when they are counted here. */

import { html, nothing } from 'lit';
import { bars, progress } from '../parts/bars.js';
import { icon } from '../parts/icons.js';
import { sentence } from '../words/error-sentence.js';
import { View } from '../parts/view.js';

/**
 * Counts votes again.
 * @typedef {(request: any, onSamples: (samples: number) => void, signal: AbortSignal) => Promise<{samples: number, differ: number[]}>} Recount
 *
 * @typedef {{samples?: number, differ?: number[], problem?: string, ended: boolean}} Second how a second count goes, or went
 */

/** Reason of a second count that the visitor ended; the page starts none by itself after it. */
const CANCELLED = 'it was cancelled.';

/** Milliseconds for which the votes have to be in sight before they are counted again unasked. */
const DWELL = 1000;

/** @extends {View<import('./desk.js').Desk>} */
export class StoredVotes extends View {
  /** Set by the page. @type {Recount} */
  recount = /** @type {any} */ (undefined);
  /** Second counts by the votes that were stored. @type {WeakMap<object, Second>} */
  #seconds = new WeakMap();
  #stop = new AbortController();
  /** Count in progress. @type {any} */
  #counting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #watch = new IntersectionObserver(([{ isIntersecting }]) => this.#seen(isIntersecting), { threshold: 0.5 });

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#seen(false);
    this.#stop.abort();
    super.disconnectedCallback();
  }

  /** Stops what is no longer wanted, and watches for whether the votes are looked at. */
  updated() {
    if (this.#counting && this.#counting !== this.model.stored) this.#stop.abort();
    this.#watch.disconnect();
    const section = this.querySelector('section');
    if (section) this.#watch.observe(section);
  }

  /** Counts again when the visitor looks, if the download is free. @param {boolean} visible */
  #seen(visible) {
    clearTimeout(this.#timer);
    const saving = /** @type {any} */ (navigator).connection?.saveData;
    if (visible && !saving) this.#timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(() => void this.#again(false)), DWELL);
  }

  /** @param {boolean} asked whether somebody wants it, and not the page by itself */
  async #again(asked) {
    const { stored, job: { result: { phase, request } } } = this.model;
    if (!stored || !this.model.voting.able || phase !== 'done' || this.#counting || (this.#seconds.has(stored) && !asked)) return;
    this.#stop = new AbortController();
    this.#counting = stored;
    this.#put({ ended: false });
    try {
      this.#put({ ...await this.recount(request, (samples) => this.#put({ samples, ended: false }), this.#stop.signal), ended: true });
    } catch (error) {
      const { aborted, reason } = this.#stop.signal;
      if (aborted && reason !== CANCELLED) this.#seconds.delete(stored);
      else this.#put({ problem: aborted ? reason : sentence(error), ended: true });
    }
    this.#counting = null;
    this.requestUpdate();
  }

  /** @param {Second} second */
  #put(second) {
    this.#seconds.set(this.#counting, second);
    this.requestUpdate();
  }

  /** @param {any} stored */
  #standing({ sampling: { select }, votes: { samples: all } }) {
    const second = this.#seconds.get(this.model.stored);
    const button = html`<div><button type="button" @click=${() => this.#again(true)}>Count these votes again</button></div>`;
    const total = select + all;
    if (!this.model.voting.able) return nothing;
    if (!second) return button;
    const { samples = 0, differ = [], problem, ended } = second;
    if (problem) return html`<p class="caption">Not counted again here: ${problem}</p>${button}`;
    if (!ended) return progress({ label: 'Counting again', share: samples / total, amount: `Counting these votes again here: ${samples.toLocaleString('en')} of ${total.toLocaleString('en')} samples`, cancel: () => this.#stop.abort(CANCELLED) });
    if (differ.length === 0) return html`<p class="yes" role="status">${icon('certified')} Counted again here: the same votes, all ${samples.toLocaleString('en')}.</p>`;
    return html`<p class="error" role="alert">${icon('failed')} Counted again here: ${differ.length.toLocaleString('en')} of ${samples.toLocaleString('en')} samples have another class, the first is number ${differ[0]}. Do not trust the verdict above.</p>`;
  }

  render() {
    const { stored } = this.model;
    if (!stored) return nothing;
    const { votes: { estimate, predicted, samples, none }, model: { name, sha256, classes } } = stored;
    return html`<section class="votes" aria-label="Stored votes" data-recounted=${this.#seconds.get(stored)?.ended ?? false}>
      <h2>Votes</h2>
      ${bars(estimate, classes, { total: samples, predicted })}
      <p class="caption">Stored votes of ${name} (SHA-256 <code>${sha256.slice(0, 12)}…</code>) on ${samples.toLocaleString('en')} noisy samples${none ? `, ${none} without a class` : ''}.</p>
      ${this.#standing(stored)}
    </section>`;
  }
}

customElements.define('orbit-stored-votes', StoredVotes);
