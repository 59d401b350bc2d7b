/** Parts of a run: what one machine has done of it, written and read as the command line does. */

import { hex } from '../workers/bytes.js';

/** @typedef {import('./files.js').Source} Source */

/** How the files of parts end, by which the command line knows them too. */
const ENDING = '.part.jsonl';

/** @param {{name: string}} file */
export const isPart = ({ name }) => name.endsWith(ENDING);

/** A name that no other part of the same run has. */
export function partName() {
  return `0-of-1.${hex(crypto.getRandomValues(new Uint8Array(4)))}${ENDING}`;
}

/** @param {(string | undefined)[]} results */
const listed = (results) => `[${Array.from(results, (result) => result ?? 'null')}]`;

/** Parts of one run, which its document tells from others. */
export class Parts {
  /** @type {Promise<string> | undefined} */
  #identity;

  /** @param {import('../certifier/engine.js').Engine} engine @param {() => Blob} document */
  constructor(engine, document) {
    this.engine = engine;
    this.document = document;
  }

  /** The document is another. */
  forget() {
    this.#identity = undefined;
  }

  /** A document that could not be read is read again by the next call. */
  #own() {
    this.#identity ??= this.document().arrayBuffer().then((bytes) => this.engine.collection.identity(new Uint8Array(bytes))).catch((error) => {
      this.#identity = undefined;
      throw error;
    });
    return this.#identity;
  }

  /** What is done so far. @param {(string | undefined)[]} results @returns {Promise<Blob>} */
  async write(results) {
    return new Blob([/** @type {any} */ (await this.engine.collection.part(await this.#own(), listed(results)))], { type: 'application/jsonl' });
  }

  /**
   * Takes what is not done yet from parts of the run.
   * @param {Source[]} files @param {(string | undefined)[]} results to which it is added
   * @returns {Promise<{fresh: [number, string][], changed: number, refused: {name: string, error: any}[]}>} what was added, how many clouds the
   *   parts have from other points, and the parts of another run or with another result of a cloud
   */
  async read(files, results) {
    /** @type {[number, string][]} */
    const fresh = [];
    const refused = [];
    let changed = 0;
    for (const { name, bytes } of files) {
      try {
        const taken = await this.engine.collection.take(await this.#own(), listed(results), name, await bytes());
        changed += taken.changed;
        for (const { cloud, item } of taken.fresh) {
          results[cloud] = JSON.stringify(item);
          fresh.push([cloud, results[cloud]]);
        }
      } catch (error) {
        refused.push({ name, error });
      }
    }
    return { fresh, changed, refused };
  }
}
