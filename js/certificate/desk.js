/**
 * The room of the first view: clouds, prediction and invariance in, a verdict out. How it is shared, explored or
 * repeated over datasets is not here, nor the sentences that say what a certificate means (words).
 *
 * Between the views and the state of the verdict: says what is entered, has the work done that the state wants, and says when to draw
 * again. Views read it and draw on every 'change' event.
 */

import { encode } from '../form/address.js';
import { Entries } from '../form/entries.js';
import { CloudFiles } from '../clouds/cloud-files.js';
import { fileKey } from '../clouds/cloud-source.js';
import { KeptFiles } from '../storage/kept-files.js';
import { drawn, NAMES } from '../form/evidence.js';
import { toValues } from '../form/request.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { outputsIn } from '../documents/stated.js';
import { unprovedIn } from '../question/entered.js';
import { isSameModel } from '../question/question.js';
import { isAhead, ownOf } from '../question/said.js';
import { come, Runner, walk } from '../question/runner.js';
import { computedTo, follows, initialState, reduce, resultOf, wanted } from '../question/state.js';
import { votesTo } from '../question/voted.js';
import { digest } from '../parts/cite.js';
import { askOf, countAgain } from './asking.js';
import { Brush } from './brush.js';
import { LabelColours } from './label-colours.js';
import { Play } from './play.js';
import { PointColours } from './point-colours.js';
import { measured } from './measured.js';
import { missingCloud, receiveFile, receiveFiles } from './visitor-files.js';
import { Work } from './work.js';

/** @typedef {import('../documents/votes.js').Counted} Counted */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('../question/state.js').Event} QuestionEvent */
/** @typedef {import('../question/state.js').State} State */
/** @typedef {import('../question/given.js').Turn} Turn */

/**
 * The models of the page, as far as a verdict needs them. The page sets what it has.
 * @typedef {object} Voting
 * @property {boolean} able whether models can run here at all
 * @property {() => Promise<import('./work.js').Voter>} voter loads the counter of votes
 * @property {(file: string) => Promise<string>} exampleOf the example whose model has this file, '' where the page has none
 * @property {(request: any, files: File[] | null, onSamples: (samples: number) => void, signal: AbortSignal) => Promise<object>} recount counts stored
 *   votes again
 */

const unable = () => Promise.reject(new Error('This page cannot run models.'));

/**
 * Also dispatches 'outdate' and 'edit' as Entries does, 'invalid' when there is no verdict because of an entry, and 'held' in place of 'change' when only
 * the verdict follows a hand that holds the cloud.
 */
export class Desk extends EventTarget {
  /** A sentence about something that happened by itself. */
  notice = '';

  /** The state kept for comparison. @type {State | null} */
  compared = null;
  /** True if the visitor draws the clean cloud. */
  drawing = false;
  /** @type {Voting} */
  voting = { able: true, voter: unable, exampleOf: async () => '', recount: unable };
  /** @type {import('../question/state.js').State} */
  #state = initialState;
  /** The state whose work is begun. */
  #worked = initialState;
  /** The last result that was read, and what it is of. @type {{of: object, proved: object | null, result: import('../question/state.js').Result} | null} */
  #shown = null;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    const current = () => this.#state;
    this.entries = new Entries(CERTIFICATE_FORM, '', {
      get values() { return current().said.values; },
      get errors() { return current().errors; },
      set: (name, text) => this.say({ type: 'set', name, text }),
      excuse: (name) => this.say({ type: 'excuse', names: [name] }),
    });
    this.files = new CloudFiles(engine, this.entries, {
      get state() { return current(); }, send: (event) => this.send(event), give: (...given) => this.give(...given),
    });
    this.keptFiles = new KeptFiles();
    const work = new Work(this);
    /** @type {Runner<import('../question/state.js').Job>} */
    this.runner = new Runner((...job) => work.start(...job), (event) => this.send(event));
    this.play = new Play(this);
    this.brush = new Brush(this);
    this.labels = new LabelColours(this);
    this.colours = new PointColours(this);
    this.entries.addEventListener('outdate', () => this.#edited());
    this.entries.addEventListener('commit', (event) => this.#rest(/** @type {CustomEvent} */ (event).detail));
    this.entries.addEventListener('edit', () => this.dispatchEvent(new Event('edit')));
    for (const part of [this.entries, this.keptFiles]) part.addEventListener('change', () => this.changed());
    engine.addEventListener('load', () => this.changed());
    engine.addEventListener('restart', (event) => this.notify(/** @type {CustomEvent} */ (event).detail));
  }

  changed() {
    this.#work();
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  notify(sentence) {
    this.notice = sentence;
    this.changed();
  }

  /** Takes an event from which nothing follows before all that comes with it is there. @param {QuestionEvent} event */
  say(event) {
    this.#state = reduce(this.#state, event);
  }

  /** Lays down parts of a question, or takes them away. @param {Partial<import('../question/said.js').Laid>} part */
  put(part) {
    this.say({ type: 'put', part });
  }

  /** A visitor has finished an entry. @param {string} name */
  #rest(name) {
    this.say({ type: 'close', name });
    this.send({ type: 'rest', name });
  }

  /** Entries, and what is said of the clean cloud. */
  get said() {
    return this.#state.said;
  }

  /** The entries and the settings of what is said, as they belong to the clean cloud that is there. */
  get own() {
    return ownOf(this.said);
  }

  /** Says again what was said of the cloud before. */
  sayAgain() {
    const { before } = this.said;
    this.say({ type: 'again' });
    if (before) for (const name of ['given', ...NAMES]) this.entries.set(name, before[name]);
  }

  /** Has the work done that the state wants, once for each. */
  #work() {
    if (this.#worked === this.#state) return;
    this.#worked = this.#state;
    this.runner.follow(wanted(this.#state));
  }

  /** Takes an event. @param {QuestionEvent} event */
  send(event) {
    const before = this.#state, after = this.#state = reduce(before, event);
    if (after === before) return false;
    this.#work();
    this.#followFiles(before, after);
    if (event.type === 'brushed' || (event.type === 'read' && !after.ask)) this.#outdated();
    const isOther = before.said.values.perturbation !== after.said.values.perturbation;
    if (event.type === 'brushed' && isOther) this.dispatchEvent(new Event('edit'));
    // The picture draws a stroke itself, and what comes of it the views draw once it is there.
    if (event.type !== 'stroke' && (event.type !== 'rested' || after.strokes === after.brushes))
      this.dispatchEvent(new Event(event.type === 'brushed' && this.brush.holds && !isOther ? 'held' : 'change'));
    if (after.end !== before.end && (event.type === 'failed' || after.end?.errors)) this.dispatchEvent(new Event('invalid'));
    return true;
  }

  /**
   * Has the engine hold the clouds that are needed, and the entries follow where a cloud of which they were said does not come.
   * @param {import('../question/state.js').State} before @param {import('../question/state.js').State} after
   */
  #followFiles(before, after) {
    if (after.coming === before.coming && after.clouds === before.clouds) return;
    this.files.release();
    if (after.clouds !== before.clouds || !isAhead(before.said) || after.said.values === before.said.values) return;
    this.entries.outdate();
    this.entries.edited();
  }

  /**
   * Begins what takes a while: what is given later to the same place gives it up.
   * @template T @param {import('../question/given.js').Place} place @param {(...turn: Turn) => import('../question/runner.js').Steps<T>} task
   * @param {{by?: number, own?: boolean, file?: string}} [more] by: number of what it is a part of; own: whether it is a visitor's file;
   *   file: key of the cloud that is read
   * @returns {Promise<T | undefined>} what comes of it, undefined where it is given up
   */
  async give(place, task, more) {
    /** @type {Promise<T | undefined> | undefined} */
    let begun;
    this.send({ type: 'give', place, ...more, task: (/** @type {Turn} */ ...turn) => (begun = walk(task(...turn), turn[0])) });
    const { gives } = this.#state;
    await this.#once(() => !this.#state.coming.some(({ number }) => number === gives));
    return begun;
  }

  /** Something else is entered by the visitor. */
  #edited() {
    this.#outdated();
    this.send({ type: 'edit' });
  }

  #outdated() {
    this.labels.rest();
    this.dispatchEvent(new Event('outdate'));
  }

  /** Takes the verdict away, and gives up what is on its way. */
  outdate() {
    this.send({ type: 'clear' });
    this.#outdated();
  }

  /** The state, with its work begun. */
  get state() {
    this.#work();
    return this.#state;
  }

  /** The certificate of what is entered, or how far it is. */
  get result() {
    const { state, brush: { proved } } = this;
    if (this.#shown?.of !== state || this.#shown.proved !== proved)
      this.#shown = { of: state, proved, result: resultOf(proved?.text === state.answer?.text ? { ...state, answer: proved } : state) };
    return /** @type {{result: import('../question/state.js').Result}} */ (this.#shown).result;
  }

  /** Points of the clouds as computed with, where those are not the files': attacked, sampled, normalised. */
  get computed() {
    return computedTo(this.state);
  }

  /** Tells lengths. @returns {import('../words/lengths.js').Measure} */
  get measure() {
    return measured(this);
  }

  /** True if what is known of the entries at once is still being found out. */
  get follows() {
    return follows(this.state);
  }

  /** Reports whether something that was given is on its way, or what is known at once of what is entered. */
  get isComing() {
    return this.state.coming.length > 0 || this.follows;
  }

  /** Reasons why the entries have no verdict, by control. */
  get reasons() {
    return this.state.reasons ?? {};
  }

  /** Once what is known of the entries at once is shown. */
  settled() {
    return this.#once(() => !this.follows);
  }

  /** @param {() => boolean} isSo */
  async #once(isSo) {
    while (!isSo()) await new Promise((resolve) => this.addEventListener('change', resolve, { once: true }));
  }

  /**
   * Replaces everything that is entered, as an example does.
   * @param {import('../form/address.js').Values} values
   * @param {import('../clouds/cloud-files.js').Given & {values?: import('../form/address.js').Values, built?: import('./example-files.js').Built
   *   | null}} [files]
   *   instead of those that are open; of an example also its own entries, and what the build computed of them
   * @param {Counted | null} [counted] how the votes among them were counted for the clean cloud
   * @param {{origin?: import('../question/said.js').Origin, expected?: string, settings?: import('../form/reader.js').Values, drawn?: boolean,
   *   by?: number, after?: number}} [said] whose votes and settings these are, the name of the clean cloud's file where that is still to come,
   *   and whether the drawing pad stays; by: the number of the gift that this is part of; after: that of the gift since which entries stay
   * @returns {Promise<boolean>} whether nothing took the place of the files before they were there
   */
  async fill(values, files, counted = null, { drawn = false, ...said } = {}) {
    this.drawing = drawn;
    this.say({ type: 'fill', values, ...said });
    this.notice = '';
    const opened = this.files.replace(files, said.by);
    this.put({ counted: counted && { ...counted, cloud: files ? fileKey(files.clean) : this.files.clouds.clean?.file ?? '' }, sets: null });
    this.#edited();
    const built = files?.built && files.values && encode(files.values) === encode(this.entries.values) ? files.built : null;
    this.send({ type: 'build', built });
    return opened;
  }

  /** Compares the entered settings with those of the evidence, null if they agree. */
  get unproved() {
    return unprovedIn(this.state);
  }

  /** Takes the entered evidence as the visitor's own for the entered settings. */
  async claim() {
    const { outputs } = this.said;
    this.put({ counted: null, outputs: outputs && { ...outputs, evidence: undefined } });
    this.say({ type: 'pin' });
    this.entries.edited();
    await this.certify();
  }

  /** Has a model count votes with the entered settings. */
  countAgain() {
    return countAgain(this);
  }

  /** Labels the button that asks for more, '' if nothing more can be computed. */
  get ask() {
    return askOf(this);
  }

  /** Shows what is known at once, and asks for more where that does not decide. */
  async answer() {
    const { given, permutation, perturbation } = this.entries.values;
    if (given === 'model' || (permutation === 'true' && perturbation !== 'none')) return this.certify();
    this.send({ type: 'hope' });
    await this.#once(() => !this.#state.hopes && this.#state.ask === null);
  }

  /** The stored votes or outputs that the verdict rests on, null where it rests on others. */
  get stored() {
    return this.state.entered.stored;
  }

  /** Lays out the pad, whose model comes while the first stroke is drawn, or puts it away. @param {boolean} drawing */
  draw(drawing) {
    if (drawing) return void this.fill(drawn(), {}, null, { drawn: true }).then(() => this.entries.edited());
    this.drawing = false;
    this.changed();
  }

  /** The votes of the model that is open, as counted for what is entered; null where they are not. */
  get votes() {
    return votesTo(this.state);
  }

  /**
   * The numbers or labels that belong to what is entered, of a document or of a model; null for a class.
   * @returns {import('../documents/stated.js').Outputs | null}
   */
  get outputs() {
    const { entries: { values: { given } }, votes } = this;
    return given === 'model' ? (votes && outputsIn(votes) ? votes : null) : given === 'outputs' ? this.said.outputs : null;
  }

  /** Keeps a state beside those that come, or none any more. @param {State | null} state */
  compare(state) {
    this.compared = state;
    this.changed();
  }

  /** Reports whether the entries, the clouds and the model are those of a state. @param {State} state */
  isAt({ said, clouds, model }) {
    const { values } = ownOf(said), { opens, open } = this.state.model;
    if (values.given === 'model' && (opens || !isSameModel(open, model.open))) return false;
    return encode(values) === encode(this.own.values) && (values.example !== '' || this.files.has(/** @type {CloudFiles['clouds']} */ (clouds)));
  }

  /** Goes back to a state. @param {State} of */
  async resume(of) {
    const opened = this.files.reopen(/** @type {CloudFiles['clouds']} */ (of.clouds));
    [this.drawing, this.notice] = [false, ''];
    this.send({ type: 'resume', of });
    this.brush.resume(this.said.brushed);
    this.#outdated();
    await Promise.all(opened.map(([handle, cloud]) => this.give(handle, () => come(cloud))));
    this.changed();
  }

  /**
   * Takes what a visitor gives: a point cloud, or a document that the page or the command line has written.
   * @param {File} file @param {import('../clouds/cloud-files.js').Handle} [handle] for a cloud; none for the first that is missing
   */
  receiveFile(file, handle = missingCloud(this)) {
    return receiveFile(this, handle, file);
  }

  /** Takes files that came together. @param {File[]} files */
  receiveFiles(files) {
    return receiveFiles(this, files);
  }

  /**
   * Computes a certificate for what is entered.
   * @param {import('../question/state.js').Extent} [extent] of the votes, where a model is to give them
   */
  async certify(extent = 'decided') {
    this.notice = '';
    this.put({ exact: null });
    this.#outdated();
    await this.#ask(extent);
  }

  /** @param {import('../question/state.js').Extent} extent @param {import('./visitor-files.js').CertificateFile | null} [file] that asks it */
  async #ask(extent, file = null) {
    this.send({ type: 'ask', extent, file });
    const { asks } = this.#state;
    await this.#once(() => this.#state.ask === null || this.#state.asks > asks);
  }

  cancel() {
    this.send({ type: 'cancel' });
  }

  /** Computes a request in gram form that came by a link. @param {CertificateRequest} request */
  async compute(request) {
    this.say({ type: 'fill', values: toValues(request) });
    void this.files.replace({ outputs: outputsIn(request.prediction) });
    this.put({ counted: null, gram: request.gram ?? null, sets: request.sets ?? null });
    await this.run(request);
  }

  /** Computes a request as it is. @param {CertificateRequest} request @param {import('./visitor-files.js').CertificateFile} [file] that has it */
  async run(request, file) {
    this.put({ exact: null });
    this.put({ exact: { text: this.state.entered.question.text, request } });
    await this.#ask('decided', file);
    await this.#once(() => !wanted(this.#state).some(({ kind }) => kind === 'verify'));
  }

  /**
   * Has something made of the verdict, before what is computed unasked; of that verdict, or none: a cloud that came meanwhile has none yet.
   * @template T @param {(request: CertificateRequest, certificate: import('../documents/documents.js').CertificateText) => Promise<T>} make
   * @param {(made: T) => Promise<string | undefined>} [stamp] the digest of the certificate's file
   */
  async #made(make, stamp = async () => undefined) {
    /** @type {{made?: T, error?: unknown} | undefined} */
    let found;
    /** @type {import('../question/state.js').Task} */
    const task = async ({ request, certificate }, tell) => {
      const end = await make(request, certificate).then(async (made) => ({ made, digest: await stamp(made) }), (error) => ({ error, digest: undefined }));
      if (tell({ type: 'saved', last: true, digest: end.digest })) found = end;
    };
    if (!this.send({ type: 'save', task })) throw new Error('There is no certificate yet.');
    const { saved } = this.#state;
    await this.#once(() => !wanted(this.#state).some(({ key }) => key === `save ${saved}`));
    if (!found) throw new Error('The verdict has changed meanwhile. Try again.');
    if (found.error) throw found.error;
    return /** @type {T} */ (found.made);
  }

  documents = {
    /** @returns {Promise<Uint8Array>} the certificate document, the same bytes that the command line prints */
    certificate: () => this.#made((request, certificate) => this.engine.document(request, certificate),
      // A page by plain http has none.
      (bytes) => digest(new Blob([/** @type {BlobPart} */ (bytes)])).catch(() => undefined)),
    /** @returns {Promise<[text: string, key: string]>} the request in gram form, without the clouds, and its key */
    gram: () => this.#made((request) => this.engine.gram(request)),
  };
}
