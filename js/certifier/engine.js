import { join } from '../workers/bytes.js';
import { Collection } from './collection.js';
import { Counting } from './counting.js';
import { EngineError } from './failure.js';
import { Explorer } from './explorer.js';
import { load } from '../workers/loader.js';
import { Pool } from '../workers/pool.js';

/**
 * @import {Replay} from '../workers/protocol.js'
 * @import {Certificate as Value, Growth, Minimum} from '../documents/documents.js'
 */

export { EngineError };

/**
 * A certificate as Go wrote it, the same parsed for reading, and whether it is of clouds that Go made of those that
 * were opened. The text goes back to Go untouched: not every number survives JavaScript's own JSON.
 * @typedef {{text: string, value: Value, madeClouds?: boolean}} Certificate
 * @typedef {{certificate: Certificate, complete: boolean}} Closed complete: whether certify would add nothing
 */

/** @typedef {{stage: number, stages: number, done: number, total: number}} Progress */

/**
 * Progress of the search for the point order: the best distance
 * found, and what none can come below.
 * @typedef {{progress: number, distance: number, lower: number, more: boolean}} Search
 */

/**
 * @typedef {object} CertifyOptions
 * @property {AbortSignal} [signal]
 * @property {(certificate: Certificate) => void} [onCertificate] at once with the closed forms, where draws follow
 * @property {(search: Search) => void} [onSearch] after every slice of a search
 * @property {(progress: Progress) => void} [onProgress] after every block
 */

const mostWorkers = 8;

/** Bytes of memory from which on the lead is renewed where it keeps little: a program's memory never shrinks. */
const LARGE = 64 << 20;

/** So many bytes of memory for one of the files that are kept are no more than it needs. */
const NEEDED = 16;

/** Milliseconds without work after which that happens: a search for the order of the points goes on from call to call. */
const LEAD_REST = 5000;

/**
 * The certifier in web workers. Everything is computed there by Go; this class
 * moves texts and bytes.
 *
 * Dispatches `restart`, a CustomEvent whose `detail` is a sentence for the
 * visitor, when a worker was replaced, and `load` when more of the program has come.
 */
export class Engine extends EventTarget {
  /** Downloaded share of the certifier, null before the download and once it runs. @type {import('../workers/packed.js').Come | null} */
  coming = null;
  /** @type {Pool<import('./functions.js').Functions>} */
  #pool;
  #core;
  /** @type {Map<string, {name: string, bytes: Uint8Array, how: string}>} */
  #clouds = new Map();
  /** The last request of which Go made clouds, which the lead keeps, '' for none. */
  #making = '';

  /**
   * @param {object} [options] @param {number} [options.workers] default: one per core, at most 8
   * @param {string} [options.base] folder of worker.js and the programs; default: the page's
   * @param {Promise<unknown>} [options.begun] before which the program is not fetched from the folder
   * @param {Promise<import('../workers/loader.js').Program>} [options.program] where it is not fetched from a folder
   */
  constructor({ workers = navigator.hardwareConcurrency || 1, base = globalThis.document?.baseURI, begun, program } = {}) {
    super();
    const fetched = () => load(base, (come) => this.#comes(come));
    program ??= begun ? begun.then(fetched) : fetched();
    const size = Math.max(1, Math.min(workers, mostWorkers));
    const restarted = (/** @type {string} */ detail) => this.dispatchEvent(new CustomEvent('restart', { detail }));
    this.#pool = new Pool(size, program, () => this.#replay(), restarted, 'core', {
      after: LEAD_REST, ends: (memory) => memory > Math.max(LARGE, NEEDED * this.#kept),
    });
    this.#core = this.#pool.lead.call('core', []);
    this.#core.catch(() => {}).then(() => this.#comes(null)); // ready() reports it
    /** @type {import('./explorer.js').Calls} */
    const calls = {
      ask: (...call) => this.#pool.lead.call(...call),
      each: (...call) => this.#pool.each(...call),
    };
    this.explorer = new Explorer(calls);
    this.collection = new Collection(calls);
    this.counting = new Counting(calls);
  }

  /** Says how much of the program has come. @param {import('../workers/packed.js').Come | null} come */
  #comes(come) {
    this.coming = come;
    this.dispatchEvent(new Event('load'));
  }

  /** The core version, once the certifier runs. */
  ready() {
    return this.#core;
  }

  /**
   * Parses a point cloud file and keeps it under the handle.
   * @param {string} handle @param {string} name file name, its ending tells the format @param {Uint8Array} bytes kept to restore a lost worker
   * @param {import('./functions.js').Reading} [reading] which cloud of a file that has several, and what else the file leaves open
   * @returns {Promise<{dimension: number, count: number, columns: string, unit?: string, missing?: number, faces?: number,
   *   attributes?: import('./functions.js').Attribute[], notes?: import('./functions.js').Note[]}>}
   */
  async open(handle, name, bytes, reading = {}) {
    const how = JSON.stringify(reading);
    const size = await this.#pool.lead.call('open', [handle, name, bytes, how]);
    this.#clouds.set(handle, { name, bytes, how });
    return JSON.parse(size);
  }

  /** @param {string} handle */
  async close(handle) {
    await this.#pool.lead.call('close', [handle]);
    this.#clouds.delete(handle); // not before one that is still being opened
  }

  /**
   * The coordinates, point by point. Once certify has answered, the handles
   * "computed clean" and "computed perturbed" hold the clouds it computes with:
   * prepared, attacked.
   * @param {string} handle
   */
  async points(handle) {
    const bytes = await this.#pool.lead.call('points', [handle]);
    return new Float64Array(bytes.buffer);
  }

  /** Returns the values of an attribute of a cloud, none where it has no such attribute. @param {string} handle @param {string} name */
  async attribute(handle, name) {
    return new Float64Array((await this.#pool.lead.call('attribute', [handle, name])).slice().buffer);
  }

  /**
   * Lists the attributes that two clouds have with other values; order: the same values in another order.
   * @param {string} clean handle @param {string} perturbed handle @returns {Promise<{name: string, order?: boolean}[]>}
   */
  async differences(clean, perturbed) {
    return JSON.parse(await this.#pool.lead.call('differences', [clean, perturbed]));
  }

  /**
   * All that is wrong with a request, as far as it can be known at once; nothing of it is computed.
   * @param {object} request @returns {Promise<import('./functions.js').Failure[]>}
   */
  async check(request) {
    return JSON.parse(await this.#pool.lead.call('check', [JSON.stringify(request)]));
  }

  /**
   * Computes the certificate of a request. The result is the same for any
   * number of workers.
   * @param {object} request clouds are {"file": handle} @param {CertifyOptions} [options]
   * @returns {Promise<Certificate>} rejects with an EngineError, or AbortError when aborted
   */
  async certify(request, { signal, onCertificate, onSearch, onProgress } = {}) {
    const { lead } = this.#pool;
    const text = JSON.stringify(request);
    if (/** @type {{permutation?: boolean}} */ (request).permutation) await this.#search(text, signal, onSearch);
    let [certificate, work, madeClouds] = await this.#prepare(text, signal);
    const result = read(certificate, madeClouds);
    if (work === '') return result;
    onCertificate?.(result);
    while (work !== '') {
      const results = await this.#blocks(work, signal, onProgress);
      [certificate, work] = await lead.call('reduce', [work, certificate, results], signal);
    }
    return read(certificate, madeClouds);
  }

  /**
   * Computes everything about a request that needs no draws, at once unless the point order must be searched for.
   * @param {object} request clouds are {"file": handle}
   * @returns {Promise<Closed>}
   */
  async closedForms(request) {
    return this.#closed(await this.#prepare(JSON.stringify(request)));
  }

  /**
   * Does the same with a perturbed cloud that is not opened: the points of the clean one where a hand holds them.
   * @param {object} request @param {Float64Array} points @param {number} dimension
   */
  async heldForms(request, points, dimension) {
    const held = new Uint8Array(points.buffer, points.byteOffset, points.byteLength), text = JSON.stringify({ ...request, perturbed: { file: 'held' } });
    return this.#closed(await this.#pool.lead.call('prepareHeld', [text, held, dimension]));
  }

  /** @param {[certificate: string, work: string, madeClouds: boolean]} prepared */
  #closed([certificate, work, madeClouds]) {
    return { certificate: read(certificate, madeClouds), complete: work === '' };
  }

  /** @param {string} text @param {AbortSignal} [signal] */
  async #prepare(text, signal) {
    this.#making = '';
    const step = await this.#pool.lead.call('prepare', [text], signal);
    if (step[2]) this.#making = text;
    return step;
  }

  /** @param {string} text @param {AbortSignal} [signal] @param {(search: Search) => void} [onSearch] */
  async #search(text, signal, onSearch) {
    let more = true;
    while (more) {
      const search = JSON.parse(await this.#pool.lead.call('search', [text], signal));
      onSearch?.(search);
      ({ more } = search);
    }
  }

  /** The certificate document, byte for byte what the command line prints. @param {object} request @param {Certificate} certificate */
  document(request, certificate) {
    return this.#pool.lead.call('document', [JSON.stringify(request), certificate.text]);
  }

  /**
   * What in a request and its certificate perhaps does not fit together, in sentences.
   * @param {object} request @param {{text: string}} certificate @returns {Promise<string[]>}
   */
  async fits(request, certificate) {
    return JSON.parse(await this.#pool.lead.call('fits', [JSON.stringify(request), certificate.text]));
  }

  /**
   * The request in gram form, which is what sharing posts, and the key under which its certificate is shared.
   * @param {object} request @returns {Promise<[text: string, key: string]>}
   */
  gram(request) {
    return this.#pool.lead.call('gram', [JSON.stringify(request)]);
  }

  /**
   * The smallest prediction probabilities with which the clouds of a request are certified. Takes up to
   * seconds; of inner products, where these say all, not on the worker that keeps the clouds.
   * @param {object & {subsample?: number, perturbed?: object & {changes?: object}, prediction?: object}} request @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<Minimum>}
   */
  async minimum(request, { signal } = {}) {
    if (request.subsample || request.perturbed?.changes || !request.prediction)
      return JSON.parse(await this.#pool.lead.call('minimum', [JSON.stringify(request)], signal));
    const [gram] = await this.gram(request);
    return JSON.parse(await this.#pool.aside('minimum', [gram], signal));
  }

  /** Finds how the interval of a number grows with the distance. @param {object} request @returns {Promise<Growth>} */
  async growth(request) {
    return JSON.parse(await this.#pool.lead.call('growth', [JSON.stringify(request)]));
  }

  /**
   * Computes a certificate once more, with draws that were unknown when it was made.
   * @param {object} request @param {Certificate} certificate @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<string[] | null>} what the fresh draws do not bear out; null where nothing is drawn
   */
  async fresh(request, certificate, { signal } = {}) {
    if (!certificate.value.tight?.monte_carlo) return null;
    const seed = `fresh ${Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('')}`;
    const drawn = await this.certify({ ...request, seed }, { signal });
    return JSON.parse(await this.#pool.lead.call('doubts', [certificate.text, drawn.text], signal));
  }

  /**
   * Computes a document that an earlier core made again, with this one.
   * @param {object} document @param {{signal?: AbortSignal}} [options] @returns {Promise<import('./functions.js').Verification>}
   */
  async verify(document, { signal } = {}) {
    return JSON.parse(await this.#pool.aside('verify', [JSON.stringify(document)], signal));
  }

  /**
   * Runs one stage of work and joins the results in block order.
   * @param {string} work @param {AbortSignal} [signal] @param {(progress: Progress) => void} [onProgress]
   */
  async #blocks(work, signal, onProgress) {
    const { stage, stages, blocks: total } = JSON.parse(work);
    const report = (/** @type {number} */ done) => onProgress?.({ stage, stages, done, total });
    report(0);
    return join(await this.#pool.each('block', total, (block) => [work, block], signal, report));
  }

  /** Bytes of the files that a new lead opens again. */
  get #kept() {
    return [...this.#clouds.values(), ...this.collection.files].reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #replay() {
    /** @type {Replay[]} */
    const calls = [];
    for (const [handle, { name, bytes, how }] of this.#clouds) calls.push({ name: 'open', args: [handle, name, bytes, how] });
    if (this.#making) calls.push({ name: 'search', args: [this.#making] });
    return [...calls, ...this.collection.replay()];
  }
}

/** @param {string} text @param {boolean} madeClouds @returns {Certificate} */
const read = (text, madeClouds) => ({ text, value: JSON.parse(text), madeClouds });
