/**
 * The room of what is entered: texts as typed, the address that holds them, and the documents they make. What is in
 * range is for the core to say.
 */

/** Entries of a form: texts exactly as typed, by control, and their errors. */

/**
 * @typedef {import('./reader.js').Values} Values
 * @typedef {object} Texts where they are kept, with what is wrong with them
 * @property {Values} values
 * @property {Record<string, string>} errors by control
 * @property {(name: string, text: string) => void} set has a visitor enter a text: what was wrong before is not any more
 * @property {(name: string) => void} excuse takes back what was wrong with an entry
 */

/**
 * Dispatches 'outdate' when something computed from the entries no longer belongs to them, 'commit' with the name of a control that a visitor has
 * left, 'edit' when a visitor has changed what belongs into the address, 'change' whenever there is something to draw.
 */
export class Entries extends EventTarget {
  #texts;

  /** @param {import('./reader.js').Table} table @param {string} prefix tells the ids of its controls from another form's @param {Texts} texts */
  constructor(table, prefix, texts) {
    super();
    this.table = table;
    this.prefix = prefix;
    this.#texts = texts;
  }

  get values() {
    return this.#texts.values;
  }

  /** Errors by control. */
  get errors() {
    return this.#texts.errors;
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
    this.#texts.set(name, text);
    this.outdate();
    this.edited();
  }

  /** Takes back what was wrong with an entry. @param {string} name */
  excuse(name) {
    this.#texts.excuse(name);
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
}
