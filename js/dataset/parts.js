/** Parts of a run: what one machine has done of it, written and read as the command line does. */

import { hex } from '../engine/bytes.js';

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
  #header;

  /** @param {import('../engine/engine.js').Engine} engine @param {() => Blob} document */
  constructor(engine, document) {
    this.engine = engine;
    this.document = document;
  }

  /** The document is another. */
  forget() {
    this.#header = undefined;
  }

  /** The first line of a part. A document that could not be read is read again by the next call. */
  #head() {
    this.#header ??= this.document().arrayBuffer().then((bytes) => this.engine.collection.header(new Uint8Array(bytes))).catch((error) => {
      this.#header = undefined;
      throw error;
    });
    return this.#header;
  }

  /** What is done so far. @param {(string | undefined)[]} results @returns {Promise<Blob>} */
  async write(results) {
    return new Blob([/** @type {any} */ (await this.engine.collection.part(await this.#head(), listed(results)))], { type: 'application/jsonl' });
  }

  /**
   * Takes what is not done yet from parts of the run.
   * @param {Source[]} files @param {(string | undefined)[]} results to which it is added
   * @returns {Promise<{fresh: [number, string][], refused: {name: string, error: any}[]}>} what was added, and the parts of
   *   another run or with another result of a cloud
   */
  async read(files, results) {
    /** @type {[number, string][]} */
    const fresh = [];
    const refused = [];
    for (const { name, bytes } of files) {
      try {
        for (const { cloud, item } of await this.engine.collection.take(await this.#head(), listed(results), name, await bytes())) {
          results[cloud] = JSON.stringify(item);
          fresh.push([cloud, results[cloud]]);
        }
      } catch (error) {
        refused.push({ name, error });
      }
    }
    return { fresh, refused };
  }
}
