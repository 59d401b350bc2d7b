/** Offers to keep what most visits do without, for a place without a network: models, what runs them, experiments, readers. */

import { LitElement, html, nothing } from 'lit';
import { lateFiles } from '../offline/late-files.js';
import { serviceWorkers } from '../offline/service-workers.js';
import { progress } from '../parts/bars.js';
import { Latest } from '../question/latest.js';
import { sentence } from '../words/error-sentence.js';

class Keep extends LitElement {
  /** @type {Latest<{share: number, kept: boolean}>} */
  #work = new Latest(() => this.requestUpdate());

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

  #keep() {
    this.#work.ask(async (signal, tell) => {
      await lateFiles.keep(signal, (share) => void tell({ share }));
      tell({ kept: true });
    });
  }

  #words() {
    const weight = lateFiles.weight(), { works, error, known: { share = 0, kept } } = this.#work;
    if (works) return progress({ label: 'Keeping files', share, cancel: () => this.#work.cancel() });
    if (!weight)
      return html`<p role="status">${kept ? html`<span data-note="kept">Models, experiments and readers are kept: all of the page works without a
        network.</span>` : nothing}</p>`;
    return html`<p>The page works without a network. Models, the paper’s experiments and the reader of HDF5 are fetched when they are first used.
      <button type="button" class="quiet" @click=${this.#keep}>Keep for use without a network (${weight})</button></p>
      ${error ? html`<p class="error" role="alert">Not all of them were kept. ${sentence(error)}</p>` : nothing}`;
  }

  render() {
    return lateFiles.able ? html`<div class="keep">${this.#words()}</div>` : nothing;
  }
}

customElements.define('orbit-keep', Keep);
