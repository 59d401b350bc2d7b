/** The controls of the form, each with its label, its explanation and its error. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { explain } from './explain.js';

/** @typedef {import('../form/entries.js').Entries} Entries */

/** @param {string} name @param {string} [prefix] of the form */
export const controlId = (name, prefix = '') => `control-${prefix}${name}`;

/** @param {Entries} entries @param {string} name */
const errorId = ({ prefix }, name) => `error-${prefix}${name}`;

/** @param {Entries} entries @param {string} name */
export function errorOf(entries, name) {
  const error = entries.errors[name];
  return error ? html`<p class="error" id=${errorId(entries, name)}>${error}</p>` : nothing;
}

/** Attributes that tie a control to its error. @param {Entries} entries @param {string} name */
export function faults(entries, name) {
  const wrong = Boolean(entries.errors[name]);
  return { invalid: wrong ? 'true' : nothing, describedby: wrong ? errorId(entries, name) : nothing };
}

/** A number, kept as the text that was typed. @param {Entries} entries @param {string} name @param {string} [more] what is to be said of it */
export function number(entries, name, more = '') {
  const { label, help, mode = 'decimal', hint = '', empty } = entries.table[name], said = more || hint;
  const { invalid, describedby } = faults(entries, name);
  return html`<div class="field">
    <label for=${controlId(name, entries.prefix)}>${label}</label>${help ? explain(help) : nothing}
    <input id=${controlId(name, entries.prefix)} type="text" inputmode=${mode} placeholder=${empty ?? nothing} autocomplete="off" spellcheck="false"
      aria-invalid=${invalid} aria-describedby=${describedby} .value=${live(entries.values[name])}
      @input=${(/** @type {{target: HTMLInputElement}} */ event) => entries.set(name, event.target.value)} @change=${() => entries.commit(name)}>
    ${errorOf(entries, name)}
    ${said ? html`<p class="hint">${said}</p>` : nothing}
  </div>`;
}

/** Lists what an entry may be, with the texts that stand for it. @param {Entries} entries @param {string} name @returns {[value: string, text: string][]} */
export function choicesOf({ table }, name) {
  const { choices = [], texts = [] } = table[name];
  return choices.map((value, i) => [value, texts[i]]);
}

/** One of several. @param {Entries} entries @param {string} name @param {[value: string, text: string][]} [choices] */
export function choice(entries, name, choices = choicesOf(entries, name)) {
  const { label, help } = entries.table[name];
  const { invalid, describedby } = faults(entries, name);
  return html`<div class="field">
    <label for=${controlId(name, entries.prefix)}>${label}</label>${help ? explain(help) : nothing}
    <select id=${controlId(name, entries.prefix)} aria-invalid=${invalid} aria-describedby=${describedby}
      .value=${live(entries.values[name])}
      @change=${(/** @type {{target: HTMLInputElement}} */ event) => entries.choose(name, event.target.value)}>
      ${entries.values[name] === '' ? html`<option value="" disabled selected>Choose</option>` : nothing}
      ${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === entries.values[name]}>${text}</option>`)}
    </select>
    ${errorOf(entries, name)}
  </div>`;
}

/** Draws a check box, kept as 'true' or 'false'. @param {Entries} entries @param {string} name */
export function check(entries, name) {
  const { label, help } = entries.table[name];
  const { invalid, describedby } = faults(entries, name);
  return html`<div class="field check">
    <label><input id=${controlId(name, entries.prefix)} type="checkbox" aria-invalid=${invalid} aria-describedby=${describedby}
      .checked=${live(entries.values[name] === 'true')}
      @change=${(/** @type {{target: HTMLInputElement}} */ event) => entries.choose(name, String(event.target.checked))}> ${label}</label>${help
        ? explain(help) : nothing}
    ${errorOf(entries, name)}
  </div>`;
}

/**
 * Entries that most visitors leave as they are; open from the start where they are not.
 * @param {string} summary @param {boolean} open @param {unknown} content @param {(event: {target: HTMLDetailsElement}) => void} [onToggle]
 */
export const disclosure = (summary, open, content, onToggle) => html`<details class="more" ?open=${open} @toggle=${onToggle}>
  <summary>${summary}</summary><div>${content}</div></details>`;

/** One of two, side by side. @param {Entries} entries @param {string} name @param {[value: string, text: string][]} [choices] */
export function either(entries, name, choices = choicesOf(entries, name)) {
  return html`<fieldset class="either">
    <legend>${entries.table[name].label}</legend>
    ${choices.map(([value, text]) => html`<label>
      <input type="radio" name=${entries.prefix + name} value=${value} .checked=${live(entries.values[name] === value)}
        @change=${() => entries.choose(name, value)}><span>${text}</span></label>`)}
  </fieldset>`;
}
