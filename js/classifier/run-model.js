/** The model that is to vote on the clouds of a run: its files, its card, and how many samples each cloud gets. */

import { html, nothing } from 'lit';
import { number } from '../parts/field.js';
import { ModelChoice } from './model-choice.js';

/** @typedef {import('./model-choice.js').Desk & {shape: {dimension: number, count: number} | null}} Desk */

/** @extends {ModelChoice<Desk>} */
class RunModel extends ModelChoice {
  kept = 'points';

  get cloud() {
    return this.desk.shape;
  }

  /** Names the classes before anything is counted, so that labels can be compared with them. */
  updated() {
    const { classifier, cloud } = this;
    if (!classifier.model || !cloud || classifier.busy || classifier.classes.length > 0) return;
    // What the graph leaves open is asked above; the rest is told when votes are wanted.
    classifier.described(cloud.dimension).then(() => this.requestUpdate(), () => {});
  }

  render() {
    return html`${this.choose()}${this.card()}
      ${this.classifier.model ? number(this.desk.entries, 'counted', 'Samples of each cloud', { mode: 'numeric', help: 'counted' }) : nothing}`;
  }
}

customElements.define('orbit-run-model', RunModel);
