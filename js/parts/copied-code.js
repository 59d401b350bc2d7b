/** A result as code to copy: a button for each language, and what was copied with the files that it reads. */

import { LitElement, html, nothing } from 'lit';
import { LANGUAGES, withInstall } from '../words/code.js';
import { download } from './save.js';
import { packagesServed } from './served.js';

/** @typedef {import('../words/code.js').Language} Language */
/** @typedef {{name: string, content: () => Blob | Promise<Blob>}} ReadFile a file that the code reads */
/** @typedef {{codes: Partial<Record<Language, string>>, files: ReadFile[]}} Copied */

export class CopiedCode extends LitElement {
  static properties = { subject: { attribute: false }, language: { state: true }, told: { state: true } };

  constructor() {
    super();
    /** Subject of the code; another one closes it. @type {unknown} */
    this.subject = undefined;
    /** Set by the template. @type {() => Copied} */
    this.make = /** @type {never} */ (undefined);
    /** Those that there is code for. @type {readonly Language[]} */
    this.languages = LANGUAGES.map(([language]) => language);
    /** Language on show. @type {Language | null} */
    this.language = null;
    this.told = '';
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('subject')) this.language = null;
  }

  /** Shows and copies the code, or puts it away. @param {Language} language */
  async #copy(language) {
    this.told = '';
    this.language = this.language === language ? null : language;
    await this.updateComplete;
    const field = this.querySelector('textarea');
    if (!field) return;
    field.select();
    // Without permission for the clipboard the text stays selected for copying by hand.
    this.told = await navigator.clipboard?.writeText(field.value).then(() => 'Copied.', () => '') || 'Selected, to be copied by hand.';
  }

  #shown() {
    if (!this.language) return nothing;
    const { codes, files } = this.make();
    const packages = packagesServed(), alone = codes[this.language] ?? '';
    const code = packages ? withInstall(this.language, alone, packages) : alone;
    const name = LANGUAGES.find(([language]) => language === this.language)?.[1];
    return html`<div class="copied">
      <textarea readonly spellcheck="false" wrap="off" aria-label="Code for ${name}" rows=${code.split('\n').length - 1} .value=${code}></textarea>
      <p><span role="status">${this.told}</span> ${
        files.length
          ? html`It runs where these files are.
        ${files.map(({ name: file, content }) =>
          html`<button type="button" class="quiet" @click=${async () => download(file, await content())}>Save ${file}</button>`)}`
          : nothing
      }
        <a href="docs.html#code">What it needs</a></p></div>`;
  }

  render() {
    return html`<div class="save"><span>Copy as</span>${LANGUAGES.filter(([language]) => this.languages.includes(language)).map(
      ([language, name]) => html`<button type="button" class="quiet"
      aria-label="Copy as ${name}" aria-expanded=${String(this.language === language)} @click=${() => this.#copy(language)}>${name}</button>`,
    )}</div>${this.#shown()}`;
  }
}

customElements.define('orbit-code', CopiedCode);
