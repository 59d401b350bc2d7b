/** Draws a scene on a plain canvas: 2-D clouds as they are, 3-D clouds in a fixed parallel projection. */

import { shade } from './colours.js';
import { between, length, longest, viewpoint } from './geometry.js';

/** @typedef {import('./geometry.js').Scene} Scene */

const SHADES = 12;

export class FlatDrawing {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  }

  /**
   * @param {Scene} scene @param {number} t how far the perturbed cloud has been aligned, 0 to 1
   * @param {import('./colours.js').Colours} colours
   */
  draw(scene, t, colours) {
    const { width, height } = this.#size();
    const pen = this.context;
    pen.clearRect(0, 0, width, height);
    const project = projection(scene, t, width, height);
    const moved = scene.moved(t);
    const dot = Math.max(1.1, Math.min(6, 60 / Math.sqrt(scene.clean.length)));
    // Wider than the perturbed points, so that they show where both lie together.
    dots(pen, project(scene.clean), moved ? 1.7 * dot : dot, colours.clean);
    if (!moved) return;
    if (scene.paired) residuals(pen, scene, moved, project, colours);
    dots(pen, project(moved), dot, colours.perturbed);
  }

  /** Fits the canvas to its box at the screen's resolution. */
  #size() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { width, height };
  }

  dispose() {}
}

/** The screen's directions to the right and up for an eye in direction e, with z up. @param {number[]} e */
function screen([x, y, z]) {
  const flat = Math.hypot(x, y);
  return [[-y / flat, x / flat, 0], [-z * x / flat, -z * y / flat, flat]];
}

/** @param {Scene} scene @param {number} t @param {number} width @param {number} height */
function projection(scene, t, width, height) {
  const { dimension, frameGiven: a, frameAligned: b } = scene;
  const centre = between(a.centre, b.centre, t);
  const scale = (0.5 * Math.min(width, height) - 12) / (a.radius + t * (b.radius - a.radius));
  const [right, up] = dimension === 2 ? [[1, 0, 0], [0, 1, 0]] : screen(viewpoint(b));
  return (/** @type {Float64Array} */ points) => {
    const out = new Float64Array(2 * points.length / dimension);
    for (let i = 0, o = 0; i < points.length; i += dimension, o += 2) {
      const x = points[i] - centre[0], y = points[i + 1] - centre[1];
      const z = dimension === 3 ? points[i + 2] - centre[2] : 0;
      out[o] = width / 2 + scale * (right[0] * x + right[1] * y + right[2] * z);
      out[o + 1] = height / 2 - scale * (up[0] * x + up[1] * y + up[2] * z);
    }
    return out;
  };
}

/** @param {CanvasRenderingContext2D} pen @param {Float64Array} at @param {number} radius @param {string} colour */
function dots(pen, at, radius, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  for (let i = 0; i < at.length; i += 2) {
    pen.moveTo(at[i] + radius, at[i + 1]);
    pen.arc(at[i], at[i + 1], radius, 0, 2 * Math.PI);
  }
  pen.fill();
}

/**
 * Short lines from each clean point to its perturbed one, one path per shade.
 * @param {CanvasRenderingContext2D} pen @param {Scene} scene @param {Float64Array} moved
 * @param {(points: Float64Array) => Float64Array} project @param {import('./colours.js').Colours} colours
 */
function residuals(pen, scene, moved, project, colours) {
  const { clean, given, dimension } = scene;
  const most = longest(clean, given, dimension) || 1;
  const paths = Array.from({ length: SHADES }, () => new Path2D());
  const from = project(clean), to = project(moved);
  for (let i = 0, o = 0; i < clean.length; i += dimension, o += 2) {
    const part = Math.min(length(clean, moved, i, dimension) / most, 1);
    const line = paths[Math.round(part * (SHADES - 1))];
    line.moveTo(from[o], from[o + 1]);
    line.lineTo(to[o], to[o + 1]);
  }
  pen.lineWidth = 1;
  paths.forEach((line, k) => {
    pen.strokeStyle = `rgb(${shade(colours, k / (SHADES - 1))})`;
    pen.stroke(line);
  });
}
