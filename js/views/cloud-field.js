/** A point cloud to choose, drop or paste; the whole field is the target. */

import { html, nothing } from 'lit';
import { View } from './view.js';
import { controlId, errorOf, faults } from './field.js';

const FORMATS = '.ply,.pcd,.xyz,.txt,.csv,.tsv,.off,.obj,.npy,.json';

/** What a pasted text is called, which tells the parser how to read it. @param {string} text */
const pastedName = (text) => (text.includes(',') ? 'pasted.csv' : 'pasted.xyz');

/** The first file on a clipboard, or its text as one. @param {DataTransfer | null} data */
export function pastedFile(data) {
  const file = data?.files[0];
  if (file) return file;
  const text = data?.getData('text/plain') ?? '';
  return text.trim() ? new File([text], pastedName(text)) : null;
}

export class CloudField extends View {
  static properties = { handle: {}, label: {}, lifted: { state: true } };

  constructor() {
    super();
    /** @type {import('../model.js').Handle} */
    this.handle = 'clean';
    this.label = '';
    this.lifted = false;
    this.addEventListener('paste', (event) => this.#paste(event));
    this.addEventListener('dragover', (event) => this.#lift(event, true));
    this.addEventListener('dragleave', (event) => this.#lift(event, false));
    this.addEventListener('drop', (event) => this.#drop(event));
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    void this.model.choose(this.handle, file);
  }

  /** @param {DragEvent} event @param {boolean} lifted */
  #lift(event, lifted) {
    event.preventDefault();
    this.lifted = lifted;
  }

  /** One file is for this field; more are for the page to hand out. @param {DragEvent} event */
  #drop(event) {
    this.lifted = false;
    const files = event.dataTransfer?.files;
    if (files?.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    void this.model.choose(this.handle, files[0]);
  }

  /** @param {any} event */
  #choose(event) {
    const [file] = event.target.files;
    if (file) void this.model.choose(this.handle, file);
    // Forgotten, so that the same file can be chosen again after it has changed.
    event.target.value = '';
  }

  #remove() {
    this.model.remove(this.handle);
    this.querySelector('input')?.focus();
  }

  render() {
    const cloud = this.model.clouds[this.handle];
    const { invalid } = faults(this.model, this.handle);
    const id = controlId(this.handle);
    return html`<div class="field">
      <label for=${id}>${this.label}</label>
      <div class="drop ${this.lifted ? 'lifted' : ''} ${cloud ? 'full' : ''}">
        <input id=${id} type="file" accept=${FORMATS} aria-invalid=${invalid}
          aria-describedby="about-${this.handle} ${this.model.errors[this.handle] ? `error-${this.handle}` : ''}"
          @change=${this.#choose}>
        <p id="about-${this.handle}">${cloud
          ? html`<span class="file">${cloud.name}</span> <span class="size">${cloud.count.toLocaleString('en')} points, ${cloud.dimension}-D</span>`
          : html`<span class="ask">Choose, drop or paste</span> <span class="size">PLY, PCD, XYZ, CSV, OFF, OBJ, NPY, JSON</span>`}</p>
        ${cloud ? html`<button type="button" class="quiet" aria-describedby="about-${this.handle}" @click=${this.#remove}>Remove</button>` : nothing}
      </div>
      ${errorOf(this.model, this.handle)}
      ${cloud && this.model.errors[this.handle]
        ? html`<button type="button" @click=${() => this.model.keep(this.handle)}>Keep ${cloud.name}</button>` : nothing}
    </div>`;
  }
}

customElements.define('orbit-cloud-field', CloudField);
