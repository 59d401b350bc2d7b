/**
 * Geometry of two clouds for the drawing. Nothing here reaches a certificate: the alignment
 * comes from the certificate, and positions are for the eye.
 */

import { comingOf, placesOf } from './point-marks.js';
import { spread } from './thinning.js';

/** Most points drawn of one cloud. */
export const MOST = 200_000;

/**
 * @typedef {object} Scene
 * @property {number} dimension
 * @property {Float64Array} source all clean points, as they came
 * @property {Uint32Array} order which of them are drawn, and when
 * @property {Float64Array} clean drawn points, row by row, in an order of which every beginning is spread over the cloud
 * @property {Float64Array | null} given perturbed points as given
 * @property {Float64Array | null} aligned perturbed points after alignment
 * @property {boolean} paired whether drawn points correspond, so that residuals can be drawn
 * @property {Shown | null} shown colours that came with the clean points
 * @property {import('./point-marks.js').Coming | null} coming which of them do, where not all: else point n of one cloud belongs to point n of the other
 * @property {Axis | Arrows | null} axis of transformations, a line that is drawn; or arrows
 * @property {number} count points of the clean cloud, of which not all may be drawn
 * @property {number} others points of the perturbed cloud
 * @property {(t: number) => Frame} frame the ball that the drawing has to show, t from 0 to 2
 * @property {(t: number) => Float64Array | null} moved perturbed points on the way: as given at 0, aligned at 1, on the clean ones at 2
 * @property {(cloud: 'clean' | 'perturbed', index: number) => number} numberOf where a drawn point stands in its file, from 0
 *
 * @typedef {{centre: number[], radius: number}} Frame
 * @typedef {{through: number[], along: number[]}} Axis a point of it, and its direction
 * @typedef {{ends: Float64Array, cones: Float64Array, bodies: Float64Array}} Arrows pairs of ends of their lines, and corners of triangles in space
 *
 * @typedef {object} Shown colours that came with a cloud, by its points' numbers
 * @property {string} name
 * @property {{name: string, colour: string}[]} palette the colours, none where they go from low to high
 * @property {Float32Array} tints for each point its place in the palette, or its part of the way from low to high
 * @property {[low: number, high: number] | null} ends the values that have the end colours
 * @property {Float32Array | null} radii of atoms
 * @property {[number, number][]} bonds
 *
 * @typedef {{matrix?: number[][], offset?: number[], permutation?: number[]}} Alignment point n of the aligned cloud is matrix·x'[permutation[n]] + offset
 */

/** The points that are drawn, in the order in which they are. @param {Float64Array} points @param {number} dimension @param {Uint32Array} order */
function inOrder(points, dimension, order) {
  const drawn = new Float64Array(order.length * dimension);
  order.forEach((from, i) => {
    for (let j = 0; j < dimension; j++) drawn[i * dimension + j] = points[from * dimension + j];
  });
  return drawn;
}

/** Distance of the farthest point. @param {Float64Array | null} points @param {number[]} centre @param {number} dimension */
function reach(points, centre, dimension) {
  let most = 0;
  for (let i = 0; points && i < points.length; i += dimension) {
    let square = 0;
    for (let j = 0; j < dimension; j++) square += (points[i + j] - centre[j]) ** 2;
    if (square > most) most = square;
  }
  return Math.sqrt(most);
}

/** @param {(Float64Array | null)[]} clouds @param {number} dimension @returns {Frame} */
function frame(clouds, dimension) {
  const low = Array(dimension).fill(Infinity);
  const high = Array(dimension).fill(-Infinity);
  for (const points of clouds) {
    for (let i = 0; points && i < points.length; i++) {
      const j = i % dimension;
      if (points[i] < low[j]) low[j] = points[i];
      if (points[i] > high[j]) high[j] = points[i];
    }
  }
  const centre = low.map((x, j) => x / 2 + high[j] / 2);
  const radius = Math.max(...clouds.map((points) => reach(points, centre, dimension)));
  return { centre, radius: radius > 0 && Number.isFinite(radius) ? radius : 1 };
}

/** @param {Float64Array} points @param {number} dimension @param {number[][]} matrix @param {number[]} offset */
function transform(points, dimension, matrix, offset) {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += dimension) {
    for (let j = 0; j < dimension; j++) {
      let sum = offset[j];
      for (let k = 0; k < dimension; k++) sum += matrix[j][k] * points[i + k];
      out[i + j] = sum;
    }
  }
  return out;
}

/**
 * The points in the order that was found: row n is row permutation[n] of what was given.
 * @param {Float64Array} points @param {number} dimension @param {number[]} permutation
 */
export function reordered(points, dimension, permutation) {
  const out = new Float64Array(points.length);
  permutation.forEach((from, n) => {
    for (let j = 0; j < dimension; j++) out[n * dimension + j] = points[from * dimension + j];
  });
  return out;
}

/** @param {number} dimension */
const identity = (dimension) => Array.from({ length: dimension }, (_, j) => Array.from({ length: dimension }, (_, k) => Number(j === k)));

/** The rotation by a part t of a plane rotation. @param {number[][]} m @param {number} t */
function partial2(m, t) {
  const angle = t * Math.atan2(m[1][0], m[0][0]);
  return [[Math.cos(angle), -Math.sin(angle)], [Math.sin(angle), Math.cos(angle)]];
}

/** The rotation by a part t about the axis of a rotation in space (Rodrigues). @param {number[][]} m @param {number} t */
function partial3(m, t) {
  const raw = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
  const sine = Math.hypot(...raw) / 2;
  if (sine < 1e-9) return null;
  const angle = t * Math.atan2(sine, (m[0][0] + m[1][1] + m[2][2] - 1) / 2);
  const [x, y, z] = raw.map((v) => v / (2 * sine));
  const c = Math.cos(angle), s = Math.sin(angle), v = 1 - c;
  return [
    [c + x * x * v, x * y * v - z * s, x * z * v + y * s],
    [y * x * v + z * s, c + y * y * v, y * z * v - x * s],
    [z * x * v - y * s, z * y * v + x * s, c + z * z * v],
  ];
}

/** @param {number[][]} m */
function determinant(m) {
  if (m.length === 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0];
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
    - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
    + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/** @param {number[]} a @param {number[]} b @param {number} t */
const between = (a, b, t) => a.map((x, j) => x + t * (b[j] - x));

/**
 * The way from the perturbed cloud to its aligned copy: rotations turn about the cloud's centre,
 * reflections fold through their mirror.
 * @param {Float64Array} given @param {Float64Array} aligned @param {number} dimension
 * @param {number[][]} matrix @param {number[]} start centre as given @param {number[]} end centre when aligned
 */
function path(given, aligned, dimension, matrix, start, end) {
  const partial = dimension === 2 ? partial2 : partial3;
  return (/** @type {number} */ t) => {
    if (t <= 0) return given;
    if (t >= 1) return aligned;
    const turn = determinant(matrix) > 0 ? partial(matrix, t) : null;
    if (!turn) return given.map((x, i) => x + t * (aligned[i] - x));
    const back = transform(Float64Array.from(start), dimension, turn, Array(dimension).fill(0));
    return transform(given, dimension, turn, between(start, end, t).map((c, j) => c - back[j]));
  };
}

/**
 * Continues a way from the aligned points to the clean ones, where each has one.
 * @param {(t: number) => Float64Array} way @param {Float64Array} clean @param {Float64Array} aligned
 */
const home = (way, clean, aligned) => (/** @type {number} */ t) => {
  if (t <= 1 || clean.length !== aligned.length) return way(t);
  return aligned.map((x, i) => x + (t - 1) * (clean[i] - x));
};

/**
 * Colours by the places of drawn points, null where they are not of so many points.
 * @param {Shown | null} shown @param {Uint32Array} order @param {number} count @returns {Shown | null}
 */
function drawnShown(shown, order, count) {
  if (shown?.tints.length !== count) return null;
  const places = placesOf(order, count);
  const inPlace = (/** @type {Float32Array} */ values) => Float32Array.from(order, (number) => values[number]);
  const bonds = shown.bonds.map(([a, b]) => /** @type {[number, number]} */ ([places[a], places[b]])).filter((ends) => Math.min(...ends) >= 0);
  return { ...shown, tints: inPlace(shown.tints), radii: shown.radii && inPlace(shown.radii), bonds };
}

/** @param {number} count of a cloud */
const orderOf = (count) => spread(count).subarray(0, MOST);

/**
 * @param {number} dimension
 * @param {Float64Array} clean
 * @param {Float64Array | null} perturbed
 * @param {Alignment | undefined} alignment
 * @param {boolean} [ordered] whether point n of one belongs to point n of the other without more
 * @param {Shown | null} [shown] colours that came with the clean cloud
 * @param {Axis | Arrows | null} [axis] of transformations, or arrows
 * @returns {Scene}
 */
export function scene(dimension, clean, perturbed, alignment, ordered = true, shown = null, axis = null) {
  const count = clean.length / dimension;
  const order = orderOf(count);
  const other = perturbed && (perturbed.length === clean.length ? order : orderOf(perturbed.length / dimension));
  const partners = alignment?.permutation;
  const partly = Boolean(other && partners && (perturbed?.length !== clean.length || partners.some((partner) => partner < 0)));
  const permutation = partly ? undefined : partners;
  const coming = partly && other && partners ? comingOf(partners, order, other, perturbed.length / dimension) : null;
  const matched = perturbed && permutation ? reordered(perturbed, dimension, permutation) : perturbed;
  const drawn = inOrder(clean, dimension, order);
  const given = matched && other && inOrder(matched, dimension, other);
  const matrix = alignment?.matrix ?? identity(dimension);
  const offset = alignment?.offset ?? Array(dimension).fill(0);
  const aligned = given && (alignment ? transform(given, dimension, matrix, offset) : given);
  const start = frame([given], dimension).centre;
  const end = transform(Float64Array.from(start), dimension, matrix, offset);
  const [a, b] = [frame([drawn, given], dimension), frame([drawn, aligned], dimension)];
  return {
    dimension, source: clean, order, clean: drawn, given, aligned, axis, count, others: (perturbed?.length ?? 0) / dimension,
    paired: coming !== null || (perturbed?.length === clean.length && (ordered || permutation !== undefined)), coming,
    shown: drawnShown(shown, order, count),
    frame: (at, t = Math.min(at, 1)) => ({ centre: between(a.centre, b.centre, t), radius: a.radius + t * (b.radius - a.radius) }),
    moved: given && aligned ? home(path(given, aligned, dimension, matrix, start, [...end]), drawn, aligned) : () => null,
    numberOf: (cloud, index) => (cloud === 'clean' || !other ? order[index] : (permutation?.[other[index]] ?? other[index])),
  };
}

/** A scene in other colours. @param {Scene} scene @param {Shown | null} shown as the clean cloud has them @returns {Scene} */
export const recoloured = (scene, shown) => ({ ...scene, shown: drawnShown(shown, scene.order, scene.count) });

/** Frames of clean clouds alone: while one is played, each step has the same. @type {WeakMap<Float64Array, Frame>} */
const frames = new WeakMap();

/** @param {Scene} scene */
function aloneFrame({ clean, dimension }) {
  const known = frames.get(clean) ?? frame([clean], dimension);
  frames.set(clean, known);
  return known;
}

/** A scene seen as its clean cloud alone would be. @param {Scene} scene @returns {Scene} */
export function framedAlone(scene) {
  const alone = aloneFrame(scene);
  return { ...scene, frame: () => alone };
}

/**
 * The clean cloud of a scene with what became of it in place of the perturbed one, seen as the clean one alone would be.
 * @param {Scene} scene @param {Float64Array} changed all points
 * @returns {Scene}
 */
export function changedScene(scene, changed) {
  const given = inOrder(changed, scene.dimension, scene.order);
  return { ...framedAlone(scene), given, aligned: given, others: scene.count, paired: true, coming: null, moved: () => given };
}

/**
 * The clean cloud of a scene with what a brush has left of it, seen as the clean one alone would be.
 * @param {Scene} scene
 * @param {{perturbed: Float64Array, partners: number[], successors: number[]}} left the number of each clean point's partner, and of what has taken
 *   its place, −1 for none
 * @returns {Scene}
 */
export function brushedScene(scene, { perturbed, partners, successors }) {
  const others = perturbed.length / scene.dimension;
  const order = scene.order.map((n) => Math.max(partners[n], successors[n]) + 1).filter(Boolean).map((row) => row - 1);
  const given = inOrder(perturbed, scene.dimension, order);
  return {
    ...framedAlone(scene), given, aligned: given, others, paired: true, coming: comingOf(partners, scene.order, order, others, successors),
    moved: () => given,
    numberOf: (cloud, index) => (cloud === 'clean' ? scene.order : order)[index],
  };
}

/** Half the length of an axis as it is drawn, in radii of the frame. */
const OVER = 1.05;

/** Returns the ends of the drawn lines, pair by pair; they are empty without an axis. @param {Axis | Arrows | null} axis @param {Frame} frame */
export function axisEnds(axis, { centre, radius }) {
  if (!axis) return new Float64Array();
  if ('ends' in axis) return axis.ends;
  const { through, along } = axis, size = Math.hypot(...along);
  const middle = along.reduce((sum, a, j) => sum + (centre[j] - through[j]) * a, 0) / size ** 2;
  return Float64Array.from([-1, 1].flatMap((end) => along.map((a, j) => through[j] + (middle + end * OVER * radius / size) * a)));
}

/** The beginning of a cloud. @param {Float64Array} points @param {number} dimension @param {number} share */
export const beginning = (points, dimension, share) => points.subarray(0, dimension * Math.ceil((share * points.length) / dimension));

/**
 * The places of drawn points that correspond, as far as both are among so many of the first.
 * @param {Scene} scene
 * @param {number} clean
 * @param {number} perturbed
 * @param {(clean: number, perturbed: number) => void} each
 */
export function eachPair({ coming }, clean, perturbed, each) {
  for (let i = 0; i < clean; i++) {
    const j = coming ? coming.partner[i] : i;
    if (j >= 0 && j < perturbed) each(i, j);
  }
}

/** Longest residual between corresponding points, 0 without any. @param {Scene} scene @param {Float64Array | null} moved where the perturbed ones are */
export function longest(scene, moved) {
  const { clean, dimension } = scene;
  let most = 0;
  if (moved) eachPair(scene, clean.length / dimension, moved.length / dimension, (i, j) => { most = Math.max(most, length(clean, moved, i, j, dimension)); });
  return most;
}

/** @param {Float64Array} a @param {Float64Array} b @param {number} i a place in a @param {number} j a place in b @param {number} dimension */
export function length(a, b, i, j, dimension) {
  const [p, q] = [i * dimension, j * dimension];
  return dimension === 2 ? Math.hypot(a[p] - b[q], a[p + 1] - b[q + 1]) : Math.hypot(a[p] - b[q], a[p + 1] - b[q + 1], a[p + 2] - b[q + 2]);
}

/**
 * The direction to look from at a 3-D cloud, a little from above. A cloud that lies to one side of the
 * origin was seen from there by a scanner, so the view starts on that side.
 * @param {Frame} frame
 * @returns {number[]} unit vector from the centre towards the eye
 */
export function viewpoint({ centre: [x, y], radius }) {
  const away = Math.hypot(x, y);
  const [across, deep] = away > radius ? [-x / away, -y / away] : [0.475, -0.88];
  const turn = away > radius ? 0.5 : 0;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [0.915 * (c * across - s * deep), 0.915 * (s * across + c * deep), 0.403];
}
