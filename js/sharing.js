/** Making a link to a certificate, and opening one: a stored certificate is shown at once and then computed again here. */

import { isCertificate } from './documents.js';
import { toValues } from './request.js';
import { get, post } from './share.js';

/**
 * @typedef {object} Shared how a certificate that came by a link stands
 * @property {'fetching' | 'checking' | 'checked' | 'refused' | 'failed'} state
 * @property {string} [message]
 *
 * @typedef {object} Link
 * @property {'making' | 'made' | 'failed'} state
 * @property {string} [address]
 * @property {string} [message]
 */

const BOUND_TO_CLOUDS = 'A certificate for rotation about an axis needs the clouds themselves, which never leave this machine, so there is no link to it. Download certificate saves it as a file.';

export class Sharing {
  /** @type {Shared | null} */
  shared = null;
  /** @type {Link | null} */
  link = null;

  /** Whether what is shown was computed on this device. */
  get own() {
    return !this.shared || this.shared.state === 'checked' || this.shared.state === 'refused';
  }

  /** @param {import('./model.js').Model} model */
  constructor(model) {
    this.model = model;
    model.addEventListener('outdate', () => {
      this.link = null;
      this.shared = null;
    });
  }

  /** @param {Link} link */
  #set(link) {
    this.link = link;
    this.model.changed();
  }

  /** Has the edge compute the certificate from the Gram matrix and makes a link to it; the clouds stay here. */
  async make() {
    const { request, certificate } = this.model.result;
    if (!request) return;
    if (request.group === 'axis') return this.#set({ state: 'failed', message: BOUND_TO_CLOUDS });
    const current = () => this.model.result.certificate === certificate;
    this.#set({ state: 'making' });
    try {
      const { key } = JSON.parse(await post(await this.model.gram()));
      const address = new URL(`#key=${key}`, location.href.replace(/#.*/, '')).href;
      if (current()) this.#set({ state: 'made', address });
    } catch (error) {
      if (current()) this.#set({ state: 'failed', message: text(error) });
    }
  }

  /** Opens the certificate stored under a key. @param {string} key */
  async open(key) {
    const { model } = this;
    model.outdate();
    this.#mark({ state: 'fetching' });
    const opened = this.shared;
    try {
      const stored = JSON.parse(await get(key));
      if (this.shared !== opened) return;
      this.#show(stored);
      await this.#check(stored);
    } catch (error) {
      if (this.shared === opened) this.#mark({ state: 'failed', message: text(error) });
    }
  }

  /** @param {Shared} shared */
  #mark(shared) {
    this.shared = shared;
    this.model.changed();
  }

  /** @param {import('./documents.js').Certificate} stored */
  #show(stored) {
    const { model } = this;
    if (!isCertificate(stored) || !stored.request) throw new Error('What the sharing service keeps under this link is no certificate.');
    model.values = toValues(stored.request);
    model.clouds = { clean: null, perturbed: null };
    model.errors = {};
    model.result = { phase: 'done', request: stored.request, certificate: { text: JSON.stringify(stored), value: stored } };
    this.#mark({ state: 'checking' });
  }

  /** Computes the stored request here and compares. @param {import('./documents.js').Certificate} stored */
  async #check(stored) {
    const { model } = this;
    const checking = this.shared;
    const request = /** @type {import('./documents.js').CertificateRequest} */ (stored.request);
    const own = await model.engine.certify(request, {});
    const bytes = await model.engine.document(request, own);
    if (this.shared !== checking) return;
    const document = JSON.parse(new TextDecoder().decode(bytes));
    model.result = { phase: 'done', request, certificate: own };
    const agreed = same(document, stored);
    this.#mark(agreed ? { state: 'checked' } : { state: 'refused', message: difference(document, stored) });
    void model.findMinimum();
  }
}

/** @param {any} error */
const text = (error) => String(error?.message ?? error);

/** Whether two documents say the same, key and signature aside. @param {any} a @param {any} b */
function same(a, b) {
  const bare = { key: undefined, signature: undefined };
  return canonical({ ...a, ...bare }) === canonical({ ...b, ...bare });
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/** @param {any} own @param {any} stored */
function difference(own, stored) {
  if (own.core !== stored.core) return `It was computed by version ${stored.core} of the core; this page has version ${own.core}.`;
  const names = [...new Set([...Object.keys(own), ...Object.keys(stored)])].filter((name) => name !== 'key' && name !== 'signature');
  const different = names.filter((name) => canonical(own[name]) !== canonical(stored[name]));
  return `These parts differ: ${different.join(', ')}.`;
}
