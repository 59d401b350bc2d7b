/** Asks whether the model and the cloud of a link are to be fetched, and fetches them. */

import { LitElement, html, nothing } from 'lit';
import { progress } from '../parts/bars.js';
import { Latest } from '../question/latest.js';
import { sentence } from '../words/error-sentence.js';
import { fetchRemote, originsIn, remotesOf, sizeOf, weight } from './remote-files.js';

/** @import {Linked, Remote} from './remote-files.js' */

/**
 * @typedef {'model' | 'cloud'} Kind
 *
 * @typedef {object} Asked what the dialog asks about
 * @property {{kind: Kind, remote: Remote}[]} wanted
 * @property {(number | null)[]} sizes null where the host does not say it
 * @property {{name: string, bytes: number, of: number | null}} coming the file on its way
 */

const KINDS = /** @type {const} */ ({ model: 'Model', cloud: 'Point cloud' });

/** The policy that the page is under. */
const policyOf = () => document.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content') ?? '';

export class FromAddress extends LitElement {
  /** Takes what was fetched. Set by the page. @type {(files: {[kind in Kind]?: File}) => Promise<void>} */
  take = async () => {};

  /** @type {Latest<Asked>} */
  #asked = new Latest(() => this.requestUpdate());

  createRenderRoot() {
    return this;
  }

  /** Asks about the files of a link. Nothing but their sizes is asked of their hosts before. @param {Linked} linked */
  ask(linked) {
    this.#asked.ask(async (_, tell) => {
      const remotes = remotesOf(linked, originsIn(policyOf()));
      const wanted = /** @type {Kind[]} */ (Object.keys(KINDS)).flatMap((kind) =>
        (remotes[kind] ? [{ kind, remote: /** @type {Remote} */ (remotes[kind]) }] : []));
      tell({ wanted });
      tell({ sizes: await Promise.all(wanted.map(({ remote }) => sizeOf(remote).catch(() => null))) });
    });
  }

  #end = () => this.#asked.ask(null);

  #fetch() {
    const { wanted = [], sizes } = this.#asked.known;
    this.#asked.ask(async (signal, tell) => {
      /** @type {{[kind in Kind]?: File}} */
      const files = {};
      for (const { kind, remote } of wanted) {
        const onBytes = (/** @type {number} */ bytes, /** @type {number | null} */ of) => void tell({ coming: { name: remote.name, bytes, of } });
        onBytes(0, null);
        files[kind] = await fetchRemote(remote, signal, onBytes);
      }
      if (tell({ wanted: [], coming: undefined })) await this.take(files);
    }, { wanted, sizes });
  }

  get #problem() {
    return this.#asked.error ? sentence(this.#asked.error) : '';
  }

  #question() {
    const { wanted = [], sizes = [] } = this.#asked.known, { length } = wanted;
    if (length === 0) return nothing;
    return html`<p>${length === 1 ? 'A file is'
      : 'Two files are'} to be fetched from another host. The host sees your network address. Everything is computed on this machine.</p>
      <dl>${wanted.map(({ kind, remote: { name, url, sha256 } }, i) => html`<dt>${KINDS[kind]}</dt>
        <dd><strong>${name}</strong> from ${url.host}${sizes[i] === undefined ? '' : sizes[i] === null ? ', size unknown' : `, ${weight(sizes[i])}`}
          ${sha256 ? html`<br>SHA-256 <code>${sha256.slice(0, 12)}…</code>, checked on arrival` : nothing}</dd>`)}</dl>`;
  }

  #buttons() {
    const { works, known: { wanted: { length } = [], coming } } = this.#asked;
    if (works && coming) {
      const { name, bytes, of } = coming;
      return progress({
        label: `Fetching ${name}`,
        share: of ? bytes / of : 0,
        amount: of ? undefined : `Fetching ${name}: ${weight(bytes)}`,
        cancel: () => this.#asked.cancel(),
      });
    }
    return html`<p class="actions">${length ? html`<button type="button" class="primary" @click=${this.#fetch}>${length === 1 ? 'Fetch it'
      : 'Fetch both'}</button>` : nothing}
      <button type="button" class="quiet" @click=${this.#end}>${length ? 'Do not fetch' : 'Close'}</button></p>`;
  }

  render() {
    if (!this.#asked.known.wanted?.length && !this.#problem) return nothing;
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
