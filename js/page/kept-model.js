/** Keeps a visitor's model as clouds are kept: in this browser, found again by the entry of the history that it belongs to. */

import { Latest } from '../question/latest.js';
import { entryState, storeEntry } from './history-entry.js';

/** @import {Chosen, Classifier} from '../classifier/classifier.js' */

export class KeptModel {
  #kept;
  /** The numbers under which the files of a model are kept. @type {WeakMap<object, (number | undefined)[]>} */
  #numbers = new WeakMap();
  /** Opens what the entry knows. @type {Latest<{}>} */
  #opening = new Latest();
  /** The model that is open, and what an entry knows of it. @type {{model: object | null, kept: string | undefined}} */
  #open = { model: null, kept: undefined };

  /** @param {import('../storage/kept-files.js').KeptFiles} kept */
  constructor(kept) {
    this.#kept = kept;
  }

  /** Has the entry of the history know which model is open, and how it was settled what its graph leaves open. @param {Classifier} classifier */
  keep(classifier) {
    const { model, opens, chosen: { example, files, choice, classes } } = classifier;
    if (opens || this.#opening.works) return;
    const numbers = model && !example ? this.#numbersOf(model, files) : [];
    const kept = numbers.length > 0 && numbers.every((number) => number !== undefined) ? { files: numbers, choice, classes } : undefined;
    this.#open = { model, kept: JSON.stringify(kept) };
    if (this.#open.kept !== JSON.stringify(entryState().model)) storeEntry('replaceState', { ...entryState(), model: kept });
  }

  /** @param {object} model @param {Chosen['files']} files */
  #numbersOf(model, files) {
    const numbers =
      this.#numbers.get(model) ?? files.map(({ name, bytes }) => this.#kept.keep({ name, bytes, reading: {}, parts: [], total: 0, remedies: [] }));
    this.#numbers.set(model, numbers);
    return numbers;
  }

  /** Opens the model that the entry was left with, once one comes there: every caller waits for it. @param {Classifier} classifier */
  restore(classifier) {
    const { moment, model } = entryState(), { model: open, kept } = this.#open;
    const isOpen = !model || (open === classifier.model && kept === JSON.stringify(model));
    // It begins at once, so that what a visitor chooses meanwhile takes its place. Where it fails, the classifier says why.
    this.#opening.follow(moment, isOpen ? null : () => classifier.reopen({ ...model, example: '', files: this.#read(model.files) }).catch(() => {}));
    return this.#opening.settled();
  }

  /** @param {number[]} numbers */
  async #read(numbers) {
    const files = await Promise.all(numbers.map((number) => this.#kept.read(number)));
    return files.map((file) => {
      if (!file) throw new Error('The browser no longer keeps this model. Choose it again.');
      return { name: file.name, bytes: file.bytes };
    });
  }
}
