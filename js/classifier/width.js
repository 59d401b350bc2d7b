/** How many classes a model tells apart. */

import { ModelError } from './model-use.js';
import { feeds } from './rows.js';

/**
 * @import {Machine} from './counter.js'
 * @import {Layout, Reading} from './layout.js'
 * @import {Output} from './model-use.js'
 */

/** Points and poses of the cloud that only finds out how wide an answer is, where the graph leaves them free. */
const SOME = { points: 64, poses: 4 };

/**
 * How many numbers the output of a model has for a cloud: as its graph says, else as its runtime's tensor does. Where a
 * trial tells nothing, as many as names were given: each answer is held against that.
 * @param {Pick<Machine, 'logits'>} machine @param {Reading} reading @param {{layout: Layout, output: Output}} settled @param {number} dimension @param {string[] | null} named
 */
export async function widthOf(machine, reading, { layout, output: { name, classes } }, dimension, named) {
  if (classes) return classes;
  try {
    const dims = shapeOf(layout, dimension);
    const numbers = dims.reduce((product, size) => product * size, 1);
    const answer = await machine.logits(0, feeds(reading, dims, new Uint8Array(numbers * (reading.half ? 2 : 4))), name);
    return answer.dims[answer.dims.length - 1];
  } catch (/** @type {any} */ error) {
    if (named) return named.length;
    throw new ModelError(`The graph does not tell how many classes there are, and a trial with ${layout.points ?? SOME.points} points failed (${error.message}): give a JSON list of their names beside the model.`, 'prediction.model');
  }
}

/** @param {Layout} layout @param {number} dimension */
function shapeOf({ name, batch, points, poses }, dimension) {
  const count = points ?? SOME.points;
  const plane = /BND/.test(name) ? [count, dimension] : [dimension, count];
  const shapes = { flat: [count * dimension], BPDN: [poses ?? SOME.poses, ...plane], BDN1: [...plane, 1], BND1: [...plane, 1], BDN: plane, BND: plane };
  return [batch ?? 1, ...shapes[/** @type {keyof typeof shapes} */ (name.split(' ')[0])]];
}
