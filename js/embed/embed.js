/** The room of the certificate in another page, a program of its own. The rest of the page is not here, nor anything that trusts the page around it. */

/**
 * <orbit-certificate>: a shared certificate in another page. It asks the sharing service for the certificate, shows
 * it when its signature is right, and computes it again in the reader's browser when asked to.
 */

import { html, LitElement, nothing } from 'lit';
import { sentence } from '../words/error-sentence.js';
import { address, unpack } from '../trust/link.js';
import { isCertificate, todays } from '../documents/documents.js';
import { Edge, isKey, SLOW } from '../trust/edge.js';
import { judge } from '../trust/judge.js';
import { standingIcon } from '../parts/icons.js';
import { card } from './card.js';
import { styles } from './styles.js';

/** @import {Certificate, CertificateRequest} from '../documents/documents.js' */
/** @import {Own, Stored} from '../trust/judge.js' */

/**
 * Describes the line below the numbers.
 * @typedef {{kind: import('../parts/icons.js').Standing, text: string}} State
 */

const REFUSED = 'The sharing service’s answer is refused.';
const HERE = 'Computed on this device.';

/** One engine for all certificates of a page, loaded with the first check. @type {Map<string, Promise<import('../certifier/engine.js').Engine>>} */
const engines = new Map();

/** @param {string} base */
function engineOf(base) {
  const engine = engines.get(base) ?? OrbitCertificate.start(base);
  engines.set(base, engine);
  // One that cannot start is made anew the next time.
  engine.catch(() => engines.delete(base));
  return engine;
}

/** @param {string} base */
async function start(base) {
  const { Engine } = await import('../certifier/engine.js').catch(() => {
    throw new Error('The certifier did not load.');
  });
  const engine = new Engine({ base });
  await engine.ready();
  return engine;
}

/** Reports whether a text leads, from this page, to a place on the web; without one the home is asked about. @param {string} text */
function isAddress(text) {
  try {
    return /^https?:$/.test(new URL(text || './', text ? document.baseURI : OrbitCertificate.home).protocol);
  } catch {
    return false;
  }
}

export class OrbitCertificate extends LitElement {
  static styles = styles;
  /** Address of the OrbitCert page if no attribute names it: beside this program. */
  static home = import.meta.url;
  static start = start;
  static properties = {
    key: {}, publicKey: { attribute: 'public-key' }, page: {}, edge: {}, request: {},
    shown: { state: true }, state: { state: true }, working: { state: true },
  };

  constructor() {
    super();
    this.key = '';
    this.publicKey = '';
    this.page = '';
    this.edge = '';
    this.request = '';
    /** Document on show. @type {{certificate: Certificate, request: CertificateRequest} | null} */
    this.shown = null;
    /** @type {State} */
    this.state = { kind: 'plain', text: '' };
    /** Progress of a check in percent; undefined without one. @type {number | undefined} */
    this.working = undefined;
    /** Answer of the service. @type {Stored | undefined} */
    this.stored = undefined;
    this.stop = new AbortController();
  }

  /** The folder of the OrbitCert page. */
  get base() {
    return new URL(this.page || './', this.page ? document.baseURI : OrbitCertificate.home).href;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (['key', 'publicKey', 'page', 'edge', 'request'].some((name) => changed.has(name))) void this.#open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop.abort();
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.stop.signal.aborted) void this.#open();
  }

  async #open() {
    this.stop.abort();
    const { signal } = this.stop = new AbortController();
    [this.shown, this.stored, this.working] = [null, undefined, undefined];
    const unfit = this.#unfit();
    if (unfit) return this.#say('wrong', `The attribute ${unfit}.`);
    this.#say('plain', 'Opening the certificate.');
    const late = setTimeout(() => this.#say('plain', 'The sharing service did not answer yet.'), SLOW);
    const answer = await new Edge(new URL(this.edge || './', this.base), this.publicKey).get(this.key, signal).catch((error) => error);
    clearTimeout(late);
    if (signal.aborted) return;
    if (answer instanceof Error) this.#say('caution', `${sentence(answer)}${this.#rest}`);
    else this.#take(answer);
  }

  /** Explains what is wrong with an attribute, '' for nothing. */
  #unfit() {
    if (!isKey(this.key)) return '“key” must be 64 hexadecimal digits';
    if (!isAddress(this.page)) return '“page” must be an address';
    return isAddress(this.edge) ? '' : '“edge” must be an address';
  }

  /** @param {State['kind']} kind @param {string} text */
  #say(kind, text) {
    this.state = { kind, text };
  }

  /** Offers the actions that need no service. */
  get #rest() {
    return this.request ? ' The request is in this page, so the certificate can be computed.' : '';
  }

  /** @param {Stored} stored */
  #take(stored) {
    this.stored = stored;
    const { document } = stored;
    const { verdict, shown, reason } = judge(stored, undefined, this.key);
    if (shown) this.shown = { certificate: document, request: document.request };
    if (verdict === 'refused') this.#say('wrong', `${REFUSED} ${reason}${this.#rest}`);
    else if (verdict === 'signed') this.#say('plain', 'Shared, signature checked.');
    else
      this.#say(
        'plain',
        `${verdict === 'foreign' ? `Core ${document.core} made this certificate`
          : 'The signature of this certificate cannot be checked here'}, so it appears once this device has computed it.`,
      );
  }

  /** Computes the certificate on this device. */
  async #check() {
    const { signal } = this.stop;
    this.working = 0;
    try {
      const engine = await engineOf(this.base);
      const { request, from } = await this.#wanted();
      const [, key] = await engine.gram(request);
      /** @type {Own} */
      const known = { core: await engine.ready(), key, from };
      const foreign = judge(this.stored, known, this.key).verdict === 'foreign';
      if (key !== this.key && !foreign) throw new Error('The request does not belong to the key.');
      const own = await engine.certify(request, { signal, onProgress: ({ stage, stages, done, total }) => {
        if (!signal.aborted) this.working = Math.floor(100 * (stage - 1 + done / total) / stages);
      } });
      const document = JSON.parse(new TextDecoder().decode(await engine.document(request, own)));
      if (signal.aborted) return;
      const verification = foreign ? await engine.verify(this.stored?.document, { signal }).catch(() => undefined) : undefined;
      const doubts = await engine.fresh(request, own, { signal });
      if (signal.aborted) return;
      this.shown = { certificate: own.value, request };
      this.#compare({ ...known, done: true, document, verification, storedKey: key });
      if (doubts?.length) this.#say('wrong', `Fresh draws contradict this certificate: ${doubts.join('; ')}.`);
    } catch (error) {
      if (!signal.aborted) this.#say('wrong', `Not checked on this device. ${sentence(error)}`);
    }
    if (!signal.aborted) this.working = undefined;
  }

  /** Reports whether the service's answer names a request that may be the one of the key, from any sender. */
  get #names() {
    const { document } = this.stored ?? {};
    return isCertificate(document) && document.key === this.key;
  }

  /**
   * The request to compute: the service's where it is believed, else the one in the page.
   * @returns {Promise<{request: CertificateRequest, from: Own['from']}>}
   */
  async #wanted() {
    const believed = this.stored && judge(this.stored, undefined, this.key).verdict !== 'refused';
    if (this.request && !believed) return { request: todays(await unpack(this.request)), from: 'link' };
    if (!this.#names) throw new Error('The page has no request to compute.');
    return { request: todays(/** @type {CertificateRequest} */ (this.stored?.document.request)), from: 'stored' };
  }

  /** @param {Own} own computed */
  #compare(own) {
    const { verdict, differs, partial } = judge(this.stored, own, this.key);
    switch (verdict) {
      case 'checked':
        return this.#say('checked', 'Shared, checked on this device.');
      case 'differs':
        return this.#say('wrong', `Verification failed. These parts of the shared certificate differ: ${differs?.join(', ')}. ${HERE}`);
      case 'partial':
      case 'foreign':
        return this.#say('caution', `Core ${this.stored?.document.core} made this certificate. Not checked here: ${partial?.join('; ') ?? 'all'}. ${HERE}`);
      case 'refused':
        return this.#say('wrong', `${REFUSED} ${HERE}`);
      default:
        return this.#say('checked', HERE);
    }
  }

  #foot() {
    if (this.#unfit()) return nothing;
    const able = this.#names || this.request;
    const busy = this.working !== undefined;
    return html`<div class="foot">
      ${able && this.state.kind !== 'checked' ? html`<button type="button" aria-disabled=${busy} @click=${() => busy || this.#check()}>${busy
        ? `Checking: ${this.working} %` : 'Check on this device'}</button>` : nothing}
      <a href=${address(this.base, this.key, this.request)} target="_blank" rel="noopener">Open in OrbitCert</a>
    </div>`;
  }

  render() {
    const { shown, state } = this;
    return card(
      shown,
      html`<p class="state ${state.kind}" role=${state.kind === 'wrong' ? 'alert' : 'status'}>${standingIcon(state.kind)}<span>${state.text}</span></p>
      ${this.#foot()}`,
    );
  }
}

customElements.define('orbit-certificate', OrbitCertificate);
