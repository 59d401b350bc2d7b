/** Votes of a model for the clouds of a run, one cloud after the other. */

import { sampledFor } from '../documents/votes.js';
import { Pace } from './pace.js';

/**
 * @import {Drawn} from '../form/request.js'
 * @import {RunSettings} from '../documents/types.js'
 *
 * @typedef {{chosen: any, key: string, classes: string[]}} Model as a later visit gets it back; the key tells its votes from those of others
 *
 * @typedef {object} RunCount a count of votes for all clouds
 * @property {number} dimension of the clouds
 * @property {number} samples of each
 * @property {Model} model
 * @property {Drawn} [classifier] what each vote draws
 * @property {string} by all that the votes depend on but for the clouds
 *
 * @typedef {object} RunVoter what counts votes, see the room of classifiers
 * @property {(dimension: number) => Promise<Model>} model
 * @property {(settings: RunSettings, dimension: number, samples: number, model: Model, classifier?: Drawn) => Promise<void>} begin
 * @property {(entry: string, signal: AbortSignal, onSamples: (samples: number) => void) => Promise<string>} count
 * @property {(settings: RunSettings, samples: number) => number} all
 * @property {(settings: RunSettings) => unknown} countedFor all that decides how many votes are counted, but for the noise and the model
 * @property {(settings: RunSettings, entries: string[], counted: string[]) => Blob} document
 */

export class RunVoting {
  /** Loads the counter of votes. Set by the page. @type {() => Promise<RunVoter>} */
  voter = () => Promise.reject(new Error('This page cannot run models.'));
  /** The run with the votes that were counted here. @type {Blob | null} */
  document = null;
  /** Identifies the count that made the votes of the open files. */
  #by = '';

  /**
   * The count that has to come before a run, null where its votes are those of the files that are open.
   * @param {RunSettings} settings @param {number} samples @param {number} dimension @param {Drawn} [classifier] @returns {Promise<RunCount | null>}
   */
  async plan(settings, samples, dimension, classifier) {
    const voter = await this.voter(), model = await voter.model(dimension);
    const by = JSON.stringify([sampledFor(settings), voter.countedFor(settings), samples, model.key, classifier]);
    return by === this.#by ? null : { dimension, samples, model, classifier, by };
  }

  /**
   * Counts what is not counted.
   * @param {import('./log.js').RunLog} log @param {AbortSignal} signal
   * @param {(pace: Pace) => void} onSamples @param {(cloud: number, counted: string) => void} onCloud
   */
  async count({ head, entries, left }, signal, onSamples, onCloud) {
    const { dimension, samples, model, classifier } = /** @type {RunCount} */ (head.counting);
    const voter = await this.voter(), settings = JSON.parse(head.settings);
    if (left.length > 0) await voter.begin(settings, dimension, samples, model, classifier);
    const each = voter.all(settings, samples);
    const before = each * (entries.length - left.length);
    const pace = new Pace(before, each * entries.length);
    for (const [k, cloud] of left.entries()) {
      signal.throwIfAborted();
      const counted = await voter.count(entries[cloud], signal, (done) => {
        pace.done = before + each * k + done;
        onSamples(pace);
      });
      pace.done = before + each * (k + 1);
      onSamples(pace);
      onCloud(cloud, counted);
    }
  }

  /**
   * Opens the run with the votes of a count that is complete in the place of the files.
   * @param {import('./log.js').RunLog} log @param {import('./open-files.js').OpenFiles} files
   */
  async open({ head, entries, counted }, files) {
    const document = (await this.voter()).document(JSON.parse(head.settings), entries, counted);
    await files.clear();
    await files.open('run.json', new Uint8Array(await document.arrayBuffer()));
    this.document = document;
    this.#by = /** @type {RunCount} */ (head.counting).by;
  }

  /** The files that are open are others. */
  forget() {
    this.document = null;
    this.#by = '';
  }
}
