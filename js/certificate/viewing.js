/** Tools over a picture of clouds: the view, and the point that is named. */

import { html, nothing, svg } from 'lit';
import { symbolOf } from '../words/elements.js';
import { View } from '../parts/view.js';

/** @param {number} x */
const short = (x) => String(Number(x.toPrecision(4))).replace('-', '−');

/** The most attributes that are named of a point. */
const MOST = 6;

/** @typedef {{name: string, value?: number, text?: string}} Had what a point has beside its place: a number, or a text about it */

/** Names what a point has beside its place. @param {Had[] | null} attributes */
function others(attributes) {
  const texts = (attributes ?? []).map(({ name, value = 0, text }) => `, ${name} ${text ?? (name === 'element' ? symbolOf(value) : short(value))}`);
  const named = texts.slice(0, MOST).join('');
  return attributes && attributes.length > MOST ? `${named}, …` : named;
}

/**
 * Describes a point in a line.
 * @param {import('../drawing/picture.js').Point} point @param {string} more
 */
function line({ perturbed, number, of, coordinates, residual, mark }, more) {
  const which = perturbed ? 'Changed point' : 'Point';
  return `${which} ${number.toLocaleString('en')} of ${of.toLocaleString('en')}: (${coordinates.map(short).join(', ')})${more}${residual === null ? ''
    : `, moved by ${short(residual)}`}${mark === null || mark === 'paired' ? '' : `, ${mark === 'replaced' && perturbed ? 'in the place of another' : mark}`}`;
}

/** @extends {View<import('../drawing/picture.js').Picture>} */
export class Viewing extends View {
  static properties = { about: {}, open: { state: true } };

  constructor() {
    super();
    /** Gives what a point has beside its place. @type {(perturbed: boolean, number: number) => Had[] | null} */
    this.about = () => null;
    /** True if the panel is unfolded. */
    this.open = false;
  }

  /**
   * @template {string} C
   * @param {string} name @param {string} legend @param {readonly C[]} choices @param {string} chosen @param {(choice: C) => void} choose
   */
  #either(name, legend, choices, chosen, choose) {
    return html`<fieldset class="either"><legend>${legend}</legend>${choices.map((choice) => html`<label>
      <input type="radio" name=${name} .checked=${choice === chosen} @change=${() => choose(choice)}><span>${choice}</span></label>`)}</fieldset>`;
  }

  /** Asks what the points are coloured by. */
  #colouring() {
    const { colourings, look } = this.model;
    return html`<label class="colouring">Colour by<select
      @change=${(/** @type {{target: HTMLSelectElement}} */ event) => this.model.recolour(event.target.value)}>${colourings.map((each) => html`
      <option value=${each} ?selected=${each === look.colouring}>${each}</option>`)}</select></label>`;
  }

  #panel() {
    const { model: picture, model: { camera, look } } = this;
    return html`<div class="panel">
      ${camera.solid ? this.#either('up', 'Up', ['x', 'y', 'z'], look.up, (up) => picture.raise(up)) : nothing}
      ${picture.offers ? nothing : this.#colouring()}
      <label>Point size<input type="range" min="-2" max="2" step="0.25" .value=${String(Math.log2(look.size))}
        @input=${(/** @type {{target: HTMLInputElement}} */ event) => picture.resize(2 ** Number(event.target.value) / look.size)}></label>
      <div class="row"><button type="button" aria-label="Zoom in" @click=${() => picture.change((eye) => eye.zoom(1.25))}>+</button>
        <button type="button" aria-label="Zoom out" @click=${() => picture.change((eye) => eye.zoom(0.8))}>−</button>
        <button type="button" @click=${() => picture.change((eye) => eye.reset())}>Reset</button></div>
      <p>${camera.solid ? 'Drag turns it; two fingers or the right button move it' : 'Drag moves it'}; wheel or pinch zooms; a double click resets.</p>
    </div>`;
  }

  render() {
    const { model: picture, model: { told, circle } } = this;
    return html`${
      circle
        ? svg`<svg class="over brush" aria-hidden="true"><circle cx=${circle.x} cy=${circle.y} r=${circle.radius} />${
            circle.held ? nothing : svg`<path d="M${circle.x - 5} ${circle.y}h10m-5 -5v10" />`
          }</svg>`
        : nothing
    }${told ? svg`<svg class="over ${picture.taken ? 'taken' : ''}" aria-hidden="true"><circle cx=${told.x} cy=${told.y} r="7" /></svg>` : nothing}
      ${picture.offers ? this.#colouring() : nothing}<div class="viewing"><button type="button" aria-expanded=${String(this.open)} @click=${() => {
        this.open = !this.open;
      }}>View</button>${this.open ? this.#panel() : nothing}</div>
      <p class="named" role="status">${told ? line(told, others(this.about(told.perturbed, told.number))) : nothing}</p>`;
  }
}

customElements.define('orbit-viewing', Viewing);
