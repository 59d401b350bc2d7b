/** "Attack it": a search for a perturbation that changes the class, and how far beyond what is proved it had to go. */

import { html, nothing } from 'lit';
import { ownCloud } from '../clouds/cloud-source.js';
import { closedOf } from '../documents/documents.js';
import { icon } from '../parts/icons.js';
import { progress } from '../parts/bars.js';
import { View } from '../parts/view.js';
import { Latest } from '../question/latest.js';
import { first } from '../words/top.js';
import { sentence } from '../words/error-sentence.js';
import { significant } from '../words/decimal.js';
import { inUnit, measureOf } from '../words/lengths.js';
import { withArticle } from '../words/words.js';
import { norm, plus } from './directions.js';
import { rows } from './votes-at-clouds.js';

/**
 * @typedef {import('./attack.js').Found} Found
 * @typedef {import('../documents/documents.js').Certificate} Certificate
 *
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {Parameters<import('./classifier.js').Classifier['attack']>[0]} Request
 *
 * @typedef {object} Outcome
 * @property {Found | null} found
 * @property {number} reach the norm within which was looked
 * @property {Record<string, number[]>} [attributes] of the points, as far as the model sees them
 * @property {number} clouds how many were voted on
 * @property {Certificate} [certificate] of the cloud found
 *
 * @typedef {EventTarget & {
 *   engine: import('../certifier/engine.js').Engine, entries: import('../form/entries.js').Entries, files: import('../clouds/cloud-files.js').CloudFiles,
 *   votes: (Request['prediction'] & {classes?: string[]}) | null,
 *   result: {phase: string, more?: object, request?: CertificateRequest, certificate?: {value: Certificate}}, computed: {clean: Float64Array} | null,
 *   play: {way: {to: Float64Array} | null, stop: () => void, lead: (way: {from: Float64Array, to: Float64Array, length: number, radius: number, was: string,
 *     is: string, seed: string, distance: number}) => void},
 *   measure: import('../words/lengths.js').Measure, certify: (extent?: 'standing') => Promise<void>, send: (event: {type: string}) => void,
 *   notify: (sentence: string) => void,
 * }} Desk
 */

/** @extends {View<Desk>} */
export class AttackPanel extends View {
  /** Set by the page. @type {import('./classifier.js').Classifier} */
  classifier = /** @type {never} */ (undefined);
  /** The last search, of the votes that are there. @type {Latest<{done: number, all: number, nearest: number | null, outcome: Outcome}>} */
  #search = new Latest(() => this.requestUpdate());

  /**
   * Returns what the attack needs: a request with the votes of the model, and the proved radius. It finds another first class, so it has nothing to say of
   * the first k.
   */
  get #target() {
    const { votes, result: { phase, request, certificate } } = this.model;
    const radius = (certificate && closedOf(certificate.value)?.radius) ?? 0;
    if (!votes?.evidence.votes || !request || first(request) || !(radius > 0) || (phase === 'working' && !this.#search.works)) return null;
    return { request: { ...request, prediction: votes }, radius };
  }

  willUpdate() {
    this.#search.follow(this.model.votes?.evidence.sampling.seed ?? '', null);
  }

  get #outcome() {
    return this.#search.known.outcome ?? null;
  }

  disconnectedCallback() {
    this.#search.cancel();
    super.disconnectedCallback();
  }

  #attack() {
    // The model has one thing to do: a count that goes on ends, and the votes are those that the verdict stands on.
    if (this.model.result.more) this.model.send({ type: 'stop' });
    const target = this.#target;
    const { engine, files: { clouds: { clean } }, computed } = this.model;
    if (!target || !clean) return;
    const { request } = target, { dimension } = clean, points = computed?.clean ?? clean.points;
    this.#search.ask(async (signal, tell) => {
      try {
        const onCloud = (/** @type {number} */ done, /** @type {number} */ all, /** @type {number | null} */ nearest) => void tell({ done, all, nearest });
        const { found, attributes, ...rest } = await this.classifier.attack(request, points, dimension, { signal, onCloud });
        const certificate = found && (await engine.certify({ ...request, perturbed: { points: rows(found.points, dimension), attributes } }, { signal })).value;
        if (tell({ outcome: { found, attributes, ...rest, certificate: certificate ?? undefined } })) this.#lead();
      } catch (error) {
        if (tell({})) this.model.notify(`The attack ended: ${sentence(error)}`);
      }
    }, { ...this.#search.known, done: 0, all: 1, nearest: null });
  }

  /** Plays the way from the clean cloud to the one that was found, unless the certificate there contradicts the votes. */
  #lead() {
    const { files: { clouds: { clean } }, computed, play, votes } = this.model;
    const { found = null, certificate } = this.#outcome ?? {}, target = this.#target, from = computed?.clean ?? clean?.points;
    if (!found || !target || !from || certificate?.certified) return;
    const { classes } = this.classifier, { evidence } = /** @type {Request['prediction']} */ (votes);
    play.lead({ from, to: found.points, length: norm(plus(found.points, -1, from)), radius: target.radius, was: classes[evidence.votes.predicted],
      is: classes[found.winner], seed: evidence.sampling.seed, distance: certificate?.orbit?.distance ?? found.norm });
  }

  /** Lays the cloud that was found on the desk, as the perturbed one. @param {Found} found */
  async #show({ points }) {
    const { model: desk, model: { files, entries } } = this;
    const dimension = files.clouds.clean?.dimension ?? 2;
    entries.set('perturbation', 'file');
    if (await files.choose('perturbed', ownCloud('found.json', rows(points, dimension), this.#outcome?.attributes))) await desk.certify('standing');
  }

  /** A distance of prepared clouds. @param {number} x @param {number} [digits] @param {import('../words/decimal.js').Side} [side] */
  #length = (x, digits = 4, side = 'up') => inUnit(significant(x, digits, side), measureOf(this.model.measure));

  /** @param {Outcome} outcome @param {number} radius */
  #words({ found, reach, clouds, certificate }, radius) {
    const { classes } = this.classifier;
    const { predicted } = /** @type {Request['prediction']} */ (this.model.votes).evidence.votes;
    const proved = `Proved up to ${this.#length(radius, 4, 'down')}.`;
    if (!found) return html`<p>${proved} None of ${clouds.toLocaleString('en')} clouds that were tried within ${this.#length(reach, 3, 'down')}
      has another class by its votes. That proves nothing.</p>`;
    const distance = certificate?.orbit?.distance ?? found.norm;
    if (certificate?.certified)
      return html`<p class="error" role="alert">${icon('failed')} <strong>Votes and certificate contradict each other.</strong> At d = ${this.#length(distance)} the
      prediction is certified, and yet ${said(found, classes, predicted)}. That should happen with probability α at most: please report it.</p>`;
    return html`<p>${proved} <strong>At ${this.#length(distance)} it becomes ${withArticle(classes[found.winner])}</strong> (${found.votes[found.winner]} of ${
      found.samples} votes). In between: not known.</p>`;
  }

  render() {
    const target = this.#target;
    if (!target || !this.classifier.model) return nothing;
    const { works, known: { done = 0, all = 1, nearest: found, outcome } } = this.#search;
    const nearest = found ? `, the nearest with another class at ‖Δ‖ = ${this.#length(found)}` : '';
    return html`<section class="attack" aria-label="Attack" data-found=${outcome ? String(Boolean(outcome.found)) : nothing}>
      <h2>Attack</h2>
      ${outcome ? this.#words(outcome, target.radius)
        : html`<p class="caption">How far away is the nearest cloud of another class? A search moves the points, at random and then along what worked, and
          asks the model to vote.</p>`}
      ${works ? progress({ label: 'Searching', share: done / all,
        amount: `${done.toLocaleString('en')} of about ${all.toLocaleString('en')} clouds${nearest}`, cancel: () => this.#search.cancel() })
        : html`<div class="actions">
          <button type="button" @click=${this.#attack}>${outcome ? 'Attack again' : 'Attack it'}</button>
          ${outcome?.found && !outcome.certificate?.certified
            ? html`<button type="button" @click=${() => this.#lead()}>Play it on the cloud</button>` : nothing}
          ${outcome?.found ? html`<button type="button" @click=${() => this.#show(/** @type {Found} */ (outcome.found))}>Certify against the cloud
            found</button>` : nothing}
        </div>`}
    </section>`;
  }
}

/** The votes at a cloud that was found. @param {Found} found @param {string[]} classes @param {number} predicted */
const said = ({ votes, samples, winner }, classes, predicted) =>
  `${votes[winner]} of ${samples} noisy samples there say “${classes[winner]}”, ${votes[predicted]} say “${classes[predicted]}”`;

customElements.define('orbit-attack', AttackPanel);
