/**
 * Back and forward: each state that has a result is an entry of the browser's history, to which one comes back without
 * computing or loading anything again; what is entered after it is the next entry.
 */

import { resultOf } from '../question/state.js';
import { entryState, storeEntry } from './history-entry.js';

/** @typedef {import('../question/state.js').State} State */

/** Milliseconds without typing before the entries go into the address. */
const REST = 200;

/** Most states that are remembered, and most bytes of their clouds; older ones come back by their address. */
const MOST = 50, HEAVIEST = 64e6;

/** Most numbers that an entry of the history holds: browsers bound its size. */
const LONGEST = 50_000;

export class BrowserHistory {
  /** States of the page, by history entry. @type {Map<string, State>} */
  #states = new Map();
  /** The entry that is shown. */
  #here = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The clouds that were there when the address was last in step with them. */
  #written = '';
  #desk;
  #address;

  /** @param {import('../certificate/desk.js').Desk} desk @param {() => string} address of what is on the desk */
  constructor(desk, address) {
    this.#desk = desk;
    this.#address = address;
    this.#nameEntry();
    desk.addEventListener('change', () => this.#saveResult());
  }

  /** Gives the entry that is shown a name, under which it is known as long as the tab is open. */
  #nameEntry() {
    this.#here = entryState().moment ?? newName();
    this.#extendState({ moment: this.#here });
  }

  /** Remembers what has a result, unless a visitor has followed another address meanwhile. */
  #saveResult() {
    const { phase, followed } = this.#desk.result;
    // A result that follows each letter typed makes no history entry of its own.
    if (!this.stays || phase !== 'done' || followed) return;
    this.#write();
    this.#remember(this.#here);
    if (!entryState().done) this.#extendState({ done: true });
  }

  /** Stores data for a later visit to this history entry. @param {object} more */
  #extendState(more) {
    storeEntry('replaceState', { ...entryState(), ...more });
  }

  /** Has the files of a visitor kept, and the entry know their numbers. */
  #keepFiles() {
    const { keptFiles, files: { clouds }, entries: { values } } = this.#desk;
    this.#extendState({ files: values.example ? undefined : Object.values(clouds).map((cloud) => cloud && keptFiles.keep(cloud.source)) });
  }

  /** The numbers or labels of a model, null where there are none or more than an entry of the history holds. */
  get #outputs() {
    const { outputs } = this.#desk.said;
    const count = (outputs?.values?.length ?? 0) + (outputs?.select?.length ?? 0) + 2 * (outputs?.labels?.votes.length ?? 0);
    return count <= LONGEST ? outputs : null;
  }

  /** The settings that the evidence of the entry belongs to, where it was written here. @returns {import('../form/reader.js').Values | undefined} */
  get settings() {
    return entryState().settings;
  }

  /** Reports whether the entry has files of a visitor. */
  get hasFiles() {
    return Boolean(entryState().files?.some(Boolean));
  }

  /** The files that the entry was left with, and whether it had a result, after a reload. */
  async readFiles() {
    const { files: numbers = [], done = false, outputs = null } = entryState();
    const [clean, perturbed] = await Promise.all(numbers.map((/** @type {number | null} */ number) => number && this.#desk.keptFiles.read(number)));
    const lost = numbers.some((/** @type {unknown} */ number, /** @type {number} */ i) => number && ![clean, perturbed][i]);
    return { files: { clean, perturbed, outputs }, done: done && !lost && Boolean(clean), lost };
  }

  /** @param {string} name */
  #remember(name) {
    this.#states.delete(name);
    this.#states.set(name, this.#desk.state);
    for (const oldest of this.#states.keys()) {
      if (oldest === name || (this.#states.size <= MOST && weight(this.#states.values()) <= HEAVIEST)) return;
      this.#states.delete(oldest);
    }
  }

  /** Keeps the address in step with what is entered, once that rests. */
  writeSoon() {
    const { clean, perturbed } = this.#desk.files.clouds, clouds = `${clean?.file} ${perturbed?.file}`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), REST);
    if (clouds !== this.#written) this.#write(); // a reload may come at once
    this.#written = clouds;
  }

  /**
   * Writes what is entered into the address, unless a visitor has followed another one meanwhile: that of the next entry where this one has a result
   * of its own.
   */
  #write() {
    if (this.#timer === undefined || !this.stays) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const here = this.#states.get(this.#here);
    if (here && resultOf(here).phase === 'done' && !this.#desk.isAt(here)) {
      this.#here = newName();
      storeEntry('pushState', { moment: this.#here }, this.#address());
    } else storeEntry('replaceState', { ...entryState(), done: this.#desk.result.phase === 'done' }, this.#address());
    this.#extendState({ settings: this.#desk.own.settings, outputs: this.#outputs });
    this.#keepFiles();
  }

  /**
   * Another view of the same state, or of one that is to come.
   * @param {() => void} change has the address name it; what was entered before is written first, as it stood
   * @param {boolean} [other]
   */
  addEntry(change, other = false) {
    this.#write();
    change();
    if (other) {
      this.#remember(this.#here);
      this.#here = newName();
    }
    storeEntry('pushState', { ...(!other && entryState()), moment: this.#here }, this.#address());
  }

  /** Reports whether the history is at the entry that is shown. */
  get stays() {
    return entryState().moment === this.#here;
  }

  /** Goes to where the history is. @returns {State | undefined} what was there, where that is known */
  arrive() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remember(this.#here);
    this.#nameEntry();
    return this.#states.get(this.#here);
  }
}

const newName = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('');

/** Bytes of all clouds, each counted once. @param {Iterable<State>} states */
function weight(states) {
  const clouds = new Set([...states].flatMap(({ clouds: { clean, perturbed } }) => [clean, perturbed]));
  return [...clouds].reduce((sum, cloud) => sum + (cloud ? cloud.points.byteLength + cloud.source.bytes.byteLength : 0), 0);
}
