/**
 * Finds out how a model takes its clouds: which axis of its input counts clouds, points, coordinates and poses.
 * The page asks about everything that the graph leaves open, and never guesses.
 */

import { asFloat, BOOL, FLOAT, HALF, LayoutError, many, mostNames, OTHER, readOutputs } from './outputs.js';

/**
 * @import {Graph, Value} from './onnx.js'
 * @import {Output, Wanted} from './outputs.js'
 *
 * @typedef {'BDN' | 'BND' | 'BDN1' | 'BND1' | 'flat BDN' | 'flat BND' | 'BPDN'} LayoutName
 *
 * @typedef {object} Layout
 * @property {LayoutName} name B clouds, P poses, D coordinates, N points, 1 an axis of one; flat: one axis for both
 * @property {number | null} batch clouds at a time, null where free
 * @property {number | null} points null where free
 * @property {number | null} poses at a time, null where free or one by one
 *
 * @typedef {{name: string, kind: 'float' | 'int32' | 'int64', order: 'N' | 'NF' | 'FN' | null}} AttributeInput order of points N and attributes F,
 *   null for that of the clouds
 *
 * @typedef {object} Reading what is known of a model's input and output
 * @property {string} input that takes the clouds
 * @property {{name: string, as: 'false' | 'copy'}[]} extras other inputs and what they are given; a copy of the clouds only if the visitor says so
 * @property {AttributeInput | null} attributes the input of the attributes, null where they are channels of the clouds, or there are none
 * @property {number} channels numbers of a point that the attributes are
 * @property {number} dimension of the clouds
 * @property {boolean} half whether input and output are float16
 * @property {Layout[]} layouts one; several where the visitor is to choose
 * @property {Output[]} outputs one; several where the visitor is to choose
 */

/** One whose input is for clouds of other dimensions. */
export class DimensionError extends LayoutError {}

/** One that takes more numbers of a point than its coordinates: attributes, which are to be named. */
export class ChannelsError extends DimensionError {
  field = 'prediction.model';
}

/** The most numbers that an input may take at a time: 256 MB of float32. */
const mostNumbers = 2 ** 26;

/**
 * @param {Graph} graph @param {number} dimension of the clouds, 2 or 3 @param {number} [channels] numbers of a point beside its coordinates
 * @param {Wanted} [returns] what it may return @returns {Reading}
 */
export function readLayout(graph, dimension, channels = 0, returns = 'classes') {
  const clouds = graph.inputs.filter((input) => input.type === FLOAT || input.type === HALF);
  if (clouds.length === 0) throw new LayoutError(refusal(graph.inputs));
  if (graph.inputs.length > mostNames) throw new LayoutError(`it has ${many(graph.inputs.length)} inputs: export it with the clouds as its only input`);
  const { input, attributes } = channels ? apart(graph.inputs, clouds, dimension, channels) : { input: clouds[0], attributes: null };
  const layouts = attributes || channels ? layoutsOf(input, attributes ? dimension : dimension + channels, true)
    : layoutsWithout(graph.inputs, input, dimension);
  return {
    input: input.name,
    attributes: attributes && attributeInput(attributes, channels, input.type),
    channels, dimension,
    extras: graph.inputs.filter((other) => other !== input && other !== attributes).map((other) => extra(other, input)),
    half: input.type === HALF,
    layouts,
    outputs: readOutputs(graph, returns),
  };
}

/** The layouts of a model that no attributes were named for. @param {Value[]} inputs @param {Value} input @param {number} dimension */
function layoutsWithout(inputs, input, dimension) {
  try {
    return layoutsOf(input, dimension);
  } catch (error) {
    const [other] = inputs.filter((one) => one !== input && !isTraining(one));
    // The clouds may be in the other input.
    throw error instanceof DimensionError && other ? new ChannelsError(strange(input.name)) : error;
  }
}

/** Reports whether an input only says that the model is trained. @param {Value} input */
const isTraining = ({ name, type }) => type === BOOL && /train/i.test(name);

/**
 * Finds the input of the clouds and that of the attributes, if there is one.
 * @param {Value[]} inputs @param {Value[]} floats @param {number} dimension @param {number} channels
 */
function apart(inputs, floats, dimension, channels) {
  const numbers = inputs.filter((input) => !isTraining(input));
  if (numbers.length === 1) return { input: floats[0], attributes: null };
  if (numbers.length > 2) throw new LayoutError(`it has ${numbers.length} inputs: export it with one for the clouds and one for their attributes`);
  const may = floats.filter(({ shape }) => shape !== null && shape.length > 2 && shape.slice(1).includes(dimension));
  const sure = may.filter(({ shape }) => channels === dimension || !shape?.slice(1).includes(channels));
  const input = sure.length === 1 ? sure[0] : may.length === 1 ? may[0] : floats.length === 1 ? floats[0] : null;
  if (!input)
    throw new LayoutError(
      `either of its inputs ${numbers.map(({ name }) => name).join(' and ')} may take the clouds: export it with fixed axes of ${
        dimension} coordinates and of ${channels} attributes, or with one input for both`,
    );
  return { input, attributes: numbers.find((other) => other !== input) ?? null };
}

/** Numbers that an input of attributes takes, by its element type. @type {Record<number, AttributeInput['kind']>} */
const KINDS = { 1: 'float', 6: 'int32', 7: 'int64', 10: 'float' };

/**
 * Reads how an input takes so many numbers for each point.
 * @param {Value} input @param {number} channels @param {number} clouds element type of the clouds @returns {AttributeInput}
 */
function attributeInput({ name, type, shape }, channels, clouds) {
  const kind = KINDS[type], one = channels === 1;
  const fits = shape !== null && (shape.length === 2 ? one : shape.length === 3);
  if (!kind || !fits || (kind === 'float' && type !== clouds))
    throw new LayoutError(
      `its input ${name} does not take the attributes, ${channels} ${one ? 'number' : 'numbers'} for each point: export it with the shape [B, N, ${channels}]${
        one ? ' or [B, N]' : ''}, of the clouds’ type or of whole numbers`,
    );
  if (shape.length === 2) return { name, kind, order: 'N' };
  const [, first, last] = shape;
  const countsPoints = (/** @type {number | null} */ size) => size !== null && size > mostOfPoint;
  if (last !== channels && (first === channels || (first === null && countsPoints(last)))) return { name, kind, order: 'FN' };
  if (first !== channels && (last === channels || (last === null && countsPoints(first)))) return { name, kind, order: 'NF' };
  if (first !== channels && (first !== null || last !== null)) throw new LayoutError(`its input ${name} has no axis of the ${channels} attributes of a point`);
  return { name, kind, order: null };
}

/** @param {string} name */
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '').replace(/s$/, '');

/** The attribute that has the name of a model's second input, '' where none or several have. @param {Graph} graph @param {string[]} names of attributes */
export function namedByInput({ inputs }, names) {
  const numbers = inputs.filter((input) => !isTraining(input));
  const found = names.filter((name) => numbers.some((input) => plain(input.name) === plain(name)));
  return numbers.length === 2 && found.length === 1 ? found[0] : '';
}

/** @param {Value[]} inputs */
function refusal(inputs) {
  if (inputs.length === 0) return 'it has no input: export it with the clouds as its input';
  const [{ name, type }] = inputs;
  return `its input ${name} takes ${OTHER[type] ?? 'no float'} numbers; ${asFloat(type)}`;
}

/** @param {Value} other @param {Value} input @returns {{name: string, as: 'false' | 'copy'}} */
function extra(other, input) {
  if (isTraining(other)) return { name: other.name, as: 'false' };
  if (other.type === input.type && String(other.shape) === String(input.shape)) return { name: other.name, as: 'copy' };
  throw new ChannelsError(strange(other.name));
}

/** Refuses a model with another input. @param {string} name */
export const strange = (name) =>
  `it has another input, ${name}: name the attributes that it takes in prediction.model.attributes, or export it with the clouds as its only input`;

/** All layouts, one of which is chosen where the file tells no shape. @type {LayoutName[]} */
const ORDERS = ['BDN', 'BND', 'BDN1', 'BND1', 'flat BDN', 'flat BND', 'BPDN'];

/** @param {Value} input @param {number} dimension numbers of a point @param {boolean} [attributed] whether attributes are among them @returns {Layout[]} */
function layoutsOf({ shape }, dimension, attributed = false) {
  if (shape === null) return ORDERS.map((order) => ({ name: order, batch: null, points: null, poses: null }));
  const numbers = shape.reduce((/** @type {number} */ product, size) => product * (size ?? 1), 1);
  if (numbers > mostNumbers)
    throw new LayoutError(
      `its input has the shape ${written(shape)}, ${many(numbers)} numbers or more at a time; at most ${
        many(mostNumbers)} are taken: export it with a smaller or a free batch and number of points`,
    );
  const [batch, ...rest] = shape;
  if (rest.length <= 1 && !attributed && shape.some((size) => size === 2 || size === 3))
    throw new LayoutError(
      `its input has the shape ${written(shape)}, one cloud without an axis that counts clouds: export it for batches, as [1, 3, N] or with a free first axis`,
    );
  const found = of(rest, dimension).map((layout) => ({ ...layout, batch }));
  if (found.length > 0) return found;
  throw unfit(shape, dimension, attributed);
}

/** @param {(number | null)[]} rest the axes behind the batch @param {number} d @returns {Omit<Layout, 'batch'>[]} */
function of(rest, d) {
  if (rest.length === 1) return flat(rest[0], d);
  if (rest.length === 2) return plane(rest, d, ['BDN', 'BND']);
  if (rest.length !== 3) return [];
  if (rest[2] === 1) return plane(rest.slice(0, 2), d, ['BDN1', 'BND1']);
  const [poses, size, points] = rest;
  return size === d || (size === null && points !== d) ? [{ name: 'BPDN', points, poses }] : [];
}

/** @param {number | null} size @param {number} d @returns {Omit<Layout, 'batch'>[]} */
function flat(size, d) {
  if (size !== null && size % d !== 0) return [];
  const points = size === null ? null : size / d;
  return [{ name: 'flat BND', points, poses: null }, { name: 'flat BDN', points, poses: null }];
}

/**
 * The readings of two axes, coordinates and points in either order. An axis that says D is meant to be D,
 * whatever the free ones could be.
 * @param {(number | null)[]} axes @param {number} d @param {[LayoutName, LayoutName]} names @returns {Omit<Layout, 'batch'>[]}
 */
function plane([first, second], d, [coordinatesFirst, pointsFirst]) {
  const either = [
    { name: coordinatesFirst, coordinates: first, points: second },
    { name: pointsFirst, coordinates: second, points: first },
  ];
  const said = either.filter(({ coordinates }) => coordinates === d);
  const left = said.length > 0 ? said : either.filter(({ coordinates, points }) => coordinates === null && !(points !== null && points <= mostOfPoint));
  return left.map(({ name, points }) => ({ name, points, poses: null }));
}

/** As many numbers as points have with normals and colours: a fixed axis this short does not count points. */
const mostOfPoint = 9;

/** @param {(number | null)[]} shape @param {number} d @param {boolean} attributed */
function unfit(shape, d, attributed) {
  const six = shape.slice(1).some((size) => size !== null && size > 3 && size <= mostOfPoint);
  const refused = `its input has the shape ${written(shape)}, and `;
  if (six && shape.length >= 3 && !attributed)
    return new ChannelsError(`${refused}it takes more than coordinates: name the attributes behind them in prediction.model.attributes`);
  return new DimensionError(`${refused}no axis has the ${d} ${attributed ? 'coordinates and attributes' : 'coordinates'} of a point`);
}

/** @param {(number | null)[]} shape */
const written = (shape) => (shape.length > mostOfPoint ? `of ${many(shape.length)} axes` : `[${shape.map((size) => size ?? '?').join(', ')}]`);
