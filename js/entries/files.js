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
 * @typedef {'clean' | 'perturbed'} Handle
 */

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

export class Files {
  /** @type {Record<Handle, Cloud | null>} */
  clouds = { clean: null, perturbed: null };
  /** Files with several clouds, of which one is to be chosen or was. @type {Record<Handle, Several | null>} */
  several = { clean: null, perturbed: null };
  /** Fields whose last file could not be read. @type {Set<Handle>} */
  unread = new Set();

  /** How often each field was given something; what came before counts no more. */
  #turns = { clean: 0, perturbed: 0 };
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
    // An example's perturbed cloud means nothing next to another clean one.
    if (handle === 'clean' && this.#entries.values.example) this.remove('perturbed');
    this.#entries.adapt({ example: '', ...(handle === 'perturbed' && { perturbation: 'file' }) });
    await this.open(handle, file);
    this.#entries.edited();
  }

  /**
   * Opens a file under a handle; a file that cannot be read leaves the cloud that was there.
   * @param {Handle} handle @param {File} file
   */
  async open(handle, file) {
    await this.#wait(this.#open(handle, () => contentOf(file)));
  }

  /** Takes one cloud of a file that has several. @param {Handle} handle @param {string} part */
  async take(handle, part) {
    const several = this.several[handle];
    if (!several || part === '' || part === several.part) return;
    await this.#wait(this.#open(handle, async () => several, part));
    this.#entries.edited();
  }

  /** Opens these files instead of all that was open. @param {{clean?: File, perturbed?: File}} files */
  async replace(files) {
    this.forget();
    await Promise.all(HANDLES.map((handle) => files[handle] && this.open(handle, files[handle])));
  }

  /** No cloud is there any more. */
  forget() {
    for (const handle of HANDLES) this.#turns[handle]++;
    this.clouds = { clean: null, perturbed: null };
    this.several = { clean: null, perturbed: null };
    this.unread.clear();
  }

  /** Stays with the cloud that was there before a file that could not be read. @param {Handle} handle */
  keep(handle) {
    this.unread.delete(handle);
    delete this.#entries.errors[handle];
    this.#entries.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.#turns[handle]++;
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

  /** @param {Handle} handle @param {() => Promise<{name: string, bytes: Uint8Array} | Several>} content @param {string} [part] */
  async #open(handle, content, part = '') {
    // What was computed goes now and not when the file has been read, so that a Certify pressed meanwhile stands.
    this.#entries.outdate();
    this.#entries.changed();
    const turn = ++this.#turns[handle];
    const current = () => turn === this.#turns[handle];
    let file;
    try {
      file = await content();
      const cloud = await this.#parse(handle, file, part);
      if (current()) this.#settle(handle, cloud, part ? /** @type {Several} */ ({ ...file, part }) : null);
    } catch (error) {
      if (current()) this.#refuse(handle, error, file);
    }
    this.#entries.changed();
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
   * @param {Handle} handle @param {any} error @param {{name: string, bytes: Uint8Array} | undefined} file
   */
  #refuse(handle, error, file) {
    if (file && error?.parts) {
      this.#close(handle);
      this.#settle(handle, null, { ...file, parts: error.parts, total: error.total ?? error.parts.length, part: '' });
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

/** @param {File} file @returns {Promise<{name: string, bytes: Uint8Array}>} */
async function contentOf(file) {
  const buffer = await file.arrayBuffer().catch(() => {
    throw Object.assign(new Error('could not be read. Is it a folder?'), { file: file.name });
  });
  return { name: file.name, bytes: new Uint8Array(buffer) };
}
