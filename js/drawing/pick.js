/** Finds which of many points a position in the picture means. */

/**
 * The points that a way over the picture passes, in their order.
 * @param {Float32Array} seen right, up, depth of each, as the camera projects them
 * @param {[right: number, up: number][]} way from place to place
 * @param {number} reach so near is passed, in parts of the picture's shorter side
 */
export function pointsAlong(seen, way, reach) {
  const passed = [];
  for (let o = 0; o < seen.length; o += 3) {
    if (seen[o + 2] > 0 && way.some((place, i) => away(seen[o], seen[o + 1], way[Math.max(0, i - 1)], place) <= reach)) passed.push(o / 3);
  }
  return passed;
}

/**
 * Measures the distance of a position from the line between two others.
 * @param {number} x
 * @param {number} y
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function away(x, y, [a, b], [c, d]) {
  const [u, v] = [c - a, d - b];
  const length = u * u + v * v;
  const t = length > 0 ? Math.max(0, Math.min(1, ((x - a) * u + (y - b) * v) / length)) : 0;
  return Math.hypot(x - a - t * u, y - b - t * v);
}

/** So near counts as on the place, and so near as meant, in pixels. */
const ON = 5;
export const MEANT = 14;

/** The most cells of a side of a grid. */
const CELLS = 512;

/**
 * Points in cells of the screen, so that a place looks at the points around it alone. Made once for a view, however often the mouse moves.
 */
export class Grid {
  #seen;
  #side;
  #cell;
  #count;
  /** Start of each cell among `#points`, and the end of all. */
  #starts;
  /** Numbers of points, cell by cell. */
  #points;

  /** @param {Float32Array} seen right, up, depth of each, as the camera projects them @param {number} side the picture's shorter side, in pixels */
  constructor(seen, side) {
    this.#seen = seen;
    this.#side = side;
    this.#cell = Math.max(MEANT / side, 4 / CELLS);
    this.#count = Math.ceil(4 / this.#cell);
    const cells = new Uint32Array(seen.length / 3), ends = new Uint32Array(this.#count ** 2 + 1);
    for (let i = 0; i < cells.length; i++) ends[1 + (cells[i] = this.#row(seen[3 * i + 1]) * this.#count + this.#row(seen[3 * i]))]++;
    for (let k = 1; k < ends.length; k++) ends[k] += ends[k - 1];
    this.#starts = ends.slice();
    this.#points = new Uint32Array(cells.length);
    cells.forEach((cell, i) => { this.#points[ends[cell]++] = i; });
  }

  /** The column or row of a place: what is beyond all of them is in the last one. @param {number} at from the middle of the picture */
  #row(at) {
    return Math.max(0, Math.min(this.#count - 1, Math.floor(at / this.#cell + this.#count / 2))) || 0;
  }

  /**
   * The point that is meant: of those on the place the one nearest to the eye, else the one nearest to the place.
   * @param {number} right of the place @param {number} up
   * @returns {{index: number, off: number, depth: number} | null} off: pixels from the place, 0 on it
   */
  at(right, up) {
    const last = this.#count - 1, column = this.#row(right), row = this.#row(up);
    let best = null;
    for (let y = Math.max(0, row - 1); y <= Math.min(last, row + 1); y++) {
      const first = y * this.#count, from = this.#starts[first + Math.max(0, column - 1)], to = this.#starts[first + Math.min(last, column + 1) + 1];
      for (let k = from; k < to; k++) best = this.#nearer(best, this.#points[k], right, up);
    }
    return best;
  }

  /** @param {{index: number, off: number, depth: number} | null} best @param {number} index @param {number} right @param {number} up */
  #nearer(best, index, right, up) {
    const o = 3 * index, depth = this.#seen[o + 2];
    const away = this.#side * Math.hypot(this.#seen[o] - right, this.#seen[o + 1] - up);
    if (!(depth > 0) || !(away <= MEANT)) return best;
    const off = away <= ON ? 0 : away;
    const comes = !best || off < best.off || (off === best.off && (depth < best.depth || (depth === best.depth && index < best.index)));
    return comes ? { index, off, depth } : best;
  }
}
