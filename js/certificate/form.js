/** The three numbered steps and the button that sets the certifier to work. */

import { html, nothing } from 'lit';
import { isChanged } from '../entries/address.js';
import { View } from '../parts/view.js';
import { choice, disclosure, either, number } from '../parts/field.js';
import { invariance } from './invariance.js';
import './cloud-field.js';

/** @type {[string, string][]} */
const PERTURBATIONS = [
  ['file', 'from a file'],
  ['scale', 'scale by a norm'],
  ['rotate', 'rotate, with noise'],
  ['none', 'none (radii only)'],
];

/** @type {[string, string][]} */
const METHODS = [['random', 'random'], ['farthest', 'farthest point']];

/** @type {[string, string][]} */
const NORMALISATIONS = [['none', 'none'], ['centre', 'centre'], ['unit_sphere', 'unit sphere']];

/** What is done to both clouds before anything else. @param {import('./model.js').Model} model */
function preparation(model) {
  const { kept, method } = model.values;
  const sampled = kept.trim() !== '';
  return disclosure('Sample and normalise', isChanged(model.values, ['kept', 'normalise']), html`
    ${number(model, 'kept', 'Points kept (empty: all)', { mode: 'numeric', help: 'preparation' })}
    ${sampled ? html`<div class="pair">
      ${choice(model, 'method', 'Sampling', METHODS)}
      ${method === 'random' ? number(model, 'samplingSeed', 'Seed of the sampling', { mode: 'numeric' }) : nothing}
    </div>` : nothing}
    ${choice(model, 'normalise', 'Normalise', NORMALISATIONS)}
    ${isChanged(model.values, ['kept', 'normalise']) ? html`<p class="hint">${prepared(model.values)}</p>` : nothing}`);
}

/** @param {import('../entries/address.js').Values} values */
function prepared({ kept, permutation, normalise }) {
  const sampling = permutation === 'true' ? 'Each cloud is sampled for itself.' : 'The same points of both clouds are kept.';
  const unit = normalise === 'unit_sphere' ? ' σ and all lengths are in units of the unit sphere.' : '';
  return `${kept.trim() === '' ? '' : sampling}${unit}`.trim();
}

export class Form extends View {
  static properties = { runner: { state: true } };

  constructor() {
    super();
    /** Whether the entry of the runner-up is unfolded. */
    this.runner = false;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    void this.model.certify();
  }

  #perturbed() {
    const { model } = this;
    const solid = model.clouds.clean?.dimension !== 2;
    switch (model.values.perturbation) {
      case 'file':
        return html`<orbit-cloud-field .model=${model} handle="perturbed" label="Perturbed point cloud"></orbit-cloud-field>`;
      case 'scale':
        return number(model, 'norm', 'Norm of the change');
      case 'rotate':
        return html`<div class="pair">
          ${number(model, 'degrees', 'Degrees')}
          ${number(model, 'noise', 'Norm of the noise')}
          ${solid ? number(model, 'axis', 'Rotation axis', { mode: 'text' }) : nothing}
          ${number(model, 'seed', 'Seed of the noise', { mode: 'numeric' })}
        </div>`;
      default:
        return nothing;
    }
  }

  #prediction() {
    const { model } = this;
    return model.values.given === 'votes'
      ? html`${number(model, 'votes', 'Votes', { mode: 'numeric', help: 'votes' })}${number(model, 'voted', 'Samples voted', { mode: 'numeric' })}`
      : number(model, 'probability', 'Prediction probability', { help: 'votes' });
  }

  #runnerUp() {
    const { model } = this;
    const entry = model.values.given === 'votes'
      ? number(model, 'runnerVotes', 'Runner-up votes', { mode: 'numeric', help: 'runner' })
      : number(model, 'runnerProbability', 'Runner-up probability', { help: 'runner' });
    const name = model.values.given === 'votes' ? 'runnerVotes' : 'runnerProbability';
    const open = this.runner || isChanged(model.values, [name]);
    const fold = (/** @type {any} */ event) => { this.runner = event.target.open; };
    return disclosure('Runner-up class (optional)', open, open ? entry : nothing, fold);
  }

  render() {
    const { model } = this;
    return html`<form novalidate @submit=${this.#submit}>
      <section class="step">
        <h2><span class="ordinal">1</span> Cloud</h2>
        <orbit-cloud-field .model=${model} handle="clean" label="Clean point cloud"></orbit-cloud-field>
        ${choice(model, 'perturbation', 'Perturbation', PERTURBATIONS, { help: 'perturbation' })}
        ${this.#perturbed()}
        ${preparation(model)}
      </section>
      <section class="step">
        <h2><span class="ordinal">2</span> Prediction</h2>
        ${either(model, 'given', 'Prediction given as', [['votes', 'vote counts'], ['probability', 'a probability']])}
        <div class="pair">${this.#prediction()}${number(model, 'sigma', 'Smoothing σ', { help: 'sigma' })}</div>
        ${this.#runnerUp()}
      </section>
      ${invariance(model)}
      <button type="submit" class="primary" title="Ctrl or ⌘ with Enter, from anywhere">Certify</button>
    </form>`;
  }
}

customElements.define('orbit-form', Form);
