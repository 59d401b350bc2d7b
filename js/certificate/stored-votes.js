/** The votes that an example or a certificate came with: who cast them, and whether they are the same when they are counted here. */

import { html, nothing } from 'lit';
import { bars, progress } from '../parts/bars.js';
import { icon } from '../parts/icons.js';
import { secondOf } from '../question/recounts.js';
import { fileOf } from '../question/state.js';
import { outputsName } from '../words/stated.js';
import { View } from '../parts/view.js';

/** @import {Second} from '../question/recounts.js' */
/** @import {Votes} from '../documents/types.js' */

/** A second count that the visitor ended; the page starts none by itself after it. */
const CANCELLED = { problem: 'it was cancelled.', ended: true };

/** Milliseconds for which the votes have to be in sight before they are counted again unasked. */
const DWELL = 1000;

/** Says how a sample differs, by what is stored. @type {Record<string, string>} */
const OTHERS = { votes: 'another class', numbers: 'another number', labels: 'other labels', 'sampled vectors': 'other vectors' };

/** Numbers of samples that are listed. */
const LISTED = 5;

/** @extends {View<import('./desk.js').Desk>} */
export class StoredVotes extends View {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #watch = new IntersectionObserver(([{ isIntersecting }]) => this.#seen(isIntersecting), { threshold: 0.5 });

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#seen(false);
    super.disconnectedCallback();
  }

  /** Watches for whether the votes are looked at. */
  updated() {
    this.#watch.disconnect();
    const section = this.querySelector('section');
    if (section) this.#watch.observe(section);
  }

  get #second() {
    return secondOf(this.model.state);
  }

  /** Counts again when the visitor looks, if the download is free. @param {boolean} visible */
  #seen(visible) {
    clearTimeout(this.#timer);
    const saving = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData;
    if (visible && !saving) this.#timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(() => this.#again()), DWELL);
  }

  /** Counts by itself, unless the votes were counted again or are at present. */
  #again() {
    const { stored, voting, result: { phase } } = this.model;
    if (stored && voting.able && phase === 'done' && !this.#second) this.#count(null);
  }

  /** @param {File[] | null} files of a model, null for that of the page */
  #count(files) {
    this.model.send({ type: 'recount', files });
  }

  /** Names what is stored: votes, numbers, labels or vectors. */
  get #what() {
    return this.model.stored?.votes ? 'votes' : outputsName(this.model.said.outputs);
  }

  /** Shows the outcome of a second count, and the ways to another. @param {Votes} stored */
  #standing({ sampling: { select, estimate }, votes }) {
    if (!this.model.voting.able) return nothing;
    const all = votes?.samples ?? estimate;
    const second = this.#second;
    if (second && !second.ended) return this.#progress(second.samples ?? 0, select + all);
    const ways = html`<div><button type="button" @click=${() => this.#count(second?.files
      ?? null)}>Count these ${this.#what} again</button></div>${this.#field()}`;
    if (!second) return ways;
    if (second.problem) return html`<p class="caption" data-recount="none">Not counted again here: ${second.problem}</p>${ways}`;
    return this.#outcome(second);
  }

  /** @param {number} samples @param {number} total */
  #progress(samples, total) {
    const amount = `Counting these ${this.#what} again here: ${samples.toLocaleString('en')} of ${total.toLocaleString('en')} samples`;
    return progress({ label: 'Counting again', share: samples / total, amount, cancel: () => this.model.send({ type: 'recounted', part: CANCELLED }) });
  }

  /** @param {Second} second */
  #outcome({ files, samples = 0, differ = [], notes = [], refuted }) {
    const by = files?.find(({ name }) => name.toLowerCase().endsWith('.onnx'))?.name;
    const how = by ? html` with <span class="file">${by}</span>` : nothing;
    if (refuted) return html`<p class="error" role="alert" data-recount="refuted">${icon('failed')} ${refuted} Do not trust the verdict above.</p>`;
    if (differ.length > 0) {
      return html`<p class="error" role="alert" data-recount="other">${icon('failed')} Counted again here${how}: ${differ.length.toLocaleString('en')} of
        ${samples.toLocaleString('en')} samples have ${OTHERS[this.#what]}: ${listed(differ)}. Do not trust the verdict above.</p>`;
    }
    return html`<p class="yes" role="status" data-recount="same">${icon('certified')} Counted again here${how}: the same ${this.#what}, all ${
      samples.toLocaleString('en')}.</p>
      ${notes.length > 0 ? html`<p class="caption">${notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`).join(' ')}</p>` : nothing}`;
  }

  /** The field for the model that voted, where the votes came with a certificate or the page's own model did not do. */
  #field() {
    if (!fileOf(this.model.state) && !this.#second?.problem) return nothing;
    return html`<div class="field">
      <label for="recount-model">Model that voted</label>
      <div class="drop">
        <input id="recount-model" type="file" multiple accept=".onnx,.data,.json" aria-describedby="about-recount-model"
          @change=${(/** @type {{target: HTMLInputElement & {files: FileList}}} */ event) => {
            if (event.target.files.length > 0) this.#count([...event.target.files]);
            event.target.value = '';
          }}>
        <p id="about-recount-model"><span class="ask">Choose or drop</span> <span
          class="size">the ONNX file, to count these ${this.#what} again with it. It stays on this machine.</span></p>
      </div>
    </div>`;
  }

  render() {
    const { stored } = this.model;
    if (!stored) return nothing;
    const { votes, model: { name, sha256, classes }, sampling } = stored, what = this.#what;
    const { samples, none } = votes ?? { samples: sampling.estimate, none: 0 };
    return html`<section class="votes" aria-label="Stored votes" tabindex="-1" data-recounted=${this.#second?.ended ?? false}>
      <h2>${what[0].toUpperCase()}${what.slice(1)}</h2>
      ${votes ? bars(votes.estimate, classes, { total: samples, predicted: votes.predicted }) : nothing}
      <p class="caption" data-note="stored">Stored ${what} of ${name} (SHA-256 <code>${sha256.slice(0, 12)}…</code>) on ${
        samples.toLocaleString('en')} noisy samples${none ? `, ${none} without a class` : ''}.</p>
      ${this.#standing(stored)}
    </section>`;
  }
}

/** @param {number[]} numbers */
const listed = (numbers) => `number ${numbers.slice(0, LISTED).join(', ')}${numbers.length > LISTED ? ' and others' : ''}`;

customElements.define('orbit-stored-votes', StoredVotes);
