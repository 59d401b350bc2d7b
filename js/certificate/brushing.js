/** Tools over a drawing for the brush: the effect of a drag, the size of the brush, and the number of points removed. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { View } from '../parts/view.js';
import { RADIUS } from './brush.js';

/** @typedef {import('./brush.js').Use} Use */

/** Effects of a drag, in words and in the order in which the key cycles through them. @type {Use[]} */
const USES = ['turn', 'remove', 'scatter'];

/** The example whose votes are of some points each. */
const SHOWN = 'chair-points-3d';

/** @extends {View<import('./brush.js').Brush>} */
export class Brushing extends View {
  static properties = { picture: {} };

  constructor() {
    super();
    /** The picture that is brushed. @type {import('../drawing/picture.js').Picture} */
    this.picture = /** @type {never} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.picture.addEventListener('tool', this.#next);
  }

  disconnectedCallback() {
    this.picture.removeEventListener('tool', this.#next);
    super.disconnectedCallback();
  }

  updated() {
    const { model: brush, picture } = this;
    if ((brush.use === 'turn') === (picture.tool === null)) return;
    picture.use(brush.use === 'turn' ? null : {
      get radius() { return brush.radius; },
      begin: (other) => brush.begin(other), touch: (clean, left) => brush.touch(clean, left), end: () => brush.end(), undo: () => brush.undo(),
      resize: (factor) => brush.resize(factor * brush.radius),
    });
  }

  /** The next thing that a drag can do. */
  #next = () => {
    const use = USES[(USES.indexOf(this.model.use) + 1) % USES.length];
    this.model.open = use !== 'turn';
    this.model.take(use);
  };

  #toggle() {
    this.model.open = !this.model.open;
    this.model.take(this.model.open ? 'remove' : 'turn');
  }

  #show() {
    this.model.open = false;
    this.dispatchEvent(new CustomEvent('example', { detail: SHOWN, bubbles: true }));
  }

  /** Says how many points are removed. */
  get #said() {
    const { numbers: { removed, scattered }, count } = this.model;
    const parts = [removed && `${removed.toLocaleString('en')} removed`, scattered && `${scattered.toLocaleString('en')} scattered`].filter(Boolean);
    return `${parts.length ? parts.join(', ') : 'None removed'} of ${count.toLocaleString('en')} points`;
  }

  #panel() {
    const { model: brush } = this;
    if (brush.obstacle) return html`<div class="strip"><p>${brush.obstacle}</p><button type="button" @click=${this.#show}>Show it on a chair</button></div>`;
    return html`<div class="strip">
      <fieldset class="either"><legend>Drag</legend>${USES.map((use) => html`<label>
        <input type="radio" name="brush" .checked=${live(use === brush.use)} @change=${() => brush.take(use)}><span>${use}</span></label>`)}</fieldset>
      <label>Size<input type="range" aria-label="Size of the brush" min=${RADIUS.least} max=${RADIUS.most} .value=${live(String(Math.round(brush.radius)))}
        @input=${(/** @type {{target: HTMLInputElement}} */ event) => brush.resize(Number(event.target.value))}></label>
      <div class="row"><button type="button" ?disabled=${!brush.undoable} @click=${() => brush.undo()}>Undo</button>
        <button type="button" ?disabled=${!brush.touched} @click=${() => brush.reset()}>Reset</button></div>
      <p role="status" data-removed=${brush.numbers.removed} data-scattered=${brush.numbers.scattered}><strong>${this.#said}</strong>${brush.hint
        ? html` ${brush.hint}` : nothing}</p>
    </div>`;
  }

  render() {
    return html`<button type="button" class="corner" aria-expanded=${String(this.model.open)} title="B" @click=${this.#toggle}>Brush</button>${this.model.open
      ? this.#panel() : nothing}`;
  }
}

customElements.define('orbit-brush', Brushing);
