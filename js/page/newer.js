/** Says that a newer build of the page is ready, and changes to it when the visitor wants. */

import { LitElement, html, nothing } from 'lit';
import { keepOffline } from '../offline/register.js';

export class Newer extends LitElement {
  /** @type {import('../offline/register.js').Replace | null} */
  replace = null;
  /** True if other windows need the old build. */
  held = false;

  createRenderRoot() {
    return this;
  }

  /** From now on the page is kept for visits without a network. */
  start() {
    void keepOffline((replace) => {
      this.replace = replace;
      this.requestUpdate();
    });
  }

  async #change() {
    this.held = !await this.replace?.();
    this.requestUpdate();
  }

  render() {
    if (!this.replace) return nothing;
    return html`<p class="banner newer" role="status" data-note=${this.held ? 'held' : 'newer'}><span>A new version is ready.
      ${this.held ? 'Other windows still show this version: close them first.' : 'You will have to open your files again.'}</span>
      <button type="button" @click=${this.#change}>Change to it</button></p>`;
  }
}

customElements.define('orbit-newer', Newer);
