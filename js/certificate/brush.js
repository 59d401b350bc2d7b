/** Turns, scales and pulls a cloud in the picture, takes points off or scatters them, as a visitor does; and the request that says so. */

import { MOST, reordered } from '../drawing/geometry.js';
import { scaled, turned } from '../drawing/handled.js';

/** States of a point. */
const KEPT = 0, REMOVED = 1, SCATTERED = 2;

/** The radius of the brush in pixels: the least, the first, the most, and by what a key makes it larger. */
export const RADIUS = { least: 4, first: 16, most: 80, step: 1.25 };

/**
 * @typedef {'turn' | 'remove' | 'scatter'} Use what a drag over the drawing does
 * @typedef {NonNullable<import('../question/said.js').Laid['brushed']>} Brushed the cloud that is left
 * @typedef {{dimension: number, perturbed: Float64Array, partners: number[], successors: number[], whole: boolean}} Left the same for drawing: for each clean point
 *   the row of its partner, and of what has taken its place, −1 for none; whole: whether all points are there
 */

/** A number from 0 to 1 that follows from a whole number (splitmix32). @param {number} n */
function scattered(n) {
  let z = Math.imul(n + 1, 0x9e3779b9);
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
}

/** Random places in the box of a cloud, one for each of its points and always the same. @param {Float64Array} points @param {number} dimension */
export function placesIn(points, dimension) {
  const low = Array(dimension).fill(Infinity), high = Array(dimension).fill(-Infinity);
  points.forEach((x, i) => {
    low[i % dimension] = Math.min(low[i % dimension], x);
    high[i % dimension] = Math.max(high[i % dimension], x);
  });
  return points.map((_, i) => low[i % dimension] + scattered(i) * (high[i % dimension] - low[i % dimension]));
}

/** Dispatches 'change' when points went or came back, or the brush is another one. */
export class Brush extends EventTarget {
  /** @type {Use} */
  use = 'turn';
  /** True if its panel is unfolded, over this picture and the next one of the same cloud. */
  open = false;
  radius = RADIUS.first;
  /** Explains what the last stroke could not do, '' for nothing. */
  hint = '';

  /** The cloud that this is about. @type {{file: string, points: Float64Array, dimension: number} | null} */
  #cloud = null;
  /** Positions of the scattered points, null until one is scattered. @type {Float64Array | null} */
  #places = null;
  #pointStates = new Uint8Array();
  /** Positions of the points once a hand has moved any. @type {Float64Array | null} */
  #handled = null;
  /** The same before the movement that goes on. @type {Float64Array | null} */
  #before = null;
  /** Degrees by which the hand has turned, null before it does. @type {number | null} */
  degrees = null;
  /** Factor by which the hand has scaled. */
  factor = 1;
  /** Numbers of the points that the hand has pulled. @type {Set<number>} */
  pulled = new Set();
  /** True while a hand holds the cloud. */
  holds = false;
  /** An answer about the cloud where the hand holds it, null where the state has that. @type {import('../question/state.js').Answer | null} */
  proved = null;
  /** The remaining cloud, undefined until it is computed. @type {Left | null | undefined} */
  #left;
  /** States of the points before each stroke. @type {Uint8Array<ArrayBuffer>[]} */
  #strokes = [];
  /** State that the stroke gives to points. */
  #next = REMOVED;
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    super();
    this.#desk = desk;
    desk.addEventListener('change', () => this.#leave());
  }

  /** Explains why no point can be removed, '' where one can. */
  get obstacle() {
    const { entries: { values }, files: { clouds: { clean } } } = this.#desk;
    if (!clean) return 'Open a cloud first: there are no points to remove.';
    if (values.subsample.trim() === '')
      return 'Votes of whole clouds prove nothing about fewer points. '
        + 'Enter “Points the model sees” and votes of random subsets, or count them with a model.';
    if (!this.holdable && clean.count <= MOST) return 'The brush removes points from the cloud as read. Switch off its preparation first.';
    return clean.count > MOST ? `The brush handles ${MOST.toLocaleString('en')} points; this cloud has more.` : '';
  }

  /** Reports whether a hand can move the cloud: as it was read, and drawn whole. */
  get holdable() {
    const { entries: { values }, files: { clouds: { clean } } } = this.#desk;
    return clean !== null && clean.count <= MOST && values.kept.trim() === '' && values.normalise === 'none' && values.dropMissing !== 'true';
  }

  /** The points where they are: moved, else perturbed in the order of the clean cloud, else those of that. */
  get #points() {
    if (this.#handled) return this.#handled;
    const { computed, entries: { values }, files: { clouds: { clean, perturbed } }, result: { certificate } } = this.#desk;
    const points = /** @type {Float64Array} */ (clean?.points), dimension = clean?.dimension ?? 2;
    const other = computed?.perturbed ?? (values.perturbation === 'file' && perturbed?.dimension === dimension ? perturbed.points : null);
    const order = certificate?.value.orbit?.alignment?.permutation;
    if (this.touched || other?.length !== points.length || (values.permutation === 'true' && !order)) return points;
    return order ? reordered(other, dimension, order) : other;
  }

  /** A hand takes the cloud. @returns {boolean} whether it can */
  hold() {
    if (!this.holdable) return false;
    this.#before = this.#points;
    this.holds = true;
    this.#desk.play.stop();
    this.#changed();
    return true;
  }

  /** Moves what is held; a hand that has lost it moves nothing. @param {(points: Float64Array, dimension: number) => Float64Array} how @param {() => void} say */
  #move(how, say) {
    if (!this.holds || !this.#before || !this.#cloud) return;
    say();
    this.#handled = how(this.#before, this.#cloud.dimension);
    this.#put();
  }

  /** Turns what is held, about its mean. @param {number} by degrees @param {number[]} axis through it, in 3-D @param {number} degrees that are shown */
  turn(by, axis, degrees) {
    this.#move((points, dimension) => turned(points, dimension, by, axis), () => { this.degrees = degrees; });
  }

  /** Scales what is held, about its mean. @param {number} by @param {number} factor that is shown */
  scale(by, factor) {
    this.#move((points, dimension) => scaled(points, dimension, by), () => { this.factor = factor; });
  }

  /** Pulls a point of what is held. @param {number} number @param {number[]} offset */
  pull(number, offset) {
    this.#move((points, dimension) => {
      const moved = points.slice();
      offset.forEach((x, j) => { moved[number * dimension + j] += x; });
      return moved;
    }, () => this.pulled.add(number));
  }

  /** The hand lets go: what waited for it is drawn. */
  release() {
    this.holds = false;
    this.#changed();
    this.#desk.dispatchEvent(new Event('change'));
  }

  /** Forgets what the hand has done. */
  #forget() {
    [this.#handled, this.degrees, this.factor, this.holds, this.proved] = [null, null, 1, false, null];
    this.pulled = new Set();
  }

  /** Counts the points that have moved or are gone. */
  get numbers() {
    const counts = [0, 0, 0];
    for (const state of this.#pointStates) counts[state]++;
    return { removed: counts[REMOVED], scattered: counts[SCATTERED] };
  }

  get count() {
    return this.#pointStates.length;
  }

  /** Reports whether any point is gone or moved. */
  get touched() {
    return this.#handled !== null || this.#pointStates.some((state) => state !== KEPT);
  }

  get undoable() {
    return this.#strokes.length > 0;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Chooses what a drag does. @param {Use} use */
  take(use) {
    this.use = this.obstacle ? 'turn' : use;
    // The points that stay keep their attributes.
    if (this.use !== 'turn') void this.#desk.files.clouds.clean?.attributes.ready();
    this.hint = '';
    if (this.use !== 'turn' && this.#desk.play.plays) this.#desk.play.stop();
    this.#changed();
  }

  /** @param {number} radius in pixels */
  resize(radius) {
    this.radius = Math.max(RADIUS.least, Math.min(RADIUS.most, radius));
    this.#changed();
  }

  /** The cloud, or what has come in its place, in which all points are where they were. */
  #leave() {
    const { state: { strokes, brushes, said: { brushed }, clouds: { clean } } } = this.#desk;
    const other = clean?.file !== this.#cloud?.file;
    if (other) {
      this.open = false;
      this.#cloud = clean && { file: clean.file, points: /** @type {Float64Array} */ (clean.points), dimension: Number(clean.dimension) };
      this.#places = null;
      this.#pointStates = new Uint8Array(clean?.count ?? 0);
    }
    const ended = !other && this.touched && brushed === null && strokes === brushes;
    if (other || ended) this.#forget();
    this.#left = other || ended ? undefined : this.#left;
    if (ended) this.#pointStates.fill(KEPT);
    if (other || ended) this.#strokes = [];
    if (other || ended || (this.use !== 'turn' && this.obstacle)) this.take('turn');
  }

  /** A stroke begins. @param {boolean} other whether it does the other of removing and scattering */
  begin(other) {
    this.hint = '';
    this.#next = (this.use === 'scatter') !== other ? SCATTERED : REMOVED;
    this.#strokes.push(this.#pointStates.slice());
  }

  /**
   * Takes points off, or scatters them; as many stay as a sample is of. What was scattered is taken off where it is now.
   * @param {number[]} numbers of points where they came @param {number[]} [rows] of what is left, where that is
   */
  touch(numbers, rows = []) {
    const state = this.#next;
    if (!this.undoable || this.obstacle) return;
    const left = this.#pointStates.length - this.numbers.removed - Math.max(2, Number(this.#desk.entries.values.subsample.replaceAll(',', '')) || 0);
    const hit = [...numbers.filter((number) => this.#pointStates[number] === KEPT), ...(state === REMOVED ? this.#scattered(rows) : [])];
    const taken = state === REMOVED ? hit.slice(0, Math.max(0, left)) : hit;
    if (taken.length < hit.length) this.hint = 'No more: each vote needs all remaining points.';
    for (const number of taken) this.#pointStates[number] = state;
    if (hit.length) this.#put();
  }

  /** The scattered points among rows of what is left. @param {number[]} rows */
  #scattered(rows) {
    const numbers = new Map(this.left?.successors.map((row, number) => [row, number]));
    return rows.flatMap((row) => numbers.get(row) ?? []);
  }

  /** @returns {boolean} whether it has touched any point */
  end() {
    const touched = Boolean(this.#strokes.at(-1)?.some((state, number) => state !== this.#pointStates[number]));
    if (!touched) this.#strokes.pop();
    return touched;
  }

  /** Takes the last stroke back. */
  undo() {
    const before = this.#strokes.pop();
    this.hint = '';
    if (!before) return;
    this.#pointStates = before;
    this.#put();
  }

  /** Has all points where they were. */
  reset() {
    this.#strokes = [];
    this.#pointStates.fill(KEPT);
    this.#forget();
    this.hint = '';
    this.#put();
  }

  /** Returns the points that are kept or scattered, in order; null if none has changed. @returns {Left | null} */
  get left() {
    if (this.#left === undefined) this.#left = this.#rows();
    return this.#left;
  }

  /** @returns {Left | null} */
  #rows() {
    if (!this.#cloud || !this.touched) return null;
    const { points, dimension } = this.#cloud, moved = this.#handled ?? points;
    const places = this.numbers.scattered > 0 ? this.#places ??= placesIn(points, dimension) : points;
    const rows = [...this.#pointStates.keys()].filter((n) => this.#pointStates[n] !== REMOVED);
    const perturbed = new Float64Array(rows.length * dimension);
    const partners = Array(this.#pointStates.length).fill(-1), successors = Array(this.#pointStates.length).fill(-1);
    rows.forEach((n, row) => {
      const kept = this.#pointStates[n] === KEPT;
      (kept ? partners : successors)[n] = row;
      for (let j = 0; j < dimension; j++) perturbed[row * dimension + j] = (kept ? moved : places)[n * dimension + j];
    });
    return { dimension, perturbed, partners, successors, whole: !this.#pointStates.some((state) => state !== KEPT) };
  }

  /** The cloud that is left, as a request has it; null where all points are where they were. @returns {Brushed | null} */
  get brushed() {
    const { left } = this;
    if (!left) return null;
    const { dimension, perturbed, partners, successors } = left;
    const points = Array.from({ length: perturbed.length / dimension }, (_, row) => [...perturbed.subarray(row * dimension, (row + 1) * dimension)]);
    /** @type {number[]} */
    const from = [];
    for (const rows of [partners, successors]) rows.forEach((row, n) => { if (row >= 0) from[row] = n; });
    const attributes = this.#desk.files.clouds.clean?.attributes.of(from);
    const pairing = partners.flatMap((row, n) => (row < 0 ? [] : [/** @type {[number, number]} */ ([n, row])]));
    return { points, ...(attributes && { attributes }), pairing, pointStates: this.#pointStates.slice() };
  }

  /**
   * Reports whether the order of what is left is still to be searched.
   * @param {import('../documents/documents.js').CertificateRequest} request @param {Brushed | null} brushed
   */
  isReordered({ permutation }, brushed) {
    return permutation && brushed?.points.length === this.count;
  }

  /** Has each point where it was left. @param {import('../question/said.js').Laid['brushed']} brushed */
  resume(brushed) {
    const { pointStates = new Uint8Array(this.#pointStates.length), points = [], pairing = [] } = brushed ?? {};
    if (pointStates.length !== this.#pointStates.length || !this.#cloud) return;
    this.#forget();
    this.#pointStates = pointStates.slice();
    if (brushed?.pointStates) this.#handled = this.#replaced(this.#cloud, points, pairing);
    this.#left = undefined;
    this.#strokes = [];
    this.#changed();
  }

  /**
   * The points of a cloud where their partners are, null where none has moved.
   * @param {{points: Float64Array, dimension: number}} cloud @param {number[][]} rows @param {[clean: number, perturbed: number][]} pairing
   */
  #replaced({ points, dimension }, rows, pairing) {
    const moved = points.slice();
    for (const [n, row] of pairing) moved.set(rows[row], n * dimension);
    return moved.some((x, i) => x !== points[i]) ? moved : null;
  }

  /** Points have changed: they are drawn at once, and the verdict follows. */
  #put() {
    this.#left = undefined;
    this.#changed();
    this.#desk.send({ type: 'stroke', anew: !this.touched });
  }
}
