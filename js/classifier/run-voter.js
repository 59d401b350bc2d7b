/** Votes for the clouds of a run, by the model that a classifier has open: what a run in the page asks of the room of classifiers. */

import { BatchError } from './model-use.js';
import { runText, RunCount, samplesOf, selectOf, withPoints } from './votes-of-run.js';

/**
 * @typedef {import('./classifier.js').Chosen} Chosen
 * @typedef {import('./votes-of-run.js').Settings} Settings
 */

export class RunVoter {
  #classifier;
  /** @type {RunCount | null} */
  #counts = null;
  /** Current count, as text. */
  #wanted = '';

  /** @param {import('./classifier.js').Classifier} classifier */
  constructor(classifier) {
    this.#classifier = classifier;
  }

  /**
   * The model that is open, as a later visit gets it back. Rejects where none can vote.
   * @param {number} dimension of the clouds
   * @returns {Promise<{chosen: Chosen, key: string, classes: string[]}>} key: of all that tells its votes from those of others
   */
  async model(dimension) {
    await this.#classifier.settled();
    const { model, opened: { output } } = await this.#classifier.described(dimension);
    const { chosen, minds } = this.#classifier;
    return { chosen, key: JSON.stringify(minds ? [model, output, 'alone'] : [model, output]), classes: model.classes };
  }

  /**
   * Begins a count, or goes on with one of an earlier visit.
   * @param {Settings} settings of the run @param {number} dimension @param {number} samples for each cloud
   * @param {{chosen: Chosen, key: string}} kept as model gave it; opened again where it is not open
   * @param {import('../form/request.js').Drawn} [classifier] what each vote draws
   */
  async begin(settings, dimension, samples, { chosen, key }, classifier) {
    const same = await this.model(dimension).then((open) => open.key === key, () => false);
    if (!same) await this.#classifier.reopen(chosen);
    if ((await this.model(dimension)).key !== key) throw new Error('This model is not the one that voted before. Cancel, and count again.');
    const wanted = JSON.stringify([settings, samples, key, classifier]);
    if (same && wanted === this.#wanted) return;
    this.#counts = new RunCount(settings, { ...await this.#classifier.counter(dimension, samples), classifier });
    this.#wanted = wanted;
  }

  /**
   * Counts one cloud. What is broken off goes on where it was. A BatchError says that all clouds are to be counted again.
   * @param {string} entry @param {AbortSignal} signal @param {(samples: number) => void} onSamples @returns {Promise<string>} for the document
   */
  async count(entry, signal, onSamples) {
    const counts = /** @type {RunCount} */ (this.#counts);
    try {
      return JSON.stringify(await counts.count(JSON.parse(entry), { signal, onSamples }));
    } catch (error) {
      if (error instanceof BatchError) this.#classifier.mind();
      throw error;
    }
  }

  /** All that decides how many votes are counted, but for the noise and the model. @param {Settings} settings */
  countedFor({ attack, subsample, alpha, top, runner_up: two }) {
    return selectOf({ attack, subsample }) === 0 ? { attack, alpha, top, two } : attack?.search;
  }

  /** Samples of a cloud, about, with those that name its class and those of an attack. @param {Settings} settings @param {number} samples */
  all(settings, samples) {
    return samplesOf(settings, samples);
  }

  /**
   * The run with votes, byte for byte what the command line writes.
   * @param {Settings} settings @param {string[]} entries @param {string[]} counted as count gave them @returns {Blob}
   */
  document(settings, entries, counted) {
    let voted;
    const lines = counted.map((text, i) => {
      const { cloud, voted: how } = JSON.parse(text);
      voted ??= how;
      return JSON.stringify(withPoints(cloud, JSON.parse(entries[i])));
    });
    if (!voted) throw new Error(`No cloud could be voted on. First, ${refusal(counted[0])}`);
    return new Blob([...runText({ ...settings, voted }, lines), '\n'], { type: 'application/json' });
  }
}

/** @param {string} counted */
function refusal(counted) {
  const { cloud: { name, failure } } = JSON.parse(counted);
  return `${name}: ${failure}`;
}
