/**
 * The room of the package for programs of others: the engine behind fourteen functions, in browsers and in Node.
 * Requests and certificates are the documents of the page and the command line.
 */

import { EngineError } from '../certifier/failure.js';
import { CORE } from '../documents/core.js';
import { differences, strangeIn, todays } from '../documents/documents.js';
import { resultOf, votesOf } from './counted.js';
import { curveOf, mapOf, radiiOf } from './explored.js';

/** @import {Engine} from '../certifier/engine.js' */
/** @import * as Public from './orbitcert.js' */

/** All that the functions take. @typedef {Public.CertificateRequest | Public.MinimumRequest | Public.GramRequest} AnyRequest */

export { EngineError };

/** Rejects a certificate that its own request does not give. */
export class VerificationFailedError extends Error {
  /** @param {string[]} differences the parts that differ */
  constructor(differences) {
    super(`verification failed; these parts differ: ${differences.join(', ')}`);
    this.name = 'VerificationFailedError';
    this.differences = differences;
  }
}

/** Keeps an earlier name for one release. */
export const DoesNotStandError = VerificationFailedError;

/** A cloud read from a file. It stands in a request where points could. */
export class Cloud {
  #engine;
  #handle;

  /** @param {Engine} engine @param {string} handle @param {{dimension: number, count: number, notes?: Public.Note[]}} about */
  constructor(engine, handle, { dimension, count, notes = [] }) {
    this.#engine = engine;
    this.#handle = handle;
    this.dimension = dimension;
    this.count = count;
    /** Decisions of the reader about the file. */
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
 * The functions of the package; orbitcert.d.ts says what they do.
 * @param {() => Engine} start the engine, with the first call
 * @param {(source: any) => Promise<Public.NamedBytes>} read
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

  /** The certificate of a request as the command line prints it. @param {Public.CertificateRequest | Public.GramRequest} request @param {any} [options] */
  async function document(request, options = {}) {
    const asked = written(request);
    return inTurn(async () => {
      options.signal?.throwIfAborted();
      const certificate = await engine().certify(asked, options);
      return new TextDecoder().decode(await engine().document(asked, certificate));
    });
  }

  /** @type {typeof Public.certify} */
  const certify = async (request, options) => JSON.parse(await document(request, options));

  /** @type {typeof Public.minimum} */
  async function minimum(request, options) {
    const asked = written(request);
    return inTurn(() => engine().minimum(asked, /** @type {Record<string, unknown>} */ (options)));
  }

  /** @type {typeof Public.withstand} */
  async function withstand(request, { signal } = {}) {
    const asked = written(request);
    return inTurn(() => engine().explorer.withstand(asked, /** @type {AbortSignal | undefined} */ (signal)));
  }

  /** @type {typeof Public.radii} */
  async function radii(request, { signal } = {}) {
    const asked = written(request);
    return inTurn(() => radiiOf(engine().explorer, asked, /** @type {AbortSignal | undefined} */ (signal)));
  }

  /** @type {typeof Public.curve} */
  async function curve(request, question = {}, { signal } = {}) {
    const asked = written(request);
    return inTurn(() => curveOf(engine().explorer, asked, question, /** @type {AbortSignal | undefined} */ (signal)));
  }

  /** @type {typeof Public.map} */
  const map = (question, { signal } = {}) => inTurn(async () => {
    numbered(question, 'norm', 'distance');
    return mapOf(engine().explorer, question, /** @type {AbortSignal | undefined} */ (signal));
  });

  /** @type {typeof Public.region} */
  async function region(request, question, { signal } = {}) {
    const asked = written(request);
    return inTurn(async () => {
      if (typeof question?.pair !== 'string') throw new EngineError('input', 'is missing: the names of two transformations', { field: 'pair' });
      return engine().explorer.region(asked, question, /** @type {AbortSignal | undefined} */ (signal));
    });
  }

  /** @type {typeof Public.count} */
  async function count(request, model, options = /** @type {any} */ ({})) {
    const asked = written(request);
    return inTurn(() => votesOf(engine(), asked, model, options));
  }

  /** @type {typeof Public.run} */
  const run = (asked, options = {}) => inTurn(() => resultOf(engine(), asked, options));

  /** @type {typeof Public.plan} */
  const plan = (wanted) => inTurn(async () => {
    numbered(wanted, 'probability', 'radius', 'sigma');
    return engine().counting.planned(wanted);
  });

  /** @type {typeof Public.calibrate} */
  const calibrate = (result, options = {}) => inTurn(() => {
    const { coverage = 0.9, radius = 0, perClass = false } = options;
    onlyKnown({ result, options }, 'coverage', 'radius', 'perClass');
    numbered({ coverage, radius }, 'coverage', 'radius');
    if (typeof perClass !== 'boolean') throw refusal('perClass', `must be true or false, got ${perClass}`);
    return engine().collection.calibrated(result, { coverage, radius, per_class: perClass });
  });

  /** @type {typeof Public.compare} */
  const compare = (first, second, options = {}) => inTurn(() => {
    onlyKnown({ first, second, options }, 'radii');
    const radii = options.radii && Array.from(options.radii);
    if (radii && !(radii.length && radii.every(Number.isFinite))) throw refusal('radii', `must be one number or more, got [${radii}]`);
    return engine().collection.compared(first, second, radii ?? null);
  });

  /** @type {typeof Public.verify} */
  async function verify(certificate, options) {
    const claimed = typeof certificate === 'string' ? parsed(certificate) : certificate;
    const wrong = strangeIn(claimed);
    if (wrong) throw new EngineError('input', `${wrong}: is missing or has another type; give a certificate`, { field: wrong });
    if (claimed.core !== CORE) return verifyReleased(claimed, options);
    const own = await certify(claimed.request, options);
    const differs = differences({ ...own, request: undefined }, { ...claimed, request: undefined });
    if (differs.length) throw new VerificationFailedError(differs);
    return own;
  }

  /** Verifies a document of an earlier core. @param {Public.Certificate} claimed @param {Public.Options} [options] */
  async function verifyReleased(claimed, options) {
    const { failed, partial, rule } = await inTurn(() => engine().verify(claimed, /** @type {{signal?: AbortSignal} | undefined} */ (options)));
    if (failed) throw new VerificationFailedError(failed);
    const own = await certify(todays(/** @type {Public.CertificateRequest} */ (claimed.request)), options);
    return { ...own, ...(partial && { partial }), ...(rule && { rule }) };
  }

  /** @param {any} source @param {Public.Reading} [reading] */
  async function open(source, reading) {
    const { name, bytes } = isFile(source) ? source : await read(source).catch(placed);
    const handle = `cloud ${++opened}`;
    return new Cloud(engine(), handle, await engine().open(handle, name, bytes, reading).catch(placed));
  }

  return { document, certify, minimum, withstand, radii, curve, map, region, count, run, plan, calibrate, compare, verify, open, engine };
}

/** Says in the message, too, where the input is bad. @param {any} error @returns {never} */
function placed(error) {
  const place = [error?.field ?? error?.file, error?.line].filter((part) => part !== undefined);
  if (error instanceof EngineError && place.length) error.message = `${place.join(', line ')}: ${error.message}`;
  throw error;
}

/** @param {any} source @returns {source is Public.NamedBytes} */
const isFile = (source) => source?.bytes instanceof Uint8Array && typeof source.name === 'string';

/** @param {string} field @param {string} message */
const refusal = (field, message) => new EngineError('input', `${field}: ${message}`, { field });

/** A request with its clouds as documents have them. @param {any} request */
function written(request) {
  if (Object(request) !== request) throw refusal('request', `must be an object, got ${request}`);
  finite(request);
  return { ...request, clean: points('clean', request.clean), perturbed: points('perturbed', request.perturbed) };
}

/** @param {string} field @param {any} cloud points, an opened cloud, or an attack */
function points(field, cloud) {
  if (Array.isArray(cloud)) return { points: cloud.map((row) => (ArrayBuffer.isView(row) ? Array.from(/** @type {any} */ (row)) : row)) };
  const path = typeof cloud === 'string' ? cloud : !(cloud instanceof Cloud) && cloud?.file;
  if (path) throw refusal(field, `files are read first: give await open(${JSON.stringify(path)})`);
  if (ArrayBuffer.isView(cloud)) throw refusal(field, 'must be an array with an array of coordinates for each point');
  return cloud;
}

/** Refuses numbers that JSON lacks. @param {any} fields @param {string} [path] of these fields */
function finite(fields, path = '') {
  for (const [name, value] of Object.entries(fields)) {
    const field = `${path}${name}`;
    if (typeof value === 'bigint' || [NaN, Infinity, -Infinity].includes(value)) throw refusal(field, `must be a finite number, got ${value}`);
    if (value?.constructor === Object) finite(value, `${field}.`);
  }
}

/** Refuses what is no object, and options that are not known. @param {Record<string, any>} given @param {...string} known */
function onlyKnown(given, ...known) {
  for (const [name, value] of Object.entries(given)) if (Object(value) !== value) throw refusal(name, `must be an object, got ${value}`);
  const other = Object.keys(given.options).find((name) => !known.includes(name));
  if (other) throw refusal(other, `is no option; these are: ${known.join(', ')}`);
}

/** Refuses a question without its numbers. @param {any} question @param {...string} fields */
function numbered(question, ...fields) {
  const field = fields.find((name) => !Number.isFinite(question?.[name]));
  if (field) throw new EngineError('input', `must be a number, got ${question?.[field]}`, { field });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EngineError('input', `give a certificate or its text: ${error instanceof Error ? error.message : error}`);
  }
}
