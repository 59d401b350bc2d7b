/** Does the work that the state wants: each job tells what comes of it. */

import { samplingOf } from '../form/evidence.js';
import { controlFor } from '../form/request.js';
import { differences } from '../documents/documents.js';
import { countedOutputs, withCounted } from '../documents/stated.js';
import { sampledFor, votesIn } from '../documents/votes.js';
import { digest } from '../parts/cite.js';
import { ended, fault, sentence } from '../words/error-sentence.js';
import { isRadiusOnly } from '../words/words.js';
import { formed } from '../question/entered.js';
import { answerTo } from '../question/state.js';
import { asked, brushedQuestion } from '../question/voted.js';
import { allFaults, correction } from './entry-faults.js';
import { isForeign } from './visitor-files.js';

/**
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {Votes} from '../documents/types.js'
 * @import {Answering, Bringing, Comparing, Event, Job, Saving} from '../question/state.js'
 * @import {Recounting} from '../question/recounts.js'
 */

/**
 * A prediction that was counted: votes, or numbers or labels, beside how they were counted.
 * @typedef {CertificateRequest['prediction'] & {evidence: Votes}} Prediction
 * @typedef {import('../documents/votes.js').Counted & {evidence: {model: {classes: string[]}} & Votes}} CountedVotes for classes
 *
 * Counts votes, where a model gives them.
 * @typedef {object} Voter
 * @property {(request: CertificateRequest, dimension: number, watching: Watching) => Promise<unknown>} count
 * @property {import('../question/question.js').Model | null} identity of the model that is open
 *
 * @typedef {object} Watching
 * @property {AbortSignal} signal
 * @property {(votes: string) => Promise<boolean>} onLook takes the votes document of each look; true stops
 * @property {(counting: NonNullable<import('../question/state.js').Work['counting']>) => void} onCounting
 *
 * @typedef {(event: Event) => boolean} Tell
 */

/** Most draws for the minimum, which comes without being asked for. */
const MINIMUM_DRAWS = 100_000;

/** Most points whose file is made for its digest alone: of two clouds of a million points that takes seconds and hundreds of megabytes. */
const DIGEST_POINTS = 200_000;

/** The prediction in a votes document. @param {Votes} document @returns {Prediction} */
function predictionIn(document) {
  const outputs = countedOutputs(document);
  if (outputs) return /** @type {Prediction} */ (outputs);
  const { votes, samples, looks, evidence } = /** @type {import('../documents/votes.js').Counted} */ (votesIn(document));
  return /** @type {Prediction} */ ({ votes, samples, looks, evidence });
}

/** The request of a job, with the votes of the model where that gives them. @param {Answering} job */
const requestOf = ({ question: { request }, cast }) => (cast ? withCounted(request, asked(cast.prediction, request)) : request);

/** Milliseconds between two verdicts on strokes of a brush: each draws the page anew, while the picture follows in every frame. */
const PAUSE = 80;

export class Work {
  /** Settles once the last question was answered at once. One is asked after another: a call that is broken off costs a worker. @type {Promise<unknown>} */
  #known = Promise.resolve();
  #desk;

  /** @param {import('./desk.js').Desk} desk */
  constructor(desk) {
    this.#desk = desk;
  }

  /** @param {Job} job @param {AbortSignal} signal @param {Tell} tell */
  async start(job, signal, tell) {
    try {
      await this[job.kind](/** @type {any} */ (job), signal, tell);
    } catch (error) {
      await this.#blame(/** @type {any} */ (error), tell);
    }
  }

  /** Says what was wrong, beside the entries that are to blame. @param {any} error @param {Tell} tell */
  async #blame(error, tell) {
    const control = controlFor(error?.field, this.#desk.entries.values), message = sentence(error);
    if (!control) return void tell({ type: 'failed', message: error?.field ? fault(error) : message });
    const errors = await allFaults(this.#desk, { [control]: message });
    tell({ type: 'failed', message: correction({ [control]: message, ...errors }), errors });
  }

  /** @param {Bringing} job @param {AbortSignal} signal @param {Tell} tell */
  async give({ task, number }, signal, tell) {
    await task(signal, tell, number).finally(() => tell({ type: 'given', last: true }));
  }

  /** @param {Saving} job @param {AbortSignal} _ @param {Tell} tell */
  save({ answer, task }, _, tell) {
    return task(answer, tell);
  }

  /** @param {Comparing} job @param {AbortSignal} _ @param {Tell} tell */
  async differences({ clean, perturbed }, _, tell) {
    tell({ type: 'differ', list: await this.#desk.engine.differences(clean, perturbed).catch(() => []) });
  }

  /**
   * Lays down what a brush has left of the clean cloud, one after another: what is passed meanwhile is left out, and what is known stays in sight
   * until the next is.
   * @param {unknown} _ @param {AbortSignal} signal @param {Tell} tell
   */
  async brush(_, signal, tell) {
    const desk = this.#desk, { brush } = desk;
    // A cloud without them would be refused.
    await desk.files.clouds.clean?.attributes.ready();
    await this.#follow(signal);
    if (signal.aborted) return;
    const { state, state: { strokes } } = desk, { brushed } = brush;
    const { question: { text }, request } = brushedQuestion(state, brushed) ?? { question: {} };
    // A search for the order waits until the visitor starts it.
    const known = request && !brush.isReordered(request, brushed) ? await desk.engine.closedForms(request).catch(() => null) : null;
    brush.proved = null;
    tell({ type: 'brushed', brushed, answer: known && { ...known, text, request, done: known.complete } });
    // A hand that holds the cloud has its next verdict at once, and rests when it lets go.
    if (!brush.holds) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    else if (desk.state.strokes === strokes) await new Promise((resolve) => { brush.addEventListener('change', resolve, { once: true }); });
    tell({ type: 'rested', strokes });
  }

  /**
   * Follows a hand while it holds a cloud that the state knows. Only its points have changed, and only they go to the program.
   * @param {AbortSignal} signal
   */
  async #follow(signal) {
    const desk = this.#desk, { brush } = desk, { state, state: { said: { brushed } } } = desk, answer = answerTo(state);
    if (answer?.request.perturbed?.points?.length !== brush.count || answer.request.perturbed.attributes || brush.isReordered(answer.request, brushed)) return;
    while (brush.holds && brush.left?.whole && answerTo(desk.state)?.text === answer.text) {
      const { left } = brush, known = await desk.engine.heldForms(answer.request, left.perturbed, left.dimension).catch(() => null);
      if (!known || signal.aborted || !brush.holds) return;
      brush.proved = { ...answer, ...known, done: known.complete, minimum: undefined, digest: undefined };
      desk.dispatchEvent(new Event('held'));
      if (brush.left === left) await new Promise((resolve) => { brush.addEventListener('change', resolve, { once: true }); });
    }
  }

  /** Begins once the certifier is there. @param {Tell} tell */
  async #begin(tell) {
    await this.#desk.engine.ready();
    tell({ type: 'begun' });
  }

  /** Says all that is wrong with what is entered. @param {Answering} job @param {AbortSignal} _ @param {Tell} tell */
  async check({ faults }, _, tell) {
    await this.#desk.engine.ready();
    const errors = await allFaults(this.#desk, faults);
    tell({ type: 'failed', message: correction(errors), errors });
  }

  /**
   * All but draws, votes that are still to be counted and a search for the order of the points.
   * @param {Answering} job @param {AbortSignal} signal @param {Tell} tell
   */
  async know(job, signal, tell) {
    const { faults, unknown } = job;
    await new Promise((later) => setTimeout(later)); // a caller that certifies has begun by then
    const found = await this.#atOnce(requestOf(job), () => !signal.aborted && !unknown && Object.keys(faults).length === 0);
    if (signal.aborted) return;
    if (found)
      return void tell({ type: 'known', found: { request: requestOf(job), ...found, done: found.complete || found.certificate.value.certified } });
    tell({ type: 'known', reasons: await this.#reasons(job) });
  }

  /**
   * What is known at once of a request that is still asked, null for nothing.
   * @param {CertificateRequest} request @param {() => boolean} isAsked
   */
  #atOnce(request, isAsked) {
    const known = this.#known.then(() => (isAsked() ? this.#desk.engine.closedForms(request) : null)).catch(() => null);
    this.#known = known;
    return known;
  }

  /** Finds what would be known with the usual noise and invariance. @param {Answering} job @param {AbortSignal} signal @param {Tell} tell */
  async suppose({ question: { request } }, signal, tell) {
    const found = await this.#atOnce(request, () => !signal.aborted);
    tell({ type: 'supposed', found: found && { request, certificate: found.certificate } });
  }

  /**
   * Finds what the clean cloud withstands, once what is known at once is there, which it would keep waiting.
   * @param {Answering} job @param {AbortSignal} signal @param {Tell} tell
   */
  async withstand({ question: { request } }, signal, tell) {
    await this.#desk.settled();
    tell({ type: 'withstood', withstood: signal.aborted ? null : await this.#desk.engine.explorer.withstand(request, signal).catch(() => null) });
  }

  /** Explains why nothing is known at once. @param {Answering} job @returns {Promise<Record<string, string>>} */
  async #reasons({ faults, unknown, cast }) {
    const { state } = this.#desk;
    if (state.said.values.given === 'model' && !cast) return formed(state).errors;
    return unknown ? {} : allFaults(this.#desk, faults);
  }

  /** @param {Answering} job @param {AbortSignal} signal @param {Tell} tell */
  async certify(job, signal, tell) {
    await this.#begin(tell);
    await this.#compute(requestOf(job), job.cast, signal, tell, () => true);
  }

  /**
   * @param {CertificateRequest} request @param {Answering['cast']} cast the votes of the model in it @param {AbortSignal} signal @param {Tell} tell
   * @param {(certified: boolean) => boolean} last whether the work ends with the certificate
   * @returns {Promise<boolean>} whether it does
   */
  async #compute(request, cast, signal, tell, last) {
    const certificate = await this.#desk.engine.certify(request, {
      signal,
      onCertificate: (early) => void tell({ type: 'answered', request, cast, certificate: early, last: false }),
      onSearch: (search) => void tell({ type: 'progress', work: { search } }),
      onProgress: (progress) => void tell({ type: 'progress', work: { progress } }),
    });
    const ends = last(certificate.value.certified);
    tell({ type: 'answered', request, cast, certificate, last: ends });
    return ends;
  }

  /**
   * Certifies at each look until a certificate stands.
   * @param {Answering} job @param {AbortSignal} signal @param {Tell} tell
   */
  async count({ question, question: { request } }, signal, tell) {
    const { entries, files, voting } = this.#desk;
    const settings = samplingOf(entries.values), dimension = files.clouds.clean?.dimension ?? 0;
    await this.#begin(tell);
    const voter = await voting.voter();
    const onLook = async (/** @type {string} */ text) => {
      const prediction = predictionIn(JSON.parse(text)), { samples, evidence } = prediction;
      const whole = samples === undefined || samples === evidence.sampling.estimate;
      // Shown with the verdict on them, not after it.
      const cast = { law: sampledFor(request), cloud: question.cloud, by: voter.identity, settings, prediction };
      tell({ type: 'voted', cast });
      const counted = withCounted(request, asked(prediction, request));
      if (await this.#compute(counted, cast, signal, tell, (certified) => whole || certified)) return true;
      if (!await this.#isVain(request, /** @type {CountedVotes} */ (prediction), signal)) return false;
      tell({ type: 'found', part: { vain: true } });
      return true;
    };
    await voter.count(request, dimension, { signal, onLook, onCounting: (counting) => void tell({ type: 'progress', work: { counting } }) });
    tell({ type: 'ended' });
  }

  /**
   * Counts on from the votes that a verdict stands on, up to what was planned.
   * @param {Answering} job @param {AbortSignal} signal @param {Tell} tell
   */
  async more({ question, question: { request }, cast: before }, signal, tell) {
    const { engine, files, voting } = this.#desk, { prediction: least, settings } = /** @type {NonNullable<Answering['cast']>} */ (before);
    const voter = await voting.voter();
    const onLook = async (/** @type {string} */ text) => {
      const prediction = predictionIn(JSON.parse(text)), { samples, evidence } = prediction, last = samples === evidence.sampling.estimate;
      if (Number(samples) <= least.samples) return false;
      const cast = { law: sampledFor(request), cloud: question.cloud, by: voter.identity, settings, prediction };
      const counted = withCounted(request, asked(prediction, request));
      tell({ type: 'grown', request: counted, certificate: await engine.certify(counted, { signal }), cast, last });
      return last;
    };
    const onCounting = (/** @type {any} */ more) => void tell({ type: 'progress', work: { more } });
    await voter.count(request, files.clouds.clean?.dimension ?? 0, { signal, onLook, onCounting });
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

  /** Counts stored votes again, by the files of a model or the one of the page. @param {Recounting} job @param {AbortSignal} signal @param {Tell} tell */
  async recount({ request, files }, signal, tell) {
    const told = (/** @type {object} */ part, last = false) => void tell({ type: 'recounted', part, last });
    told({ samples: 0 });
    const end = await this.#desk.voting.recount(request, files, (samples) => told({ samples }), signal)
      .catch((error) => (error.refutes ? { refuted: sentence(error) } : { problem: ended(String(error.message ?? error)) }));
    told({ ...end, ended: true }, true);
  }

  /** The clouds that the core has made of the files'. @param {Answering} job @param {AbortSignal} _ @param {Tell} tell */
  async points({ answer }, _, tell) {
    const points = (/** @type {string} */ handle) => this.#desk.engine.points(handle);
    const made = await Promise.all([points('computed clean'), answer?.request.perturbed ? points('computed perturbed') : new Float64Array()]).catch(() => null);
    tell({ type: 'drawn', points: made && { clean: made[0], perturbed: made[1] } });
  }

  /** Holds the certificate in a visitor's file against what this device computes. @param {Answering} job @param {AbortSignal} _ @param {Tell} tell */
  async verify({ answer, file }, _, tell) {
    const { request, certificate } = /** @type {NonNullable<Answering['answer']>} */ (answer), { engine } = this.#desk;
    const found = isForeign(file)
      ? await engine.verify(file.document).then(({ failed = [], partial, rule }) => ({ differs: failed, partial, rule }), (error) => ({ problem: fault(error) }))
      : { differs: differences(JSON.parse(new TextDecoder().decode(await engine.document(request, certificate))), file.document) };
    tell({ type: 'verified', found });
  }

  /** Which prediction probabilities would certify; the verdict stands without them. @param {Answering} job @param {AbortSignal} signal @param {Tell} tell */
  async minimum({ answer }, signal, tell) {
    const { request, certificate } = /** @type {NonNullable<Answering['answer']>} */ (answer), { samples } = request;
    const fewer = samples === undefined ? {} : { samples: Math.min(samples, MINIMUM_DRAWS) };
    const found = isRadiusOnly(/** @type {any} */ (certificate.value)) ? null
      : await this.#desk.engine.minimum({ ...request, ...fewer }, { signal }).catch(() => null);
    tell({ type: 'found', part: { minimum: found } });
  }

  /** The digest of the certificate's file, which stands on paper. @param {Answering} job @param {AbortSignal} _ @param {Tell} tell */
  async digest({ answer }, _, tell) {
    const { request, certificate } = /** @type {NonNullable<Answering['answer']>} */ (answer), { engine, files: { clouds } } = this.#desk;
    const points = Object.values(clouds).reduce((sum, cloud) => sum + (cloud?.count ?? 0), 0);
    // A page by plain http has none.
    const found = points > DIGEST_POINTS ? '' : await engine.document(request, certificate)
      .then((bytes) => digest(new Blob([/** @type {BlobPart} */ (bytes)]))).catch(() => '');
    tell({ type: 'found', part: { digest: found } });
  }
}
