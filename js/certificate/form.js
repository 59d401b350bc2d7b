/** The visitor's entries: all at once, or as three questions, and the button that asks for more. */

import { html, nothing } from 'lit';
import { inWords, isSaid } from '../form/evidence.js';
import { noisyIn } from '../form/seen.js';
import { View } from '../parts/view.js';
import { choice, either, errorOf, number } from '../parts/field.js';
import { outputsInWords, outputsName } from '../words/stated.js';
import { attributeNoise, seenAttributes } from '../parts/seen-attributes.js';
import { sigmaField } from '../parts/sigma-field.js';
import { invariance } from './invariance.js';
import { moreSettings } from './more-settings.js';
import './cloud-field.js';
import './draw-pad.js';

/** The most that may happen to the points of the cloud, whichever they are. @param {import('../form/entries.js').Entries} entries */
const changes = (entries) => html`<div class="pair">
  ${['replaced', 'added', 'removed', 'moved'].map((name) => number(entries, name))}
</div>`;

const BORROWED = 'Still the example’s value. Does it fit your classifier?';

const SHARED = 'Shared without points: only inner products of the clean and the perturbed cloud. '
  + 'You can change σ, the prediction, α and the draws. A new cloud replaces them.';
const COUNTED = 'Shared without points: only how many there are, how many are kept, and how far samples of these moved. '
  + 'You can change σ, the prediction and α. A new cloud replaces them.';

const NOISY = 'Shared without points. Distances contain attributes in units of their σ, so you can change only the prediction, α and the draws. '
  + 'A new cloud replaces them.';

const BENT = 'Shared without points: only the transformation found, and how far points are moved after it. '
  + 'You can change σ, the prediction and α. A new cloud replaces them.';

const ALONE = 'Radii without points: only how many there are, and the SHA-256 of the clean cloud. You can change σ, the prediction and α. '
  + 'A new cloud replaces them.';

const PAIRED = 'The perturbed cloud of the document, with its pairs of points. The brush starts from the clean cloud.';

const BRUSHED = 'Choose “Brush” over the drawing and drag over the cloud to remove or scatter points. The verdict is about the remaining cloud.';

/** @type {Record<import('../storage/kept-files.js').KeptFiles['standing'], string>} */
const KEPT = {
  none: '',
  kept: 'This browser keeps your files, so a reload restores them. They are not uploaded.',
  refused: 'This browser does not let the page keep your files. A reload loses them.',
  forgotten: 'Forgotten: a reload loses your files.',
  large: 'Your file is larger than 120 MB, so this browser does not keep it. A reload loses it.',
};

const EARLIER = 'This browser keeps files that you opened before. They are not uploaded.';

/** Says what is there without points, and what can change. @param {import('./desk.js').Desk} desk */
function sharedAs({ files: { gram }, entries: { values } }) {
  if (gram?.cloud) return ALONE;
  if (gram?.parameters) return BENT;
  return noisyIn(values.attributes).length ? NOISY : gram?.points ? COUNTED : SHARED;
}

/**
 * Says that this browser keeps a visitor’s files, beside a button that forgets them. It comes late, so it stands where it moves no entry.
 * @param {import('./desk.js').Desk} desk
 */
function keptLine({ keptFiles, files, entries: { values } }) {
  const own = values.example === '' ? Object.values(files.clouds).flatMap((cloud) => cloud?.source ?? []) : [];
  const said = own.length > 0 ? KEPT[keptFiles.standing] : keptFiles.standing === 'kept' && EARLIER;
  if (!said) return nothing;
  return html`<p class="hint keeping" role="status" data-note="files-${own.length > 0 ? keptFiles.standing : 'earlier'}">${said}
    ${keptFiles.standing === 'kept' ? html`<button type="button" class="quiet" @click=${() => keptFiles.forget(own)}>Forget</button>` : nothing}</p>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Form extends View {
  static properties = { unfolded: { state: true }, bending: { state: true }, mode: {}, drawn: {}, step: { state: true } };

  /** Draws the model part of step 2. Set by the page. @type {() => unknown} */
  modelField = () => nothing;

  constructor() {
    super();
    /** True if the settings are unfolded that most visitors leave as they are. */
    this.unfolded = false;
    /** True if the noise on transformations is unfolded. */
    this.bending = false;
    /** Shows all entries, or one question at a time. @type {'all' | 'questions'} */
    this.mode = 'all';
    /** True if the entries are drawn. Those out of sight wait until a phone has drawn its first verdict. */
    this.drawn = true;
    /** Number of the question shown, from 0. */
    this.step = 0;
  }

  shouldUpdate() {
    return this.drawn;
  }

  /** Begins with the first question that has no answer. */
  begin() {
    const { entries: { values }, files: { clouds: { clean } } } = this.model;
    this.step = values.example || !clean ? 0 : isSaid(values) ? 2 : 1;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (this.mode === 'questions') this.#fold();
    void (this.model.ask ? this.model.certify() : this.model.answer());
    this.dispatchEvent(new Event('asked', { bubbles: true }));
  }

  #fold() {
    this.dispatchEvent(new Event('fold', { bubbles: true }));
  }

  #perturbed() {
    const { model: desk, model: { entries } } = this;
    const solid = desk.files.clouds.clean?.dimension !== 2;
    switch (entries.values.perturbation) {
      case 'file':
        return html`<orbit-cloud-field .model=${desk} handle="perturbed" label="Perturbed point cloud"></orbit-cloud-field>
          ${entries.values.subsample.trim() === '' ? nothing : choice(entries, 'pairing')}`;
      case 'scale':
        return number(entries, 'norm');
      case 'rotate':
        return html`<div class="pair">${['degrees', 'stretch', 'noise', ...(solid ? ['axis'] : []), 'seed'].map((name) => number(entries, name))}</div>`;
      case 'changes':
        return changes(entries);
      case 'brush':
        return html`<p class="hint">${desk.files.brushed && !desk.brush.touched ? PAIRED : BRUSHED}</p>`;
      default:
        return nothing;
    }
  }

  /** Asks for the prediction of a clean cloud that has none. */
  #question() {
    const { entries, said: { before }, files: { clouds: { clean } } } = this.model;
    if (!clean || isSaid(entries.values)) return nothing;
    return html`<div class="question">
      <p data-reason="prediction"><strong>How sure is your classifier of ${clean.name}?</strong> Enter the votes of noisy copies or a probability, or run a
        model here.</p>
      ${before ? html`<button type="button" @click=${() => this.model.sayAgain()}>Use ${inWords(before)} again</button>` : nothing}
    </div>`;
  }

  /** Notes that an entry still comes from an example. @param {string} name */
  #borrowed = (name) => (this.model.said.borrowed.includes(name) ? BORROWED : '');

  /** @returns {import('./invariance.js').Folding} */
  get #folding() {
    return { unfolded: this.bending, fold: (unfolded) => { this.bending = unfolded; } };
  }

  /** σ, which inner products fix where they contain attributes with noise, with the σ of these attributes. */
  #sigma() {
    const { entries, files: { gram, clouds: { clean } } } = this.model, attributes = clean?.attributes.list ?? [];
    const sigma = html`${sigmaField(entries, { attributes, hint: this.#borrowed('sigma') })}${attributeNoise(entries)}`;
    if (!gram || noisyIn(entries.values.attributes).length === 0) return sigma;
    return html`<fieldset class="fixed" disabled><legend class="unseen">As shared</legend>${sigma}</fieldset>`;
  }

  /** Of how many points each vote is; inner products of two clouds tell nothing of single points. */
  #subsample() {
    return this.model.files.gram ? nothing : number(this.model.entries, 'subsample');
  }

  /** Numbers or labels that came with a document: how many, and the tolerance that a number is certified with. */
  #outputs() {
    const { entries, files: { outputs } } = this.model;
    if (!outputs) return errorOf(entries, 'given');
    return html`<p class="hint">${outputsInWords(outputs)}, from the document that was opened.</p>
      ${outputs.select ? number(entries, 'tolerance') : nothing}
      ${outputs.values && !outputs.select ? html`<p class="hint">A tolerance needs a reference: numbers of other noisy copies (“select”) in the document.</p>`
        : nothing}`;
  }

  #prediction() {
    const { entries } = this.model;
    if (entries.values.given === 'outputs') return this.#outputs();
    return (entries.values.given === 'votes' ? ['votes', 'voted'] : ['probability']).map((name) => number(entries, name));
  }

  /** Asks which attributes the model sees; a probability or votes may be of one that sees some. */
  #seen() {
    const { entries, files: { clouds: { clean } } } = this.model;
    return clean ? seenAttributes(entries, clean.attributes.list, entries.values.given === 'model') : nothing;
  }

  #cloud() {
    const { model: desk, model: { entries } } = this;
    return html`<section class="step">
      <h2><span class="ordinal">1</span> Cloud</h2>
      ${desk.drawing ? html`<orbit-draw .model=${desk}></orbit-draw>` : nothing}
      <orbit-cloud-field .model=${desk} .fresh=${this.#isFirst} handle="clean" label="Clean point cloud"></orbit-cloud-field>
      ${this.#isFirst ? html`<p class="hint">The example stays until then. Nothing is uploaded.</p>` : desk.files.gram
        ? html`<p class="hint" data-note="shared">${sharedAs(desk)}</p>` : html`
        ${choice(entries, 'perturbation')}
        ${this.#perturbed()}`}
    </section>`;
  }

  /** True while an own cloud is asked for and an example is still there. */
  get #isFirst() {
    return this.mode === 'questions' && this.model.entries.values.example !== '' && !this.model.drawing;
  }

  #sureness() {
    const { model: desk, model: { entries } } = this;
    return html`<section class="step">
      <h2><span class="ordinal">2</span> Prediction</h2>
      ${this.#question()}
      ${either(entries, 'given',
        [['votes', 'vote counts'], ['probability', 'a probability'], ...(desk.voting.able ? [/** @type {[string, string]} */ (['model', 'a model'])] : []),
        ...(desk.files.outputs || entries.values.given === 'outputs' ? [/** @type {[string, string]} */ (['outputs', outputsName(desk.files.outputs)])] : [])])}
      ${entries.values.given === 'model' ? html`${this.modelField()}<div class="pair">${this.#sigma()}${this.#subsample()}</div>`
        : html`<div class="pair">${this.#prediction()}${this.#sigma()}${this.#subsample()}</div>`}
      ${this.#seen()}
    </section>`;
  }

  /** Draws the button that asks for more, where there is more. */
  #asking() {
    const { ask } = this.model;
    return ask ? html`<div class="ask"><button type="submit" class="primary" title="Ctrl or ⌘ with Enter, from anywhere">${ask}</button></div>`
      : html`<button type="submit" hidden>Show the verdict</button>`;
  }

  /** One question at a time. */
  #questions() {
    const parts = [() => this.#cloud(), () => this.#sureness(), () => invariance(this.model, this.#borrowed, this.#folding, true)];
    const last = this.step === parts.length - 1;
    const go = (/** @type {number} */ by) => () => { this.step += by; };
    return html`<p class="hint">Question ${this.step + 1} of 3: ${QUESTIONS[this.step]}
        <button type="button" class="quiet" @click=${() => this.dispatchEvent(new Event('all', { bubbles: true }))}>All fields at once</button></p>
      ${parts[this.step]()}
      <div class="actions">
        ${this.step > 0 ? html`<button type="button" @click=${go(-1)}>Back</button>` : nothing}
        ${last ? html`<button type="button" class="primary" @click=${this.#submit}>Show the verdict</button>` : this.#isFirst ? nothing
          : html`<button type="button" class="primary" @click=${go(1)}>Next</button>`}
      </div>`;
  }

  render() {
    const { model: desk } = this;
    return html`<form class=${this.mode === 'questions' ? 'questions' : ''} novalidate tabindex="-1" @submit=${this.#submit}>
      ${this.mode === 'questions' ? this.#questions() : html`${this.#cloud()}${this.#sureness()}${invariance(desk, this.#borrowed, this.#folding)}
        ${moreSettings(desk, this.unfolded, (unfolded) => { this.unfolded = unfolded; })}${this.#asking()}
        <button type="button" class="quiet" @click=${this.#fold}>Fold the entries</button>`}
      ${keptLine(desk)}
    </form>`;
  }
}

/** The questions about an own cloud. */
const QUESTIONS = ['your cloud.', 'how sure is your classifier?', 'what does it ignore?'];

customElements.define('orbit-form', Form);
