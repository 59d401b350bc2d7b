/** Finds out what a model returns: scores of classes, a number, scores of labels for each point, or vectors; and refuses what none of these is. */

/**
 * @import {Graph, Value} from './onnx.js'
 *
 * @typedef {'classes' | 'number' | 'BNC' | 'BCN' | Turning} Returns B clouds, N points, C labels
 * @typedef {'vector' | 'BND' | 'BDN'} Turning one vector that turns with the cloud, or one for each point; D parts
 * @typedef {Returns | 'any'} Wanted what a model may return; any: classes, else what the graph says
 *
 * @typedef {object} Output
 * @property {string} name
 * @property {number | null} classes or labels, or numbers for a cloud or point; null where the graph does not tell
 * @property {boolean} [aside] whether it counts only where it is chosen: beside scores of classes
 * @property {'number' | 'BNC' | 'BCN' | 'labels' | Turning} [returns] absent for classes; 'labels' where the graph leaves the order of their axes open
 *
 * @typedef {{width: number, returns: Returns, number?: number, clip?: number}} Answer what a model answers for a cloud: so many classes, labels or
 *   numbers, which number counts where there are several, and the length at which vectors are clipped
 */

/** A model that cannot be used, with the reason. */
export class LayoutError extends Error {}

/** The most classes that votes are counted for: their codes have two bytes. */
export const mostClasses = 65_534;

/** The most outputs to choose from, and the most inputs that are given something. */
export const mostNames = 100;

export const FLOAT = 1;
export const BOOL = 9;
export const HALF = 10;
const DOUBLE = 11;

/** Element types that are none of ours, by name. @type {Record<number, string>} */
export const OTHER = { 2: 'uint8', 3: 'int8', 6: 'int32', 7: 'int64', 9: 'bool', 11: 'float64', 16: 'bfloat16' };

/** @param {number} n */
export const many = (n) => n.toLocaleString('en');

/** Says how to export numbers of a supported type. @param {number} type */
export const asFloat = (type) =>
  type === DOUBLE
    ? 'float64 is not supported: export it as float32, after model.float() and with an example of torch.float32'
    : 'export it as float32 or float16';

/** @param {Value} value */
const isFloat = ({ type }) => type === FLOAT || type === HALF;

/** Reads the outputs that may be meant. @param {Pick<Graph, 'inputs' | 'outputs'>} graph @param {Wanted} wanted @returns {Output[]} */
export function readOutputs({ inputs, outputs }, wanted) {
  const graph = { inputs, outputs: ofPoints(wanted) ? outputs : outputs.map((output) => stripped(output, inputs)) };
  const floats = graph.outputs.filter(isFloat);
  const numbers = floats.filter((output) => isNumber(graph, output, wanted)).map(({ name, shape }) => (
    { name, classes: shape?.length === 1 ? 1 : shape?.[1] ?? null, returns: /** @type {const} */ ('number') }
  ));
  const labels = floats.filter(({ shape }) => shape?.length === 3 || (shape === null && ofPoints(wanted))).map((output) => labelsOf(output, wanted));
  const found = {
    classes: () => classesOf(graph),
    any: () => (hasClasses(floats) || numbers.length + labels.length === 0 ? [...classesOf(graph), ...asides([...numbers, ...labels])]
      : [...numbers, ...labels]),
    number: () => numbers,
    BNC: () => labels,
    BCN: () => labels,
    BND: () => labels,
    BDN: () => labels,
    vector: () => vectorsOf(floats),
  }[wanted]();
  if (found.length === 0)
    throw new LayoutError(`it has no output ${LACKING[wanted] ?? `${wanted} of scores of labels for each point`}: ${listed(graph.outputs)}`);
  if (found.length > mostNames) throw new LayoutError(`it has ${many(found.length)} outputs that may be meant: export it with one`);
  return found;
}

/**
 * An output without its axes of length 1 behind the clouds, as heads of convolutions have them. One whose other axis may be that of the points stays.
 * @param {Value} output @param {Value[]} inputs @returns {Value}
 */
function stripped(output, inputs) {
  const [clouds = null, ...rest] = output.shape ?? [], [size, ...more] = rest.filter((size) => size !== 1);
  const isOfPoints = !size || inputs.some(({ shape }) => !shape || shape.slice(1).includes(size));
  return rest.length < 2 || more.length > 0 || isOfPoints ? output : { ...output, shape: [clouds, size] };
}

/** @param {Output[]} outputs */
const asides = (outputs) => outputs.map((output) => ({ ...output, aside: true }));

/** Names outputs that a model lacks. @type {Record<string, string>} */
const LACKING = {
  number: 'of one number for each cloud', vector: 'of one vector for each cloud', BND: 'BND of a vector for each point', BDN: 'BDN of a vector for each point',
};

/** Reports whether a model answers for each point. @param {Wanted} wanted @returns {wanted is 'BNC' | 'BCN' | 'BND' | 'BDN'} */
const ofPoints = (wanted) => wanted.length === 3 && wanted !== 'any';

/** Reports whether a model returns vectors that turn with the cloud. @param {string | undefined} returns @returns {returns is Turning} */
export const isTurning = (returns) => returns === 'vector' || returns === 'BND' || returns === 'BDN';

/**
 * Reports whether a model returns numbers, which have no names: one, or vectors.
 * @param {string | undefined} returns @returns {returns is 'number' | Turning}
 */
export const isNumeric = (returns) => returns === 'number' || isTurning(returns);

/** @param {Value[]} floats @returns {Output[]} */
const vectorsOf = (floats) => floats.filter(({ shape }) => shape === null || shape.length === 2)
  .map(({ name, shape }) => ({ name, classes: shape?.[1] ?? null, returns: 'vector' }));

/** @param {Value[]} outputs */
const listed = (outputs) =>
  outputs.slice(0, 5).map(({ name, type, shape }) =>
    `${name} is ${OTHER[type] ?? 'float'}${shape ? ` of the shape [${shape.map((size) => size ?? '?').join(', ')}]` : ''}`).join(', ');

/** Reports whether an output may have scores of classes. @param {Value[]} floats */
const hasClasses = (floats) => floats.some(({ shape }) => shape === null || (shape.length === 2 && shape[1] !== 1));

/**
 * Reports whether an output has a number for each cloud: one, or where a number is wanted several to choose from.
 * @param {Pick<Graph, 'inputs'>} graph @param {Value} output @param {Wanted} wanted
 */
function isNumber({ inputs }, { shape }, wanted) {
  if (shape === null) return wanted === 'number';
  if (shape.length === 2) return shape[1] === 1 || wanted === 'number';
  return shape.length === 1 && (shape[0] === null || shape[0] === 1 || inputs.some((input) => input.shape?.[0] === shape[0]));
}

/**
 * An output of labels: in the order wanted, else in that of a shape with one free axis, which counts the points.
 * @param {Value} output @param {Wanted} wanted @returns {Output}
 */
function labelsOf({ name, shape }, wanted) {
  const [first, last] = shape?.slice(1) ?? [null, null];
  const order = ofPoints(wanted) ? wanted : first === null && last !== null ? 'BNC' : last === null && first !== null ? 'BCN' : 'labels';
  const returns = /** @type {'BNC' | 'BCN' | 'BND' | 'BDN' | 'labels'} */ (order);
  return { name, classes: returns === 'labels' ? null : returns[1] === 'N' ? last : first, returns };
}

/** @param {Pick<Graph, 'outputs'>} graph @returns {Output[]} */
function classesOf(graph) {
  const fit = graph.outputs.filter((output) => isFloat(output) && (output.shape === null || output.shape.length === 2));
  if (fit.length === 0) throw new LayoutError(scoreless(graph.outputs));
  const classes = fit.map(({ shape }) => shape?.[1] ?? 2);
  const several = fit.filter((_, i) => classes[i] >= 2 && classes[i] <= mostClasses);
  if (several.length === 0) throw new LayoutError(refuseClasses(fit[0].name, Math.max(...classes)));
  if (several.length > mostNames) throw new LayoutError(`it has ${many(several.length)} outputs that may be scores of classes: export it with one`);
  return several.map(({ name, shape }) => ({ name, classes: shape?.[1] ?? null }));
}

/** Refuses an output without classes that can be counted. @param {string} name @param {number} classes */
export const refuseClasses = (name, classes) => (classes > mostClasses
  ? `its output ${name} has ${many(classes)} classes; votes are counted for at most ${many(mostClasses)}: export it with fewer`
  : 'its output has one number for each cloud; votes here need two classes or more. orbitcert-votes counts numbers and vectors');

/** Explains why none of these outputs has a number for each cloud and class. @param {Value[]} outputs */
function scoreless(outputs) {
  const [{ name, type, shape }] = outputs;
  const float = type === FLOAT || type === HALF;
  if (type === 6 || type === 7) return `its output ${name} is a class (${OTHER[type]}): export the scores behind it, one float number for each class (skl2onnx: zipmap=False)`;
  if (float && shape?.length === 1) return `its output ${name} has no axis that counts clouds: export it for batches`;
  if (float && shape?.length === 3)
    return `its output ${name} labels points; votes here need one number for each cloud and class. orbitcert-votes counts labels`;
  if (type === DOUBLE) return `its output ${name} has float64 numbers; ${asFloat(type)}`;
  return `it has no output of one number for each cloud and class: ${name} is ${float ? `of rank ${shape?.length}`
    : (OTHER[type] ?? 'no tensor')}; wanted is float32 or float16 of rank 2`;
}
