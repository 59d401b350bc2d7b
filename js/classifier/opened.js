/** A model whose file is read: how it takes clouds, as far as its graph and the visitor say, and for which clouds it cannot be used. */

import { readLayout } from './layout.js';
import { classNames, described } from './model-files.js';

/**
 * @import {Dropped} from './model-files.js'
 * @import {Layout, Reading} from './layout.js'
 * @import {Opened, Plan} from './counter.js'
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
 *
 * @typedef {{reading: Reading, layouts: string[], outputs: string[], layout?: Layout, output?: string}} Read
 */

/** A model that cannot be used for what is entered: the sentence says why. */
export class ModelError extends Error {
  /** @param {string} message @param {string} [field] of the request */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Refuses a model that draws random numbers or looks at the whole batch: a vote is worth something only where it is of one cloud. @param {import('./onnx.js').Graph} graph */
export function refuseOperators({ random, training }) {
  if (random.length > 0) throw new ModelError(`it draws random numbers (${random.join(', ')}), so that its votes prove nothing: ${random.some((name) => name.includes('training')) ? 'export it after .eval()' : 'export it without'}`, 'prediction.model');
  if (training.length > 0) throw new ModelError(`its ${training.join(', ')} is in training mode, so that its answer for a cloud depends on what else is in the batch: export it after .eval()`, 'prediction.model');
}

/** Refuses a model that takes clouds neither in the plane nor in space, before it is started. @param {import('./onnx.js').Graph} graph */
export function refuse(graph) {
  refuseOperators(graph);
  try {
    readLayout(graph, 3);
  } catch (error) {
    try {
      readLayout(graph, 2);
    } catch {
      throw error;
    }
  }
}

/**
 * How a model takes clouds of so many coordinates, with what the visitor has chosen.
 * @param {Model | null} model @param {Choice} choice @param {number} dimension @returns {Read}
 */
export function readModel(model, choice, dimension) {
  if (!model) throw new ModelError('There is no model yet: choose, drop or take the example.', 'prediction.model');
  const reading = readLayout(model.graph, dimension);
  const layouts = reading.layouts.map(({ name }) => name);
  const only = (/** @type {string[]} */ options, /** @type {string | undefined} */ chosen) => (options.length === 1 ? options[0] : options.find((one) => one === chosen));
  const layout = only(layouts, choice.layout);
  return { reading, layouts, outputs: reading.outputs, layout: reading.layouts.find(({ name }) => name === layout), output: only(reading.outputs, choice.output) };
}

/**
 * A model as documents describe it, with how it is fed.
 * @param {Model} model @param {Read} read @param {string[]} classes as the visitor has named them, where there are as many
 * @returns {{layout: Layout, opened: Opened, model: ReturnType<typeof described>}}
 */
export function describe({ file, sha256, graph, named }, { reading, layout, output }, classes) {
  if (!layout) throw new ModelError('The graph leaves open how it takes clouds: choose the input layout.', 'prediction.model');
  if (!output) throw new ModelError('The model has several outputs: choose the one with the logits.', 'prediction.model');
  const count = reading.classes ?? named?.length;
  if (!count) throw new ModelError('The graph does not tell how many classes there are: drop a JSON list of their names beside it.', 'prediction.model');
  const names = classes.length === count ? classes : classNames(named, graph.metadata, count);
  return { layout, opened: { reading, batch: layout.batch, output }, model: described(file, sha256, reading.half, layout, names) };
}

/**
 * Refuses a cloud with other points, or a group with other poses, than the model takes.
 * @param {Layout} layout @param {Plan} plan @param {number} dimension
 */
export function fit({ name, points, poses }, { shape }, dimension) {
  const together = name === 'BPDN';
  const count = shape.reduce((product, size) => product * size, 1) / dimension / (together ? shape[0] : 1);
  if (points && points !== count) throw new ModelError(`The model takes ${points.toLocaleString('en')} points, and the cloud has ${count.toLocaleString('en')}.`, 'preparation.points');
  if (together && poses && poses !== shape[0]) throw new ModelError(`The model takes ${poses} poses at a time, and this invariance makes ${shape[0]}.`, 'group');
}
