/** Rows of inputs on their way to a model: how many at a time, and what its runtime's tensors say of them on the way back. */

import { EngineError } from '../certifier/failure.js';
import { join, same } from '../workers/bytes.js';
import { isFull } from '../workers/inference-pool.js';
import { takeApart } from './attribute-rows.js';
import { BatchError, ModelError, NumberError } from './model-use.js';
import { isTurning, LayoutError, many, mostClasses, refuseClasses } from './outputs.js';
import { chance, SpotChecks } from './spot-checks.js';

/**
 * @import {Feed, Logits} from '../workers/protocol.js'
 * @import {Machine, Opened, Plan} from './counter.js'
 * @import {Layout, Reading} from './layout.js'
 * @import {Answer, Output, Wanted} from './outputs.js'
 */

/** Larger batches gain nothing. */
const mostRows = 16;

/** Bytes of rows that go to a worker at a time, where a batch does not have more: they are copied on their way. */
const CALL = 4 << 20;

/** Remedy for a count that would take too long or too much memory here. */
const ELSEWHERE =
  '“orbitcert draw” writes the noisy clouds for a machine of your choice and “orbitcert count” takes the model’s answers; '
  + 'in Python, orbitcert.smooth(model, cloud, sigma) does both.';

/** Seconds that a count may take without a word of where else it can be done. */
const PATIENCE = 600;

/** Advises about a count that takes this many seconds. @param {number} seconds */
export const advice = (seconds) => (seconds > PATIENCE ? ELSEWHERE : '');

/** The most rows of a model at a time. It only falls: what was tried with a batch holds for those that follow. */
export class Batches {
  most = mostRows;

  /**
   * Makes the next batches smaller after one that failed. Throws the error if smaller batches cannot help.
   * @param {unknown} error @param {number} rows @param {boolean} fixed whether the model takes no other number
   */
  less(error, rows, fixed) {
    const engine = error instanceof EngineError ? error : null;
    const full = isFull(error);
    const slow = engine?.kind === 'died';
    if (!full && !slow) throw error;
    if (rows === 1 || fixed)
      throw new ModelError(
        `${full ? 'Its smallest batch needs more memory than a model may use here.'
          : `${engine?.message} It was its smallest batch: the votes would take hours here.`} ${ELSEWHERE}`,
        'prediction.model',
      );
    // One row tells a slow model from one that never answers.
    this.most = Math.min(this.most, full ? Math.floor(rows / 2) : 1);
  }
}

/** A model as it answers rows alone. @param {Opened} model @returns {Opened} */
export const alone = (model) => ({ ...model, alone: true });

/** Refuses a model that answers the same rows differently each time. @returns {never} */
export function refuseRandom() {
  throw new ModelError(
    'The model answers the same cloud differently each time: it draws random numbers (Dropout, Random…), so its votes prove nothing. Export it after .eval().',
    'prediction.model',
  );
}

/** Rows of a plan that one model is shown. */
export class Rows {
  #machine;
  #model;
  #plan;
  /** The most rows at a time that the caller wants. */
  #batch;
  /** @type {SpotChecks | undefined} */
  #spots;

  /** @param {Machine} machine @param {Opened} model @param {Plan} plan @param {number} [batch] */
  constructor(machine, model, plan, batch = Infinity) {
    this.#machine = machine;
    this.#model = model;
    this.#plan = plan;
    this.#batch = batch;
  }

  /** Rows that are left, as many as go at a time. @param {number} left */
  #some(left) {
    return Math.min(left, this.#model.alone ? 1 : this.#model.batch ?? Math.min(this.#batch, this.#machine.batches.most));
  }

  /**
   * The classes of the samples that have these inputs, as Go codes them, and for each the byte of the reason why it has none.
   * @param {number} lane @param {string} request @param {Uint8Array} inputs @param {Uint8Array} counts @param {AbortSignal} [signal]
   * @returns {Promise<[classes: Uint8Array, why: Uint8Array]>}
   */
  async read(lane, request, inputs, counts, signal) {
    return this.#classes(request, 0, counts, await this.answers(lane, inputs, this.#plan.rows * counts.length, signal));
  }

  /**
   * The same for a block of votes. A random share of the blocks is answered a second time, row by row instead of in batches or the
   * other way about: other bits throw a BatchError.
   * @param {number} block its number @param {Parameters<Rows['read']>} samples
   */
  async readBlock(block, ...[lane, request, inputs, counts, signal]) {
    const { looks, sampling: { select, block: size } } = this.#plan, rows = this.#plan.rows * counts.length;
    this.#spots ??= new SpotChecks(select > 0 ? Math.ceil(looks[0] / size) : 1);
    const answers = await this.answers(lane, inputs, rows, signal);
    if (this.#spots.has(block)) await this.#check(lane, inputs, rows, answers, signal);
    return this.#classes(request, block * size, counts, answers);
  }

  /**
   * @param {string} request @param {number} first @param {Uint8Array} counts @param {Logits} answers @returns {Promise<[classes: Uint8Array, why: Uint8Array]>}
   */
  #classes(request, first, counts, { type, dims: [, width], data }) {
    return this.#machine.counting.classes(request, first, counts, { type, width, data });
  }

  /** The other way to answer rows: alone for batches, in batches for rows that are held against such, else the same way again. @returns {Rows} */
  #otherWay() {
    const model = this.#model, { alone: lone, batched, batch } = model;
    if (lone ? !batched : batch === 1) return this;
    return new Rows(this.#machine, { ...model, alone: !lone, batched: false }, this.#plan, this.#batch);
  }

  /**
   * Holds answers to rows against a second answer to some of them.
   * @param {number} lane @param {Uint8Array} inputs @param {number} rows @param {Logits} answers @param {AbortSignal} [signal]
   */
  async #check(lane, inputs, rows, { data }, signal) {
    const other = this.#otherWay();
    // A fixed batch answers a row alone among copies of it. One row of each batch costs as much as all rows in batches.
    const chosen = pick(rows, this.#model.batch ?? 1), some = of(inputs, rows, chosen), first = of(data, rows, chosen);
    const second = async () => (await other.answers(lane, some, chosen.length, signal)).data;
    const found = await second();
    if (same(first, found)) return;
    const again = of((await this.answers(lane, inputs, rows, signal)).data, rows, chosen);
    if (other === this || !same(first, again) || !same(found, await second())) refuseRandom();
    throw new BatchError();
  }

  /**
   * Returns the model's output for these rows, as one tensor.
   * @param {number} lane @param {Uint8Array} inputs @param {number} rows @param {AbortSignal} [signal] @returns {Promise<Logits>}
   */
  async answers(lane, inputs, rows, signal) {
    const length = inputs.length / rows;
    /** @type {Logits[]} */
    const logits = [];
    for (let at = 0; at < rows;) {
      const some = this.#some(rows - at);
      const many = Math.min(rows - at, some * Math.max(1, Math.floor(CALL / (some * length))));
      try {
        logits.push(...await this.#logits(lane, inputs.subarray(at * length, (at + many) * length), many, some, signal));
        at += many;
      } catch (error) {
        this.#machine.batches.less(error, some, this.#model.batch !== null);
      }
    }
    const [{ type, dims: [, ...axes] }] = logits;
    return { type, dims: [rows, axes.reduce((product, size) => product * size, 1)], data: join(logits.map(({ data }) => data)) };
  }

  /**
   * Answers rows in batches. A model of a fixed batch answers some rows again, and those answers are dropped.
   * @param {number} lane @param {Uint8Array} data @param {number} many @param {number} some in a batch @param {AbortSignal} [signal]
   * @returns {Promise<Logits[]>}
   */
  async #logits(lane, data, many, some, signal) {
    const { reading, output, batch: fixed } = this.#model, { shape, model: { layout } } = this.#plan;
    const answers = await this.#machine.logits(lane, feeds(reading, [many, ...shape], data, layout), output, { rows: some, fixed }, signal);
    return answers.map((answer, i) => {
      const rows = Math.min(some, many - i * some), all = fixed ?? rows;
      hold(answer, all, this.#plan);
      return { ...answer, data: answer.data.subarray(0, (answer.data.length / all) * rows) };
    });
  }
}

/** The numbers of rows, one by chance of so many in a row. @param {number} rows @param {number} each */
const pick = (rows, each) => Array.from({ length: Math.ceil(rows / each) }, (_, i) => i * each + chance(Math.min(each, rows - i * each)));

/** The bytes of some of the rows. @param {Uint8Array} bytes @param {number} rows in all @param {number[]} chosen */
function of(bytes, rows, chosen) {
  const length = bytes.length / rows;
  return join(chosen.map((row) => bytes.subarray(row * length, (row + 1) * length)));
}

/** Bytes that code a number of a vector. */
const NUMBER = 8;

/** Refuses an answer of a model that does not have the shape of the plan. @param {Logits} logits @param {number} rows @param {Plan} plan */
function hold({ type, dims }, rows, { points, coded, model: { returns, number, classes: names } }) {
  if (type !== 'float32' && type !== 'float16')
    throw new ModelError(`The model answers with ${type} numbers; ${returns === 'number' ? 'a number is' : 'scores are'} float32 or float16.`,
      'prediction.model');
  if (returns === 'number') return holdNumbers(dims, rows, points, number);
  const classes = names?.length ?? 0;
  if (returns === 'vector') return holdShape(dims, [rows, coded / NUMBER], returns);
  const parts = isTurning(returns) ? coded / NUMBER / points : classes;
  if (returns !== undefined) return holdShape(dims, returns[1] === 'N' ? [rows, points, parts] : [rows, parts, points], returns);
  const width = widthOfDims(dims, points);
  if (width === null || dims[0] !== rows)
    throw new ModelError(`The model answers ${rows} clouds with numbers of the shape [${dims.join(', ')}]; it must be [${rows}, classes].`, 'prediction.model');
  if (width !== classes) throw new ModelError(`The model has ${width} classes, but ${classes} names were given.`, 'prediction.model');
}

/**
 * The numbers for a cloud of an answer with one axis behind the clouds, those of length 1 aside; null for others, as for one number a point.
 * @param {readonly number[]} dims @param {number} points
 */
function widthOfDims([, ...axes], points) {
  const more = axes.filter((size) => size !== 1);
  return axes.length === 0 || more.length > 1 || (axes.length > 1 && more[0] === points) ? null : more[0] ?? 1;
}

/** @param {readonly number[]} dims @param {number} rows @param {number} points @param {number} [number] which of several counts */
function holdNumbers(dims, rows, points, number) {
  const [all] = dims, numbers = dims.length === 1 ? 1 : widthOfDims(dims, points);
  if (all !== rows || numbers === null)
    throw new ModelError(`The model answers ${rows} clouds with numbers of the shape [${dims.join(', ')}]; it must be [${rows}] or [${rows}, numbers].`,
      'prediction.model');
  if (number === undefined ? numbers !== 1 : number >= numbers)
    throw new ModelError(`The model returns ${many(numbers)} numbers for a cloud: give the one that counts, 0 to ${numbers - 1}.`, 'prediction.model.number');
}

/** The axes behind the clouds. @type {Record<string, string>} */
const AXES = { BNC: 'points and labels', BCN: 'labels and points', vector: 'parts', BND: 'points and parts', BDN: 'parts and points' };

/** @param {readonly number[]} dims @param {number[]} wanted @param {string} order */
function holdShape(dims, wanted, order) {
  if (String(dims) === String(wanted)) return;
  throw new ModelError(
    `The model answers with numbers of the shape [${dims.join(', ')}]; it must be [${wanted.join(', ')}], clouds, ${AXES[order]}.`,
    'prediction.model.returns',
  );
}

/**
 * Prepares the inputs of a model for clouds.
 * @param {Reading} reading @param {number[]} dims @param {Uint8Array} data @param {string} layout @returns {Feed[]}
 */
export function feeds({ input, attributes, channels, dimension, extras, half }, dims, data, layout) {
  const own = attributes ? takeApart(attributes, { dims, data, half }, layout, channels, dimension) : { dims, data, attributes: null };
  /** @type {Feed} */
  const clouds = { name: input, type: half ? 'float16' : 'float32', dims: own.dims, data: own.data };
  return [clouds, ...(own.attributes ? [own.attributes] : []), ...extras.map(({ name, as }) => (as === 'copy' ? { ...clouds, name } : no(name)))];
}

/** A Boolean input that is false. @param {string} name @returns {Feed} */
const no = (name) => ({ name, type: 'bool', dims: [], data: new Uint8Array(1) });

/** Points and poses of the cloud that only finds out how wide an answer is, where the graph leaves them free. */
const SOME = { points: 64, poses: 4 };

/**
 * Finds the number of outputs of a model for a cloud: from its graph, else from its runtime's tensor. If a
 * trial tells nothing, as many as names were given: each answer is held against that.
 * @param {Pick<Machine, 'logits'>} machine @param {Reading} reading @param {{layout: Layout, output: Output}} settled @param {number} dimension
 * @param {string[] | null} named
 */
async function widthOf(machine, reading, { layout, output: { name, classes } }, dimension, named) {
  if (classes) return classes;
  try {
    const dims = await tried(machine, reading, layout, name, dimension);
    const width = widthOfDims(dims, layout.points ?? SOME.points) ?? dims[dims.length - 1];
    if (width > mostClasses) throw new LayoutError(refuseClasses(name, width));
    return width;
  } catch (error) {
    if (error instanceof LayoutError) throw error;
    if (named) return named.length;
    throw new ModelError(
      `The graph does not give the number of classes, and a trial with ${layout.points ?? SOME.points} points failed (${
        /** @type {Error} */ (error).message}): give a JSON list of their names beside the model.`,
      'prediction.model',
    );
  }
}

/**
 * The shape of a model's answer for a cloud of so many points, all zeros.
 * @param {Pick<Machine, 'logits'>} machine @param {Reading} reading @param {Layout} layout @param {string} output @param {number} dimension
 * @param {number} [some] points where the model leaves them free
 */
async function tried(machine, reading, layout, output, dimension, some = SOME.points) {
  const dims = shapeOf(layout, dimension + reading.channels, some);
  const numbers = dims.reduce((product, size) => product * size, 1);
  const zeros = feeds(reading, dims, new Uint8Array(numbers * (reading.half ? 2 : 4)), layout.name);
  const [{ dims: axes }] = await machine.logits(0, zeros, output, { rows: dims[0], fixed: null });
  return axes;
}

/**
 * Finds the kind of answer that a model gives for a cloud: classes, a number or labels.
 * @param {Pick<Machine, 'logits'>} machine @param {Reading} reading @param {{layout: Layout, output: Output}} settled @param {number} dimension
 * @param {string[] | null} named @param {{returns: Wanted, number?: number, clip?: number, labels?: boolean}} wanted labels: answers for
 *   points are scores of labels
 * @returns {Promise<Answer>}
 */
export async function answerOf(machine, reading, { layout, output }, dimension, named, { returns, number, clip, labels }) {
  const { name, returns: found = 'classes' } = output;
  if (found === 'classes') {
    const width = await widthOf(machine, reading, { layout, output }, dimension, named);
    if (width > 1 || returns !== 'any') return { width, returns: 'classes' };
    return { width, returns: 'number' };
  }
  if (found === 'number') return { ...chosenNumber(name, await widthOf(machine, reading, { layout, output }, dimension, null), number), returns: 'number' };
  if (found === 'vector') return vectorOf(name, await widthOf(machine, reading, { layout, output }, dimension, null), dimension, found, clip);
  const [first, second] = await axesOf(machine, reading, layout, output, dimension);
  const order = found === 'labels' ? orderOf(name, first, second, layout.points) : found;
  holdOrder(name, order, order[1] === 'N' ? first : second, layout.points);
  const width = (order[1] === 'N' ? second : first).at(-1) ?? output.classes ?? named?.length;
  if (order === 'BND' || order === 'BDN') return vectorOf(name, width, dimension, order, clip);
  if (returns === 'any' && !named && !labels && width === dimension) throw either(name, order, dimension);
  if (!width) throw new ModelError(`The graph does not give the number of labels, and a trial failed: give a JSON list of their names beside the model.`,
    'prediction.model');
  if (width < 2 || width > mostClasses)
    throw new LayoutError(`its output ${name} has ${many(width)} ${width === 1 ? 'label' : 'labels'}; votes need 2 to ${many(mostClasses)}`);
  return { width, returns: order };
}

/**
 * @param {string} output @param {number | undefined} width @param {number} dimension @param {import('./outputs.js').Turning} returns @param {number} [clip]
 * @returns {Answer}
 */
function vectorOf(output, width, dimension, returns, clip) {
  if (width !== dimension)
    throw new LayoutError(`its output ${output} has ${width ?? '?'} numbers for each ${returns === 'vector' ? 'cloud' : 'point'}; a vector has ${dimension}`);
  if (clip === undefined || !(clip > 0))
    throw new ModelError('Give the length at which vectors are clipped: a little above that of the longest.', 'prediction.model.clip');
  return { width, returns, clip };
}

/** The question what so many numbers for each point are. @param {string} output @param {'BNC' | 'BCN'} order @param {number} dimension */
const either = (output, order, dimension) => new ModelError(
  `The output ${output} has ${dimension} numbers for each point: give returns "${order.replace('C', 'D')}" for a vector that turns with the cloud, or "${order
  }" for scores of ${dimension} labels.`,
  'prediction.model.returns',
);

/** @param {string} output @param {number} width @param {number} [number] */
function chosenNumber(output, width, number) {
  if (number === undefined ? width === 1 : number < width) return { width, ...(width > 1 ? { number } : {}) };
  throw new NumberError(`The output ${output} has ${many(width)} numbers for each cloud: give the one that counts, 0 to ${width - 1}.`, width);
}

/**
 * The two axes behind the clouds of an answer with labels: its lengths for two numbers of points, or for the one that the model takes; none where
 * trials fail.
 * @param {Pick<Machine, 'logits'>} machine @param {Reading} reading @param {Layout} layout @param {Output} output @param {number} dimension
 * @returns {Promise<[number[], number[]]>}
 */
async function axesOf(machine, reading, layout, { name }, dimension) {
  const lengths = [];
  for (const points of layout.points ? [layout.points] : [SOME.points, SOME.points + 1]) {
    const dims = await tried(machine, reading, layout, name, dimension, points).catch(() => null);
    if (dims && dims.length !== 3) throw new LayoutError(`its output ${name} has the shape [${dims.join(', ')}]; answers for points have three axes`);
    if (dims) lengths.push(dims);
  }
  return [lengths.map((dims) => dims[1]), lengths.map((dims) => dims[2])];
}

/** Reports whether an axis had as many as there were points in each trial. @param {number[]} axis @param {number | null} points */
const countsPoints = (axis, points) => axis.every((size, i) => size === (points ?? SOME.points + i));

/**
 * Holds the axis that an order says is of the points against the trials.
 * @param {string} output @param {'BNC' | 'BCN' | 'BND' | 'BDN'} order @param {number[]} axis @param {number | null} points
 */
function holdOrder(output, order, axis, points) {
  if (countsPoints(axis, points)) return;
  throw new ModelError(
    `The output ${output} has ${many(axis[0])} where "${order}" has the points, of ${many(points ?? SOME.points)} in a trial: give "${
      { BNC: 'BCN', BCN: 'BNC', BND: 'BDN', BDN: 'BND' }[order]}", or export it with an answer for every point.`,
    'prediction.model.returns',
  );
}

/**
 * The order of the axes of labels: the axis of the points grows with them, or has as many as the model takes. The other is of the labels.
 * @param {string} output @param {number[]} first @param {number[]} second @param {number | null} points @returns {'BNC' | 'BCN'}
 */
function orderOf(output, first, second, points) {
  const [one, other] = [first, second].map((axis) => axis.length > 0 && countsPoints(axis, points));
  if (one !== other) return one ? 'BNC' : 'BCN';
  throw new ModelError(
    `The output ${output} ${one ? `has two axes of ${points}, and either may count the points`
      : 'does not tell which axis counts the points'}: give "BNC" (points, then labels) or "BCN".`,
    'prediction.model.returns',
  );
}

/** @param {Layout} layout @param {number} dimension @param {number} some points where it leaves them free */
function shapeOf({ name, batch, points, poses }, dimension, some) {
  const count = points ?? some;
  const plane = /BND/.test(name) ? [count, dimension] : [dimension, count];
  const shapes = { flat: [count * dimension], BPDN: [poses ?? SOME.poses, ...plane], BDN1: [...plane, 1], BND1: [...plane, 1], BDN: plane, BND: plane };
  return [batch ?? 1, ...shapes[/** @type {keyof typeof shapes} */ (name.split(' ')[0])]];
}
