/** The whole page: lays out the views and connects them with address, keyboard, drops and pastes. */

import { html } from 'lit';
import { Sharing } from '../sharing.js';
import { decode, encode } from '../state.js';
import { pastedFile } from './cloud-field.js';
import { controlId } from './field.js';
import { View } from './view.js';
import './clouds.js';
import './examples.js';
import './form.js';
import './verdict.js';

/** How long typing may rest before it enters the address, in milliseconds. */
const REST = 200;

/** File names that speak of a perturbed cloud. */
const PERTURBED = /pert|advers|attack|noisy|turned|moved/i;

export class Page extends View {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    super.connectedCallback();
    this.sharing = new Sharing(this.model);
    this.model.addEventListener('edit', () => this.#remember());
    this.model.addEventListener('invalid', () => void this.#focusError());
    addEventListener('hashchange', () => void this.#enter());
    addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('paste', (event) => this.#onPaste(event));
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => this.#onDrop(event));
    this.model.engine.ready().catch((error) => this.#unable(error));
  }

  async firstUpdated() {
    await this.examples.read();
    await this.#enter(true);
  }

  /** @returns {import('./examples.js').Examples} */
  get examples() {
    return /** @type {any} */ (this.querySelector('orbit-examples'));
  }

  /** Shows what the address names; the first example when it names nothing. @param {boolean} [first] */
  async #enter(first = false) {
    const { key, values, problem } = decode(location.hash);
    if (key !== undefined) return this.sharing?.open(key);
    if (problem) this.model.tell(problem);
    if (values) return this.#restore(values);
    const [example] = this.examples.list;
    if (first && example && await this.examples.load(example.id)) await this.model.certify();
  }

  /** @param {import('../state.js').Values} values */
  async #restore(values) {
    if (encode(values) === encode(this.model.values)) return;
    if (values.example && await this.examples.load(values.example, values)) return this.model.certify();
    await this.model.fill({ ...values, example: '' }, {});
    this.model.changed();
  }

  /** Keeps the address in step with the form, without filling the history. */
  #remember() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => history.replaceState(null, '', encode(this.model.values)), REST);
  }

  async #focusError() {
    await this.updateComplete;
    const form = /** @type {import('./form.js').Form | null} */ (this.querySelector('orbit-form'));
    await form?.updateComplete;
    const names = Object.keys(this.model.errors);
    const controls = [...this.querySelectorAll('input, select')].filter((control) => names.some((name) => control.id === controlId(name)));
    const first = /** @type {HTMLElement | undefined} */ (controls[0]);
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.model.certify();
  }

  /** A paste outside of any field goes to the first cloud that is missing. @param {ClipboardEvent} event */
  #onPaste(event) {
    const inText = event.target instanceof HTMLInputElement && event.target.type === 'text';
    const file = event.defaultPrevented || inText ? null : pastedFile(event.clipboardData);
    if (file) void this.model.choose(this.#missing(), file);
  }

  /** @returns {import('../model.js').Handle} */
  #missing() {
    const { clouds, values } = this.model;
    return clouds.clean && !clouds.perturbed && values.perturbation === 'file' ? 'perturbed' : 'clean';
  }

  /** One file goes to the first cloud that is missing, two are the clean and the perturbed one. @param {DragEvent} event */
  async #onDrop(event) {
    event.preventDefault();
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length === 0) return;
    if (files.length > 2) return this.model.tell('Drop one or two files: the clean and the perturbed point cloud.');
    if (files.length === 1) return this.model.choose(this.#missing(), files[0]);
    if (PERTURBED.test(files[0].name) && !PERTURBED.test(files[1].name)) files.reverse();
    await this.model.choose('clean', files[0]);
    await this.model.choose('perturbed', files[1]);
  }

  /** @param {any} error */
  #unable(error) {
    this.model.result = { phase: 'failed', message: String(error?.message ?? error) };
    this.model.changed();
  }

  render() {
    const { model, sharing } = this;
    return html`
      <orbit-examples .model=${model}></orbit-examples>
      <div class="columns">
        <orbit-form .model=${model}></orbit-form>
        <div class="results">
          <orbit-verdict .model=${model} .sharing=${sharing}></orbit-verdict>
          <orbit-clouds .model=${model}></orbit-clouds>
        </div>
      </div>`;
  }
}

customElements.define('orbit-page', Page);
