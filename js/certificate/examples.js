/** The examples, one click each. */

import { html, nothing } from 'lit';
import { View } from '../parts/view.js';
import * as examples from './example-files.js';
import { encode } from '../form/address.js';
import { isSameSaid, samplingOf } from '../form/evidence.js';

/** A small picture in a square of 100. @param {string} d the path of its line @param {number} width of the line */
const picture = (d, width) => html`<svg aria-hidden="true" viewBox="-6 -6 112 112" stroke-width=${width}><path d=${d} /></svg>`;

/** A cloud as dots, larger where they are few. @param {string[]} dots x,y of each */
const thumbnail = (dots) => picture(dots.map((dot) => `M${dot}h0`).join(''), Math.max(7, 40 / Math.sqrt(dots.length)));

const PENCIL = picture('M8 92l6-22L72 12l16 16L30 86zM62 22l16 16', 6);

/** @extends {View<import('./desk.js').Desk>} */
export class Examples extends View {
  /** All that stand in the row. @type {examples.Example[]} */
  list = [];
  /** Also those that are other ways to look at one of them. @type {examples.Example[]} */
  #all = [];
  problem = '';
  /** The entries that each example came with. @type {Map<string, import('../form/address.js').Values>} */
  #loaded = new Map();
  /** Whether what is shown was chosen by the page and not by a visitor. */
  byItself = false;

  /** Reads the list. @returns {Promise<void>} */
  async read() {
    try {
      this.#all = await examples.list();
      this.list = this.#all.filter(({ of }) => !of);
    } catch {
      this.problem = 'The examples could not be loaded. Your own files work.';
    }
    this.requestUpdate();
  }

  /**
   * Puts an example into the form; other entries can then go on top of it, and what is entered before it is there.
   * @param {string} id @param {import('../form/address.js').Values | null} [own] @param {import('../form/address.js').Values} [settings] that the evidence among its own entries belongs to
   * @returns {Promise<'there' | 'late' | 'missing'>} late: something else was given meanwhile
   */
  async load(id, own = null, settings = undefined) {
    const { desk, desk: { entries: { values } } } = this;
    const latest = desk.expect();
    this.byItself = false;
    try {
      const loaded = await examples.load(id);
      if (!latest()) return 'late';
      this.#loaded.set(id, loaded.values);
      const filled = desk.entries.with(own ?? loaded.values, values);
      // Votes in an address are those of the example, whatever its other entries say.
      const said = isSameSaid(filled, loaded.values) ? { settings: samplingOf(loaded.values) } : settings && { settings };
      await desk.fill(filled, loaded, loaded.counted, said);
    } catch {
      if (!latest()) return 'late';
      await this.#miss(id);
      return 'missing';
    }
    return latest() ? 'there' : 'late';
  }

  /** Says that an example is not there. @param {string} id */
  async #miss(id) {
    const known = await examples.list().catch(() => null);
    const title = known?.find((entry) => entry.id === id)?.title;
    this.desk.notify(known && !title ? `There is no example called “${id}”.` : `The example “${title ?? id}” could not be loaded.`);
  }

  /** Certifies an example that has just come, unless a model is to vote on it that is still to be chosen. */
  async certify() {
    const { given, model } = this.desk.entries.values;
    if (given !== 'model' || model) await this.desk.certify();
  }

  /** Whether the entries are no longer those that the example among them came with. */
  get #changed() {
    const { values } = this.desk.entries;
    const loaded = this.#loaded.get(values.example);
    return loaded !== undefined && encode(loaded) !== encode(values);
  }

  /** Whether the example is there as the page itself has put it, unchanged. */
  get untouched() {
    return this.byItself && this.#loaded.has(this.desk.entries.values.example) && !this.#changed;
  }

  /** @param {string} id */
  async pick(id) {
    if (await this.load(id) !== 'there') return;
    this.desk.entries.edited();
    void this.certify();
    this.dispatchEvent(new Event('asked', { bubbles: true }));
  }

  render() {
    if (this.problem) return html`<p class="hint">${this.problem}</p>`;
    const shown = this.current?.of ?? this.current?.id;
    return html`<nav class="examples" aria-label="Examples">
      <button type="button" aria-pressed=${String(this.desk.drawing)} @click=${() => this.desk.draw(!this.desk.drawing)}>${PENCIL}<span>Draw a digit</span></button>
      ${this.list.map(({ id, title, dots }) => html`<button type="button" aria-pressed=${String(shown === id)} @click=${() => this.pick(id)}>${thumbnail(dots.split(' '))}<span>${title}</span></button>`)}
    </nav>`;
  }

  /** The example that is shown, undefined where none is. */
  get current() {
    return this.#all.find(({ id }) => id === this.desk.entries.values.example);
  }

  /** What an example shows, in the numbers that it came with, and the other way to look at it. */
  note() {
    const { current } = this;
    const other = current && this.#all.find(({ id, of }) => of === current.id || id === current.of);
    return current ? html`<p class="note">${this.#changed ? 'Before your changes: ' : ''}${current.note}</p>
      ${other ? html`<div class="note"><button type="button" @click=${() => this.pick(other.id)}>${other.title}</button></div>` : nothing}` : nothing;
  }
}

customElements.define('orbit-examples', Examples);
