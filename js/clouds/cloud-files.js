/** The clean and the perturbed cloud as files: opened, asked about, kept or taken away. The certifier holds their points. */

import { readableBytes, readBytes } from './file-bytes.js';
import { place } from '../words/error-sentence.js';
import { come } from '../question/runner.js';
import { CloudAttributes } from './cloud-attributes.js';
import { fileKey, hold, isAlike, isRead, knownOf, rowsOf, withAnswers } from './cloud-source.js';

/**
 * @import {Cloud, Source} from './cloud-source.js'
 *
 * @typedef {object} Progress of a file that takes a while
 * @property {string} name
 * @property {number} part how much of it has been read, 0 to 1
 *
 * @typedef {import('../question/given.js').Handle} Handle
 * @typedef {{[handle in Handle]?: File | Source} & {outputs?: import('../question/said.js').Laid['outputs']}} Given
 * @typedef {import('../question/given.js').Turn[1]} Tell takes an event, and says whether it was still wanted
 *
 * @typedef {object} Turns what is on its way, and the clouds that are there
 * @property {import('../question/given.js').Files} state
 * @property {Tell} send
 * @property {<T>(place: Handle, task: (...turn: import('../question/given.js').Turn) => import('../question/runner.js').Steps<T>, more: {by?: number,
 *   own?: boolean, file?: string}) => Promise<T | undefined>} give
 */

/** Milliseconds of reading before progress is shown. */
const SHORT = 150;

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

/** @param {File | Source | undefined} file */
const isKnown = (file) => Boolean(file && !(file instanceof File) && file.known);

export class CloudFiles {
  /** Keys of the clouds that the engine holds, or is to. @type {Set<string>} */
  #held = new Set();
  #engine;
  #entries;
  #turns;

  /**
   * @param {import('../certifier/engine.js').Engine} engine @param {import('../form/entries.js').Entries} entries
   * @param {Turns} turns
   */
  constructor(engine, entries, turns) {
    this.#engine = engine;
    this.#entries = entries;
    this.#turns = turns;
  }

  get clouds() {
    return /** @type {Record<Handle, Cloud | null>} */ (this.#turns.state.clouds);
  }

  /** Progress of readings that take long enough to show. @returns {Record<Handle, Progress | null>} */
  get progress() {
    const of = (/** @type {Handle} */ handle) => this.#turns.state.coming.find(({ place }) => place === handle)?.progress ?? null;
    return { clean: of('clean'), perturbed: of('perturbed') };
  }

  /** Takes a cloud a visitor has chosen, dropped or pasted. @param {Handle} handle @param {File | Source} file @param {number} [by] what it is a part of */
  choose(handle, file, by) {
    return this.#give(handle, file, { by, own: true });
  }

  /**
   * @param {Handle} handle @param {File | Source} file @param {{by?: number, own?: boolean}} whose
   * @param {Promise<Cloud> | null} [early] the cloud, where its reading has begun
   */
  #give(handle, file, whose, early = null) {
    return this.#turns.give(handle, (signal, tell) => this.read(handle, file, signal, tell, whose.own, early), { ...whose, file: fileKey(file) });
  }

  /** The file in a field, or the one that asks to be let in. @param {Handle} handle @returns {Source | null} */
  source(handle) {
    return this.#turns.state.questions[handle] ?? this.clouds[handle]?.source ?? null;
  }

  /** Takes one cloud of a file that has several. @param {Handle} handle @param {string} part */
  async choosePart(handle, part) {
    const source = this.source(handle);
    if (!source || part === '' || part === source.reading.part) return;
    await this.choose(handle, { ...source, known: undefined, reading: { ...rowsOf(source), part }, remedies: [] });
  }

  /**
   * Reads a file in another way, or as it came where it is read in that way already.
   * @param {Handle} handle @param {import('../certifier/functions.js').Reading} reading
   */
  async readAgain(handle, reading) {
    const source = this.source(handle);
    if (!source) return;
    const how = isRead(source, reading) ? {} : reading;
    // Rows are no parts any more in another reading.
    const part = source.reading.rows ? '' : source.reading.part;
    await this.choose(handle, { ...source, known: undefined, reading: { ...(part && { part }), ...how } });
  }

  /**
   * Opens these files instead of all that was open; without any, stays with those. A cloud whose points are known is there at once.
   * @param {Given | undefined} files @param {number} [by] what they are a part of @returns {Promise<boolean>} whether nothing took their place
   */
  async replace(files, by) {
    if (!files) return this.#turns.send({ type: 'replace', by });
    // Begun before a known cloud is shown: the engine answers in order.
    const early = HANDLES.map((handle) => (isKnown(files[handle]) ? this.#parse(/** @type {Source} */ (files[handle])) : null));
    for (const cloud of early) cloud?.catch(() => {}); // reading the file reports its own error
    const known = (/** @type {File | Source | undefined} */ file) =>
      (isKnown(file) ? knownOf(/** @type {Source} */ (file), fileKey(file), new CloudAttributes(this.#engine, '', [])) : null);
    this.#turns.send({ type: 'replace', by, clouds: { clean: known(files.clean), perturbed: known(files.perturbed) }, outputs: files.outputs });
    const read = await Promise.all(HANDLES.map((handle, i) => {
      const file = files[handle], reading = !file || this.#give(handle, file, { by }, early[i]);
      return early[i] ? true : reading;
    }));
    return read.every(Boolean);
  }

  /** Reports whether these clouds are the ones that are open, and nothing is asked about others. @param {Record<Handle, Cloud | null>} clouds */
  has(clouds) {
    return HANDLES.every((handle) => fileKey(this.source(handle)) === fileKey(clouds[handle]?.source));
  }

  /** Has the engine hold clouds again that it has closed. @param {Record<Handle, Cloud | null>} clouds */
  reopen(clouds) {
    return HANDLES.flatMap((handle) => {
      const { file, source } = clouds[handle] ?? {};
      return source && !this.#held.has(String(file)) ? [/** @type {[Handle, Promise<Cloud>]} */ ([handle, this.#parse(source)])] : [];
    });
  }

  /** Gives up a file that is being read, with what was said of it. @param {Handle} handle */
  stop(handle) {
    this.#turns.send({ type: 'drop', place: handle });
  }

  /** Stays with the cloud that was there before a file that could not be read. @param {Handle} handle */
  keepCloud(handle) {
    this.#turns.send({ type: 'keep', place: handle });
    this.#entries.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.#turns.send({ type: 'remove', place: handle });
    this.#entries.outdate();
    this.#entries.edited();
  }

  /** Has the engine close clouds that are neither shown nor on their way. */
  release() {
    const { clouds, coming } = this.#turns.state;
    const needed = [...Object.values(clouds), ...coming].map((one) => one?.file);
    for (const key of this.#held) {
      if (needed.includes(key)) continue;
      this.#held.delete(key);
      void this.#engine.close(key).catch(() => {});
    }
  }

  /**
   * Reads a file. Keeps earlier results until it has been read, and for good if it cannot be.
   * @param {Handle} handle @param {File | Source} given @param {AbortSignal} signal @param {Tell} tell
   * @param {boolean} [own] whether it is a visitor's @param {Promise<Cloud> | null} [early] the cloud, where its reading has begun
   * @returns {import('../question/runner.js').Steps<true>}
   */
  *read(handle, given, signal, tell, own = false, early = null) {
    tell({ type: 'begin', place: handle, file: fileKey(given) });
    const progress = { name: given.name, part: 0 };
    let shows = false;
    const show = () => shows && tell({ type: 'reading', progress: { ...progress } });
    // The certifier's own start is no reading.
    void this.#engine.ready().then(() => setTimeout(() => (shows = true, show()), SHORT), () => {});
    let source;
    try {
      source = given instanceof File ? yield* come(content(given, signal, (part) => {
        const isMore = Math.floor(100 * part) !== Math.floor(100 * progress.part);
        progress.part = part;
        if (isMore) show();
      })) : given;
      this.#take(handle, yield* come(early ?? this.#parse(source, signal)), null, tell, own);
    } catch (error) {
      this.#refuse(handle, /** @type {import('../words/error-sentence.js').Caught} */ (error), source, tell, own);
    }
    return true;
  }

  /** @param {Handle} handle @param {Cloud | null} cloud @param {Source | null} asked @param {Tell} tell @param {boolean} own */
  #take(handle, cloud, asked, tell, own) {
    const known = this.clouds[handle];
    if (cloud?.source.known && known && isAlike(known, cloud)) tell({ type: 'described', place: handle, cloud });
    else tell({ type: 'read', place: handle, cloud, asked, own: own ? (cloud?.source ?? asked)?.name ?? '' : undefined });
    this.#entries[own ? 'edited' : 'changed']();
  }

  /** @param {Source} source @param {AbortSignal} [signal] @returns {Promise<Cloud>} */
  async #parse(source, signal) {
    const file = fileKey(source), { name, bytes } = source.known ? source : await readableBytes(source.name, source.bytes);
    signal?.throwIfAborted();
    this.#held.add(file);
    const opened = this.#engine.open(file, name, bytes, source.reading);
    // Asked for at once: the worker answers in order.
    const points = this.#engine.points(file);
    points.catch(() => {}); // opening the file reports its own error
    const { dimension, count, columns, unit, faces = 0, notes = [], attributes: list = [] } = await opened;
    const attributes = new CloudAttributes(this.#engine, file, list);
    const remedies = withAnswers(source, notes.flatMap((note) => note.remedies ?? []));
    const cloud = {
      name: source.name, file, source: { ...source, remedies }, dimension, count, unit, faces, columns, notes, points: await points,
      attributes, shown: source.known?.shown ?? null,
    };
    const first = FIRST.find((name) => attributes.has(name));
    return first ? { ...cloud, shown: await firstColours(first, cloud) } : cloud;
  }

  /**
   * A file that was not opened: one of its clouds has to be chosen, or how it is read, or it is bad.
   * @param {Handle} handle @param {import('../words/error-sentence.js').Caught} error @param {Source | undefined} source
   * @param {Tell} tell @param {boolean} own
   */
  #refuse(handle, error, source, tell, own) {
    if (source && error?.parts) return this.#take(handle, null, { ...source, parts: error.parts, total: error.total ?? error.parts.length }, tell, own);
    // A file is not to blame for a certifier that is not there.
    if (error?.kind === 'missing') return;
    const name = source?.name ?? error?.file ?? '', remedies = source ? withAnswers(source, error?.remedies ?? []) : [];
    tell({ type: 'refused', place: handle, name, why: place(error, name), asked: source && remedies.length > 0 ? { ...source, remedies } : null });
    this.#entries.changed();
  }
}

/** @param {File} file @param {AbortSignal} signal @param {(part: number) => void} onPart @returns {Promise<Source>} */
async function content(file, signal, onPart) {
  const read = await readBytes(file, signal, onPart);
  hold(file, read.bytes);
  return { ...read, reading: {}, parts: [], total: 0, remedies: [] };
}

/** Attributes that colour a cloud at first. */
const FIRST = ['element', 'intensity'];

/**
 * The colours that a cloud starts with, null where they cannot be had: nothing else needs them.
 * @param {string} name of an attribute @param {Cloud} cloud
 */
async function firstColours(name, { points, dimension, attributes }) {
  try {
    const [{ shownOf }, values] = await Promise.all([import('./shown.js'), attributes.values(name)]);
    return values && shownOf(name, values, points, dimension);
  } catch {
    return null;
  }
}
