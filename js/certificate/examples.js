/** The examples, one click each. */

import { html, nothing, svg } from 'lit';
import { keepOpen, wasOpen } from '../parts/unfolded.js';
import { View } from '../parts/view.js';
import * as examples from './example-files.js';
import { encode } from '../form/address.js';
import { isSameSaid, samplingOf } from '../form/evidence.js';
import { come } from '../question/runner.js';
import { builtTo } from '../question/state.js';

/** Shades of the dots from the lowest to the highest. */
const SHADES = 4;

/** Examples that are shown before a visitor opens the gallery. */
const FIRST = ['digit-2d', 'energy-3d'];

/** The gallery: examples by what they are of. @type {[role: string, ids: string[]][]} */
const ROLES = [
  ['Digits', ['digit-2d', 'digit-8-2d']], ['Furniture', ['chair-twisted-3d', 'chair-3d', 'chair-set-3d']], ['LiDAR', ['lidar-3d']],
  ['Molecules', ['molecule-3d', 'sulphur-3d']], ['Parts', ['parts-3d']], ['Numbers', ['energy-3d']], ['Vectors', ['forces-3d']], ['Three points', ['scaling-2d']],
];

/** A small picture in a square of 100. @param {unknown} content @param {number} width of its lines */
const picture = (content, width) => html`<svg class="thumbnail" aria-hidden="true" viewBox="-6 -6 112 112" stroke-width=${width}>${content}</svg>`;

/** A cloud as dots coloured by height, larger where they are few, with bonds where it is a molecule. @param {import('./example-files.js').Example} example */
function thumbnail({ dots, bonds = '' }) {
  const places = dots.split(' ').map((dot) => dot.split(',').map(Number));
  const rows = Array.from({ length: SHADES }, (_, k) => places.filter(([, y]) => Math.min(SHADES - 1, Math.floor(y * SHADES / 100)) === k));
  const lines = bonds && bonds.split(' ').map((bond) => bond.split(',').map((at) => places[Number(at)].join(' ')).join('L')).map((line) => `M${line}`).join('');
  return picture(svg`${lines ? svg`<path class="bonds" d=${lines} />` : nothing}
    ${rows.map((row, k) => svg`<path class="h${k}" d=${row.map(([x, y]) => `M${x} ${y}h0`).join('')} />`)}`, Math.max(7, 40 / Math.sqrt(places.length)));
}

const PENCIL = picture(svg`<path d="M8 92l6-22L72 12l16 16L30 86zM62 22l16 16" />`, 6);

/** @extends {View<import('./desk.js').Desk>} */
export class Examples extends View {
  /** All that stand in the row. @type {examples.Example[]} */
  list = [];
  /** Also those that are other ways to look at one of them. @type {examples.Example[]} */
  #all = [];
  problem = '';
  /** The entries that each example came with. @type {Map<string, import('../form/address.js').Values>} */
  #loaded = new Map();
  static properties = { whole: { state: true } };

  constructor() {
    super();
    /** True if all examples are shown. */
    this.whole = wasOpen('examples');
  }

  #fold() {
    this.whole = !this.whole;
    keepOpen('examples', this.whole);
  }

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
   * @param {string} id @param {number} by number of what it is a part of
   * @param {import('../form/address.js').Values | null} [own]
   * @param {import('../form/address.js').Values} [settings] that the evidence among its own entries belongs to
   * @returns {import('../question/runner.js').Steps<boolean>} whether it is there
   */
  *lay(id, by, own = null, settings = undefined) {
    const { model: desk } = this, loaded = yield* come(examples.load(id).catch(() => null));
    if (!loaded) yield* this.#miss(id);
    else {
      this.#loaded.set(id, loaded.values);
      const values = own ?? loaded.values;
      // Votes in an address are those of the example, whatever its other entries say.
      yield desk.fill(values, loaded, loaded.counted, { settings: isSameSaid(values, loaded.values) ? samplingOf(loaded.values) : settings, by, after: by });
    }
    return loaded !== null;
  }

  /** Shows an example, unless something else is given before it is there. @param {string} id @returns {Promise<boolean | undefined>} whether it is */
  load(id) {
    return this.model.give('all', (_, __, number) => this.lay(id, number));
  }

  /** Says that an example is not there. @param {string} id */
  *#miss(id) {
    const known = yield* come(examples.list().catch(() => null));
    const title = known?.find((entry) => entry.id === id)?.title;
    this.model.notify(known && !title ? `The page has no example “${id}”. Choose one from the list.` : `The example “${title ?? id}” could not be loaded.`);
  }

  /** Certifies an example that has just come, unless a model is to vote on it that is still to be chosen. */
  async certify() {
    const { given, model } = this.model.entries.values;
    if (given !== 'model' || model) await (builtTo(this.model.state) ? this.model.certify() : this.model.answer());
  }

  /** Reports whether the entries are no longer those that the example among them came with. */
  get #changed() {
    const { values } = this.model.entries;
    const loaded = this.#loaded.get(values.example);
    return loaded !== undefined && encode(loaded) !== encode(values);
  }

  /** @param {string} id */
  async pick(id) {
    if (!await this.load(id)) return;
    this.model.entries.edited();
    void this.certify();
    this.dispatchEvent(new Event('asked', { bubbles: true }));
  }

  render() {
    if (this.problem) return html`<p class="hint">${this.problem}</p>`;
    const shown = this.current?.of ?? this.current?.id;
    const button = (/** @type {examples.Example} */ example) => html`<button type="button" aria-label=${example.title} aria-pressed=${
      String(shown === example.id)} @click=${() => this.pick(example.id)}>${thumbnail(example)}<span>${example.label}</span></button>`;
    return html`<nav class="examples ${this.whole ? 'whole' : ''}" aria-label="Examples">
      ${this.model.voting.able ? html`<button type="button" aria-pressed=${String(this.model.drawing)}
        @click=${() => this.model.draw(!this.model.drawing)}>${PENCIL}<span>Draw a digit</span></button>` : nothing}
      ${this.whole ? ROLES.map(([role, ids]) => html`<div class="role"><span>${role}</span>${this.list.filter(({ id }) => ids.includes(id)).map(button)}</div>`)
        : this.list.filter(({ id }) => FIRST.includes(id) || id === shown).map(button)}
      ${this.list.length ? html`<button type="button" class="quiet" aria-expanded=${String(this.whole)} @click=${() => this.#fold()}>${
        this.whole ? 'Close the gallery' : 'Gallery'}</button>` : nothing}
    </nav>`;
  }

  /** The example that is shown, undefined where none is. */
  get current() {
    return this.#all.find(({ id }) => id === this.model.entries.values.example);
  }

  /** Explains an example, in the numbers it came with, and links to the other way to look at it. */
  note() {
    const { current } = this;
    const other = current && this.#all.find(({ id, of }) => of === current.id || id === current.of);
    return current ? html`<p class="note">${this.#changed ? 'Before your changes: ' : ''}${current.note}</p>
      ${other ? html`<div class="note"><button type="button" @click=${() => this.pick(other.id)}>${other.title}</button></div>` : nothing}` : nothing;
  }
}

customElements.define('orbit-examples', Examples);
