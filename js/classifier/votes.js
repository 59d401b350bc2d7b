/** The votes of the model as they come: a bar for each class, how many samples are done, and what may follow. */

import { html, nothing } from 'lit';
import { bars } from '../parts/bars.js';
import { View } from '../parts/view.js';
import { isNumeric, isTurning } from './outputs.js';

/** @typedef {EventTarget & {result: {phase: string, more?: object}, certify: () => Promise<void>, send: (event: {type: string}) => void}} Desk */

/** @extends {View<Desk>} */
export class Votes extends View {
  /** Set by the page. @type {import('./classifier.js').Classifier} */
  classifier = /** @type {never} */ (undefined);

  /** @param {import('./tally.js').Tally} tally */
  #amount(tally) {
    const { select, estimate } = tally.plan.sampling;
    const number = (/** @type {number} */ n) => n.toLocaleString('en');
    const { returns } = tally.plan.model, [, lack] = tally.names;
    if (select > 0 && tally.estimated === 0)
      return `${number(Math.min(tally.done, select))} of the first ${number(select)} noisy copies, which only ${isNumeric(returns)
        ? 'set the reference' : `name the ${returns ? 'labels' : 'class'}`}`;
    const proved = tally.proved && tally.proved < tally.estimated ? `; the first ${number(tally.proved)} were enough for the verdict` : '';
    const none = tally.none
      ? `; ${number(tally.none)} without ${lack} count against ${returns ? (returns === 'number' ? 'both ends' : isTurning(returns) ? 'every bound' : 'every point') : 'it'}: ${tally.why}` : '';
    return `${number(tally.estimated)} of at most ${number(estimate)} noisy copies counted${none}${proved}`;
  }

  /** @param {import('./tally.js').Tally} tally */
  #bars(tally) {
    const counts = tally.estimated > 0 ? tally.estimate : tally.select;
    const total = counts.reduce((sum, n) => sum + n, tally.estimated > 0 ? tally.none : 0);
    return bars(counts, this.classifier.classes, { total, predicted: tally.estimated > 0 ? tally.predicted : null });
  }

  /** The rest of the samples for a larger bound, or others. @param {import('./tally.js').Tally} tally */
  #more(tally) {
    const { phase, more } = this.model.result;
    const { estimate } = tally.plan.sampling;
    if (tally.running || more || (phase !== 'done' && phase !== 'cancelled')) return nothing;
    return html`<div>
      ${phase === 'cancelled' || tally.proved >= estimate || tally.plan.model.returns ? nothing : html`<button type="button"
        title="More votes for the same class make the bound larger"
        @click=${() => this.model.send({ type: 'goOn' })}>Count all ${estimate.toLocaleString('en')} votes</button>`}
      <button type="button" title="With new random draws, in place of those that follow from the inputs"
        @click=${() => { this.classifier.refresh(); void this.model.certify(); }}>Count new ${tally.names[0]}</button>
    </div>
    ${tally.plan.sampling.fresh ? html`<p
      class="caption" data-note="fresh">These noisy copies were drawn anew, by a seed that does not follow from the inputs; the next count will have
      others.</p>` : nothing}`;
  }

  render() {
    const { tally } = this.classifier;
    if (!tally) return nothing;
    const [what] = tally.names;
    return html`<section class="votes" aria-label="Votes">
      <h2>${what[0].toUpperCase()}${what.slice(1)}</h2>
      ${tally.plan.model.returns ? nothing : this.#bars(tally)}
      <p class="caption" data-count=${tally.estimated}>${this.#amount(tally)}.</p>
      ${tally.far ? html`<p class="caption">Such coordinates count with an invariance that has translations, or for centred clouds (“Normalise” in step 1).</p>`
        : nothing}
      ${this.#more(tally)}
    </section>`;
  }
}

customElements.define('orbit-votes', Votes);
