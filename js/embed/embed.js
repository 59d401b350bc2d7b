/**
 * <orbit-certificate>: a shared certificate in another page. It asks the sharing service for the certificate, shows
 * it when its signature is right, and computes it again in the reader's browser when asked to.
 */

import { html, LitElement, nothing } from 'lit';
import { differences } from '../reading/compare.js';
import { sentence } from '../reading/complaint.js';
import { address, unpack } from '../entries/link.js';
import { Edge, isKey, ShareError, SLOW } from '../reading/edge.js';
import { icon, standingIcon } from '../parts/icons.js';
import { verdict } from '../reading/words.js';
import { numbers } from './numbers.js';
import { styles } from './styles.js';

/** @import {Certificate, CertificateRequest} from '../reading/documents.js' */

/**
 * What the line below the numbers says.
 * @typedef {{kind: 'plain' | 'checked' | 'caution' | 'wrong', text: string}} State
 */

const BELOW = 'Shown is what this device computed.';

/** One engine for all certificates of a page, loaded with the first check. @type {Map<string, Promise<import('../engine/engine.js').Engine>>} */
const engines = new Map();

/** @param {string} base */
function engineOf(base) {
  const engine = engines.get(base) ?? start(base);
  engines.set(base, engine);
  // One that cannot start is made anew the next time.
  engine.catch(() => engines.delete(base));
  return engine;
}

/** @param {string} base */
async function start(base) {
  const { Engine } = await import('../engine/engine.js').catch(() => {
    throw new Error('The program that computes certificates could not be loaded.');
  });
  const engine = new Engine({ base });
  await engine.ready();
  return engine;
}

/** Whether a text leads, from this page, to a place on the web. @param {string} text */
function isAddress(text) {
  try {
    return /^https?:$/.test(new URL(text || './', text ? document.baseURI : import.meta.url).protocol);
  } catch {
    return false;
  }
}

export class OrbitCertificate extends LitElement {
  static styles = styles;
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
    /** What stands in the element. @type {{certificate: Certificate, request: CertificateRequest} | null} */
    this.shown = null;
    /** @type {State} */
    this.state = { kind: 'plain', text: '' };
    /** How much of a check is done, in percent; undefined without one. @type {number | undefined} */
    this.working = undefined;
    /** What the service answered, believed or not. @type {import('../reading/edge.js').Document | undefined} */
    this.stored = undefined;
    this.believed = false;
    this.stop = new AbortController();
  }

  /** The folder of the OrbitCert page: that of this program, where none is named. */
  get base() {
    return new URL(this.page || './', this.page ? document.baseURI : import.meta.url).href;
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
    [this.shown, this.stored, this.believed, this.working] = [null, undefined, false, undefined];
    const unfit = this.#unfit();
    if (unfit) return this.#say('wrong', `The attribute ${unfit}.`);
    this.#say('plain', 'Opening the certificate.');
    const late = setTimeout(() => this.#say('plain', 'The sharing service has not answered yet.'), SLOW);
    const answer = await new Edge(new URL(this.edge || './', this.base), this.publicKey).get(this.key, signal).catch((error) => error);
    clearTimeout(late);
    if (signal.aborted) return;
    if (answer instanceof Error) this.#refuse(answer);
    else this.#take(answer);
  }

  /** What is wrong with an attribute, '' for nothing. */
  #unfit() {
    if (!isKey(this.key)) return '“key” must be 64 hexadecimal digits';
    if (!isAddress(this.page)) return '“page” must be an address';
    return isAddress(this.edge) ? '' : '“edge” must be an address';
  }

  /** @param {State['kind']} kind @param {string} text */
  #say(kind, text) {
    this.state = { kind, text };
  }

  /** @param {import('../reading/edge.js').Stored} stored */
  #take({ document, signed }) {
    [this.stored, this.believed] = [document, true];
    if (!signed) return this.#say('plain', 'The signature of this certificate cannot be checked here, so it is shown when it has been computed on this device.');
    this.shown = { certificate: document, request: document.request };
    this.#say('plain', 'Shared, signature checked.');
  }

  /** @param {Error} error */
  #refuse(error) {
    const untrue = error instanceof ShareError && error.kind === 'false';
    if (untrue && error.document?.key === this.key) this.stored = error.document;
    const rest = this.request ? ' The request is in this page, so the certificate can be computed.' : '';
    this.#say(untrue ? 'wrong' : 'caution', `${untrue ? 'The sharing service’s answer is refused. ' : ''}${sentence(error)}${rest}`);
  }

  /** Computes the certificate on this device. */
  async #check() {
    const { signal } = this.stop;
    this.working = 0;
    try {
      const engine = await engineOf(this.base);
      const request = await this.#wanted();
      const core = await engine.ready();
      const [, key] = await engine.gram(request);
      const foreign = this.believed && this.stored?.core !== core;
      if (key !== this.key && !foreign) throw new Error('The request does not belong to the key of this certificate.');
      const own = await engine.certify(request, { signal, onProgress: ({ stage, stages, done, total }) => {
        if (!signal.aborted) this.working = Math.floor(100 * (stage - 1 + done / total) / stages);
      } });
      const document = JSON.parse(new TextDecoder().decode(await engine.document(request, own)));
      if (signal.aborted) return;
      this.shown = { certificate: own.value, request };
      this.#compare(document, foreign);
    } catch (error) {
      if (!signal.aborted) this.#say('wrong', `Not checked on this device. ${sentence(error)}`);
    }
    if (!signal.aborted) this.working = undefined;
  }

  /** The request to compute: the service's where it is believed, else the one in the page. @returns {Promise<CertificateRequest>} */
  async #wanted() {
    if (this.request && !this.believed) return unpack(this.request);
    if (!this.stored) throw new Error('There is no request to compute.');
    return this.stored.request;
  }

  /** @param {any} own @param {boolean} foreign made by another version of the core */
  #compare(own, foreign) {
    if (foreign) return this.#say('caution', `The shared certificate was computed by version ${this.stored?.core} of the core, this device has ${own.core}, so the two cannot be compared. ${BELOW}`);
    if (!this.believed) return this.#say(this.stored ? 'wrong' : 'checked', `${this.stored ? 'The sharing service’s answer is refused. ' : ''}Computed on this device from the request.`);
    const parts = differences(own, this.stored);
    if (parts.length) this.#say('wrong', `The shared certificate does not stand. These parts differ: ${parts.join(', ')}. ${BELOW}`);
    else this.#say('checked', 'Shared, checked on this device.');
  }

  #foot() {
    if (this.#unfit()) return nothing;
    const able = this.stored || this.request;
    const busy = this.working !== undefined;
    return html`<div class="foot">
      ${able && this.state.kind !== 'checked' ? html`<button type="button" aria-disabled=${busy} @click=${() => busy || this.#check()}>${busy ? `Checking: ${this.working} %` : 'Check on this device'}</button>` : nothing}
      <a href=${address(this.base, this.key, this.request)} target="_blank" rel="noopener">Open in OrbitCert</a>
    </div>`;
  }

  render() {
    const { shown, state } = this;
    const said = shown && verdict(shown.certificate, shown.request, true);
    return html`<div role="group" class="card ${said?.kind ?? ''}" aria-label="Robustness certificate" data-certified=${shown?.certificate.certified ?? nothing}>
      ${said ? html`<p class="sentence">${icon(said.kind)}<span><strong>${said.head}</strong> ${said.text}</span></p>` : nothing}
      ${shown ? html`<dl>${numbers(shown.certificate, shown.request).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>` : nothing}
      <p class="state ${state.kind}" role=${state.kind === 'wrong' ? 'alert' : 'status'}>${standingIcon(state.kind)}<span>${state.text}</span></p>
      ${this.#foot()}
    </div>`;
  }
}

customElements.define('orbit-certificate', OrbitCertificate);
