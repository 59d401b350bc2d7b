/** A model to be chosen: dropped or taken from the examples, what its graph leaves open, and its card. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { controlId, disclosure, errorOf, faults } from '../parts/field.js';
import { explain } from '../parts/explain.js';
import { fromNetwork } from '../parts/network.js';
import { progress } from '../parts/bars.js';
import { View } from '../parts/view.js';
import { phrased } from '../documents/groups.js';
import { seenText } from '../form/seen.js';
import { place } from '../words/error-sentence.js';
import { percent } from '../words/share.js';
import { lateFiles } from '../offline/late-files.js';
import { EXAMPLES, filesOf, namesWithin } from './model-files.js';
import { AGAIN } from './model-use.js';
import { isTurning, mostNames } from './outputs.js';

/** The kinds of answers of an output with so many numbers for a cloud. @type {[string, string][]} */
const KINDS = [['classes', 'scores of classes'], ['number', 'a number'], ['vector', 'a vector that turns with the cloud']];

/** The orders of the axes of labels and of vectors. @type {[string, string][]} */
const ORDERS = [
  ['BNC', 'clouds, points, labels'], ['BCN', 'clouds, labels, points'], ['BND', 'clouds, points, parts of a vector'], ['BDN', 'clouds, parts of a vector, points'],
];

/** Most letters of a class name. */
const LONGEST = 50;

/** @typedef {EventTarget & {entries: import('../form/entries.js').Entries, changed: () => void}} Desk */

/**
 * @template {Desk} D
 * @extends {View<D>}
 */
export class ModelChoice extends View {
  static properties = { lifted: { state: true }, typed: { state: true } };

  /** Set by the page. @type {import('./classifier.js').Classifier} */
  classifier = /** @type {never} */ (undefined);
  /** The entry of the number of points that are kept. */
  kept = 'kept';
  /** Name of the axis of the invariance. */
  direction = 'direction';

  constructor() {
    super();
    this.lifted = false;
    /** Class names as they are typed in place of others, and what is wrong with them. @type {{of: string[], text: string, wrong: string} | null} */
    this.typed = null;
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
    this.model.entries.set('model', '');
    this.outdate();
    void this.classifier.take(files);
  }

  /** The clouds that the model is for, null where there is none yet. @returns {{dimension: number, count: number} | null} */
  get cloud() {
    return null;
  }

  /** Discards results and errors of another model. */
  outdate() {
    this.model.entries.excuse('model');
    this.model.entries.outdate();
  }

  #remove() {
    // First, since an example that is still asked for would be opened again.
    this.model.entries.set('model', '');
    this.classifier.remove();
    this.outdate();
    this.querySelector('input')?.focus();
  }

  /** The field for files, with examples beside it. */
  choose() {
    const { classifier, model: { entries } } = this;
    const id = controlId('model', entries.prefix);
    const { invalid } = faults(entries, 'model');
    const about = `about-${entries.prefix}model`;
    const { model } = classifier;
    return html`<div class="field">
      <label for=${id}>Model</label>${explain('model')}
      <div class="drop ${this.lifted ? 'lifted' : ''} ${model ? 'full' : ''}">
        <input id=${id} type="file" multiple accept=".onnx,.data,.json" aria-invalid=${invalid} aria-describedby=${about}
          @change=${(/** @type {{target: HTMLInputElement & {files: FileList}}} */ event) => {
            this.#take([...event.target.files]);
            event.target.value = '';
          }}>
        <p id=${about}>${
          model
            ? html`<span class="file">${model.file.name}</span> <span class="size">${model.graph.parameters.toLocaleString('en')} parameters</span>`
            : html`<span class="ask">Choose or drop</span> <span
              class="size">ONNX, with its .onnx.data or a JSON of class names beside it. It stays on this machine.</span>`
        }</p>
        ${model ? html`<button type="button" class="quiet" aria-describedby=${about} @click=${this.#remove}>Remove</button>` : nothing}
      </div>
      ${classifier.busy ? progress({ label: classifier.busy.text, share: classifier.busy.share ?? 0, amount: classifier.busy.share === undefined
        ? `${classifier.busy.text}.` : undefined }) : nothing}
      ${classifier.problem ? html`<p class="error" role="alert" data-problem="model">${classifier.problem}</p>` : errorOf(entries, 'model')}
      ${model || classifier.busy ? nothing : this.#examples()}
    </div>`;
  }

  /** Reports whether a model that comes with the page is offered for the clouds. @param {import('./model-files.js').ExampleModel} example */
  offers({ dimension, returns }) {
    return !returns && (!this.cloud || dimension === this.cloud.dimension);
  }

  /** The models that come with the page. What runs them is most of what is fetched, whichever it is. */
  #examples() {
    const fit = EXAMPLES.filter((example) => this.offers(example));
    const id = `${controlId('model', this.model.entries.prefix)}-examples`;
    return html`<p class="hint" id=${id}>Or an example ${fromNetwork(lateFiles.weight(filesOf(fit[0])))}</p>
      <div class="remedies" role="group" aria-labelledby=${id}>${fit.map((example) => html`
        <button type="button" @click=${() => this.#example(example)}>${example.title}</button>`)}</div>`;
  }

  /**
   * One that knows up from down says nothing of clouds in other poses, so it comes with its invariance.
   * @param {import('./model-files.js').ExampleModel} example
   */
  #example({ id, invariance, sees }) {
    this.model.entries.set('model', id);
    if (sees) this.model.entries.set('attributes', seenText([{ name: sees }]));
    if (invariance) this.model.entries.setAll(this.#entriesOf(invariance));
  }

  /** An invariance as the form has it. @param {import('../documents/groups.js').NamedInvariance} invariance */
  #entriesOf({ group, axis = [], translation = false }) {
    return { group, ...(group === 'axis' && { [this.direction]: axis.join(' '), translation: String(translation) }) };
  }

  /**
   * Asks about everything that the graph leaves open.
   * @param {string} name @param {string} label @param {(string | [value: string, text: string])[]} options @param {string | undefined} chosen
   */
  #ask(name, label, options, chosen) {
    if (options.length < 2) return nothing;
    const id = `${this.model.entries.prefix}model-${name}`;
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <select id=${id} .value=${live(chosen ?? '')} @change=${(/** @type {{target: HTMLSelectElement}} */ event) => {
        this.outdate();
        this.classifier.choose({ [name]: name === 'number' ? Number(event.target.value) : event.target.value });
      }}>
        <option value="" disabled ?selected=${!chosen}>Choose one</option>
        ${options.map((option) => (typeof option === 'string' ? [option, option] : option))
          .map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
      </select>
      ${name === 'layout' ? html`<p class="hint">B clouds, N points, D coordinates, P poses: the file does not say in which order.</p>` : nothing}
    </div>`;
  }

  /** Asks what an output has where its graph, or a trial, leaves that open. @param {import('./outputs.js').Output | undefined} output */
  #answer(output) {
    const { classifier: { returns: among, choice: { returns, number }, unsettled: { order, numbers }, model } } = this;
    if (among !== 'any' || !output) return nothing;
    if (order || ORDERS.some(([one]) => one === returns)) return [this.#ask('returns', 'Axes of the answer', ORDERS, returns), this.#clip(returns)];
    const named = model?.named ?? namesWithin(model?.graph.metadata ?? {});
    if (returns !== 'number' && returns !== 'vector' && (output.returns !== undefined || named)) return nothing;
    return html`${this.#ask('returns', 'It returns', KINDS, returns ?? 'classes')}
      ${numbers && returns === 'number' ? this.#ask('number', 'Number that counts', Array.from({ length: Math.min(numbers, mostNames) }, (_, i) => String(i)),
        number === undefined ? undefined : String(number)) : nothing}${this.#clip(returns)}`;
  }

  /** Asks for the length at which vectors are clipped. @param {string | undefined} returns */
  #clip(returns) {
    if (!isTurning(returns)) return nothing;
    const id = `${controlId('model', this.model.entries.prefix)}-clip`;
    const take = (/** @type {{target: HTMLInputElement}} */ event) => {
      this.outdate();
      this.classifier.choose({ clip: Number(event.target.value) });
    };
    return html`<div class="field"><label for=${id}>Longest vector</label>
      <input id=${id} inputmode="decimal" .value=${String(this.classifier.choice.clip ?? '')} @change=${take}>
      <p class="hint">Longer ones are shortened to this length. Bounds are shares of it.</p></div>`;
  }

  /** The attributes that the model is shown. @returns {import('./attribute-rows.js').Channel[]} */
  get channels() {
    return [];
  }

  /** Asks what would let a model take clouds that it refused, '' if nothing would. @param {unknown} _refusal */
  ask(_refusal) {
    return '';
  }

  /** Lists further facts about the model, as rows of its card. @returns {unknown} */
  rows() {
    return nothing;
  }

  /** Describes the model, for the clouds that are there. */
  card() {
    const { classifier, cloud } = this;
    const { model } = classifier;
    if (!model) return nothing;
    if (!cloud) return html`<p class="hint">Open a cloud to see how the model reads it.</p>`;
    try {
      const { layouts, outputs, copies, layout, output } = classifier.read(cloud.dimension, this.channels);
      const takes = layout?.points || classifier.card?.subsample;
      return html`${this.#ask('layout', 'Input layout', layouts, layout?.name)}
        ${this.#ask('output', 'Output', outputs, output?.name)}
        ${this.#answer(output)}
        ${copies.length > 0 ? this.#ask('again', `Its input “${copies.join('”, “')}” takes`, AGAIN, classifier.choice.again) : nothing}
        <dl class="card">
          <dt>Layout</dt><dd>${layout ? layout.name : 'open'}${layout?.points ? `, ${layout.points.toLocaleString('en')} points` : ''}</dd>
          <dt>SHA-256</dt><dd><code title=${model.sha256}>${model.sha256.slice(0, 12)}…</code></dd>
          ${this.rows()}
          ${classifier.card ? trained(classifier.card) : nothing}
        </dl>
        ${takes && takes !== this.#keptOf(cloud) ? this.#sample(takes, cloud) : nothing}
        ${classifier.card ? this.#asTrained(classifier.card) : nothing}
        ${classifier.unused ? html`<p class="hint">${classifier.unused}</p>` : nothing}
        ${this.#names()}`;
    } catch (error) {
      return html`${classifier.choice.again === AGAIN[1] ? this.#ask('again', 'Its other input takes', AGAIN, AGAIN[1]) : nothing}
        <p class="error" role="alert" data-problem=${this.ask(error) ? 'attributes' : 'graph'}>${this.ask(error) || place(error, model.file.name)}</p>`;
    }
  }

  /** Points of a cloud as the model sees it. @param {{count: number}} cloud */
  #keptOf({ count }) {
    const { [this.kept]: kept, subsample = '' } = this.model.entries.values;
    return Number(subsample.trim() || kept.trim() || count);
  }

  /**
   * The ways to as many points as the model takes, or was trained on: the same ones for every vote, or others.
   * @param {number} points @param {{count: number}} cloud
   */
  #sample(points, { count }) {
    const { entries } = this.model;
    const way = (/** @type {string} */ name, /** @type {string} */ text) =>
      html`<button type="button" @click=${() => entries.set(name, String(points))}>${text}</button>`;
    return html`<div class="remedies">${'subsample' in entries.values && count > points ? way('subsample',
      `Draw ${points.toLocaleString('en')} points for each vote`) : nothing}
      ${way(this.kept, `Sample to the ${points.toLocaleString('en')} points that it takes`)}</div>`;
  }

  /** The way to the invariance that a shipped model was trained with, where another one is chosen. @param {import('./model-files.js').Card} card */
  #asTrained({ invariance }) {
    const wanted = this.#entriesOf(invariance), { entries } = this.model;
    if (Object.entries(wanted).every(([name, value]) => entries.values[name].trim() === value)) return nothing;
    return html`<div class="remedies"><button type="button"
      @click=${() => entries.setAll(wanted)}>Set the invariance it was trained with: ${phrased(invariance)}</button></div>`;
  }

  /** Reports whether the model labels points. */
  get #isOfLabels() {
    return Boolean(this.classifier.answer?.returns.startsWith('B') && !isTurning(this.classifier.answer.returns));
  }

  /** All class names, in one field. */
  #names() {
    const { classes } = this.classifier;
    if (classes.length === 0) return nothing;
    const mark = classes.some((name) => name.includes(',')) ? ';' : ',', id = `${controlId('model', this.model.entries.prefix)}-names`;
    const { text, wrong } = this.typed?.of === classes ? this.typed : { text: classes.join(`${mark} `), wrong: '' };
    const type = (/** @type {{target: HTMLInputElement}} */ event) => { this.typed = { of: classes, text: event.target.value, wrong }; };
    const take = (/** @type {{target: HTMLInputElement}} */ event) => this.#rename(event.target.value, mark);
    return disclosure(`${classes.length.toLocaleString('en')} ${this.#isOfLabels ? 'labels' : 'classes'}`, false, html`<div class="field">
      <label for=${id}>${this.#isOfLabels ? 'Names of the labels' : 'Class names'}, with ${mark === ',' ? 'commas' : 'semicolons'} between</label>
      <textarea id=${id} rows="3" spellcheck="false" aria-invalid=${String(wrong !== '')} .value=${live(text)}
        @input=${type} @change=${take}></textarea>
      ${wrong ? html`<p class="error" role="alert" data-problem="names">${wrong}</p>` : nothing}</div>`);
  }

  /** Takes class names that a visitor has entered, unless there are more or fewer than classes. @param {string} text @param {string} mark between them */
  #rename(text, mark) {
    const names = text.split(mark).map((name) => name.trim().slice(0, LONGEST)), { classes: of, classes: { length } } = this.classifier;
    if (names.length === length) return this.classifier.nameClasses(names);
    const wrong = `The model has ${length.toLocaleString('en')} ${this.#isOfLabels ? 'labels'
      : 'classes'}, and these are ${names.length.toLocaleString('en')} names; give one for each.`;
    this.typed = { of, text, wrong };
  }
}

/** Says on which data a shipped model was trained, and its accuracy. @param {import('./model-files.js').Card} card */
function trained(card) {
  const { network, data, training: { sigma }, subsample } = card;
  const noise = Array.isArray(sigma) ? sigma.join(' to ') : sigma;
  return html`<dt>Network</dt><dd>${network}</dd>
    <dt>Trained on</dt><dd>${data}, with noise of σ = ${noise}${subsample ? `, on ${subsample} points of each cloud` : ''}</dd>
    ${'returns' in card ? errors(card) : accuracy(card)}`;
}

/** States the accuracy on test clouds. @param {Exclude<import('./model-files.js').Card, {returns: string}>} card */
function accuracy({ test_clouds: clouds, clean_accuracy: clean, smoothed_accuracy: smoothed }) {
  const right = Object.entries(smoothed).map(([sigma, share]) => `${percent(share, clouds)} at σ = ${sigma}`).join(', ');
  return html`<dt>Accuracy</dt><dd>smoothed ${right}; without noise ${percent(clean, clouds)} (${clouds.toLocaleString('en')} test clouds)</dd>`;
}

/** States the errors of a model that returns a number, where they are known. @param {Extract<import('./model-files.js').Card, {returns: string}>} card */
const errors = ({ returns, sigma, test }) => html`<dt>Returns</dt><dd>${returns}</dd>
  ${test ? html`<dt>Mean error</dt><dd>smoothed ${test.smoothed_error} at σ = ${sigma}; without noise ${test.clean_error} (${
    test.conformers.toLocaleString('en')} test clouds)</dd>` : nothing}`;
