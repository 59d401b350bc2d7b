/**
 * Position of the eye, and where it sees each point. Lengths are in radii of the cloud, whose middle is the origin; pure numbers,
 * the same for every way of drawing.
 */

/** From the eye to the middle of a cloud of radius 1. */
const AWAY = 3.3;

/** Half of what is seen along the shorter side, at distance 1: of an angle of 38°. */
export const HALF = Math.tan((19 * Math.PI) / 180);

/** The nearest and the farthest that the eye goes, and the steepest that it looks from. */
const NEAREST = 0.15, FARTHEST = 30, STEEPEST = 1.5;

/** The eye over a cloud in the plane looks straight down on it. */
const FLAT = { azimuth: -Math.PI / 2, height: Math.PI / 2 };

/** @typedef {'x' | 'y' | 'z'} Axis */

/** The coordinates in the order across, deep, up, for each that is up. */
const ORDERS = { x: [1, 2, 0], y: [2, 0, 1], z: [0, 1, 2] };

export class Camera {
  /** The coordinate that is up. @type {Axis} */
  up = 'z';
  azimuth = 0;
  height = 0;
  away = AWAY;
  /** Point in the middle of the picture. */
  target = [0, 0, 0];
  #home = { azimuth: 0, height: 0 };

  /** @param {number} dimension */
  constructor(dimension) {
    this.solid = dimension === 3;
  }

  /** Places the eye for a cloud. @param {number[]} direction unit vector towards the eye, with z up */
  place([x, y, z]) {
    this.#home = { azimuth: Math.atan2(y, x), height: Math.asin(z) };
    this.reset();
  }

  /** Back to where it was placed; what is up stays up. */
  reset() {
    ({ azimuth: this.azimuth, height: this.height } = this.solid ? this.#home : FLAT);
    this.away = AWAY;
    this.target = [0, 0, 0];
  }

  /** Has another coordinate up. @param {Axis} up */
  raise(up) {
    this.up = up;
    this.reset();
  }

  /** By how much points are drawn larger on the screen: less than what is between them, so that those that lie together part. */
  get nearness() {
    return Math.sqrt(AWAY / this.away);
  }

  /** Turns the eye about the middle of the picture. @param {number} across rad to the right @param {number} up rad */
  turn(across, up) {
    if (!this.solid) return;
    this.azimuth += across;
    this.height = Math.max(-STEEPEST, Math.min(STEEPEST, this.height + up));
  }

  /** Moves the cloud in the picture. @param {number} right in parts of its shorter side @param {number} up */
  move(right, up) {
    const reach = 2 * HALF * this.away;
    const { right: r, up: u } = this.axes();
    this.target = this.target.map((x, i) => x - reach * (right * r[i] + up * u[i]));
  }

  /**
   * The way in space that goes so far over the picture at a depth.
   * @param {number} right in parts of its shorter side @param {number} up @param {number} depth
   */
  offset(right, up, depth) {
    const reach = 2 * HALF * depth, { right: r, up: u } = this.axes();
    return r.map((x, i) => reach * (right * x + up * u[i]));
  }

  /**
   * Comes nearer by a factor; what is drawn at a place of the picture stays there.
   * @param {number} factor @param {number} [right] of the place, from the middle in parts of the shorter side @param {number} [up]
   */
  zoom(factor, right = 0, up = 0) {
    const away = Math.max(NEAREST, Math.min(FARTHEST, this.away / factor));
    const gain = this.away / away - 1;
    this.away = away;
    this.move(-gain * right, -gain * up);
  }

  /** The directions to the right, up and towards the eye, unit vectors. */
  axes() {
    const [ca, sa, ch, sh] = [Math.cos(this.azimuth), Math.sin(this.azimuth), Math.cos(this.height), Math.sin(this.height)];
    const order = ORDERS[this.solid ? this.up : 'z'];
    const placed = (/** @type {number[]} */ v) => {
      const out = [0, 0, 0];
      order.forEach((to, i) => { out[to] = v[i]; });
      return out;
    };
    return { right: placed([-sa, ca, 0]), up: placed([-sh * ca, -sh * sa, ch]), back: placed([ch * ca, ch * sa, sh]) };
  }

  /**
   * Projects points, in parts of the shorter side of the picture from its middle, and gives their depth; depth ≤ 0 is behind the eye.
   * @param {Float64Array} points row by row @param {number} dimension @param {{centre: number[], radius: number}} frame
   * @returns {Float32Array} right, up, depth of each
   */
  project(points, dimension, { centre, radius }) {
    const { right: r, up: u, back: b } = this.axes();
    const out = new Float32Array((3 * points.length) / dimension);
    const [tx, ty, tz] = this.target;
    for (let i = 0, o = 0; i < points.length; i += dimension, o += 3) {
      const x = (points[i] - centre[0]) / radius - tx, y = (points[i + 1] - centre[1]) / radius - ty;
      const z = (dimension === 3 ? (points[i + 2] - centre[2]) / radius : 0) - tz;
      const depth = this.away - (b[0] * x + b[1] * y + b[2] * z);
      const scale = 0.5 / (HALF * depth);
      out[o] = scale * (r[0] * x + r[1] * y + r[2] * z);
      out[o + 1] = scale * (u[0] * x + u[1] * y + u[2] * z);
      out[o + 2] = depth;
    }
    return out;
  }
}
