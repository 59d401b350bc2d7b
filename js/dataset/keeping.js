/** Keeps a run and its files for the next visit, as long as the browser lets it. */

import { Store } from './store.js';

/** @param {any} error */
const named = (error) => error?.name ?? 'no storage';

export class Keeping {
  #store = new Store();
  #gathered;
  #tell;
  /** Whether the run that is there is kept. */
  #kept = true;

  /** @param {import('./gathered.js').Gathered} gathered @param {(sentence: string) => void} tell what could not be kept */
  constructor(gathered, tell) {
    this.#gathered = gathered;
    this.#tell = tell;
  }

  /** The run and the files of an earlier visit; none of the files where they are not those of the run. */
  async found() {
    const [run, files] = await Promise.all([this.#store.read().catch(() => undefined), this.#gathered.found()]);
    const belong = files.length > 0 && (!run || run.head.files === files[0].set);
    return { run, files: belong ? files : [] };
  }

  /** A run takes the place of the one before. @param {import('./store.js').Head} head @param {string[]} entries */
  async begin(head, entries) {
    this.#kept = true;
    await this.#write(() => this.#store.begin(head, entries));
    if (!this.#kept) await this.end(); // what was written of it would fill the disk for nothing
  }

  /** @param {[index: number, text: string][]} results */
  async put(results) {
    await this.#write(() => this.#store.put(results));
  }

  /** Forgets the run. */
  async end() {
    await this.#store.clear().catch(() => {});
  }

  /** Keeps the files that were opened since. @param {boolean} [all] those before as well */
  async files(all) {
    await this.#gathered.keep(all).catch((error) => this.#tell(`The files cannot be kept across a reload (${named(error)}).`));
  }

  /** What does not fit onto the disk is only not kept. @param {() => Promise<void>} write */
  async #write(write) {
    if (!this.#kept) return;
    try {
      await write();
    } catch (error) {
      this.#kept = false;
      this.#tell(`The run cannot be kept across a reload (${named(error)}); it goes on all the same.`);
    }
  }
}
