/** Asks for σ: one for all points, or one for each value of an attribute. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { spreadIn, spreadText } from '../form/spread.js';
import { valueInWords } from '../words/spread.js';
import { controlId, errorOf, faults, number } from './field.js';

/**
 * @typedef {import('../form/entries.js').Entries} Entries
 * @typedef {{name: string, values?: number[]}} Attribute of the cloud, with its values where they are few
 */

const ENTRY = 'sigma';

/** Largest number of values with a field for each. */
const MOST = 12;

const OPEN = 'The noise level you smoothed with, for example 0.1.';

const HELP = 'This noise moves with the points, so their order may still not matter. Distances count each point by the smallest σ over its own.';

/** @param {Entries} entries @param {import('../form/spread.js').Spread} spread @param {Attribute[]} attributes */
function table(entries, { attribute, values }, attributes) {
  const known = attributes.find(({ name, values: few }) => name === attribute && few && few.length <= MOST)?.values ?? [];
  const rows = [...new Set([...Object.keys(values), ...known.map(String)])].sort((a, b) => Number(a) - Number(b));
  const { invalid, describedby } = faults(entries, ENTRY);
  const one = () => {
    entries.set(ENTRY, Object.values(values).reduce((least, text) => (Number(text) < Number(least) ? text : least)));
    entries.commit(ENTRY);
  };
  return html`<fieldset class="seen" id=${controlId(ENTRY, entries.prefix)} tabindex="-1" aria-invalid=${invalid} aria-describedby=${describedby}>
    <legend>${entries.table[ENTRY].label} by ${attribute}</legend>
    ${rows.map((value) => {
      const id = controlId(`sigma-of-${value}`, entries.prefix);
      const set = (/** @type {{target: HTMLInputElement}} */ { target }) =>
        entries.set(ENTRY, spreadText({ attribute, values: { ...values, [value]: target.value } }));
      return html`<div class="row"><label for=${id}>σ of ${valueInWords(attribute, value)}</label>
        <input id=${id} type="text" inputmode="decimal" autocomplete="off" spellcheck="false" .value=${live(values[value] ?? '')}
          @input=${set} @change=${() => entries.commit(ENTRY)}></div>`;
    })}
    ${errorOf(entries, ENTRY)}
    <p class="hint">${HELP}</p>
    <div><button type="button" class="quiet" @click=${one}>One σ for all points</button></div></fieldset>`;
}

/** @param {Entries} entries @param {Attribute[]} [attributes] of the cloud that σ may go by */
export function sigmaField(entries, attributes = []) {
  const text = entries.values[ENTRY], spread = spreadIn(text);
  if (spread) return table(entries, spread, attributes);
  const offered = attributes.filter(({ values = [] }) => values.length > 1 && values.length <= MOST);
  const by = (/** @type {Attribute} */ { name, values = [] }) => {
    entries.set(ENTRY, spreadText({ attribute: name, values: Object.fromEntries(values.map((value) => [value, text])) }));
    entries.commit(ENTRY);
  };
  return html`${number(entries, ENTRY, text.trim() === '' ? OPEN : '')}${offered.length === 0 ? nothing
    : html`<div class="offers">${offered.map((one) => html`<button type="button" class="quiet" @click=${() => by(one)}>σ by ${one.name}</button>`)}</div>`}`;
}
