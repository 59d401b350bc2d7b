/** The model on the page, and the count of its votes for the cloud at hand. Views read it and draw again on every 'change' event. */

import { hex } from '../workers/bytes.js';
import { SAMPLED } from '../documents/sampled.js';
import { Latest } from '../question/latest.js';
import { namesOf } from '../documents/votes.js';
import { sentence } from '../words/error-sentence.js';
import { planOf, refuseChanged, testInvariance } from './admission.js';
import { classOfClean, Count } from './counter.js';
import { exampleOf, namesWithin } from './model-files.js';
import { attackOn, leastTime, measure } from './votes-at-clouds.js';
import { AGAIN, BatchError, ModelError } from './model-use.js';
import { OpenModel } from './open-model.js';
import { countable, countAgain, refuseOther } from './second-count.js';
import { Tally } from './tally.js';

/**
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {NamedRequest, VotedRequest} from '../documents/votes.js'
 */

/**
 * @typedef {import('./admission.js').Tested} Test
 * @typedef {import('./open-model.js').Chosen} Chosen
 *
 * @typedef {object} Looked what is found out about the clean cloud without noise
 * @property {boolean} looks whether it can be classified
 * @property {number} clean its class, its number, or how many labels it has; NaN for none
 * @property {string} cleanWhy why it has none, '' if it has one
 * @property {number | undefined} poses that the model is shown in each vote
 * @property {{points: number, pace: number} | null} quicker milliseconds that a sample of fewer points takes, where a count takes long
 */

/** Error probability of a request that gives none. */
const ALPHA = 0.001;

/** Milliseconds from which on a count is long, and the points of a vote that are offered then. */
const LONG = 60_000, FEWER = 64;

export class Classifier extends OpenModel {
  /** Milliseconds that a sample took when it was measured. @type {number | null} */
  pace = null;
  /** @type {Test | null} */
  test = null;
  /** True while a declared invariance is tested. */
  #tries = false;
  /** True if each row is answered alone, since what else is in a batch changes the answer. */
  alone = false;
  /** The votes so far. @type {Tally | null} */
  tally = null;
  /** The votes that were counted last. @type {Count | null} */
  #count = null;
  /** Seed of a count whose draws were unpredictable, '' where they follow from the inputs. */
  #fresh = '';
  /** The latest question about the clean cloud. @type {Latest<Looked>} */
  #looked = new Latest((type) => type === 'ask' || this.changed());

  /** Has all rows answered alone from now on. Votes that were counted in batches stand no more. */
  mind() {
    Object.assign(this, { tally: null, test: null });
    this.#count = null;
    super.mind();
  }

  forgetVotes() {
    super.forgetVotes();
    this.alone = false;
    this.#fresh = '';
    this.#count = null;
    this.tally = null;
    this.test = null;
    this.pace = null;
    this.#looked.ask(null);
  }

  /** The answer for the cloud without noise: its class, its number, or how many labels it has; null before, NaN for none. */
  get clean() {
    return this.#looked.known.clean ?? null;
  }

  /** Explains why the clean cloud has no class, '' if it has one. */
  get cleanWhy() {
    return this.#looked.known.cleanWhy ?? '';
  }

  /** Poses that the model is shown in each vote, null before that is known. */
  get poses() {
    return this.#looked.known.poses ?? null;
  }

  /** Milliseconds that a sample of fewer points takes, where a count takes long. */
  get quicker() {
    return this.#looked.known.quicker ?? null;
  }

  get busy() {
    return this.#tries ? { text: 'Testing the declared invariance' } : super.busy;
  }

  /** Reports whether the clean cloud is on its way to a class. */
  get looking() {
    return this.#looked.works && this.clean === null && Boolean(this.#looked.known.looks);
  }

  /** Explains why a cloud is too much for the model. */
  get trouble() {
    const { error } = this.#looked;
    return error && error.name !== 'AbortError' ? sentence(error) : '';
  }

  /** Has the next count draw anew: the earlier counter could not choose these draws. */
  refresh() {
    this.#fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  }

  /**
   * Prepares a counter of votes for many clouds with this many coordinates.
   * @param {number} dimension @param {number} samples @returns {Promise<import('./votes-of-run.js').Counter>}
   */
  async counter(dimension, samples) {
    return { machine: this.machine, ...await this.described(dimension), samples, runtime: await this.pool.named(), minds: this.minds };
  }

  /**
   * A request with the plan of a count, and the model that it is for.
   * @param {import('./votes-at-clouds.js').Planless} request whose prediction has classifier and sampling @param {number} dimension
   * @param {string} [seed] in place of the one that follows from the inputs @param {boolean} [lone] whether rows are answered alone
   */
  async #plan(request, dimension, seed, lone = false) {
    const { classifier, sampling: drawn, model: seen } = request.prediction, sampling = seed ? { ...drawn, fresh: true, seed } : drawn;
    return planOf(this.engine.counting, await this.described(dimension, seen?.attributes), dimension,
      (model) => JSON.stringify({ ...sampled(request), prediction: { model, classifier, sampling } }), lone);
  }

  /**
   * Finds the class of the clean cloud, and how long a sample takes. What is wrong with the entries is told when votes are wanted.
   * @param {CertificateRequest} request @param {number} dimension
   */
  look(request, dimension) {
    const asked = JSON.stringify([dimension, sampled(request), request.prediction]);
    if (!this.#looked.follow(asked, (_, tell) => this.#look(request, dimension, tell))) return;
    if (!this.tally?.running) this.pace = null;
    this.changed();
  }

  /** @param {CertificateRequest} request @param {number} dimension @param {(part: Partial<Looked>) => boolean} tell */
  async #look(request, dimension, tell) {
    const planned = await this.#plan(request, dimension).catch(() => null);
    if (!planned || !tell({ looks: true })) return;
    const { opened, text, plan } = planned, classify = () => classOfClean(this.machine, opened, text, plan);
    const [coded, [reason]] = await classify(), pace = await leastTime(classify);
    if (!tell({ clean: new Tally(plan).first(coded), cleanWhy: plan.reasons[reason], poses: plan.classifier.poses })) return;
    if (!this.tally?.running) this.pace = pace;
    tell({ quicker: await this.#quicker(request, dimension, plan.samples).catch(() => null) });
  }

  /**
   * Measures samples of fewer points, where a count of all takes long.
   * @param {CertificateRequest} request @param {number} dimension @param {number} samples
   */
  async #quicker(request, dimension, samples) {
    if (request.subsample || !this.pace || samples * this.pace < LONG * this.lanes) return null;
    const { opened, text, plan } = await this.#plan({ ...request, subsample: FEWER }, dimension);
    const pace = await leastTime(() => classOfClean(this.machine, opened, text, plan));
    return { points: FEWER, pace };
  }

  /**
   * Votes for the cloud of a request: those that were counted for it already, and on from there.
   * @param {CertificateRequest} request whose prediction has classifier and sampling @param {number} dimension @param {object} watching
   * @param {AbortSignal} watching.signal @param {(votes: string) => Promise<boolean>} watching.onLook
   * @param {(counting: {done: number, share: number, amount: string, whole: boolean}) => void} watching.onCounting
   */
  count(request, dimension, watching) {
    const planning = (/** @type {boolean} */ lone) => this.#plan(request, dimension, this.#fresh, lone);
    return this.admission.count(planning, async (planned) => this.#counted(planned, await this.#claims(request, planned), watching), watching.signal);
  }

  /**
   * What votes that may be looked at after any sample can prove: a class at all, and the request, where its order of points is known.
   * @param {CertificateRequest} request @param {import('./admission.js').Planned} planned @returns {Promise<import('./counter.js').Claim[]>}
   */
  async #claims(request, { text, plan: { model, sampling } }) {
    if (model.returns !== undefined || sampling.select > 0) return [];
    const { counting } = this.engine, { perturbed, ...single } = { ...request, prediction: JSON.parse(text).prediction };
    const asked = [counting.needed(JSON.stringify(single), 0)];
    if (perturbed && !request.permutation) asked.push(counting.needed(JSON.stringify({ ...single, perturbed }), 0));
    // A request that is wrong is refused when it is certified.
    const needed = await Promise.all(asked.map((one) => one.catch(() => 1)));
    return needed.filter((probability) => probability < 1).map((probability) => ({ probability, alpha: request.alpha ?? ALPHA }));
  }

  /** @param {import('./admission.js').Planned} planned @param {import('./counter.js').Claim[]} claims @param {Parameters<Classifier['count']>[2]} watching */
  async #counted(planned, claims, { signal, onLook, onCounting }) {
    const { opened, text, plan } = planned;
    this.alone = Boolean(opened.alone);
    signal.throwIfAborted();
    // A fresh seed says nothing of the cloud and the settings.
    if (this.#count?.request !== text) {
      this.tally = new Tally(plan);
      this.#count = null;
      await this.#try(planned, signal);
      this.#count = new Count(this.machine, opened, text, plan, { runtime: await this.pool.named(), tested: this.test });
    }
    const count = /** @type {Count} */ (this.#count);
    const tally = /** @type {Tally} */ (this.tally);
    tally.start();
    const show = () => {
      onCounting({ done: tally.done, share: tally.done / plan.samples, amount: tally.words, whole: plan.model.returns !== undefined });
      this.changed();
    };
    const onSamples = (/** @type {number} */ done) => {
      tally.add(count.classes, count.why, done);
      if (tally.isDue()) show();
    };
    try {
      return await count.run({ signal, claims, onSamples, onLook: (text) => (tally.prove(text), onLook(text)) });
    } catch (error) {
      if (error instanceof BatchError) this.#count = null;
      throw error;
    } finally {
      if (tally.rate) this.pace = 1000 * this.lanes / tally.rate;
      show();
      tally.rest();
      this.changed();
    }
  }

  /**
   * Counts fresh votes at another cloud for the class that a count has named.
   * @param {NamedRequest & VotedRequest} request whose prediction is votes with their evidence @param {Float64Array} points @param {number} dimension
   * @param {AbortSignal} signal
   */
  measure(request, points, dimension, signal) {
    return this.#beside(this.#seeing(request, points, dimension).then((seeing) => measure(this.machine, this.#planner, seeing, points, dimension, signal)));
  }

  /**
   * Looks for a small perturbation that changes the class that a count has named.
   * @param {NamedRequest & VotedRequest} request whose prediction is votes with their evidence
   * @param {Float64Array} points of the clean cloud @param {number} dimension @param {Omit<Parameters<typeof attackOn>[5], 'pace'>} options
   */
  attack(request, points, dimension, options) {
    const attacked = this.#seeing(request, points, dimension).then(async (seeing) => ({
      ...await attackOn(this.machine, this.#planner, seeing, points, dimension, { pace: this.pace, ...options }), attributes: seeing.attributes,
    }));
    return this.#beside(attacked);
  }

  /**
   * A request with the attributes that its model sees, for clouds whose points have those of the clean one.
   * @param {NamedRequest & VotedRequest} request whose prediction is votes with their evidence @param {Float64Array} points @param {number} dimension
   */
  async #seeing(request, points, dimension) {
    /** @type {Record<string, number[]>} */
    const attributes = {}, { clean } = request;
    for (const name of namesOf(request.prediction.evidence.model.attributes ?? [])) {
      // Prepared clouds may have other points.
      const own = clean?.attributes?.[name] ?? await this.engine.attribute(clean?.file ?? '', name);
      const all = [own, await this.engine.attribute('computed clean', name).catch(() => [])];
      const values = all.find(({ length }) => length === points.length / dimension);
      if (!values) throw new ModelError(`The cloud lost its attribute “${name}” when it was prepared.`, 'prediction.model.attributes');
      attributes[name] = [...values];
    }
    return { ...request, ...(Object.keys(attributes).length && { attributes }) };
  }

  /** Votes beside those of a count, which are refused where these show that the model depends on its batches. @template T @param {Promise<T>} votes */
  async #beside(votes) {
    try {
      return await votes;
    } catch (error) {
      if (error instanceof BatchError) this.mind();
      throw error;
    }
  }

  /**
   * Counts the votes of a request again, by a visitor's model or the one that comes with the page.
   * @param {VotedRequest} request whose prediction has evidence @param {number} dimension @param {File[] | null} files of the model, null for the page's
   * @param {(samples: number) => void} onSamples @param {AbortSignal} signal
   */
  async recount(request, dimension, files, onSamples, signal) {
    const { model: said } = countable(request);
    await (files ? this.take(files) : this.takeExample(exampleOf(said.name ?? '')));
    signal.throwIfAborted();
    if (!this.model) throw new ModelError(this.problem || `${said.name} is not a model of this page. Choose its file.`);
    const { model: { file, named, graph, sha256 } } = this;
    try {
      refuseOther(said, sha256);
      this.choose({ layout: said.layout, output: said.output, again: AGAIN[0], returns: said.returns ?? 'classes', number: said.number, clip: said.clip });
      const { opened, model } = await this.described(dimension, said.attributes);
      const own = { opened, model, named: (named ?? namesWithin(graph.metadata))?.length === model.classes?.length, runtime: await this.pool.named() };
      return await countAgain(this.machine, request, own, { onSamples, signal });
    } catch (error) {
      if (error instanceof ModelError) error.message = `${file.name}: ${error.message}`;
      throw error;
    }
  }

  /** @returns {import('./votes-at-clouds.js').Planner} */
  get #planner() {
    return (request, dimension) => this.admission.admit((lone) => this.#plan(request, dimension, undefined, lone));
  }

  /** Tries a declared invariance. @param {import('./admission.js').Planned} planned @param {AbortSignal} signal */
  async #try(planned, signal) {
    this.test = null;
    if (planned.plan.classifier.how !== 'declared') return;
    this.#tries = true;
    this.changed();
    try {
      this.test = await testInvariance(this.machine, planned, signal);
    } finally {
      this.#tries = false;
      this.changed();
    }
    refuseChanged(this.test);
  }
}

/** Lists what samples depend on beside the model. @param {import('./votes-at-clouds.js').Planless} request */
const sampled = (request) => ({ clean: request.clean, ...Object.fromEntries(SAMPLED.map((name) => [name, request[name]])) });
