import { ALPHA } from '../documents/documents.js';

/**
 * Counts the votes of a model, in Go. A request has its plan as prediction: model, classifier and
 * sampling; requests are texts that only Go reads. Inputs, logits and classes are bytes.
 */
export class Counting {
  #ask;

  /** @param {Pick<import('./explorer.js').Calls, 'ask'>} calls */
  constructor({ ask }) {
    this.#ask = ask;
  }

  /** The plan completed: how many samples, where they are looked at, what a row of inputs looks like. @param {string} request @returns {Promise<any>} */
  async plan(request) {
    return JSON.parse(await this.#ask('countPlan', [request]));
  }

  /** The rows of the clean cloud, and whether it counts. @param {string} request */
  clean(request) {
    return this.#ask('countClean', [request]);
  }

  /** The rows of so many samples from first on, and which of them count. @param {string} request @param {number} first @param {number} count */
  inputs(request, first, count) {
    return this.#ask('countInputs', [request, first, count]);
  }

  /**
   * The classes, numbers or labels of samples from first on by the logits of their rows, and for each the byte of the reason why it has none.
   * @param {string} request @param {number} first @param {Uint8Array} counts
   * @param {{type: string, width: number, data: Uint8Array}} logits kind and numbers in a row as the runtime's tensor has them
   * @returns {Promise<[classes: Uint8Array, why: Uint8Array]>}
   */
  classes(request, first, counts, { type, width, data }) {
    return this.#ask('countClasses', [request, first, counts, type, width, data]);
  }

  /**
   * The votes document of the classes of all samples so far, '' before the first look.
   * @param {string} request @param {{runtime: object, tested?: object | null}} by what counted them, and what came of the test of a declared invariance
   * @param {Uint8Array} classes
   */
  votes(request, by, classes) {
    return this.#ask('countVotes', [request, JSON.stringify(by), classes]);
  }

  /**
   * The least probability with which a request is certified, without draws, or without a perturbation has a radius above this one.
   * @param {string} request with its perturbation @param {number} radius @returns {Promise<number>}
   */
  async needed(request, radius) {
    return JSON.parse(await this.#ask('countNeeded', [request, radius]));
  }

  /**
   * The number of samples, from so many on, whose votes first prove more than a probability, or decide all norms of a run; 0 if none do.
   * @param {string} request @param {{probability: number, alpha: number} | {settings: string}} claim @param {number} from @param {Uint8Array} classes of all
   *   samples so far
   */
  first(request, claim, from, classes) {
    if ('settings' in claim) return this.#ask('countDecided', [request, claim.settings, from, classes]);
    const { probability, alpha } = claim;
    return this.#ask('countFirst', [request, probability, alpha, from, classes]);
  }

  /**
   * Numbers of the samples, from first on, whose class is not the one in the evidence of a request.
   * @param {string} request @param {number} first @param {Uint8Array} classes @returns {Promise<number[]>}
   */
  async differ(request, first, classes) {
    return JSON.parse(await this.#ask('countDiffer', [request, first, classes]));
  }

  /** Bounds the probability by the votes, with 99 %. @param {number} votes @param {number} samples @returns {Promise<[low: number, high: number]>} */
  async interval(votes, samples) {
    return JSON.parse(await this.#ask('countInterval', [votes, samples]));
  }

  /**
   * The number of samples that prove a radius in 9 of 10 counts, 0 if none does.
   * @param {{probability: number, radius: number, sigma: number, alpha?: number, classes: number}} wanted
   */
  wanted({ probability, radius, sigma, alpha = ALPHA, classes }) {
    return this.#ask('countWanted', [probability, radius, sigma, alpha, classes]);
  }

  /**
   * The number of samples that prove a radius in 9 of 10 counts by the bound of one class.
   * @param {{probability: number, radius: number, sigma: number, alpha?: number}} wanted
   */
  planned({ probability, radius, sigma, alpha = ALPHA }) {
    return this.#ask('plan', [probability, radius, sigma, alpha]);
  }

  /**
   * The rows of so many noisy clouds, each as it is and moved, and which of these count.
   * @param {string} request @param {number} first @param {number} count
   */
  declaredInputs(request, first, count) {
    return this.#ask('declaredInputs', [request, first, count]);
  }

  /**
   * Evaluates the classes of declaredInputs: does the invariance hold?
   * @param {string} request @param {Uint8Array} classes @returns {Promise<{clouds: number, changed: number, rate?: number}>} rate: a bound on the share
   */
  async declaredResult(request, classes) {
    return JSON.parse(await this.#ask('declaredResult', [request, classes]));
  }
}
