/** Which of many points is meant by a place of the picture. */

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
