/** Transformations that the prediction of the clean cloud withstands, and the family that is played on that cloud. */

import { preparedParameter, withstoodOf } from '../documents/lengths.js';
import { farthestPulled } from '../drawing/handled.js';
import { builtTo, resultOf } from '../question/state.js';
import { PULLED } from '../words/ranges.js';

/**
 * @typedef {import('../question/state.js').Known} Known
 * @typedef {{question: import('../question/question.js').Question, family: string, t: number}} Place where a family is played
 *
 * @typedef {object} Way the straight way from the clean cloud to one that an attack has found
 * @property {Float64Array} from the clean cloud
 * @property {Float64Array} to the cloud that was found
 * @property {number} length of the way
 * @property {number} radius up to which the class is proved
 * @property {string} was the class of the clean cloud
 * @property {string} is the class that the votes name at the other end
 * @property {string} seed of the votes at the clean cloud
 * @property {number} distance of the clouds after alignment
 */

/**
 * What the clean cloud withstands, as far as that is known; waits: it is still to be found out; isBuilt: only the build has computed it; earlier: the
 * last of the same cloud, while it waits.
 * @param {import('../question/state.js').State} state @returns {{waits: boolean, isBuilt: boolean, known: Known | null, earlier: Known | null}}
 */
function withstoodTo(state) {
  const { alone, withstood } = state, { phase, standing } = resultOf(state), { withstood: ranges } = builtTo(state) ?? {};
  if (!alone) return { waits: phase === 'empty' || phase === 'working', isBuilt: false, known: null, earlier: null };
  if (alone.text === withstood?.text) return { waits: false, isBuilt: false, known: withstood.known, earlier: null };
  const isBuilt = Boolean(ranges?.certified && standing), earlier = withstood?.cloud === alone.cloud ? withstood.known : null;
  return { waits: true, isBuilt, known: isBuilt ? { request: alone.request, withstood: ranges } : null, earlier };
}

/** Dispatches 'change'. */
export class Play extends EventTarget {
  /** Position of the slider, null while nothing plays. @type {Place | null} */
  place = null;
  /** The way to a cloud that an attack has found, null while none is shown. @type {Way | null} */
  way = null;
  /** The last way that was shown: what an attack has found stays known. @type {Way | null} */
  found = null;
  /** The place on the way, from 0 to its length. */
  gone = 0;
  /** The clean cloud as it is there, null before it is known. @type {Float64Array | null} */
  moved = null;

  /** Remembers what was there at the last change. @type {{[what: string]: unknown}} */
  #seen = {};
  #moving = false;
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    super();
    this.#desk = desk;
    desk.addEventListener('change', () => this.#follow());
  }

  get #withstood() {
    return withstoodTo(this.#desk.state);
  }

  /** Puts the lengths on show into what is known. @param {Known | null} known @returns {Known | null} */
  #shown(known) {
    return known && { ...known, withstood: withstoodOf(known.withstood, this.#desk.entries.values.about) };
  }

  /** Returns the ranges for the entries, with the lengths on show; null if there are none, or not yet. */
  get known() {
    return this.#shown(this.#withstood.known);
  }

  /** Reports whether what is known was computed when the page was built, and not here yet. */
  get isBuilt() {
    return this.#withstood.isBuilt;
  }

  /** Returns earlier ranges of the same cloud, until the new ones arrive. */
  get earlier() {
    return this.#shown(this.#withstood.earlier);
  }

  /** Reports whether what is withstood of what is entered is still to be found out. */
  get waits() {
    return this.#withstood.waits;
  }

  get clouds() {
    return this.#desk.files.clouds;
  }

  /** Tells its lengths. */
  get measure() {
    return this.#desk.measure;
  }

  /** Takes away what belongs to other entries. */
  #follow() {
    const { state: { alone, withstood }, entries: { values: { about } } } = this.#desk, { waits, isBuilt } = this.#withstood, before = this.#seen;
    this.#seen = { about, text: alone?.text, withstood, waits, isBuilt };
    if (about !== before.about || alone?.text !== before.text) this.stop();
    else if (withstood !== before.withstood || waits !== before.waits || isBuilt !== before.isBuilt) this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Reports whether the picture shows the clean cloud and a change of it, in place of the perturbed cloud. */
  get plays() {
    return this.place !== null || this.way !== null;
  }

  /** Shows the way to a cloud that an attack has found. @param {Way} way */
  lead(way) {
    this.place = null;
    this.way = this.found = way;
    this.walk(way.length);
    this.#desk.changed();
  }

  /** Goes to a place on the way. @param {number} gone */
  walk(gone) {
    if (!this.way) return;
    const { from, to, length } = this.way;
    this.gone = Math.max(0, Math.min(length, gone));
    this.moved = from.map((x, i) => x + (this.gone / length) * (to[i] - x));
    this.#changed();
  }

  stop() {
    this.place = null;
    this.way = null;
    this.moved = null;
    this.#changed();
  }

  /** Plays a family, or ends it where it is played. @param {string} family */
  choose(family) {
    const { alone: question } = this.#desk.state;
    if (!question || this.place?.family === family) return this.stop();
    this.moved = null;
    this.way = null;
    this.#put({ question, family, t: 0 });
  }

  /** @param {number} t */
  move(t) {
    if (this.place) this.#put({ ...this.place, t });
  }

  /** @param {Place} place */
  #put(place) {
    this.place = place;
    this.#changed();
    void this.#advance();
  }

  /** A length on show as one of the file, whose points are drawn. @param {number} length */
  #inFile(length) {
    const { file } = this.#withstood.known?.withstood ?? {};
    return file && !this.known?.withstood.file ? length * file.size : length;
  }

  /** Has the cloud follow, one step at a time: what is passed meanwhile is left out. */
  async #advance() {
    if (this.#moving) return;
    this.#moving = true;
    for (let at = this.place; at; at = at === this.place ? null : this.place) {
      const { question: { request }, family } = at, { withstood } = this.known ?? {};
      const t = withstood ? preparedParameter(withstood, family, at.t) : at.t;
      const { clean } = this.clouds;
      const moved = family === PULLED ? clean && farthestPulled(clean.points, clean.dimension, this.#inFile(t))
        : await this.#desk.engine.explorer.withstandCloud(request, family, t).catch(() => null);
      if (moved && at.question.text === this.place?.question.text && family === this.place.family) {
        this.moved = moved;
        this.#changed();
      }
    }
    this.#moving = false;
  }
}
