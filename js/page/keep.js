/** Offers to keep what most visits do without, for a place without a network: models, what runs them, experiments, readers. */

import { LitElement, html, nothing } from 'lit';
import { lateFiles } from '../offline/late-files.js';
import { serviceWorkers } from '../offline/service-workers.js';
import { progress } from '../parts/bars.js';
import { sentence } from '../words/error-sentence.js';

class Keep extends LitElement {
  /** @type {AbortController | null} */
  #stop = null;
  #share = 0;
  #problem = '';
  #kept = false;

  #draw = () => this.requestUpdate();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    lateFiles.addEventListener('change', this.#draw);
    serviceWorkers()?.addEventListener('controllerchange', this.#look);
    void this.#look();
  }

  #look = async () => {
    await lateFiles.look();
    this.requestUpdate();
  };

  async #keep() {
    const { signal } = this.#stop = new AbortController();
    this.#problem = '';
    this.requestUpdate();
    try {
      await lateFiles.keep(signal, (share) => {
        this.#share = share;
        this.requestUpdate();
      });
      this.#kept = true;
    } catch (error) {
      if (!signal.aborted) this.#problem = `Not all of them were kept. ${sentence(error)}`;
    }
    this.#stop = null;
    this.#share = 0;
    this.requestUpdate();
  }

  #words() {
    const weight = lateFiles.weight();
    if (this.#stop) return progress({ label: 'Keeping files', share: this.#share, cancel: () => this.#stop?.abort() });
    if (!weight)
      return html`<p role="status">${this.#kept ? html`<span data-note="kept">Models, experiments and readers are kept: all of the page works without a
        network.</span>` : nothing}</p>`;
    return html`<p>The page works without a network. Models, the paper’s experiments and the reader of HDF5 are fetched when they are first used.
      <button type="button" class="quiet" @click=${this.#keep}>Keep for use without a network (${weight})</button></p>
      ${this.#problem ? html`<p class="error" role="alert">${this.#problem}</p>` : nothing}`;
  }

  render() {
    return lateFiles.able ? html`<div class="keep">${this.#words()}</div>` : nothing;
  }
}

customElements.define('orbit-keep', Keep);
