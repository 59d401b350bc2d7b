/** Brings the room of classifiers to a view of the page when a visitor first wants a model there. */

import { html, nothing } from 'lit';
import { hasModels } from '../offline/site.js';
import { KeptModel } from './kept-model.js';

/**
 * A form whose votes a model can count.
 * @typedef {EventTarget & {engine: import('../certifier/engine.js').Engine, entries: import('../form/entries.js').Entries, changed: () => void,
 *   notify: (sentence: string) => void}} Subject
 */

/** @template {Subject} D */
class ModelRoom {
  /** Null before it is wanted. @type {import('../classifier/classifier.js').Classifier | null} */
  classifier = null;
  /** Explains why it could not be loaded. */
  problem = '';
  /** The kinds of answers that are counted. @type {import('../classifier/outputs.js').Wanted} */
  returns = 'any';

  /** @type {Promise<import('../classifier/classifier.js').Classifier> | undefined} */
  #loading;

  /** @param {D} subject */
  constructor(subject) {
    this.subject = subject;
    subject.addEventListener('change', () => void this.#follow());
  }

  /** Does what the entries say: the room where a model is chosen, the example that they name. */
  async #follow() {
    if (this.subject.entries.values.given !== 'model') return;
    const classifier = await this.load().catch(() => null), { model } = this.subject.entries.values;
    if (!classifier) return;
    if (model && model !== classifier.example && !classifier.busy && !classifier.problem) await classifier.takeExample(model);
    await this.keep(classifier, !model);
  }

  /**
   * Has an own model found again after a reload.
   * @param {import('../classifier/classifier.js').Classifier} _classifier
   * @param {boolean} _own whether the entries name no example
   */
  async keep(_classifier, _own) {}

  /** Has the view follow the model. @param {import('../classifier/classifier.js').Classifier} _classifier */
  follow(_classifier) {
    this.subject.changed();
  }

  /** The classifier, whatever model it has. */
  load() {
    this.#loading ??= this.#import().catch((error) => {
      this.#loading = undefined;
      this.problem = 'The model runtime could not be loaded. Are you online?';
      this.subject.changed();
      throw error;
    });
    return this.#loading;
  }

  async #import() {
    const { Classifier } = await import('../classifier/room.js');
    const classifier = new Classifier(this.subject.engine, (sentence) => this.subject.notify(sentence));
    classifier.returns = this.returns;
    classifier.addEventListener('change', () => this.follow(classifier));
    this.classifier = classifier;
    this.problem = '';
    this.subject.changed();
    return classifier;
  }

  /** The classifier with the model that the entries name. */
  async ready() {
    const classifier = await this.load();
    await this.#follow();
    await classifier.settled();
    return classifier;
  }

  /** Draws a placeholder until the field arrives. */
  waiting() {
    return html`<p class="hint" role="status">${this.problem || 'Loading the model runtime.'}</p>`;
  }
}

/** The model that votes on the clouds of a run. @extends {ModelRoom<import('../dataset/run.js').Run>} */
export class RunModelRoom extends ModelRoom {
  returns = /** @type {const} */ ('classes');
  /** @type {Promise<import('../classifier/run-voter.js').RunVoter> | undefined} */
  #voter;

  /** @param {import('../dataset/run.js').Run} run whose voter this becomes */
  constructor(run) {
    super(run);
    run.work.voter = async () => {
      const classifier = await this.ready();
      this.#voter ??= import('../classifier/room.js').then(({ RunVoter }) => new RunVoter(classifier));
      return this.#voter;
    };
  }

  field() {
    return this.classifier ? html`<orbit-run-model .model=${this.subject} .classifier=${this.classifier}></orbit-run-model>` : this.waiting();
  }
}

/** The model that votes on the clean cloud. @extends {ModelRoom<import('../certificate/desk.js').Desk>} */
export class CloudModelRoom extends ModelRoom {
  #kept;

  /** @param {import('../certificate/desk.js').Desk} desk whose voter this becomes */
  constructor(desk) {
    super(desk);
    this.#kept = new KeptModel(desk.keptFiles);
    desk.voting = {
      able: hasModels(), voter: () => this.ready(), recount: (...of) => this.#recount(...of),
      exampleOf: async (file) => (await import('../classifier/room.js')).exampleOf(file),
    };
  }

  /** @param {import('../classifier/classifier.js').Classifier} classifier */
  follow({ identity, opens }) {
    this.subject.send({ type: 'model', model: { open: identity, opens } });
  }

  /** @param {import('../classifier/classifier.js').Classifier} classifier @param {boolean} own */
  async keep(classifier, own) {
    if (own) await this.#kept.restore(classifier);
    await this.#kept.keep(classifier);
  }

  /** Draws the model part of step 2. */
  field() {
    if (this.classifier) return html`<orbit-model .model=${this.subject} .classifier=${this.classifier}></orbit-model>`;
    return this.waiting();
  }

  /** Counts votes at other clouds, where a model is open and wanted. */
  get measure() {
    const { classifier } = this;
    const dimension = this.subject.files.clouds.clean?.dimension ?? 0;
    if (!classifier?.model || this.subject.entries.values.given !== 'model' || this.subject.outputs) return null;
    /** @typedef {Parameters<import('../classifier/classifier.js').Classifier['measure']>[0]} Request */
    return (/** @type {Request} */ request, /** @type {Float64Array} */ points, /** @type {AbortSignal} */ signal) =>
      classifier.measure(request, points, dimension, signal);
  }

  /** Counts stored votes again, with a classifier of its own that ends with the count. @type {import('../certificate/desk.js').Voting['recount']} */
  async #recount(request, files, onSamples, signal) {
    const { Classifier } = await import('../classifier/room.js');
    const classifier = new Classifier(this.subject.engine, () => {});
    try {
      return await classifier.recount(request, this.subject.files.clouds.clean?.dimension ?? 0, files, onSamples, signal);
    } finally {
      classifier.remove();
    }
  }

  /** Draws the votes below the verdict. */
  votes() {
    const { given } = this.subject.entries.values;
    return this.classifier && given === 'model' ? html`<orbit-votes .model=${this.subject} .classifier=${this.classifier}></orbit-votes>
      <orbit-attack .model=${this.subject} .classifier=${this.classifier}></orbit-attack>` : nothing;
  }
}
