/** The certificate that is being computed, or the last one that was: one at a time. */

import { isSame } from '../documents/documents.js';

/**
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {'empty' | 'working' | 'done' | 'failed' | 'cancelled' | 'stale'} Phase
 *
 * @typedef {object} Result
 * @property {Phase} phase
 * @property {CertificateRequest} [request] what the certificate is for
 * @property {'built' | 'verified'} [standing] of the certificate of an example: computed when the page was built, and not yet or also on this device
 * @property {boolean} [followed] whether it came without a request
 * @property {boolean} [complete] of an unrequested result: true if a request would add nothing
 * @property {import('../documents/documents.js').CertificateText} [certificate]
 * @property {import('../documents/documents.js').Minimum} [minimum] which probabilities would do, once that is known
 * @property {string} [digest] SHA-256 of the certificate's file, once that is known
 * @property {import('../certifier/engine.js').Search} [search] for the order of the points, while it runs
 * @property {import('../certifier/engine.js').Progress} [progress]
 * @property {CountProgress} [counting] of the votes of a model
 * @property {boolean} [vain] whether votes were counted no further since more could not certify
 * @property {string} [message] why it failed
 *
 * @typedef {{done: number, share: number, amount: string, whole: boolean}} CountProgress samples that are classified, the share of all, and both in words;
 *   whole: a verdict needs them all
 */

const DIFFERENT =
  'This device computed a different certificate from the one built into this page. '
  + 'Reload the page. If that does not help, rely on neither: one of them is wrong.';

/** Dispatches 'change' when the result has changed. */
export class Job extends EventTarget {
  /** @type {Result} */
  result = { phase: 'empty' };
  /**
   * Points of the clouds as computed with, where those are not the files': attacked, sampled, normalised.
   * @type {{clean: Float64Array, perturbed: Float64Array} | null}
   */
  computed = null;

  /** Of what is wanted at present; another one takes its place whenever something else is. */
  #wanted = new AbortController();
  /** Result on its way. @type {Promise<{certificate: import('../certifier/engine.js').Certificate, complete: boolean} | null>} */
  #known = Promise.resolve(null);
  /** Settles once the clouds are there that the last result was computed with. */
  #drawing = Promise.resolve();
  #engine;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.#engine = engine;
  }

  /** The inputs differ from those of the result: takes it away. */
  outdate() {
    this.#wanted.abort();
    this.#wanted = new AbortController();
    this.computed = null;
    this.result = { phase: this.result.phase === 'empty' ? 'empty' : 'stale' };
  }

  /** Says that a certificate is wanted. @returns {AbortSignal} stands for this computation, see isWanted */
  begin() {
    this.#put({ phase: 'working' });
    return this.#wanted.signal;
  }

  /**
   * Shows the certificate of an example that was computed when the page was built, until it is computed here.
   * @param {CertificateRequest} request @param {import('../documents/documents.js').Certificate} value
   */
  showBuilt(request, value) {
    const madeClouds = Boolean(request.perturbed?.attack || request.preparation);
    this.#put({ ...this.result, request, certificate: { text: '', value, madeClouds }, complete: true, standing: 'built' });
  }

  /** Takes up a result as it was left; what was being computed then is not there. @param {Result} result @param {Job['computed']} computed */
  resume(result, computed) {
    this.computed = computed;
    this.#put(['working', 'failed'].includes(result.phase) ? { phase: 'stale' } : result);
  }

  /** Reports whether nothing else was wanted since. @param {AbortSignal} signal */
  isWanted(signal) {
    return signal === this.#wanted.signal;
  }

  /**
   * Computes a request and shows what comes, as long as it is wanted.
   * @param {CertificateRequest} request
   * @param {(certified: boolean) => boolean} [enough] whether the work ends with it
   * @returns {Promise<unknown>} the error that ended it, undefined if there was none or it was superseded
   */
  async compute(request, enough = () => true) {
    const signal = this.#wanted.signal;
    const show = (/** @type {Partial<Result>} */ part) => void (this.isWanted(signal) && this.show(part));
    const built = this.result.standing === 'built' ? this.result.certificate : null;
    // A certificate that this device has computed keeps its request until the next one comes.
    if (built || !this.result.certificate) show({ request });
    try {
      const certificate = await this.#engine.certify(request, {
        signal,
        onCertificate: (early) => built || show({ request, certificate: early }),
        onSearch: (search) => show({ search }),
        onProgress: (progress) => show({ progress }),
      });
      if (built && !isSame(built.value, certificate.value)) throw new Error(DIFFERENT);
      show({
        request, phase: enough(certificate.value.certified) ? 'done' : 'working', certificate, progress: undefined,
        ...(built && { complete: undefined, standing: 'verified' }),
      });
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') this.stopped(signal);
      else if (this.isWanted(signal)) return error;
    }
  }

  /**
   * Shows what is known at once of inputs that have changed. What is wrong with them is left to the full computation.
   * @param {CertificateRequest} request
   */
  async follow(request) {
    const signal = this.#wanted.signal;
    // One after another, without a signal: a call that is broken off costs a worker.
    const known = this.#known = this.#known.then(() => (this.#isIdle(signal) ? this.#engine.closedForms(request) : null)).catch(() => null);
    const found = await known;
    if (!found || !this.#isIdle(signal)) return;
    this.show({ phase: found.complete || found.certificate.value.certified ? 'done' : 'stale', request, followed: true, ...found });
    await this.#drawing;
  }

  /** Reports whether no certificate was requested since. @param {AbortSignal} signal */
  #isIdle(signal) {
    return this.isWanted(signal) && ['empty', 'stale'].includes(this.result.phase);
  }

  cancel() {
    this.#wanted.abort();
  }

  /** The work was broken off. @param {AbortSignal} signal */
  stopped(signal) {
    if (!this.isWanted(signal)) return;
    if (this.result.standing === 'built') this.#put({ phase: 'cancelled' });
    else this.show({ phase: 'cancelled', progress: undefined });
  }

  /** There is no verdict. @param {string} message why */
  fail(message) {
    this.#put({ phase: 'failed', message });
  }

  /** Adds to the result. @param {Partial<Result>} part */
  show(part) {
    this.#put({ ...this.result, ...part });
    if (part.certificate) this.#drawing = this.#drawComputed();
  }

  /** @param {Result} result */
  #put(result) {
    this.result = result;
    this.dispatchEvent(new Event('change'));
  }

  /** Has the clouds drawn that the core has made of the files'. */
  async #drawComputed() {
    const { request, certificate } = this.result;
    if (this.computed || !request || !certificate?.madeClouds) return;
    const signal = this.#wanted.signal;
    const points = (/** @type {string} */ handle) => this.#engine.points(handle);
    const made = await Promise.all([points('computed clean'), request.perturbed ? points('computed perturbed') : new Float64Array()]).catch(() => null);
    if (!this.isWanted(signal) || this.computed || !made) return;
    this.computed = { clean: made[0], perturbed: made[1] };
    this.dispatchEvent(new Event('change'));
  }
}
