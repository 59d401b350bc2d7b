/** A small picture of a cloud, drawn when it comes into sight: seen a little from above, coloured by height. */

import { colours, shade } from '../drawing/colours.js';

/** Pixels of a side, and most points that are drawn. */
const SIDE = 48, MOST = 600;

/** @param {number[][]} points @returns {[x: number, y: number, height: number][]} */
function projected(points) {
  if (points[0]?.length === 2) return points.map(([x, y]) => [x, y, y]);
  const [c, s, lift] = [Math.cos(0.6), Math.sin(0.6), 0.35];
  return points.map(([x, y, z]) => [c * x - s * y, z + lift * (s * x + c * y), z]);
}

/** @param {number[]} numbers @returns {[number, number]} */
const rangeOf = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/** @param {HTMLCanvasElement} canvas @param {number[][]} points */
function draw(canvas, points) {
  const context = canvas.getContext('2d');
  if (!context || points.length === 0) return;
  const scale = Math.min(2, devicePixelRatio || 1), { low, high } = colours(canvas);
  canvas.width = canvas.height = SIDE * scale;
  const step = Math.max(1, Math.floor(points.length / MOST)), seen = projected(points.filter((_, i) => i % step === 0));
  const [[left, right], [bottom, top], [floor, ceiling]] = [0, 1, 2].map((j) => rangeOf(seen.map((point) => point[j])));
  const size = 0.9 * SIDE * scale / Math.max(right - left, top - bottom, 1e-300), middle = SIDE * scale / 2;
  for (const [x, y, height] of seen) {
    context.fillStyle = `rgb(${shade(low, high, (height - floor) / (ceiling - floor || 1))})`;
    context.fillRect(middle + size * (x - (left + right) / 2) - scale / 2, middle - size * (y - (bottom + top) / 2) - scale / 2, 1.3 * scale, 1.3 * scale);
  }
}

/** Draws what is in sight. */
const sight = new IntersectionObserver(
  (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && /** @type {Thumbnail} */ (target).draw()), { rootMargin: '100px' },
);

class Thumbnail extends HTMLElement {
  /** Gives the points of a cloud. @type {(cloud: number) => number[][]} */
  points = () => [];
  #cloud = -1;

  set cloud(/** @type {number} */ cloud) {
    if (cloud === this.#cloud) return;
    this.#cloud = cloud;
    if (this.isConnected) sight.observe(this);
  }

  connectedCallback() {
    this.setAttribute('aria-hidden', 'true');
    sight.observe(this);
  }

  disconnectedCallback() {
    sight.unobserve(this);
  }

  draw() {
    sight.unobserve(this);
    const canvas = document.createElement('canvas');
    this.replaceChildren(canvas);
    draw(canvas, this.points(this.#cloud));
  }
}

customElements.define('orbit-thumbnail', Thumbnail);
