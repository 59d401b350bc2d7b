/** Does the work that the state of a run wants: with the certifier, with the model that votes, and with what the browser keeps. */

import { readableBytes } from '../clouds/file-bytes.js';
import { sampledFor } from '../documents/votes.js';
import { certify, outcome, take, unique } from './log.js';
import { Pace } from './pace.js';
import { settingsIn } from './run-entered.js';
import { bytesOf, FileStore, notedBefore, Store } from './store.js';

/**
 * @import {Drawn} from '../form/request.js'
 * @import {Job} from './run-state.js'
 * @import {RunSettings} from '../documents/types.js'
 *
 * @typedef {{chosen: any, key: string, classes: string[]}} Model as a later visit gets it back; the key tells its votes from those of others
 *
 * @typedef {object} RunCount a count of votes for all clouds
 * @property {number} dimension of the clouds
 * @property {number} samples of each
 * @property {Model} model
 * @property {Drawn} [classifier] what each vote draws
 * @property {string} by all that the votes depend on but for the clouds
 *
 * @typedef {object} RunVoter what counts votes, see the room of classifiers
 * @property {(dimension: number) => Promise<Model>} model
 * @property {(settings: RunSettings, dimension: number, samples: number, model: Model, classifier?: Drawn) => Promise<void>} begin
 * @property {(entry: string, signal: AbortSignal, onSamples: (samples: number) => void) => Promise<string>} count
 * @property {(settings: RunSettings, samples: number) => number} all
 * @property {(settings: RunSettings) => unknown} countedFor all that decides how many votes are counted, but for the noise and the model
 * @property {(settings: RunSettings, entries: string[], counted: string[]) => Blob} document
 */

/** Milliseconds between writes and redraws. */
const REST = 250;

export class RunWork {
  /** Loads the counter of votes. Set by the page. @type {() => Promise<RunVoter>} */
  voter = () => Promise.reject(new Error('This page cannot run models.'));
  #engine;
  #runs = new Store();
  #files = new FileStore();
  /** @type {Promise<unknown>} */
  #counted = Promise.resolve();

  /** @param {import('../certifier/engine.js').Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @param {Job} job @param {AbortSignal} signal @param {(event: import('../question/reducer.js').Event) => boolean} tell */
  async start(job, signal, tell) {
    const event = await this.#works[job.kind](job, signal, tell).catch((error) => ({ type: 'failed', kind: job.kind, error }));
    if (event) tell({ ...event, last: true });
  }

  /**
   * Work by its kind, each with the event that comes of it.
   * @type {Record<string, (job: any, signal: AbortSignal, tell: (event: any) => boolean) => Promise<any>>}
   */
  #works = {
    restore: async () => {
      const [run, files] = await Promise.all([this.#runs.read().catch(() => undefined), this.#files.read().catch(() => [])]);
      return { type: 'found', run, files, noted: notedBefore() };
    },
    recognise: async ({ earlier: { entries, lines } }) =>
      ({ type: 'recognised', core: await this.#engine.ready(), pace: new Pace(lines.length, entries.length) }),
    rest: async () => {
      await new Promise((resolve) => { setTimeout(resolve, REST); });
      return { type: 'rested' };
    },
    read: async ({ file }) => this.#read(file),
    vacate: async () => {
      await this.#engine.collection.clear();
      return { type: 'vacant' };
    },
    check: async ({ asked }) => ({ type: 'checked', failures: await this.#engine.collection.check(settingsIn(asked).settings) }),
    model: async ({ ask, dimension, by }) => this.#planned(ask, dimension, by),
    join: async (job) => this.#join(job),
    count: (...turn) => this.#countAfter(...turn),
    vote: async ({ log: { head, entries, lines } }) => {
      const document = (await this.voter()).document(JSON.parse(head.settings), entries, lines);
      return { type: 'voted', document, bytes: await bytesOf(document), set: unique(8) };
    },
    certify: async ({ log }, signal, tell) => {
      tell({ type: 'paced', pace: new Pace(log.done, log.total) });
      await certify(this.#engine.collection, log, signal, (...line) => void tell({ type: 'line', line }));
    },
    take: async ({ log, parts }) => ({ type: 'taken', taken: await take(this.#engine.collection, log, parts), count: parts.length }),
    result: async ({ log }) => ({ type: 'done', outcome: await outcome(this.#engine.collection, log) }),
    end: async ({ run }) => this.#written(this.#runs.end(run)),
    begin: async ({ run, log: { head, entries } }) => this.#written(this.#runs.begin(head, entries), () => this.#runs.end(run)),
    lines: async ({ run, lines }) => this.#written(this.#runs.put(run, lines)),
    files: async (job) => this.#written(this.#files.write(job), () => this.#files.clear()),
  };

  /** @param {Promise<void>} work @param {() => Promise<void>} [clear] takes away what was written before it failed, which would fill the disk for nothing */
  async #written(work, clear = async () => {}) {
    await work.catch(async (error) => {
      await clear().catch(() => {});
      throw error;
    });
    return { type: 'written' };
  }

  /** Reads a file. @param {import('./run-files.js').Given} file */
  async #read({ name, bytes, blob, reading, as }) {
    try {
      const raw = as?.bytes ?? await bytes(), own = as ?? await readableBytes(name, raw);
      const known = { as: own, blob: blob ?? new Blob([/** @type {BlobPart} */ (raw)]) };
      const opening = this.#engine.collection.add(own.name, own.bytes, reading);
      return await opening.then((found) => ({ type: 'opened', ...known, found }), (error) => {
        const { message, remedies } = error;
        return remedies && !reading ? { type: 'puzzling', ...known, question: { message, remedies } } : { type: 'unread', error };
      });
    } catch (error) {
      return { type: 'unread', error };
    }
  }

  /**
   * The count that has to come before a run, null where its votes are those of the files that are open.
   * @param {import('./run-state.js').Ask & any} ask @param {number} dimension @param {string | undefined} before by what those were counted
   */
  async #planned({ settings, samples, classifier }, dimension, before) {
    const voter = await this.voter(), model = await voter.model(dimension);
    const by = JSON.stringify([sampledFor(settings), voter.countedFor(settings), samples, model.key, classifier]);
    return { type: 'modelled', counting: by === before ? null : { dimension, samples, model, classifier, by } };
  }

  /** Joins clouds and votes, or clouds and labels where a model is to vote. @param {Job} job */
  async #join({ of: { set, shipped, voted, classes, whole }, settings: asked, counting }) {
    const { collection } = this.#engine;
    const { core, settings, count, offers, met } = await (counting ? collection.clouds(asked, counting.model.classes) : collection.plan(asked));
    const text = JSON.stringify(settings), entries = await collection.entries(count);
    const document = whole?.settings === text ? new Blob([whole.as.bytes], { type: 'application/json' }) : undefined;
    const more = counting ? { counting } : { shipped, voted, classes: classes ?? undefined, document };
    return { type: 'joined', head: { run: unique(8), version: core, settings: text, count, files: set, ...more }, entries, offers, met };
  }

  /** Counts once the count that was broken off before has come to its end: they share a model. @type {RunWork['start']} */
  async #countAfter(...turn) {
    const counted = this.#counted.then(() => this.#count(...turn));
    this.#counted = counted.catch(() => {});
    return counted;
  }

  /** Counts what is not counted. @type {RunWork['start']} */
  async #count({ log: { head, entries, left } }, signal, tell) {
    signal.throwIfAborted();
    const { dimension, samples, model, classifier } = head.counting;
    const voter = await this.voter(), settings = JSON.parse(head.settings);
    await voter.begin(settings, dimension, samples, model, classifier);
    const each = voter.all(settings, samples), before = each * (entries.length - left.length), pace = new Pace(before, each * entries.length);
    for (const [k, cloud] of left.entries()) {
      signal.throwIfAborted();
      const paced = (/** @type {number} */ done) => void tell({ type: 'paced', pace: pace.at(before + each * k + done) });
      const counted = await voter.count(entries[cloud], signal, paced);
      paced(each);
      tell({ type: 'line', line: [cloud, counted] });
    }
  }
}
