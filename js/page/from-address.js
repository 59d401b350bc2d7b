/** Asks whether the model and the cloud of a link are to be fetched, and fetches them. */

import { LitElement, html, nothing } from 'lit';
import { progress } from '../parts/bars.js';
import { sentence } from '../words/error-sentence.js';
import { fetchRemote, originsIn, remotesOf, sizeOf, weight } from './remote-files.js';

/** @import {Linked, Remote} from './remote-files.js' */

/** @typedef {'model' | 'cloud'} Kind */

const KINDS = /** @type {const} */ ({ model: 'Model', cloud: 'Point cloud' });

/** The policy that the page is under. */
const policyOf = () => document.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content') ?? '';

export class FromAddress extends LitElement {
  /** Takes what was fetched. Set by the page. @type {(files: {[kind in Kind]?: File}) => Promise<void>} */
  take = async () => {};

  /**
   * The files and host that the dialog asks about.
   * @type {{kind: Kind, remote: Remote, size: number | null | undefined}[]} size: undefined before the host has said it
   */
  #wanted = [];
  #problem = '';
  /** @type {AbortController | null} */
  #stop = null;
  /** The file on its way. @type {{name: string, bytes: number, of: number | null} | null} */
  #coming = null;

  createRenderRoot() {
    return this;
  }

  /** Asks about the files of a link. Nothing but their sizes is asked of their hosts before. @param {Linked} linked */
  async ask(linked) {
    this.#end();
    try {
      const remotes = remotesOf(linked, originsIn(policyOf()));
      this.#wanted = /** @type {Kind[]} */ (Object.keys(KINDS)).flatMap((kind) =>
        remotes[kind] ? [{ kind, remote: /** @type {Remote} */ (remotes[kind]), size: undefined }] : [],
      );
    } catch (error) {
      this.#problem = sentence(error);
    }
    this.requestUpdate();
    const wanted = this.#wanted;
    await Promise.all(wanted.map(async (one) => {
      one.size = await sizeOf(one.remote).catch(() => null);
      if (wanted === this.#wanted) this.requestUpdate();
    }));
  }

  #end() {
    this.#stop?.abort();
    this.#stop = this.#coming = null;
    this.#wanted = [];
    this.#problem = '';
    this.requestUpdate();
  }

  async #fetch() {
    const { signal } = this.#stop = new AbortController();
    const wanted = this.#wanted;
    this.#problem = '';
    /** @type {{[kind in Kind]?: File}} */
    const files = {};
    try {
      for (const { kind, remote } of wanted) {
        const onBytes = (/** @type {number} */ bytes, /** @type {number | null} */ of) => {
          this.#coming = { name: remote.name, bytes, of };
          this.requestUpdate();
        };
        onBytes(0, null);
        files[kind] = await fetchRemote(remote, signal, onBytes);
      }
    } catch (error) {
      if (!signal.aborted) this.#problem = sentence(error);
    }
    if (wanted !== this.#wanted) return;
    this.#stop = this.#coming = null;
    this.requestUpdate();
    if (signal.aborted || this.#problem) return;
    this.#end();
    await this.take(files);
  }

  #question() {
    const { length } = this.#wanted;
    if (length === 0) return nothing;
    return html`<p>${length === 1 ? 'A file is'
      : 'Two files are'} to be fetched from another host. The host sees your network address. Everything is computed on this machine.</p>
      <dl>${this.#wanted.map(({ kind, remote: { name, url, sha256 }, size }) => html`<dt>${KINDS[kind]}</dt>
        <dd><strong>${name}</strong> from ${url.host}${size === undefined ? '' : size === null ? ', size unknown' : `, ${weight(size)}`}
          ${sha256 ? html`<br>SHA-256 <code>${sha256.slice(0, 12)}…</code>, checked on arrival` : nothing}</dd>`)}</dl>`;
  }

  #buttons() {
    const { length } = this.#wanted;
    if (this.#coming) {
      const { name, bytes, of } = this.#coming;
      return progress({
        label: `Fetching ${name}`,
        share: of ? bytes / of : 0,
        amount: of ? undefined : `Fetching ${name}: ${weight(bytes)}`,
        cancel: () => this.#stop?.abort(),
      });
    }
    return html`<p class="actions">${length ? html`<button type="button" class="primary" @click=${this.#fetch}>${length === 1 ? 'Fetch it'
      : 'Fetch both'}</button>` : nothing}
      <button type="button" class="quiet" @click=${this.#end}>${length ? 'Do not fetch' : 'Close'}</button></p>`;
  }

  render() {
    if (this.#wanted.length === 0 && !this.#problem) return nothing;
    return html`<section class="fetched" aria-label="Files at an address">${this.#question()}
      ${this.#problem ? html`<p class="error" role="alert">${this.#problem}</p>` : nothing}${this.#buttons()}</section>`;
  }
}

customElements.define('orbit-from-address', FromAddress);

/** Fields for addresses, where a build fetches from other hosts. Dispatches 'address' with a Linked as its detail. */
class AddressFields extends LitElement {
  /** True if they are shown. */
  #open = false;

  createRenderRoot() {
    return this;
  }

  #toggle() {
    this.#open = !this.#open;
    this.requestUpdate();
  }

  /** @param {SubmitEvent} event */
  #enter(event) {
    event.preventDefault();
    const entered = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [model, cloud] = ['model', 'cloud'].map((kind) => String(entered.get(kind) ?? '').trim());
    if (model || cloud) this.dispatchEvent(new CustomEvent('address', { detail: { model, cloud } }));
  }

  render() {
    const origins = originsIn(policyOf());
    if (origins.length === 0) return nothing;
    const hosts = origins.map((origin) => origin.replace(/^https?:\/\//, '')).join(', ');
    return html`<div class="addresses"><button type="button" class="quiet" aria-expanded=${this.#open} @click=${this.#toggle}>Open from a URL</button>
      <form ?hidden=${!this.#open} @submit=${this.#enter}>
        <label>URL of the model <input type="text" inputmode="url" name="model" maxlength="2000" placeholder="https://…/model.onnx"></label>
        <label>URL of the point cloud <input type="text" inputmode="url" name="cloud" maxlength="2000" placeholder="https://…/cloud.ply"></label>
        <p class="hint">From ${hosts}. A link to this page with #model=ADDRESS&amp;cloud=ADDRESS does the same.</p>
        <button>Fetch</button>
      </form></div>`;
  }
}

customElements.define('orbit-address-fields', AddressFields);
