/**
 * The page between its views and the engine: what is entered, what is wrong with it, and what came out.
 * Views read it, call its methods, and draw again on every 'change' event.
 */

import { controlFor, toRequest } from './request.js';
import { isComparison, isRadiusOnly } from './words.js';
import { initial } from './state.js';

/** Most draws for the minimum, which comes without being asked for. */
const MINIMUM_DRAWS = 100_000;

/**
 * @typedef {object} Cloud
 * @property {string} name of the file
 * @property {number} dimension
 * @property {number} count
 * @property {Float64Array} points for drawing
 *
 * @typedef {'clean' | 'perturbed'} Handle
 * @typedef {'empty' | 'working' | 'done' | 'failed' | 'cancelled' | 'stale'} Phase
 *
 * @typedef {object} Result
 * @property {Phase} phase
 * @property {import('./documents.js').CertificateRequest} [request] what the certificate is for
 * @property {import('./documents.js').CertificateText} [certificate]
 * @property {import('./documents.js').Minimum} [minimum] which probabilities would do, once that is known
 * @property {{stage: number, stages: number, done: number, total: number}} [progress]
 * @property {string} [message] why it failed
 */

export class Model extends EventTarget {
  /** @type {import('./state.js').Values} */
  values = initial();
  /** @type {Record<Handle, Cloud | null>} */
  clouds = { clean: null, perturbed: null };
  /** Points of the cloud that an attack made. @type {Float64Array | null} */
  attacked = null;
  /** What is wrong, by control. @type {Record<string, string>} */
  errors = {};
  /** @type {Result} */
  result = { phase: 'empty' };
  /** A sentence about something that happened by itself. */
  notice = '';

  #job = new AbortController();
  /** What the certifier computes after the verdict; it gives way to whatever a visitor asks for. */
  #aside = new AbortController();
  #opening = { clean: 0, perturbed: 0 };
  /** Files on their way into the engine. @type {Set<Promise<void>>} */
  #pending = new Set();

  /** @param {import('./engine/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    engine.addEventListener('restart', (event) => this.tell(/** @type {CustomEvent} */ (event).detail));
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.notice = sentence;
    this.changed();
  }

  /** The inputs differ from those of the verdict: takes the verdict away. */
  outdate() {
    this.#job.abort();
    this.#aside.abort();
    this.#job = new AbortController();
    this.attacked = null;
    this.result = { phase: this.result.phase === 'empty' ? 'empty' : 'stale' };
    this.dispatchEvent(new Event('outdate'));
  }

  /** Takes what a visitor has entered. @param {string} name @param {string} text */
  set(name, text) {
    if (this.values[name] === text) return;
    this.values = { ...this.values, [name]: text };
    delete this.errors[name];
    this.outdate();
    this.edited();
  }

  /** The visitor has changed something that belongs into the address. */
  edited() {
    this.dispatchEvent(new Event('edit'));
    this.changed();
  }

  /**
   * Opens a file under a handle; a file that cannot be read leaves the cloud that was there.
   * @param {Handle} handle @param {{name: string, arrayBuffer: () => Promise<ArrayBuffer>}} file
   */
  async open(handle, file) {
    const opening = this.#open(handle, file);
    this.#pending.add(opening);
    await opening;
    this.#pending.delete(opening);
  }

  /** @param {Handle} handle @param {{name: string, arrayBuffer: () => Promise<ArrayBuffer>}} file */
  async #open(handle, file) {
    // The verdict goes now and not when the file has been read, so that a Certify pressed meanwhile stands.
    this.outdate();
    this.changed();
    const turn = ++this.#opening[handle];
    const current = () => turn === this.#opening[handle];
    try {
      const cloud = await this.#read(handle, file);
      if (!current()) return;
      this.clouds = { ...this.clouds, [handle]: cloud };
      delete this.errors[handle];
    } catch (error) {
      if (!current()) return;
      // A file is not to blame for a certifier that is not there.
      if (/** @type {any} */ (error)?.kind !== 'missing') this.errors[handle] = place(error, file.name);
    }
    this.changed();
  }

  /** @param {Handle} handle @param {{name: string, arrayBuffer: () => Promise<ArrayBuffer>}} file @returns {Promise<Cloud>} */
  async #read(handle, file) {
    const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => {
      throw new Error('could not be read. Is it a folder?');
    });
    const { dimension, count } = await this.engine.open(handle, file.name, bytes);
    return { name: file.name, dimension, count, points: await this.engine.points(handle) };
  }

  /**
   * Replaces everything that is entered, as an example does.
   * @param {import('./state.js').Values} values @param {{clean?: File, perturbed?: File}} files
   */
  async fill(values, files) {
    this.values = values;
    this.errors = {};
    this.notice = '';
    this.clouds = { clean: null, perturbed: null };
    this.outdate();
    const handles = /** @type {Handle[]} */ (['clean', 'perturbed']);
    await Promise.all(handles.map((handle) => {
      this.#opening[handle]++;
      const file = files[handle];
      return file && this.open(handle, file);
    }));
  }

  /** Takes a cloud a visitor has chosen, dropped or pasted. @param {Handle} handle @param {File} file */
  async choose(handle, file) {
    // An example's perturbed cloud means nothing next to another clean one.
    if (handle === 'clean' && this.values.example) this.remove('perturbed');
    this.values = { ...this.values, example: '', ...(handle === 'perturbed' && { perturbation: 'file' }) };
    await this.open(handle, file);
    this.edited();
  }

  /** Stays with the cloud that was there before a file that could not be read. @param {Handle} handle */
  keep(handle) {
    delete this.errors[handle];
    this.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.#opening[handle]++;
    if (this.clouds[handle]) void this.engine.close(handle).catch(() => {});
    this.clouds = { ...this.clouds, [handle]: null };
    this.values = { ...this.values, example: '' };
    delete this.errors[handle];
    this.outdate();
    this.edited();
  }

  /** Computes a certificate for what is entered. */
  async certify() {
    this.notice = '';
    this.outdate();
    const job = this.#job;
    this.result = { phase: 'working' };
    this.changed();
    await Promise.all(this.#pending);
    const unable = await this.engine.ready().then(() => '', sentence);
    if (job !== this.#job) return;
    if (unable) return this.#refuse(unable);
    const { request, errors } = toRequest(this.values, this.clouds);
    this.errors = { ...errors, ...this.#fileErrors() };
    if (Object.keys(this.errors).length) return this.#refuse('The marked entries need a correction.');
    await this.#run(job, request);
  }

  /** A file that could not be read is not passed over in silence. */
  #fileErrors() {
    const names = this.values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean'];
    return Object.fromEntries(names.filter((name) => this.errors[name]).map((name) => [name, this.errors[name]]));
  }

  /**
   * Computes a request and shows what comes, as long as the job is the present one.
   * @param {AbortController} job @param {import('./documents.js').CertificateRequest} request
   */
  async #run(job, request) {
    const current = () => job === this.#job;
    this.#show({ request });
    try {
      const certificate = await this.engine.certify(request, {
        signal: job.signal,
        onCertificate: (/** @type {any} */ early) => current() && this.#show({ certificate: early }),
        onProgress: (/** @type {any} */ progress) => current() && this.#show({ progress }),
      });
      if (!current()) return;
      this.#show({ phase: 'done', certificate, progress: undefined });
      void this.findMinimum();
    } catch (error) {
      if (current()) this.#fail(error);
    }
  }

  /** @param {Partial<Result>} part */
  #show(part) {
    this.result = { ...this.result, ...part };
    if (part.certificate) void this.#drawAttack();
    this.changed();
  }

  /** An attack's cloud is made by the core, so it is there only after preparing. */
  async #drawAttack() {
    if (this.attacked || !this.result.request?.perturbed?.attack) return;
    const job = this.#job;
    const points = await this.engine.points('attack').catch(() => null);
    if (job !== this.#job || this.attacked || !points) return;
    this.attacked = points;
    this.changed();
  }

  /** @param {any} error */
  #fail(error) {
    if (error?.name === 'AbortError') {
      this.#show({ phase: 'cancelled', progress: undefined });
      return;
    }
    const control = controlFor(error?.field, this.values);
    const message = sentence(error);
    if (control) this.errors = { ...this.errors, [control]: message };
    this.#refuse(control ? 'The marked entries need a correction.' : message);
  }

  /** Says that there is no verdict and why, and asks the page to move to the first error. @param {string} message */
  #refuse(message) {
    this.result = { phase: 'failed', message };
    this.changed();
    this.dispatchEvent(new Event('invalid'));
  }

  cancel() {
    this.#job.abort();
  }

  /** Finds out which prediction probabilities would certify; the verdict stands without it. */
  async findMinimum() {
    const { phase, request, certificate, minimum } = this.result;
    if (phase !== 'done' || minimum || !request || !certificate || isRadiusOnly(certificate.value)) return;
    if (isComparison(request)) return;
    this.#aside.abort();
    const aside = this.#aside = new AbortController();
    const samples = Math.min(request.samples ?? MINIMUM_DRAWS, MINIMUM_DRAWS);
    const found = await this.engine.minimum({ ...request, samples }, { signal: aside.signal }).catch(() => undefined);
    if (!aside.signal.aborted && found) this.#show({ minimum: found });
  }

  /**
   * Has the engine do something for a visitor at once, before the minimum where that is still being computed.
   * @template T @param {() => Promise<T>} task
   */
  async #before(task) {
    this.#aside.abort();
    try {
      return await task();
    } finally {
      void this.findMinimum();
    }
  }

  /** @returns {Promise<Uint8Array>} the certificate document, the same bytes that the command line prints */
  document() {
    const { request, certificate } = this.result;
    if (!request || !certificate) throw new Error('There is no certificate yet.');
    return this.#before(() => this.engine.document(request, certificate));
  }

  /** @returns {Promise<string>} the request in gram form, without the clouds */
  gram() {
    const { request } = this.result;
    if (!request) throw new Error('There is no certificate yet.');
    return this.#before(() => this.engine.gram(request));
  }
}

/** @param {string} text */
const ended = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param {any} error */
function sentence(error) {
  const text = ended(String(error?.message ?? error));
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

/** Where in a file an error is. @param {any} error @param {string} name */
function place(error, name) {
  const file = error?.file ?? name;
  const where = error?.line ? `, line ${error.line}` : error?.byte >= 0 ? `, byte ${error.byte}` : '';
  return `${file}${where}: ${ended(String(error?.message ?? error))}`;
}
