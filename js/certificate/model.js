/**
 * The page between its views and the engine: what is entered, what is wrong with it, and what came out.
 * Views read it, call its methods, and draw again on every 'change' event.
 */

import { place, sentence } from '../reading/complaint.js';
import { understood } from '../files/laz.js';
import { controlFor, toRequest, toValues } from '../entries/request.js';
import { isComparison, isRadiusOnly } from '../reading/words.js';
import { initial } from '../entries/address.js';

/** Most draws for the minimum, which comes without being asked for. */
const MINIMUM_DRAWS = 100_000;

/**
 * @typedef {object} Cloud
 * @property {string} name of the file
 * @property {number} dimension
 * @property {number} count
 * @property {string[]} notes what the reader of the file had to decide
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
 * @typedef {'empty' | 'working' | 'done' | 'failed' | 'cancelled' | 'stale'} Phase
 *
 * @typedef {object} Result
 * @property {Phase} phase
 * @property {import('../reading/documents.js').CertificateRequest} [request] what the certificate is for
 * @property {import('../reading/documents.js').CertificateText} [certificate]
 * @property {import('../reading/documents.js').Minimum} [minimum] which probabilities would do, once that is known
 * @property {import('../engine/engine.js').Search} [search] for the order of the points, while it runs
 * @property {{stage: number, stages: number, done: number, total: number}} [progress]
 * @property {string} [message] why it failed
 */

export class Model extends EventTarget {
  /** @type {import('../entries/address.js').Values} */
  values = initial();
  /** @type {Record<Handle, Cloud | null>} */
  clouds = { clean: null, perturbed: null };
  /** Files with several clouds, of which one is to be chosen or was. @type {Record<Handle, Several | null>} */
  several = { clean: null, perturbed: null };
  /** Points of the clouds as computed with, where those are not the files': attacked, sampled, normalised. @type {Record<Handle, Float64Array> | null} */
  computed = null;
  /** What is wrong, by control. @type {Record<string, string>} */
  errors = {};
  /** Fields whose last file could not be read. @type {Set<Handle>} */
  unread = new Set();
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

  /** @param {import('../engine/engine.js').Engine} engine */
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
    this.computed = null;
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
    await this.#wait(this.#open(handle, () => this.#read(file)));
  }

  /** Lets Certify wait for an opening. @param {Promise<void>} opening */
  async #wait(opening) {
    this.#pending.add(opening);
    await opening;
    this.#pending.delete(opening);
  }

  /** Takes one cloud of a file that has several. @param {Handle} handle @param {string} part */
  async take(handle, part) {
    const several = this.several[handle];
    if (!several || part === '' || part === several.part) return;
    await this.#wait(this.#open(handle, async () => several, part));
    this.edited();
  }

  /** @param {Handle} handle @param {() => Promise<{name: string, bytes: Uint8Array} | Several>} content @param {string} [part] */
  async #open(handle, content, part = '') {
    // The verdict goes now and not when the file has been read, so that a Certify pressed meanwhile stands.
    this.outdate();
    this.changed();
    const turn = ++this.#opening[handle];
    const current = () => turn === this.#opening[handle];
    let file;
    try {
      file = await content();
      const cloud = await this.#parse(handle, file, part);
      if (current()) this.#settle(handle, cloud, part ? /** @type {Several} */ ({ ...file, part }) : null);
    } catch (error) {
      if (current()) this.#unread(handle, error, file);
    }
    this.changed();
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
  #unread(handle, error, file) {
    if (file && error?.parts) {
      if (this.clouds[handle]) void this.engine.close(handle).catch(() => {});
      this.#settle(handle, null, { ...file, parts: error.parts, total: error.total ?? error.parts.length, part: '' });
    } else if (error?.kind !== 'missing') {
      // A file is not to blame for a certifier that is not there.
      this.unread.add(handle);
      this.errors[handle] = place(error, file?.name ?? error?.file ?? '');
    }
  }

  /** @param {{name: string, arrayBuffer: () => Promise<ArrayBuffer>}} file @returns {Promise<{name: string, bytes: Uint8Array}>} */
  async #read(file) {
    const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => {
      throw Object.assign(new Error('could not be read. Is it a folder?'), { file: file.name });
    });
    return { name: file.name, bytes };
  }

  /** @param {Handle} handle @param {{name: string, bytes: Uint8Array}} file @param {string} part @returns {Promise<Cloud>} */
  async #parse(handle, { name, bytes }, part) {
    const readable = await understood(name, bytes);
    const opened = this.engine.open(handle, readable.name, readable.bytes, part);
    // Asked for at once: the worker answers in order.
    const points = this.engine.points(handle);
    points.catch(() => {}); // where the file cannot be opened, that is said instead
    const { dimension, count, notes = [] } = await opened;
    return { name, dimension, count, notes, points: await points };
  }

  /**
   * Replaces everything that is entered, as an example does.
   * @param {import('../entries/address.js').Values} values @param {{clean?: File, perturbed?: File}} files
   */
  async fill(values, files) {
    this.values = values;
    this.errors = {};
    this.notice = '';
    this.clouds = { clean: null, perturbed: null };
    this.several = { clean: null, perturbed: null };
    this.unread.clear();
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
    this.unread.delete(handle);
    delete this.errors[handle];
    this.changed();
  }

  /** @param {Handle} handle */
  remove(handle) {
    this.#opening[handle]++;
    if (this.clouds[handle]) void this.engine.close(handle).catch(() => {});
    this.#settle(handle, null, null);
    this.values = { ...this.values, example: '' };
    this.outdate();
    this.edited();
  }

  /**
   * Samples both clouds to a number of points and certifies again.
   * @param {number} count @param {boolean} [unordered] also says that the order of the points does not matter
   */
  async sample(count, unordered = false) {
    this.set('kept', String(count));
    if (unordered) this.set('permutation', 'true');
    await this.certify();
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
    this.errors = { ...errors, ...this.#unchosen(), ...this.#fileErrors() };
    if (Object.keys(this.errors).length) return this.#refuse('The marked entries need a correction.');
    await this.#run(job, request);
  }

  /** The clouds that come from files. @returns {Handle[]} */
  get #wanted() {
    return this.values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean'];
  }

  /** Files of which no cloud was chosen. */
  #unchosen() {
    const names = this.#wanted.filter((name) => this.several[name]?.part === '');
    return Object.fromEntries(names.map((name) => [name, `Choose one of the clouds in ${this.several[name]?.name}.`]));
  }

  /** A file that could not be read is not passed over in silence. */
  #fileErrors() {
    const names = this.#wanted.filter((name) => this.unread.has(name));
    return Object.fromEntries(names.map((name) => [name, this.errors[name]]));
  }

  /** Computes a request in gram form that came by a link. @param {import('../reading/documents.js').CertificateRequest} request */
  async compute(request) {
    this.values = toValues(request);
    this.clouds = { clean: null, perturbed: null };
    this.several = { clean: null, perturbed: null };
    this.unread.clear();
    this.errors = {};
    this.result = { phase: 'working' };
    this.changed();
    await this.#run(this.#job, request);
  }

  /**
   * Computes a request and shows what comes, as long as the job is the present one.
   * @param {AbortController} job @param {import('../reading/documents.js').CertificateRequest} request
   */
  async #run(job, request) {
    const current = () => job === this.#job;
    this.#show({ request });
    try {
      const certificate = await this.engine.certify(request, {
        signal: job.signal,
        onCertificate: (/** @type {any} */ early) => current() && this.#show({ certificate: early }),
        onSearch: (/** @type {any} */ search) => current() && this.#show({ search }),
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
    if (part.certificate) void this.#drawComputed();
    this.changed();
  }

  /** Clouds that the core has made from the files' are there only after preparing. */
  async #drawComputed() {
    const { request } = this.result;
    if (this.computed || !(request?.perturbed?.attack || request?.preparation)) return;
    const job = this.#job;
    const points = (/** @type {string} */ handle) => this.engine.points(handle);
    const made = await Promise.all([points('computed clean'), request.perturbed ? points('computed perturbed') : new Float64Array()]).catch(() => null);
    if (job !== this.#job || this.computed || !made) return;
    this.computed = { clean: made[0], perturbed: made[1] };
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

  /** @returns {Promise<[text: string, key: string]>} the request in gram form, without the clouds, and its key */
  gram() {
    const { request } = this.result;
    if (!request) throw new Error('There is no certificate yet.');
    return this.#before(() => this.engine.gram(request));
  }
}
