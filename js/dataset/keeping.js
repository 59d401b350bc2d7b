/** Keeps a run and its files for the next visit, as long as the browser lets it. */

import { Store } from './store.js';

/** @param {unknown} error */
const named = (error) => /** @type {Error | undefined} */ (error)?.name ?? 'no storage';

export class Keeping {
  #store = new Store();
  #files;
  #tell;
  /** The run that is kept, '' for none. */
  #run = '';

  /** @param {import('./open-files.js').OpenFiles} files @param {(sentence: string) => void} tell what could not be kept */
  constructor(files, tell) {
    this.#files = files;
    this.#tell = tell;
  }

  /** The run and the files of an earlier visit; none of the files where they are not those of the run. */
  async found() {
    const [run, files] = await Promise.all([this.#store.read().catch(() => undefined), this.#files.found()]);
    const belong = files.length > 0 && (!run || run.head.files === files[0].set);
    this.#run = run?.head.run ?? '';
    return { run, files: belong ? files : [] };
  }

  /** A run takes the place of the one before. @param {import('./log.js').Head} head @param {string[]} entries */
  async begin(head, entries) {
    this.#run = head.run;
    await this.#write(() => this.#store.begin(head, entries));
    if (!this.#run) await this.#store.end(head.run).catch(() => {}); // what was written of it would fill the disk for nothing
  }

  /** Keeps lines of a run, where it is kept. @param {string} run @param {import('./log.js').Line[]} lines */
  async put(run, lines) {
    if (run === this.#run) await this.#write(() => this.#store.put(run, lines));
  }

  /** Forgets the run. */
  async end() {
    const run = this.#run;
    this.#run = '';
    if (run) await this.#store.end(run).catch(() => {});
  }

  /** Keeps the files that were opened since. @param {boolean} [all] those before as well */
  async files(all) {
    await this.#files.keep(all).catch((error) => this.#tell(`The files cannot be kept across a reload (${named(error)}).`));
  }

  /** Ignores writes that do not fit onto the disk. @param {() => Promise<void>} write */
  async #write(write) {
    const run = this.#run;
    try {
      await write();
    } catch (error) {
      if (run !== this.#run) return; // it has ended meanwhile
      this.#run = '';
      this.#tell(`The run cannot be kept across a reload (${named(error)}); it goes on all the same.`);
    }
  }
}
