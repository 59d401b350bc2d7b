/** Draws clouds on a plain canvas: those in the plane, and others where there is no WebGL. */

import { shade, tintsOf } from './colours.js';
import { DRAWN, strokesOf } from './point-marks.js';
import { axisEnds, beginning, eachPair, length, longest } from './geometry.js';

/** @typedef {import('./picture.js').Filling} Filling */

const SHADES = 12;

/** The side of a picture from which on its dots grow with it. */
const USUAL = 600;

/** Half the width of a mark that a point has, and of its strokes, in pixels. */
const MARK = 5, STROKE = 1.75;

export class FlatBrush {
  /** @type {Filling | null} */
  #filling = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  }

  /** @param {Filling} filling */
  fill(filling) {
    this.#filling = filling;
  }

  /** @param {import('./camera.js').Camera} camera @param {{width: number, height: number}} size @param {number} share */
  paint(camera, size, share) {
    this.#fit(size);
    const { pen } = this;
    pen.clearRect(0, 0, size.width, size.height);
    if (!this.#filling) return;
    const { scene, clean, moved, frame, colours, look } = this.#filling;
    const project = projection(camera, frame, scene.dimension, size, share);
    const dot =
      look.size * camera.nearness * Math.max(1, Math.min(size.width, size.height) / USUAL) * Math.max(1.1, Math.min(6, 60 / Math.sqrt(scene.clean.length)));
    const tints = tintsOf(this.#filling, SHADES);
    if (scene.shown) lines(pen, bondEnds(scene.shown, project(moved ?? clean)), colours.clean, 3);
    lines(pen, projection(camera, frame, scene.dimension, size, 1)(axisEnds(scene.axis, frame)), colours.axis);
    // Wider than the perturbed points, so that they show where both lie together.
    dots(pen, project(clean), moved ? 1.7 * dot : dot, moved ? [colours.clean] : tints.colours, moved ? null : tints.of);
    if (!moved) return;
    if (scene.paired) residuals(pen, this.#filling, project, colours);
    dots(pen, project(moved), dot, tints.colours, tints.of);
    if (scene.coming) marks(pen, scene.coming, { clean: project(clean), perturbed: project(moved) }, look.size * camera.nearness, colours.mark);
  }

  /** Fits the canvas to its box at the screen's resolution. @param {{width: number, height: number}} size */
  #fit({ width, height }) {
    const ratio = window.devicePixelRatio || 1, size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    // The same size again would make the browser take a new sheet.
    if (this.canvas.width !== size.width || this.canvas.height !== size.height) Object.assign(this.canvas, size);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  dispose() {}
}

/**
 * @param {import('./camera.js').Camera} camera @param {import('./geometry.js').Frame} frame @param {number} dimension
 * @param {{width: number, height: number}} size @param {number} share of the points
 */
function projection(camera, frame, dimension, { width, height }, share) {
  const side = Math.min(width, height);
  return (/** @type {Float64Array} */ points) => {
    const seen = camera.project(beginning(points, dimension, share), dimension, frame);
    const out = new Float64Array((2 * seen.length) / 3);
    for (let i = 0, o = 0; i < seen.length; i += 3, o += 2) {
      out[o] = seen[i + 2] > 0 ? width / 2 + side * seen[i] : NaN;
      out[o + 1] = height / 2 - side * seen[i + 1];
    }
    return out;
  };
}

/**
 * @param {CanvasRenderingContext2D} pen @param {Float64Array} at @param {number} radius
 * @param {string[]} colours @param {((index: number) => number) | null} of the colour of each point, by its place; null where there is one
 */
function dots(pen, at, radius, colours, of) {
  for (let i = 0; i < at.length; i += 2) {
    if (!(at[i] === at[i])) continue;
    pen.fillStyle = colours[of ? of(i / 2) : 0];
    // One by one they are filled in less time than as one path.
    pen.beginPath();
    pen.arc(at[i], at[i + 1], radius, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** @param {CanvasRenderingContext2D} pen @param {ArrayLike<number>} ends pairs of points @param {string} colour @param {number} [width] */
function lines(pen, ends, colour, width = 1) {
  pen.beginPath();
  for (let i = 0; i + 4 <= ends.length; i += 4) {
    pen.moveTo(ends[i], ends[i + 1]);
    pen.lineTo(ends[i + 2], ends[i + 3]);
  }
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  pen.stroke();
}

/**
 * Short lines from each clean point to its perturbed one, one path per shade.
 * @param {CanvasRenderingContext2D} pen @param {Filling} filling
 * @param {(points: Float64Array) => Float64Array} project @param {import('./colours.js').Colours} colours
 */
function residuals(pen, { scene, clean, moved }, project, colours) {
  if (!moved) return;
  const { given, dimension } = scene;
  const most = longest(scene, given) || 1;
  const ends = Array.from({ length: SHADES }, () => /** @type {number[]} */ ([]));
  const from = project(clean), to = project(moved);
  eachPair(scene, from.length / 2, to.length / 2, (i, j) => {
    const part = Math.min(length(clean, moved, i, j, dimension) / most, 1);
    ends[Math.round(part * (SHADES - 1))].push(from[2 * i], from[2 * i + 1], to[2 * j], to[2 * j + 1]);
  });
  ends.forEach((each, k) => lines(pen, each, `rgb(${shade(colours.short, colours.long, k / (SHADES - 1))})`));
}

/** @param {import('./geometry.js').Shown} shown @param {Float64Array} at where its points are drawn */
const bondEnds = ({ bonds }, at) => bonds.filter((ends) => 2 * Math.max(...ends) < at.length)
  .flatMap((ends) => ends.flatMap((i) => [at[2 * i], at[2 * i + 1]]));

/**
 * Marks over the points that have no partner.
 * @param {CanvasRenderingContext2D} pen
 * @param {import('./point-marks.js').Coming} coming
 * @param {Record<'clean' | 'perturbed', Float64Array>} at where they are drawn
 * @param {number} size @param {string} colour
 */
function marks(pen, coming, at, size, colour) {
  const wide = MARK * Math.max(0.6, size);
  const ends = DRAWN.flatMap(([cloud, mark], k) => {
    const strokes = strokesOf(mark, cloud === 'perturbed').flat(), places = at[cloud];
    return coming.marked[k].flatMap((i) => strokes.map((part, j) => places[2 * i + (j % 2)] + wide * part));
  });
  lines(pen, ends, colour, STROKE);
}
