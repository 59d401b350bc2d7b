/** A certificate that somebody brings as a file: computed again here, and compared. */

import { differences } from '../documents/compare.js';

/** @typedef {{kind: import('../parts/icons.js').Standing, head: string, text: string}} Words */

const BELOW = 'Below is what this device computed for the same request.';

export class Brought {
  /** In which parts ours is different, once it is there. @type {string[] | undefined} */
  differs;

  /** @param {string} name of the file @param {import('../documents/documents.js').Certificate} document @param {string} core that runs here */
  constructor(name, document, core) {
    this.name = name;
    this.document = document;
    this.core = core;
  }

  /** @param {any} own what this device computed */
  compare(own) {
    this.differs = differences(own, this.document);
  }

  /** How it stands. @param {string} phase of the computation here @returns {Words} */
  words(phase) {
    const { name, differs, document: { core } } = this;
    if (phase === 'failed') return { kind: 'wrong', head: `${name} was not checked.`, text: 'This device could not compute its request.' };
    if (phase === 'cancelled') return { kind: 'caution', head: `${name} was not checked.`, text: 'The computation was cancelled.' };
    if (!differs) return { kind: 'plain', head: `Checking ${name}.`, text: 'It is shown when it has been computed again here.' };
    if (core !== this.core) return { kind: 'caution', head: `${name} was made by another version.`, text: `It was computed by version ${core} of the core, this page has ${this.core}, so the two cannot be compared. ${BELOW}` };
    if (differs.length) return { kind: 'wrong', head: `${name} does not stand.`, text: `These parts differ: ${differs.join(', ')}. ${BELOW}` };
    return { kind: 'checked', head: `${name} stands.`, text: 'Computed again here, with the same result.' };
  }
}
