/** Moves a cloud by hand: the meaning of a position of the grip, and the cloud as seen along the axis of rotation. */

/** @typedef {[x: number, y: number]} Point y grows upwards */

/** Distance of the grip from the middle where the cloud is not stretched; the cloud has the radius 1. */
export const RING = 1.3;

/** So far the grip may be off its ring while it only turns, as a share of the ring's radius; beyond, the pull stretches by a fifth of itself. */
const SLACK = 0.12, GAIN = 0.2;

/** The factors that can be reached. */
export const STRETCH = { min: 0.9, max: 1.1, step: 0.002 };

/** Most points that are drawn. */
const MOST = 600;

/** @param {number} x @param {number} step */
const rounded = (x, step) => Number((Math.round(x / step) * step).toFixed(6));

/** Converts a position of the grip to a motion. @param {Point} place @returns {{degrees: number, stretch: number}} */
export function motionAt([x, y]) {
  const pull = Math.hypot(x, y) / RING - 1;
  const beyond = Math.sign(pull) * Math.max(0, Math.abs(pull) - SLACK);
  const stretch = Math.min(Math.max(1 + GAIN * beyond, STRETCH.min), STRETCH.max);
  return { degrees: rounded((Math.atan2(y, x) * 180) / Math.PI, 1), stretch: rounded(stretch, STRETCH.step) };
}

/** Finds the position of the grip for a motion. @param {number} degrees @param {number} stretch @returns {Point} */
export function gripAt(degrees, stretch) {
  const beyond = (stretch - 1) / GAIN;
  const radius = RING * (1 + beyond + Math.sign(beyond) * SLACK);
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** Two unit vectors across an axis, the first as near to the first coordinate as can be. @param {number[]} axis @returns {[number[], number[]]} */
function across(axis) {
  const length = Math.hypot(...axis) || 1;
  const [a, b, c] = axis.map((x) => x / length);
  const first = Math.abs(a) < 0.9 ? [1 - a * a, -a * b, -a * c] : [-a * b, 1 - b * b, -b * c];
  const size = Math.hypot(...first);
  const [x, y, z] = first.map((value) => value / size);
  return [[x, y, z], [b * z - c * y, c * x - a * z, a * y - b * x]];
}

/**
 * Some points of a cloud in the plane in which it is turned, about their mean, the farthest at distance 1.
 * @param {Float64Array} points row by row @param {number} dimension @param {number[]} axis in 3-D @returns {Point[]}
 */
export function inPlane(points, dimension, axis) {
  const [u, v] = dimension === 2 ? [[1, 0], [0, 1]] : across(axis);
  const step = dimension * Math.max(1, Math.ceil(points.length / dimension / MOST));
  /** @type {Point[]} */
  const places = [];
  for (let at = 0; at < points.length; at += step) {
    const along = (/** @type {number[]} */ e) => e.reduce((sum, part, i) => sum + part * points[at + i], 0);
    places.push([along(u), along(v)]);
  }
  const mean = [0, 1].map((i) => places.reduce((sum, place) => sum + place[i], 0) / places.length);
  const farthest = Math.max(...places.map(([x, y]) => Math.hypot(x - mean[0], y - mean[1]))) || 1;
  return places.map(([x, y]) => [(x - mean[0]) / farthest, (y - mean[1]) / farthest]);
}
