/** A model whose file is read: how it takes clouds, as far as its graph and the visitor say, and for which clouds it cannot be used. */

import { ChannelsError, DimensionError, readLayout, strange } from './layout.js';
import { classNames, described } from './model-files.js';
import { isNumeric } from './outputs.js';

/**
 * @import {Dropped} from './model-files.js'
 * @import {Layout, Reading} from './layout.js'
 * @import {Opened, Plan} from './counter.js'
 * @import {Answer, Output, Wanted} from './outputs.js'
 *
 * @typedef {object} Model
 * @property {Dropped} file
 * @property {Dropped[]} beside files that hold weights
 * @property {string[] | null} named classes by a file beside the model
 * @property {import('./onnx.js').Graph} graph
 * @property {string} sha256
 *
 * @typedef {object} Choice what the visitor has settled where the graph leaves it open
 * @property {string} [layout]
 * @property {string} [output]
 * @property {Wanted} [returns] what the output has, where that is not as its graph says
 * @property {number} [number] which number counts where a model returns several
 * @property {number} [clip] length at which vectors are clipped
 * @property {string} [again] what the other inputs of the clouds' shape take, see AGAIN
 *
 * @typedef {{reading: Reading, layouts: string[], outputs: string[], copies: string[], layout?: Layout, output?: Output}} Read copies: inputs that
 *   may take the clouds again
 */

/** Choices for another input with the shape of the clouds. */
export const AGAIN = ['the same cloud', 'something else'];

/** A model that cannot be used for what is entered: the sentence says why. */
export class ModelError extends Error {
  /** @param {string} message @param {string} [field] of the request */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** A model with several numbers for a cloud: which one counts is to be chosen. */
export class NumberError extends ModelError {
  /** @param {string} message @param {number} numbers so many */
  constructor(message, numbers) {
    super(message, 'prediction.model.number');
    this.numbers = numbers;
  }
}

/** A model that returned no finite number for any of so many noisy copies of a cloud: as votes they would say that the class is unsure. */
export class MuteError extends ModelError {
  /** @param {number} copies */
  constructor(copies) {
    super(
      `The model returned no finite number for any of ${copies.toLocaleString('en')} noisy copies: it gives NaN or infinity. `
        + 'Check its weights and the scale of the cloud.',
      'prediction.model',
    );
  }
}

/** A model whose answer for a cloud depends on the other clouds of a batch, found while votes were counted in batches. */
export class BatchError extends Error {
  /** Says to a run that all its clouds are to be counted again. */
  again = true;

  constructor() {
    super('The model’s answer for a cloud depends on the other clouds of a batch: count the votes again, with each row answered alone.');
  }
}

/**
 * Refuses a model that draws random numbers or looks at the whole batch: a vote is worth something only where it is of one cloud.
 * @param {import('./onnx.js').Graph} graph
 */
function refuseOperators({ random, training }) {
  if (random.length > 0)
    throw new ModelError(
      `it draws random numbers (${random.join(', ')}), so that its votes prove nothing: ${random.some((name) => name.includes('training'))
        ? 'export it after .eval()' : 'export it without'}`,
      'prediction.model',
    );
  if (training.length > 0)
    throw new ModelError(
      `its ${training.join(', ')} is in training mode, so that its answer for a cloud depends on what else is in the batch: export it after .eval()`,
      'prediction.model',
    );
}

/**
 * Explains why a model does not run, in our words if the error is known.
 * @param {import('./onnx.js').Graph} graph @param {Error} error of the runtime @returns {never}
 */
export function refuseStart({ double }, error) {
  if (!double || error.name === 'AbortError') throw error;
  throw new ModelError(
    `it computes with float64 numbers, which the runtime does not support in all operators: export it as float32, after model.float() (${error.message})`,
    'prediction.model',
  );
}

/**
 * Refuses a model that takes clouds neither in the plane nor in space, or none of whose outputs has as many classes as are
 * named, before it is started.
 * @param {import('./onnx.js').Graph} graph @param {string[] | null} named
 * @param {number | null} [channels] numbers of a point beside its coordinates, null where they are still to be named
 * @param {Wanted} [returns] what it may return
 */
export function refuseModel(graph, named, channels = 0, returns = 'classes') {
  refuseOperators(graph);
  const read = inSomeDimension(graph, channels, returns);
  const widths = read ? read.outputs.map(({ classes, returns: one }) => (isNumeric(one) ? null : classes)) : [null];
  if (named && !widths.includes(null) && !widths.includes(named.length)) classNames(named, {}, Number(widths[0]));
}

/**
 * Reads how a model takes clouds in space or in the plane, null where that is still to be named.
 * @param {import('./onnx.js').Graph} graph @param {number | null} channels @param {Wanted} returns
 */
function inSomeDimension(graph, channels, returns) {
  try {
    return readLayout(graph, 3, channels ?? 0, returns);
  } catch (error) {
    if (channels === null && error instanceof ChannelsError) return null;
    if (!(error instanceof DimensionError)) throw error;
    try {
      return readLayout(graph, 2, channels ?? 0, returns);
    } catch (other) {
      throw other instanceof DimensionError ? error : other;
    }
  }
}

/**
 * Reads how a model takes clouds with this many coordinates, given the visitor's choices.
 * @param {Model | null} model @param {Choice} choice @param {number} dimension @param {number} [channels] numbers of a point beside its coordinates
 * @param {Wanted} [returns] what it may return @returns {Read}
 */
export function readModel(model, choice, dimension, channels = 0, returns = 'classes') {
  if (!model) throw new ModelError('Choose or drop a model, or take an example.', 'prediction.model');
  const reading = readLayout(model.graph, dimension, channels, returns);
  const copies = reading.extras.filter(({ as }) => as === 'copy').map(({ name }) => name);
  if (copies.length > 0 && choice.again === AGAIN[1]) throw new ChannelsError(strange(copies.join(', ')));
  const layouts = reading.layouts.map(({ name }) => name);
  const outputs = reading.outputs.map(({ name }) => name);
  const only = (/** @type {{name: string, aside?: boolean}[]} */ options, /** @type {string | undefined} */ chosen) => {
    const { length, 0: first } = options.filter(({ aside }) => !aside);
    return options.find(({ name }) => name === chosen)?.name ?? (length === 1 ? first.name : undefined);
  };
  const layout = only(reading.layouts, choice.layout);
  const output = only(reading.outputs, choice.output);
  return {
    reading, layouts, outputs, copies, layout: reading.layouts.find(({ name }) => name === layout),
    output: reading.outputs.find(({ name }) => name === output),
  };
}

/**
 * Settles the inputs and the output of a model, once every open question of its graph is answered.
 * @param {Read} read @param {Choice} choice @returns {{layout: Layout, output: Output}}
 */
export function settled({ layout, output, copies }, { again }) {
  const open = (/** @type {string} */ sentence) => new ModelError(sentence, 'prediction.model');
  if (!layout) throw open('The graph does not say how it takes clouds: choose the input layout.');
  if (!output) throw open('The model has several outputs: choose the one that counts.');
  if (copies.length > 0 && again !== AGAIN[0]) throw open(`The model has another input, ${copies.join(', ')}: choose what it takes.`);
  return { layout, output };
}

/**
 * A model as documents describe it, with how it is fed.
 * @param {Model} model @param {Reading} reading @param {{layout: Layout, output: Output}} settled @param {Answer} answer what it answers for a cloud
 * @param {string[]} classes as the visitor has named them, where there are as many
 * @returns {{layout: Layout, opened: Opened, model: ReturnType<typeof described>}}
 */
export function describe({ file, sha256, graph, named }, reading, { layout, output }, { width, returns, number, clip }, classes) {
  const names = isNumeric(returns) ? undefined : classes.length === width ? classes : classNames(named, graph.metadata, width);
  return {
    layout, opened: { reading, batch: layout.batch, output: output.name },
    model: described(file, sha256, {
      layout: layout.name, numbers: reading.half ? 'float16' : undefined, output: graph.outputs.length > 1 ? output.name : undefined,
      returns: returns === 'classes' ? undefined : returns, number, clip, classes: names,
    }),
  };
}

/** Refuses a cloud with other points, or a group with other poses, than the model takes. @param {Layout} layout @param {Plan} plan @param {number} dimension */
export function refuseUnfit({ name, points, poses }, { shape, sampling: { subsample } }, dimension) {
  const together = name === 'BPDN';
  const count = shape.reduce((product, size) => product * size, 1) / dimension / (together ? shape[0] : 1);
  if (points && points !== count) {
    const [given, field] = subsample ? ['a sample', 'subsample'] : ['the cloud', 'preparation.points'];
    throw new ModelError(`The model takes ${points.toLocaleString('en')} points, and ${given} has ${count.toLocaleString('en')}.`, field);
  }
  if (together && poses && poses !== shape[0])
    throw new ModelError(`The model takes ${poses} poses at a time, and this invariance makes ${shape[0]}.`, 'group');
}
