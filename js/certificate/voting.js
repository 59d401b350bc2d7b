/** The votes of a model for what lies on the desk: counted when they are wanted, kept as long as they belong to it. */

import { samplingOf } from '../form/evidence.js';
import { toRequest } from '../form/request.js';
import { countedOutputs, withCounted } from '../documents/stated.js';
import { sampledFor, votesIn } from '../documents/votes.js';
import { isRadiusOnly } from '../words/words.js';

/**
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {Votes} from '../documents/types.js'
 */

/**
 * A prediction that was counted: votes, or numbers or labels, beside how they were counted.
 * @typedef {CertificateRequest['prediction'] & {evidence: Votes}} Prediction
 * @typedef {import('../documents/votes.js').Counted & {evidence: {model: {classes: string[]}} & Votes}} CountedVotes for classes
 */

/** The prediction in a votes document. @param {Votes} document @returns {Prediction} */
function predictionIn(document) {
  const outputs = countedOutputs(document);
  if (outputs) return /** @type {Prediction} */ (outputs);
  const { votes, samples, looks, evidence } = /** @type {import('../documents/votes.js').Counted} */ (votesIn(document));
  return /** @type {Prediction} */ ({ votes, samples, looks, evidence });
}

/** A counted prediction, with the tolerance that is entered where it has numbers. @param {Prediction} prediction @param {CertificateRequest} request */
const asked = (prediction, { prediction: { tolerance } }) => (prediction.values && tolerance !== undefined ? { ...prediction, tolerance } : prediction);

/**
 * Counts votes, where a model gives them.
 * @typedef {object} Voter
 * @property {(request: CertificateRequest, dimension: number, watching: Watching) => Promise<unknown>} count
 * @property {object | null} model the one that votes
 * @property {object} choice what was settled of it where its graph leaves that open
 *
 * @typedef {object} Watching
 * @property {AbortSignal} signal
 * @property {(votes: string) => Promise<boolean>} onLook takes the votes document of each look; true stops
 * @property {(counting: import('./job.js').CountProgress) => void} onCounting
 *
 * @typedef {{sampledFor: string, cloud: object | null, model: object | null, choice: object, settings: import('../form/reader.js').Values,
 *   prediction: Prediction}} Cast the votes that a model cast last, and what for
 *
 * @typedef {'decided' | 'all' | 'standing'} Extent votes are counted until a certificate stands, or to the end, or not at
 *   all where some were counted already
 */

export class Voting {
  /** Loads the counter of votes. Set by the page. @type {() => Promise<Voter>} */
  voter = () => Promise.reject(new Error('This page cannot run models.'));
  /** Reports whether a model is there to vote. Set by the page. */
  hasModel = () => false;
  /** True if models can run here at all. Set by the page. */
  able = true;
  /** The example whose model has this file, '' where the page has none. Set by the page. @type {(file: string) => Promise<string>} */
  exampleOf = async () => '';
  /** @type {Cast | null} */
  cast = null;
  /** The files of a model that is to count stored votes again, until the count begins. @type {{stored: object, files: File[]} | null} */
  second = null;

  /** The one that counted last. @type {Voter | null} */
  #voter = null;
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** The votes as counted for what is entered, null where they are not. */
  get votes() {
    const { files: { clouds }, entries: { values } } = this.#desk;
    const { request } = toRequest(values, clouds);
    const { cast } = this;
    return cast?.sampledFor === sampledFor(request) && cast.cloud === clouds.clean && this.#isBy(cast) ? asked(cast.prediction, request) : null;
  }

  /** The settings of votes that the model cast on this cloud, null where it cast none. */
  get countedWith() {
    const { cast } = this;
    return cast && cast.cloud === this.#desk.files.clouds.clean && this.#isBy(cast) ? cast.settings : null;
  }

  /** Reports whether the model that votes is the one that cast votes, settled as then. @param {Cast} cast */
  #isBy({ model, choice }) {
    return model === this.#voter?.model && choice === this.#voter?.choice;
  }

  /** Takes up votes as they were left. @param {Cast | null} cast @param {object | null} cloud that was clean then */
  resume(cast, cloud) {
    this.cast = cast && cast.cloud === cloud ? { ...cast, cloud: this.#desk.files.clouds.clean } : cast;
  }

  /**
   * Certifies with the votes of the model.
   * @param {import('../documents/documents.js').CertificateRequest} request @param {AbortSignal} signal @param {Extent} extent
   */
  async certify(request, signal, extent) {
    const { votes } = this;
    try {
      if (extent === 'standing' && votes) return await this.#follow(withCounted(request, votes));
      await this.#count(request, signal, extent === 'all');
      void this.#desk.documents.findMinimum();
    } catch (error) {
      if (signal.aborted) this.#desk.job.stopped(signal);
      else await this.#desk.blame(error);
    }
  }

  /** Another verdict may come at once, so nothing is asked about this one. @param {import('../documents/documents.js').CertificateRequest} request */
  async #follow(request) {
    const error = await this.#desk.job.compute(request);
    if (error) throw error;
  }

  /**
   * Certifies at each look until a certificate stands or, where all votes are wanted, to the end.
   * @param {import('../documents/documents.js').CertificateRequest} request @param {AbortSignal} signal @param {boolean} all
   */
  async #count(request, signal, all) {
    const { job, files, entries } = this.#desk;
    const settings = samplingOf(entries.values);
    const onLook = async (/** @type {string} */ text) => {
      // Once it is aborted, the votes are of a cloud, settings or a model that have been replaced.
      signal.throwIfAborted();
      const prediction = predictionIn(JSON.parse(text)), { samples, evidence } = prediction;
      const whole = samples === undefined || samples === evidence.sampling.estimate;
      const enough = (/** @type {boolean} */ certified) => whole || (certified && !all);
      // Shown with the verdict on them, not after it.
      this.cast = { sampledFor: sampledFor(request), cloud: files.clouds.clean, model: voter.model, choice: voter.choice, settings, prediction };
      const error = await job.compute(withCounted(request, asked(prediction, request)), enough);
      if (error) throw error;
      if (job.result.phase === 'working' && !all && (await this.#isVain(request, /** @type {CountedVotes} */ (prediction), signal)) && job.isWanted(signal))
        job.show({ phase: 'done', vain: true });
      return job.result.phase === 'done';
    };
    const voter = this.#voter = await this.voter();
    const dimension = files.clouds.clean?.dimension ?? 0;
    await voter.count(request, dimension, { signal, onLook, onCounting: (counting) => job.isWanted(signal) && job.show({ counting }) });
  }
  /**
   * Reports whether counting on is practically in vain: were the share of the votes at the end as large as the upper end of its 99 % interval
   * now, no argument would certify or, where nothing is compared, there would be no radius. It only ends a count, so an error of it costs a
   * certificate and never makes one.
   * @param {CertificateRequest} request @param {CountedVotes} prediction
   * @param {AbortSignal} signal
   */
  async #isVain(request, { votes, samples, looks, evidence: { model: { classes, attributes }, sampling: { select, estimate } } }, signal) {
    const { engine } = this.#desk;
    const [, share] = await engine.counting.interval(votes, samples);
    const rule = select > 0 ? { looks } : { anytime: { classes: classes.length, planned: estimate } };
    const hoped = await engine.certify({ ...request, prediction: { votes: Math.floor(share * estimate), samples: estimate, model: { attributes }, ...rule } },
      { signal });
    const { black_box, orbit, parameters, certified } = hoped.value;
    return !(isRadiusOnly(hoped.value) ? black_box?.radius || orbit?.radius || parameters?.radii.distance : certified);
  }
}
