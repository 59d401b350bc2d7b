/** The hand on a cloud: a ring that turns it, a handle that scales it, the same as sliders for keys, and a line that says what was done. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { joined } from '../documents/list.js';
import { View } from '../parts/view.js';
import './brushing.js';

/** Half of the picture's shorter side is 50: radius of the ring, and of the place of the handle. */
const RING = 45, CORNER = 58;

/** The factors that a hand can scale by. */
const LEAST = 0.5, MOST = 1.5;

const DEGREES = 180 / Math.PI;

/** A whole number of degrees from −180 to 180. @param {number} degrees */
const wrapped = (degrees) => Math.round(((degrees + 540) % 360 + 360) % 360 - 180);

/** @param {number} degrees @param {number} [radius] */
const placeAt = (degrees, radius = RING) => [radius * Math.cos(degrees / DEGREES), -radius * Math.sin(degrees / DEGREES)];

/**
 * The angle by which an alignment turns a cloud back, null where it mirrors it.
 * @param {number[][]} m matrix of a rotation or reflection in the plane or in space
 */
export function angleOf(m) {
  if (m.length === 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0] > 0 ? -Math.atan2(m[1][0], m[0][0]) * DEGREES : null;
  return Math.acos(Math.max(-1, Math.min(1, (m[0][0] + m[1][1] + m[2][2] - 1) / 2))) * DEGREES;
}

/** @extends {View<import('./brush.js').Brush>} */
export class Ring extends View {
  /** Set by the picture's view. @type {import('./desk.js').Desk} */
  desk = /** @type {never} */ (undefined);
  /** @type {import('../drawing/picture.js').Picture} */
  picture = /** @type {never} */ (undefined);
  /** Holds what a pointer drags: the degrees or the distance where it began, and what was shown then. @type {{from: number, shown: number} | null} */
  #grip = null;

  connectedCallback() {
    super.connectedCallback();
    for (const name of ['change', 'held']) this.desk.addEventListener(name, this.redraw);
    addEventListener('keydown', this.#onKey);
    const { model: brush, picture } = this;
    picture.puller = { begin: () => brush.hold(), move: (number, offset) => brush.pull(number, offset), end: () => brush.release() };
  }

  disconnectedCallback() {
    for (const name of ['change', 'held']) this.desk.removeEventListener(name, this.redraw);
    removeEventListener('keydown', this.#onKey);
    super.disconnectedCallback();
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.#isMoved || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    this.#putBack();
  };

  get #isMoved() {
    return this.model.left?.whole ?? false;
  }

  #putBack() {
    this.#grip = null;
    this.picture.take(false);
    this.model.reset();
  }

  /** The angle between the clouds as they are aligned, null where nothing turns them. */
  get #aligned() {
    const matrix = this.desk.result.certificate?.value.orbit?.alignment?.matrix;
    return matrix ? angleOf(matrix) : null;
  }

  /** Degrees on the ring: those of the hand, else in the plane those that the clouds differ by. */
  get #degrees() {
    const { model: { degrees }, picture: { camera } } = this;
    return degrees ?? (camera.solid ? 0 : wrapped(this.#aligned ?? 0));
  }

  /** The pointer from the middle of the picture: its angle in degrees, and its distance. @param {PointerEvent} event */
  #polar({ clientX, clientY }) {
    const [right, up] = this.picture.placeOn(clientX, clientY);
    return { angle: Math.atan2(up, right) * DEGREES, distance: Math.hypot(right, up) };
  }

  /** @param {PointerEvent} event @param {number} from @param {number} shown */
  #grasp(event, from, shown) {
    event.preventDefault();
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.model.hold();
    this.#grip = { from, shown };
  }

  /** @param {number} by @param {number} shown degrees before */
  #turn(by, shown) {
    this.model.turn(by, this.picture.camera.axes().back, wrapped(shown + by));
  }

  #release = () => {
    this.#grip = null;
    this.model.release();
  };

  /** A drag that turns. @param {PointerEvent} event */
  #onTurn = (event) => {
    if (this.#grip) this.#turn(this.#polar(event).angle - this.#grip.from, this.#grip.shown);
  };

  /** A drag that scales. @param {PointerEvent} event */
  #onScale = (event) => {
    if (!this.#grip) return;
    const { from, shown } = this.#grip, factor = Math.max(LEAST, Math.min(MOST, (shown * this.#polar(event).distance) / from));
    this.model.scale(factor / shown, factor);
  };

  /** A step by key. @param {() => void} step */
  #step(step) {
    this.model.hold();
    step();
    this.model.release();
  }

  /** Says what the clouds differ by. */
  get #said() {
    const { model: { factor, pulled, degrees }, picture: { camera } } = this, { certificate } = this.desk.result;
    const { distance = 0, radius = 0 } = certificate?.value.orbit ?? {};
    const turn = Math.abs(wrapped(camera.solid ? this.#aligned ?? degrees ?? 0 : this.#degrees));
    const rest = distance > 1e-9 * radius && factor === 1 && pulled.size === 0 && (certificate?.value.certified ? 'jittered' : 'changed');
    const parts = [turn && `turned by ${turn}°`, factor !== 1 && `scaled by ${factor.toFixed(2)}`,
      pulled.size && `${pulled.size} ${pulled.size === 1 ? 'point' : 'points'} pulled`, rest].filter(Boolean);
    const text = joined(/** @type {string[]} */ (parts));
    return text && `${text[0].toUpperCase()}${text.slice(1)}`;
  }

  #picture() {
    const degrees = this.#degrees, [x, y] = placeAt(degrees), [cx, cy] = placeAt(-45, CORNER);
    const take = (/** @type {'angle' | 'distance'} */ what, /** @type {number} */ shown) => (/** @type {PointerEvent} */ event) =>
      this.#grasp(event, this.#polar(event)[what], shown);
    return html`<svg class="ring" viewBox="-50 -50 100 100" aria-hidden="true">${svg`
      <circle class="round" r=${RING} /><path class="arc" d="M${RING} 0A${RING} ${RING} 0 0 ${degrees > 0 ? 0 : 1} ${x} ${y}" />
      <g class="turning" @pointerdown=${take('angle', degrees)} @pointermove=${this.#onTurn} @pointerup=${this.#release} @pointercancel=${this.#release}>
        <circle class="grasp" r=${RING} /><circle class="reach" cx=${x} cy=${y} r="8" /><circle class="knob" cx=${x} cy=${y} r="2.6" /></g>
      <text class=${x > 0 ? 'end' : ''} x=${x * 0.9} y=${y * 0.9}>${String(degrees).replace('-', '−')}°</text>
      <g class="scaling" @pointerdown=${take('distance', this.model.factor)} @pointermove=${this.#onScale} @pointerup=${this.#release}
        @pointercancel=${this.#release}><circle class="reach" cx=${cx} cy=${cy} r="8" /><rect class="knob" x=${cx - 1.8} y=${cy - 1.8} width="3.6" height="3.6" /></g>`}
    </svg>`;
  }

  /** @param {string} name @param {number} value @param {{min: number, max: number, step: number}} range @param {(value: number) => void} move */
  #slider(name, value, { min, max, step }, move) {
    return html`<input class=${name.toLowerCase()} type="range" aria-label=${name} min=${min} max=${max} step=${step} .value=${live(String(value))}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => this.#step(() => move(Number(target.value)))}>`;
  }

  render() {
    const { model: brush, picture: { camera } } = this;
    if (!brush.holdable) return nothing;
    const degrees = this.#degrees, hint = camera.solid ? 'Turn the ring. Click a point to pull it.' : 'Turn the ring. Pull any point.';
    const said = this.#said || (this.desk.drawing ? '' : hint); // the pad covers the ring
    return html`${this.#slider('Turn', degrees, { min: -180, max: 180, step: 1 }, (to) => this.#turn(to - degrees, degrees))}
      ${this.#slider('Scale', brush.factor, { min: LEAST, max: MOST, step: 0.01 }, (to) => brush.scale(to / brush.factor, to))}
      ${this.#picture()}
      <p class="done"><span role="status">${said}</span>
        ${this.#isMoved ? html`<button type="button" class="quiet" @click=${this.#putBack}>Put it back</button>` : nothing}</p>`;
  }
}

customElements.define('orbit-ring', Ring);
