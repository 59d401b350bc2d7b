/** A text as a QR code. What makes it is loaded with the first one. */

import { html, LitElement, nothing, svg } from 'lit';

/** Modules that stay empty on each side. */
const QUIET = 4;

class QrCode extends LitElement {
  static properties = { text: { attribute: false }, path: { state: true } };

  constructor() {
    super();
    this.text = '';
    /** The drawing; null when it cannot be had. @type {{size: number, d: string} | null | undefined} */
    this.path = undefined;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('text')) void this.#draw(this.text);
  }

  /** @param {string} text */
  async #draw(text) {
    const path = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]).then(([{ correction, generate }, { toSvgPath }]) => {
      const code = generate(text, { maxCorrectionLevel: correction.M });
      return { size: code.size, d: toSvgPath(code) };
    }).catch(() => null);
    if (text === this.text) this.path = path;
  }

  render() {
    if (this.path === null) return html`<p class="hint">The QR code could not be loaded. Are you online?</p>`;
    if (!this.path) return nothing;
    const { size, d } = this.path;
    const side = size + 2 * QUIET;
    return html`<svg viewBox="${-QUIET} ${-QUIET} ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true">${svg`
      <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" /><path d=${d} fill="#000" />`}</svg>`;
  }
}

customElements.define('orbit-qr-code', QrCode);
