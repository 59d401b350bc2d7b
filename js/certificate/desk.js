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
import { toRequest, toValues } from '../form/request.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { outputsIn, withCounted } from '../documents/stated.js';
import { evidenceOf, isEntered } from '../documents/votes.js';
import { expected, isReading } from '../question/given.js';
import { isOfCloud, questionOf } from '../question/question.js';
import { Runner } from '../question/runner.js';
import { answerTo, builtTo, castTo, computedTo, fileOf, follows, initialState, reduce, resultOf, wanted } from '../question/state.js';
import { digest } from '../parts/cite.js';
import { askOf, countAgain } from './asking.js';
import { Brush } from './brush.js';
import { LabelColours } from './label-colours.js';
import { Play } from './play.js';
import { PointColours } from './point-colours.js';
import { missingCloud, receiveFile, receiveFiles } from './visitor-files.js';
import { unproved } from './unproved.js';
import { asked, Work } from './work.js';

/** @typedef {import('../documents/votes.js').Counted} Counted */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('../question/question.js').Model} Model */
/** @typedef {import('../question/state.js').Event} QuestionEvent */
/** @typedef {ReturnType<Desk['moment']>} Moment */

/** The models of the page, as far as a verdict needs them. The page sets what it has. */
class Voting {
  /** Loads the counter of votes. @type {() => Promise<import('./work.js').Voter>} */
  voter = () => Promise.reject(new Error('This page cannot run models.'));
  /** The model that is open, null if none is. @type {() => Model | null} */
  openModel = () => null;
  /** Reports whether another model is on its way. @type {() => boolean} */
  opens = () => false;
  /** True if models can run here at all. */
  able = true;
  /** The example whose model has this file, '' where the page has none. @type {(file: string) => Promise<string>} */
  exampleOf = async () => '';
  /** The files of a model that is to count stored votes again, until the count begins. @type {{stored: object, files: File[]} | null} */
  second = null;
}

/** Also dispatches 'outdate' and 'edit' as Entries does, and 'invalid' when there is no verdict because of an entry. */
export class Desk extends EventTarget {
  /** A sentence about something that happened by itself. */
  notice = '';

  /** The state kept for comparison. @type {Moment | null} */
  compared = null;
  /** Votes as they were counted, for as long as the entries say the same. @type {Counted | null} */
  counted = null;
  /** True if the visitor draws the clean cloud. */
  drawing = false;
  voting = new Voting();
  /** @type {import('../question/state.js').State} */
  #state = initialState;
  /**
   * A request from a document, which is asked unchanged, and the text of the question that the form would ask.
   * @type {{text: string, request: CertificateRequest} | null}
   */
  #exact = null;
  /**
   * The last question, what it was made of, and what is wrong with it.
   * @type {{of: unknown[], question: import('../question/question.js').Question, errors: Record<string, string>} | null}
   */
  #made = null;
  /** Reports whether the evidence belonged to the settings, and what was compared. @type {{of: unknown[], unproved: boolean} | null} */
  #compared = null;
  /** The last result that was read, and the state that it is of. @type {{of: object, result: import('../question/state.js').Result} | null} */
  #shown = null;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.entries = new Entries(CERTIFICATE_FORM);
    const current = () => this.#state;
    this.files = new CloudFiles(engine, this.entries, {
      get state() { return current(); }, send: (event) => this.send(event), give: (...given) => this.give(...given),
    });
    this.keptFiles = new KeptFiles();
    const work = new Work(this);
    this.runner = new Runner((...job) => work.start(...job), (event) => this.send(event));
    this.play = new Play(this);
    this.brush = new Brush(this);
    this.labels = new LabelColours(this);
    this.colours = new PointColours(this);
    this.entries.addEventListener('outdate', () => this.#edited());
    this.entries.addEventListener('commit', (event) => this.send({ type: 'rest', name: /** @type {CustomEvent} */ (event).detail }));
    this.entries.addEventListener('edit', () => this.dispatchEvent(new Event('edit')));
    for (const part of [this.entries, this.keptFiles]) part.addEventListener('change', () => this.changed());
    engine.addEventListener('load', () => this.changed());
    engine.addEventListener('restart', (event) => this.notify(/** @type {CustomEvent} */ (event).detail));
  }

  changed() {
    if (!this.#enter()) this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  notify(sentence) {
    this.notice = sentence;
    this.changed();
  }

  /** Takes an event. @param {QuestionEvent} event */
  send(event) {
    const before = this.#state, after = this.#state = reduce(before, event);
    if (after === before) return false;
    if (after.end !== before.end && after.end?.errors) this.entries.errors = after.end.errors;
    const { left, reasons } = after;
    if (reasons?.[left]) this.entries.errors = { ...this.entries.errors, [left]: reasons[left] };
    this.runner.follow(wanted(after));
    this.#followFiles(before, after);
    if (event.type === 'read' && !after.ask) this.#outdated();
    this.dispatchEvent(new Event('change'));
    if (after.end !== before.end && (event.type === 'failed' || after.end?.errors)) this.dispatchEvent(new Event('invalid'));
    return true;
  }

  /**
   * Has the engine hold the clouds that are needed, and what is entered be said of the cloud that comes.
   * @param {import('../question/state.js').State} before @param {import('../question/state.js').State} after
   */
  #followFiles(before, after) {
    if (after.coming === before.coming && after.clouds === before.clouds) return;
    this.files.release();
    const { evidence } = this.files, next = expected(after);
    if (next !== expected(before)) evidence[next ? 'expect' : 'giveUp']();
  }

  /**
   * Begins what takes a while: what is given later to the same place gives it up.
   * @param {import('../question/given.js').Place} place @param {import('../question/given.js').Task} task
   * @param {{by?: number, own?: boolean, file?: string}} [more] by: number of what it is a part of; own: whether it is a visitor's file;
   *   file: key of the cloud that is read
   */
  async give(place, task, more) {
    /** @type {Promise<void> | undefined} */
    let begun;
    this.send({ type: 'give', place, ...more, task: (/** @type {Parameters<typeof task>} */ ...job) => (begun = task(...job)) });
    const { gives } = this.#state;
    await this.#once(() => !this.#state.coming.some(({ number }) => number === gives));
    await begun;
  }

  /**
   * Tells the state what is entered, where it does not know.
   * @param {boolean} [edited] whether the visitor has changed it @returns {boolean} whether the state has changed
   */
  #enter(edited = false) {
    const entered = this.#entered(), before = this.#state.entered;
    const known = before?.question === entered.question && JSON.stringify({ ...before, question: 0 }) === JSON.stringify({ ...entered, question: 0 });
    return (!known || edited) && this.send({ type: 'enter', entered, edited });
  }

  /** @returns {import('../question/state.js').Entered} */
  #entered() {
    const { entries: { values }, files } = this, made = this.#question(), { question, errors } = made, exact = question.request === this.#exact?.request;
    const votes = values.given === 'model' && !exact;
    return {
      question, votes,
      faults: exact ? {} : { ...errors, ...files.faults(values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean']) },
      unproved: !exact && this.#isUnproved(made),
      searches: !exact && values.permutation === 'true' && values.perturbation !== 'none',
      opening: votes && this.voting.opens(),
    };
  }

  /** Reports whether the evidence belongs to other settings, as unproved does. @param {unknown} made the question and its parts */
  #isUnproved(made) {
    const of = [made, this.files.evidence.settings, this.countedWith];
    if (!this.#compared?.of.every((part, i) => part === of[i])) this.#compared = { of, unproved: this.unproved !== null };
    return /** @type {{unproved: boolean}} */ (this.#compared).unproved;
  }

  /** The question that is entered, the same as long as it is made of the same. */
  #question() {
    const { entries: { values }, files, files: { clouds, brushed, outputs, gram } } = this;
    const model = values.given === 'model' ? this.voting.openModel() : null;
    const of = [values, clouds, brushed, outputs, gram, this.counted, this.#exact, model?.sha256, model?.settled, model?.alone];
    if (this.#made?.of.every((part, i) => part === of[i])) return this.#made;
    const { question: form, errors } = this.#form(values, files.given, model);
    const question = this.#exact?.text === form.text ? questionOf(this.#exact.request, clouds) : form;
    return this.#made = { of, question: question.text === this.#made?.question.text ? this.#made.question : question, errors };
  }

  /**
   * The question that entries make, and what is wrong with them.
   * @param {import('../form/address.js').Values} values @param {CloudFiles['given']} given @param {Model | null} model that is to vote
   */
  #form(values, given, model) {
    const { request, errors } = toRequest(values, given, this.files.gram);
    return { question: questionOf({ ...request, prediction: { ...request.prediction, ...this.evidence } }, this.files.clouds, model), errors };
  }

  /**
   * The question with what the brush has left of the clean cloud, and all of its request; null where it is not complete, or unproved.
   * @param {import('./brush.js').Brushed | null} brushed @param {string} perturbation that is entered with it
   */
  brushedQuestion(brushed, perturbation) {
    const { entries: { values }, files, votes } = this, counts = values.given === 'model';
    const { question, errors } = this.#form({ ...values, perturbation }, { ...files.given, brushed }, counts ? this.voting.openModel() : null);
    if (Object.keys(errors).length > 0 || files.evidence.isAhead || (counts ? !votes : this.unproved)) return null;
    return { question, request: votes && counts ? withCounted(question.request, votes) : question.request };
  }

  /** Something else is entered by the visitor. */
  #edited() {
    this.#outdated();
    this.#enter(true);
  }

  #outdated() {
    this.labels.rest();
    this.dispatchEvent(new Event('outdate'));
  }

  /** Takes the verdict away. */
  outdate() {
    this.send({ type: 'clear' });
    this.#outdated();
  }

  /** The state, up to date with the entries. */
  get state() {
    this.#enter();
    return this.#state;
  }

  /** The certificate of what is entered, or how far it is. */
  get result() {
    const { state } = this;
    if (this.#shown?.of !== state) this.#shown = { of: state, result: resultOf(state) };
    return /** @type {{result: import('../question/state.js').Result}} */ (this.#shown).result;
  }

  /** Points of the clouds as computed with, where those are not the files': attacked, sampled, normalised. */
  get computed() {
    return computedTo(this.state);
  }

  /** A certificate in a visitor's file, while it is what is shown. @returns {import('./visitor-files.js').CertificateFile | null} */
  get certificateFile() {
    return fileOf(this.state);
  }

  /** True if what is known of the entries at once is still being found out. */
  get follows() {
    return follows(this.state);
  }

  /** Reasons why the entries have no verdict, by control. */
  get reasons() {
    return this.state.reasons ?? {};
  }

  /** The built result for the entries, null unless they are those of an example. */
  get built() {
    return builtTo(this.state);
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
   * @param {Parameters<import('../form/evidence.js').Evidence['begin']>[0] & {drawn?: boolean, by?: number}} [said] whose votes and
   *   settings these are, whether the drawing pad stays, and the number of what was given, of which this is a part
   */
  async fill(values, files, counted = null, { drawn = false, by, ...said } = {}) {
    this.drawing = drawn;
    this.entries.replace(values);
    this.files.evidence.begin(said);
    this.notice = '';
    const opened = this.files.replace(files, by);
    this.counted = counted && { ...counted, cloud: files ? fileKey(files.clean) : this.#cloud };
    this.#edited();
    const built = files?.built && files.values && encode(files.values) === encode(values) ? files.built : null;
    this.send({ type: 'build', built });
    await opened;
  }

  get #cloud() {
    return this.files.clouds.clean?.file ?? '';
  }

  /** The evidence of the entered votes, {} if they are only entered. @returns {{looks?: number, evidence?: any}} */
  get evidence() {
    const { entries: { values }, files: { clouds } } = this;
    return values.given === 'votes' ? evidenceOf(this.counted, toRequest(values, clouds).request, this.#cloud) : {};
  }

  /** Reports whether the votes that are entered were counted, and are not only entered. */
  get isCounted() {
    const { entries: { values }, files: { clouds } } = this;
    return values.given === 'model' || isEntered(this.counted, toRequest(values, clouds).request, this.#cloud);
  }

  /** Compares the entered settings with those of the evidence, null if they agree. */
  get unproved() {
    return unproved(this);
  }

  /** Takes the entered evidence as the visitor's own for the entered settings. */
  async claim() {
    this.counted = null;
    const { outputs } = this.files;
    if (outputs) this.files.outputs = { ...outputs, evidence: undefined };
    this.files.evidence.pin();
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
    this.#enter();
    this.send({ type: 'hope' });
    await this.#once(() => !this.#state.hopes && this.#state.ask === null);
  }

  /** The stored votes or outputs that the verdict rests on, null where it rests on others. */
  get stored() {
    const { outputs } = this.files;
    return (this.entries.values.given === 'outputs' ? outputs?.evidence : this.counted?.cloud && this.evidence.evidence) ?? null;
  }

  /**
   * Lays down what the brush has left of the clean cloud, with what is known of it at once.
   * @param {import('./brush.js').Brushed | null} brushed
   * @param {string} perturbation that is entered with it
   * @param {(Pick<import('../question/state.js').Answer, 'text' | 'request' | 'certificate'> & {complete: boolean}) | null} known
   */
  retouch(brushed, perturbation, known) {
    const { entries, files } = this;
    const other = entries.values.perturbation !== perturbation;
    files.brushed = brushed;
    entries.adapt({ perturbation });
    this.#edited();
    if (known) this.send({ type: 'lay', answer: { ...known, done: known.complete } });
    if (other) entries.edited();
  }

  /** Lays out the pad, or puts it away. @param {boolean} drawing */
  draw(drawing) {
    this.drawing = drawing;
    this.changed();
  }

  /** The votes of the model that is open, as counted for what is entered; null where they are not. */
  get votes() {
    const { state } = this, cast = castTo(state);
    return cast && this.entries.values.given === 'model' ? asked(cast.prediction, /** @type {any} */ (state.entered).question.request) : null;
  }

  /** The settings of votes that the model cast on this cloud, null where it cast none. */
  get countedWith() {
    const { cast } = this.#state, model = this.voting.openModel();
    return cast && model && isOfCloud(cast, { cloud: this.#cloud, model }) ? cast.settings : null;
  }

  /**
   * The numbers or labels that belong to what is entered, of a document or of a model; null for a class.
   * @returns {import('../documents/stated.js').Outputs | null}
   */
  get outputs() {
    const { entries: { values: { given } }, votes } = this;
    return given === 'model' ? (votes?.values || votes?.labels ? votes : null) : given === 'outputs' ? this.files.outputs : null;
  }

  /** Records all that lies on the desk, for resume. */
  moment() {
    const { counted, state, result, brush: { pointStates }, files: { clouds, evidence, gram, outputs } } = this;
    return { ...evidence.own, clouds, origin: evidence.origin, gram, outputs, counted, pointStates, state, result, exact: this.#exact };
  }

  /** Keeps what lies on the desk beside what will, or nothing any more. @param {Moment | null} moment */
  compare(moment) {
    this.compared = moment;
    this.changed();
  }

  /** Reports whether the entries and the clouds are those of a moment. @param {Moment} moment */
  isAt({ values, clouds }) {
    return encode(values) === encode(this.files.evidence.own.values) && (values.example !== '' || this.files.has(clouds));
  }

  /** Puts on the desk what lay there at a moment. @param {Moment} moment */
  async resume({ values, clouds, settings, origin, gram, outputs, counted, pointStates, state, exact }) {
    // Another cloud on its way is given up.
    const files = this.files.has(clouds) && !isReading(this.#state) ? undefined : { clean: clouds.clean?.source, perturbed: clouds.perturbed?.source };
    const filled = this.fill(values, files, null, { origin, settings });
    this.counted = counted;
    this.files.outputs = outputs;
    this.files.gram = gram;
    this.#exact = exact;
    this.#enter();
    // It is shown where it belongs to what is entered; work that was not finished begins again, but for votes.
    this.send({ type: 'resume', of: state });
    await this.give('all', async (signal) => {
      await filled;
      // Points that a brush has left keep their attributes.
      await this.files.clouds.clean?.attributes.ready();
      if (!signal.aborted) this.brush.resume(pointStates);
    });
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
    this.#exact = null;
    this.#outdated();
    await this.#ask(extent);
  }

  /** @param {import('../question/state.js').Extent} extent @param {import('./visitor-files.js').CertificateFile | null} [file] that asks it */
  async #ask(extent, file = null) {
    this.#enter();
    this.send({ type: 'ask', extent, file });
    const { asks } = this.#state;
    await this.#once(() => this.#state.ask === null || this.#state.asks > asks);
  }

  cancel() {
    this.send({ type: 'cancel' });
  }

  /** Says that there is no verdict. @param {string} message why */
  fail(message) {
    this.send({ type: 'fail', message });
  }

  /** Computes a request in gram form that came by a link. @param {CertificateRequest} request */
  async compute(request) {
    this.entries.replace(toValues(request));
    this.files.evidence.begin();
    void this.files.replace({ outputs: outputsIn(request.prediction) });
    this.counted = null;
    this.files.gram = request.gram ?? null;
    await this.run(request);
  }

  /** Computes a request as it is. @param {CertificateRequest} request @param {import('./visitor-files.js').CertificateFile} [file] that has it */
  async run(request, file) {
    this.#exact = null;
    this.#exact = { text: this.#question().question.text, request };
    await this.#ask('decided', file);
  }

  /**
   * Has the engine do something at once, before what is computed unasked. Its answer is of the verdict, or none: a cloud that came meanwhile
   * has none yet.
   * @template T @param {(request: CertificateRequest, certificate: import('../documents/documents.js').CertificateText) => Promise<T>} task
   */
  async #first(task) {
    const { request, certificate } = this.result;
    if (!request || !certificate) throw new Error('There is no certificate yet.');
    this.send({ type: 'hurry', by: 1 });
    try {
      return await task(request, certificate);
    } finally {
      this.send({ type: 'hurry', by: -1 });
      // Also where the engine has closed its clouds.
      if (certificate !== this.result.certificate) throw new Error('The verdict has changed meanwhile. Try again.');
    }
  }

  documents = {
    /** @returns {Promise<Uint8Array>} the certificate document, the same bytes that the command line prints */
    certificate: async () => {
      const { certificate, digest: known } = this.result;
      const bytes = await this.#first((request, certificate) => this.engine.document(request, certificate));
      // A page by plain http has none.
      if (!known) void digest(new Blob([/** @type {BlobPart} */ (bytes)])).then((found) => this.send({ type: 'stamp', certificate, digest: found }), () => {});
      return bytes;
    },
    /** @returns {Promise<[text: string, key: string]>} the request in gram form, without the clouds, and its key */
    gram: () => this.#first((request) => this.engine.gram(request)),
  };
}
