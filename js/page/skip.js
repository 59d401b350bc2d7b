/** The first stops of the keyboard: past examples and entries to the verdict, and to what asks for another. */

import { html, nothing, render } from 'lit';

const holder = document.createElement('nav');
holder.className = 'skip';
holder.setAttribute('aria-label', 'Skip');

/** @param {Event} event @param {string} selector of what gets the focus */
function skipTo(event, selector) {
  event.preventDefault();
  const goal = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  goal?.scrollIntoView({ block: 'nearest' });
  goal?.focus({ preventScroll: true });
}

/** @param {string} selector @param {string} text */
const link = (selector, text) => html`<a href="#" @click=${(/** @type {Event} */ event) => skipTo(event, selector)}>${text}</a>`;

/** Offers what there is. @param {boolean} verdict whether a verdict is shown @param {boolean} entries whether its entries are, too */
export function offerSkips(verdict, entries) {
  if (!holder.isConnected) document.body.prepend(holder);
  render(html`${verdict ? link('.verdict', 'Skip to the verdict') : link('main', 'Skip to the content')}
    ${entries ? link('orbit-form form', 'Skip to the entries') : nothing}`, holder);
}
