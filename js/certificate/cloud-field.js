/** A point cloud to choose, drop or paste; the whole field is the target. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { symbolOf } from '../words/elements.js';
import { sentence } from '../words/error-sentence.js';
import { progress } from '../parts/bars.js';
import { View } from '../parts/view.js';
import { controlId, errorOf, faults } from '../parts/field.js';
import { keepPoints } from './asking.js';
import { Remedies } from './remedies.js';

const FORMATS =
  '.ply,.pcd,.xyz,.xyzn,.xyzrgb,.xyzi,.txt,.dat,.asc,.pts,.csv,.tsv,.off,.obj,.stl,.glb,.npy,.npz,.h5,.hdf5,'
  + '.json,.bin,.las,.laz,.pdb,.sdf,.mol,.ptx,.mat,.gz,.zip';

/** Names a pasted text, so that the parser knows how to read it. @param {string} text */
function pastedName(text) {
  if (/^\s*\{/.test(text)) return 'pasted.json';
  return text.includes(',') ? 'pasted.csv' : 'pasted.xyz';
}

/** The first file on a clipboard, or its text as one. @param {DataTransfer | null} data */
export function pastedFile(data) {
  const file = data?.files[0];
  if (file) return file;
  const text = data?.getData('text/plain') ?? '';
  return text.trim() ? new File([text], pastedName(text)) : null;
}

/** Points that are drawn for each vote of a model by default, and fewer of small clouds. @param {number} count of the smaller cloud */
const drawnOf = (count) => Math.max(2, Math.min(64, Math.floor(count / 4)));

/** A part as far as it is known. @param {import('../certifier/functions.js').Part} part */
function labelOf({ name, title, count, dimension }) {
  const size = count ? `${count.toLocaleString('en')} points${dimension ? `, ${dimension}-D` : ''}` : '';
  return [name, title, size].filter(Boolean).join(' – ');
}

/**
 * Returns how the parts of a file are numbered, null if they have names.
 * @param {import('../certifier/functions.js').Part[]} parts those that are listed @param {number} total
 */
export function numbering(parts, total) {
  const [, stem, first, end] = parts[0].name.match(/^(.*?)(\d+)(\]?)$/) ?? [];
  const least = Number(first), nameOf = (/** @type {number} */ i) => `${stem}${i}${end}`;
  return parts.every(({ name }, i) => name === nameOf(least + i)) ? { least, most: least + total - 1, nameOf } : null;
}

/** The most attributes, and values of one, that are listed at once. */
const LISTED = 4;

/** @param {number} x */
const short = (x) => String(Number(x.toPrecision(4))).replace('-', '−');

/** An attribute with its range or its values. @param {import('../certifier/functions.js').Attribute} attribute */
function attributeLine({ name, least, most, values }) {
  if (name === 'element' && values) return `element ${values.map(symbolOf).join(', ')}`;
  if (values && values.length <= LISTED) return `${name} ${values.map(short).join(', ')}`;
  return least === most ? `${name} ${short(least)}` : `${name} ${short(least)} to ${short(most)}`;
}

/** Lists attributes. @param {import('../certifier/functions.js').Attribute[]} list */
function attributesOf(list) {
  if (list.length === 0) return nothing;
  const lines = list.map(attributeLine), first = lines.slice(0, LISTED).join('; ');
  return html`<span class="size attributes">${list.length === 1 ? 'Attribute' : 'Attributes'}: ${lines.length > LISTED
    ? html`${first} <details><summary>${lines.length - LISTED} more</summary>${lines.slice(LISTED).join('; ')}</details>` : first}</span>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class CloudField extends View {
  static properties = { handle: {}, label: {}, fresh: {}, lifted: { state: true } };

  /** @type {Remedies | undefined} */
  #remedies;

  constructor() {
    super();
    /** @type {import('../clouds/cloud-files.js').Handle} */
    this.handle = 'clean';
    this.label = '';
    /** True to ask for a file as if there were none. */
    this.fresh = false;
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
    void this.model.receiveFile(file, this.handle);
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
    void this.model.receiveFile(files[0], this.handle);
  }

  /** @param {{target: HTMLInputElement & {files: FileList}}} event */
  #choose(event) {
    const [file] = event.target.files;
    if (file) void this.model.receiveFile(file, this.handle);
    // Forgotten, so that the same file can be chosen again after it has changed.
    event.target.value = '';
  }

  #remove() {
    this.model.files.remove(this.handle);
    this.querySelector('input')?.focus();
  }

  /** Shows the cloud in the field. */
  #about() {
    const { files: { clouds: { [this.handle]: cloud } }, state: { questions: { [this.handle]: asked } } } = this.model;
    if (cloud && !this.fresh) {
      return html`<span class="file">${cloud.name}</span> <span class="size">${cloud.count.toLocaleString('en')} points, ${cloud.dimension}-D</span>
        ${cloud.columns ? html`<span class="size used">${sentence(cloud.columns)}</span>` : nothing}
        ${attributesOf(cloud.attributes.list)}${cloud.notes.map((note) => html`<span class="size told">${sentence(note.text)}</span>`)}`;
    }
    const { gram } = this.model.said;
    if (gram)
      return html`<span class="file">${gram.cloud ? `SHA-256 of ${Number(gram.cloud.points).toLocaleString('en')} points`
        : gram.points ? `Counts of ${Number(gram.points.clean).toLocaleString('en')} points` : 'Inner products of two clouds'}</span> <span
        class="size">${gram.dimension}-D</span>`;
    if (asked)
      return html`<span class="file">${asked.name}</span> ${asked.parts.length ? html`<span
        class="size">${asked.total.toLocaleString('en')} clouds in this file</span>` : nothing}`;
    return html`<span class="ask">Choose, drop or paste</span> <span class="size">PLY, LAS, XYZ, CSV, NPY and 13 others</span>`;
  }

  /** Lets the visitor choose one cloud of a file that has several. @param {import('../clouds/cloud-source.js').Source} source */
  #parts({ parts, total, reading: { part = '' } }) {
    const id = `part-${this.handle}`;
    const wrong = part === '' && this.model.entries.errors[this.handle];
    return html`<div class="field">
      <label for=${id}>Which cloud?</label>
      <select id=${id} aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${wrong ? `error-${this.handle}` : nothing}
        .value=${live(part)} @change=${(/** @type {{target: HTMLInputElement}} */ event) => this.model.files.choosePart(this.handle, event.target.value)}>
        <option value="" disabled ?selected=${part === ''}>Choose one</option>
        ${parts.map((each) => html`<option value=${each.name} ?selected=${each.name === part}>${labelOf(each)}</option>`)}
        ${part && parts.every((each) => each.name !== part) ? html`<option value=${part} selected>${part}</option>` : nothing}
      </select>
      ${total > parts.length ? html`<p class="hint">The first ${parts.length.toLocaleString('en')} of ${total.toLocaleString('en')} are listed.</p>` : nothing}
    </div>${total > parts.length ? this.#number(numbering(parts, total)) : nothing}`;
  }

  /** Takes the number of a cloud beyond those that are listed. @param {ReturnType<typeof numbering>} numbered */
  #number(numbered) {
    if (!numbered) return nothing;
    const id = `part-number-${this.handle}`, { least, most, nameOf } = numbered;
    const choose = (/** @type {{target: HTMLInputElement}} */ { target }) => {
      const wanted = Number(target.value.replaceAll(',', '')), good = Number.isInteger(wanted) && wanted >= least && wanted <= most;
      target.setCustomValidity(good || target.value.trim() === '' ? '' : `Give a whole number from ${least} to ${most}.`);
      if (target.reportValidity() && target.value.trim() !== '') void this.model.files.choosePart(this.handle, nameOf(wanted));
    };
    return html`<div class="field">
      <label for=${id}>Its number, ${least} to ${most.toLocaleString('en')}</label>
      <input id=${id} type="text" inputmode="numeric" autocomplete="off" spellcheck="false" @change=${choose}>
    </div>`;
  }

  /**
   * Has votes be of some points, for which points may come and go: of a model so many, of others as their owner says.
   * @param {number} least points of a cloud
   */
  #comeAndGo(least) {
    const { entries, entries: { values: { given } } } = this.model;
    if (given === 'model') {
      const set = () => {
        entries.set('subsample', String(drawnOf(least)));
        void this.model.certify();
      };
      return html`<button type="button" @click=${set}>Draw ${drawnOf(least).toLocaleString('en')} points for each vote</button>`;
    }
    const ask = () => document.getElementById(controlId('subsample', entries.prefix))?.focus();
    return html`<button type="button" @click=${ask}>Enter points per vote</button>`;
  }

  /** Ways out where the two clouds have different numbers of points. */
  #offer() {
    const { clean, perturbed } = this.model.files.clouds;
    const { permutation, kept, subsample } = this.model.entries.values;
    if (this.handle !== 'perturbed' || this.model.entries.values.perturbation !== 'file' || !clean || !perturbed) return nothing;
    const least = Math.min(clean.count, perturbed.count);
    if (clean.count === perturbed.count || clean.dimension !== perturbed.dimension || kept === String(least) || subsample.trim() !== '') return nothing;
    const unordered = permutation === 'true';
    return html`<div class="remedies">${this.#comeAndGo(least)}
      <button type="button" @click=${() => keepPoints(this.model, least, !unordered)}>Sample both to ${least.toLocaleString('en')} points${unordered ? ''
        : ', in any order'}</button></div>
      <p class="hint">Votes of random subsets also certify added and removed points.${unordered ? ''
        : ' In any order: only if the point order does not matter to the classifier.'}</p>`;
  }

  /** Offers remedies for an ambiguous file as buttons; a second click undoes the first. */
  #open() {
    const remedies = this.#remedies ??= new Remedies(this.model, this.handle);
    const { all } = remedies;
    if (all.length === 0) return nothing;
    return html`<div class="remedies" role="group" aria-label="What to do with ${remedies.source?.name}">${all.map((remedy) => html`
      <button type="button" aria-pressed=${String(remedies.isUsed(remedy))} @click=${() => remedies.toggle(remedy)}>${remedy.label}</button>`)}</div>`;
  }

  /** Shows the progress of reading. @param {import('../clouds/cloud-files.js').Progress} reading */
  #reading({ name, part }) {
    const amount = part < 1 ? undefined : `Reading the points of ${name}`;
    return progress({ label: `Reading ${name}`, share: part, amount, cancel: () => this.model.files.stop(this.handle) });
  }

  render() {
    const { clouds: { [this.handle]: cloud }, progress: { [this.handle]: reading } } = this.model.files;
    const source = this.model.files.source(this.handle);
    const { invalid } = faults(this.model.entries, this.handle);
    const id = controlId(this.handle);
    return html`<div class="field">
      <label for=${id}>${this.label}</label>
      <div class="drop ${this.lifted ? 'lifted' : ''} ${this.fresh ? 'fresh' : cloud ? 'full' : ''}">
        <input id=${id} type="file" accept=${FORMATS} aria-invalid=${invalid}
          aria-describedby="about-${this.handle} ${this.model.entries.errors[this.handle] ? `error-${this.handle}` : ''}"
          @change=${this.#choose}>
        <p id="about-${this.handle}">${this.#about()}</p>
        ${source && !this.fresh ? html`<button type="button" class="quiet" aria-describedby="about-${this.handle}" @click=${this.#remove}>Remove</button>`
          : nothing}
      </div>
      ${reading ? this.#reading(reading) : nothing}
      ${source?.parts.length ? this.#parts(source) : nothing}
      ${errorOf(this.model.entries, this.handle)}
      ${reading ? nothing : this.#open()}
      ${this.#offer()}
      ${cloud && this.handle in this.model.state.unread
        ? html`<div class="remedies"><button type="button" @click=${() => this.model.files.keepCloud(this.handle)}>Keep ${cloud.name}</button></div>` : nothing}
    </div>`;
  }
}

customElements.define('orbit-cloud-field', CloudField);
