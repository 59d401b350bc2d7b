/** The clean and the perturbed cloud as files: opened, chosen from, kept or taken away. The certifier holds their points. */

import { understood } from '../files/laz.js';
import { place } from '../reading/complaint.js';

/**
 * @typedef {object} Cloud
 * @property {string} name of the file
 * @property {number} dimension
 * @property {number} count
 * @property {import('../engine/protocol.js').Note[]} notes what the reader of the file had to decide
 * @property {Float64Array} points for drawing
 *
 * @typedef {object} Several a file with several clouds
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {import('../engine/protocol.js').Part[]} parts those that are listed
 * @property {number} total
 * @property {string} part the chosen one, '' before
 *
 * @typedef {object} Reading a file that takes a while
 * @property {string} name
 * @property {number} part how much of it has been read, 0 to 1
 *
 * @typedef {'clean' | 'perturbed'} Handle
 */

/** Bytes from which on reading a file is worth counting. */
const LARGE = 4 << 20;

/** Milliseconds for which nobody needs to be told that a file is being read. */
const SHORT = 150;

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

export class Files {
  /** @type {Record<Handle, Cloud | null>} */
  clouds = { clean: null, perturbed: null };
  /** Files with several clouds, of which one is to be chosen or was. @type {Record<Handle, Several | null>} */
  several = { clean: null, perturbed: null };
  /** Fields whose last file could not be read. @type {Set<Handle>} */
  unread = new Set();

  /** What is being read for so long that it shows. @type {Record<Handle, Reading | null>} */
  reading = { clean: null, perturbed: null };

  /** Of what each field was given last; what came before counts no more. */
  #stops = { clean: new AbortController(), perturbed: new AbortController() };
  /** Files on their way into the engine. @type {Set<Promise<void>>} */
  #pending = new Set();
  #engine;
  #entries;

  /** @param {import('../engine/engine.js').Engine} engine @param {import('./entries.js').Entries} entries whose errors name the fields */
  constructor(engine, entries) {
    this.#engine = engine;
    this.#entries = entries;
  }

  /** Once all files given so far are opened or refused. */
  async settled() {
    await Promise.all(this.#pending);
  }

  /** Takes a cloud a visitor has chosen, dropped or pasted. @param {Handle} handle @param {File} file */
  async choose(handle, file) {
    await this.#wait(this.#open(handle, file, () => this.#own(handle)));
  }

  /**
   * Opens a file under a handle; a file that cannot be read leaves all that was there.
   * @param {Handle} handle @param {File} file
   */
  async open(handle, file) {
    await this.#wait(this.#open(handle, file));
  }

  /** Takes one cloud of a file that has several. @param {Handle} handle @param {string} part */
  async take(handle, part) {
    const several = this.several[handle];
    if (!several || part === '' || part === several.part) return;
    await this.#wait(this.#open(handle, several, () => {}, part));
    this.#entries.edited();
  }

  /** Opens these files instead of all that was open. @param {{clean?: File, perturbed?: File}} files */
  async replace(files) {
    this.forget();
    await Promise.all(HANDLES.map((handle) => files[handle] && this.open(handle, files[handle])));
  }

  /** No cloud is there any more. */
  forget() {
    for (const handle of HANDLES) this.stop(handle);
    this.clouds = { clean: null, perturbed: null };
    this.several = { clean: null, perturbed: null };
    this.unread.clear();
  }

  /** Gives up a file that is being read. @param {Handle} handle */
  stop(handle) {
    this.#stops[handle].abort();
    this.#stops[handle] = new AbortController();
    this.reading[handle] = null;
    this.#entries.changed();
  }

  /** Stays with the cloud that was there before a file that could not be read. @param {Handle} handle */
  keep(handle) {
    this.unread.delete(handle);
    delete this.#entries.errors[handle];
    this.#entries.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.stop(handle);
    this.#close(handle);
    this.#settle(handle, null, null);
    this.#entries.adapt({ example: '' });
    this.#entries.outdate();
    this.#entries.edited();
  }

  /**
   * Why these clouds cannot be computed with: a file that could not be read is not passed over in silence, and of one
   * with several clouds one has to be chosen.
   * @param {Handle[]} handles @returns {Record<string, string>}
   */
  faults(handles) {
    const unchosen = handles.filter((handle) => this.several[handle]?.part === '');
    const unread = handles.filter((handle) => this.unread.has(handle));
    return Object.fromEntries([
      ...unchosen.map((handle) => [handle, `Choose one of the clouds in ${this.several[handle]?.name}.`]),
      ...unread.map((handle) => [handle, this.#entries.errors[handle]]),
    ]);
  }

  /** @param {Promise<void>} opening */
  async #wait(opening) {
    this.#pending.add(opening);
    await opening;
    this.#pending.delete(opening);
  }

  /**
   * What was computed stays until the file has been read, and for good where it cannot be.
   * @param {Handle} handle @param {File | Several} source @param {() => void} [taken] what else goes with it @param {string} [part]
   */
  async #open(handle, source, taken = () => {}, part = '') {
    this.stop(handle);
    const { signal } = this.#stops[handle];
    this.keep(handle);
    const reading = { name: source.name, part: 0 };
    const late = setTimeout(() => this.#tell(handle, reading, signal), SHORT);
    let file;
    try {
      file = source instanceof File ? await contentOf(source, signal, (part) => this.#tell(handle, reading, signal, part)) : source;
      const cloud = await this.#parse(handle, file, part);
      if (!signal.aborted) this.#take(handle, cloud, part ? /** @type {Several} */ ({ ...file, part }) : null, taken);
    } catch (error) {
      if (!signal.aborted) this.#refuse(handle, error, file, taken);
    }
    clearTimeout(late);
    if (!signal.aborted) this.reading[handle] = null;
    this.#entries.changed();
  }

  /** Shows how much of a file has been read, once that takes a while. @param {Handle} handle @param {Reading} reading @param {AbortSignal} signal @param {number} [part] */
  #tell(handle, reading, signal, part) {
    if (signal.aborted || (part !== undefined && Math.floor(100 * part) === Math.floor(100 * reading.part))) return;
    reading.part = part ?? reading.part;
    if (part === undefined) this.reading[handle] = reading;
    if (this.reading[handle]) this.#entries.changed();
  }

  /** A visitor's own cloud: an example's perturbed cloud means nothing next to another clean one. @param {Handle} handle */
  #own(handle) {
    if (handle === 'clean' && this.#entries.values.example) {
      this.clouds = { ...this.clouds, perturbed: null };
      this.several = { ...this.several, perturbed: null };
    }
    this.#entries.adapt({ example: '', ...(handle === 'perturbed' && { perturbation: 'file' }) });
    this.#entries.edited();
  }

  /** @param {Handle} handle @param {Cloud | null} cloud @param {Several | null} several @param {() => void} taken */
  #take(handle, cloud, several, taken) {
    this.#entries.replaced();
    this.#settle(handle, cloud, several);
    taken();
  }

  /** @param {Handle} handle @param {{name: string, bytes: Uint8Array}} file @param {string} part @returns {Promise<Cloud>} */
  async #parse(handle, { name, bytes }, part) {
    const readable = await understood(name, bytes);
    const opened = this.#engine.open(handle, readable.name, readable.bytes, { part });
    // Asked for at once: the worker answers in order.
    const points = this.#engine.points(handle);
    points.catch(() => {}); // where the file cannot be opened, that is said instead
    const { dimension, count, notes = [] } = await opened;
    return { name, dimension, count, notes, points: await points };
  }

  /** @param {Handle} handle @param {Cloud | null} cloud @param {Several | null} several */
  #settle(handle, cloud, several) {
    this.clouds = { ...this.clouds, [handle]: cloud };
    this.several = { ...this.several, [handle]: several };
    this.keep(handle);
  }

  /**
   * A file that was not opened: one of its clouds has to be chosen, or it is bad.
   * @param {Handle} handle @param {any} error @param {{name: string, bytes: Uint8Array} | undefined} file @param {() => void} taken
   */
  #refuse(handle, error, file, taken) {
    if (file && error?.parts) {
      this.#close(handle);
      this.#take(handle, null, { ...file, parts: error.parts, total: error.total ?? error.parts.length, part: '' }, taken);
    } else if (error?.kind !== 'missing') {
      // A file is not to blame for a certifier that is not there.
      this.unread.add(handle);
      this.#entries.errors[handle] = place(error, file?.name ?? error?.file ?? '');
    }
  }

  /** @param {Handle} handle */
  #close(handle) {
    if (this.clouds[handle]) void this.#engine.close(handle).catch(() => {});
  }
}

/**
 * @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell how much of a large file has been read
 * @returns {Promise<{name: string, bytes: Uint8Array}>}
 */
async function contentOf(file, signal, tell) {
  try {
    return { name: file.name, bytes: file.size < LARGE ? new Uint8Array(await file.arrayBuffer()) : await counted(file, signal, tell) };
  } catch {
    throw Object.assign(new Error('could not be read. Is it a folder?'), { file: file.name });
  }
}

/** @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell */
async function counted(file, signal, tell) {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  await file.stream().pipeTo(new WritableStream({
    write(part) {
      bytes.set(part, at);
      at += part.length;
      tell(at / bytes.length);
    },
  }), { signal });
  return bytes;
}
