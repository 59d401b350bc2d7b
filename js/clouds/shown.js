/**
 * Colours of points by what travels with them: the elements of atoms, with their bonds, intensity, other numbers and colours. Loaded only
 * for such clouds.
 *
 * @typedef {object} Shown colours for the points of a cloud
 * @property {string} name
 * @property {{name: string, colour: string}[]} palette the colours of elements or other values, none where colours go from low to high
 * @property {Float32Array} tints for each point its place in the palette, or its part of the way from low to high
 * @property {[low: number, high: number] | null} ends the values that have the end colours
 * @property {Float32Array | null} radii of atoms, in the unit of the cloud
 * @property {[number, number][]} bonds pairs of points
 */

import { lookOf, radiusOf } from './elements.js';

/** Largest gap between the radii of bonded atoms, and smallest distance between two atoms, in ångström. */
const SLACK = 0.45, NEAREST = 0.4;

/** Most atoms that bonds are looked for between. */
const MOST = 20_000;

/** The share of the points at each end whose intensity has the end's colour: one bright point would darken all others. */
const ENDS = 0.02;

/** Most values that have a colour each. */
const CATEGORIES = 12;

/** Colours of values. */
const COLOURS = [
  '#4e79a7', '#e07b1f', '#3f9142', '#d6404a', '#a0629a', '#8f6a55', '#2f9c95', '#b8930f', '#c55a8f', '#6a6fc4', '#7d8b2d', '#7b848a',
];

/** Steps of a channel of a colour as it is drawn. */
const STEPS = 16;

/**
 * The colours of a cloud by an attribute, null where all points have the same one.
 * @param {string} name of the attribute @param {ArrayLike<number>} values one for each point @param {Float64Array} points @param {number} dimension
 * @returns {Shown | null}
 */
export function shownOf(name, values, points, dimension) {
  if (name === 'element') return elements(values, points, dimension);
  const different = name === 'intensity' ? [] : fewOf(values);
  return different.length > 1 ? categories(name, values, different) : different.length === 1 ? null : range(name, values);
}

/** @param {ArrayLike<number>} values @param {Float64Array} points @param {number} dimension @returns {Shown} */
function elements(values, points, dimension) {
  const looks = [...new Set(Array.from(values, lookOf))];
  const places = new Map(looks.map((look, place) => [look, place]));
  return {
    name: 'element',
    palette: looks.map(([symbol, colour]) => ({ name: symbol, colour })),
    tints: Float32Array.from(values, (element) => places.get(lookOf(element)) ?? 0),
    ends: null,
    radii: Float32Array.from(values, radiusOf),
    bonds: bondsOf(points, values, dimension),
  };
}

/** The different values in rising order, none where they are many or not whole. @param {ArrayLike<number>} values */
function fewOf(values) {
  /** @type {Set<number>} */
  const few = new Set();
  for (let i = 0; i < values.length; i++) {
    if (!Number.isInteger(values[i]) || few.size > CATEGORIES) return [];
    few.add(values[i]);
  }
  return few.size > CATEGORIES ? [] : [...few].sort((a, b) => a - b);
}

/** @param {string} name @param {ArrayLike<number>} values @param {number[]} different @returns {Shown} */
const categories = (name, values, different) => ({
  name, ends: null, radii: null, bonds: [],
  palette: different.map((value, i) => ({ name: String(value), colour: COLOURS[i] })),
  tints: Float32Array.from(values, (value) => different.indexOf(value)),
});

/** @param {string} name @param {ArrayLike<number>} values @returns {Shown | null} */
export function range(name, values) {
  const sorted = Float64Array.from(values).sort();
  const all = [[ENDS, 1 - ENDS], [0, 1]].map((shares) => shares.map((share) => sorted[Math.floor(share * (sorted.length - 1))]));
  const [low, high] = all.find(([least, most]) => most > least) ?? [0, 0];
  if (!(high > low)) return null;
  const tints = Float32Array.from(values, (x) => Math.max(0, Math.min(1, (x - low) / (high - low))));
  return { name, palette: [], tints, ends: [low, high], radii: null, bonds: [] };
}

/**
 * The colours that the points themselves have.
 * @param {string} name @param {ArrayLike<number>[]} channels red, green and blue of each point
 * @returns {Shown}
 */
export function ownColours(name, channels) {
  // Bytes, parts of 1, or 16 bits: what no byte holds tells them apart.
  const most = Math.max(...channels.map((values) => Array.from(values).reduce((a, b) => Math.max(a, b), 0)));
  const full = most <= 1 ? 1 : most <= 255 ? 255 : 65535;
  /** @type {Map<number, number>} */
  const places = new Map();
  const tints = new Float32Array(channels[0].length);
  for (let i = 0; i < tints.length; i++) {
    const code = channels.reduce((sum, values) => sum * STEPS + Math.round(Math.max(0, Math.min(1, values[i] / full)) * (STEPS - 1)), 0);
    if (!places.has(code)) places.set(code, places.size);
    tints[i] = places.get(code) ?? 0;
  }
  const channel = (/** @type {number} */ step) => Math.round((255 * step) / (STEPS - 1));
  const palette = [...places.keys()].map((code) => [Math.floor(code / STEPS ** 2), Math.floor(code / STEPS) % STEPS, code % STEPS].map(channel));
  return { name, palette: palette.map((rgb) => ({ name: '', colour: `rgb(${rgb})` })), tints, ends: null, radii: null, bonds: [] };
}

/** The cell of a place, as a key. @param {number} x @param {number} y @param {number} z */
const key = (x, y, z) => `${x},${y},${z}`;

/**
 * Pairs of atoms that are as near as a bond: no farther apart than the sum of their radii and 0.45 Å.
 * @param {Float64Array} points in ångström, row by row @param {ArrayLike<number>} elements @param {number} dimension
 * @returns {[number, number][]}
 */
export function bondsOf(points, elements, dimension) {
  const count = points.length / dimension;
  if (count > MOST) return [];
  const reach = 2 * Math.max(...Array.from(new Set(Array.from(elements)), radiusOf)) + SLACK;
  const place = (/** @type {number} */ i) => [0, 1, 2].map((j) => (j < dimension ? points[i * dimension + j] : 0));
  /** @type {Map<string, number[]>} */
  const cells = new Map();
  /** @type {[number, number][]} */
  const bonds = [];
  for (let i = 0; i < count; i++) {
    const at = place(i), radius = radiusOf(elements[i]);
    const [x, y, z] = at.map((v) => Math.floor(v / reach));
    for (let n = 0; n < 27; n++) {
      for (const other of cells.get(key(x + (n % 3) - 1, y + (Math.floor(n / 3) % 3) - 1, z + Math.floor(n / 9) - 1)) ?? []) {
        const apart = Math.hypot(...place(other).map((v, j) => v - at[j]));
        if (apart >= NEAREST && apart <= radius + radiusOf(elements[other]) + SLACK) bonds.push([other, i]);
      }
    }
    const cell = key(x, y, z);
    cells.set(cell, [...cells.get(cell) ?? [], i]);
  }
  return bonds;
}
