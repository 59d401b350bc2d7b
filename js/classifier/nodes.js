/**
 * The operators of an ONNX file, with those of graphs within (If, Loop, Scan) and of functions that it defines: which of them
 * draw random numbers, which look at the whole batch, and which files hold their constants.
 */

import { message, ModelFileError, size, several, string, whole } from './protobuf.js';

/**
 * @import Pbf from 'pbf'
 *
 * @typedef {object} Tensor
 * @property {number[]} dims
 * @property {number} type of its numbers
 * @property {string} name
 * @property {string} location the file that holds it, '' for this one
 * @property {boolean} outside whether it is held by that file
 * @property {boolean | undefined} zero whether all of it is 0, undefined where that was not looked at
 *
 * @typedef {{name: string, value: number, referred: boolean, tensors: Tensor[], scope: Scope}} Attribute
 * @typedef {{operator: string, domain: string, inputs: string[], outputs: string[], attributes: Attribute[], scope: Scope}} Node
 */

/** Operators that draw random numbers. */
const RANDOM = /^(Random(Normal|Uniform)(Like)?|Multinomial|Bernoulli|Sampling)$/;

/** Operators that draw where an input says so, and which one. @type {Record<string, number>} */
const MODE = { Dropout: 2, BitmaskDropout: 2, BiasDropout: 4, BitmaskBiasDropout: 4 };

/** The type of float64 numbers. */
const DOUBLE = 11;

/** The most bytes of a tensor that are looked at: what switches a mode is one number. */
const FEW = 8;

/** Collects facts about all parts of a file. */
export class Census {
  /** Operators that draw random numbers, as a refusal names them. @type {Set<string>} */
  random = new Set();
  /** Operators in training mode, which look at the whole batch. @type {Set<string>} */
  training = new Set();
  /** Files that hold weights, in the order of the graph. @type {Set<string>} */
  external = new Set();
  /** True if some numbers are float64. */
  double = false;
  /** Facts about the functions that the file defines, by domain and name. @type {Map<string, Scope>} */
  functions = new Map();

  /** @param {Tensor} tensor of the file */
  count({ location, outside, type }) {
    if (outside) this.external.add(location);
    this.double ||= type === DOUBLE;
  }
}

/** Scope of a name: the graph with those within it, or a function. */
export class Scope {
  /** True if what has a name is constant and 0. @type {Map<string, boolean>} */
  #off = new Map();
  /** Operators that draw unless an input is 0. @type {{operator: string, input: string}[]} */
  #modes = [];
  /** Number of nodes of each operator, by domain and name. @type {Map<string, number>} */
  #counts = new Map();
  /** Number of nodes after inlining, once known. @type {number | undefined} */
  #unfolded;

  /** @param {Census} census */
  constructor(census) {
    this.census = census;
  }

  /** @param {string} name @param {boolean} off */
  define(name, off) {
    this.#off.set(name, off && (this.#off.get(name) ?? true));
  }

  /** @param {Tensor} tensor */
  hold(tensor) {
    this.census.count(tensor);
    this.define(tensor.name, tensor.zero === true && !tensor.outside);
  }

  /** @param {Node} node */
  take({ operator, domain, inputs, outputs, attributes }) {
    const { random, training } = this.census, called = `${domain} ${operator}`;
    this.#counts.set(called, (this.#counts.get(called) ?? 0) + 1);
    if (RANDOM.test(operator)) random.add(operator);
    this.census.double ||= operator === 'Cast' && attributes.some(({ name, value }) => name === 'to' && value === DOUBLE);
    const mode = inputs[MODE[operator]];
    if (mode) this.#modes.push({ operator, input: mode });
    if (attributes.some(({ name, value, referred }) => name === 'training_mode' && (value !== 0 || referred))) training.add(operator);
    const [constant] = operator === 'Constant' ? attributes.flatMap(({ tensors }) => tensors) : [];
    for (const name of outputs) this.define(name, constant?.zero === true && !constant.outside);
  }

  /** Counts the nodes after inlining functions, as the runtime does; Infinity if one calls itself. @returns {number} */
  get unfolded() {
    if (this.#unfolded === undefined) {
      this.#unfolded = Infinity;
      this.#unfolded = [...this.#counts].reduce((sum, [called, count]) => sum + count * (this.census.functions.get(called)?.unfolded ?? 1), 0);
    }
    return this.#unfolded;
  }

  /** Judges the modes, once all names are known. @param {Set<string>} fed inputs that are given 0 */
  close(fed = new Set()) {
    for (const { operator, input } of this.#modes) {
      if (!(this.#off.get(input) ?? fed.has(input))) this.census.random.add(`${operator} in training mode`);
    }
  }
}

/** @returns {Tensor} */
const tensor = () => ({ dims: [], type: 0, name: '', location: '', outside: false, zero: undefined });

/** @param {Pbf} pbf */
export const readTensor = (pbf) => message(pbf, readTensorFields, tensor());

/** @param {number} tag @param {Tensor} tensor @param {Pbf} pbf */
function readTensorFields(tag, tensor, pbf) {
  if (tag === 1) several(pbf, tensor.dims);
  if (tag === 2) tensor.type = whole(pbf);
  if (tag === 5 || tag === 9) look(pbf, tensor);
  if (tag === 8) tensor.name = string(pbf);
  if (tag === 13) {
    const { key, value } = message(pbf, readEntry, { key: '', value: '' });
    if (key === 'location') tensor.location = value;
  }
  if (tag === 14) tensor.outside = whole(pbf) === 1;
}

/** Looks whether numbers are 0: packed they are where all their bytes are. @param {Pbf} pbf @param {Tensor} tensor */
function look(pbf, tensor) {
  const few = pbf.type === 0 || size(pbf) <= FEW;
  const zero = few && (pbf.type === 0 ? [pbf.readVarint()] : [...pbf.readBytes()]).every((byte) => byte === 0);
  tensor.zero = zero && tensor.zero !== false;
}

/** @param {number} tag @param {{key: string, value: string}} entry @param {Pbf} pbf */
export function readEntry(tag, entry, pbf) {
  if (tag === 1) entry.key = string(pbf);
  if (tag === 2) entry.value = string(pbf);
}

/** A sparse tensor: its values and where they are. @param {Pbf} pbf @param {Scope} scope */
export function readSparse(pbf, scope) {
  message(pbf, (tag, _, part) => void ((tag === 1 || tag === 2) && scope.hold(readTensor(part))), undefined);
}

/** @param {Pbf} pbf @param {Scope} scope */
export function readNode(pbf, scope) {
  scope.take(message(pbf, readNodeFields, { operator: '', domain: '', inputs: [], outputs: [], attributes: [], scope }));
}

/** @param {number} tag @param {Node} node @param {Pbf} pbf */
function readNodeFields(tag, node, pbf) {
  if (tag === 1) node.inputs.push(string(pbf));
  if (tag === 2) node.outputs.push(string(pbf));
  if (tag === 4) node.operator = string(pbf);
  if (tag === 7) node.domain = string(pbf);
  if (tag === 5) node.attributes.push(readAttribute(pbf, node.scope));
}

/** @param {Pbf} pbf @param {Scope} scope @returns {Attribute} */
function readAttribute(pbf, scope) {
  return message(pbf, readAttributeFields, { name: '', value: 0, referred: false, tensors: [], scope });
}

/** @param {number} tag @param {Attribute} attribute @param {Pbf} pbf */
function readAttributeFields(tag, attribute, pbf) {
  const { scope } = attribute;
  if (tag === 1) attribute.name = string(pbf);
  if (tag === 3) attribute.value = whole(pbf);
  if (tag === 5 || tag === 10) {
    const held = readTensor(pbf);
    attribute.tensors.push(held);
    scope.census.count(held);
  }
  if (tag === 6 || tag === 11) message(pbf, readGraphWithin, scope);
  if (tag === 21) attribute.referred = string(pbf) !== '';
  if (tag === 22 || tag === 23) readSparse(pbf, scope);
}

/** @param {number} tag @param {Scope} scope @param {Pbf} pbf */
function readGraphWithin(tag, scope, pbf) {
  if (tag === 1) readNode(pbf, scope);
  if (tag === 5) scope.hold(readTensor(pbf));
  if (tag === 11) message(pbf, (field, _, input) => void (field === 1 && scope.define(string(input), false)), undefined);
  if (tag === 15) readSparse(pbf, scope);
}

/** A function that the file defines. @param {Pbf} pbf @param {Census} census */
export function readFunction(pbf, census) {
  const { name, domain, scope } = message(pbf, readFunctionFields, { name: '', domain: '', scope: new Scope(census) });
  census.functions.set(`${domain} ${name}`, scope);
  scope.close();
}

/** @param {number} tag @param {{name: string, domain: string, scope: Scope}} made @param {Pbf} pbf */
function readFunctionFields(tag, made, pbf) {
  const { scope } = made;
  if (tag === 1) made.name = string(pbf);
  if (tag === 4) scope.define(string(pbf), false);
  if (tag === 7) readNode(pbf, scope);
  if (tag === 10) made.domain = string(pbf);
  if (tag === 11) readAttribute(pbf, scope);
}

/** The most nodes that the functions of a file may unfold into. */
const mostNodes = 1_000_000;

/** Refuses a small file that becomes a graph without bounds. @param {Scope} scope of the graph */
export function refuseUnfolding({ unfolded }) {
  if (unfolded > mostNodes)
    throw new ModelFileError(`its functions unfold into more than ${mostNodes.toLocaleString('en')} nodes: export it without functions of its own`);
}
