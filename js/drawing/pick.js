/** Which of many points is meant by a place of the picture. */

/**
 * The points that a way over the picture passes, in their order.
 * @param {Float32Array} seen right, up, depth of each, as the camera projects them @param {[right: number, up: number][]} way from place to place @param {number} reach so near is passed, in parts of the picture's shorter side
 */
export function pointsAlong(seen, way, reach) {
  const passed = [];
  for (let o = 0; o < seen.length; o += 3) {
    if (seen[o + 2] > 0 && way.some((place, i) => away(seen[o], seen[o + 1], way[Math.max(0, i - 1)], place) <= reach)) passed.push(o / 3);
  }
  return passed;
}

/** How far a place is from the line between two others. @param {number} x @param {number} y @param {[number, number]} from @param {[number, number]} to */
function away(x, y, [a, b], [c, d]) {
  const [u, v] = [c - a, d - b];
  const length = u * u + v * v;
  const t = length > 0 ? Math.max(0, Math.min(1, ((x - a) * u + (y - b) * v) / length)) : 0;
  return Math.hypot(x - a - t * u, y - b - t * v);
}

/** So near counts as on the place, and so near as meant, in pixels. */
const ON = 5, MEANT = 14;

/**
 * The point that is meant: of those on the place the one nearest to the eye, else the one nearest to the place.
 * @param {Float32Array} seen right, up, depth of each, as the camera projects them @param {number} right of the place @param {number} up
 * @param {number} side the picture's shorter side, in pixels
 * @returns {{index: number, off: number, depth: number} | null} off: pixels from the place, 0 on it
 */
export function pointAt(seen, right, up, side) {
  let best = null;
  for (let o = 0; o < seen.length; o += 3) {
    const depth = seen[o + 2];
    const away = side * Math.hypot(seen[o] - right, seen[o + 1] - up);
    if (!(depth > 0) || !(away <= MEANT)) continue;
    const off = away <= ON ? 0 : away;
    if (!best || off < best.off || (off === best.off && depth < best.depth)) best = { index: o / 3, off, depth };
  }
  return best;
}
