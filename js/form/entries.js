/**
 * The room of what is entered: texts as typed, the address that holds them, and the documents they make. What is in
 * range is for the core to say.
 */

/** Entries of a form: texts exactly as typed, by control, and their errors. */

import { initialOf } from './reader.js';

/** @typedef {import('./reader.js').Values} Values */

/**
 * Dispatches 'outdate' when something computed from the entries no longer belongs to them, 'set' with the name of what a visitor has
 * entered, 'commit' with its name when the visitor has left the control, 'edit' when a visitor has changed what belongs into the address,
 * 'change' whenever there is something to draw.
 */
export class Entries extends EventTarget {
  /** Errors by control. @type {Record<string, string>} */
  errors = {};

  /** @param {import('./reader.js').Table} table @param {Values} [values] to begin with @param {string} [prefix] tells the ids of its controls from another form's */
  constructor(table, values = initialOf(table), prefix = '') {
    super();
    this.table = table;
    this.values = values;
    this.prefix = prefix;
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  outdate() {
    this.dispatchEvent(new Event('outdate'));
  }

  edited() {
    this.dispatchEvent(new Event('edit'));
    this.changed();
  }

  /** Takes what a visitor has entered. @param {string} name @param {string} text */
  set(name, text) {
    if (this.values[name] === text) return;
    this.values = { ...this.values, [name]: text };
    delete this.errors[name];
    this.dispatchEvent(new CustomEvent('set', { detail: name }));
    this.outdate();
    this.edited();
  }

  /** Says that a visitor has finished an entry. @param {string} name */
  commit(name) {
    this.dispatchEvent(new CustomEvent('commit', { detail: name }));
  }

  /** Takes an entry that is complete at once. @param {string} name @param {string} text */
  choose(name, text) {
    this.set(name, text);
    this.commit(name);
  }

  /** Takes several, one after another. @param {Record<string, unknown>} entries */
  setAll(entries) {
    for (const [name, value] of Object.entries(entries)) this.set(name, String(value));
  }

  /**
   * Entries that come late, with what a visitor has entered meanwhile.
   * @param {Values} late @param {Values} since the entries when they were asked for @returns {Values}
   */
  with(late, since) {
    const changed = Object.entries(this.values).filter(([name, text]) => text !== since[name]);
    return { ...late, ...Object.fromEntries(changed) };
  }

  /** Sets entries that follow from others. @param {Values} values */
  adapt(values) {
    this.values = { ...this.values, ...values };
  }

  /** Replaces all entries. @param {Values} values */
  replace(values) {
    this.values = values;
    this.errors = {};
  }
}
