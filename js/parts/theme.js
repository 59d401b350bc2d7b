/** The colours of plots, taken from the stylesheet so that dark and light agree with the page. */

import { ARGUMENTS, PARAMETERS, POINTS } from './arguments.js';

/**
 * @typedef {object} Theme
 * @property {string} paper
 * @property {string} ink
 * @property {string} soft
 * @property {string} rule
 * @property {Record<import('./arguments.js').Argument, string>} arguments
 * @property {string} points of the argument about points that come and go
 * @property {string} parameters of the argument by noise on transformations
 * @property {string} sans
 */

/** @param {Element} element @returns {Theme} */
export function theme(element) {
  const style = getComputedStyle(element);
  const named = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    paper: named('--sheet'), ink: named('--ink'), soft: named('--soft'), rule: named('--rule'),
    arguments: { tight: named(ARGUMENTS.tight.colour), orbit: named(ARGUMENTS.orbit.colour), black_box: named(ARGUMENTS.black_box.colour) },
    points: named(POINTS.colour), parameters: named(PARAMETERS.colour),
    sans: style.fontFamily,
  };
}

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Calls back whenever the page turns dark or light; returns what ends that. @param {() => void} callback */
export function onTheme(callback) {
  dark.addEventListener('change', callback);
  return () => dark.removeEventListener('change', callback);
}

/** Draws a view again whenever the page turns dark or light. @param {import('lit').ReactiveControllerHost} view */
export function redrawOnTheme(view) {
  const draw = () => view.requestUpdate();
  view.addController({ hostConnected: () => dark.addEventListener('change', draw), hostDisconnected: () => dark.removeEventListener('change', draw) });
}
