/** A citation to copy, as a sentence and for BibTeX; its digests are computed when it is opened. */

import { LitElement, html, nothing } from 'lit';
import { Latest } from '../question/latest.js';
import { sentence } from '../words/error-sentence.js';
import { cite, PAPER } from './cite.js';
import { copy } from './save.js';

export class CitationView extends LitElement {
  static properties = { subject: { attribute: false } };

  /** @type {Latest<import('./cite.js').Citation>} */
  #latest = new Latest(() => this.requestUpdate());

  constructor() {
    super();
    /** Subject of the citation; another one closes it. @type {unknown} */
    this.subject = undefined;
    /** Set by the template. @type {() => Promise<import('./cite.js').Cited>} */
    this.make = /** @type {never} */ (undefined);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('subject')) return;
    this.#latest.ask(null);
    this.querySelector('details')?.removeAttribute('open');
  }

  /** @param {{target: HTMLDetailsElement}} event */
  #open({ target: { open } }) {
    if (open && !this.#latest.known.plain) this.#latest.ask(async (_, tell) => void tell(await cite(await this.make())));
  }

  #texts() {
    const { known: { plain, bibtex }, error } = this.#latest;
    if (!plain || !bibtex) return html`<p class="hint" role="status">${error ? sentence(error) : 'Computing the digest.'}</p>`;
    const text = (
      /** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ value, /** @type {number} */ rows, /** @type {string} */ button,
    ) => html`<div class="copied">
      <label for=${id}>${label}</label>
      <textarea id=${id} readonly spellcheck="false" rows=${rows} .value=${value}></textarea>
      <button type="button" @click=${copy}>${button}</button></div>`;
    const id = this.id || 'citation';
    return [text(`${id}-plain`, 'As a sentence', plain, 4, 'Copy sentence'), text(`${id}-bibtex`, 'For BibTeX', bibtex, 7, 'Copy BibTeX'),
      text(`${id}-paper`, 'The paper behind it', PAPER, 7, 'Copy BibTeX of the paper')];
  }

  render() {
    return html`<details class="cite" @toggle=${this.#open}><summary>Cite</summary>${this.subject ? html`<div>${this.#texts()}</div>` : nothing}</details>`;
  }
}

customElements.define('orbit-citation', CitationView);
