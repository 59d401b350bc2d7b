/**
 * The room of the first view: clouds, prediction and invariance in, a verdict out. How it is shared, explored or
 * repeated over datasets is not here, nor the sentences that say what a certificate means (words).
 *
 * The state between the views and the engine: the entries, the files, the certificate they
 * give, and what is asked about it afterwards. Views read it and draw again on every 'change' event.
 */

import { encode, initial } from '../form/address.js';
import { Entries } from '../form/entries.js';
import { CloudFiles } from '../clouds/cloud-files.js';
import { KeptFiles } from '../storage/kept-files.js';
import { controlFor, toRequest, toValues } from '../form/request.js';
import { sentence } from '../words/error-sentence.js';
import { askOf, countAgain } from './asking.js';
import { Brush } from './brush.js';
import { allFaults, correction } from './entry-faults.js';
import { momentOf, resume } from './moments.js';
import { VerdictDocuments } from './verdict-documents.js';
import { Job } from './job.js';
import { LabelColours } from './label-colours.js';
import { Play } from './play.js';
import { PointColours } from './point-colours.js';
import { outputsIn, withCounted } from '../documents/stated.js';
import { evidenceOf, isEntered } from '../documents/votes.js';
import { missingCloud, receiveFile, receiveFiles } from './visitor-files.js';
import { Turns } from './turns.js';
import { unproved } from './unproved.js';
import { Voting } from './voting.js';

/** @typedef {import('../documents/votes.js').Counted} Counted */
/** @typedef {import('./moments.js').Moment} Moment */

/** Also dispatches 'outdate' and 'edit' as Entries does, and 'invalid' when there is no verdict because of an entry. */
export class Desk extends EventTarget {
  /** A sentence about something that happened by itself. */
  notice = '';

  /** A certificate in a visitor's file, while it is what is shown. @type {import('./visitor-files.js').CertificateFile | null} */
  certificateFile = null;
  /** The state kept for comparison. @type {Moment | null} */
  compared = null;
  /** Votes as they were counted, for as long as the entries say the same. @type {Counted | null} */
  counted = null;
  /** Settles once what is known of the entries at once is shown. @type {Promise<void>} */
  followed = Promise.resolve();
  /** True if that is still being found out. */
  follows = false;
  /** Reasons why the entries have no verdict, by control. @type {Record<string, string>} */
  reasons = {};
  /** True if the visitor draws the clean cloud. */
  drawing = false;
  /**
   * The result that the build computed for an example, and the entries that it belongs to.
   * @type {(import('./example-files.js').Built & {values: object}) | null}
   */
  #built = null;
  /** Stands for the certificate that waits for files, which do not outdate it; null if none does. @type {AbortSignal | null} */
  #expected = null;

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.entries = new Entries(initial());
    this.files = new CloudFiles(engine, this.entries);
    this.keptFiles = new KeptFiles();
    this.job = new Job(engine);
    this.documents = new VerdictDocuments(engine, this.job, () =>
      Object.values(this.files.clouds).reduce((sum, cloud) => sum + (cloud?.count ?? 0), 0));
    this.voting = new Voting(this);
    this.play = new Play(this);
    this.brush = new Brush(this);
    this.labels = new LabelColours(this);
    this.colours = new PointColours(this);
    this.turns = new Turns();
    this.entries.addEventListener('outdate', () => this.#entriesChanged());
    this.entries.addEventListener('replace', () => (this.#expected && this.job.isWanted(this.#expected)) || this.#entriesChanged());
    this.entries.addEventListener('commit', (event) => this.#finished(/** @type {CustomEvent} */ (event).detail));
    this.entries.addEventListener('edit', () => this.dispatchEvent(new Event('edit')));
    for (const part of [this.entries, this.job, this.keptFiles]) part.addEventListener('change', () => this.changed());
    engine.addEventListener('load', () => this.changed());
    engine.addEventListener('restart', (event) => this.notify(/** @type {CustomEvent} */ (event).detail));
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  notify(sentence) {
    this.notice = sentence;
    this.changed();
  }

  /** The inputs differ from those of the verdict: takes the verdict away. */
  outdate() {
    this.certificateFile = null;
    this.job.outdate();
    this.labels.rest();
    this.documents.stop();
    this.dispatchEvent(new Event('outdate'));
  }

  #entriesChanged() {
    this.outdate();
    this.reasons = {};
    this.follows = true;
    const followed = this.followed = this.#follow().catch(() => {}).then(() => {
      if (followed !== this.followed) return;
      this.follows = false;
      this.changed();
    });
  }

  /** Has what can be known at once shown at once: all but draws, votes of a model and a search for the order of the points. */
  async #follow() {
    await null; // files that come with these entries are on their way from now on, and what a file brings is entered
    const { values } = this.entries;
    await this.files.settled();
    await new Promise((later) => setTimeout(later)); // a caller that certifies the example has begun by then
    if (values !== this.entries.values) return;
    const { errors } = toRequest(values, this.files.given, this.files.gram);
    this.reasons = values.given === 'model' ? errors : {};
    const counted = values.given === 'model' ? this.outputs : null;
    if ((values.given === 'model' && !counted) || this.unproved || (values.permutation === 'true' && values.perturbation !== 'none')) return;
    const { request, faults } = this.#entered();
    if (Object.keys(faults).length === 0) await this.job.follow(counted ? withCounted(request, counted) : request);
    const reasons = this.job.result.certificate ? {} : await allFaults(this, faults);
    if (values === this.entries.values) this.reasons = reasons;
  }

  /** Marks an entry that a visitor has left, where it is to blame, and completes a verdict. @param {string} name */
  async #finished(name) {
    const { followed } = this;
    await followed;
    if (followed !== this.followed) return;
    if (this.reasons[name]) {
      this.entries.errors = { ...this.entries.errors, [name]: this.reasons[name] };
      this.changed();
    }
    void this.documents.findMinimum();
  }

  /** The request that is entered, and what is known to be wrong with it. */
  #entered() {
    const { entries: { values }, files } = this;
    const { request, errors } = toRequest(values, files.given, files.gram);
    return {
      request: { ...request, prediction: { ...request.prediction, ...this.evidence } },
      faults: { ...errors, ...files.faults(values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean']) },
    };
  }

  /** Tells what comes late from the latest, see Turns. @param {import('../clouds/cloud-files.js').Handle} [handle] */
  expect(handle) {
    return this.turns.expect(handle);
  }

  /** Number of times that everything on the desk was replaced at once. */
  get replaced() {
    return this.turns.replaced;
  }

  /**
   * Replaces everything that is entered, as an example does.
   * @param {import('../form/address.js').Values} values
   * @param {import('../clouds/cloud-files.js').Given & {values?: import('../form/address.js').Values, built?: import('./example-files.js').Built
   *   | null}} [files]
   *   instead of those that are open; of an example also its own entries, and what the build computed of them
   * @param {Counted | null} [counted] how the votes among them were counted for the clean cloud
   * @param {Parameters<import('../form/evidence.js').Evidence['begin']>[0] & {drawn?: boolean}} [said] whose votes and
   *   settings these are, and whether the drawing pad stays
   */
  async fill(values, files, counted = null, { drawn = false, ...said } = {}) {
    this.drawing = drawn;
    this.entries.replace(values);
    this.files.evidence.begin(said);
    this.counted = null;
    this.notice = '';
    this.outdate();
    if (files) await this.files.replace(files);
    this.#built = files?.built && files.values && encode(files.values) === encode(this.entries.values) ? { ...files.built, values: this.entries.values } : null;
    // Others may have come in between.
    if (counted && this.entries.values === values) this.counted = { ...counted, file: this.#cleanFile };
  }

  /** The built result for the entries, null unless they are those of an example. */
  get built() {
    return this.#built?.values === this.entries.values ? this.#built : null;
  }

  /** Shows what the build computed of what is entered, until this device has computed it. */
  #showBuilt() {
    const { built } = this;
    const { request, faults } = this.#entered();
    if (built && Object.keys(faults).length === 0) this.job.showBuilt(request, built.certificate);
  }

  get #cleanFile() {
    return this.files.clouds.clean?.source.bytes;
  }

  /** The evidence of the entered votes, {} if they are only entered. @returns {{looks?: number, evidence?: any}} */
  get evidence() {
    const { entries: { values }, files: { clouds } } = this;
    return values.given === 'votes' ? evidenceOf(this.counted, toRequest(values, clouds).request, this.#cleanFile) : {};
  }

  /** Reports whether the votes that are entered were counted, and are not only entered. */
  get isCounted() {
    const { entries: { values }, files: { clouds } } = this;
    return values.given === 'model' || isEntered(this.counted, toRequest(values, clouds).request, this.#cleanFile);
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
    const { values, values: { given, permutation, perturbation } } = this.entries;
    if (given === 'model' || (permutation === 'true' && perturbation !== 'none')) return this.certify();
    const isOvertaken = () => values !== this.entries.values || this.unproved || this.job.result.phase === 'working';
    await this.followed;
    if (isOvertaken()) return;
    if (!this.job.result.certificate) this.entries.outdate();
    await this.followed;
    if (isOvertaken()) return;
    if (this.job.result.phase !== 'done') return this.certify();
    this.job.show({ followed: false });
    void this.documents.findMinimum();
  }

  /** The stored votes or outputs that the verdict rests on, null where it rests on others. */
  get stored() {
    const { outputs } = this.files;
    return (this.entries.values.given === 'outputs' ? outputs?.evidence : this.counted?.file && this.evidence.evidence) ?? null;
  }

  /**
   * Lays down what the brush has left of the clean cloud, with what is known of it at once.
   * @param {import('./brush.js').Brushed | null} brushed
   * @param {string} perturbation that is entered with it
   * @param {Pick<import('./job.js').Result, 'request' | 'certificate' | 'complete'> | null} known
   */
  retouch(brushed, perturbation, known) {
    const { entries, files } = this;
    const other = entries.values.perturbation !== perturbation;
    files.brushed = brushed;
    entries.adapt({ perturbation });
    this.outdate();
    if (known) this.job.show({ phase: known.complete ? 'done' : 'stale', ...known });
    if (other) entries.edited();
  }

  /** Lays out the pad, or puts it away. @param {boolean} drawing */
  draw(drawing) {
    this.drawing = drawing;
    this.changed();
  }

  /**
   * The numbers or labels that belong to what is entered, of a document or of a model; null for a class.
   * @returns {import('../documents/stated.js').Outputs | null}
   */
  get outputs() {
    const { entries: { values: { given } }, votes } = this;
    return given === 'model' ? (votes?.values || votes?.labels ? votes : null) : given === 'outputs' ? this.files.outputs : null;
  }

  /** Records the state of the page, for resume. */
  moment() {
    return momentOf(this);
  }

  /** Keeps what lies on the desk beside what will, or nothing any more. @param {Moment | null} moment */
  compare(moment) {
    this.compared = moment;
    this.changed();
  }

  /** Reports whether the entries and the clouds are those of a moment. @param {Moment} moment */
  isAt({ values, clouds }) {
    return encode(values) === encode(this.entries.values) && (values.example !== '' || this.files.has(clouds));
  }

  /** Puts on the desk what lay there at a moment. @param {Moment} moment */
  resume(moment) {
    return resume(this, moment);
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
   * @param {import('./voting.js').Extent} [extent] of the votes, where a model is to give them
   */
  async certify(extent = 'decided') {
    this.notice = '';
    this.outdate();
    const signal = this.job.begin();
    this.#showBuilt();
    this.#expected = signal;
    await this.files.settled();
    if (this.#expected === signal) this.#expected = null;
    const unable = await this.engine.ready().then(() => '', sentence);
    if (!this.job.isWanted(signal)) return;
    if (unable) return this.#refuse(unable);
    const voting = this.entries.values.given === 'model';
    if (this.unproved && !voting) return this.#ask();
    const { request, faults } = this.#entered();
    if (Object.keys(faults).length === 0) {
      this.entries.errors = {};
      return voting ? this.voting.certify(request, signal, extent) : this.run(request);
    }
    const wrong = await allFaults(this, faults);
    if (!this.job.isWanted(signal)) return;
    this.entries.errors = wrong;
    this.#refuse(correction(wrong));
  }

  /** Leaves it to the visitor which settings the evidence belongs to. */
  #ask() {
    this.entries.errors = {};
    this.outdate();
    this.changed();
    this.dispatchEvent(new Event('invalid'));
  }

  /** Computes a request in gram form that came by a link. @param {import('../documents/documents.js').CertificateRequest} request */
  async compute(request) {
    this.entries.replace(toValues(request));
    this.files.evidence.begin();
    this.files.forget();
    this.files.gram = request.gram ?? null;
    this.files.outputs = outputsIn(request.prediction);
    this.job.begin();
    await this.run(request);
  }

  /** The votes of a model as counted for what is entered, null where they are not. */
  get votes() {
    return this.voting.votes;
  }

  /** Computes a request as it is. @param {import('../documents/documents.js').CertificateRequest} request */
  async run(request) {
    const error = await this.job.compute(request);
    if (error) await this.blame(error);
    else void this.documents.findMinimum();
  }

  /** Says what was wrong with a request, beside the entries that are to blame. @param {any} error */
  async blame(error) {
    const { entries } = this;
    const control = controlFor(error?.field, entries.values);
    const message = sentence(error);
    if (control) entries.errors = await allFaults(this, { [control]: message });
    this.#refuse(control ? correction({ [control]: message, ...entries.errors }) : message);
  }

  /** Says that there is no verdict and why, and asks the page to move to the first error. @param {string} message */
  #refuse(message) {
    this.job.fail(message);
    this.dispatchEvent(new Event('invalid'));
  }
}
