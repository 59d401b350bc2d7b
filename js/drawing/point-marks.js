/** Points of two clouds of which not all belong together: which are paired, replaced, removed or added. */

/** Marks of a point by number: of the clean cloud paired, replaced or removed; of the perturbed one paired, a replacement, or added. */
export const MARKS = /** @type {const} */ (['paired', 'replaced', 'removed', 'added']);

/** @typedef {(typeof MARKS)[number]} Mark */

/**
 * @typedef {object} Coming
 * @property {Int32Array} partner by the place of a drawn clean point that of its perturbed one, −1 where that is not there
 * @property {Int32Array} mate by the place of a drawn perturbed point that of its clean one, −1 where that is not there
 * @property {Uint8Array} clean what each drawn clean point is
 * @property {Uint8Array} perturbed what each drawn perturbed point is
 * @property {number[][]} marked the places of drawn points that have each mark of DRAWN
 * @property {Record<Mark, number>} numbers of all points, drawn or not
 */

/** Finds where each point is drawn, −1 if it is not. @param {Uint32Array} order @param {number} count */
export function placesOf(order, count) {
  const at = new Int32Array(count).fill(-1);
  order.forEach((number, place) => { at[number] = place; });
  return at;
}

/** The places that have a mark. @param {Uint8Array} marks @param {Mark} mark */
function having(marks, mark) {
  const [code, places] = [MARKS.indexOf(mark), /** @type {number[]} */ ([])];
  for (let n = 0; n < marks.length; n++) if (marks[n] === code) places.push(n);
  return places;
}

/**
 * Pairs points without a partner: those of one number first, as where a cloud was edited, then in their order.
 * @param {Uint8Array} lost by number, 1 where a clean point has no partner @param {Uint8Array} fresh the same of the perturbed cloud
 * @param {number[]} [successors] which perturbed point has taken the place of each clean one, −1 for none, where that is known
 * @returns {[clean: Uint8Array, perturbed: Uint8Array]} marks by number
 */
function replacements(lost, fresh, successors) {
  const clean = lost.map((is) => (is ? MARKS.indexOf('removed') : 0));
  const perturbed = fresh.map((is) => (is ? MARKS.indexOf('added') : 0));
  const replace = (/** @type {number} */ a, /** @type {number} */ b) => { clean[a] = perturbed[b] = MARKS.indexOf('replaced'); };
  lost.forEach((is, n) => is && fresh[successors ? successors[n] : n] && replace(n, successors ? successors[n] : n));
  const [gone, come] = [having(clean, 'removed'), having(perturbed, 'added')];
  gone.slice(0, come.length).forEach((n, i) => replace(n, come[i]));
  return [clean, perturbed];
}

/**
 * Marks the points of two clouds.
 * @param {number[]} permutation the number of each clean point's partner, −1 for none
 * @param {Uint32Array} order of the clean points as they are drawn @param {Uint32Array} other of the perturbed ones @param {number} others how many these are
 * @param {number[]} [successors] see replacements
 * @returns {Coming}
 */
export function comingOf(permutation, order, other, others, successors) {
  const [at, back] = [placesOf(other, others), placesOf(order, permutation.length)];
  const lost = Uint8Array.from(permutation, (partner) => Number(partner < 0));
  const fresh = new Uint8Array(others).fill(1);
  const mates = new Int32Array(others).fill(-1);
  permutation.forEach((partner, n) => {
    if (partner < 0) return;
    fresh[partner] = 0;
    mates[partner] = back[n];
  });
  const [clean, perturbed] = replacements(lost, fresh, successors);
  const number = (/** @type {Uint8Array} */ marks, /** @type {Mark} */ mark) => having(marks, mark).length;
  const drawn = { clean: Uint8Array.from(order.map((n) => clean[n])), perturbed: Uint8Array.from(other.map((n) => perturbed[n])) };
  return {
    partner: Int32Array.from(order.map((n) => (permutation[n] < 0 ? -1 : at[permutation[n]]))),
    mate: Int32Array.from(other.map((n) => mates[n])),
    ...drawn,
    marked: DRAWN.map(([cloud, mark]) => having(drawn[cloud], mark)),
    numbers: { paired: number(clean, 'paired'), replaced: number(clean, 'replaced'), removed: number(clean, 'removed'), added: number(perturbed, 'added') },
  };
}

/**
 * The strokes of a mark around 0 0 of size 1, as pairs of ends: what was replaced has a diamond where it was and a square where its
 * successor is.
 * @param {Mark} mark @param {boolean} perturbed @returns {[number, number, number, number][]}
 */
export function strokesOf(mark, perturbed) {
  switch (mark) {
    case 'replaced': return perturbed ? [[-0.8, -0.8, 0.8, -0.8], [0.8, -0.8, 0.8, 0.8], [0.8, 0.8, -0.8, 0.8], [-0.8, 0.8, -0.8, -0.8]]
      : [[0, -1, 1, 0], [1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1]];
    case 'removed': return [[-0.8, -0.8, 0.8, 0.8], [-0.8, 0.8, 0.8, -0.8]];
    case 'added': return [[-1, 0, 1, 0], [0, -1, 0, 1]];
    default: return [];
  }
}

/** Every mark that is drawn: whose points have it, and what it looks like. */
export const DRAWN = /** @type {const} */ ([['clean', 'replaced'], ['clean', 'removed'], ['perturbed', 'replaced'], ['perturbed', 'added']]);
