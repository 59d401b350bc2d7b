/** Vectors as lines: an arrow for each, with the cone that the ball of its bounds fills as seen from where it begins. */

/** Sides of a cone in space. */
const SIDES = 12;

/** The length of the longest arrow, and half the width of all, as shares of the cloud's radius. */
const LONGEST = 0.6, WIDTH = 0.015;

/** The length of an arrow without its head, and the width of the head in widths of the arrow. */
const NECK = 0.75, HEAD = 3;

/** Two unit vectors across a direction in space. @param {number[]} u */
function across([x, y, z]) {
  const other = Math.abs(x) < 0.6 ? [0, -z, y] : [z, 0, -x], size = Math.hypot(...other), a = other.map((one) => one / size);
  return [a, [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]]];
}

/**
 * Points of a ball's outline, in a plane across a direction: a circle in space, both ends of a diameter in the plane.
 * @param {number[]} middle @param {number[]} direction unit vector @param {number} radius @returns {number[][]}
 */
function rim(middle, direction, radius) {
  if (middle.length === 2) return [1, -1].map((side) => [middle[0] - side * radius * direction[1], middle[1] + side * radius * direction[0]]);
  const [a, b] = across(direction);
  return Array.from({ length: SIDES }, (_, k) => middle.map((m, j) => m + radius
    * (Math.cos((2 * Math.PI * k) / SIDES) * a[j] + Math.sin((2 * Math.PI * k) / SIDES) * b[j])));
}

/** A closed line through points, as pairs of ends. @param {number[][]} points */
const closed = (points) => points.flatMap((point, k) => [point, points[(k + 1) % points.length]]);

/** Triangles between the sides of two rims. @param {number[][]} a @param {number[][]} b */
const walls = (a, b) => a.flatMap((point, k) => {
  const next = (k + 1) % a.length;
  return [point, b[k], b[next], point, b[next], a[next]];
});

/**
 * An arrow in space as a body. @param {number[]} from @param {number[]} centre the vector as drawn @param {number} width @returns {number[][]} corners of triangles
 */
function body(from, centre, width) {
  const size = Math.hypot(...centre);
  if (from.length === 2 || size === 0) return [];
  const direction = centre.map((x) => x / size), [neck, tip] = [NECK, 1].map((share) => from.map((x, j) => x + share * centre[j]));
  return [...walls(rim(from, direction, width), rim(neck, direction, width)), ...walls(rim(neck, direction, HEAD * width), rim(tip, direction, 0))];
}

/**
 * An arrow with its cone. A ball that has the origin in it, so that any direction is possible, is drawn as a ball.
 * @param {number[]} from @param {{centre: number[], radius: number}} ball as drawn, from there
 * @returns {{ends: number[][], cone: number[][]}} pairs of ends of lines, and the corners of the cone's triangles
 */
function arrow(from, { centre, radius }) {
  const length = Math.hypot(...centre), tip = from.map((x, j) => x + centre[j]);
  if (!(radius < length)) {
    const turns = from.length === 2 ? [[1, 0]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    const ring = from.length === 2 ? Array.from({ length: SIDES }, (_, k) => [
      tip[0] + radius * Math.cos((2 * Math.PI * k) / SIDES), tip[1] + radius * Math.sin((2 * Math.PI * k) / SIDES)]) : null;
    return { ends: [from, tip, ...turns.flatMap((turn) => closed(ring ?? rim(tip, turn, radius)))], cone: [] };
  }
  // Where lines from the beginning touch the ball.
  const sine = radius / length, cosine = Math.sqrt(1 - sine * sine), direction = centre.map((x) => x / length);
  const edge = rim(from.map((x, j) => x + direction[j] * length * cosine * cosine), direction, length * cosine * sine);
  const cone = from.length === 2 ? [] : edge.flatMap((point, k) => [from, point, edge[(k + 1) % edge.length]]);
  return { ends: [from, tip, ...edge.flatMap((point) => [from, point]), ...closed(edge)], cone };
}

/**
 * The vectors that are drawn at the points of a cloud, or one at its mean, the longest with a share of the cloud's radius.
 * @param {{centre: number[], radius: number}[]} balls one for each vector @param {Float64Array} points @param {number} dimension
 * @returns {import('./geometry.js').Arrows} empty where vectors and points do not fit
 */
export function arrowsAt(balls, points, dimension) {
  const count = points.length / dimension, mean = Array.from({ length: dimension }, (_, j) => {
    let sum = 0;
    for (let i = j; i < points.length; i += dimension) sum += points[i] / count;
    return sum;
  });
  if (balls.length !== 1 && balls.length !== count) balls = [];
  let reach = 0;
  for (let n = 0; n < count; n++) reach = Math.max(reach, Math.hypot(...mean.map((m, j) => points[n * dimension + j] - m)));
  const longest = Math.max(...balls.map(({ centre }) => Math.hypot(...centre))), unit = longest > 0 && reach > 0 ? (LONGEST * reach) / longest : 1;
  const all = balls.map(({ centre, radius }, n) => {
    const from = balls.length === 1 ? mean : [...points.subarray(n * dimension, (n + 1) * dimension)], drawn = centre.map((x) => x * unit);
    return { ...arrow(from, { centre: drawn, radius: radius * unit }), body: body(from, drawn, WIDTH * reach) };
  });
  const flat = (/** @type {'ends' | 'cone' | 'body'} */ part) => Float64Array.from(all.flatMap((one) => one[part].flat()));
  return { ends: flat('ends'), cones: flat('cone'), bodies: flat('body') };
}
