/** Points that the reader names one after another: the next of a file, and the description of one. */

import { length } from './geometry.js';
import { MARKS } from './point-marks.js';

/**
 * @typedef {import('./geometry.js').Scene} Scene
 * @typedef {{perturbed: boolean, index: number}} Named a drawn point of one of the clouds
 * @typedef {object} Point
 * @property {boolean} perturbed
 * @property {number} number in its file, from 1
 * @property {number} of
 * @property {number[]} coordinates as given
 * @property {number | null} residual as drawn, null where points do not correspond
 * @property {import('./point-marks.js').Mark | null} mark what it is where not all points correspond
 */

/**
 * Finds the next point of the file of the named one, null after the last.
 * @param {Scene} scene @param {Named | null} named @param {number} by 1 forwards, -1 backwards @returns {Named | null}
 */
export function nextPoint(scene, named, by) {
  const cloud = named?.perturbed ? 'perturbed' : 'clean';
  const drawn = (cloud === 'clean' ? scene.clean : /** @type {Float64Array} */ (scene.given)).length / scene.dimension;
  const numbers = Array.from({ length: drawn }, (_, index) => scene.numberOf(cloud, index));
  const start = named ? numbers[named.index] : by > 0 ? -1 : Infinity;
  const ahead = (/** @type {number} */ number) => (by > 0 ? number > start : number < start);
  const next = numbers.reduce((best, number, index) => (ahead(number) && (best < 0 || (number - numbers[best]) * by < 0) ? index : best), -1);
  return next >= 0 ? { perturbed: cloud === 'perturbed', index: next } : null;
}

/**
 * Describes a point.
 * @param {Scene} scene @param {Named} named @param {Float64Array[]} clouds as they are drawn, the clean one first @returns {Point}
 */
export function described(scene, named, clouds) {
  const { dimension, clean, given, coming } = scene, i = named.index * dimension;
  const which = named.perturbed ? 'perturbed' : 'clean';
  const partner = coming ? coming[named.perturbed ? 'mate' : 'partner'][named.index] : named.index;
  const [own, other] = named.perturbed ? [1, 0] : [0, 1];
  const source = named.perturbed && given ? given : clean;
  return {
    perturbed: named.perturbed, number: 1 + scene.numberOf(which, named.index), of: named.perturbed ? scene.others : scene.count,
    coordinates: [...source.subarray(i, i + dimension)],
    residual: clouds[1] && scene.paired && partner >= 0 ? length(clouds[own], clouds[other], named.index, partner, dimension) : null,
    mark: coming ? MARKS[coming[which][named.index]] : null,
  };
}
