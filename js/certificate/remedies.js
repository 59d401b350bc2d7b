/** Settles what a file leaves open: how to read it, and how to prepare the clouds. */

import { initial } from '../form/address.js';
import { isRead } from '../clouds/cloud-source.js';
import { textsOf } from '../form/table.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';

/** @typedef {import('../certifier/functions.js').Remedy} Remedy */

/** The entries that a remedy sets. @param {Remedy} remedy */
const entriesOf = ({ preparation }) => textsOf({ preparation }, CERTIFICATE_FORM);

export class Remedies {
  /** The entries in whose place those of a remedy stand. @type {import('../form/address.js').Values} */
  #instead = {};
  #desk;
  #handle;

  /** @param {import('./desk.js').Desk} desk @param {import('../clouds/cloud-files.js').Handle} handle of the cloud */
  constructor(desk, handle) {
    this.#desk = desk;
    this.#handle = handle;
  }

  /** The file that they are about. */
  get source() {
    return this.#desk.files.source(this.#handle);
  }

  /** Other ways to read the file, and what its notes offer; nothing where the talk is of another that could not be read. */
  get all() {
    const { files: { clouds: { [this.#handle]: cloud } }, state: { questions: { [this.#handle]: asked }, unread } } = this.#desk;
    if (!asked && this.#handle in unread) return [];
    const notes = asked ? [] : cloud?.notes ?? [];
    const prepared = notes.flatMap(({ remedies = [] }) => remedies.filter(({ reading }) => !reading));
    return [...this.source?.remedies ?? [], ...prepared];
  }

  /** Reports whether a remedy is in use. @param {Remedy} remedy */
  isUsed(remedy) {
    const { values } = this.#desk.entries;
    const { source } = this;
    return (
      Object.entries(entriesOf(remedy)).every(([name, text]) => values[name] === text) &&
      (!remedy.reading || (source !== null && isRead(source, remedy.reading)))
    );
  }

  /** Uses a remedy or takes it back, and certifies again where there was no verdict for want of it. @param {Remedy} remedy */
  async toggle(remedy) {
    const { entries, result, files } = this.#desk;
    const refused = result.phase === 'failed' && Boolean(entries.errors[this.#handle]);
    const wanted = entriesOf(remedy);
    const used = this.isUsed(remedy);
    const values = used ? { ...initial(), ...this.#instead } : wanted;
    this.#instead = entries.values;
    for (const name of Object.keys(wanted)) entries.set(name, values[name]);
    if (remedy.reading) await files.readAgain(this.#handle, remedy.reading);
    else if (refused && !used) await this.#desk.certify();
  }
}
