/** Makes the documents of a verdict. The minimum is computed unasked and gives way to whatever the visitor asks for. */

import { digest } from '../parts/cite.js';
import { isRadiusOnly } from '../words/words.js';

/** Most draws for the minimum, which comes without being asked for. */
const MINIMUM_DRAWS = 100_000;

/** Most points whose file is made for its digest alone: of two clouds of a million points that takes seconds and hundreds of megabytes. */
const DIGEST_POINTS = 200_000;

export class VerdictDocuments {
  #stop = new AbortController();
  #engine;
  #job;
  #points;

  /** @param {import('../certifier/engine.js').Engine} engine @param {import('./job.js').Job} job @param {() => number} points how many both clouds have */
  constructor(engine, job, points) {
    this.#engine = engine;
    this.#job = job;
    this.#points = points;
  }

  stop() {
    this.#stop.abort();
  }

  /** Finds out which prediction probabilities would certify, and the digest of the file; the verdict stands without them. */
  async findMinimum() {
    const { phase, request, certificate, minimum } = this.#job.result;
    if (phase !== 'done' || !request || !certificate) return;
    this.stop();
    const { signal } = this.#stop = new AbortController();
    if (!minimum && !isRadiusOnly(certificate.value)) {
      const { samples } = request, fewer = samples === undefined ? {} : { samples: Math.min(samples, MINIMUM_DRAWS) };
      const found = await this.#engine.minimum({ ...request, ...fewer }, { signal }).catch(() => undefined);
      if (!signal.aborted && found) this.#job.show({ minimum: found });
    }
    if (signal.aborted || this.#job.result.digest || this.#points() > DIGEST_POINTS) return;
    await this.#engine.document(request, certificate).then((bytes) => this.#showDigest(bytes, certificate)).catch(() => {});
  }

  /**
   * Shows the digest of the certificate's file, which stands on paper.
   * @param {Uint8Array} bytes
   * @param {import('../documents/documents.js').CertificateText} certificate
   */
  async #showDigest(bytes, certificate) {
    const found = await digest(new Blob([/** @type {BlobPart} */ (bytes)]));
    if (this.#job.result.certificate === certificate) this.#job.show({ digest: found });
  }

  /** @returns {Promise<Uint8Array>} the certificate document, the same bytes that the command line prints */
  async certificate() {
    const { request, certificate, digest: known } = this.#job.result;
    if (!request || !certificate) throw new Error('There is no certificate yet.');
    const bytes = await this.#first(() => this.#engine.document(request, certificate));
    if (!known) void this.#showDigest(bytes, certificate).catch(() => {}); // a page by plain http has none
    return bytes;
  }

  /** @returns {Promise<[text: string, key: string]>} the request in gram form, without the clouds, and its key */
  gram() {
    const { request } = this.#job.result;
    if (!request) throw new Error('There is no certificate yet.');
    return this.#first(() => this.#engine.gram(request));
  }

  /**
   * Has the engine do something at once, before the minimum where that is still being computed. Its answer is of the verdict, or none: a cloud
   * that came meanwhile has none yet.
   * @template T @param {() => Promise<T>} task
   */
  async #first(task) {
    const { certificate } = this.#job.result;
    this.stop();
    try {
      const answer = await task();
      if (certificate !== this.#job.result.certificate) throw new Error('The verdict has changed meanwhile. Try again.');
      return answer;
    } finally {
      void this.findMinimum();
    }
  }
}
