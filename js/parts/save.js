/** Taking away what is shown: plots as SVG, PDF, PNG and for pgfplots, tables as CSV, LaTeX and JSON, texts as copies. */

import { html } from 'lit';
import { paperLines, png, printFigure, svgText } from './figure.js';
import { csv, pgfplots, texTable } from './tables.js';

/** @typedef {import('./tables.js').Table} Table */

/** @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Later, since some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {Table} table */
const objects = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));

/**
 * The buttons below a plot or a table.
 * @param {string} name of the files, without an ending @param {string} what is saved, for the buttons' names @param {() => Table} table
 * @param {(() => SVGSVGElement | null) | null} drawing null for a table alone @param {() => object} [about] what else the JSON file says
 * @param {boolean} [lined] whether the drawing is of lines
 */
export function saveButtons(name, what, table, drawing, about = () => ({}), lined = drawing !== null) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ save) =>
    html`<button type="button" class="quiet" aria-label="Save ${what} as ${label}" @click=${save}>${label}</button>`;
  const text = (/** @type {string} */ label, /** @type {string} */ ending, /** @type {string} */ type, /** @type {() => string} */ content) =>
    button(label, () => download(`${name}${ending}`, new Blob([content()], { type })));
  const picture = (/** @type {string} */ label, /** @type {(drawing: SVGSVGElement) => unknown} */ act) => button(label, () => {
    const shown = drawing?.();
    if (shown) void act(shown);
  });
  return html`<div class="save"><span>Save</span>
    ${drawing ? [
      picture('SVG', (figure) => download(`${name}.svg`, new Blob([svgText(figure)], { type: 'image/svg+xml' }))),
      picture('PDF', (figure) => printFigure(figure, name)),
      picture('PNG', async (figure) => download(`${name}.png`, await png(figure))),
    ] : ''}
    ${lined ? picture('pgfplots', (figure) => download(`${name}.tex`,
      new Blob([paperLines(figure).map(pgfplots).join('\n')], { type: 'application/x-tex' }))) : ''}
    ${text('CSV', '.csv', 'text/csv', () => csv(table()))}
    ${drawing && !lined ? '' : text('LaTeX', '-table.tex', 'application/x-tex', () => texTable(table()))}
    ${text('JSON', '.json', 'application/json', () => `${JSON.stringify({ ...about(), rows: objects(table()) }, null, 1)}\n`)}
  </div>`;
}

/** Milliseconds for which a button confirms its action. */
const TOLD = 2000;

/** Has a button confirm its action for a while. @param {HTMLElement} button @param {string} text */
export function confirm(button, text) {
  const name = button.dataset.name ??= button.textContent ?? '';
  button.textContent = text;
  setTimeout(() => { button.textContent = name; }, TOLD);
}

/** Copies the text field beside the button. @param {{currentTarget: HTMLButtonElement}} event */
export async function copy({ currentTarget: button }) {
  const field = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector('input, textarea'));
  field.select();
  // Without permission for the clipboard the text stays selected for copying by hand.
  confirm(button, await navigator.clipboard?.writeText(field.value).then(() => 'Copied', () => '') || 'Selected');
}
