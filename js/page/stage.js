/**
 * Stage mode: the page for a projector. The examples and the drawing are gone through by key or by a timer, and a QR code
 * opens on a phone what is shown. What stands where is the stylesheet's.
 */

import { html } from 'lit';
import { encode } from '../form/address.js';
import { webAddress } from '../offline/site.js';
import { address, pack } from '../trust/link.js';
import { View } from '../parts/view.js';
import '../sharing/qr-code.js';

/** Seconds for which the timer shows each example. */
const PAUSE = 15;

/** Milliseconds for which a verdict stands before its address is made. */
const REST = 600;

/** Which way each key goes. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 };

/** @extends {View<import('../certificate/desk.js').Desk>} */
export class Stage extends View {
  static properties = { timed: { state: true }, home: { state: true }, text: { state: true } };

  /** Set by the page. @type {import('../certificate/examples.js').Examples} */
  examples = /** @type {any} */ (undefined);
  /** Ends the stage mode. Set by the page. @type {() => void} */
  leave = () => {};
  /** What the address was made for. @type {unknown} */
  #addressed = null;
  /** The step that is on its way. @type {number | null} */
  #next = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  constructor() {
    super();
    /** Whether the examples change by themselves. */
    this.timed = false;
    this.home = webAddress();
    /** The address in the QR code. */
    this.text = '';
  }

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add('stage');
    addEventListener('keydown', this.#onKey);
  }

  disconnectedCallback() {
    document.documentElement.classList.remove('stage');
    removeEventListener('keydown', this.#onKey);
    clearInterval(this.#clock);
    clearTimeout(this.#rest);
    super.disconnectedCallback();
  }

  /** Names of the steps: the examples, then '' for the drawing. */
  get #steps() {
    return [...this.examples.list.map(({ id }) => id), ''];
  }

  get #at() {
    const { drawing, entries: { values } } = this.desk;
    return drawing ? this.#steps.length - 1 : Math.max(0, this.#steps.indexOf(values.example));
  }

  /** Shows another step, counted from the one that is on its way. @param {number} by */
  async #go(by) {
    const steps = this.#steps;
    const next = this.#next = ((this.#next ?? this.#at) + by + steps.length) % steps.length;
    if (steps[next]) await this.examples.pick(steps[next]);
    else this.desk.draw(true);
    if (next === this.#next) this.#next = null;
  }

  #time() {
    clearInterval(this.#clock);
    this.timed = !this.timed;
    if (this.timed) this.#clock = setInterval(() => void this.#go(this.#at === this.#steps.length - 2 ? 2 : 1), 1000 * PAUSE);
  }

  /** Keys that what has the focus does not need itself. @param {KeyboardEvent} event */
  #onKey = (event) => {
    const { target, key } = event;
    const held = target instanceof HTMLElement && target.closest('input, select, textarea, canvas, dialog');
    const pressing = key === ' ' && target instanceof HTMLElement && target.closest('button, summary, a');
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || held || pressing) return;
    if (key in STEPS) void this.#go(STEPS[key]);
    else if (key === 't') this.#time();
    else if (key === 'Escape') this.leave();
    else return;
    event.preventDefault();
  };

  /** Keeps the address in step with what is shown, once that rests. */
  updated() {
    const { result: { phase, certificate } } = this.desk.job;
    if (phase !== 'done' || this.#addressed === certificate) return;
    this.#addressed = certificate;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#address().then((text) => { this.text = text; }, () => { this.text = ''; }), REST);
  }

  /** The address of what is shown: an example by its entries, another cloud as its comparison, which needs no cloud. */
  async #address() {
    const { desk, desk: { entries: { values } } } = this;
    if (!this.home) return '';
    if (values.example) return new URL(encode(values), this.home).href;
    const [gram, key] = await desk.documents.gram();
    return address(this.home, key, await pack(gram));
  }

  /** @param {any} event */
  #name(event) {
    this.#addressed = null;
    this.home = URL.canParse(event.target.value) ? event.target.value : '';
  }

  #code() {
    if (this.text) return html`<div class="qr" role="img" aria-label="QR code of this state" data-text=${this.text}><orbit-qr-code .text=${this.text}></orbit-qr-code></div>`;
    if (webAddress()) return html`<div class="qr"></div>`;
    return html`<div class="field"><label for="stage-home">Address of this page for phones</label>
      <input id="stage-home" type="text" inputmode="url" autocomplete="off" placeholder="https://" @change=${this.#name}></div>`;
  }

  render() {
    const { list } = this.examples;
    const at = this.#at;
    const example = this.desk.drawing ? undefined : list[at];
    return html`<section class="on-stage" aria-label="Stage">
      <div>
        <h2>${example?.title ?? 'Draw a digit'}</h2>
        <p class="note">${example?.note ?? 'Draw, turn, stretch, attack: what is certified stays certified under every turn.'}</p>
        <div class="actions">
          <button type="button" title="Left arrow" @click=${() => this.#go(-1)}>Previous</button>
          <span>${at + 1} of ${list.length + 1}</span>
          <button type="button" title="Right arrow or space" @click=${() => this.#go(1)}>Next</button>
          <button type="button" title="T" aria-pressed=${String(this.timed)} @click=${this.#time}>By timer</button>
          <button type="button" title="Escape or P" @click=${() => this.leave()}>Leave the stage</button>
        </div>
      </div>
      ${this.#code()}
    </section>`;
  }
}

customElements.define('orbit-stage', Stage);
