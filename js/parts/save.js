/** Taking away what is shown: plots and tables as SVG, PNG, CSV and JSON files, texts as copies. */

import { html } from 'lit';

/** @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Later, since some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** One value of a table: missing ones stay empty, texts with separators are quoted. @param {unknown} value */
function entry(value) {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table: named columns and rows of values, as exact as they are known.
 * @typedef {{columns: string[], rows: unknown[][]}} Table
 */

/** @param {Table} table */
export const csv = ({ columns, rows }) => [columns, ...rows].map((row) => `${row.map(entry).join(',')}\r\n`).join('');

/** @param {Table} table */
const objects = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));

/** @param {SVGSVGElement} drawing as it is shown, with its colours in it */
function svgText(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

/** How many pixels of a PNG one unit of the drawing gets. */
const SHARPNESS = 3;

/** @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
async function png(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SHARPNESS * drawing.width.baseVal.value;
  canvas.height = SHARPNESS * drawing.height.baseVal.value;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png'));
}

/**
 * The buttons below a plot or a table.
 * @param {string} name of the files, without an ending
 * @param {string} what is saved, for the buttons' names
 * @param {() => Table} table
 * @param {(() => SVGSVGElement | null) | null} drawing null for a table alone
 * @param {() => object} [about] what else the JSON file says
 */
export function saveButtons(name, what, table, drawing, about = () => ({})) {
  const text = (/** @type {string} */ ending, /** @type {string} */ type, /** @type {() => string} */ content) =>
    button(ending, () => download(`${name}.${ending}`, new Blob([content()], { type })));
  const picture = (/** @type {string} */ ending, /** @type {(drawing: SVGSVGElement) => Blob | Promise<Blob>} */ make) => button(ending, async () => {
    const shown = drawing?.();
    if (shown) download(`${name}.${ending}`, await make(shown));
  });
  const button = (/** @type {string} */ ending, /** @type {() => void} */ save) => html`<button type="button" class="quiet"
    aria-label="Save ${what} as ${ending.toUpperCase()}" @click=${save}>${ending.toUpperCase()}</button>`;
  return html`<div class="save"><span>Save</span>
    ${drawing ? [picture('svg', (shown) => new Blob([svgText(shown)], { type: 'image/svg+xml' })), picture('png', png)] : ''}
    ${text('csv', 'text/csv', () => csv(table()))}
    ${text('json', 'application/json', () => `${JSON.stringify({ ...about(), rows: objects(table()) }, null, 1)}\n`)}
  </div>`;
}

/** How long a button says what it has done, in milliseconds. */
const TOLD = 2000;

/** Copies the text field beside the button. @param {any} event */
export async function copy(event) {
  const button = event.currentTarget;
  const name = button.dataset.name ??= button.textContent;
  const field = button.parentElement.querySelector('input, textarea');
  field.select();
  // Without permission for the clipboard the text stays selected for copying by hand.
  button.textContent = await navigator.clipboard?.writeText(field.value).then(() => 'Copied', () => '') || 'Selected';
  setTimeout(() => { button.textContent = name; }, TOLD);
}
