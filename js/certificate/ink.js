/** Strokes of a pen as a point cloud. */

/** @typedef {[x: number, y: number]} Point y grows downwards, as on a screen */

/** Distance from the middle of a stroke to the edge of its ink, in the radius of the cloud: as in the digits that the example model was trained on. */
const WIDTH = 0.11;

/** The golden angle; with radii by √2 it fills a disc evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** @param {Point} a @param {Point} b */
const distance = ([a, b], [c, d]) => Math.hypot(c - a, d - b);

/** The straight pieces of all strokes. @param {Point[][]} strokes */
const pieces = (strokes) => strokes.flatMap((stroke) => stroke.slice(1).map((to, i) => ({ from: stroke[i], to, length: distance(stroke[i], to) })));

/**
 * Places at equal distances along all strokes, one after another.
 * @param {Point[][]} strokes @param {number} count @returns {Point[]} [] where nothing was drawn but dots
 */
function along(strokes, count) {
  const all = pieces(strokes);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  if (!(total > 0)) return [];
  /** @type {Point[]} */
  const places = [];
  let before = 0;
  for (const { from, to, length } of all) {
    for (let at; places.length < count && (at = ((places.length + 0.5) * total) / count) <= before + length;) {
      const t = (at - before) / length;
      places.push([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]);
    }
    before += length;
  }
  return places;
}

/** Centred, the farthest at distance 1. @param {Point[]} places @returns {Point[]} */
function unitDisc(places) {
  const mean = [0, 1].map((i) => places.reduce((sum, place) => sum + place[i], 0) / places.length);
  const centred = places.map(([x, y]) => [x - mean[0], y - mean[1]]);
  const radius = Math.max(...centred.map(([x, y]) => Math.hypot(x, y)));
  return centred.map(([x, y]) => [x / radius, y / radius]);
}

/**
 * The ink of strokes as points in the plane, y upwards, centred, within the unit disc. The same strokes give the same points.
 * @param {Point[][]} strokes @param {number} count
 * @returns {Point[]} [] where no stroke has a length
 */
export function inkOf(strokes, count) {
  const middle = along(strokes, count);
  if (middle.length < count) return [];
  const spread = unitDisc(middle).map(([x, y], n) => {
    const r = WIDTH * Math.sqrt((n * Math.SQRT2) % 1);
    return /** @type {Point} */ ([x + r * Math.cos(GOLDEN * n), -y + r * Math.sin(GOLDEN * n)]);
  });
  return unitDisc(spread);
}
