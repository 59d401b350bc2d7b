/**
 * A dataset in the certifier: files of clouds and of votes, joined under settings into entries that any worker can
 * certify. The files are kept here as well, so that a worker that takes the place of a lost one gets them again.
 */

/**
 * @import {Replay} from '../workers/protocol.js'
 * @import {RunResult} from '../documents/documents.js'
 */

/** A file, and how it is read where that was told. @typedef {{name: string, bytes: Uint8Array, reading: string}} File */

/** Most entries that are fetched in one go. */
const CHUNK = 50;

export class Collection {
  #calls;
  /** @type {File[]} */
  #files = [];
  /** The call that joins the files, null before. @type {Replay | null} */
  #plan = null;

  /** @param {import('./explorer.js').Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /** Calls that bring a new worker to where the lost one was. @returns {Replay[]} */
  replay() {
    /** @type {Replay[]} */
    const calls = this.#files.map(({ name, bytes, reading }) => ({ name: 'runAdd', args: [name, bytes, reading] }));
    return this.#plan ? [...calls, this.#plan] : calls;
  }

  /**
   * Opens a file of clouds, of votes, or a run document.
   * @param {string} name @param {Uint8Array} bytes @param {string} [reading] how a file of clouds is read, '' for any file as it comes
   * @returns {Promise<{clouds: number, votes: number, lacks?: string, classes?: string[], dimension: number, points: number, settings?: Record<string,
   *   unknown>, voted?: {model: {name?: string, sha256: string}, sampling: {estimate: number}}}>}
   *   how many there are
   * now, which votes there are none of yet, the names of the classes, the shape of the first cloud, the settings of a run document, and what its
   * votes were counted with
   */
  add(name, bytes, reading = '') {
    return this.#add({ name, bytes, reading });
  }

  /** The files that are open, as add would open them again. @returns {readonly File[]} */
  get files() {
    return this.#files;
  }

  /** @param {File} file */
  async #add(file) {
    const found = JSON.parse(await this.#calls.ask('runAdd', [file.name, file.bytes, file.reading]));
    this.#files.push(file);
    return found;
  }

  /** Opens all files again, some of them as clouds that are read in this way. @param {string[]} names @param {import('./functions.js').Reading} reading */
  async reread(names, reading) {
    const files = this.#files, text = JSON.stringify(reading);
    await this.clear();
    for (const file of files) await this.#add(names.includes(file.name) ? { ...file, reading: text } : file);
  }

  /** Forgets all files. */
  async clear() {
    if (this.#files.length === 0) return;
    this.#files = [];
    this.#plan = null;
    await this.#calls.ask('runClear', []);
  }

  /** All that is wrong with settings. @param {unknown} settings @returns {Promise<import('./functions.js').Failure[]>} */
  async check(settings) {
    return JSON.parse(await this.#calls.ask('runCheck', [JSON.stringify(settings)]));
  }

  /** Joins clouds and votes into entries. @param {unknown} settings */
  plan(settings) {
    return this.#join('runPlan', settings);
  }

  /**
   * Joins clouds and labels into entries without votes, which a model with these classes is still to give.
   * @param {unknown} settings @param {string[]} classes
   */
  clouds(settings, classes) {
    return this.#join('runClouds', settings, JSON.stringify(classes));
  }

  /**
   * @param {'runPlan' | 'runClouds'} name @param {unknown} settings @param {string[]} more
   * @returns {Promise<{settings: Record<string, unknown>, count: number, failures: number, core: string, offers?: import('./functions.js').Offer[], met?: string}>}
   *   the settings of what was joined
   */
  async #join(name, settings, ...more) {
    const args = [JSON.stringify(settings), ...more];
    const plan = JSON.parse(await this.#calls.ask(name, /** @type {any} */ (args)));
    this.#plan = { name, args };
    return plan;
  }

  /** The texts of all entries. @param {number} count @returns {Promise<string[]>} */
  async entries(count) {
    /** @type {string[]} */
    const entries = [];
    while (entries.length < count) entries.push(...JSON.parse(await this.#calls.ask('runEntries', [entries.length, CHUNK])));
    return entries;
  }

  /**
   * Certifies clouds, each on whichever worker is free.
   * @param {string} settings @param {number[]} clouds @param {(cloud: number) => string} entry called when the turn of a cloud has come
   * @param {AbortSignal} signal @param {(cloud: number, line: string) => void} onLine
   */
  async lines(settings, clouds, entry, signal, onLine) {
    await this.#calls.each('runLine', clouds.length, (k) => [settings, entry(clouds[k]), clouds[k]], signal, (_, k, line) => onLine(clouds[k], line));
  }

  /** The line of a cloud that could not be certified. @param {string} entry @param {number} cloud @param {string} why @param {AbortSignal} signal */
  brokenLine(entry, cloud, why, signal) {
    return this.#calls.ask('runBroken', [entry, cloud, why], signal);
  }

  /** The first line of the parts of the run of a document, and what its clouds are certified from. @param {Uint8Array} document */
  identity(document) {
    return this.#calls.ask('runIdentity', [document]);
  }

  /**
   * Takes a part of a run: returns its clouds that are not done yet. Rejects a part of another run, or with another result of a cloud.
   * @param {string} own what is done, as a part @param {string} inputs as identity gave them @param {string} name @param {Uint8Array} part
   * @returns {Promise<{fresh: {cloud: number, line: string}[], changed: number}>} changed: clouds that the part has from other points, which count for nothing
   */
  async take(own, inputs, name, part) {
    return JSON.parse(await this.#calls.ask('runTake', [own, inputs, name, part]));
  }

  /**
   * Returns the result of a run.
   * @param {string} settings @param {number} count of clouds @param {string} lines of all of them
   * @returns {Promise<{result: RunResult, failures: {name: string, failure: string}[], radii: (number | null)[], document: Uint8Array}>} result: the result
   *   document without the verdicts on single clouds; failures: clouds without a verdict; radii: of all clouds, null where votes prove none;
   *   document: byte for byte what the command line prints
   */
  async result(settings, count, lines) {
    const [shown, document] = await this.#calls.ask('runResult', [settings, count, lines]);
    const { result, failures = [], radii } = JSON.parse(shown);
    return { result, failures, radii, document };
  }

  /**
   * The calibration of sets by a result.
   * @param {object} result @param {{coverage: number, radius: number, per_class: boolean}} how
   * @returns {Promise<import('../documents/types.js').Calibration>}
   */
  async calibrated(result, how) {
    return JSON.parse(await this.#calls.ask('calibrate', [JSON.stringify(result), JSON.stringify(how)]));
  }

  /**
   * Two results over the same clouds, compared at these radii or at round steps.
   * @param {object} first @param {object} second @param {number[] | null} radii @returns {Promise<import('../documents/types.js').Comparison>}
   */
  async compared(first, second, radii) {
    return JSON.parse(await this.#calls.ask('compare', [JSON.stringify(first), JSON.stringify(second), JSON.stringify(radii)]));
  }
}
