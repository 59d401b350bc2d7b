/**
 * The room of the first view: clouds, prediction and invariance in, a verdict out. How it is shared, explored or
 * repeated over datasets is not here; what a certificate says in words is in reading.
 */

/**
 * What lies on a visitor's desk, between the views and the engine: the entries, the files, the certificate they
 * give, and what is asked about it afterwards. Views read it and draw again on every 'change' event.
 */

import { encode, initial } from '../entries/address.js';
import { Entries } from '../entries/entries.js';
import { Files } from '../entries/files.js';
import { Kept } from '../entries/kept.js';
import { controlFor, toRequest, toValues } from '../entries/request.js';
import { sentence } from '../reading/complaint.js';
import { Afterthoughts } from './afterthoughts.js';
import { Brought } from './brought.js';
import { Job } from './job.js';
import { cloudsIn, cloudsNamed, documentIn, readAs, votesIn } from './own-documents.js';

const CORRECT = 'The marked entries need a correction.';

/**
 * What counts votes, where a model is to give them.
 * @typedef {object} Voter
 * @property {(request: any, dimension: number, watching: Watching) => Promise<unknown>} count
 *
 * @typedef {object} Watching
 * @property {AbortSignal} signal
 * @property {(votes: string) => Promise<boolean>} onLook takes the votes document of each look; true stops
 * @property {(counting: import('./job.js').Counting) => void} onCounting
 */

/** A cloud in the place of one that is missing, where the other entries are looked at. */
const SOME = { points: [[0, 0], [1, 0], [0, 1]] };

/** What the votes of a model depend on, of a request. @param {import('../reading/documents.js').CertificateRequest} request */
function votedFor({ preparation, sigma, prediction, group, axis, translation, permutation }) {
  return JSON.stringify([preparation, sigma, prediction, group, axis, translation, permutation]);
}

/** Also dispatches 'outdate' and 'edit' as Entries does, and 'invalid' when there is no verdict because of an entry. */
export class Desk extends EventTarget {
  /** A sentence about something that happened by itself. */
  notice = '';

  /** A certificate that was brought as a file, while it is what is shown. @type {Brought | null} */
  brought = null;
  /** What is kept to be compared with. @type {ReturnType<Desk['moment']> | null} */
  compared = null;
  /** Votes as they were counted, for as long as the entries say the same. @type {ReturnType<typeof votesIn>} */
  #counted = null;
  /** Whether the visitor draws the clean cloud. */
  drawing = false;
  /** What counts votes, once it is loaded. Set by the page. @type {() => Promise<Voter>} */
  voter = () => Promise.reject(new Error('There is nothing here that runs models.'));
  /** The votes that a model cast last, and what for. @type {{key: string, cloud: object | null, prediction: any} | null} */
  #voted = null;
  /** Whether Certify waits for files; what they are for has then begun. */
  #expected = false;

  /** @param {import('../engine/engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    this.entries = new Entries(initial());
    this.files = new Files(engine, this.entries);
    this.kept = new Kept();
    this.job = new Job(engine);
    this.afterthoughts = new Afterthoughts(engine, this.job);
    this.entries.addEventListener('outdate', () => this.outdate());
    this.entries.addEventListener('replace', () => this.#expected || this.outdate());
    this.entries.addEventListener('edit', () => this.dispatchEvent(new Event('edit')));
    this.entries.addEventListener('change', () => this.changed());
    this.job.addEventListener('change', () => this.changed());
    this.kept.addEventListener('change', () => this.changed());
    engine.addEventListener('restart', (event) => this.tell(/** @type {CustomEvent} */ (event).detail));
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.notice = sentence;
    this.changed();
  }

  /** The inputs differ from those of the verdict: takes the verdict away. */
  outdate() {
    this.brought = null;
    this.job.outdate();
    this.afterthoughts.stop();
    this.dispatchEvent(new Event('outdate'));
  }

  /**
   * Replaces everything that is entered, as an example does.
   * @param {import('../entries/address.js').Values} values @param {import('../entries/files.js').Given} [files] instead of those that are open
   */
  async fill(values, files) {
    this.entries.replace(values);
    this.#counted = null;
    this.notice = '';
    this.outdate();
    if (files) await this.files.replace(files);
  }

  /** Lays out the pad, or puts it away. @param {boolean} drawing */
  draw(drawing) {
    this.drawing = drawing;
    this.changed();
  }

  /** What lies on the desk, to come back to. */
  moment() {
    const { brought, files: { clouds }, entries: { values }, job: { result, computed } } = this;
    return { values, clouds, brought, result, computed, counted: this.#counted, voted: this.#voted };
  }

  /** Keeps what lies on the desk beside what will, or nothing any more. @param {ReturnType<Desk['moment']> | null} moment */
  compare(moment) {
    this.compared = moment;
    this.changed();
  }

  /** Whether the entries and the clouds are those of a moment. @param {ReturnType<Desk['moment']>} moment */
  isAt({ values, clouds }) {
    return encode(values) === encode(this.entries.values) && (values.example !== '' || this.files.has(clouds));
  }

  /** Puts on the desk what lay there at a moment. @param {ReturnType<Desk['moment']>} moment */
  async resume({ values, clouds, brought, result, computed, counted, voted }) {
    await this.fill(values, this.files.has(clouds) ? undefined : { clean: clouds.clean?.source, perturbed: clouds.perturbed?.source });
    // Others may have come in between.
    if (this.entries.values !== values) return;
    this.#counted = counted;
    this.#voted = voted && voted.cloud === clouds.clean ? { ...voted, cloud: this.files.clouds.clean } : voted;
    this.brought = brought;
    // What was left before its end begins again; votes are counted when they are asked for.
    if (result.phase === 'working' && values.given !== 'model') return this.certify();
    this.job.resume(result, computed);
    void this.afterthoughts.findMinimum();
  }

  /**
   * Takes what a visitor brings: a point cloud, or a document that the page or the command line has written.
   * @param {import('../entries/files.js').Handle} handle for a cloud @param {File} file @param {File[]} [others] that came with it
   */
  async receive(handle, file, others = []) {
    const own = await documentIn(file);
    if (!own) return this.files.choose(handle, file);
    try {
      await this.#receive(own, file.name, others);
    } catch (error) {
      this.tell(`${file.name}: ${sentence(error)}`);
    }
  }

  /** @param {import('./own-documents.js').OwnDocument} own @param {string} name of its file @param {File[]} others */
  async #receive({ kind, value }, name, others) {
    const stem = name.replace(/\.json$/, '');
    if (kind === 'dataset') return this.tell(`${name} holds votes for many clouds: drop it on the view Dataset.`);
    if (kind === 'votes') return this.#count(value);
    if (kind === 'request') return this.#adopt(value, stem, others);
    const core = await this.engine.ready();
    await this.#take(value.request, stem);
    const brought = this.brought = new Brought(name, value, core);
    await this.#run(value.request);
    if (this.job.result.phase === 'done' && this.brought === brought) brought.compare(JSON.parse(new TextDecoder().decode(await this.afterthoughts.document())));
    this.changed();
  }

  /** Fills in a request, and computes it where all its clouds are there. @param {any} request @param {string} stem @param {File[]} others */
  async #adopt(request, stem, others) {
    const named = cloudsNamed(request);
    const found = Object.fromEntries(await Promise.all(named.map(async ([handle, name, reading]) => {
      const file = others.find((other) => other.name === name);
      return [handle, file && await readAs(file, reading)];
    })));
    await this.#take(request, stem, found);
    const missing = named.filter(([handle]) => !found[handle]).map(([, file]) => file);
    if (missing.length) return this.#ask(`${stem}.json is filled in. Now drop the clouds that it names: ${missing.join(', ')}.`);
    await (named.length ? this.certify() : this.#run(request));
  }

  /** Has the form and the drawings show a request. @param {any} request @param {string} stem @param {import('../entries/files.js').Given} [files] */
  async #take(request, stem, files = {}) {
    await this.fill(toValues(request), { ...cloudsIn(request, stem), ...files });
    this.#counted = votesIn(request.prediction ?? {});
    this.dispatchEvent(new Event('edit'));
    this.job.begin();
  }

  /** @param {string} sentence */
  #ask(sentence) {
    this.job.outdate();
    this.tell(sentence);
  }

  /** Fills in votes as they were counted, and what they were counted for. @param {any} value */
  #count(value) {
    const counted = votesIn(value);
    const { classifier, sampling } = value;
    const entries = { given: 'votes', votes: counted?.votes, voted: counted?.samples, runnerVotes: counted?.runner ?? '', sigma: sampling?.sigma, group: classifier?.group, permutation: classifier?.sorted };
    for (const [name, entry] of Object.entries(entries)) if (entry !== undefined) this.entries.set(name, String(entry));
    this.#counted = counted;
  }

  /** What an entered prediction was counted with, where it was. @param {any} prediction */
  #evidence({ votes, samples }) {
    const counted = this.#counted;
    if (!counted?.evidence || counted.votes !== votes || counted.samples !== samples) return {};
    return { looks: counted.looks, evidence: counted.evidence };
  }

  /**
   * Samples both clouds to a number of points and certifies again.
   * @param {number} count @param {boolean} [unordered] also says that the order of the points does not matter
   */
  async keepPoints(count, unordered = false) {
    this.entries.set('kept', String(count));
    if (unordered) this.entries.set('permutation', 'true');
    await this.certify();
  }

  /** Computes a certificate for what is entered. @param {boolean} [all] whether a model votes to the end, though less would do */
  async certify(all = false) {
    this.notice = '';
    this.outdate();
    const wish = this.job.begin();
    this.#expected = true;
    await this.files.settled();
    this.#expected = false;
    const unable = await this.engine.ready().then(() => '', sentence);
    if (!this.job.isWanted(wish)) return;
    if (unable) return this.#refuse(unable);
    const { values } = this.entries;
    const { request: entered, errors } = toRequest(values, this.files.clouds);
    const voting = values.given === 'model';
    const request = { ...entered, prediction: { ...entered.prediction, ...(voting ? {} : this.#evidence(entered.prediction)) } };
    const faults = { ...errors, ...this.files.faults(values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean']) };
    if (Object.keys(faults).length === 0) {
      this.entries.errors = {};
      return voting ? this.#vote(request, wish, all) : this.#run(request);
    }
    const wrong = await this.#faults(faults);
    if (!this.job.isWanted(wish)) return;
    this.entries.errors = wrong;
    this.#refuse(CORRECT);
  }

  /**
   * What else the core would refuse: it names one entry at a time, so those that are known to be wrong are put right for it.
   * @param {Record<string, string>} known @returns {Promise<Record<string, string>>}
   */
  async #faults(known) {
    const right = initial();
    const wrong = Object.keys(known);
    const values = { ...this.entries.values, ...Object.fromEntries(wrong.filter((name) => name in right).map((name) => [name, right[name]])) };
    const { request } = toRequest(values, this.files.clouds);
    const some = wrong.some((name) => name === 'clean' || name === 'perturbed') ? { clean: SOME, perturbed: undefined } : {};
    const error = await this.engine.check({ ...request, ...some }).then(() => null, (refusal) => refusal);
    const control = controlFor(error?.field, values);
    return !control || control in known ? known : this.#faults({ ...known, [control]: sentence(error) });
  }

  /** Computes a request in gram form that came by a link. @param {import('../reading/documents.js').CertificateRequest} request */
  async compute(request) {
    this.entries.replace(toValues(request));
    this.files.forget();
    this.job.begin();
    await this.#run(request);
  }

  /**
   * Has the model vote, and certifies at each look until a certificate stands or, where all votes are wanted, to the end.
   * @param {import('../reading/documents.js').CertificateRequest} request @param {AbortSignal} wish @param {boolean} all
   */
  async #vote(request, wish, all) {
    const onLook = async (/** @type {string} */ text) => {
      const { votes, samples, looks, evidence } = /** @type {NonNullable<ReturnType<typeof votesIn>>} */ (votesIn(JSON.parse(text)));
      const enough = (/** @type {boolean} */ certified) => evidence.votes.look === looks || (certified && !all);
      const prediction = { votes, samples, looks, evidence };
      const error = await this.job.compute({ ...request, prediction }, enough);
      if (error) throw error;
      this.#voted = { key: votedFor(request), cloud: this.files.clouds.clean, prediction };
      return this.job.result.phase === 'done';
    };
    try {
      const voter = await this.voter();
      const dimension = this.files.clouds.clean?.dimension ?? 0;
      await voter.count(request, dimension, { signal: wish, onLook, onCounting: (counting) => this.job.isWanted(wish) && this.job.show({ counting }) });
      void this.afterthoughts.findMinimum();
    } catch (error) {
      if (wish.aborted) this.job.stopped(wish);
      else await this.#blame(error);
    }
  }

  /** The votes of a model as counted for what is entered, null where they are not. */
  get votes() {
    const { clouds } = this.files;
    const { request } = toRequest(this.entries.values, clouds);
    return this.#voted?.key === votedFor(request) && this.#voted.cloud === clouds.clean ? this.#voted.prediction : null;
  }

  /** @param {import('../reading/documents.js').CertificateRequest} request */
  async #run(request) {
    const error = await this.job.compute(request);
    if (error) await this.#blame(error);
    else void this.afterthoughts.findMinimum();
  }

  /** @param {any} error */
  async #blame(error) {
    const { entries } = this;
    const control = controlFor(error?.field, entries.values);
    const message = sentence(error);
    if (control) entries.errors = await this.#faults({ [control]: message });
    this.#refuse(control ? CORRECT : message);
  }

  /** Says that there is no verdict and why, and asks the page to move to the first error. @param {string} message */
  #refuse(message) {
    this.job.fail(message);
    this.dispatchEvent(new Event('invalid'));
  }
}
