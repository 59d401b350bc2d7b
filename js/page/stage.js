/**
 * Stage mode: the page for a projector. The examples and the drawing are gone through by key or by a timer, and a QR code
 * opens on a phone the pad, or a certificate that was shared. What stands where is the stylesheet's.
 */

import { html, nothing } from 'lit';
import { site, webAddress } from '../offline/site.js';
import { View } from '../parts/view.js';
import { download } from '../parts/save.js';
import { sentence } from '../words/error-sentence.js';
import '../sharing/qr-code.js';

/** Seconds for which Autoplay shows each example. */
const PAUSE = 15;

/** Milliseconds after the last act until the controls fade, and what counts as one. */
const FADE = 3000, ACTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** Captions without an example: for a visitor's cloud, and for a drawing. */
const OWN = { title: 'A point cloud' };
const DRAWING = { title: 'Draw a digit' };

/** Direction of each key. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 };

/** @extends {View<import('../certificate/desk.js').Desk>} */
export class Stage extends View {
  static properties = { timed: { state: true }, home: { state: true }, idle: { state: true }, recording: { state: true } };

  /** Set by the page. @type {import('../certificate/examples.js').Examples} */
  examples = /** @type {never} */ (undefined);
  /** Ends the stage mode. Set by the page. @type {() => void} */
  leave = () => {};
  /** The links that are made. Set by the page. @type {import('../sharing/sharing.js').Sharing | undefined} */
  sharing;
  /** The step that is on its way. @type {number | null} */
  #next = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #fading;

  constructor() {
    super();
    /** True if the examples change by themselves. */
    this.timed = false;
    this.home = webAddress();
    /** True if the controls have faded. */
    this.idle = false;
    /** Recording state of the loop. */
    this.recording = false;
  }

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add('stage');
    addEventListener('keydown', this.#onKey);
    for (const act of ACTS) addEventListener(act, this.#wake);
    this.#wake();
  }

  /** Takes the focus of the link that led here, which is gone. */
  firstUpdated() {
    this.querySelector('section')?.focus();
  }

  disconnectedCallback() {
    document.documentElement.classList.remove('stage');
    removeEventListener('keydown', this.#onKey);
    for (const act of ACTS) removeEventListener(act, this.#wake);
    clearInterval(this.#clock);
    clearTimeout(this.#fading);
    super.disconnectedCallback();
  }

  /** Shows the controls, which fade again. */
  #wake = () => {
    this.idle = false;
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => { this.idle = true; }, FADE);
  };

  /** Names of the steps: the examples, then '' for the drawing. */
  get #steps() {
    return [...this.examples.list.map(({ id }) => id), ''];
  }

  get #at() {
    const { current } = this.examples;
    return this.model.drawing ? this.#steps.length - 1 : this.examples.list.findIndex(({ id }) => id === (current?.of ?? current?.id));
  }

  /** Shows another step, counted from the one that is on its way. @param {number} by */
  async #go(by) {
    const steps = this.#steps;
    const from = this.#next ?? this.#at;
    const next = this.#next = from < 0 ? 0 : (from + by + steps.length) % steps.length;
    if (steps[next]) await this.examples.pick(steps[next]);
    else this.model.draw(true);
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
    else if (key === 'r') void this.#record();
    else if (key === 'Escape') this.leave();
    else return;
    event.preventDefault();
  };

  /** Saves the loop of the picture as a video. */
  async #record() {
    const { play } = this.model;
    const clouds = /** @type {import('../certificate/clouds.js').Clouds | null} */ (document.querySelector('orbit-clouds'));
    if (!clouds || this.recording) return;
    this.recording = true;
    try {
      const { record } = await import('./loop.js');
      const said = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      const { name, video } = await record({
        show: (part) => clouds.frameOf(part), words: () => (play.way ? said('#played') : said('.sentence h2')), element: clouds,
      });
      download(name, video);
    } catch (error) {
      this.model.notify(sentence(error));
    }
    this.recording = false;
    clouds.requestUpdate();
  }

  /** The address that the code has: a certificate that the service keeps by its key, else the pad, which a phone begins with. */
  get #address() {
    const { link } = this.sharing ?? {};
    if (!this.home) return '';
    return link?.stored === 'stored' && link.short ? link.short : new URL('#draw', this.home).href;
  }

  /** Reports whether what is shown has no address of its own, and can be given one. */
  get #isSharable() {
    const { drawing, entries: { values }, result: { phase, certificate } } = this.model;
    return phase === 'done' && certificate !== undefined && (drawing || !values.example || values.perturbation === 'brush') && !this.sharing?.link;
  }

  /** @param {{target: HTMLInputElement}} event */
  #name(event) {
    this.home = URL.canParse(event.target.value) ? event.target.value : '';
  }

  #code() {
    const text = this.#address;
    if (text)
      return html`<div class="qr" role="img" aria-label="QR code of ${text.endsWith('#draw') ? 'the pad' : 'this certificate'}" data-text=${text}><orbit-qr-code
        .text=${text}></orbit-qr-code></div>`;
    return html`<div class="field"><label for="stage-home">Address of this page for phones</label>
      <input id="stage-home" type="text" inputmode="url" autocomplete="off" placeholder="https://" @change=${this.#name}></div>`;
  }

  render() {
    const { list, current } = this.examples;
    const at = this.#at;
    const { title } = at < 0 ? OWN : list[at] && current ? current : DRAWING;
    return html`<section class="on-stage ${this.recording ? 'recording' : this.idle ? 'idle' : ''}" aria-label="Stage" tabindex="-1">
      <h1>${title}</h1>
      <div class="actions">
        <button type="button" title="Left arrow" aria-label="Previous" @click=${() => this.#go(-1)}>←</button>
        ${at < 0 ? nothing : html`<span>${at + 1} of ${list.length + 1}</span>`}
        <button type="button" title="Right arrow or space" aria-label="Next" @click=${() => this.#go(1)}>→</button>
        <button type="button" title="T" aria-pressed=${String(this.timed)} @click=${this.#time}>Autoplay</button>
        <button type="button" title="R" aria-disabled=${String(this.recording)} @click=${() => void this.#record()}>${this.recording ? 'Recording' : 'Video'}</button>
        ${this.#isSharable ? html`<button type="button" title="The code opens the pad; then it opens this certificate"
          @click=${() => void this.sharing?.make()}>Share</button>` : nothing}
        <button type="button" title="Escape or P" aria-label="Leave the stage" @click=${() => this.leave()}>Leave</button>
      </div>
      <div class="brand">
        <p><strong>OrbitCert</strong>${this.model.voting.able && !this.model.drawing ? html`<button type="button"
          @click=${() => this.model.draw(true)}>Scan. Draw your own.</button><br>` : nothing}<span>${shown(this.home || site.home)}</span></p>
        ${this.#code()}
      </div>
    </section>`;
  }
}

/** An address as it is read aloud. @param {string} address */
const shown = (address) => address.replace(/^https?:\/\//, '').replace(/(\/index\.html)?\/?$/, '');

customElements.define('orbit-stage', Stage);
