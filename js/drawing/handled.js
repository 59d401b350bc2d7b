/** Clouds as a hand moves them: turned and scaled about their mean. */

/** The mean of points. @param {Float64Array} points @param {number} dimension */
function meanOf(points, dimension) {
  const mean = Array(dimension).fill(0), count = points.length / dimension;
  points.forEach((x, i) => { mean[i % dimension] += x / count; });
  return mean;
}

/**
 * Pulls the point that is farthest from the mean away from it.
 * @param {Float64Array} points @param {number} dimension @param {number} by
 */
export function farthestPulled(points, dimension, by) {
  const mean = meanOf(points, dimension), away = (/** @type {number} */ i) => Math.hypot(...mean.map((m, j) => points[i + j] - m));
  let farthest = 0;
  for (let i = dimension; i < points.length; i += dimension) if (away(i) > away(farthest)) farthest = i;
  const length = away(farthest) || 1, moved = points.slice();
  for (let j = 0; j < dimension; j++) moved[farthest + j] += by * ((points[farthest + j] - mean[j]) / length);
  return moved;
}

/**
 * Scales points about their mean.
 * @param {Float64Array} points @param {number} dimension @param {number} factor
 */
export function scaled(points, dimension, factor) {
  const mean = meanOf(points, dimension);
  return points.map((x, i) => mean[i % dimension] + factor * (x - mean[i % dimension]));
}

/**
 * Turns points about their mean.
 * @param {Float64Array} points @param {number} dimension 2 or 3 @param {number} degrees counterclockwise, seen from the tip of the axis
 * @param {number[]} axis unit vector in space; in the plane it is upright
 */
export function turned(points, dimension, degrees, axis) {
  const mean = meanOf(points, dimension), angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)], [a, b, c] = dimension === 2 ? [0, 0, 1] : axis;
  const moved = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += dimension) {
    const [x, y, z] = [0, 1, 2].map((j) => (j < dimension ? points[i + j] - mean[j] : 0));
    const along = (1 - cos) * (a * x + b * y + c * z);
    const turn = [cos * x + sin * (b * z - c * y) + along * a, cos * y + sin * (c * x - a * z) + along * b, cos * z + sin * (a * y - b * x) + along * c];
    for (let j = 0; j < dimension; j++) moved[i + j] = mean[j] + turn[j];
  }
  return moved;
}
