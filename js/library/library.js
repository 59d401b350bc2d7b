/**
 * The room of the package for programs of others: the engine behind five functions, in browsers and in Node.
 * Requests and certificates are the documents of the page and the command line.
 */

import { EngineError } from '../certifier/failure.js';
import { differences, SHAPES } from '../documents/documents.js';
import { misfit } from '../documents/shape.js';

/** @import {Engine, Progress} from '../certifier/engine.js' */
/** @import {Note, Reading} from '../certifier/functions.js' */
/** @import {Certificate, CertificateRequest as RequestDocument, Minimum, Withstood} from '../documents/documents.js' */

export { EngineError };

/** A certificate that differs from what its request gives. */
export class DoesNotStandError extends Error {
  /** @param {string[]} differences the parts that differ */
  constructor(differences) {
    super(`the certificate does not stand; these parts differ: ${differences.join(', ')}`);
    this.name = 'DoesNotStandError';
    this.differences = differences;
  }
}

/**
 * A cloud as it is written: N points of D numbers, or a Cloud that was opened.
 * @typedef {ArrayLike<number>[] | {points: number[][]} | Cloud} Points
 */

/**
 * What is to be certified: the request document of page and command line, with clouds as programs have them. A perturbed cloud has as
 * many points as the clean one unless votes are of samples of some points (subsample), is made by an attack, or stands for all
 * changes within numbers ({changes: {replaced, added, removed, moved}}).
 * @typedef {Omit<RequestDocument, 'clean' | 'perturbed' | 'prediction' | 'prepared' | 'seed'> & GivenHere} CertificateRequest
 * @typedef {{clean?: Points, perturbed?: Points | {attack: string, [field: string]: any} | {changes: {replaced?: number, added?: number, removed?: number, moved?: number}}, prediction?: RequestDocument['prediction'] | {[field: string]: any}, seed?: string | number}} GivenHere
 */

/** @typedef {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} Options */

/** A file: its name, whose ending tells the format, and what is in it. @typedef {{name: string, bytes: Uint8Array}} File */

/** A cloud read from a file. It stands in a request where points could. */
export class Cloud {
  #engine;
  #handle;

  /** @param {Engine} engine @param {string} handle @param {{dimension: number, count: number, notes?: Note[]}} about */
  constructor(engine, handle, { dimension, count, notes = [] }) {
    this.#engine = engine;
    this.#handle = handle;
    this.dimension = dimension;
    this.count = count;
    /** What the reader decided about the file. */
    this.notes = notes;
  }

  /** The coordinates, point by point. */
  points() {
    return this.#engine.points(this.#handle);
  }

  /** Forgets the cloud. */
  close() {
    return this.#engine.close(this.#handle);
  }

  toJSON() {
    return { file: this.#handle };
  }
}

/**
 * @template Source
 * @param {() => Engine} start the engine, with the first call
 * @param {(source: Source) => Promise<File>} read
 */
export function library(start, read) {
  /** @type {Engine | undefined} */
  let started;
  const engine = () => (started ??= start());
  let opened = 0;
  /** The engine keeps one request at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  function inTurn(act) {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn.catch(placed);
  }

  /** The certificate of a request as the command line prints it. @param {CertificateRequest} request @param {Options} [options] */
  function document(request, options = {}) {
    const asked = written(request);
    return inTurn(async () => {
      options.signal?.throwIfAborted();
      const certificate = await engine().certify(asked, options);
      return new TextDecoder().decode(await engine().document(asked, certificate));
    });
  }

  /**
   * The certificate of a request: the document that page and command line give.
   * @param {CertificateRequest} request @param {Options} [options]
   * @returns {Promise<Certificate>} rejects with an EngineError that names the `field`, and in `others` what else is wrong, or with the signal's reason
   */
  const certify = async (request, options) => JSON.parse(await document(request, options));

  /**
   * The smallest prediction probabilities from which the clouds of a request are certified; it needs no prediction itself.
   * @param {CertificateRequest} request @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<Minimum>}
   */
  function minimum(request, options = {}) {
    const asked = written(request);
    return inTurn(() => engine().minimum(asked, options));
  }

  /**
   * What can happen to the clean cloud of a request without changing its prediction: ranges of transformations, every value in them, each together with
   * all that the classifier ignores. A perturbed cloud plays no part.
   * @param {CertificateRequest & {along?: number[]}} request along: the axis of the transformations, the last one when it is absent
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<Withstood>} rejects with an EngineError that names the `field`
   */
  function withstand(request, options = {}) {
    const asked = written(request);
    return inTurn(() => engine().explorer.withstand(asked, options.signal));
  }

  /**
   * Computes a certificate again and returns it; votes are believed.
   * @param {Certificate | string} certificate the document or its text
   * @param {Options} [options]
   * @returns {Promise<Certificate>} rejects with a DoesNotStandError where anything differs
   */
  async function verify(certificate, options) {
    const claimed = typeof certificate === 'string' ? parsed(certificate) : certificate;
    const wrong = misfit(claimed, SHAPES.certificate) || (claimed.request ? '' : 'document.request');
    if (wrong) throw new EngineError('input', `${wrong}: is missing or of another kind: this is no certificate`, { field: wrong });
    const own = await certify(/** @type {any} */ (claimed.request), options);
    const differs = differences({ ...own, request: undefined }, { ...claimed, request: undefined });
    if (differs.length) throw new DoesNotStandError(differs);
    return own;
  }

  /**
   * Reads a point cloud file of any format.
   * @param {Source | File} source
   * @param {Reading} [reading] which cloud of a file that has several, and what else the file leaves open
   * @returns {Promise<Cloud>} rejects with an EngineError that names `file` and `line` or `byte`
   */
  async function open(source, reading) {
    const { name, bytes } = isFile(source) ? source : await read(source);
    const handle = `cloud ${++opened}`;
    return new Cloud(engine(), handle, await engine().open(handle, name, bytes, reading).catch(placed));
  }

  return { document, certify, minimum, withstand, verify, open, engine };
}

/** Says in the message, too, where the input is bad. @param {any} error @returns {never} */
function placed(error) {
  const place = [error?.field ?? error?.file, error?.line].filter((part) => part !== undefined);
  if (error instanceof EngineError && place.length) error.message = `${place.join(', line ')}: ${error.message}`;
  throw error;
}

/** @param {any} source @returns {source is File} */
const isFile = (source) => source?.bytes instanceof Uint8Array && typeof source.name === 'string';

/** Clouds as requests have them. @param {CertificateRequest} request */
function written(request) {
  const points = (/** @type {any} */ cloud) => (Array.isArray(cloud) ? { points: cloud.map((row) => (ArrayBuffer.isView(row) ? Array.from(/** @type {any} */ (row)) : row)) } : cloud);
  return { ...request, clean: points(request.clean), perturbed: points(request.perturbed) };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EngineError('input', error instanceof Error ? error.message : String(error));
  }
}
