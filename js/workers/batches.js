/** Runs a model on many rows, some at a time. */

/** @import {Batch, Feed, Logits} from './protocol.js' */

/**
 * Answers the rows of a model's inputs in order, one tensor for each batch.
 * @param {Feed[]} feeds with the rows as their first axis; an input without axes goes with every batch @param {Batch} batch
 * @param {(feeds: Feed[]) => Promise<Logits>} run @param {() => Promise<void>} [pause] after a batch @returns {Promise<Logits[]>}
 */
export async function inBatches(feeds, { rows, fixed }, run, pause = async () => {}) {
  const [{ dims: [all] }] = feeds;
  const answers = [];
  for (let at = 0; at < all; at += rows) {
    const some = Math.min(rows, all - at);
    answers.push(await run(feeds.map((feed) => part(feed, at, some, fixed ?? some))));
    await pause();
  }
  return answers;
}

/**
 * Some rows of an input, the last of them again where the model takes more.
 * @param {Feed} feed @param {number} at the first row @param {number} some @param {number} taken rows that the model takes @returns {Feed}
 */
function part({ dims: [all, ...row], data, ...rest }, at, some, taken) {
  if (all === undefined) return { ...rest, dims: [], data };
  const length = data.length / all, own = data.subarray(at * length, (at + some) * length);
  if (some === taken) return { ...rest, dims: [taken, ...row], data: own };
  const filled = new Uint8Array(taken * length);
  filled.set(own);
  for (let i = some; i < taken; i++) filled.set(own.subarray((some - 1) * length), i * length);
  return { ...rest, dims: [taken, ...row], data: filled };
}
