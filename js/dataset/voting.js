/** Votes of a model for the clouds of a run, one cloud after the other. */

import { Pace } from './pace.js';

/**
 * @typedef {{chosen: any, key: string}} Model as a later visit gets it back; the key tells its votes from those of others
 *
 * @typedef {object} Counting a count of votes for all clouds
 * @property {number} dimension of the clouds
 * @property {number} samples of each
 * @property {Model} model
 * @property {string} by all that the votes depend on but for the clouds
 *
 * @typedef {object} Voter what counts votes, see the room of classifiers
 * @property {(dimension: number) => Promise<Model>} model
 * @property {(settings: any, dimension: number, samples: number, model: Model) => Promise<void>} begin
 * @property {(entry: string, signal: AbortSignal, onSamples: (samples: number) => void) => Promise<string>} count
 * @property {(samples: number) => number} all
 * @property {(settings: any, entries: string[], counted: string[]) => Blob} document
 */

/**
 * Counts the votes of some clouds.
 * @param {Voter} voter @param {{settings: string, counting: Counting}} what
 * @param {string[]} entries @param {number[]} left of them
 * @param {object} watching
 * @param {AbortSignal} watching.signal
 * @param {(pace: Pace) => void} watching.onSamples
 * @param {(i: number, counted: string) => void} watching.onCloud
 */
export async function countVotes(voter, { settings, counting: { dimension, samples, model } }, entries, left, { signal, onSamples, onCloud }) {
  if (left.length > 0) await voter.begin(JSON.parse(settings), dimension, samples, model);
  const each = voter.all(samples);
  const before = each * (entries.length - left.length);
  const pace = new Pace(before, each * entries.length);
  for (const [k, i] of left.entries()) {
    signal.throwIfAborted();
    const counted = await voter.count(entries[i], signal, (done) => {
      pace.done = before + each * k + done;
      onSamples(pace);
    });
    pace.done = before + each * (k + 1);
    onSamples(pace);
    onCloud(i, counted);
  }
}
