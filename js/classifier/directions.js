/** Directions in which a cloud is pushed when a change of class is looked for: smooth, and with nothing in them that the classifier ignores. */

import { members } from '../documents/groups.js';

/** @typedef {() => number} Random uniform in [0, 1) */

/** A standard normal number (Box and Muller 1958). @param {Random} random */
export const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** @param {Float64Array} a @param {Float64Array} b */
const inner = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** @param {Float64Array} a */
export const norm = (a) => Math.sqrt(inner(a, a));

/** a + t b. @param {Float64Array} a @param {number} t @param {Float64Array} b */
export const plus = (a, t, b) => a.map((x, i) => x + t * b[i]);

/** @param {Float64Array} a */
const unit = (a) => {
  const size = norm(a) || 1;
  return a.map((x) => x / size);
};

/** @param {Float64Array} points @param {number} dimension */
function meanOf(points, dimension) {
  const mean = new Array(dimension).fill(0);
  points.forEach((x, i) => { mean[i % dimension] += (x * dimension) / points.length; });
  return mean;
}

/** Clouds less their mean point. @param {Float64Array} points @param {number} dimension */
export function centred(points, dimension) {
  const mean = meanOf(points, dimension);
  return points.map((x, i) => x - mean[i % dimension]);
}

/**
 * The cloud's velocities under the invariance: moving along each coordinate, turning in each plane, or about the axis.
 * @param {Float64Array} points @param {number} dimension @param {import('../documents/groups.js').Invariance} invariance
 */
function velocities(points, dimension, { axis = [], ...invariance }) {
  const idle = members(invariance);
  const coordinates = Array.from({ length: dimension }, (_, i) => i);
  const moving = idle.includes('translation') ? coordinates.map((i) => points.map((_, at) => (at % dimension === i ? 1 : 0))) : [];
  const planes = coordinates.flatMap((i) => coordinates.slice(i + 1).map((j) => points.map((_, at) => {
    const start = at - (at % dimension);
    return at % dimension === i ? -points[start + j] : at % dimension === j ? points[start + i] : 0;
  })));
  if (idle.includes('rotation')) return [...moving, ...planes];
  if (!idle.includes('rotation about an axis')) return moving;
  // Planes are (0, 1), (0, 2), (1, 2): turning about z, against y, about x.
  const [z, y, x] = planes;
  return [...moving, x.map((value, i) => axis[0] * value - axis[1] * y[i] + axis[2] * z[i])];
}

/**
 * Takes out of a push, to first order, what the invariance makes idle.
 * @param {Float64Array} points @param {number} dimension @param {import('../documents/groups.js').Invariance} invariance
 * @returns {(push: Float64Array) => Float64Array} of norm 1
 */
export function effective(points, dimension, invariance) {
  /** @type {Float64Array[]} */
  const basis = [];
  const without = (/** @type {Float64Array} */ push) => basis.reduce((rest, one) => plus(rest, -inner(rest, one), one), push);
  for (const velocity of velocities(points, dimension, invariance)) {
    const rest = without(velocity);
    if (norm(rest) > 1e-9 * (norm(velocity) || 1)) basis.push(unit(rest));
  }
  return (push) => unit(without(push));
}

/**
 * A random smooth field of pushes: the whole cloud moved or sheared, and some places of it pushed with their surroundings.
 * @param {Float64Array} points @param {number} dimension @param {Random} random
 */
export function push(points, dimension, random) {
  const count = points.length / dimension;
  const about = centred(points, dimension);
  const spread = norm(about) / Math.sqrt(count) || 1;
  const vector = (/** @type {number} */ size) => Array.from({ length: dimension }, () => size * normal(random));
  const shift = vector(random() < 0.5 ? 1 : 0);
  const shear = Array.from({ length: dimension }, () => vector(random() < 0.5 ? 1 : 0));
  const bumps = Array.from({ length: 1 + Math.floor(4 * random()) }, () => ({
    at: dimension * Math.floor(count * random()), width: spread * (0.15 + 0.6 * random()), by: vector(2),
  }));
  return points.map((_, at) => {
    const start = at - (at % dimension), i = at % dimension;
    const linear = shear[i].reduce((sum, a, j) => sum + a * about[start + j] / spread, shift[i]);
    return bumps.reduce((sum, { at: place, width, by }) => {
      let square = 0;
      for (let j = 0; j < dimension; j++) square += (about[start + j] - about[place + j]) ** 2;
      return sum + by[i] * Math.exp(-square / (2 * width * width));
    }, linear);
  });
}
