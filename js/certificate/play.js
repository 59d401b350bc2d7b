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

/** Nothing is played. @typedef {{place: Place | null, way: Way | null, moved: Float64Array | null}} Playing @type {Playing} */
const NOTHING = { place: null, way: null, moved: null };

/** Dispatches 'change'. */
export class Play extends EventTarget {
  /** The last way that was shown: what an attack has found stays known. @type {Way | null} */
  found = null;
  /** The place on the way, from 0 to its length. */
  gone = 0;

  /** Names what was played last, and of which entries. @type {Playing & {of: string}} */
  #last = { ...NOTHING, of: '' };
  #moving = false;
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    super();
    this.#desk = desk;
    desk.addEventListener('change', () => this.#changed());
  }

  /** Names the entries that what is played belongs to. */
  get #key() {
    const { state: { alone }, entries: { values: { about } } } = this.#desk;
    return `${about} ${alone?.text}`;
  }

  /** Returns what is played of what is entered. @returns {Playing} */
  get #now() {
    return this.#last.of === this.#key ? this.#last : NOTHING;
  }

  /** Position of the slider, null while nothing plays. */
  get place() {
    return this.#now.place;
  }

  /** The way to a cloud that an attack has found, null while none is shown. */
  get way() {
    return this.#now.way;
  }

  /** The clean cloud as it is there, null before it is known. */
  get moved() {
    return this.#now.moved;
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

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Reports whether the picture shows the clean cloud and a change of it, in place of the perturbed cloud. */
  get plays() {
    return this.place !== null || this.way !== null;
  }

  /** @param {Partial<Playing>} playing */
  #put(playing) {
    this.#last = { ...NOTHING, ...playing, of: this.#key };
    this.#changed();
  }

  /** Shows the way to a cloud that an attack has found. @param {Way} way */
  lead(way) {
    this.found = way;
    this.#put({ way });
    this.walk(way.length);
    this.#desk.changed();
  }

  /** Goes to a place on the way. @param {number} gone */
  walk(gone) {
    const { way } = this;
    if (!way) return;
    const { from, to, length } = way;
    this.gone = Math.max(0, Math.min(length, gone));
    this.#put({ way, moved: from.map((x, i) => x + (this.gone / length) * (to[i] - x)) });
  }

  stop() {
    this.#put({});
  }

  /** Plays a family, or ends it where it is played. @param {string} family */
  choose(family) {
    const { alone: question } = this.#desk.state;
    if (!question || this.place?.family === family) return this.stop();
    // The pad lies over the picture.
    if (this.#desk.drawing) this.#desk.draw(false);
    this.#put({ place: { question, family, t: 0 } });
    void this.#advance();
  }

  /** @param {number} t */
  move(t) {
    const { place, moved } = this;
    if (!place) return;
    this.#put({ place: { ...place, t }, moved });
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
    for (let done = '', at = this.place; at && done !== stepOf(at); at = this.place) {
      const { question: { request }, family } = at, { withstood } = this.known ?? {};
      const t = withstood ? preparedParameter(withstood, family, at.t) : at.t;
      const { clean } = this.clouds;
      const moved = family === PULLED ? clean && farthestPulled(clean.points, clean.dimension, this.#inFile(t))
        : await this.#desk.engine.explorer.withstandCloud(request, family, t).catch(() => null);
      const { place } = this;
      done = stepOf(at);
      if (moved && at.question.text === place?.question.text && family === place.family) this.#put({ place, moved });
    }
    this.#moving = false;
  }
}

/** Tells a place from others. @param {Place} place */
const stepOf = ({ question: { text }, family, t }) => `${family} ${t} ${text}`;
