/** A citation to copy, as a sentence and for BibTeX; its digests are computed when it is opened. */

import { LitElement, html, nothing } from 'lit';
import { sentence } from '../words/error-sentence.js';
import { cite, PAPER } from './cite.js';
import { copy } from './save.js';

export class CitationView extends LitElement {
  static properties = { subject: { attribute: false }, citation: { state: true }, problem: { state: true } };

  constructor() {
    super();
    /** Subject of the citation; another one closes it. @type {unknown} */
    this.subject = undefined;
    /** Set by the template. @type {() => Promise<import('./cite.js').Cited>} */
    this.make = /** @type {never} */ (undefined);
    /** @type {import('./cite.js').Citation | null} */
    this.citation = null;
    this.problem = '';
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('subject')) return;
    this.citation = null;
    this.problem = '';
    this.querySelector('details')?.removeAttribute('open');
  }

  /** @param {{target: HTMLDetailsElement}} event */
  async #open({ target: { open } }) {
    if (!open || this.citation) return;
    const { subject } = this;
    try {
      const citation = await cite(await this.make());
      if (subject === this.subject) this.citation = citation;
    } catch (error) {
      if (subject === this.subject) this.problem = sentence(error);
    }
  }

  #texts() {
    const { citation } = this;
    if (!citation) return html`<p class="hint" role="status">${this.problem || 'Computing the digest.'}</p>`;
    const text = (
      /** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ value, /** @type {number} */ rows, /** @type {string} */ button,
    ) => html`<div class="copied">
      <label for=${id}>${label}</label>
      <textarea id=${id} readonly spellcheck="false" rows=${rows} .value=${value}></textarea>
      <button type="button" @click=${copy}>${button}</button></div>`;
    const id = this.id || 'citation';
    return [text(`${id}-plain`, 'As a sentence', citation.plain, 4, 'Copy sentence'), text(`${id}-bibtex`, 'For BibTeX', citation.bibtex, 7, 'Copy BibTeX'),
      text(`${id}-paper`, 'The paper behind it', PAPER, 7, 'Copy BibTeX of the paper')];
  }

  render() {
    return html`<details class="cite" @toggle=${this.#open}><summary>Cite</summary>${this.subject ? html`<div>${this.#texts()}</div>` : nothing}</details>`;
  }
}

customElements.define('orbit-citation', CitationView);
