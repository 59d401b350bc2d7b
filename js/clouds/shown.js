/**
 * Colours that a file brings along: the elements of atoms, with their bonds, and the intensity of a scan. Loaded only for
 * such files.
 *
 * @typedef {object} Shown colours for the points of a cloud
 * @property {'element' | 'intensity'} name
 * @property {{name: string, colour: string}[]} palette the colours of elements, none where colours go from low to high
 * @property {Float32Array} tints for each point its place in the palette, or its part of the way from low to high
 * @property {Float32Array | null} radii of atoms, in the unit of the cloud
 * @property {[number, number][]} bonds pairs of points
 */

/**
 * Covalent radii in picometres, from hydrogen on: B. Cordero et al., Covalent radii revisited, Dalton Trans. (2008) 2832.
 * Of the values for carbon that of sp³, of Mn, Fe and Co that of low spin.
 */
const RADII = [
  31, 28, 128, 96, 84, 76, 71, 66, 57, 58, 166, 141, 121, 111, 107, 105, 102, 106, 203, 176, 170, 160, 153, 139, 139, 132, 126, 124, 132, 122, 122, 120,
  119, 120, 120, 116, 220, 195, 190, 175, 164, 154, 147, 146, 142, 139, 145, 144, 142, 139, 139, 138, 139, 140, 244, 215, 207, 204, 203, 201, 199, 198,
  198, 196, 194, 192, 192, 189, 190, 187, 187, 175, 170, 162, 151, 144, 141, 136, 136, 132, 145, 146, 148, 140, 150, 150, 260, 221, 215, 206, 200, 196,
  190, 187, 180, 169,
];

/** The radius in ångström of an element without one. */
const ANY = 1.5;

/** Largest gap between the radii of bonded atoms, and smallest distance between two atoms, in ångström. */
const SLACK = 0.45, NEAREST = 0.4;

/** Most atoms that bonds are looked for between. */
const MOST = 20_000;

/** The usual colours (Corey, Pauling, Koltun), darker where they are pale. @type {Map<number, [symbol: string, colour: string]>} */
const COLOURS = new Map([
  [1, ['H', '#b9c2c8']], [5, ['B', '#e0967d']], [6, ['C', '#5f676d']], [7, ['N', '#3455db']], [8, ['O', '#d62a1e']], [9, ['F', '#4d9e2f']],
  [11, ['Na', '#8a4fd0']], [12, ['Mg', '#3f8f2a']], [15, ['P', '#e07800']], [16, ['S', '#d9a900']], [17, ['Cl', '#2e9c2e']], [26, ['Fe', '#c4571c']],
  [35, ['Br', '#8f2a1e']], [53, ['I', '#7a1fa0']],
]);

/** @type {[symbol: string, colour: string]} */
const OTHER = ['other', '#c2559c'];

/** The covalent radius of an element in ångström. @param {number} element its atomic number */
const radiusOf = (element) => (RADII[element - 1] ?? 100 * ANY) / 100;

/** The share of the points at each end whose intensity has the end's colour: one bright point would darken all others. */
const ENDS = 0.02;

/**
 * The colours of a cloud, null where all points have the same intensity.
 * @param {string} name what the numbers are @param {Float32Array} values one for each point @param {Float64Array} points @param {number} dimension
 * @returns {Shown | null}
 */
export const shownOf = (name, values, points, dimension) => (name === 'element' ? elements(values, points, dimension) : intensity(values));

/** @param {Float32Array} values @param {Float64Array} points @param {number} dimension @returns {Shown} */
function elements(values, points, dimension) {
  const looks = [...new Set(Array.from(values, (element) => COLOURS.get(element) ?? OTHER))];
  const places = new Map(looks.map((look, place) => [look, place]));
  return {
    name: 'element',
    palette: looks.map(([symbol, colour]) => ({ name: symbol, colour })),
    tints: values.map((element) => places.get(COLOURS.get(element) ?? OTHER) ?? 0),
    radii: values.map(radiusOf),
    bonds: bondsOf(points, values, dimension),
  };
}

/** @param {Float32Array} values @returns {Shown | null} */
function intensity(values) {
  const sorted = Float32Array.from(values).sort();
  const ends = [[ENDS, 1 - ENDS], [0, 1]].map((shares) => shares.map((share) => sorted[Math.floor(share * (sorted.length - 1))]));
  const [low, high] = ends.find(([least, most]) => most > least) ?? [0, 0];
  if (!(high > low)) return null;
  const tints = values.map((x) => Math.max(0, Math.min(1, (x - low) / (high - low))));
  return { name: 'intensity', palette: [], tints, radii: null, bonds: [] };
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
