/** The attributes that a model sees, chosen among those of a cloud. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { noisyIn, seenIn, seenText } from '../form/seen.js';
import { controlId, errorOf, faults } from './field.js';

/**
 * @typedef {import('../form/entries.js').Entries} Entries
 * @typedef {import('../form/seen.js').Seen} Seen
 * @typedef {{name: string, values?: number[]}} Attribute of the cloud, with its values where they are few
 */

/** The entry that holds them. */
const ENTRY = 'attributes';

const HELP = 'Tick the attributes that your model sees. The certificate holds them fixed, so both clouds must agree in them.';
const NOISY = 'Attributes with a σ may differ: each vote adds noise to them, and distances include them.';
const ORDER = 'The model gets them after the coordinates, in this order.';

/** Ways to show a model an attribute. @type {[string, string][]} */
const HOW = [['', 'as it is'], ['values', 'one-hot, by values'], ['scale', 'times a factor']];

/** @param {Seen} seen */
const howOf = (seen) => ('values' in seen ? 'values' : 'scale' in seen ? 'scale' : '');

/** A list with another one in a place. @param {Seen[]} list @param {number} at @param {Seen} one */
const replaced = (list, at, one) => list.map((each, i) => (i === at ? one : each));

/** Tells how the model is shown one of them. @param {Entries} entries @param {Seen[]} list @param {number} at @param {Attribute | undefined} attribute */
function shownHow(entries, list, at, attribute) {
  const { [at]: one, [at]: { name } } = list, how = howOf(one);
  // Noise would change what is shown one-hot.
  const noise = one.sigma === undefined ? {} : { sigma: one.sigma };
  const set = (/** @type {Seen} */ other) => entries.set(ENTRY, seenText(replaced(list, at, other)));
  const starts = /** @type {Record<string, Partial<Seen>>} */ ({ values: { values: (attribute?.values ?? []).join(' ') }, scale: { scale: '1' } });
  const up = () => entries.set(ENTRY, seenText([...list.slice(0, at - 1), one, list[at - 1], ...list.slice(at + 1)]));
  return html`<select aria-label="How the model is shown ${name}" .value=${live(how)}
      @change=${(/** @type {{target: HTMLSelectElement}} */ event) =>
        set({ name, ...starts[event.target.value], ...(event.target.value !== 'values' && noise) })}>
      ${HOW.map(([value, text]) => html`<option value=${value} ?selected=${value === how}>${text}</option>`)}</select>
    ${how ? html`<input type="text" aria-label=${how === 'values' ? `Values of ${name}` : `Factor of ${name}`} autocomplete="off" spellcheck="false"
      .value=${live(one[how] ?? '')} @input=${(/** @type {{target: HTMLInputElement}} */ event) => set({ name, [how]: event.target.value, ...noise })}>`
        : nothing}
    ${at > 0 ? html`<button type="button" class="quiet" aria-label="Move ${name} up" @click=${up}>↑</button>` : nothing}`;
}

/** Reports whether noise makes sense on an attribute that is seen. @param {Seen} one */
const mayHaveNoise = (one) => one.sigma !== undefined || (howOf(one) !== 'values' && one.name !== 'element');

/** Asks for the σ of each attribute that is seen as a number. @param {Entries} entries */
export function attributeNoise(entries) {
  const list = seenIn(entries.values[ENTRY]);
  return list.map((one, at) => {
    if (!mayHaveNoise(one)) return nothing;
    const { sigma: _, ...rest } = one, id = controlId(`attribute-sigma-${at}`, entries.prefix);
    const set = (/** @type {{target: HTMLInputElement}} */ { target: { value } }) =>
      entries.set(ENTRY, seenText(replaced(list, at, { ...rest, ...(value !== '' && { sigma: value }) })));
    return html`<div class="field"><label for=${id}>σ of ${one.name}</label>
      <input id=${id} type="text" inputmode="decimal" placeholder="fixed" autocomplete="off" spellcheck="false" .value=${live(one.sigma ?? '')}
        @input=${set} @change=${() => entries.commit(ENTRY)}></div>`;
  });
}

/**
 * Asks which attributes of a cloud the model sees; nothing where it has none.
 * @param {Entries} entries @param {Attribute[]} attributes of the cloud @param {boolean} fed whether a model is fed here, so that order and form matter
 */
export function seenAttributes(entries, attributes, fed) {
  const list = seenIn(entries.values[ENTRY]);
  if (attributes.length === 0 && list.length === 0) return nothing;
  const named = (/** @type {string} */ name) => attributes.find((one) => one.name === name);
  const rest = attributes.filter(({ name }) => !list.some((one) => one.name === name));
  const rows = [...list.map(({ name }) => ({ name, at: list.findIndex((one) => one.name === name) })), ...rest.map(({ name }) => ({ name, at: -1 }))];
  const toggle = (/** @type {string} */ name, /** @type {number} */ at) =>
    entries.set(ENTRY, seenText(at < 0 ? [...list, { name }] : list.filter((_, i) => i !== at)));
  const { invalid, describedby } = faults(entries, ENTRY);
  return html`<fieldset class="seen" id=${controlId(ENTRY, entries.prefix)} tabindex="-1" aria-invalid=${invalid} aria-describedby=${describedby}>
    <legend>Attributes that the model sees</legend>
    ${repeat(rows, ({ name }) => name, ({ name, at }) =>
      html`<div class="row"><label><input type="checkbox" .checked=${live(at >= 0)} @change=${() => toggle(name, at)}> ${name}${
      named(name) ? '' : ' (not in this cloud)'}</label>${fed && at >= 0 ? shownHow(entries, list, at, named(name)) : nothing}</div>`)}
    ${errorOf(entries, ENTRY)}
    <p class="hint">${[HELP, noisyIn(entries.values[ENTRY]).length > 0 && NOISY, fed && list.length > 1 && ORDER].filter(Boolean).join(' ')}</p></fieldset>`;
}
