/** Parts of the figures: drawings, sliders, numbers and a line for the verdict. */

import { latest } from './laboratory.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children */
export function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @param {string} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Dots as one path. @param {ArrayLike<number>} points x and y in turn @param {(x: number, y: number) => [number, number]} place */
export function dots(points, place) {
  let path = '';
  for (let i = 0; i < points.length; i += 2) path += `M${place(points[i], points[i + 1]).map((x) => x.toFixed(1)).join(' ')}h0`;
  return path;
}

/**
 * A slider with its value in words.
 * @param {string} name @param {{min: number, max: number, step: number, value: number, says: (value: number) => string}} range
 */
export function slider(name, { min, max, step, value, says }) {
  const input = /** @type {HTMLInputElement} */ (make('input', { type: 'range', min: `${min}`, max: `${max}`, step: `${step}`, value: `${value}` }));
  const output = make('b', { 'aria-hidden': 'true' }, says(value));
  const label = make('label', {}, make('span', {}, name), output, input);
  const told = () => {
    output.textContent = says(input.valueAsNumber);
    input.setAttribute('aria-valuetext', says(input.valueAsNumber));
  };
  input.addEventListener('input', told);
  told();
  return { label, input, get value() { return input.valueAsNumber; } };
}

/** A list of names and numbers. @param {string[]} names */
export function numbers(names) {
  const values = names.map((name) => make('dd', { 'data-number': name }));
  const list = make('dl', { class: 'numbers' }, ...names.flatMap((name, i) => [make('dt', {}, name), values[i]]));
  return { list, set: (/** @type {string[]} */ texts) => texts.forEach((text, i) => { values[i].textContent = text; }) };
}

/** The line of the verdict. */
export function verdictLine() {
  const line = make('p', { class: 'verdict-line', role: 'status' });
  return {
    line,
    set: (/** @type {boolean} */ certified, /** @type {string} */ text) => {
      line.dataset.certified = String(certified);
      line.textContent = text;
    },
  };
}

/** A number rounded down, or up. @param {number} value @param {number} digits */
export const down = (value, digits = 3) => (Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits).toFixed(digits);
/** @param {number} value @param {number} digits */
export const up = (value, digits = 3) => (Math.ceil(value * 10 ** digits - 1e-9) / 10 ** digits).toFixed(digits);

/**
 * Puts a figure into its place and shows a state of it again with every change.
 * @template S
 * @param {HTMLElement} figure
 * @param {{picture: Node, controls: Node[], inputs: {input: HTMLInputElement}[], state: () => S, show: (state: S) => Promise<void>, wide?: boolean}} parts
 *   wide: the picture takes the whole width
 */
export function mount(figure, { picture, controls, inputs, state, show, wide = false }) {
  const problem = make('p', { role: 'alert' });
  const told = latest(async (/** @type {S} */ now) => {
    await show(now);
    figure.dataset.shown = String(Number(figure.dataset.shown ?? 0) + 1);
  }, (error) => { problem.textContent = error instanceof Error ? error.message : String(error); });
  const again = () => void told(state());
  for (const { input } of inputs) input.addEventListener('input', again);
  figure.prepend(
    make('div', { class: wide ? 'board wide-picture' : 'board' }, make('div', {}, picture), make('div', { class: 'controls' }, ...controls, problem)),
  );
  again();
  return again;
}
