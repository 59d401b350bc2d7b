/** Offers an example that has something to show, by its name. */

import { html } from 'lit';

/** Title of the example. */
const TITLE = 'Where tight wins';

/** @param {EventTarget} view from which the page hears of it */
export const offer = (view) => html`<div><button type="button" @click=${() => view.dispatchEvent(new Event('telling', { bubbles: true }))}>Show “${TITLE}”</button></div>`;
