/**
 * The model on the page: its files, what is known of it, the workers that run it, and the count of its votes for the
 * cloud at hand. Views read it and draw again on every 'change' event.
 */

import { hex } from '../workers/bytes.js';
import { InferencePool } from '../workers/inference-pool.js';
import { digest } from '../parts/cite.js';
import { SAMPLED } from '../documents/votes.js';
import { place, sentence } from '../words/error-sentence.js';
import { Admission, refuseChanged, testInvariance } from './admission.js';
import { alone, Batches, widthOf } from './rows.js';
import { classOfClean, Count, recount } from './counter.js';
import { EXAMPLES, exampleOf, fetchCard, fetchExample, nameOf, namesUnused, sortFiles } from './model-files.js';
import { attackOn, leastTime, measure } from './votes-at-clouds.js';
import { readGraph } from './onnx.js';
import { BatchError, describe, ModelError, readModel, refuseModel, refuseStart, refuseUnfit, settled } from './model-use.js';
import { Tally } from './tally.js';
import { digestOf, needless, weightsOf } from './weights.js';

/**
 * @import {Dropped} from './model-files.js'
 * @import {Choice, Model} from './model-use.js'
 *
 * @typedef {import('./admission.js').Tested} Test
 *
 * @typedef {object} Chosen a model as it was chosen: an example by its id, or files
 * @property {string} example
 * @property {Dropped[]} files
 * @property {Choice} choice
 * @property {string[]} classes
 * @property {boolean} [minds] whether a count has shown that all rows are to be answered alone
 */

/** Workers that run a model: each holds it whole. */
const mostLanes = 4;

export class Classifier extends EventTarget {
  /** @type {Model | null} */
  model = null;
  /** @type {Choice} */
  choice = {};
  /** What is going on: a sentence, and how much of it is done where that is known. @type {{text: string, share?: number} | null} */
  busy = null;
  /** Why the files dropped last are no model. */
  problem = '';
  /** Names of the classes, as the visitor wants them. @type {string[]} */
  classes = [];
  /** What is said of class names in the file, and of files beside it, that are of no use. */
  unused = '';
  /** The class of the cloud without noise; null before, NaN for none. @type {number | null} */
  clean = null;
  /** Why it has none, '' where it has one. */
  cleanWhy = '';
  /** Milliseconds that a sample took when it was measured. @type {number | null} */
  pace = null;
  /** Whether the clean cloud is on its way to a class. */
  looking = false;
  /** Why a cloud is too much for the model. */
  trouble = '';
  /** @type {Test | null} */
  test = null;
  /** Whether each row is answered alone, since what else is in a batch changes the answer. */
  alone = false;
  /** The votes so far. @type {Tally | null} */
  tally = null;
  /** How the example that is open was trained. @type {import('./model-files.js').Card | null} */
  card = null;
  /** The id of the example that is open, '' for the visitor's own. */
  example = '';

  #engine;
  #pool;
  #batches = new Batches();
  #admission;
  /** Workers that run the model. */
  lanes;
  /** The votes that were counted last. @type {Count | null} */
  #count = null;
  /** Of what is wanted at present. */
  #turn = 0;
  /** Seed of a count whose draws nobody could have known, '' where they follow from the inputs. */
  #fresh = '';
  /** The model on its way. @type {Promise<void>} */
  #opening = Promise.resolve();
  /** The cloud and settings that the class of the clean cloud was asked for last. */
  #asked = '';

  /**
   * @param {import('../certifier/engine.js').Engine} engine
   * @param {(sentence: string) => void} tell
   * @param {InferencePool} [pool] workers that run models
   */
  constructor(engine, tell, pool = new InferencePool(document.baseURI, tell)) {
    super();
    this.#engine = engine;
    this.#pool = pool;
    this.lanes = Math.max(1, Math.min(mostLanes, globalThis.navigator?.hardwareConcurrency || 1));
    this.#admission = new Admission(this.#machine);
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {{text: string, share?: number} | null} busy */
  #say(busy) {
    this.busy = busy;
    this.#changed();
  }

  /** Takes the files of a model. What was there stays where they are none. @param {File[]} files */
  take(files) {
    const read = async () => sortFiles(await Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))));
    return this.#begin(read, { name: nameOf(files) });
  }

  /** Takes a model that comes with the page. @param {string} id */
  async takeExample(id) {
    const example = EXAMPLES.find((one) => one.id === id);
    if (!example) return;
    await this.#begin(async () => sortFiles(await fetchExample(example)), { example: id });
  }

  /** The model that is open, as it was chosen. @returns {Chosen} */
  get chosen() {
    const { model, example, choice, classes, minds } = this;
    if (!model || example) return { example, files: [], choice, classes, minds };
    const { file, beside, named } = model;
    const names = named ? [{ name: 'classes.json', bytes: new TextEncoder().encode(JSON.stringify(named)) }] : [];
    return { example, files: [file, ...beside, ...names], choice, classes, minds };
  }

  /** Opens a model again as it was chosen. @param {Chosen} chosen */
  async reopen({ example, files, choice, classes, minds = false }) {
    if (example) await this.takeExample(example);
    else await this.#begin(async () => sortFiles(files), { name: nameOf(files) });
    if (this.problem) throw new ModelError(this.problem, 'prediction.model');
    Object.assign(this, { choice, classes });
    this.#admission.minds = minds;
    this.#changed();
  }

  /** Whether a count has shown that all rows are to be answered alone. */
  get minds() {
    return this.#admission.minds;
  }

  /** Has all rows answered alone from now on. Votes that were counted in batches stand no more. */
  mind() {
    this.#admission.minds = true;
    Object.assign(this, { tally: null, test: null, model: this.model && { ...this.model } });
    this.#count = null;
    this.#changed();
  }

  /** Waits for the model on its way. */
  settled() {
    return this.#opening;
  }

  /** @param {() => Promise<import('./model-files.js').ModelFiles>} read @param {{example?: string, name?: string}} origin */
  #begin(read, origin) {
    this.#opening = this.#open(read, origin);
    return this.#opening;
  }

  /** @param {() => Promise<import('./model-files.js').ModelFiles>} read @param {{example?: string, name?: string}} origin an example, or what a refusal calls the files */
  async #open(read, { example = '', name }) {
    const turn = ++this.#turn;
    this.problem = '';
    this.#say({ text: 'Reading the model' });
    try {
      const [{ model: file, beside, classes }, card] = await Promise.all([read(), example ? fetchCard(example) : null, example && this.#load()]);
      const graph = readGraph(file.bytes);
      refuseModel(graph, classes);
      const weights = weightsOf(graph.external, beside);
      const sha256 = await digestOf(file.bytes, weights, (bytes) => digest(new Blob([/** @type {any} */ (bytes)])));
      await this.#run(file, weights).catch((error) => refuseStart(graph, error));
      if (turn !== this.#turn) return;
      this.#batches = new Batches();
      this.model = { file, beside, named: classes, graph, sha256 };
      this.example = example;
      this.card = card;
      this.choice = {};
      this.#forgetVotes();
    } catch (error) {
      if (turn === this.#turn) this.problem = name ? place(error, name) : sentence(error);
    }
    if (turn === this.#turn) this.#say(null);
  }

  #load() {
    return this.#pool.load((share) => this.#say({ text: 'Loading the runtime', share }));
  }

  /** Starts the workers with a model; where it does not run, those of the model before are started again. @param {Dropped} file @param {Dropped[]} weights */
  async #run(file, weights) {
    await this.#load();
    this.#say({ text: 'Starting the model' });
    try {
      await this.#pool.open(file.bytes, weights, this.lanes);
    } catch (error) {
      const { model } = this;
      if (model) await this.#pool.open(model.file.bytes, weightsOf(model.graph.external, model.beside), this.lanes);
      throw error;
    }
  }

  #forgetVotes() {
    this.alone = false;
    this.#admission = new Admission(this.#machine);
    this.#fresh = '';
    this.#count = null;
    this.tally = null;
    this.test = null;
    this.clean = null;
    this.pace = null;
    this.looking = false;
    this.trouble = '';
    this.#asked = '';
    this.classes = [];
    this.unused = '';
  }

  /** Takes the model away. */
  remove() {
    this.#turn++;
    this.#pool.close();
    this.model = null;
    this.card = null;
    this.example = '';
    this.problem = '';
    this.#forgetVotes();
    this.#say(null);
  }

  /** Has the next count draw anew: whoever counted before could not choose these draws. */
  refresh() {
    this.#fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** Settles what the graph leaves open. @param {Choice} choice */
  choose(choice) {
    this.choice = { ...this.choice, ...choice };
    this.#forgetVotes();
    this.#changed();
  }

  /** @param {number} index @param {string} name */
  rename(index, name) {
    this.classes = this.classes.with(index, name);
    this.#changed();
  }

  /** How the model takes clouds of so many coordinates, with what the visitor has chosen. @param {number} dimension */
  read(dimension) {
    return readModel(this.model, this.choice, dimension);
  }

  /** The model for clouds of so many coordinates, as documents describe it. @param {number} dimension */
  async described(dimension) {
    const turn = this.#turn;
    const read = this.read(dimension);
    const open = settled(read, this.choice);
    const { named, beside, graph: { metadata, external } } = /** @type {Model} */ (this.model);
    const width = await widthOf(this.#machine, read.reading, open, dimension, named);
    if (turn !== this.#turn) throw new DOMException('Another model was chosen.', 'AbortError');
    const described = describe(/** @type {Model} */ (this.model), read.reading, open, width, this.classes);
    this.classes = described.model.classes;
    this.unused = [namesUnused(named, metadata, width), needless(external, beside)].filter(Boolean).join(' ');
    return described;
  }

  /**
   * What counts votes for many clouds of so many coordinates.
   * @param {number} dimension @param {number} samples @returns {Promise<import('./votes-of-run.js').Counter>}
   */
  async counter(dimension, samples) {
    return { machine: this.#machine, ...await this.described(dimension), samples, runtime: await this.#pool.named(), minds: this.minds };
  }

  /** @returns {import('./counter.js').Machine} */
  get #machine() {
    return { counting: this.#engine.counting, logits: (...args) => this.#pool.logits(...args), ready: (lane) => this.#pool.ready(lane), lanes: this.lanes, batches: this.#batches };
  }

  /**
   * A request with the plan of a count, and the model that it is for.
   * @param {import('../documents/documents.js').CertificateRequest} request whose prediction has classifier and sampling @param {number} dimension
   * @param {string} [seed] in place of the one that follows from the inputs @param {boolean} [lone] whether rows are answered alone
   */
  async #plan(request, dimension, seed, lone = false) {
    const { opened, layout, model: batched } = await this.described(dimension);
    const model = lone ? { ...batched, batch: 1 } : batched;
    const { classifier, sampling } = /** @type {any} */ (request.prediction);
    const drawn = seed ? { ...sampling, fresh: true, seed } : sampling;
    const text = JSON.stringify({ clean: request.clean, ...Object.fromEntries(SAMPLED.map((name) => [name, request[name]])), prediction: { model, classifier, sampling: drawn } });
    /** @type {import('./counter.js').Plan} */
    const plan = await this.#engine.counting.plan(text);
    refuseUnfit(layout, plan, dimension);
    return { opened: lone ? alone(opened) : opened, text, plan };
  }

  /**
   * Finds the class of the clean cloud, and how long a sample takes. What is wrong with the entries is told when votes are wanted.
   * @param {import('../documents/documents.js').CertificateRequest} request @param {number} dimension
   */
  async look(request, dimension) {
    const planned = await this.#plan(request, dimension).catch(() => null);
    const asked = planned?.plan.sampling.seed ?? '';
    if (asked === this.#asked) return;
    this.#asked = asked;
    Object.assign(this, { clean: null, trouble: '', looking: planned !== null, ...(!this.tally?.running && { pace: null }) });
    this.#changed();
    if (!planned) return;
    const seen = await this.#seen(planned).catch((error) => ({ trouble: error.name === 'AbortError' ? '' : sentence(error) }));
    if (asked !== this.#asked) return;
    Object.assign(this, seen, { looking: false });
    this.#changed();
  }

  /** The class of the clean cloud, and how long it took. @param {import('./votes-at-clouds.js').Planned} planned */
  async #seen({ opened, text, plan }) {
    const classify = () => classOfClean(this.#machine, opened, text, plan);
    const [coded, [reason]] = await classify();
    const pace = await leastTime(classify);
    return { clean: new Tally(plan).classAt(coded, 0), cleanWhy: plan.reasons[reason], ...(!this.tally?.running && { pace }) };
  }

  /**
   * Votes for the cloud of a request: those that were counted for it already, and on from there.
   * @param {import('../documents/documents.js').CertificateRequest} request whose prediction has classifier and sampling
   * @param {number} dimension
   * @param {object} watching
   * @param {AbortSignal} watching.signal
   * @param {(votes: string) => Promise<boolean>} watching.onLook
   * @param {(counting: {done: number, share: number, amount: string}) => void} watching.onCounting
   */
  count(request, dimension, watching) {
    const planning = (/** @type {boolean} */ lone) => this.#plan(request, dimension, this.#fresh, lone);
    return this.#admission.count(planning, (planned) => this.#counted(planned, watching), watching.signal);
  }

  /** @param {import('./admission.js').Planned} planned @param {Parameters<Classifier['count']>[2]} watching */
  async #counted(planned, { signal, onLook, onCounting }) {
    const { opened, text, plan } = planned;
    this.alone = Boolean(opened.alone);
    signal.throwIfAborted();
    if (this.#count?.plan.sampling.seed !== plan.sampling.seed) {
      this.tally = new Tally(plan);
      this.#count = null;
      await this.#try(planned, signal);
      this.#count = new Count(this.#machine, opened, text, plan, { runtime: await this.#pool.named(), tested: this.test });
    }
    const count = /** @type {Count} */ (this.#count);
    const tally = /** @type {Tally} */ (this.tally);
    tally.start();
    const show = () => {
      onCounting({ done: tally.done, share: tally.done / plan.samples, amount: tally.words });
      this.#changed();
    };
    const onSamples = (/** @type {number} */ done) => {
      tally.add(count.classes, count.why, done);
      if (tally.isDue()) show();
    };
    try {
      return await count.run({ signal, onSamples, onLook: (text) => (tally.prove(text), onLook(text)) });
    } catch (error) {
      if (error instanceof BatchError) this.#count = null;
      throw error;
    } finally {
      if (tally.rate) this.pace = 1000 * this.lanes / tally.rate;
      show();
      tally.rest();
      this.#changed();
    }
  }

  /** Counts fresh votes at another cloud for the class that a count has named. @param {any} request whose prediction is votes with their evidence @param {Float64Array} points @param {number} dimension @param {AbortSignal} signal */
  measure(request, points, dimension, signal) {
    return this.#beside(measure(this.#machine, this.#planner, request, points, dimension, signal));
  }

  /**
   * Looks for a small perturbation that changes the class that a count has named.
   * @param {any} request whose prediction is votes with their evidence @param {Float64Array} points of the clean cloud @param {number} dimension
   * @param {Omit<Parameters<typeof attackOn>[5], 'pace'>} options
   */
  attack(request, points, dimension, options) {
    return this.#beside(attackOn(this.#machine, this.#planner, request, points, dimension, { pace: this.pace, ...options }));
  }

  /** Votes beside those of a count, which do not stand where these show that the model depends on its batches. @template T @param {Promise<T>} votes */
  async #beside(votes) {
    try {
      return await votes;
    } catch (error) {
      if (error instanceof BatchError) this.mind();
      throw error;
    }
  }

  /** Counts the votes of a request again, by the model that comes with the page. @param {any} request whose prediction has evidence @param {number} dimension @param {(samples: number) => void} onSamples @param {AbortSignal} signal */
  async recount(request, dimension, onSamples, signal) {
    const { model: { name, sha256 }, classifier, sampling, votes: { samples } } = request.prediction.evidence;
    await this.takeExample(exampleOf(name));
    if (!this.model) throw new ModelError(this.problem || `There is no ${name} here.`);
    if (this.model.sha256 !== sha256) throw new ModelError(`The ${name} here is another than the one that voted: its SHA-256 is ${this.model.sha256}.`);
    const { opened, text, plan } = await this.#plan({ ...request, prediction: { classifier, sampling } }, dimension);
    const blocks = Array.from({ length: Math.ceil((sampling.select + samples) / sampling.block) }, (_, i) => i);
    return recount(this.#machine, opened, { plan: text, evidence: JSON.stringify(request) }, plan, blocks, onSamples, signal);
  }

  /** @returns {import('./votes-at-clouds.js').Planner} */
  get #planner() {
    return (request, dimension) => this.#admission.admit((lone) => this.#plan(request, dimension, undefined, lone));
  }

  /** Tries a declared invariance. @param {import('./admission.js').Planned} planned @param {AbortSignal} signal */
  async #try(planned, signal) {
    this.test = null;
    if (planned.plan.classifier.how !== 'declared') return;
    this.#say({ text: 'Testing the declared invariance' });
    try {
      this.test = await testInvariance(this.#machine, planned, signal);
    } finally {
      this.#say(null);
    }
    refuseChanged(this.test);
  }
}
