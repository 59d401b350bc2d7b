/**
 * The room of the second view: how far the loaded cloud is certified, and the space of all clouds. It computes
 * nothing: the engine answers its questions, and parts draws the plots.
 */

/** The second view of the page: how far the loaded cloud is certified, and the space of all clouds. */

import { html, nothing } from 'lit';
import { isSaid, isUnset } from '../form/evidence.js';
import { isOpen } from '../documents/stated.js';
import { members, phrased } from '../documents/groups.js';
import { sigmaInWords, sigmaUnit } from '../words/spread.js';
import { knownProbability } from '../words/words.js';
import { initialSliders } from '../form/address.js';
import { View } from '../parts/view.js';
import { cleanQuestion } from '../question/voted.js';
import { offer } from './offer.js';
import './curves.js';
import './map.js';
import './radii.js';
import './region.js';

/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */

/**
 * Subject of the explorer: the clean cloud and all entries about it.
 * @typedef {EventTarget & {engine: import('../certifier/engine.js').Engine, entries: import('../form/entries.js').Entries, files:
 *   import('../clouds/cloud-files.js').CloudFiles, state: import('../question/state.js').State, measure: import('../words/lengths.js').Measure}} Subject
 */

/** @extends {View<Subject>} */
export class Explore extends View {
  static properties = { sliders: { attribute: false } };

  /** Counts votes at a perturbed cloud, where a model is open. Set by the page. @type {import('./measured-votes.js').Measure | null} */
  measure = null;

  /** Names what is explored, null while the form is incomplete. @type {import('../question/question.js').Question | null} */
  question = null;
  /** The last radii, and what they are of. @type {{text: string, radii: import('../documents/documents.js').Radii} | null} */
  #found = null;

  constructor() {
    super();
    /** Positions of the map's sliders in the address. */
    this.sliders = initialSliders();
  }

  willUpdate() {
    this.question = cleanQuestion(this.model.state);
  }

  /** The request to explore. @type {CertificateRequest | undefined} */
  get request() {
    return this.question?.request;
  }

  get radii() {
    return this.#found && this.#found.text === this.question?.text ? this.#found.radii : null;
  }

  /** @param {CustomEvent} event */
  #onRadii({ detail }) {
    this.#found = detail;
    this.requestUpdate();
  }

  #subject() {
    const { clean } = this.model.files.clouds;
    if (!this.request || !clean) {
      const { name, text } = this.#lacking();
      return html`<p class="subject" data-reason=${name}>${text} The map below does not need it.</p>${offer(this)}`;
    }
    const { sigma, permutation, subsample, scores } = this.request;
    const p = this.radii ? `, p ${knownProbability(this.request, this.radii.probability.lower)}` : '';
    return html`<p class="subject"><b>${clean.name}</b>: ${clean.count.toLocaleString('en')} points in ${clean.dimension}-D, σ = ${sigmaInWords(sigma)}${p}${
      subsample === undefined ? '' : `, votes of ${subsample.toLocaleString('en')} points each`}${
      scores ? ', classes drawn with scores' : ''}, invariant to ${phrased(this.request) || 'nothing'}.
      ${permutation ? 'Here the points keep their order, which is sound but may prove less.' : nothing} Change any of this on the Certificate view.</p>`;
  }

  /** Says why nothing of the cloud can be plotted. */
  #lacking() {
    const { files: { clouds: { clean } }, entries: { values } } = this.model;
    if (!clean) return { name: 'none', text: 'No cloud to explore yet: open one on the Certificate view, or start from an example above.' };
    if (!isSaid(values))
      return { name: 'prediction', text: html`How sure is your classifier of <b>${clean.name}</b>? Enter it on the Certificate view.` };
    if (isUnset(values)) return { name: 'unset', text: 'Enter σ and what your classifier ignores on the Certificate view.' };
    if (values.given === 'model') return { name: 'votes', text: 'The model has not voted on this cloud yet: count its votes on the Certificate view.' };
    return { name: 'entries', text: 'These settings have no verdict, so there is nothing to plot. The Certificate view says why.' };
  }

  /** Explains why the map below shows another subject than the cloud, '' if it shows the cloud or there is none. */
  #otherThing() {
    const { clean } = this.model.files.clouds;
    if (clean?.dimension === 3) return 'Your cloud is 3-D, for which no such map can be computed. This map is about plane clouds under rotations.';
    const turns = !this.request || members(this.request).includes('rotation');
    return clean && !turns ? 'Your classifier is not invariant to rotation. This map is about plane clouds under rotations.' : '';
  }

  /** Radii and curves of the cloud, or why there are none. @param {import('../question/question.js').Question} question */
  #about({ request }) {
    const { model: desk, question } = this;
    if (request.prediction.vectors)
      return html`<p class="subject" data-reason="turning">The model returns vectors. Radii and curves are of classes, numbers and labels.</p>`;
    if (isOpen(request))
      return html`<p class="subject" data-reason="tolerance">The model returns a number, and no tolerance is entered. Enter one on the Certificate view to see how far the
        number stays within it. A slider there shows how its interval grows.</p>${offer(this)}`;
    const { about } = desk.entries.values;
    const region = html`<orbit-region .model=${desk} .question=${question} .about=${about}></orbit-region>`;
    if (request.noise)
      return html`<p class="subject" data-note="noise">The votes had noise on transformations, so distances alone prove nothing, and there are no radii and
        curves. “What it withstands” on the Certificate view lists the certified ranges.</p>${offer(this)}
        ${request.noise.twist ? region : nothing}`;
    return html`${request.prediction.labels
      ? html`<p class="subject">Radii and curves below hold for all labels together: they follow the label with the fewest votes.</p>` : nothing}
      <orbit-curves .model=${desk} .question=${question} .radii=${this.radii} .measure=${this.measure} .about=${about}></orbit-curves>
      <orbit-radii .model=${desk} .question=${question} .about=${about}></orbit-radii>${region}`;
  }

  render() {
    const { model: desk, question, request } = this;
    return html`<div class="explorer" @radii=${this.#onRadii}>
      ${this.#subject()}
      ${question ? this.#about(question) : nothing}
      <orbit-map .model=${desk} .radii=${this.radii} .sigma=${sigmaUnit(request?.sigma ?? 1)} .sliders=${this.sliders} .other=${this.#otherThing()}></orbit-map>
    </div>`;
  }
}

customElements.define('orbit-explore', Explore);
