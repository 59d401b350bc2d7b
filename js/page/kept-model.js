/** Keeps a visitor's model as clouds are kept: in this browser, found again by the entry of the history that it belongs to. */

import { entryState, storeEntry } from './history-entry.js';

/** @import {Chosen, Classifier} from '../classifier/classifier.js' */

export class KeptModel {
  #kept;
  /** The numbers under which the files of a model are kept. @type {WeakMap<object, Promise<(number | undefined)[]>>} */
  #numbers = new WeakMap();
  /** Settles once the entry that the page was opened at has its model; undefined before it is asked. @type {Promise<void> | undefined} */
  #restored;

  /** @param {import('../storage/kept-files.js').KeptFiles} kept */
  constructor(kept) {
    this.#kept = kept;
  }

  /** Has the entry of the history know which model is open, and how it was settled what its graph leaves open. @param {Classifier} classifier */
  async keep(classifier) {
    const { model, busy, chosen: { example, files, choice, classes } } = classifier;
    if (busy || !this.#restored) return;
    const numbers = model && !example ? await this.#numbersOf(model, files) : [];
    if (model !== classifier.model) return;
    const kept = numbers.length > 0 && numbers.every((number) => number !== undefined) ? { files: numbers, choice, classes } : undefined;
    if (JSON.stringify(kept) !== JSON.stringify(entryState().model)) storeEntry('replaceState', { ...entryState(), model: kept });
  }

  /** @param {object} model @param {Chosen['files']} files */
  #numbersOf(model, files) {
    const numbers =
      this.#numbers.get(model) ?? Promise.all(files.map(({ name, bytes }) => this.#kept.keep({ name, bytes, reading: {}, parts: [], total: 0, remedies: [] })));
    this.#numbers.set(model, numbers);
    return numbers;
  }

  /** Opens the model that the entry was left with, once after a reload: every caller waits for it. @param {Classifier} classifier */
  restore(classifier) {
    return (this.#restored ??= this.#reopen(classifier));
  }

  /** @param {Classifier} classifier */
  async #reopen(classifier) {
    const { model } = entryState();
    if (!model || classifier.model) return;
    const files = await Promise.all(model.files.map((/** @type {number} */ number) => this.#kept.read(number)));
    if (!files.every(Boolean) || classifier.model || classifier.busy) return;
    const { choice, classes } = model;
    await classifier.reopen({ example: '', files: files.map(({ name, bytes }) => ({ name, bytes })), choice, classes }).catch(() => {}); // it says why
  }
}
