/** The three numbered steps and the button that sets the certifier to work. */

import { html, nothing } from 'lit';
import { isChanged } from '../form/address.js';
import { inWords, isSaid } from '../form/evidence.js';
import { PREPARED_REQUEST } from '../form/preparation.js';
import { View } from '../parts/view.js';
import { check, choice, disclosure, either, number } from '../parts/field.js';
import { invariance } from './invariance.js';
import './cloud-field.js';
import './draw-pad.js';
import './by-hand.js';

/** @type {[string, string][]} */
const PERTURBATIONS = [
  ['file', 'from a file'],
  ['scale', 'scale by a norm'],
  ['rotate', 'by hand: turn, stretch, jitter'],
  ['none', 'none (radii only)'],
];

/** @type {[string, string][]} */
const METHODS = [['random', 'random'], ['farthest', 'farthest point'], ['surface', 'on the surface']];

/** @type {[string, string][]} */
const NORMALISATIONS = [['none', 'none'], ['centre', 'centre'], ['unit_sphere', 'unit sphere']];

const BORROWED = 'Still that of the example: is it your classifier’s?';

const SHARED = 'Shared without its points: the inner products of the clean and the perturbed cloud. σ, the prediction, α and the draws can be changed; another cloud takes their place.';

/** The entries of what is done to both clouds first, where they say that anything is. */
const PREPARED = [PREPARED_REQUEST.drop_missing, PREPARED_REQUEST.points, PREPARED_REQUEST.normalise];

/** What is done to both clouds before anything else. @param {import('./desk.js').Desk} desk */
function preparation({ entries, files: { clouds: { clean } } }) {
  const { kept, method } = entries.values;
  const sampled = kept.trim() !== '';
  const methods = METHODS.filter(([name]) => name !== 'surface' || method === name || clean?.faces);
  return disclosure('Sample and normalise', isChanged(entries.values, PREPARED), html`
    ${check(entries, 'dropMissing', 'Drop points without coordinates')}
    ${number(entries, 'kept', 'Points kept (empty: all)', { mode: 'numeric', help: 'preparation' })}
    ${sampled ? html`<div class="pair">
      ${choice(entries, 'method', 'Sampling', methods)}
      ${method === 'farthest' ? nothing : number(entries, 'samplingSeed', 'Seed of the sampling', { mode: 'numeric' })}
    </div>` : nothing}
    ${choice(entries, 'normalise', 'Normalise', NORMALISATIONS)}
    ${isChanged(entries.values, PREPARED) ? html`<p class="hint">${prepared(entries.values)}</p>` : nothing}`);
}

/** @param {import('../form/address.js').Values} values */
function prepared({ kept, method, permutation, normalise }) {
  const same = method === 'surface' ? 'The same places of both surfaces are taken, by area.' : 'The same points of both clouds are kept.';
  const sampling = permutation === 'true' ? 'Each cloud is sampled for itself.' : same;
  const unit = normalise === 'unit_sphere' ? ' σ and all lengths are in units of the unit sphere.' : '';
  return `${kept.trim() === '' ? '' : sampling}${unit}`.trim();
}

/** @type {Record<import('../storage/kept-files.js').KeptFiles['standing'], string>} */
const KEPT = {
  none: '',
  kept: 'Your files are kept in this browser, so that a reload brings them back. They are not uploaded.',
  refused: 'This browser does not let the page keep your files: a reload loses them.',
  forgotten: 'Forgotten: a reload loses your files.',
};

const EARLIER = 'Files that you opened before are kept in this browser. They are not uploaded.';

/** Whether a visitor’s files are kept in this browser, and a button that forgets them. It comes late, so it stands where it moves no entry. @param {import('./desk.js').Desk} desk */
function keptLine({ keptFiles, files, entries: { values } }) {
  const own = values.example === '' ? Object.values(files.clouds).flatMap((cloud) => cloud?.source ?? []) : [];
  const said = own.length > 0 ? KEPT[keptFiles.standing] : keptFiles.standing === 'kept' && EARLIER;
  if (!said) return nothing;
  return html`<p class="hint keeping" role="status">${said}
    ${keptFiles.standing === 'kept' ? html`<button type="button" class="quiet" @click=${() => keptFiles.forget(own)}>Forget</button>` : nothing}</p>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Form extends View {
  static properties = { runner: { state: true } };

  /** What step 2 shows of a model. Set by the page. @type {() => unknown} */
  model = () => nothing;

  constructor() {
    super();
    /** Whether the entry of the runner-up is unfolded. */
    this.runner = false;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    void this.desk.certify();
    this.dispatchEvent(new Event('asked', { bubbles: true }));
  }

  #perturbed() {
    const { desk, desk: { entries } } = this;
    const solid = desk.files.clouds.clean?.dimension !== 2;
    switch (entries.values.perturbation) {
      case 'file':
        return html`<orbit-cloud-field .desk=${desk} handle="perturbed" label="Perturbed point cloud"></orbit-cloud-field>`;
      case 'scale':
        return number(entries, 'norm', 'Norm of the change');
      case 'rotate':
        return html`<orbit-handle .desk=${desk}></orbit-handle>
        <div class="pair">
          ${number(entries, 'degrees', 'Degrees')}
          ${number(entries, 'stretch', 'Stretch by a factor')}
          ${number(entries, 'noise', 'Norm of the noise')}
          ${solid ? number(entries, 'axis', 'Rotation axis', { mode: 'text' }) : nothing}
          ${number(entries, 'seed', 'Seed of the noise', { mode: 'numeric' })}
        </div>`;
      default:
        return nothing;
    }
  }

  /** What is asked of a clean cloud of which nothing is said. */
  #question() {
    const { entries, files: { evidence, clouds: { clean } } } = this.desk;
    if (!clean || isSaid(entries.values)) return nothing;
    return html`<div class="question">
      <p><strong>How sure is your classifier here?</strong> ${clean.name} is new. Give the votes of noisy copies or a probability, or have a model vote on this machine.</p>
      ${evidence.before ? html`<button type="button" @click=${() => evidence.again()}>Use ${inWords(evidence.before)} again</button>` : nothing}
    </div>`;
  }

  /** What is to be said of an entry that is still that of an example. @param {string} name */
  #borrowed = (name) => (this.desk.files.evidence.isBorrowed(name) ? BORROWED : '');

  #sigma() {
    return number(this.desk.entries, 'sigma', 'Smoothing σ', { help: 'sigma', hint: this.#borrowed('sigma') });
  }

  #prediction() {
    const { entries } = this.desk;
    return entries.values.given === 'votes'
      ? html`${number(entries, 'votes', 'Votes', { mode: 'numeric', help: 'votes' })}${number(entries, 'voted', 'Samples voted', { mode: 'numeric' })}`
      : number(entries, 'probability', 'Prediction probability', { help: 'votes' });
  }

  #runnerUp() {
    const { entries } = this.desk;
    const entry = entries.values.given === 'votes'
      ? number(entries, 'runnerVotes', 'Runner-up votes', { mode: 'numeric', help: 'runner' })
      : number(entries, 'runnerProbability', 'Runner-up probability', { help: 'runner' });
    const name = entries.values.given === 'votes' ? 'runnerVotes' : 'runnerProbability';
    const open = this.runner || isChanged(entries.values, [name]);
    const fold = (/** @type {any} */ event) => { this.runner = event.target.open; };
    return disclosure('Runner-up class (optional)', open, open ? entry : nothing, fold);
  }

  render() {
    const { desk, desk: { entries } } = this;
    const voting = entries.values.given === 'model';
    return html`<form novalidate @submit=${this.#submit}>
      <section class="step">
        <h2><span class="ordinal">1</span> Cloud</h2>
        ${desk.drawing ? html`<orbit-draw .desk=${desk}></orbit-draw>` : nothing}
        <orbit-cloud-field .desk=${desk} handle="clean" label="Clean point cloud"></orbit-cloud-field>
        ${desk.files.gram ? html`<p class="hint">${SHARED}</p>` : html`
          ${choice(entries, 'perturbation', 'Perturbation', PERTURBATIONS, { help: 'perturbation' })}
          ${this.#perturbed()}
          ${preparation(desk)}`}
      </section>
      <section class="step">
        <h2><span class="ordinal">2</span> Prediction</h2>
        ${this.#question()}
        ${either(entries, 'given', 'Prediction given as', [['votes', 'vote counts'], ['probability', 'a probability'], ['model', 'a model']])}
        ${voting ? html`${this.model()}${this.#sigma()}`
          : html`<div class="pair">${this.#prediction()}${this.#sigma()}</div>
          ${desk.doubt ? html`<p class="hint" role="status">${desk.doubt}</p>` : nothing}${this.#runnerUp()}`}
      </section>
      ${invariance(desk, this.#borrowed)}
      <button type="submit" class="primary" title="Ctrl or ⌘ with Enter, from anywhere">${desk.action}</button>
      ${keptLine(desk)}
    </form>`;
  }
}

customElements.define('orbit-form', Form);
