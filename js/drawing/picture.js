/**
 * A picture of clouds that can be held: what is shown, from where, and which point is named. It paints when something has
 * changed and not otherwise; while it moves with as many points as the screen can follow with, and at rest with all.
 */

import { Camera } from './camera.js';
import { beginning, viewpoint } from './geometry.js';
import { Hand } from './hand.js';
import { press } from './keys.js';
import { described, nextPoint } from './named-point.js';
import { Grid, MEANT, pointsAlong } from './pick.js';
import { nextCount } from './thinning.js';

/** Milliseconds after a movement until all points are drawn. */
const REST = 160;

/** Most and least that points are drawn larger than by themselves. */
const LARGEST = 4, SMALLEST = 0.25;

/** Colourings of any cloud. */
export const WAYS = /** @type {const} */ (['cloud', 'height', 'movement']);

/**
 * @typedef {import('./geometry.js').Scene} Scene
 * @typedef {import('./colours.js').Colours} Colours
 * @typedef {import('./named-point.js').Named} Named
 * @typedef {{x: number, y: number} & import('./named-point.js').Point} Point where it is drawn on the canvas, and its description
 * @typedef {string} Colouring one of WAYS, or what else colours the shown cloud
 * @typedef {{size: number, colouring: Colouring, up: import('./camera.js').Axis}} Look how large points are drawn, and what their colour says
 *
 * @typedef {object} Brush what draws, on a plain canvas or with WebGL
 * @property {(filling: Filling) => void} fill takes what is shown, or its beginning
 * @property {(camera: Camera, size: {width: number, height: number}, share: number) => void} paint a share of what it has taken
 * @property {() => void} dispose
 *
 * @typedef {object} Filling
 * @property {Scene} scene
 * @property {Float64Array} clean the beginning of its points that is drawn
 * @property {Float64Array | null} moved of the perturbed cloud where it is now
 * @property {import('./geometry.js').Frame} frame
 * @property {Colours} colours
 * @property {Look} look
 *
 * @typedef {object} Tool what a drag uses in place of turning
 * @property {number} radius of its circle, in pixels
 * @property {(other: boolean) => void} begin other: whether it does the other of two things
 * @property {(clean: number[], perturbed: number[]) => void} touch points of both clouds where they are drawn, by their numbers in the files
 * @property {() => void} end
 * @property {() => void} undo
 * @property {(factor: number) => void} resize
 *
 * @typedef {object} Puller what pulls points
 * @property {() => boolean} begin whether points can be pulled
 * @property {(number: number, offset: number[]) => void} move a clean point by its number in the file, from where it was
 * @property {() => void} end
 *
 * @typedef {{index: number, from: [right: number, up: number], depth: number}} Held the drawn clean point that a hand pulls, and where it was
 * @typedef {{scene: Scene, t: number, colours: Colours}} Shown
 */

/** Dispatches 'change' when the view or the point that is named has changed, 'tool' when another tool is asked for. */
export class Picture extends EventTarget {
  /** @type {Look} */
  look = { size: 1, colouring: 'cloud', up: 'z' };
  /** The point that is named. @type {Named | null} */
  named = null;
  /** True while that point is taken: it stays named, and arrow keys pull it, or in space drags. */
  taken = false;
  /** Tool that drags use. @type {Tool | null} */
  tool = null;

  /** Pulls points, null where none can be. @type {Puller | null} */
  puller = null;
  /** The point that is pulled. @type {Held | null} */
  #pulled = null;

  /** @type {Shown | null} */
  #shown = null;
  /** The clouds that the eye was placed for. @type {Float64Array | null} */
  #seen = null;
  /** Names of what colours the shown cloud beside WAYS, and the colouring that it starts with. @type {{names: string[], first: Colouring}} */
  #offered = { names: [], first: WAYS[0] };
  /** The share of the points that the brush has, 0 where what it has is not what is shown. */
  #filled = 0;
  /** Points of the next frame of a movement. */
  #count = Infinity;
  /** The share that is painted. */
  #share = 0;
  /** State of painting: a frame is due, when the last one was painted, the frame to come. */
  #due = false;
  #painted = 0;
  #frame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** The clouds as they were painted last, in cells of the screen; null until the mouse asks for a point. @type {{perturbed: boolean, grid: Grid}[] | null} */
  #grids = null;
  /** Position of the mouse, until the next frame. @type {{x: number, y: number} | null} */
  #hovered = null;
  /** Positions of the tool since the last frame, after its position then. @type {[right: number, up: number][]} */
  #way = [];
  /** Position of the mouse over the canvas, null outside. @type {[right: number, up: number] | null} */
  #aim = null;

  /** @param {HTMLCanvasElement} canvas @param {number} dimension of the clouds @param {Brush} brush */
  constructor(canvas, dimension, brush) {
    super();
    this.canvas = canvas;
    this.camera = new Camera(dimension);
    this.brush = brush;
    if (dimension === 2) this.look.up = 'y';
    this.hand = new Hand(this);
    canvas.addEventListener('keydown', this.#onKey);
  }

  dispose() {
    this.canvas.removeEventListener('keydown', this.#onKey);
    this.hand.dispose();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.brush.dispose();
  }

  /** The shorter side of the canvas. */
  get side() {
    return Math.max(1, Math.min(this.canvas.clientWidth, this.canvas.clientHeight));
  }

  get scene() {
    return this.#shown?.scene ?? null;
  }

  get #all() {
    const { clean, given, dimension } = this.scene ?? { clean: [], given: null, dimension: 1 };
    return (clean.length + (given?.length ?? 0)) / dimension;
  }

  /**
   * Shows clouds, whole.
   * @param {Scene} scene @param {number} t how far the perturbed cloud has been aligned, 0 to 1 @param {Colours} colours
   */
  show(scene, t, colours) {
    this.#take(scene, t, colours);
    clearTimeout(this.#rest);
    this.#due = false;
    this.#paint(1);
  }

  /** Takes what else colours the clouds that are shown next. @param {string[]} names @param {Colouring} first that they start with */
  offer(names, first) {
    const known = this.#offered;
    this.#offered = { names, first };
    if (first !== known.first || ![...WAYS, ...names].includes(this.look.colouring)) this.look = { ...this.look, colouring: first };
  }

  /** Shows clouds that move: with fewer points where that takes long. @param {Scene} scene @param {number} t @param {Colours} colours */
  stir(scene, t, colours) {
    this.#take(scene, t, colours);
    this.#move();
  }

  /** @param {Scene} scene @param {number} t @param {Colours} colours */
  #take(scene, t, colours) {
    if (this.#seen !== scene.source) {
      this.#seen = scene.source;
      [this.named, this.taken] = [null, false];
      if (this.camera.solid) this.camera.place(viewpoint(scene.frame(1)));
      else this.camera.reset();
    }
    if (this.named?.perturbed && !scene.given) [this.named, this.taken] = [null, false];
    this.#shown = { scene, t, colours };
    this.#filled = 0;
  }

  /** Changes the view. @param {(camera: Camera) => void} how */
  change(how) {
    how(this.camera);
    this.#move();
  }

  /** @param {import('./camera.js').Axis} up */
  raise(up) {
    if (!this.camera.solid) return;
    this.camera.raise(up);
    this.#relook({ up });
  }

  /** @param {number} factor by which points are drawn larger */
  resize(factor) {
    this.#relook({ size: Math.max(SMALLEST, Math.min(LARGEST, this.look.size * factor)) });
  }

  /** Lists the colourings that the shown clouds support. */
  get colourings() {
    const { paired, given } = this.scene ?? {};
    return [...WAYS.filter((each) => each !== 'movement' || (paired && given)), ...this.#offered.names];
  }

  /** Reports whether more than WAYS colours the clouds. */
  get offers() {
    return this.#offered.names.length > 0;
  }

  /** Colours by something, by the next without a word. @param {Colouring} [colouring] */
  recolour(colouring = this.colourings[(this.colourings.indexOf(this.look.colouring) + 1) % this.colourings.length]) {
    this.#relook({ colouring });
  }

  /** @param {Partial<Look>} look */
  #relook(look) {
    this.look = { ...this.look, ...look };
    this.#filled = 0;
    this.#move();
  }

  /** Names a point, or none. @param {Named | null} named */
  point(named) {
    if (named?.index === this.named?.index && named?.perturbed === this.named?.perturbed) return;
    this.named = named;
    this.#changed();
  }

  /** Names the next point of the file. @param {number} by */
  step(by) {
    const next = this.scene && nextPoint(this.scene, this.named, by);
    if (next) this.point(next);
  }

  /** Takes the point that is named, or lets it go. @param {boolean} taken */
  take(taken) {
    this.taken = taken && this.named !== null && this.puller !== null;
    this.#changed();
  }

  /** Takes the point under a place of the window, none where there is none. @param {number} x @param {number} y */
  choose(x, y) {
    this.#find({ x, y });
    this.take(true);
  }

  /** Names what the mouse is over. @param {number} x @param {number} y of the window */
  hover(x, y) {
    this.#aim = this.placeOn(x, y);
    this.#hovered = { x, y };
    this.#request();
  }

  /** The mouse is over it no longer. */
  leave() {
    this.#aim = null;
    if (this.tool) this.#changed();
    if (!this.taken) this.point(null);
  }

  /** Takes another tool, or none. @param {Tool | null} tool */
  use(tool) {
    this.tool = tool;
    this.canvas.classList.toggle('brushed', tool !== null);
    this.#changed();
  }

  askTool() {
    this.dispatchEvent(new Event('tool'));
  }

  /**
   * The circle of the tool on the canvas, null without one.
   * @returns {{x: number, y: number, radius: number, held: boolean} | null} held: by the mouse, and not in the middle for keys
   */
  get circle() {
    if (!this.tool) return null;
    const { side, canvas: { clientWidth: width, clientHeight: height } } = this;
    const [right, up] = this.#aim ?? [0, 0];
    return { x: width / 2 + side * right, y: height / 2 - side * up, radius: this.tool.radius, held: this.#aim !== null };
  }

  /** Draws the tool on to a place of the window. @param {number} x @param {number} y */
  stroke(x, y) {
    this.#aim = this.placeOn(x, y);
    this.#way.push(this.#aim);
    this.#request();
  }

  /** The tool is lifted. */
  lift() {
    this.#pass();
    this.#way = [];
    this.tool?.end();
  }

  /** Uses the tool once where its circle is. @param {boolean} other */
  dab(other) {
    if (!this.tool) return;
    this.tool.begin(other);
    this.#way = [this.#aim ?? [0, 0]];
    this.lift();
  }

  /** Has the tool touch what it has passed since the last frame. */
  #pass() {
    const { scene, tool } = this;
    if (!scene || !tool || !this.#way.length) return;
    const [clean, perturbed = []] = this.#clouds().map(({ perturbed, points }) => pointsAlong(this.#project(points), this.#way, tool.radius / this.side)
      .map((index) => scene.numberOf(perturbed ? 'perturbed' : 'clean', index)));
    this.#way = this.#way.slice(-1);
    tool.touch(clean, perturbed);
  }

  /** The clean point that a hand pulls by a drawn one, null where none belongs to it. @param {Named} named @param {Omit<Held, 'index'>} place @returns {Held | null} */
  #held({ perturbed, index }, { from, depth }) {
    const { coming, order } = /** @type {Scene} */ (this.scene), clean = perturbed && coming ? coming.mate[index] : index;
    return clean >= 0 && clean < order.length ? { index: clean, from, depth } : null;
  }

  /** The point that is taken, null where none is. */
  get #taken() {
    const { scene, named } = this;
    if (!scene || !named || !this.taken) return null;
    const i = named.index * scene.dimension, { points } = this.#clouds()[named.perturbed ? 1 : 0];
    const [right, up, depth] = this.#project(points.subarray(i, i + scene.dimension));
    return this.#held(named, { from: [right, up], depth });
  }

  /**
   * The point of the cloud on top that a place of the window means, null where none can be pulled: in space, where a drag turns the eye, the one that is taken.
   * @param {number} x @param {number} y
   */
  meant(x, y) {
    const place = this.placeOn(x, y), able = this.puller && !this.tool;
    if (this.camera.solid) {
      const point = able ? this.#taken : null;
      return point && Math.hypot(point.from[0] - place[0], point.from[1] - place[1]) < MEANT / this.side ? { ...point, from: place } : null;
    }
    const top = able ? this.#gridsNow().at(-1) : null, hit = top?.grid.at(...place);
    return top && hit ? this.#held({ ...hit, perturbed: top.perturbed }, { from: place, depth: hit.depth }) : null;
  }

  /** Grips the point under a place of the window. @param {number} x @param {number} y @returns {boolean} whether there is one */
  grip(x, y) {
    this.#pulled = this.meant(x, y);
    return this.#pulled !== null && (this.puller?.begin() ?? false);
  }

  /** Pulls the point that is gripped to a place of the window. @param {number} x @param {number} y */
  pull(x, y) {
    const [r, u] = this.placeOn(x, y);
    if (this.#pulled) this.#pullBy(this.#pulled, r - this.#pulled.from[0], u - this.#pulled.from[1]);
  }

  /** @param {Held} point @param {number} right in parts of the picture's shorter side @param {number} up */
  #pullBy({ index, depth }, right, up) {
    if (!this.#shown) return;
    const { scene, t } = this.#shown;
    this.puller?.move(scene.order[index], this.camera.offset(right, up, depth).slice(0, scene.dimension).map((part) => part * scene.frame(t).radius));
    // Its circle goes with it.
    if (this.taken && this.scene?.given) this.named = { perturbed: true, index };
  }

  /** Pulls the point that is taken one step. @param {number} right in parts of the picture's shorter side @param {number} up */
  nudge(right, up) {
    const point = this.#taken;
    if (!point || !this.puller?.begin()) return;
    this.#pullBy(point, right, up);
    this.puller.end();
  }

  /** The clouds in cells of the screen, as they are drawn. */
  #gridsNow() {
    return (this.#grids ??= this.#clouds().map(({ perturbed, points }) => ({ perturbed, grid: new Grid(this.#project(points), this.side) })));
  }

  /** @param {{x: number, y: number}} place of the window */
  #find({ x, y }) {
    const place = this.placeOn(x, y);
    const hits = this.#gridsNow().flatMap(({ perturbed, grid }) => {
      const hit = grid.at(...place);
      return hit ? [{ perturbed, ...hit }] : [];
    });
    const [first] = hits.sort((a, b) => a.off - b.off || a.depth - b.depth);
    this.point(first ?? null);
  }

  /** The clouds as they are drawn. */
  #clouds() {
    if (!this.#shown) return [];
    const { scene, t } = this.#shown;
    const moved = scene.moved(t);
    return [{ perturbed: false, points: scene.clean }, ...(moved ? [{ perturbed: true, points: moved }] : [])];
  }

  /** @param {Float64Array} points */
  #project(points) {
    const { scene, t } = /** @type {Shown} */ (this.#shown);
    return this.camera.project(points, scene.dimension, scene.frame(t));
  }

  /**
   * A place of the window from the middle of the picture, in parts of its shorter side.
   * @param {number} x
   * @param {number} y
   * @returns {[right: number, up: number]}
   */
  placeOn(x, y) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return [(x - left - width / 2) / this.side, (top + height / 2 - y) / this.side];
  }

  /** Describes the point that is named. @returns {Point | null} */
  get told() {
    const { scene, named } = this;
    if (!scene || !named) return null;
    // Measured late: this lays out the page.
    const { side, canvas: { clientWidth: width, clientHeight: height } } = this;
    const clouds = this.#clouds().map(({ points }) => points), i = named.index * scene.dimension;
    const [right, up] = this.#project(clouds[named.perturbed ? 1 : 0].subarray(i, i + scene.dimension));
    return { x: width / 2 + side * right, y: height / 2 - side * up, ...described(scene, named, clouds) };
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (!press(this, event)) return;
    event.preventDefault();
    this.#move();
  };

  /** Something has moved: it is painted with the next frame, and whole once it rests. */
  #move() {
    this.#due = true;
    this.#request();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#share < 1 && this.#paint(1), REST);
  }

  #request() {
    this.#frame ||= requestAnimationFrame(this.#onFrame);
  }

  /** Paints what is due, and asks for one more frame to learn how long this one took. @param {number} now */
  #onFrame = (now) => {
    this.#frame = 0;
    const hovered = this.#hovered;
    this.#hovered = null;
    if (this.#painted) this.#count = nextCount(Math.min(this.#count, this.#all), now - this.#painted, this.#all);
    this.#painted = 0;
    if (this.#due) {
      this.#due = false;
      this.#painted = now;
      this.#paint(Math.min(1, this.#count / this.#all));
      this.#request();
    }
    this.#pass();
    if (this.tool) this.#changed();
    else if (hovered && !this.taken) this.#find(hovered);
  };

  /** @param {number} share of the points */
  #paint(share) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.#grids = null;
    if (!this.#shown || width * height === 0) return;
    if (share > this.#filled) this.#fill(share);
    this.#share = share;
    this.brush.paint(this.camera, { width, height }, share / this.#filled);
    this.#changed();
  }

  /** @param {number} share */
  #fill(share) {
    const { look } = this;
    const { scene, t, colours } = /** @type {Shown} */ (this.#shown);
    const moved = scene.moved(t);
    const part = (/** @type {Float64Array} */ points) => beginning(points, scene.dimension, share);
    this.brush.fill({ scene, clean: part(scene.clean), moved: moved && part(moved), frame: scene.frame(t), colours, look });
    this.#filled = share;
  }
}
