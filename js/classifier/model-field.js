/** Step 2 with a model: its files, its card, how it comes by its invariance, and how many samples it is shown. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { controlId, disclosure, either, errorOf, faults, number } from '../parts/field.js';
import { explain } from '../parts/explain.js';
import { progress } from '../parts/progress.js';
import { View } from '../parts/view.js';
import { toRequest } from '../entries/request.js';
import { sentence } from '../reading/complaint.js';
import { EXAMPLES } from './example-models.js';
import { span } from './tally.js';

/** @typedef {EventTarget & {entries: import('../entries/entries.js').Entries, files: import('../entries/files.js').Files, changed: () => void}} Desk */

/** Milliseconds that typing may rest before the clean cloud is classified. */
const REST = 200;

/** @type {[string, string][]} */
const HOW = [['made', 'made'], ['declared', 'declared']];

/** @type {Record<string, string>} */
const MEANING = {
  made: 'The model is shown the cloud in the frame of its own axes, in every pose that the invariance of step 3 allows. That makes any model invariant, exactly.',
  declared: 'You say that the model itself has the invariance of step 3. It is tested on moved clouds; one change of class refuses it. A test is evidence and no proof.',
};

/** @extends {View<Desk>} */
export class ModelField extends View {
  static properties = { lifted: { state: true } };

  /** Set by the page. @type {import('./classifier.js').Classifier} */
  classifier = /** @type {any} */ (undefined);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    this.lifted = false;
    this.addEventListener('dragover', (event) => this.#lift(event, true));
    this.addEventListener('dragleave', (event) => this.#lift(event, false));
    this.addEventListener('drop', (event) => this.#drop(event));
  }

  /** @param {DragEvent} event @param {boolean} lifted */
  #lift(event, lifted) {
    event.preventDefault();
    this.lifted = lifted;
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    event.stopPropagation();
    this.lifted = false;
    this.#take([...event.dataTransfer?.files ?? []]);
  }

  /** @param {File[]} files */
  #take(files) {
    if (files.length === 0) return;
    this.desk.entries.set('model', '');
    this.#outdate();
    void this.classifier.take(files);
  }

  /** What was computed with another model, and what was wrong with it, stands no more. */
  #outdate() {
    delete this.desk.entries.errors.model;
    this.desk.entries.outdate();
  }

  #remove() {
    this.classifier.remove();
    this.desk.entries.set('model', '');
    this.#outdate();
    this.querySelector('input')?.focus();
  }

  /** Dimension of the clean cloud, 0 where there is none. */
  get #dimension() {
    return this.desk.files.clouds.clean?.dimension ?? 0;
  }

  /** Classifies the clean cloud, once what is entered has come to rest. */
  updated() {
    clearTimeout(this.#timer);
    if (!this.classifier.model || this.classifier.busy || this.classifier.tally?.running) return;
    this.#timer = setTimeout(() => {
      const { entries, files: { clouds } } = this.desk;
      const { request, errors } = toRequest({ ...entries.values, perturbation: 'none' }, clouds);
      if (Object.keys(errors).length === 0) void this.classifier.look(request, this.#dimension);
    }, REST);
  }

  #choose() {
    const { classifier, desk: { entries } } = this;
    const id = controlId('model', entries.prefix);
    const { invalid } = faults(entries, 'model');
    const { model } = classifier;
    return html`<div class="field">
      <label for=${id}>Model</label>${explain('model')}
      <div class="drop ${this.lifted ? 'lifted' : ''} ${model ? 'full' : ''}">
        <input id=${id} type="file" multiple accept=".onnx,.data,.json" aria-invalid=${invalid} aria-describedby="about-model"
          @change=${(/** @type {any} */ event) => { this.#take([...event.target.files]); event.target.value = ''; }}>
        <p id="about-model">${model
          ? html`<span class="file">${model.file.name}</span> <span class="size">${model.graph.parameters.toLocaleString('en')} parameters</span>`
          : html`<span class="ask">Choose or drop</span> <span class="size">ONNX, with its .onnx.data or a JSON of class names beside it. It stays on this machine.</span>`}</p>
        ${model ? html`<button type="button" class="quiet" aria-describedby="about-model" @click=${this.#remove}>Remove</button>` : nothing}
      </div>
      ${classifier.busy ? progress({ label: classifier.busy.text, share: classifier.busy.share ?? 0, amount: classifier.busy.share === undefined ? `${classifier.busy.text}.` : undefined }) : nothing}
      ${classifier.problem ? html`<p class="error" role="alert">${classifier.problem}</p>` : errorOf(entries, 'model')}
      ${model || classifier.busy ? nothing : this.#examples()}
    </div>`;
  }

  #examples() {
    const fit = EXAMPLES.filter(({ dimension }) => !this.#dimension || dimension === this.#dimension);
    return fit.map(({ id, title }) => html`<div><button type="button" @click=${() => this.desk.entries.set('model', id)}>Take the example: ${title}</button></div>`);
  }

  /** What the graph leaves open. @param {string} name @param {string} label @param {string[]} options @param {string | undefined} chosen */
  #ask(name, label, options, chosen) {
    if (options.length < 2) return nothing;
    return html`<div class="field">
      <label for="model-${name}">${label}</label>
      <select id="model-${name}" .value=${live(chosen ?? '')} @change=${(/** @type {any} */ event) => { this.#outdate(); this.classifier.choose({ [name]: event.target.value }); }}>
        <option value="" disabled ?selected=${!chosen}>Choose one</option>
        ${options.map((option) => html`<option ?selected=${option === chosen}>${option}</option>`)}
      </select>
      ${name === 'layout' ? html`<p class="hint">B clouds, N points, D coordinates, P poses: the file does not say in which order.</p>` : nothing}
    </div>`;
  }

  /** What is known of the model, for the cloud that is there. */
  #card() {
    const { classifier, desk: { files: { clouds: { clean } } } } = this;
    const { model } = classifier;
    if (!model) return nothing;
    if (!clean) return html`<p class="hint">How it takes clouds is read when a clean cloud is there.</p>`;
    try {
      const { layouts, outputs, layout, output } = classifier.read(clean.dimension);
      return html`${this.#ask('layout', 'Input layout', layouts, layout?.name)}
        ${this.#ask('output', 'Output', outputs, output)}
        <dl class="card">
          <dt>Layout</dt><dd>${layout ? layout.name : 'open'}${layout?.points ? `, ${layout.points.toLocaleString('en')} points` : ''}</dd>
          <dt>SHA-256</dt><dd><code title=${model.sha256}>${model.sha256.slice(0, 12)}…</code></dd>
          <dt>Clean cloud</dt><dd data-clean=${classifier.clean ?? nothing}>${this.#clean()}</dd>
          ${classifier.card ? trained(classifier.card) : nothing}
        </dl>
        ${layout?.points && layout.points !== this.#kept(clean) ? this.#sample(layout.points) : nothing}
        ${this.#names()}`;
    } catch (error) {
      return html`<p class="error" role="alert">${sentence(error)}</p>`;
    }
  }

  /** Points of the clean cloud as the model sees it. @param {import('../entries/files.js').Cloud} clean */
  #kept({ count }) {
    const { kept } = this.desk.entries.values;
    return kept.trim() === '' ? count : Number(kept);
  }

  /** @param {number} points */
  #sample(points) {
    return html`<div><button type="button" @click=${() => this.desk.entries.set('kept', String(points))}>Sample to ${points.toLocaleString('en')} points, which it takes</button></div>`;
  }

  /** The class of the clean cloud, before any sampling. */
  #clean() {
    const { clean, classes } = this.classifier;
    if (clean === null) return 'not classified yet';
    return Number.isNaN(clean) ? 'no class' : html`<strong>${classes[clean]}</strong>, without noise`;
  }

  #names() {
    const { classes } = this.classifier;
    if (classes.length === 0) return nothing;
    return disclosure(`${classes.length} classes`, false, html`<div class="names">${classes.map((name, i) => html`
      <input type="text" aria-label="Name of class ${i}" maxlength="50" .value=${live(name)} @change=${(/** @type {any} */ event) => this.classifier.rename(i, event.target.value)}>`)}</div>`);
  }

  /** How the votes come to be. */
  #sampling() {
    const { desk: { entries }, classifier: { pace, lanes, test } } = this;
    const samples = Number(entries.values.counted.replaceAll(',', ''));
    const left = pace && samples > 0 ? (samples * pace) / 1000 / lanes : null;
    return html`${either(entries, 'how', 'Invariance of the model', HOW)}
      <p class="hint">${MEANING[entries.values.how]}</p>
      ${errorOf(entries, 'how')}
      ${entries.errors.how ? html`<div><button type="button" @click=${() => entries.set('how', 'made')}>Make it invariant</button></div>` : nothing}
      ${test && test.changed === 0 && entries.values.how === 'declared' ? html`<p class="hint">${refuted(test)}</p>` : nothing}
      ${number(entries, 'counted', 'Samples', { mode: 'numeric', help: 'counted' })}
      ${left === null ? nothing : html`<p class="hint">About ${span(left)} on this machine; a clear case is decided after the first 100 to 200.</p>`}`;
  }

  render() {
    return html`${this.#choose()}${this.#card()}${this.classifier.model ? this.#sampling() : nothing}`;
  }
}

/** What a shipped model was trained on, and how often it is right. @param {import('./example-models.js').Card} card */
function trained({ network, data, training, test_clouds: clouds, clean_accuracy: clean, smoothed_accuracy: smoothed }) {
  const right = Object.entries(smoothed).map(([sigma, share]) => `${share} at σ = ${sigma}`).join(', ');
  return html`<dt>Network</dt><dd>${network}</dd>
    <dt>Trained on</dt><dd>${data}, with noise of σ = ${training.sigma}</dd>
    <dt>Accuracy</dt><dd>smoothed ${right}; without noise ${clean} (${clouds.toLocaleString('en')} test clouds)</dd>`;
}

/** @param {import('./classifier.js').Test} test */
const refuted = ({ clouds, rate }) => (rate === undefined
  ? 'The test told nothing: no noisy cloud had a class.'
  : `Not refuted: none of ${clouds} moved clouds changed its class, so at most ${(100 * rate).toFixed(1)} % of such clouds do (95 %).`);

customElements.define('orbit-model', ModelField);
