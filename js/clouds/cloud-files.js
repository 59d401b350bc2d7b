/** The clean and the perturbed cloud as files: opened, asked about, kept or taken away. The certifier holds their points. */

import { readableBytes, readBytes } from './file-bytes.js';
import { place } from '../words/error-sentence.js';
import { Evidence } from '../form/evidence.js';
import { CloudAttributes } from './cloud-attributes.js';
import { isAlike, isRead, isSame, knownOf, rowsOf, withAnswers } from './cloud-source.js';

/**
 * @import {Cloud, Source} from './cloud-source.js'
 *
 * @typedef {object} Progress of a file that takes a while
 * @property {string} name
 * @property {number} part how much of it has been read, 0 to 1
 *
 * @typedef {import('../form/reader.js').Values} Values
 * @typedef {'clean' | 'perturbed'} Handle
 * @typedef {{[handle in Handle]?: File | Source} & {outputs?: CloudFiles['outputs']}} Given
 * @typedef {[name: string, bytes: Uint8Array, reading: import('../certifier/functions.js').Reading]} Call of the engine that opens a cloud
 */

/** Milliseconds of reading before progress is shown. */
const SHORT = 150;

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

export class CloudFiles {
  /** @type {Record<Handle, Cloud | null>} */
  clouds = { clean: null, perturbed: null };
  /** The clean cloud after brushing, with the numbers of the points that both share. @type {import('../documents/votes.js').Paired | null} */
  brushed = null;
  /** The numbers or labels that a model returned for noisy copies of the clean cloud. @type {import('../documents/stated.js').Outputs | null} */
  outputs = null;
  /** Files that cannot be read as they came: one of their clouds is to be chosen, or how they are read. @type {Record<Handle, Source | null>} */
  questions = { clean: null, perturbed: null };
  /** Names of the last files that could not be read, by field. @type {Map<Handle, string>} */
  unread = new Map();

  /** The inner products of two clouds whose points were not shared. @type {import('../documents/documents.js').CertificateRequest['gram'] | null} */
  gram = null;

  /** Attributes that both clouds have with other values. @type {{name: string, order?: boolean}[]} */
  differences = [];

  /** Progress of readings that take long enough to show. @type {Record<Handle, Progress | null>} */
  progress = { clean: null, perturbed: null };

  /** Of what each field was given last; what came before counts no more. */
  #stops = { clean: new AbortController(), perturbed: new AbortController() };
  /** Fields whose file on its way is a visitor's own. @type {Set<Handle>} */
  #coming = new Set();
  /** The call that gave the engine the cloud on show. @type {Record<Handle, Call | null>} */
  #held = { clean: null, perturbed: null };
  /** For each field whose next cloud the engine holds before it is shown: ends the wait of other calls. @type {Map<Handle, () => void>} */
  #ahead = new Map();
  /** Files on their way into the engine. @type {Set<Promise<void>>} */
  #pending = new Set();
  #engine;
  #entries;

  /** @param {import('../certifier/engine.js').Engine} engine @param {import('../form/entries.js').Entries} entries whose errors name the fields */
  constructor(engine, entries) {
    this.#engine = engine;
    this.#entries = entries;
    /** Evidence about the clean cloud. */
    this.evidence = new Evidence(entries, () => this.clouds.clean);
  }

  /** All that a request is made of beside the entries. */
  get given() {
    return { ...this.clouds, brushed: this.brushed, outputs: this.outputs };
  }

  /** Reports whether a file is on its way into the engine. */
  get busy() {
    return this.#pending.size > 0;
  }

  /** Once all files given so far are opened or refused. */
  async settled() {
    await Promise.all(this.#pending);
  }

  /**
   * Takes a cloud a visitor has chosen, dropped or pasted.
   * @param {Handle} handle @param {File} file @param {Values} [since] the entries when it was given
   */
  async choose(handle, file, since = this.#entries.values) {
    await this.#wait(this.#open(handle, file, () => this.#own(handle, since, file.name)));
  }

  /**
   * Opens a file under a handle; a file that cannot be read leaves all that was there. One whose points are known is there at once.
   * @param {Handle} handle @param {File | Source} file
   */
  async open(handle, file) {
    const opening = this.#wait(this.#open(handle, file));
    if (file instanceof File || !file.known) await opening;
  }

  /** The file in a field, or the one that asks to be let in. @param {Handle} handle */
  source(handle) {
    return this.questions[handle] ?? this.clouds[handle]?.source ?? null;
  }

  /** Takes one cloud of a file that has several. @param {Handle} handle @param {string} part */
  async choosePart(handle, part) {
    const source = this.source(handle);
    if (!source || part === '' || part === source.reading.part) return;
    const { values } = this.#entries;
    await this.#wait(
      this.#open(handle, { ...source, known: undefined, reading: { ...rowsOf(source), part }, remedies: [] }, () => this.#own(handle, values, source.name)),
    );
  }

  /**
   * Reads a file in another way, or as it came where it is read in that way already.
   * @param {Handle} handle @param {import('../certifier/functions.js').Reading} reading
   */
  async readAgain(handle, reading) {
    const source = this.source(handle);
    if (!source) return;
    const { values } = this.#entries;
    const how = isRead(source, reading) ? {} : reading;
    // Rows are no parts any more in another reading.
    const part = source.reading.rows ? '' : source.reading.part;
    await this.#wait(
      this.#open(handle, { ...source, known: undefined, reading: { ...(part && { part }), ...how } }, () => this.#own(handle, values, source.name)),
    );
  }

  /** Opens these files instead of all that was open. @param {Given} files */
  async replace(files) {
    this.forget();
    this.outputs = files.outputs ?? null;
    await Promise.all(HANDLES.map((handle) => files[handle] && this.open(handle, files[handle])));
  }

  /** Reports whether these clouds are the ones that are open, and nothing is asked about others. @param {Record<Handle, Cloud | null>} clouds */
  has(clouds) {
    return HANDLES.every((handle) => isSame(this.source(handle), clouds[handle]?.source ?? null));
  }

  /** No cloud is there any more. */
  forget() {
    for (const handle of HANDLES) this.stop(handle);
    this.clouds = { clean: null, perturbed: null };
    this.questions = { clean: null, perturbed: null };
    this.differences = [];
    this.unread.clear();
    this.gram = this.outputs = null;
  }

  /** Gives up a file that is being read. @param {Handle} handle */
  stop(handle) {
    this.#stops[handle].abort();
    this.#stops[handle] = new AbortController();
    if (this.#ahead.has(handle)) void this.#giveBack(handle);
    this.#catchUp(handle);
    this.#coming.delete(handle);
    this.progress[handle] = null;
    this.#entries.changed();
  }

  /** Has calls about clouds go on: the engine holds the cloud on show. @param {Handle} handle */
  #catchUp(handle) {
    this.#ahead.get(handle)?.();
    this.#ahead.delete(handle);
  }

  /** Has the engine hold the cloud on show again, after another one was given up on its way: it answers in order. @param {Handle} handle */
  async #giveBack(handle) {
    const held = this.#held[handle];
    try {
      await (held ? this.#engine.open(handle, ...held) : this.#engine.close(handle));
    } catch {
      await this.#engine.close(handle).catch(() => {}); // no cloud rather than another one
    }
  }

  /** Stays with the cloud that was there before a file that could not be read. @param {Handle} handle */
  keepCloud(handle) {
    this.unread.delete(handle);
    delete this.#entries.errors[handle];
    // Of one that has several clouds one is still to be chosen.
    if (this.clouds[handle] || !this.questions[handle]?.parts.length) this.questions[handle] = null;
    this.#entries.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.stop(handle);
    this.#close(handle);
    this.#settle(handle, null);
    if (handle === 'clean') this.#leave(this.#entries.values);
    this.#entries.adapt({ example: '' });
    this.#entries.outdate();
    this.#entries.edited();
  }

  /**
   * Explains why these clouds cannot be used: a file that could not be read is never skipped silently, and of one
   * with several clouds one has to be chosen.
   * @param {Handle[]} handles @returns {Record<string, string>}
   */
  faults(handles) {
    const unchosen = handles.filter((handle) => this.questions[handle] && !this.unread.has(handle));
    const unread = handles.filter((handle) => this.unread.has(handle));
    return Object.fromEntries([
      ...unchosen.map((handle) => [handle, `Choose one of the clouds in ${this.questions[handle]?.name}.`]),
      ...unread.map((handle) => [handle, this.#entries.errors[handle]]),
    ]);
  }

  /** @param {Promise<void>} opening */
  async #wait(opening) {
    this.#pending.add(opening);
    await opening;
    this.#pending.delete(opening);
    this.#entries.changed();
    void this.#compare();
  }

  /** Compares the attributes of both clouds, once both are there. */
  async #compare() {
    const { clouds, clouds: { clean, perturbed } } = this;
    if (this.busy || !clean?.attributes.list.length || !perturbed?.attributes.list.length) return;
    const differences = await this.#engine.differences().catch(() => []);
    if (this.clouds !== clouds) return;
    this.differences = differences;
    this.#entries.changed();
  }

  /**
   * Keeps earlier results until the file has been read, and for good if it cannot be.
   * @param {Handle} handle @param {File | Source} given @param {() => void} [taken] what else goes with it, where it is a visitor's own
   */
  async #open(handle, given, taken) {
    this.stop(handle);
    if (taken) this.#coming.add(handle);
    const { signal } = this.#stops[handle];
    this.keepCloud(handle);
    const progress = { name: given.name, part: 0 };
    let reads = true;
    // The certifier's own start is no reading.
    void this.#engine.ready().then(() => setTimeout(() => reads && this.#tell(handle, progress, signal), SHORT), () => {});
    let source;
    try {
      const known = given instanceof File ? null : knownOf(given, new CloudAttributes(this.#engine, handle, 0, []));
      source = given instanceof File ? await this.#content(handle, given, progress, signal) : given;
      // Begun before a known cloud is shown: a question about it would otherwise be answered of the cloud before.
      const opening = this.#parse(handle, source, signal);
      if (known) {
        this.#held[handle] = [source.name, source.bytes, source.reading];
        this.#take(handle, known, null, taken);
      }
      const { cloud, call } = await opening;
      if (signal.aborted) return;
      this.#held[handle] = call;
      if (!known || !isAlike(known, cloud)) this.#take(handle, cloud, null, taken);
      else Object.assign(known, { attributes: cloud.attributes, shown: cloud.shown });
      this.#catchUp(handle);
    } catch (error) {
      if (!signal.aborted) {
        this.#catchUp(handle);
        this.#refuse(handle, /** @type {import('../words/error-sentence.js').Caught} */ (error), source, taken);
      }
    }
    reads = false;
    if (!signal.aborted) this.stop(handle);
  }

  /** @param {Handle} handle @param {File} file @param {Progress} progress @param {AbortSignal} signal @returns {Promise<Source>} */
  async #content(handle, file, progress, signal) {
    const content = await readBytes(file, signal, (part) => this.#tell(handle, progress, signal, part));
    return { ...content, reading: {}, parts: [], total: 0, remedies: [] };
  }

  /**
   * Shows how much of a file has been read, once that takes a while.
   * @param {Handle} handle @param {Progress} progress @param {AbortSignal} signal @param {number} [part]
   */
  #tell(handle, progress, signal, part) {
    if (signal.aborted || (part !== undefined && Math.floor(100 * part) === Math.floor(100 * progress.part))) return;
    progress.part = part ?? progress.part;
    if (part === undefined) this.progress[handle] = progress;
    if (this.progress[handle]) this.#entries.changed();
  }

  /**
   * A visitor's own cloud: an example's perturbed cloud means nothing next to another clean one, nor does what was said of that.
   * @param {Handle} handle @param {Values} since the entries when it was given @param {string} name of its file
   */
  #own(handle, since, name) {
    this.gram = null;
    if (handle === 'clean') {
      if (this.#entries.values.example) this.#leaveExample();
      this.#leave(since, name);
    }
    this.#entries.adapt({ example: '', ...(handle === 'perturbed' && { perturbation: 'file' }) });
    this.#entries.edited();
  }

  /** Forgets the entries about the clean cloud, and its outputs. @param {Values} since @param {string} [name] */
  #leave(since, name) {
    this.evidence.leave(since, name);
    if (this.#entries.values.given !== 'outputs') this.outputs = null;
  }

  /** The perturbed cloud of an example goes, also one on its way. */
  #leaveExample() {
    if (!this.#coming.has('perturbed')) this.stop('perturbed');
    this.#settle('perturbed', null);
  }

  /** @param {Handle} handle @param {Cloud | null} cloud @param {Source | null} asked @param {() => void} [taken] */
  #take(handle, cloud, asked, taken) {
    this.#entries.replaced();
    this.#settle(handle, cloud, asked);
    taken?.();
  }

  /** @param {Handle} handle @param {Source} source @param {AbortSignal} signal @returns {Promise<{cloud: Cloud, call: Call}>} */
  async #parse(handle, source, signal) {
    const { name, bytes } = source.known ? source : await readableBytes(source.name, source.bytes);
    signal.throwIfAborted();
    if (!source.known) this.#ahead.set(handle, this.#engine.hold());
    /** @type {Call} */
    const call = [name, bytes, source.reading];
    const opened = this.#engine.open(handle, ...call);
    // Asked for at once: the worker answers in order.
    const points = this.#engine.points(handle);
    points.catch(() => {}); // opening the file reports its own error
    const { dimension, count, faces = 0, notes = [], attributes: list = [] } = await opened;
    // Those of the cloud on show wait for a file that is read in its place and may be given up.
    const attribute = async (/** @type {string} */ _, /** @type {string} */ name) => {
      if (call === this.#held[handle]) await this.settled();
      return this.#engine.attribute(handle, name);
    };
    const attributes = new CloudAttributes({ attribute }, handle, count, list);
    const remedies = withAnswers(source, notes.flatMap((note) => note.remedies ?? []));
    const cloud = {
      name: source.name, source: { ...source, remedies }, dimension, count, faces, notes, points: await points, attributes,
      shown: source.known?.shown ?? null,
    };
    const first = FIRST.find((name) => attributes.has(name));
    return { call, cloud: first ? { ...cloud, shown: await firstColours(first, cloud) } : cloud };
  }

  /** @param {Handle} handle @param {Cloud | null} cloud @param {Source | null} [asked] */
  #settle(handle, cloud, asked = null) {
    this.clouds = { ...this.clouds, [handle]: cloud };
    this.differences = [];
    if (handle === 'clean') this.brushed = null;
    this.questions = { ...this.questions, [handle]: asked };
    this.keepCloud(handle);
  }

  /**
   * A file that was not opened: one of its clouds has to be chosen, or how it is read, or it is bad.
   * @param {Handle} handle @param {import('../words/error-sentence.js').Caught} error @param {Source | undefined} source @param {() => void} [taken]
   */
  #refuse(handle, error, source, taken) {
    if (source && error?.parts) {
      this.#close(handle);
      this.#take(handle, null, { ...source, parts: error.parts, total: error.total ?? error.parts.length }, taken);
    } else if (error?.kind !== 'missing') {
      // A file is not to blame for a certifier that is not there.
      const remedies = source ? withAnswers(source, error?.remedies ?? []) : [];
      if (source && remedies.length > 0) this.questions[handle] = { ...source, remedies };
      this.unread.set(handle, source?.name ?? error?.file ?? '');
      this.#entries.errors[handle] = place(error, source?.name ?? error?.file ?? '');
    }
  }

  /** @param {Handle} handle */
  #close(handle) {
    this.#held[handle] = null;
    if (this.clouds[handle]) void this.#engine.close(handle).catch(() => {});
  }
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
