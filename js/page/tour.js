/** A guide through the first example in five steps, which can be left at any of them. It points; what it points to stays in use. */

import { LitElement, html, nothing } from 'lit';

/** @typedef {{at: string, head: string, text: string, play?: boolean, narrow?: string}} Step at: selector of what it points to; narrow: on a phone */

/** @type {Step[]} */
const STEPS = [
  {
    at: '.verdict .sentence', head: 'The answer',
    text: 'A network took this drawing for a 3. The cloud was turned and jittered. The page proves that it stays a 3.',
  },
  {
    at: '.story, .held', head: 'The cloud',
    text: 'Grey is the original, green the changed cloud. Drag the slider: “aligned” undoes the turn, which this classifier ignores. Little is left.',
  },
  {
    at: '.chips [data-family=stretch]', play: true, head: 'What it withstands',
    text: 'Each chip is a range with a proof. The stretch is playing: while the slider stays within the bar, the class cannot change.',
  },
  {
    at: '.distances', head: 'Two distances',
    text: 'As it lies, the cloud is far from the original. Turned back, it is near: within the green part nothing changes the answer.',
  },
  {
    at: '.examples button', narrow: '.held', head: 'Your turn',
    text: 'A network votes on what you draw, on this device. For a file of yours there is “Try your own cloud”. Nothing is uploaded.',
  },
];

/** Milliseconds that a range plays, and how far it goes beyond its end. */
const PLAYING = 4000, BEYOND = 1.4;

/** The width from which on cloud and verdict stand side by side. */
const NARROW = 900;

export class Tour extends LitElement {
  static properties = { at: { state: true } };

  /** Ends the tour. Set by the page. @type {() => void} */
  leave = () => {};
  /** Opens the pad, null where nothing here votes on drawings. Set by the page. @type {(() => void) | null} */
  draw = null;
  #frame = 0;
  /** Element that the tour points to. @type {Element | null} */
  #goal = null;

  constructor() {
    super();
    /** Number of the step shown. */
    this.at = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('keydown', this.#onKey);
  }

  disconnectedCallback() {
    removeEventListener('keydown', this.#onKey);
    this.#unpoint();
    super.disconnectedCallback();
  }

  firstUpdated() {
    this.querySelector('dialog')?.show();
    this.#focus();
    void this.#point();
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    this.leave();
  };

  #focus() {
    /** @type {HTMLElement | null} */ (this.querySelector('.next'))?.focus({ preventScroll: true });
  }

  #unpoint() {
    cancelAnimationFrame(this.#frame);
    this.#goal?.removeAttribute('data-toured');
    this.#goal = null;
  }

  /** Points to what the step is about. */
  async #point() {
    this.#unpoint();
    const step = STEPS[this.at];
    if (!this.isConnected || step !== STEPS[this.at]) return;
    const goal = document.querySelector(innerWidth < NARROW && step.narrow || step.at);
    if (!step.play) /** @type {HTMLElement | null} */ (document.querySelector('.player button'))?.click();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (goal) this.#mark(goal, still);
    if (step.play && goal) await this.#play(goal, still);
  }

  /** @param {Element} goal @param {boolean} still whether motion is not wanted */
  #mark(goal, still) {
    this.#unpoint();
    this.#goal = goal;
    goal.setAttribute('data-toured', '');
    const behavior = still ? 'auto' : 'smooth';
    // The cloud and its slider stay in view: beside the goal, or on a phone above it.
    if (innerWidth < NARROW) goal.scrollIntoView({ block: 'end', behavior });
    else if (goal.matches('.clouds')) goal.scrollIntoView({ block: 'nearest', behavior });
    else scrollTo({ top: 0, behavior });
  }

  /**
   * Plays the range of a row once on the cloud, up to its end and beyond; where motion is not wanted it shows one value.
   * @param {Element} row
   * @param {boolean} still
   */
  async #play(row, still) {
    const button = /** @type {HTMLElement} */ (row);
    if (button.getAttribute('aria-pressed') === 'false') button.click();
    await new Promise(requestAnimationFrame);
    const slider = /** @type {HTMLInputElement | null} */ (document.querySelector('input[aria-label=Play]'));
    const end = BEYOND * Number(row.getAttribute('data-to'));
    if (!slider || row !== this.#goal) return;
    this.#mark(slider.closest('.clouds') ?? row, still);
    const show = (/** @type {number} */ value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    };
    if (still) return show(end / 2);
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(Math.max((now - start) / PLAYING, 0), 1);
      show(end * part);
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Ends with the pad. */
  #draw() {
    this.leave();
    this.draw?.();
  }

  /** @param {number} by */
  async #go(by) {
    if (!STEPS[this.at + by]) return this.leave();
    this.at += by;
    await this.updateComplete;
    this.#focus();
    await this.#point();
  }

  render() {
    const { head, text } = STEPS[this.at];
    const last = this.at === STEPS.length - 1;
    return html`<dialog class="tour" aria-label="Tour">
      <div aria-live="polite"><p class="hint">${this.at + 1} of ${STEPS.length}</p><h2>${head}</h2><p>${text}</p></div>
      <div class="actions">
        ${last && this.draw ? html`<button type="button" class="next" @click=${() => this.#draw()}>Draw your own</button>`
          : html`<button type="button" class="next" @click=${() => this.#go(1)}>${last ? 'Done' : 'Next'}</button>`}
        ${this.at > 0 ? html`<button type="button" @click=${() => this.#go(-1)}>Back</button>` : nothing}
        <button type="button" class="quiet" title="Escape" @click=${() => this.leave()}>Leave the tour</button>
      </div>
    </dialog>`;
  }
}

customElements.define('orbit-tour', Tour);
