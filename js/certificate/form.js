/** The visitor's entries in a drawer beside the picture: all at once, or on three cards, and the button that asks for more. */

import { html, nothing } from 'lit';
import { inWords, isSaid } from '../form/evidence.js';
import { noisyIn } from '../form/seen.js';
import { View } from '../parts/view.js';
import { choice, controlId, either, errorOf, number } from '../parts/field.js';
import { outputsInWords, outputsName } from '../words/stated.js';
import { attributeNoise, seenAttributes } from '../parts/seen-attributes.js';
import { sigmaField } from '../parts/sigma-field.js';
import { CARDS, summaryOf, whyOff, wrongOn } from './cards.js';
import { invariance } from './invariance.js';
import { moreSettings } from './more-settings.js';
import './cloud-field.js';

/** The most that may happen to the points of the cloud, whichever they are. @param {import('../form/entries.js').Entries} entries */
const changes = (entries) => html`<div class="pair">
  ${['replaced', 'added', 'removed', 'moved'].map((name) => number(entries, name))}
</div>`;

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
function sharedAs({ said: { gram }, entries: { values } }) {
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
    /** Shows all entries, or one card at a time. @type {'all' | 'questions'} */
    this.mode = 'all';
    /** True if the entries are drawn. Those out of sight wait until a phone has drawn its first verdict. */
    this.drawn = true;
    /** Number of the card that is open, from 0. */
    this.step = 0;
  }

  shouldUpdate() {
    return this.drawn;
  }

  /** Begins with the first card on which something is missing. */
  begin() {
    const open = CARDS.findIndex((_, card) => Object.keys(wrongOn(this.model, card, this.#isFirst)).length > 0);
    // Before a prediction is entered, a visitor may want to add a perturbed cloud.
    this.step = open < 0 ? CARDS.length - 1 : open === 1 && !isSaid(this.model.entries.values) ? 0 : open;
  }

  /** Moves the focus into what has opened. */
  async focusFirst() {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector('.asked input:not([type=radio]:not(:checked)), .asked select, input') ?? this.querySelector('form'))?.focus({ preventScroll: true });
    this.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (this.mode === 'questions' && !this.#leads(CARDS.length - 1)) return;
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
        return html`<p class="hint">${desk.said.brushed && !desk.brush.touched ? PAIRED : BRUSHED}</p>`;
      default:
        return nothing;
    }
  }

  /** Asks for the prediction of a clean cloud that has none. */
  #question() {
    const { entries, files: { clouds: { clean } } } = this.model;
    if (!clean || isSaid(entries.values)) return nothing;
    return html`<div class="question">
      <p data-reason="prediction"><strong>How sure is your classifier of ${clean.name}?</strong> Enter the votes of noisy copies or a probability, or run a
        model here.</p>
      ${this.#again()}
    </div>`;
  }

  /** Offers the prediction that was entered for an earlier cloud. */
  #again() {
    const { entries, said: { before } } = this.model;
    return before && !isSaid(entries.values) ? html`<button type="button" @click=${() => this.model.sayAgain()}>Use ${inWords(before)} again</button>` : nothing;
  }

  /** @returns {import('./invariance.js').Folding} */
  get #folding() {
    return { unfolded: this.bending, fold: (unfolded) => { this.bending = unfolded; } };
  }

  /** σ, which inner products fix where they contain attributes with noise, with the σ of these attributes. */
  #sigma() {
    const { entries, said: { gram }, files: { clouds: { clean } } } = this.model, attributes = clean?.attributes.list ?? [];
    const sigma = html`${sigmaField(entries, attributes)}${attributeNoise(entries)}`;
    if (!gram || noisyIn(entries.values.attributes).length === 0) return sigma;
    return html`<fieldset class="fixed" disabled><legend class="unseen">As shared</legend>${sigma}</fieldset>`;
  }

  /** Of how many points each vote is; inner products of two clouds tell nothing of single points. */
  #subsample() {
    return this.model.said.gram ? nothing : number(this.model.entries, 'subsample');
  }

  /** Numbers or labels that came with a document: how many, and the tolerance that a number is certified with. */
  #outputs() {
    const { entries, said: { outputs } } = this.model;
    if (!outputs) return errorOf(entries, 'given');
    return html`<p class="hint">${outputsInWords(outputs)}, from the document that was opened.</p>
      ${outputs.select || outputs.vectors?.select ? number(entries, 'tolerance') : nothing}
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
    return html`<orbit-cloud-field .model=${desk} .fresh=${this.#isFirst} handle="clean" label="Clean point cloud"></orbit-cloud-field>
      ${this.#isFirst ? html`<p class="hint">The example stays until then. Nothing is uploaded.</p>` : desk.said.gram
        ? html`<p class="hint" data-note="shared">${sharedAs(desk)}</p>` : html`
        ${choice(entries, 'perturbation')}
        ${this.#perturbed()}
        ${this.#unit()}`}`;
  }

  /** Names the unit of an own cloud, which few files do. */
  #unit() {
    const { entries, files: { clouds: { clean } } } = this.model;
    return clean && (entries.values.example === '' || entries.values.unit) ? number(entries, 'unit', clean.unit && `The file names ${clean.unit}.`) : nothing;
  }

  /** True while an own cloud is asked for and an example is still there. */
  get #isFirst() {
    return this.mode === 'questions' && this.model.entries.values.example !== '';
  }

  #sureness() {
    const { model: desk, model: { entries } } = this;
    return html`${either(entries, 'given',
        [['votes', 'vote counts'], ['probability', 'a probability'], ...(desk.voting.able ? [/** @type {[string, string]} */ (['model', 'a model'])] : []),
        ...(desk.said.outputs || entries.values.given === 'outputs' ? [/** @type {[string, string]} */ (['outputs', outputsName(desk.said.outputs)])] : [])])}
      ${this.mode === 'all' ? this.#question() : this.#again()}
      ${entries.values.given === 'model' ? html`${this.modelField()}<div class="pair">${this.#sigma()}${this.#subsample()}</div>`
        : html`<div class="pair">${this.#prediction()}${this.#sigma()}${this.#subsample()}</div>`}
      ${this.#seen()}`;
  }

  /** Draws the button that asks for more, where there is more. */
  #asking() {
    const { ask } = this.model;
    return ask ? html`<div class="ask"><button type="submit" class="primary" title="Ctrl or ⌘ with Enter, from anywhere">${ask}</button></div>`
      : html`<button type="submit" hidden>Show the verdict</button>`;
  }

  /** Goes to a card. @param {number} card */
  #go(card) {
    this.step = card;
    void this.focusFirst();
  }

  /** Reports whether a card leads on, and has the visitor look at what is wrong on it where it does not. @param {number} card */
  #leads(card) {
    const [wrong] = Object.keys(wrongOn(this.model, card, this.#isFirst));
    if (wrong) document.getElementById(controlId(wrong))?.focus();
    return wrong === undefined;
  }

  /** A part of the entries under its heading. @param {number} n @param {string} title @param {unknown} content */
  #step = (n, title, content) => html`<section class="step"><h2><span class="ordinal">${n}</span> ${title}</h2>${content}</section>`;

  /** One of three cards: the open one with its own faults and button, the others with their heading. @param {number} card @param {() => unknown} content */
  #card(card, content) {
    const title = CARDS[card], open = card === this.step, why = open ? whyOff(wrongOn(this.model, card, this.#isFirst)) : '', last = card === CARDS.length - 1;
    return html`<section class="asked" aria-label=${title} data-card=${card + 1}>
      <h3><button type="button" aria-expanded=${String(open)} @click=${() => this.#go(card)}><span class="ordinal">${card + 1}</span> ${title}</button>
        ${open ? nothing : html`<span class="hint">${this.#isFirst ? '' : summaryOf(this.model, card)}</span>`}</h3>
      ${open ? html`${content()}
        <div class="actions"><button type="button" class="primary" aria-disabled=${why ? 'true' : nothing} aria-describedby=${why ? 'why-off' : nothing}
          @click=${last ? this.#submit : () => this.#leads(card) && this.#go(card + 1)}>${last ? 'Show the verdict' : 'Next'}</button>
          ${why ? html`<p class="hint" id="why-off" data-note="off">${why}</p>` : nothing}</div>` : nothing}
    </section>`;
  }

  #cards() {
    const parts = [() => this.#cloud(), () => this.#sureness(), () => invariance(this.model, this.#folding, true)];
    return html`${parts.map((part, card) => this.#card(card, part))}
      <div><button type="button" class="quiet" @click=${() => this.dispatchEvent(new Event('all', { bubbles: true }))}>All fields at once</button></div>`;
  }

  #all() {
    const { model: desk } = this;
    return html`${this.#step(1, 'Cloud', this.#cloud())}${this.#step(2, 'Prediction', this.#sureness())}
      ${this.#step(3, 'Invariance', invariance(desk, this.#folding))}
      ${moreSettings(desk, this.unfolded, (unfolded) => { this.unfolded = unfolded; })}${this.#asking()}`;
  }

  render() {
    const { model: desk } = this, asks = this.mode === 'questions';
    return html`<form class=${asks ? 'questions' : ''} novalidate tabindex="-1" aria-label=${asks ? 'Your own cloud' : 'Settings'} @submit=${this.#submit}>
      <div class="drawer"><h2>${asks ? 'Your own cloud' : 'Settings'}</h2><button type="button" class="quiet" @click=${this.#fold}>Close</button></div>
      ${asks ? this.#cards() : this.#all()}
      ${keptLine(desk)}
    </form>`;
  }
}

customElements.define('orbit-form', Form);
