/** What all views share: they draw into the document itself (one stylesheet, plain labels) and follow one model. */

import { LitElement } from 'lit';

export class View extends LitElement {
  /** Set by the template that makes the view. @type {import('../certificate/model.js').Model} */
  model = /** @type {any} */ (undefined);

  #draw = () => this.requestUpdate();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.addEventListener('change', this.#draw);
  }

  disconnectedCallback() {
    this.model.removeEventListener('change', this.#draw);
    super.disconnectedCallback();
  }
}
