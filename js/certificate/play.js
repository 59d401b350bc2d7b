/** Transformations that the prediction of the clean cloud withstands, and the family that is played on that cloud. */

import { isSame } from '../documents/documents.js';
import { preparedParameter, withstoodOf } from '../documents/lengths.js';
import { farthestPulled } from '../drawing/handled.js';
import { cleanRequest } from '../question/state.js';
import { PULLED } from '../words/ranges.js';

/**
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {{request: CertificateRequest, key: string, clean: object}} Question
 * @typedef {{request: CertificateRequest, withstood: import('../documents/documents.js').Withstood}} Known
 * @typedef {{question: Question, known: Known | null}} Answer null where nothing is withstood, or the core refuses to say
 * @typedef {{question: Question, family: string, t: number}} Place where a family is played
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

const DIFFERENT =
  'This device computed different ranges from those built into this page. Reload the page. If that does not help, rely on neither: one of them is wrong.';

/** So few blocks of draws are there at once: what is asked in between would keep them waiting. */
const FEW = 4;

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

  /** @type {Question | null} */
  #question = null;
  /** @type {Answer | null} */
  #answer = null;
  /** The last ranges with other lengths than the core's. @type {Known | null} */
  #seen = null;
  /** The cloud that lengths are of. @type {string | undefined} */
  #about;
  #asking = false;
  #wasBuilt = false;
  /** Built answer to a question. @type {Answer | null} */
  #came = null;
  /** Of the question that is asked; another one takes its place. */
  #stop = new AbortController();
  #moving = false;
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    super();
    this.#desk = desk;
    desk.addEventListener('change', () => this.#follow());
  }

  /** Returns the ranges for the entries, with the lengths on show; null if there are none, or not yet. @returns {Known | null} */
  get known() {
    return this.#shown(this.#answer?.question === this.#question ? this.#answer?.known ?? null : this.#built);
  }

  /** Puts the lengths on show into what is known. @param {Known | null} known */
  #shown(known) {
    if (!known) return null;
    const withstood = withstoodOf(known.withstood, this.#desk.entries.values.about);
    if (withstood === known.withstood) return known;
    if (this.#seen?.withstood !== withstood) this.#seen = { request: known.request, withstood };
    return this.#seen;
  }

  /** Returns the built ranges of an example, until this device has computed them. @returns {Known | null} */
  get #built() {
    const { built } = this.#desk, question = this.#question;
    if (!built?.withstood.certified || !question || !this.#desk.result.standing) return null;
    if (this.#came?.question !== question) this.#came = { question, known: { request: question.request, withstood: built.withstood } };
    return this.#came.known;
  }

  /** Reports whether what is known was computed when the page was built, and not here yet. */
  get isBuilt() {
    return this.waits && this.#built !== null;
  }

  /** Returns earlier ranges of the same cloud, until the new ones arrive. @returns {Known | null} */
  get earlier() {
    return this.waits && this.#question && this.#answer?.question.clean === this.#question.clean ? this.#shown(this.#answer.known) : null;
  }

  get clouds() {
    return this.#desk.files.clouds;
  }

  /** Reports whether what is withstood of what is entered is still to be found out. */
  get waits() {
    const { phase } = this.#desk.result;
    return this.#question ? this.#question !== this.#answer?.question : phase === 'empty' || phase === 'working';
  }

  /** The clean cloud and its prediction, whatever it is compared with. @returns {Question | null} */
  #entered() {
    const { files: { clouds: { clean } } } = this.#desk;
    const asked = clean && cleanRequest(this.#desk.state);
    if (!asked) return null;
    // Nothing is drawn.
    const { samples, bound, ...request } = asked;
    return { request, key: JSON.stringify(request), clean };
  }

  /** Takes away what belongs to other entries, and asks anew; a first verdict goes before it. */
  #follow() {
    const entered = this.#entered();
    const same = entered?.key === this.#question?.key && entered?.clean === this.#question?.clean;
    if (!same) {
      this.#question = entered;
      this.#stop.abort();
      this.stop();
    }
    const { isBuilt } = this, { about } = this.#desk.entries.values;
    if (about !== this.#about) this.stop();
    else if (isBuilt !== this.#wasBuilt) this.#changed();
    this.#about = about;
    this.#wasBuilt = isBuilt;
    void this.#ask();
  }

  /** Reports whether no verdict is about to come, which a visitor waits for more. */
  get #mayAsk() {
    const { phase, certificate, progress, standing } = this.#desk.result;
    return standing !== 'built' && (phase !== 'working' || (certificate !== undefined && !(progress && progress.total <= FEW)));
  }

  /** Asks, one question after another and each after the closed forms, which it would keep waiting; what has changed meanwhile is asked next. */
  async #ask() {
    if (this.#asking) return;
    this.#asking = true;
    await this.#desk.settled();
    const question = this.#mayAsk ? this.#question : null;
    const isNew = question && question !== this.#answer?.question;
    if (isNew) await this.#answerTo(question);
    this.#asking = false;
    if (!isNew) return;
    this.#changed();
    if (this.#came?.question === question) this.#desk.changed(); // its verdict says that it was computed here, too
    void this.#ask();
  }

  /** Keeps earlier ranges if a newer question replaces this one. @param {Question} question */
  async #answerTo(question) {
    const { request } = question;
    const { signal } = this.#stop = new AbortController();
    const withstood = await this.#desk.engine.explorer.withstand(request, signal).catch(() => null);
    const built = this.#built;
    if (!signal.aborted && built && withstood && !isSame(built.withstood, withstood)) this.#desk.fail(DIFFERENT);
    if (!signal.aborted) this.#answer = { question, known: withstood?.certified ? { request, withstood } : null };
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
    const question = this.#question;
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
    const { file } = (this.#answer?.known ?? this.#built)?.withstood ?? {};
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
      if (moved && at.question === this.place?.question && family === this.place.family) {
        this.moved = moved;
        this.#changed();
      }
    }
    this.#moving = false;
  }
}
