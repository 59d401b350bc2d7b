/**
 * The room of what features share to the eye: fields, explanations, icons, plots, progress, saving, citations. Nothing
 * here knows a feature, and nothing computes.
 */

/** Base of all views: they draw into the document itself (one stylesheet, plain labels) and follow one model. */

import { LitElement, nothing } from 'lit';

/** @template {EventTarget} Model what the view reads, which dispatches 'change' */
export class View extends LitElement {
  /** Set by the template that makes the view. @type {Model} */
  model = /** @type {never} */ (undefined);

  redraw = () => this.requestUpdate();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.addEventListener('change', this.redraw);
  }

  disconnectedCallback() {
    this.model.removeEventListener('change', this.redraw);
    super.disconnectedCallback();
  }

  /** Shows a part once its code has come. @param {string} element of the part @param {() => Promise<unknown>} load @param {unknown} part */
  late(element, load, part) {
    if (customElements.get(element)) return part;
    load().then(this.redraw, () => {});
    return nothing;
  }
}
