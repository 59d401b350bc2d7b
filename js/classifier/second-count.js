/** Counts the votes of a document again, and compares all that it claims about votes, model and runtime. */

import { mindsBatch, refuseChanged, testInvariance } from './admission.js';
import { recount, samplesOf } from './counter.js';
import { BatchError, ModelError } from './model-use.js';
import { alone } from './rows.js';
import { SAMPLED } from '../documents/sampled.js';

/**
 * @import {Machine, Opened} from './counter.js'
 * @import {Planned} from './admission.js'
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {VotedRequest} from '../documents/votes.js'
 * @import {Voted, VotedModel, Votes, VotesRuntime} from '../documents/types.js'
 *
 * @typedef {object} Own what the second count has before it
 * @property {VotedModel} model as documents describe it, with the names that it has of its own
 * @property {boolean} named whether the model, or a file beside it, names its classes
 * @property {VotesRuntime} runtime
 */

/** A second count that refutes a document: the reasons, sentences without their full stops. */
export class RefutedError extends Error {
  /** Says to the page that the votes, not the model, are at fault. */
  refutes = true;

  /** @param {string[]} reasons */
  constructor(reasons) {
    super(`verification failed: ${reasons.join('; ')}`);
  }
}

/** @param {string[]} reasons */
export function refute(reasons) {
  if (reasons.length > 0) throw new RefutedError(reasons);
}

/** Refutes votes that were counted in batches. */
export const MINDS = 'the model’s answer for a cloud depends on the rest of the batch, but the document does not say that each was answered alone';

/** A second count of votes that were counted in batches: refuted if a block shows that the model depends on them. @template T @param {Promise<T>} counting */
export async function inBatches(counting) {
  try {
    return await counting;
  } catch (error) {
    if (error instanceof BatchError) refute([MINDS]);
    throw error;
  }
}

/**
 * Checks claims about how a model answers against the model.
 * @param {Machine} machine @param {Planned} planned @param {Votes} evidence @param {AbortSignal} [signal] @returns {Promise<string[]>} what was checked
 */
export async function hold(machine, planned, { tested: said }, signal) {
  try {
    if (await mindsBatch(machine, planned, signal)) refute([MINDS]);
    const tested = await inBatches(testInvariance(machine, planned, signal));
    refuseChanged(tested);
    if (!tested) return [];
    if (said && said.clouds !== tested.clouds) refute([`tested.clouds: is ${said.clouds} in the document, ${tested.clouds} recounted`]);
    return [`the invariance is declared, and none of ${tested.clouds} noisy clouds changed its class when it was moved`];
  } catch (error) {
    if (error instanceof ModelError) refute([error.message]);
    throw error;
  }
}

/** The votes in a request that can be counted again. @param {CertificateRequest} request */
export function countable(request) {
  const evidence = request?.prediction?.evidence;
  if (!evidence) throw new ModelError('contains no votes of a model');
  if (!request.clean || !(evidence.sampled || request.prediction.values || evidence.values || request.prediction.vectors || evidence.vectors))
    throw new ModelError('a shared certificate has neither cloud nor single votes; recount the downloaded one');
  return evidence;
}

/** Refuses another model than the one that voted. @param {VotedModel} said the model of the document @param {string} sha256 */
export function refuseOther(said, sha256) {
  if (said.sha256 !== sha256) throw new ModelError(`its SHA-256 is ${sha256}; the votes are of ${said.sha256}`);
}

/**
 * Counts the votes of a request again.
 * @param {Machine} machine @param {VotedRequest} request whose prediction has votes that are countable @param {Own & {opened: Opened}} own
 * @param {{choose?: (all: number) => number[], onSamples: (samples: number) => void, signal?: AbortSignal}} watching choose: the numbers of the
 *   blocks that are counted, all by default
 * @returns {Promise<{samples: number, of: number, differ: number[], notes: string[]}>} samples counted, the numbers of those that have another class, and
 *   what else was checked, or was not
 */
export async function countAgain(machine, request, own, { choose, onSamples, signal }) {
  const { evidence } = request.prediction, { model, classifier, sampling } = evidence;
  refute(contradictions(model, own));
  const text = JSON.stringify({
    clean: request.clean, ...Object.fromEntries(SAMPLED.map((name) => [name, request[name]])), prediction: { model, classifier, sampling },
  });
  const planned = { opened: model.batch ? alone(own.opened) : own.opened, text, plan: await machine.counting.plan(text) };
  const held = await hold(machine, planned, evidence, signal);
  const of = samplesOf(evidence), all = Math.ceil(of / sampling.block);
  const blocks = choose ? choose(all) : Array.from({ length: all }, (_, i) => i);
  const counted = await inBatches(recount(machine, planned.opened, { plan: text, evidence: JSON.stringify(request) }, planned.plan, blocks, onSamples, signal));
  return { ...counted, of, notes: [...held, ...left(evidence, own)] };
}

/** @param {unknown} value */
const written = (value) => (value === undefined ? 'not written' : `written as ${JSON.stringify(value)}`);

/** Fields of a model that a second count has of its own. */
const COMPARED = /** @type {const} */ (['bytes', 'layout', 'numbers', 'output', 'returns', 'number', 'clip']);

/** @param {VotedModel} said @param {Own} own */
function fields(said, { model }) {
  return COMPARED.filter((name) => said[name] !== model[name] && (name !== 'bytes' || said.bytes !== undefined))
    .map((name) => `the model’s ${name} is ${written(said[name])}, and is ${JSON.stringify(model[name] ?? 'the only one')}`);
}

/** Reports whether classes have their numbers for names, as if none were given. @param {string[]} classes */
const numbered = (classes) => classes.every((name, i) => name === String(i));

/** Reports whether a number would be taken for another class than it counts. @param {string[]} classes as the model names them */
function misleads(classes) {
  const numbers = new Set([...classes.keys()].map(String));
  return classes.some((name, i) => name !== String(i) && numbers.has(name));
}

/**
 * Lists false claims of a document about its model. Class names that nothing gave are not compared.
 * @param {VotedModel} said the model of the document @param {Own} own @returns {string[]}
 */
export function contradictions(said, own) {
  const { classes } = own.model;
  if (!classes || !said.classes) return fields(said, own);
  const at = said.classes.findIndex((/** @type {string} */ name, /** @type {number} */ i) => name !== classes[i]);
  const fewer = said.classes.length !== classes.length;
  const renamed = own.named && (at >= 0 || fewer) && (fewer || misleads(classes) || !numbered(said.classes));
  const names = renamed
    ? [
        `class ${Math.max(at, 0)} is called ${JSON.stringify(said.classes[Math.max(at, 0)])}, and the model calls it ${
          JSON.stringify(classes[Math.max(at, 0)])}`,
      ]
    : [];
  return [...fields(said, own), ...names];
}

/** Notes that draws do not follow from the inputs. */
const FRESH = 'the counter chose the seed of the votes ("fresh": true); it does not follow from the model, the cloud and the settings';

/** Names the runtime that counted, in a word. @param {VotesRuntime} runtime */
const called = ({ name, version, wasm }) => [name, version, wasm && `(${wasm.slice(0, 'sha256:'.length + 12)}…)`].filter(Boolean).join(' ');

/**
 * Lists the parts of a document that a second count did not check: sentences without their full stops.
 * @param {Pick<Voted, 'model' | 'runtime' | 'sampling'>} said @param {Own} own @returns {string[]}
 */
export function left({ model, runtime, sampling }, own) {
  const same = JSON.stringify(model.classes) === JSON.stringify(own.model.classes);
  const names = same || !model.classes
    ? []
    : [numbered(model.classes) ? 'the classes are numbered there, and the model names them' : 'the class names are as the counter wrote them'];
  const named =
    model.name === own.model.name
      ? []
      : [
          model.name === undefined
            ? 'the model has no name there'
            : `the model is called ${JSON.stringify(model.name)} there, a name that nothing was held against`,
        ];
  const ran = /** @type {const} */ (['name', 'version', 'wasm']).some((field) => runtime?.[field] !== own.runtime[field]);
  const counted = runtime ? `counted with ${called(runtime)}, counted again with ${called(own.runtime)}` : 'no runtime is named that counted first';
  return [...names, ...named, ...(ran ? [counted] : []), ...(sampling?.fresh ? [FRESH] : [])];
}
