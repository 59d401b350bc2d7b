/** @import {Failure} from './protocol.js' */

/** What the runtime says where a batch needs more memory than it may have: its sizes alone can be too large. */
const MEMORY = /bad_alloc|out of memory|overflow/i;

/**
 * Why the engine could not do what it was asked.
 *
 * `kind`: 'input' – the file or request is bad, see `field`, `file`, `line`,
 * `byte`, `parts` where a file has several clouds, `remedies` where there are answers; 'panic' – a bug in the certifier; 'missing' – a file of the site is
 * not there; 'died' – workers ended again and again.
 */
export class EngineError extends Error {
  /**
   * @param {'input' | 'panic' | 'missing' | 'died'} kind
   * @param {string} message
   * @param {Failure} [place]
   */
  constructor(kind, message, place = {}) {
    super(message);
    this.name = 'EngineError';
    this.kind = kind;
    this.field = place.field;
    this.file = place.file;
    this.line = place.line;
    this.byte = place.byte;
    this.parts = place.parts;
    this.total = place.total;
    this.remedies = place.remedies;
  }

  /** Whether a model needed more memory than its worker may have. */
  get full() {
    return this.kind === 'input' && MEMORY.test(this.message);
  }

  /**
   * Reads the JSON text that Go put into a thrown Error.
   * @param {string} text
   */
  static parse(text) {
    /** @type {Failure} */
    let failure;
    try {
      failure = JSON.parse(text);
    } catch {
      failure = { panic: text };
    }
    if (failure.panic === undefined) {
      return new this('input', failure.message ?? text, failure);
    }
    return new this('panic', `Internal error of the certifier: ${failure.panic}`);
  }
}
