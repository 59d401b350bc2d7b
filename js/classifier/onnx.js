/**
 * The room of a classifier in the loop: what a model file says of itself, how it takes clouds, what it answers. Running
 * it is the engine's work; what its votes certify is the core's.
 */

/**
 * What stands in an ONNX file besides its arithmetic, which is the runtime's: inputs and outputs with
 * their shapes, class names, number of parameters, files beside it (onnx.proto of ONNX 1.x).
 */

import Pbf from 'pbf';

/**
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
 * @property {string[]} external names of files that hold weights
 */

/** A file that is no ONNX model, with the reason. */
export class ModelFileError extends Error {}

/** @param {Uint8Array} bytes @returns {Graph} */
export function readGraph(bytes) {
  const model = { producer: '', metadata: /** @type {Record<string, string>} */ ({}), graph: /** @type {any} */ (undefined) };
  try {
    reader(bytes).readFields(readModel, model);
  } catch (error) {
    if (error instanceof ModelFileError) throw error;
    throw new ModelFileError('it is no ONNX file, or a damaged one');
  }
  const { graph, producer, metadata } = model;
  if (!graph || graph.nodes === 0 || graph.outputs.length === 0) throw new ModelFileError('it is no ONNX file, or a damaged one');
  const inputs = graph.inputs.filter((/** @type {Value} */ input) => !graph.initialised.has(input.name));
  return {
    producer, metadata, inputs, outputs: graph.outputs,
    parameters: graph.parameters, nodes: graph.nodes, external: [...graph.external],
  };
}

/** A reader that refuses to run past the end. @param {Uint8Array} bytes */
function reader(bytes) {
  // Pbf reads from the start of the buffer that holds the bytes.
  return new Pbf(bytes.byteOffset === 0 ? bytes : bytes.slice());
}

/** @param {Pbf} pbf the message that comes next, refused where it does not end within the file */
function within(pbf) {
  const start = pbf.pos;
  const end = pbf.readVarint() + pbf.pos;
  if (!(end <= pbf.length)) throw new ModelFileError('it is no ONNX file, or it was cut off');
  pbf.pos = start;
}

/** @param {Pbf} pbf @param {(tag: number, result: any, pbf: Pbf) => void} read @param {any} result */
function message(pbf, read, result) {
  within(pbf);
  return pbf.readMessage(read, result);
}

/** @param {Pbf} pbf */
function string(pbf) {
  within(pbf);
  return pbf.readString();
}

/** @param {number} tag @param {any} model @param {Pbf} pbf */
function readModel(tag, model, pbf) {
  if (tag === 2) model.producer = string(pbf);
  if (tag === 7) model.graph = message(pbf, readGraphFields, emptyGraph());
  if (tag === 14) {
    const { key, value } = message(pbf, readEntry, { key: '', value: '' });
    model.metadata[key] = value;
  }
}

const emptyGraph = () => ({
  inputs: [], outputs: [], nodes: 0, parameters: 0, initialised: new Set(), external: new Set(),
});

/** @param {number} tag @param {any} graph @param {Pbf} pbf */
function readGraphFields(tag, graph, pbf) {
  if (tag === 1) {
    within(pbf);
    pbf.skip(2);
    graph.nodes++;
  }
  if (tag === 5) addWeights(graph, message(pbf, readTensor, { dims: [], name: '', location: '' }));
  if (tag === 11) graph.inputs.push(message(pbf, readValue, { name: '', type: 0, shape: null }));
  if (tag === 12) graph.outputs.push(message(pbf, readValue, { name: '', type: 0, shape: null }));
}

/** @param {any} graph @param {{dims: number[], name: string, location: string}} tensor */
function addWeights(graph, { dims, name, location }) {
  graph.parameters += dims.reduce((product, size) => product * size, 1);
  graph.initialised.add(name);
  if (location) graph.external.add(location);
}

/** @param {number} tag @param {any} tensor @param {Pbf} pbf */
function readTensor(tag, tensor, pbf) {
  if (tag === 1) {
    if (pbf.type === 2) {
      within(pbf);
      pbf.readPackedVarint(tensor.dims);
    } else tensor.dims.push(pbf.readVarint());
  }
  if (tag === 8) tensor.name = string(pbf);
  if (tag === 13) {
    const { key, value } = message(pbf, readEntry, { key: '', value: '' });
    if (key === 'location') tensor.location = value;
  }
}

/** @param {number} tag @param {any} entry @param {Pbf} pbf */
function readEntry(tag, entry, pbf) {
  if (tag === 1) entry.key = string(pbf);
  if (tag === 2) entry.value = string(pbf);
}

/** @param {number} tag @param {Value} value @param {Pbf} pbf */
function readValue(tag, value, pbf) {
  if (tag === 1) value.name = string(pbf);
  if (tag === 2) message(pbf, (kind, _, type) => kind === 1 && message(type, readTensorType, value), undefined);
}

/** @param {number} tag @param {Value} value @param {Pbf} pbf */
function readTensorType(tag, value, pbf) {
  if (tag === 1) value.type = pbf.readVarint();
  if (tag === 2) value.shape = message(pbf, (field, shape, dims) => field === 1 && shape.push(message(dims, readSize, { size: null }).size), []);
}

/** @param {number} tag @param {{size: number | null}} dimension @param {Pbf} pbf */
function readSize(tag, dimension, pbf) {
  if (tag === 1) dimension.size = pbf.readVarint();
}
