/**
 * The room of a classifier in the loop: what a model file says of itself, how it takes clouds, what it answers. Running
 * it is the engine's work; what its votes certify is the core's.
 */

/**
 * Reads an ONNX file without its arithmetic, which the runtime does: inputs and outputs with
 * their shapes, class names, number of parameters, files beside it, operators that no vote can come of (onnx.proto of ONNX 1.x).
 */

import { Census, readEntry, readFunction, readNode, readSparse, readTensor, refuseUnfolding, Scope } from './nodes.js';
import { message, ModelFileError, reader, string, whole } from './protobuf.js';

export { ModelFileError };

/**
 * @import Pbf from 'pbf'
 * @import {Tensor} from './nodes.js'
 *
 * @typedef {object} Value an input or output; a dimension is null where it is free
 * @property {string} name
 * @property {number} type ONNX element type: 1 float32, 9 bool, 10 float16; 0 where it is no tensor
 * @property {(number | null)[] | null} shape null where the file does not tell
 *
 * @typedef {object} Graph
 * @property {string} producer
 * @property {Value[]} inputs without those that have an initial value
 * @property {Value[]} outputs
 * @property {Record<string, string>} metadata
 * @property {number} parameters numbers in the weights
 * @property {number} nodes
 * @property {string[]} external files that hold weights, in the order of the graph
 * @property {string[]} random operators that draw random numbers
 * @property {string[]} training operators in training mode, which look at the whole batch
 * @property {boolean} double whether some numbers are float64
 */

/** @param {Uint8Array} bytes @returns {Graph} */
export function readGraph(bytes) {
  const census = new Census();
  const model = { producer: '', metadata: /** @type {Record<string, string>} */ ({}), census, graph: emptyGraph(census) };
  try {
    refuseOther(bytes);
    reader(bytes).readFields(readModel, model);
    refuseUnfolding(model.graph.scope);
  } catch (error) {
    if (error instanceof ModelFileError) throw error;
    throw new ModelFileError('it is not an ONNX file, or it is damaged');
  }
  const { graph, producer, metadata } = model;
  if (graph.nodes === 0 || graph.outputs.length === 0) throw new ModelFileError('it is not an ONNX file, or it is damaged');
  const inputs = graph.inputs.filter((input) => !graph.initialised.has(input.name));
  graph.scope.close(new Set(inputs.map(({ name }) => name)));
  return {
    producer, metadata, inputs, outputs: graph.outputs,
    parameters: graph.parameters, nodes: graph.nodes,
    external: [...census.external], random: [...census.random], training: [...census.training], double: census.double,
  };
}

/** Refuses the runtime's own format, which it reads by its mark, and the pointers that Git LFS leaves in place of files. @param {Uint8Array} bytes */
function refuseOther(bytes) {
  if (String.fromCharCode(...bytes.subarray(4, 8)) === 'ORTM')
    throw new ModelFileError('it is in the format of ONNX Runtime (.ort): give the .onnx file behind it');
  const pointer = 'version https://git-lfs';
  if (String.fromCharCode(...bytes.subarray(0, pointer.length)) === pointer)
    throw new ModelFileError('it is a pointer of Git LFS, not the file itself: fetch it with git lfs pull');
}

/**
 * @param {number} tag @param {{producer: string, metadata: Record<string, string>, census: Census, graph: ReturnType<typeof emptyGraph>}} model
 * @param {Pbf} pbf
 */
function readModel(tag, model, pbf) {
  if (tag === 2) model.producer = string(pbf);
  if (tag === 7) message(pbf, readGraphFields, model.graph); // another one adds to the first
  if (tag === 14) {
    const { key, value } = message(pbf, readEntry, { key: '', value: '' });
    model.metadata[key] = value;
  }
  if (tag === 25) readFunction(pbf, model.census);
}

/** @param {Census} census */
const emptyGraph = (census) => ({
  inputs: /** @type {Value[]} */ ([]), outputs: /** @type {Value[]} */ ([]), nodes: 0, parameters: 0, initialised: new Set(), scope: new Scope(census),
});

/** @param {number} tag @param {ReturnType<typeof emptyGraph>} graph @param {Pbf} pbf */
function readGraphFields(tag, graph, pbf) {
  if (tag === 1) {
    readNode(pbf, graph.scope);
    graph.nodes++;
  }
  if (tag === 5) addWeights(graph, readTensor(pbf));
  if (tag === 11) graph.inputs.push(message(pbf, readValue, { name: '', type: 0, shape: null }));
  if (tag === 12) graph.outputs.push(message(pbf, readValue, { name: '', type: 0, shape: null }));
  if (tag === 15) readSparse(pbf, graph.scope);
}

/** @param {ReturnType<typeof emptyGraph>} graph @param {Tensor} tensor */
function addWeights(graph, tensor) {
  graph.parameters += tensor.dims.reduce((product, size) => product * size, 1);
  graph.initialised.add(tensor.name);
  graph.scope.hold(tensor);
}

/** @param {number} tag @param {Value} value @param {Pbf} pbf */
function readValue(tag, value, pbf) {
  if (tag === 1) value.name = string(pbf);
  if (tag === 2) message(pbf, (kind, _, type) => void (kind === 1 && message(type, readTensorType, value)), undefined);
}

/** @param {number} tag @param {Value} value @param {Pbf} pbf */
function readTensorType(tag, value, pbf) {
  if (tag === 1) value.type = whole(pbf);
  if (tag === 2) value.shape = message(pbf, readShape, /** @type {(number | null)[]} */ ([]));
}

/** @param {number} tag @param {(number | null)[]} shape @param {Pbf} pbf */
function readShape(tag, shape, pbf) {
  if (tag === 1) shape.push(message(pbf, readSize, { size: /** @type {number | null} */ (null) }).size);
}

/** A negative size, which is a large number without its sign, is a free one. @param {number} tag @param {{size: number | null}} dimension @param {Pbf} pbf */
function readSize(tag, dimension, pbf) {
  if (tag !== 1) return;
  const size = whole(pbf);
  dimension.size = size < 2 ** 63 ? size : null;
}
