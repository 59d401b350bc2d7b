/** Hides what most visitors do not need behind one button. */

import { html } from 'lit';

/** Escape closes it and the keyboard goes on from its button. @param {KeyboardEvent & {currentTarget: HTMLDetailsElement}} event */
function leave(event) {
  const menu = event.currentTarget;
  if (event.key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** @param {string} name @param {unknown} content */
export const menu = (name, content) => html`<details class="menu" @keydown=${leave}><summary>${name}</summary><div>${content}</div></details>`;
