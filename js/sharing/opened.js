/**
 * A certificate that came by a link. The request in the link is computed here at once, beside asking the sharing
 * service for what it keeps; what that says is shown early if it is signed, and is never taken instead of our own.
 */

import { differences } from '../reading/compare.js';
import { sentence } from '../reading/complaint.js';
import { unpack } from '../entries/link.js';
import { isKey, ShareError, SLOW } from '../reading/edge.js';

/** @import {CertificateRequest} from '../reading/documents.js' */

export class Opened {
  /** The key in the link, '' where there is none. */
  key = '';
  /** Whether the link carries a request that can be computed. */
  carries = false;
  /** What is wrong with the link, a sentence or ''. */
  damage = '';
  /** How asking the service stands. @type {'none' | 'waiting' | 'slow' | 'arrived' | 'failed' | 'false'} */
  service = 'none';
  /** Why there is no answer, or why it is not believed. */
  reason = '';
  /** @type {import('../reading/edge.js').Stored | undefined} */
  stored;
  /** The key of the request that is computed here. */
  keyHere = '';
  /** The version of the core that runs here. */
  core = '';
  /** In which parts the stored certificate differs from ours, once both are there. @type {string[] | undefined} */
  differs;

  #stop = new AbortController();
  #desk;
  #edge;

  /** @param {import('./sharing.js').Here} desk @param {import('../reading/edge.js').Edge} edge */
  constructor(desk, edge) {
    this.#desk = desk;
    this.#edge = edge;
  }

  /** Where the computation here stands. */
  get phase() {
    return this.#desk.job.result.phase;
  }

  /** Whether nothing can be computed here before the service answers. */
  get waits() {
    return !this.carries && ['waiting', 'slow'].includes(this.service);
  }

  /** Why nothing could be computed here. */
  get message() {
    return this.#desk.job.result.message ?? '';
  }

  /** Whether the stored certificate was made by another version of the core. */
  get foreign() {
    return this.stored !== undefined && this.core !== '' && this.stored.document.core !== this.core;
  }

  /** Whether the request computed here is not the one that the link's key names. */
  get mismatched() {
    return this.keyHere !== '' && isKey(this.key) && this.keyHere !== this.key;
  }

  /** The stored certificate for as long as it stands in for ours. @returns {import('./sharing.js').Result | null} */
  get shown() {
    if (!this.stored?.signed || this.phase === 'done' || this.foreign || this.mismatched) return null;
    const value = this.stored.document;
    return { phase: 'done', request: value.request, certificate: { text: '', value } };
  }

  /** Nobody waits for it any more. */
  close() {
    this.#stop.abort();
  }

  get #closed() {
    return this.#stop.signal.aborted;
  }

  /** @param {{key?: string, request?: string}} link */
  async open({ key = '', request }) {
    this.key = key;
    if (key !== '' && !isKey(key)) this.damage = 'Its key must be 64 hexadecimal digits.';
    const asked = isKey(key) ? this.#ask() : undefined;
    const carried = request === undefined ? null : await this.#carried(request);
    if (this.#closed) return;
    if (carried) await this.#compute(carried);
    await asked;
    if (!carried) await this.#computeStored();
    await this.#compare();
    this.#changed();
  }

  #changed() {
    if (!this.#closed) this.#desk.changed();
  }

  /** Asks the service; never rejects. */
  async #ask() {
    this.service = 'waiting';
    const late = setTimeout(() => {
      this.service = 'slow';
      this.#changed();
    }, SLOW);
    try {
      this.stored = await this.#edge.get(this.key, this.#stop.signal);
      this.service = 'arrived';
    } catch (error) {
      const kind = error instanceof ShareError ? error.kind : 'unavailable';
      this.service = kind === 'false' ? 'false' : 'failed';
      this.reason = sentence(error);
      // Whoever sent it: if its request has this key, that is the one that was shared.
      if (error instanceof ShareError && error.document) this.stored = { document: error.document, signed: false };
    }
    clearTimeout(late);
    this.#changed();
  }

  /** The request in the link, null where it is damaged. @param {string} packed */
  async #carried(packed) {
    const request = await unpack(packed).catch((error) => {
      this.damage = sentence(error);
    });
    const refused = request && await this.#identify(request);
    if (refused) this.damage = `The request in this link is damaged: ${refused}`;
    this.carries = this.damage === '' || this.keyHere !== '';
    this.#changed();
    return request && !refused ? request : null;
  }

  /**
   * Finds the key of a request that is to be computed here.
   * @param {CertificateRequest} request
   * @returns {Promise<string>} what is wrong with the request, '' for nothing: a certifier that fails says so when it is to compute
   */
  async #identify(request) {
    try {
      this.core = await this.#desk.engine.ready();
      [, this.keyHere] = await this.#desk.engine.gram(request);
    } catch (error) {
      const { kind, field, message } = /** @type {import('../engine/error.js').EngineError} */ (error);
      if (kind === 'input') return sentence(field ? `${field}: ${message}` : message);
    }
    return '';
  }

  /** @param {CertificateRequest} request */
  async #compute(request) {
    if (!this.#closed) await this.#desk.compute(request);
  }

  /** Without a request in the link: computes what the service keeps, if that is what the key names. */
  async #computeStored() {
    if (!this.stored || this.#closed) return;
    const { request } = this.stored.document;
    const refused = await this.#identify(request);
    if (refused) [this.service, this.reason] = ['false', `Its request is damaged: ${refused}`];
    else if (!this.mismatched || (this.foreign && this.service === 'arrived')) await this.#compute(request);
    else if (this.service === 'arrived') [this.service, this.reason] = ['false', 'Its request is not the one that the link names.'];
  }

  async #compare() {
    const { request, certificate, phase } = this.#desk.job.result;
    if (this.#closed || this.service !== 'arrived' || phase !== 'done' || !request || !certificate || this.mismatched) return;
    const bytes = await this.#desk.afterthoughts.document();
    this.differs = differences(JSON.parse(new TextDecoder().decode(bytes)), this.stored?.document);
  }
}
