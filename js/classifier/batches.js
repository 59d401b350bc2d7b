/** How many rows a model is given at a time: fewer where so many need more memory or time than there is. */

import { EngineError } from '../certifier/failure.js';
import { isFull } from '../workers/inference-pool.js';
import { ModelError } from './model-use.js';

/** Larger batches gain nothing. */
const mostRows = 16;

/** Where votes are counted that would take too long or too much memory here. */
const ELSEWHERE = '“orbitcert draw” writes the noisy clouds for a machine of your choice and “orbitcert count” takes what the model says of them; in Python, orbitcert.smooth(model, cloud, sigma) does both.';

/** Seconds that a count may take without a word of where else it can be done. */
const PATIENCE = 600;

/** What is said of a count that will take so many seconds. @param {number} seconds */
export const advice = (seconds) => (seconds > PATIENCE ? ELSEWHERE : '');

/** The most rows of a model at a time. It only falls: what was tried with a batch holds for those that follow. */
export class Batches {
  most = mostRows;

  /** Takes up why a batch of so many rows failed: those that follow have fewer. Throws where that is no help. @param {unknown} error @param {number} rows @param {boolean} fixed whether the model takes no other number */
  less(error, rows, fixed) {
    const engine = error instanceof EngineError ? error : null;
    const full = isFull(error);
    const slow = engine?.kind === 'died';
    if (!full && !slow) throw error;
    if (rows === 1 || fixed) throw new ModelError(`${full ? 'As little as it takes at a time needs more memory than a model may have here.' : `${engine?.message} It had as little as it takes at a time: its votes would take hours here.`} ${ELSEWHERE}`, 'prediction.model');
    // One row tells a slow model from one that never answers.
    this.most = Math.min(this.most, full ? Math.floor(rows / 2) : 1);
  }
}
