/** Step 2 with a model: its files, its card, how it comes by its invariance, and how many samples it is shown. */

import { html, nothing } from 'lit';
import { choice, either, errorOf, number } from '../parts/field.js';
import { Reader } from '../form/reader.js';
import { hasPoses, toRequest } from '../form/request.js';
import { channelsIn, seenText } from '../form/seen.js';
import { ChannelsError, namedByInput } from './layout.js';
import { ModelChoice } from './model-choice.js';
import { isNumeric, isTurning } from './outputs.js';
import { advice } from './rows.js';
import { exactly } from '../words/stated.js';
import { span } from './tally.js';

/** @typedef {import('./model-choice.js').Desk & {files: import('../clouds/cloud-files.js').CloudFiles}} Desk */

/** Milliseconds that typing may rest before the clean cloud is classified. */
const REST = 200;

/** Fewest and most samples of a count. */
const LEAST = 100, MOST = 500_000;

/** @type {[string, string][]} */
const HOW = [['made', 'Make it invariant here'], ['declared', 'It already is']];

/** @type {Record<string, string>} */
const MEANING = {
  all: 'The model sees the cloud in the frame of its own axes, in every pose that its invariance allows. That makes any model exactly invariant.',
  one: 'Each vote draws one of the poses along the cloud’s own axes. That makes any model exactly invariant, with one evaluation a vote.',
  random: 'Each vote turns the cloud at random. That makes any model exactly invariant. It is accurate only if the model was trained with random turns.',
  declared:
    'You claim that the model itself has the invariance of step 3. The page tests it on moved clouds and refuses it after one change of class. '
      + 'The test is evidence, not a proof.',
};

/** @extends {ModelChoice<Desk>} */
export class ModelField extends ModelChoice {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The model whose inputs were looked at for names. @type {object | null} */
  #settled = null;
  static properties = { ...ModelChoice.properties, radius: { state: true }, samples: { state: true } };

  constructor() {
    super();
    /** A radius that the visitor wants, as typed. */
    this.radius = '';
    /** The samples that prove it, of a question as text; null before. @type {{of: string, needed: number} | null} */
    this.samples = null;
  }

  get cloud() {
    return this.model.files.clouds.clean;
  }

  /**
   * Reports whether a model that comes with the page is offered: also one of numbers or labels, if the cloud has what it sees.
   * @param {import('./model-files.js').ExampleModel} example
   */
  offers({ dimension, sees }) {
    const { cloud } = this;
    return cloud ? dimension === cloud.dimension && (!sees || cloud.attributes.list.some(({ name }) => name === sees)) : !sees;
  }

  get channels() {
    return channelsIn(new Reader(this.model.entries.values)) ?? [];
  }

  ask(/** @type {unknown} */ refusal) {
    const list = this.cloud?.attributes.list ?? [];
    if (!(refusal instanceof ChannelsError)) return '';
    return list.length
      ? 'This model takes more than coordinates. Tick below the attributes that it sees.'
      : 'This model takes more than coordinates, and the cloud has no attributes: drop one that has them.';
  }

  /** Enters the attribute that has the name of the model's second input. */
  #settle() {
    const { classifier: { model }, model: { entries }, cloud } = this;
    if (!model || !cloud || model === this.#settled) return;
    this.#settled = model;
    const name = entries.values.attributes === '' && namedByInput(model.graph, cloud.attributes.list.map((one) => one.name));
    if (name) entries.set('attributes', seenText([{ name }]));
  }

  /** The count that would prove the radius, null until every entry is there. */
  get #wanted() {
    const { model: { entries: { values }, files }, classifier: { tally } } = this, radius = this.radius.trim() ? Number(this.radius) : NaN;
    const { request, errors } = toRequest({ ...values, perturbation: 'none' }, files.clouds);
    if (!(radius > 0 && typeof request.sigma === 'number' && request.sigma > 0) || Object.keys(errors).length) return null;
    const votes = tally ? tally.estimate.reduce((sum, some) => sum + some, tally.none) : 0;
    const probability = tally && votes ? Math.max(...tally.estimate) / votes : 0;
    return { ...request, sigma: request.sigma, probability, radius, classes: tally?.estimate.length ?? 0 };
  }

  /** Has the samples computed that prove the radius. */
  #plan() {
    const wanted = this.#wanted, of = JSON.stringify(wanted);
    if (!wanted?.probability || this.classifier.tally?.running || this.samples?.of === of) return;
    this.samples = { of, needed: NaN };
    this.classifier.engine.counting.wanted(wanted).then((needed) => { if (this.samples?.of === of) this.samples = { of, needed }; }, () => {});
  }

  /** Asks for a radius, and says how many samples prove it. */
  #target() {
    const wanted = this.#wanted, { samples, model: { entries } } = this;
    const needed = samples?.of === JSON.stringify(wanted) ? samples.needed : NaN, left = this.#lasting(this.classifier.pace, needed);
    const share = wanted && `${Math.floor(1000 * wanted.probability) / 10} %`;
    const said = !wanted ? nothing : !wanted.probability ? 'Count some votes first: it depends on how many agree.'
      : Number.isNaN(needed) ? nothing : needed === 0 ? `No number of samples proves it where ${share} of the votes agree.`
        : html`${needed.toLocaleString('en')} samples prove it in 9 of 10 counts where ${share} of the votes agree${
          left ? `, ${lasting(left, 'about')} here` : ''}. ${needed <= MOST ? html`<button type="button" class="quiet"
          @click=${() => entries.set('counted', String(Math.max(LEAST, needed)))}>Enter</button>` : nothing}`;
    return html`<div class="field"><label for="wanted-radius">Radius r that you want</label>
      <input id="wanted-radius" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" placeholder="any" .value=${this.radius}
        @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => { this.radius = target.value; }}>
      <p class="hint" role="status" data-note="wanted">${said}</p></div>`;
  }

  /** Classifies the clean cloud, once what is entered has come to rest. */
  updated() {
    this.#plan();
    clearTimeout(this.#timer);
    this.#settle();
    if (!this.classifier.model || this.classifier.busy || this.classifier.tally?.running) return;
    this.#timer = setTimeout(() => {
      const { entries, files: { clouds } } = this.model;
      const { request, errors } = toRequest({ ...entries.values, perturbation: 'none' }, clouds);
      if (Object.keys(errors).length === 0) void this.classifier.look(request, this.cloud?.dimension ?? 0);
    }, REST);
  }

  /** Reports whether the model returns classes, as far as is known. */
  get #isOfClass() {
    return (this.classifier.answer?.returns ?? 'classes') === 'classes';
  }

  rows() {
    return html`<dt>Clean cloud</dt><dd data-clean=${this.classifier.clean ?? nothing}>${this.#clean()}</dd>`;
  }

  /** The model's answer for the clean cloud, before any sampling. */
  #clean() {
    const { clean, cleanWhy, classes, answer } = this.classifier;
    const [what, text] = this.#isOfClass ? ['class', (/** @type {number} */ at) => classes[at]]
      : answer?.returns === 'number' ? ['number', (/** @type {number} */ x) => exactly(Number(x.toPrecision(6)))]
        : isTurning(answer?.returns) ? ['vector', () => (answer?.returns === 'vector' ? 'a vector' : 'a vector for each point')]
        : ['labels', (/** @type {number} */ kinds) => `${kinds} of ${classes.length} labels`];
    if (clean === null) return this.#isOfClass ? 'not classified yet' : 'not answered yet';
    return Number.isNaN(clean) ? `no ${what}: ${cleanWhy}` : html`<strong>${text(clean)}</strong>, without noise`;
  }

  /** Explains how the votes are counted. */
  #sampling() {
    const { model: { entries }, classifier: { pace, test, alone, answer } } = this;
    // A declared invariance is tested by classes.
    const how = this.#isOfClass || entries.values.how === 'declared' ? HOW : HOW.slice(0, 1);
    return html`${either(entries, 'how', how)}
      ${drawing(entries)}
      ${errorOf(entries, 'how')}
      ${entries.errors.how ? html`<div><button type="button" @click=${() => entries.set('how', 'made')}>Make it invariant</button></div>` : nothing}
      ${test && test.changed === 0 && entries.values.how === 'declared' ? html`<p class="hint">${refuted(test)}</p>` : nothing}
      ${alone ? html`<p class="hint">Its answer for a cloud depends on what else is in the batch (dynamic quantisation?): each cloud is answered alone, which
        the votes record.</p>` : nothing}
      <div class="pair">${number(entries, 'counted')}${this.#isOfClass ? this.#target() : nothing}</div>
      ${isNumeric(answer?.returns) ? number(entries, 'tolerance') : nothing}
      ${this.#span(this.#lasting(pace))}`;
  }

  /**
   * The seconds of a count at a pace, null where they are not known.
   * @param {number | null} pace milliseconds a sample @param {number} [samples] instead of those entered
   */
  #lasting(pace, samples = Number(this.model.entries.values.counted.replaceAll(',', ''))) {
    return pace && samples > 0 ? (samples * pace) / 1000 / this.classifier.lanes : null;
  }

  /** Says how long the count takes by this model's pace, and offers what takes less. @param {number | null} left seconds */
  #span(left) {
    const { clean, looking, trouble, quicker, poses } = this.classifier;
    const other = quicker && this.#lasting(quicker.pace);
    if (trouble) return html`<p class="error" data-problem="trial">${trouble}</p>`;
    if (left === null) return looking && clean === null ? html`<p class="hint">Measuring how long a sample takes.</p>` : nothing;
    return html`<p class="hint" data-note="duration">${lasting(left, 'About')} on this machine, ${poses} ${
      poses === 1 ? 'evaluation' : 'evaluations'} a vote${quicker && other
      ? `; ${quicker.points} points a vote: ${lasting(other, 'about')}` : ''}. ${
      this.#isOfClass ? 'The first verdict comes after some 200 samples.' : 'The verdict comes once all are counted.'} ${advice(left)}</p>
      ${quicker ? html`<div class="remedies"><button type="button" @click=${() => this.model.entries.set('subsample',
        String(quicker.points))}>Draw ${quicker.points} points for each vote</button></div>` : nothing}`;
  }

  render() {
    return html`${this.choose()}${this.card()}${this.classifier.model ? this.#sampling() : nothing}`;
  }
}

/** Chooses what each vote draws, and says what that means. @param {import('../form/entries.js').Entries} entries */
function drawing(entries) {
  const { values } = entries, drawn = hasPoses(values);
  return html`${drawn ? choice(entries, 'pose') : nothing}
    <p class="hint">${MEANING[values.how === 'declared' ? 'declared' : drawn ? values.pose : 'all']}</p>`;
}

/** @param {number} seconds @param {'About' | 'about'} about */
const lasting = (seconds, about) => (seconds < 1 ? `${about === 'About' ? 'Less' : 'less'} than a second` : `${about} ${span(seconds)}`);

/** @param {import('./classifier.js').Test} test */
const refuted = ({ clouds, rate }) => (rate === undefined
  ? 'The test is inconclusive: no noisy cloud had a class.'
  : `Not refuted: none of ${clouds} moved clouds changed its class, so at most ${(100 * rate).toFixed(1)} % of such clouds do (95 %).`);

customElements.define('orbit-model', ModelField);

/** @typedef {import('./model-choice.js').Desk & {shape: {dimension: number, count: number} | null}} RunDesk the run whose clouds are voted on */

/** The model that is to vote on the clouds of a run. @extends {ModelChoice<RunDesk>} */
class RunModel extends ModelChoice {
  kept = 'points';
  direction = 'axis';

  get cloud() {
    return this.model.shape;
  }

  ask(/** @type {unknown} */ refusal) {
    return refusal instanceof ChannelsError
      ? 'This model takes more than coordinates: name the attributes that it sees in prediction.model.attributes of the run, '
        + 'and count it with orbitcert-votes.' : '';
  }

  /** Names the classes before anything is counted, so that labels can be compared with them. */
  updated() {
    const { classifier, cloud } = this;
    if (!classifier.model || !cloud || classifier.busy || classifier.classes.length > 0) return;
    // Open questions about the graph are asked above; other errors wait until the visitor wants votes.
    classifier.described(cloud.dimension).then(() => this.requestUpdate(), () => {});
  }

  render() {
    return html`${this.choose()}${this.card()}
      ${this.classifier.model ? html`${drawing(this.model.entries)}${number(this.model.entries, 'counted')}` : nothing}`;
  }
}

customElements.define('orbit-run-model', RunModel);
