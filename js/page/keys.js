/** The keys of the page: one table, which a dialog shows under “?”. What a room has of its own is a list here. */

import { LitElement, html } from 'lit';
import { KEYS as CLOUD } from '../drawing/keys.js';

/** @typedef {{keys: string, does: string}} Key */

/** @type {Key[]} */
const PAGE = [
  { keys: '?', does: 'show these keys' },
  { keys: 'Ctrl or ⌘ + Enter', does: 'try to prove more' },
  { keys: 'Escape', does: 'cancel a long computation; close a dialog or the tour' },
  { keys: 'Ctrl or ⌘ + V', does: 'paste a cloud' },
  { keys: 'P', does: 'show the page on a stage' },
];

/** @type {Key[]} */
const STAGE = [
  { keys: '→ or space, ←', does: 'next and previous example' },
  { keys: 'T', does: 'Autoplay' },
  { keys: 'R', does: 'save the loop of the picture as a video' },
  { keys: 'Escape or P', does: 'leave the stage' },
];

/** @type {[where: string, keys: Key[]][]} */
const LISTS = [['Everywhere', PAGE], ['On the stage', STAGE], ['On a cloud that has the focus', CLOUD]];

export class Keys extends LitElement {
  createRenderRoot() {
    return this;
  }

  get #dialog() {
    return this.querySelector('dialog');
  }

  show() {
    this.#dialog?.showModal();
    // Not by autofocus, which a browser blocks, and complains of, in a frame of another page.
    /** @type {HTMLElement | null} */ (this.querySelector('h2'))?.focus();
    this.#dialog?.scrollTo(0, 0);
  }

  render() {
    return html`<dialog class="keys" aria-labelledby="keys-title">
      <div class="head"><h2 id="keys-title" tabindex="-1">Keys</h2><button type="button" @click=${() => this.#dialog?.close()}>Close</button></div>
      <div class="lists">${LISTS.map(([where, keys]) => html`<div><h3>${where}</h3>
        <dl>${keys.map(({ keys: names, does }) => html`<dt><kbd>${names}</kbd></dt><dd>${does}</dd>`)}</dl></div>`)}</div>
    </dialog>`;
  }
}

customElements.define('orbit-keys', Keys);
