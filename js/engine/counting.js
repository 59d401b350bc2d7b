/**
 * What Go does when the votes of a model are counted. A request has its plan as prediction: model, classifier and
 * sampling; requests are texts that only Go reads. Inputs, logits and classes are bytes.
 */
export class Counting {
  #ask;

  /** @param {Pick<import('./explorer.js').Calls, 'ask'>} calls */
  constructor({ ask }) {
    this.#ask = ask;
  }

  /** The plan completed: how many samples, where they are looked at, what a row of inputs looks like. @param {string} request @param {AbortSignal} [signal] @returns {Promise<any>} */
  async plan(request, signal) {
    return JSON.parse(await this.#ask('countPlan', [request], signal));
  }

  /** The rows of the clean cloud, and whether it counts. @param {string} request */
  clean(request) {
    return this.#ask('countClean', [request]);
  }

  /** The rows of so many samples from first on, and which of them count. @param {string} request @param {number} first @param {number} count @param {AbortSignal} [signal] */
  inputs(request, first, count, signal) {
    return this.#ask('countInputs', [request, first, count], signal);
  }

  /** The classes of samples by the logits of their rows. @param {string} request @param {Uint8Array} counts @param {Uint8Array} logits @param {AbortSignal} [signal] */
  classes(request, counts, logits, signal) {
    return this.#ask('countClasses', [request, counts, logits], signal);
  }

  /** The votes document of the classes of all samples so far, '' before the first look. @param {string} request @param {object} runtime @param {Uint8Array} classes @param {AbortSignal} [signal] */
  votes(request, runtime, classes, signal) {
    return this.#ask('countVotes', [request, JSON.stringify(runtime), classes], signal);
  }
}
