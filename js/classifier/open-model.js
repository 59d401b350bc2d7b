/** The model that is open on the page: its files, what is known of it, and the workers that run it. */

import { InferencePool } from '../workers/inference-pool.js';
import { Latest } from '../question/latest.js';
import { digest } from '../parts/cite.js';
import { place, sentence } from '../words/error-sentence.js';
import { Admission } from './admission.js';
import { channelsOf } from './attribute-rows.js';
import { answerOf, Batches } from './rows.js';
import { EXAMPLES, fetchCard, fetchExample, nameOf, namesUnused, sortFiles } from './model-files.js';
import { readGraph } from './onnx.js';
import { describe, ModelError, NumberError, readModel, refuseModel, refuseStart, settled } from './model-use.js';
import { isNumeric } from './outputs.js';
import { digestOf, needless, weightsOf } from './weights.js';

/**
 * @import {Dropped} from './model-files.js'
 * @import {Choice, Model} from './model-use.js'
 * @import {Channel} from './attribute-rows.js'
 * @import {Answer, Wanted} from './outputs.js'
 *
 * @typedef {object} Chosen a model as it was chosen: an example by its id, or files
 * @property {string} example
 * @property {Dropped[]} files
 * @property {Choice} choice
 * @property {string[]} classes
 * @property {boolean} [minds] whether a count has shown that all rows are to be answered alone
 *
 * @typedef {{text: string, share?: number}} Busy current work: a sentence, and the share done if that is known
 * @typedef {(part: {busy?: Busy}) => boolean} Tell
 * @typedef {Partial<Omit<Chosen, 'files'>> & {name?: string}} Origin of a model: an example, or what a refusal
 *   calls the files; and how it was settled before
 */

/** Workers that run a model: each holds it whole. */
const mostLanes = 4;

/** Views draw again on every 'change' event. */
export class OpenModel extends EventTarget {
  /** @type {Model | null} */
  model = null;
  /** @type {Choice} */
  choice = {};
  /** The kinds of answers that are counted here. @type {Wanted} */
  returns = 'any';
  /** The answer for a cloud, null before it is known. @type {Answer | null} */
  answer = null;
  /**
   * Questions that a trial has left open: which axis of the labels counts the points, or which of so many numbers counts.
   * @type {{order?: boolean, numbers?: number}}
   */
  unsettled = {};
  /** Names of the classes, as the visitor wants them. @type {string[]} */
  classes = [];
  /** Notes about class names and files that the model does not use. */
  unused = '';
  /** Training of the open example. @type {import('./model-files.js').Card | null} */
  card = null;
  /** The id of the example that is open, '' for the visitor's own. */
  example = '';

  /** Layout and checks of the model, as far as they are known. */
  admission;
  /** Workers that run the model. */
  lanes;
  #batches = new Batches();
  /** SHA-256 of the model that the workers run, '' for none. */
  #running = '';
  /** The model that was chosen last: the one before stays until it is there. @type {Latest<{busy: Busy, name: string}>} */
  #coming = new Latest((type) => type === 'ask' || this.changed());

  /** @param {import('../certifier/engine.js').Engine} engine @param {(sentence: string) => void} tell @param {InferencePool} [pool] workers that run models */
  constructor(engine, tell, pool = new InferencePool(document.baseURI, tell)) {
    super();
    this.engine = engine;
    this.pool = pool;
    this.lanes = Math.max(1, Math.min(mostLanes, globalThis.navigator?.hardwareConcurrency || 1));
    this.admission = new Admission(this.machine);
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Reports whether a model is on its way. */
  get opens() {
    return this.#coming.works;
  }

  /** @returns {Busy | null} */
  get busy() {
    return this.opens ? this.#coming.known.busy ?? null : null;
  }

  /** Explains why the files dropped last are not a model. */
  get problem() {
    const { error, known: { name } } = this.#coming;
    return !error ? '' : name ? place(error, name) : sentence(error);
  }

  /** Takes the files of a model. What was there stays where they are none. @param {File[]} files */
  take(files) {
    const read = async () => sortFiles(await Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))));
    return this.#begin(read, { name: nameOf(files) });
  }

  /** Takes a model that comes with the page. @param {string} id @param {Origin} [settled] */
  async takeExample(id, settled) {
    const example = EXAMPLES.find((one) => one.id === id);
    if (example) await this.#begin(async () => sortFiles(await fetchExample(example)), { choice: example.choice, ...settled, example: id });
  }

  /** The model that is open, as it was chosen. @returns {Chosen} */
  get chosen() {
    const { model, example, choice, classes, minds } = this;
    if (!model || example) return { example, files: [], choice, classes, minds };
    const { file, beside, named } = model;
    const names = named ? [{ name: 'classes.json', bytes: new TextEncoder().encode(JSON.stringify(named)) }] : [];
    return { example, files: [file, ...beside, ...names], choice, classes, minds };
  }

  /** Names the model that is open, with all that its votes depend on; null if none is. */
  get identity() {
    const { model, choice, minds } = this;
    return model && { name: model.file.name, sha256: model.sha256, settled: JSON.stringify(choice), alone: minds };
  }

  /** Opens a model again as it was chosen. @param {Omit<Chosen, 'files'> & {files: Dropped[] | Promise<Dropped[]>}} chosen */
  async reopen({ example, files, ...settled }) {
    if (example) await this.takeExample(example, settled);
    else await this.#begin(async () => sortFiles(await files), settled);
    if (this.problem) throw new ModelError(this.problem, 'prediction.model');
  }

  /** Reports whether a count has shown that all rows are to be answered alone. */
  get minds() {
    return this.admission.minds;
  }

  /** Has all rows answered alone from now on. */
  mind() {
    this.admission.minds = true;
    this.model = this.model && { ...this.model };
    this.changed();
  }

  /** Waits for the model on its way. */
  settled() {
    return this.#coming.settled();
  }

  /** @param {() => Promise<import('./model-files.js').ModelFiles>} read @param {Origin} origin */
  #begin(read, origin) {
    this.#coming.ask((_, tell) => this.#open(read, origin, tell), { busy: { text: 'Reading the model' }, name: origin.name });
    this.changed();
    return this.settled();
  }

  /** @param {() => Promise<import('./model-files.js').ModelFiles>} read @param {Origin} origin @param {Tell} tell */
  async #open(read, { example = '', choice = {}, classes: names = [], minds = false }, tell) {
    const [{ model: file, beside, classes }, card] = await Promise.all([read(), example ? fetchCard(example) : null, example && this.#load(tell)]);
    const graph = readGraph(file.bytes);
    refuseModel(graph, classes, null, this.returns);
    const weights = weightsOf(graph.external, beside);
    const sha256 = await digestOf(file.bytes, weights, (bytes) => digest(new Blob([/** @type {BlobPart} */ (bytes)])));
    await this.#run(sha256, file, weights, tell).catch((error) => refuseStart(graph, error));
    if (!tell({})) return;
    this.#batches = new Batches();
    this.model = { file, beside, named: classes, graph, sha256 };
    Object.assign(this, { example, card, choice, unsettled: {} });
    this.forgetVotes();
    this.classes = names;
    this.admission.minds = minds;
  }

  /** @param {Tell} tell */
  #load(tell) {
    return this.pool.load((share) => void tell({ busy: { text: 'Loading the runtime', share } }));
  }

  /**
   * Starts the workers with a model; where it does not run, those of the model before are started again.
   * @param {string} sha256 @param {Dropped} file @param {Dropped[]} weights @param {Tell} tell
   */
  async #run(sha256, file, weights, tell) {
    await this.#load(tell);
    if (!tell({ busy: { text: 'Starting the model' } })) return;
    try {
      await this.#start(sha256, file, weights);
    } catch (error) {
      const { model } = this;
      if (model && tell({})) await this.#start(model.sha256, model.file, weightsOf(model.graph.external, model.beside));
      throw error;
    }
  }

  /** @param {string} sha256 @param {Dropped} file @param {Dropped[]} weights */
  #start(sha256, file, weights) {
    this.#running = sha256;
    return this.pool.open(file.bytes, weights, this.lanes);
  }

  /** Forgets what was found out about the model before. */
  forgetVotes() {
    this.admission = new Admission(this.machine);
    this.answer = null;
    this.classes = [];
    this.unused = '';
  }

  /** Takes the model away. */
  remove() {
    this.#coming.ask(null);
    this.pool.close();
    this.#running = '';
    Object.assign(this, { model: null, card: null, example: '' });
    this.forgetVotes();
    this.changed();
  }

  /** Settles what the graph leaves open. @param {Choice} choice */
  choose(choice) {
    const another = choice.output !== undefined && choice.output !== this.choice.output;
    if (another) this.unsettled = {};
    this.choice = { ...this.choice, ...(another && { returns: undefined, number: undefined, clip: undefined }), ...choice };
    this.forgetVotes();
    this.changed();
  }

  /** @param {string[]} names one for each class */
  nameClasses(names) {
    this.classes = names;
    this.changed();
  }

  /**
   * Reads how the model takes clouds with this many coordinates, given the visitor's choices.
   * @param {number} dimension @param {Channel[]} [attributes] that it sees
   */
  read(dimension, attributes = []) {
    return readModel(this.model, this.choice, dimension, channelsOf(attributes), this.choice.returns ?? this.returns);
  }

  /** The model for clouds of so many coordinates, as documents describe it. @param {number} dimension @param {Channel[]} [attributes] that it sees */
  async described(dimension, attributes = []) {
    const { sha256, settled: said } = this.identity ?? {};
    const read = this.read(dimension, attributes);
    const open = settled(read, this.choice);
    const { named, beside, graph: { metadata, external } } = /** @type {Model} */ (this.model);
    const { returns = this.returns, number, clip } = this.choice;
    const answer = await answerOf(this.machine, read.reading, open, dimension, named, { returns, number, clip }).catch((error) => this.#leave(error));
    if (sha256 !== this.identity?.sha256 || said !== this.identity?.settled) throw new DOMException('Another model was chosen.', 'AbortError');
    const described = describe(/** @type {Model} */ (this.model), read.reading, open, answer, this.classes);
    this.#settle(answer);
    this.classes = described.model.classes ?? [];
    this.unused = [isNumeric(answer.returns) ? '' : namesUnused(named, metadata, answer.width), needless(external, beside)].filter(Boolean).join(' ');
    if (attributes.length) Object.assign(described.model, { attributes });
    return described;
  }

  /** Keeps what an answer tells of the model. @param {Answer} answer */
  #settle(answer) {
    const known = this.answer?.returns === answer.returns;
    this.answer = answer;
    if (answer.number !== undefined) this.unsettled = { numbers: answer.width };
    if (!known) this.changed();
  }

  /** Asks what a trial has left open. @param {Error & {field?: string}} error @returns {never} */
  #leave(error) {
    const open = error instanceof NumberError ? { numbers: error.numbers } : error.field === 'prediction.model.returns' ? { order: true } : {};
    if (JSON.stringify(open) !== JSON.stringify(this.unsettled)) {
      this.unsettled = open;
      this.changed();
    }
    throw error;
  }

  /** Computes with the model that is open, and with no other one that takes its place. @returns {import('./counter.js').Machine} */
  get machine() {
    const { sha256 = '' } = this.model ?? {};
    /** @type {InferencePool['logits']} */
    const logits = async (...args) => {
      if (sha256 !== this.#running) throw new DOMException('Another model was chosen.', 'AbortError');
      return this.pool.logits(...args);
    };
    return { counting: this.engine.counting, logits, ready: (lane) => this.pool.ready(lane), lanes: this.lanes, batches: this.#batches };
  }
}
