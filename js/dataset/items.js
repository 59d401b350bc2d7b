/** Runs the items of a run in the worker pool; one that the certifier cannot bear fails alone. */

import { sentence } from '../words/complaint.js';

/** @typedef {import('../certifier/engine.js').Engine} Engine */

/** Whether a call ended by a bug of ours and not by what was asked. @param {any} error */
const isBug = (error) => error?.kind === 'panic' || error?.kind === 'died';

/** @param {string} entry @param {unknown} error the result of an entry that broke the certifier */
const failed = (entry, error) => JSON.stringify({ name: JSON.parse(entry).name, failure: sentence(error) });

/**
 * @param {Engine} engine @param {[settings: string, entry: string]} args @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
async function alone(engine, args, signal) {
  try {
    let result = '';
    await engine.collection.items(1, () => args, signal, (_, text) => { result = text; });
    return result;
  } catch (error) {
    if (!isBug(error)) throw error;
    // Where nothing runs any more no entry is to blame.
    await engine.answers(signal);
    return failed(args[1], error);
  }
}

/**
 * Runs every item. When one ends by a bug, those that were on their way with it are run again one by one.
 * @param {Engine} engine @param {number[]} items
 * @param {(item: number) => [settings: string, entry: string]} args
 * @param {AbortSignal} signal @param {(item: number, result: string) => void} onDone once for every item
 */
export async function runItems(engine, items, args, signal, onDone) {
  const left = new Set(items);
  const done = (/** @type {number} */ item, /** @type {string} */ result) => left.delete(item) && onDone(item, result);
  while (left.size > 0) {
    const order = [...left];
    /** @type {Set<number>} */
    const begun = new Set();
    const take = (/** @type {number} */ k) => {
      begun.add(order[k]);
      return args(order[k]);
    };
    try {
      await engine.collection.items(order.length, take, signal, (k, result) => done(order[k], result));
    } catch (error) {
      if (!isBug(error)) throw error;
      for (const item of begun) if (left.has(item)) done(item, await alone(engine, args(item), signal));
    }
  }
}
