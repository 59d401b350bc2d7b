/**
 * A run that has begun: what is asked, its clouds, and a line for each cloud that is done. The lines are those of the command line's
 * parts; Go writes and reads them. While votes are counted, what was counted for a cloud stands in the place of its line.
 */

import { outputsIn } from '../documents/stated.js';
import { hex } from '../workers/bytes.js';
import { sentence } from '../words/error-sentence.js';
import { sigmaInWords } from '../words/spread.js';

/** @typedef {import('../certifier/collection.js').Collection} Collection */
/** @typedef {import('./sources.js').Source} Source */

/**
 * @typedef {{model: {name?: string, sha256: string, classes?: string[], attributes?: import('../documents/votes.js').SeenAttribute[]},
 *   sampling: {estimate: number}}} VotedBy what votes were counted with
 */

/**
 * @typedef {object} Head
 * @property {string} run tells it from all others that this browser has kept
 * @property {string} version of the core
 * @property {string} settings
 * @property {number} count of clouds
 * @property {string} [files] the set of files that it is of
 * @property {boolean} [shipped] whether it comes with the page
 * @property {VotedBy} [voted] what the votes were counted with
 * @property {string[]} [classes] their names, where the files have them
 * @property {Blob} [document] of the run, where it was opened as one
 * @property {import('./run-work.js').RunCount} [counting] where votes are still to be counted
 *
 * @typedef {[cloud: number, line: string]} Line
 * @typedef {{name: string, message: string}} Failure
 *
 * @typedef {object} Outcome
 * @property {import('../documents/documents.js').RunResult} result the result document without the verdicts on single clouds
 * @property {Failure[]} failures the clouds without a verdict
 * @property {import('./cloud-rows.js').CloudVerdict[]} clouds the verdicts on single clouds
 * @property {(number | null)[]} radii of all clouds, null where votes prove none
 * @property {Blob} document the result document, byte for byte what the command line prints
 */

/** Suffix of part files, which the command line knows too. */
const ENDING = '.part.jsonl';

/** @param {{name: string}} file */
export const isPart = ({ name }) => name.endsWith(ENDING);

/** Returns a unique text. @param {number} bytes */
export const unique = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));

/** A name that no other part of the same run has. */
export const partName = () => `0-of-1.${unique(4)}${ENDING}`;

/** Reports whether a call failed by a bug of OrbitCert, not by its input. @param {unknown} error */
const isBug = (error) => ['panic', 'died'].includes(/** @type {{kind?: string} | undefined} */ (error)?.kind ?? '');

export class RunLog {
  /** Clouds that are done. */
  done = 0;

  /**
   * @param {Head} head @param {string[]} entries the clouds as the certifier wrote them
   * @param {{offers?: import('../certifier/functions.js').Offer[], met?: string}} [more] offers: what would give clouds that fail another chance; met: how
   *   many rows of votes and clouds met
   * @param {(string | undefined)[]} [lines] of what is done
   */
  constructor(head, entries, { offers = [], met = '' } = {}, lines = new Array(entries.length).fill(undefined)) {
    this.head = head;
    this.entries = entries;
    this.offers = offers;
    this.met = met;
    this.lines = lines;
  }

  /** The run with more lines. @param {Line[]} more @returns {RunLog} itself where it has them */
  with(more) {
    const fresh = more.filter(([cloud]) => this.lines[cloud] === undefined);
    if (fresh.length === 0) return this;
    const log = new RunLog(this.head, this.entries, this, this.lines.slice());
    for (const [cloud, line] of fresh) log.lines[cloud] = line;
    log.done = this.done + new Set(fresh.map(([cloud]) => cloud)).size;
    return log;
  }

  /** Names of the classes, none if only numbers are known. @returns {string[]} */
  get classes() {
    return this.head.classes ?? this.head.voted?.model.classes ?? [];
  }

  /** Names the run in a few words. */
  get title() {
    const { sigma, group } = JSON.parse(this.head.settings), model = this.head.voted?.model.name;
    return `σ = ${sigmaInWords(sigma)}, ${group}${model ? `, ${model}` : ''}`;
  }

  /** The points of a cloud, none if it failed. @type {(cloud: number) => number[][]} */
  points = (cloud) => JSON.parse(this.entries[cloud]).points ?? [];

  /** The attributes of a cloud, and those of them that the model sees: all where the run names none. @param {number} cloud */
  seen(cloud) {
    const { attributes } = JSON.parse(this.entries[cloud]), { prediction } = JSON.parse(this.head.settings);
    return { attributes, seen: this.head.voted?.model.attributes ?? prediction?.model.attributes ?? Object.keys(attributes ?? {}) };
  }

  /** The numbers or labels of a cloud, null for a class. @type {(cloud: number) => import('../documents/stated.js').Outputs | null} */
  outputs = (cloud) => outputsIn(JSON.parse(this.entries[cloud]));

  get total() {
    return this.entries.length;
  }

  /** The clouds that are not done. */
  get left() {
    return [...this.lines.keys()].filter((cloud) => this.lines[cloud] === undefined);
  }

  /** The run document, which gives the same result on the command line. */
  document() {
    const { document, settings, voted } = this.head;
    if (document) return document;
    const how = voted ? `,\n"voted":${JSON.stringify(voted)}` : '';
    const clouds = this.entries.flatMap((entry, i) => [i ? ',\n' : '', entry]);
    return new Blob([settings.slice(0, -1), how, ',\n"clouds":[\n', ...clouds, '\n]}\n'], { type: 'application/json' });
  }
}

/**
 * Certifies what is not done. When a cloud ends by a bug, those that were on their way with it are certified again one by one.
 * @param {Collection} collection @param {RunLog} log @param {AbortSignal} signal @param {(...line: Line) => void} onLine once for every cloud
 */
export async function certify(collection, log, signal, onLine) {
  const { head: { settings }, entries } = log, left = new Set(log.left);
  const done = (/** @type {number} */ cloud, /** @type {string} */ line) => left.delete(cloud) && onLine(cloud, line);
  while (left.size > 0) {
    /** @type {Set<number>} */
    const begun = new Set();
    const entry = (/** @type {number} */ cloud) => begun.add(cloud) && entries[cloud];
    try {
      await collection.lines(settings, [...left], entry, signal, done);
    } catch (error) {
      if (!isBug(error)) throw error;
      for (const cloud of begun) if (left.has(cloud)) done(cloud, await alone(collection, log, cloud, signal));
    }
  }
}

/**
 * The line of a cloud; one that the certifier cannot bear fails alone.
 * @param {Collection} collection @param {RunLog} log @param {number} cloud @param {AbortSignal} signal
 */
async function alone(collection, { head: { settings }, entries }, cloud, signal) {
  try {
    let line = '';
    await collection.lines(settings, [cloud], () => entries[cloud], signal, (_, own) => { line = own; });
    return line;
  } catch (error) {
    if (!isBug(error)) throw error;
    // A certifier that has ended refuses this as well; then no cloud is to blame.
    return collection.brokenLine(entries[cloud], cloud, sentence(error), signal);
  }
}

/** Headers of the parts of runs, and the inputs of their clouds. @type {WeakMap<Head, Promise<[header: string, inputs: string]>>} */
const identities = new WeakMap();

/** A document that could not be read is read again by the next call. @param {Collection} collection @param {RunLog} log */
function identify(collection, log) {
  const known = identities.get(log.head) ?? log.document().arrayBuffer().then((bytes) => collection.identity(new Uint8Array(bytes)));
  identities.set(log.head, known);
  known.catch(() => identities.delete(log.head));
  return known;
}

/** Returns the clouds done so far, as a part that the command line can go on from. @param {Collection} collection @param {RunLog} log */
export async function part(collection, log) {
  const [header] = await identify(collection, log);
  return new Blob([header, ...log.lines.filter((line) => line !== undefined)], { type: 'application/jsonl' });
}

/**
 * Returns what is not done yet from parts of a run.
 * @param {Collection} collection @param {RunLog} log @param {Source[]} files
 * @returns {Promise<{fresh: Line[], changed: number, refused: {name: string, error: unknown}[]}>} changed: how many clouds the parts have from other
 *   points; refused: the parts of another run or with another result of a cloud
 */
export async function take(collection, log, files) {
  /** @type {Line[]} */
  const fresh = [];
  const refused = [];
  let changed = 0;
  for (const { name, bytes } of files) {
    try {
      const [[, inputs], own] = await Promise.all([identify(collection, log), part(collection, log.with(fresh))]);
      const taken = await collection.take(await own.text(), inputs, name, await bytes());
      changed += taken.changed;
      for (const { cloud, line } of taken.fresh) fresh.push([cloud, line]);
    } catch (error) {
      refused.push({ name, error });
    }
  }
  return { fresh, changed, refused };
}

/** Returns the result of all clouds. @param {Collection} collection @param {RunLog} log @returns {Promise<Outcome>} */
export async function outcome(collection, { head: { settings }, total, lines }) {
  const { result, failures, radii, document } = await collection.result(settings, total, lines.join(''));
  return {
    result, radii, clouds: JSON.parse(new TextDecoder().decode(document)).results,
    failures: failures.map(({ name, failure }) => ({ name, message: failure })),
    document: new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (document)], { type: 'application/json' }),
  };
}
