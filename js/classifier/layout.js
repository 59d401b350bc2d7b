/**
 * How a model takes its clouds: which axis of its input counts clouds, points, coordinates and poses.
 * What the graph leaves open is asked, never guessed.
 */

/**
 * @import {Graph, Value} from './onnx.js'
 *
 * @typedef {'BDN' | 'BND' | 'BDN1' | 'BND1' | 'flat BDN' | 'flat BND' | 'BPDN'} LayoutName
 *
 * @typedef {object} Layout
 * @property {LayoutName} name B clouds, P poses, D coordinates, N points, 1 an axis of one; flat: one axis for both
 * @property {number | null} batch clouds at a time, null where free
 * @property {number | null} points null where free
 * @property {number | null} poses at a time, null where free or one by one
 *
 * @typedef {object} Reading what is known of a model's input and output
 * @property {string} input that takes the clouds
 * @property {{name: string, as: 'false' | 'copy'}[]} extras other inputs and what they are given
 * @property {boolean} half whether input and output are float16
 * @property {Layout[]} layouts one; several where the visitor is to choose
 * @property {string[]} outputs one; several where the visitor is to choose
 * @property {number | null} classes null where the graph does not tell
 */

/** A model that cannot be used, with the reason. */
export class LayoutError extends Error {}

const FLOAT = 1;
const BOOL = 9;
const HALF = 10;

/**
 * @param {Graph} graph
 * @param {number} dimension of the clouds, 2 or 3
 * @returns {Reading}
 */
export function readLayout(graph, dimension) {
  const clouds = graph.inputs.filter((input) => input.type === FLOAT || input.type === HALF);
  if (clouds.length === 0) throw new LayoutError(refusal(graph.inputs));
  const input = clouds[0];
  const layouts = layoutsOf(input, dimension);
  return {
    input: input.name,
    extras: graph.inputs.filter((other) => other !== input).map((other) => extra(other, input)),
    half: input.type === HALF,
    layouts,
    ...outputsOf(graph),
  };
}

/** @param {Value[]} inputs */
function refusal(inputs) {
  if (inputs.length === 0) return 'it has no input';
  return `its input ${inputs[0].name} takes no float numbers; point clouds need float32 or float16`;
}

/** @param {Value} other @param {Value} input @returns {{name: string, as: 'false' | 'copy'}} */
function extra(other, input) {
  if (other.type === BOOL && /train/i.test(other.name)) return { name: other.name, as: 'false' };
  if (other.type === input.type && String(other.shape) === String(input.shape)) return { name: other.name, as: 'copy' };
  throw new LayoutError(`it has another input, ${other.name}, and nothing to give it`);
}

/** @param {Graph} graph */
function outputsOf(graph) {
  const fit = graph.outputs.filter(({ type, shape }) => (type === FLOAT || type === HALF) && (shape === null || shape.length === 2));
  if (fit.length === 0) throw new LayoutError('it has no output of one number for each cloud and class (float, rank 2)');
  const several = fit.filter(({ shape }) => shape?.[1] === undefined || shape[1] === null || shape[1] >= 2);
  if (several.length === 0) throw new LayoutError('its output has one number for each cloud; votes need two classes or more');
  return { outputs: several.map(({ name }) => name), classes: several.length === 1 ? several[0].shape?.[1] ?? null : null };
}

/** @param {Value} input @param {number} dimension @returns {Layout[]} */
function layoutsOf({ name, shape }, dimension) {
  if (shape === null) throw new LayoutError(`the file does not tell the shape of its input ${name}`);
  const [batch, ...rest] = shape;
  const found = of(rest, dimension).map((layout) => ({ ...layout, batch }));
  if (found.length > 0) return found;
  throw new LayoutError(unfit(shape, dimension));
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
 * @param {(number | null)[]} axes @param {number} d @param {[LayoutName, LayoutName]} names
 * @returns {Omit<Layout, 'batch'>[]}
 */
function plane([first, second], d, [coordinatesFirst, pointsFirst]) {
  const either = [
    { name: coordinatesFirst, coordinates: first, points: second },
    { name: pointsFirst, coordinates: second, points: first },
  ];
  const said = either.filter(({ coordinates }) => coordinates === d);
  const left = said.length > 0 ? said : either.filter(({ coordinates, points }) => coordinates === null && !(points !== null && points <= mostNumbers));
  return left.map(({ name, points }) => ({ name, points, poses: null }));
}

/** As many numbers as points have with normals and colours: a fixed axis this short does not count points. */
const mostNumbers = 9;

/** @param {(number | null)[]} shape @param {number} d */
function unfit(shape, d) {
  const text = `[${shape.map((size) => size ?? '?').join(', ')}]`;
  const six = shape.slice(1).some((size) => size !== null && size > 3 && size <= mostNumbers);
  const reason = six && shape.length >= 3
    ? 'it takes more than coordinates (normals, colours?): noise on points says nothing about those'
    : `no axis of it holds the ${d} coordinates of a point`;
  return `its input has the shape ${text}, and ${reason}`;
}
