/** Styles of the arguments everywhere: one table that a test compares with stylesheet, plots, figures and embedded cards. */

import { html } from 'lit';

/** @typedef {'black_box' | 'orbit' | 'tight'} Argument */

/**
 * @typedef {{name: string, colour: string, dash?: string}} Look colour: a property of the stylesheet; dash: strokes and gaps of its lines, none for a
 *   solid one
 */

/** The strongest first, so that of lines that agree the dashes of the others show on the solid one. @type {Record<Argument, Look>} */
export const ARGUMENTS = {
  tight: { name: 'Tight', colour: '--tight' },
  orbit: { name: 'Orbit-based', colour: '--orbit', dash: '9 5' },
  black_box: { name: 'Black box', colour: '--black-box', dash: '2 5' },
};

/** The argument about points that come and go, for votes of samples of some points: it stands beside the others. @type {Look} */
export const POINTS = { name: 'Points that come and go', colour: '--points', dash: '9 3 2 3' };

/** The argument by noise on transformations, which stands alone. @type {Look} */
export const PARAMETERS = { name: 'Noise on transformations', colour: '--parameters', dash: '12 3' };

/** Arguments that stand beside the others, by their rows. @type {Record<string, Look>} */
const BESIDE = { points: POINTS, parameters: PARAMETERS };

/** The arguments from the weakest to the strongest, the order of tables. */
export const RISING = /** @type {const} */ (['black_box', 'orbit', 'tight']);

/** The argument of a row: several rows are of the tight one. @param {string} id @returns {Argument} */
export const argumentOf = (id) => (id === 'black_box' || id === 'orbit' ? id : 'tight');

/** A stroke as an argument's lines have it. @param {string} argument @param {Look} look */
const stroke = (argument, look) =>
  html`<svg class="argument" data-argument=${argument} aria-hidden="true" width="23" height="4" viewBox="0 0 23 4"><line x1="0" x2="23" y1="2" y2="2"
    stroke-width="3" stroke-dasharray=${look.dash ?? 'none'} /></svg>`;

/** The stroke of a row's argument, to stand before its name. @param {string} id of a row */
export const argumentKey = (id) => stroke(argumentOf(id), ARGUMENTS[argumentOf(id)]);

/** The same where a row may be of an argument beside the others. @param {string} id of a row */
export const rowKey = (id) => (BESIDE[id] ? stroke(id, BESIDE[id]) : argumentKey(id));

/** Maps a row to the argument whose style it has. @param {string} id of a row */
export const rowArgument = (id) => (BESIDE[id] ? id : argumentOf(id));
