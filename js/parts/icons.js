/** The state of a verdict as a shape, so that colour is never the only sign. */

import { svg, html } from 'lit';

const SHAPES = {
  certified: svg`<circle cx="10" cy="10" r="9" /><path d="M5.8 10.4 8.8 13.3 14.4 7" />`,
  open: svg`<circle cx="10" cy="10" r="9" /><path d="M6 10h8" />`,
  radius: svg`<circle cx="10" cy="10" r="9" /><path d="M10 10 16 7.6" /><circle cx="10" cy="10" r="0.8" />`,
  pending: svg`<circle cx="10" cy="10" r="9" stroke-dasharray="3 2.6" />`,
  failed: svg`<path d="M10 1.8 19 17.6H1Z" /><path d="M10 7.6v5M10 14.6v0.6" />`,
};

/** @param {keyof typeof SHAPES} kind */
export const icon = (kind) => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${SHAPES[kind]}</svg>`;

/** @typedef {'plain' | 'checked' | 'caution' | 'wrong'} Standing how what came from elsewhere stands: the last two ask for attention */

/** @type {Record<Standing, keyof typeof SHAPES>} */
const STANDING = { plain: 'pending', checked: 'certified', caution: 'open', wrong: 'failed' };

/** The icon of how a shared certificate stands. @param {Standing} kind */
export const standingIcon = (kind) => icon(STANDING[kind]);

/** Shows the state of a certificate that came from elsewhere. @param {{kind: Standing, head: string, text: string}} words */
export const standingBanner = ({ kind, head, text }) =>
  html`<p class="banner ${kind}" role=${kind === 'wrong' || kind === 'caution' ? 'alert'
    : 'status'}>${standingIcon(kind)}<span><strong>${head}</strong> ${text}</span></p>`;
