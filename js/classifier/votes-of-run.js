/** The votes of a model for every cloud of a run document, written into it so that anyone who has the model can count them again. */

import { EngineError } from '../certifier/failure.js';
import { SAMPLED } from '../documents/sampled.js';
import { digest } from '../parts/cite.js';
import { Admission, countOf, planOf } from './admission.js';
import { EACH, randomOf } from './attack.js';
import { BatchError, ModelError, MuteError } from './model-use.js';
import { attackOn, rows } from './votes-at-clouds.js';

/**
 * @import {AttributeSigma, Prediction, Run, RunCloud, Voted, VotedClassifier, VotedModel, VoteCounts, Votes, VotesRuntime} from '../documents/types.d.ts'
 *
 * @typedef {Partial<Run> & {attribute_sigma?: AttributeSigma}} Settings of a run, whose clouds may be elsewhere
 * @typedef {Settings & {clouds: RunCloud[]}} Clouds of a run, with its settings
 * @typedef {RunCloud & {name: string, points: number[][]}} Cloud as a count takes it, unless it has a failure
 */

/**
 * Counts the votes of a run.
 * @typedef {object} Counter
 * @property {import('./counter.js').Machine} machine
 * @property {import('./counter.js').Opened} opened
 * @property {import('./layout.js').Layout} layout
 * @property {VotedModel} model as documents describe it
 * @property {VotesRuntime & {name: string}} runtime as documents name it
 * @property {number} samples that bound the probability of each cloud
 * @property {number} [select] samples that name the class, as selectOf says by default
 * @property {boolean} [all] whether all samples are counted, also where fewer decide all norms of the run
 * @property {boolean} [again] whether as many samples are counted as the votes of each cloud are of
 * @property {boolean} [minds] whether a count has shown that all rows are to be answered alone
 * @property {Partial<VotedClassifier>} [classifier] of votes that were counted before, which may have been invariant under more than the run asks
 *
 * @typedef {{points: number[][], votes?: number[], samples?: number}} Candidate a cloud that a search for another prediction has ended with
 * @typedef {Omit<RunCloud, 'attacked'> & {attacked?: Candidate[]}} CountedCloud
 * @typedef {{cloud: CountedCloud, voted?: Voted}} Counted the cloud with votes and without its points, or with why it has none;
 *   and what the votes were counted with
 */

/** Samples that name the class of each cloud. */
export const SELECT = 100;

/** Clouds that a search asks votes for at a time, whatever computes them: what it finds depends on it. */
const BESIDE = 4;

/** By how many standard deviations the votes of a cloud that is found are to be beyond a tie, so that they are most likely told from one. */
const CLEAR = 5;

/**
 * Samples that name the class of each cloud: none where the count may stop as soon as all norms of the run are decided.
 * @param {Pick<Settings, 'attack' | 'subsample' | 'returns'>} run
 */
export const selectOf = ({ attack, subsample, returns }) => (attack?.norms && !attack.search && !subsample && !returns ? 0 : SELECT);

/** Samples of a cloud that is counted, at most, with those of an attack on it. @param {Settings} run @param {number} samples that bound its probability */
export const samplesOf = (run, samples) => (selectOf(run) + samples) * (run.attack?.search ? 2 : 1) + EACH * (run.attack?.search ?? 0);

/** Returns the classifier settings of a run. @param {Settings} run */
const classifierOf = ({ group, axis, translation, permutation }) => ({ group, axis, translation, permutation: permutation ?? false });

/**
 * Votes by class, and last those of samples without one: a class like any other, so that they count against the winner.
 * @param {number[]} votes @param {number} samples
 */
export const withNone = (votes, samples) => [...votes, samples - votes.reduce((sum, n) => sum + n, 0)];

/** The votes of a cloud as runs name them. @param {VoteCounts} counted @param {number} selected samples that name the class */
export const votesOf = ({ select, estimate, samples }, selected) => ({
  ...(select && { votes_pred: withNone(select, selected) }), votes_cert: withNone(estimate, samples),
});

/** The votes, numbers or labels of a cloud, with the true labels that it has. @param {Votes} document of its votes @param {RunCloud} cloud */
function answersOf({ votes, values, select, labels, sampling }, cloud) {
  if (values) return { values, select };
  const { truth, ignore } = cloud.labels ?? {};
  return labels ? { labels: { ...labels, ...(truth && { truth }), ...(ignore !== undefined && { ignore }) } } : votesOf(/** @type {VoteCounts} */ (votes), sampling.select);
}

/** Returns the settings of a run as text, without its clouds and votes. @param {Settings} run */
const settingsOf = ({ clouds, voted, votes, ...settings }) => JSON.stringify(settings);

/**
 * The attributes of a cloud that its votes depend on: with a model that sees none, the one that σ goes by.
 * @param {Settings} run @param {RunCloud['attributes']} attributes @param {{attributes?: object}} model
 */
function attributesOf({ sigma }, attributes, model) {
  if (model.attributes) return { attributes };
  const name = typeof sigma === 'object' ? sigma.attribute : '';
  return attributes?.[name] ? { attributes: { [name]: attributes[name] } } : {};
}

/**
 * How the votes of all clouds of a run were counted, as far as it is the same for each: where σ goes by an attribute, grid and smallest σ follow from
 * the cloud.
 * @param {Pick<Settings, 'sigma'>} run @param {Votes} document of the votes of a cloud
 */
export function sharedBy({ sigma }, { model, classifier, sampling: { seed, cloud, ...sampling } }) {
  if (typeof sigma !== 'object') return { model, classifier, sampling };
  const { noise, ...rest } = sampling, { grid, ...invariance } = classifier;
  return { model, classifier: invariance, sampling: { ...rest, sigma } };
}

/**
 * The request to count the votes of one cloud.
 * @param {Settings} run @param {RunCloud} cloud @param {Omit<Counter, 'machine' | 'opened' | 'layout' | 'runtime'>} counter
 */
export function requestOf(run, { points, attributes }, { model, samples, select = selectOf(run), classifier = {} }) {
  return JSON.stringify({
    clean: { points, ...attributesOf(run, attributes, model) }, ...Object.fromEntries(SAMPLED.map((name) => [name, run[name]])), ...classifierOf(run),
    prediction: { model, classifier, sampling: { select, estimate: samples } },
  });
}

/** Reports whether an error is of the cloud, and not of the model, of the samples or of the machine. @param {unknown} error */
const isOfCloud = (error) => error instanceof ModelError
  || (error instanceof EngineError && error.kind === 'input' && error.field !== undefined && !error.field.startsWith('prediction'));

/** @param {{field?: string, message: string}} error */
const reason = ({ field, message }) => (field ? `${field}: ${message}` : message);

/** A model that returns no finite number for one cloud may do so for others; any other error is thrown. @param {unknown} error */
function mutenessIn(error) {
  if (error instanceof MuteError) return error;
  throw error;
}

/** Explains why a cloud cannot be counted, undefined if it can. @param {RunCloud} cloud @param {Counter} counter */
function refusal({ failure, label }, { model: { classes } }) {
  const most = /** @type {number} */ (classes?.length);
  return failure ?? (/** @type {number} */ (label) >= most ? `has the label ${label}, but the model has ${most} classes` : undefined);
}

/**
 * Counts the clouds of one run, one after the other. A count that is broken off goes on where it was. A BatchError says that all clouds are
 * to be counted again, with each row answered alone (`minds` of the counter).
 */
export class RunCount {
  #run;
  #counter;
  #admission;
  /** Feeding of rows, as the first cloud had it: a run describes its model once. @type {boolean | undefined} */
  #lone;
  /** The count that was broken off last, by its request. @type {{text: string, count: import('./counter.js').Count} | null} */
  #open = null;

  /** @param {Settings} run sigma, classifier and preparation @param {Counter} counter */
  constructor(run, counter) {
    this.#run = run;
    this.#counter = counter;
    this.#admission = new Admission(counter.machine, counter.minds);
  }

  /**
   * The count of one cloud, or why there is none.
   * @param {Cloud} cloud @param {AbortSignal} [signal] @param {boolean} [mute] whether it counts where the model returns no finite number
   * @returns {Promise<import('./counter.js').Count | string>}
   */
  async #begin(cloud, signal, mute = this.#counter.again) {
    const { machine, runtime } = this.#counter;
    try {
      const planned = await this.#admission.admit((lone) => planOf(machine.counting, this.#counter, cloud.points[0].length,
        (model) => requestOf(this.#run, cloud, { ...this.#counter, model }), lone), signal);
      const lone = Boolean(planned.opened.alone);
      // The model settings of a run hold for all of its clouds.
      if (lone && this.#lone === false) throw new BatchError();
      this.#lone = this.#admission.minds = lone;
      return await countOf(machine, planned, { runtime, mute }, signal);
    } catch (error) {
      if (isOfCloud(error)) return reason(/** @type {EngineError} */ (error));
      throw error;
    }
  }

  /** Explains why a cloud has no votes, undefined if it has some. @param {Cloud} cloud */
  async failureOf(cloud) {
    const found = refusal(cloud, this.#counter) ?? await this.#begin(cloud);
    return typeof found === 'string' ? found : undefined;
  }

  /**
   * @param {Cloud} cloud @param {import('./counter.js').Watching & {onDocument?: (document: string) => void}} [watching] onDocument takes the votes document
   * @returns {Promise<Counted>}
   */
  async count(cloud, watching) {
    const { name, label } = cloud;
    const failure = refusal(cloud, this.#counter);
    if (failure !== undefined) return { cloud: { name, failure } };
    const text = requestOf(this.#run, cloud, this.#counter);
    const count = this.#open?.text === text ? this.#open.count : await this.#begin(cloud, watching?.signal);
    if (typeof count === 'string') return { cloud: { name, failure: count } };
    this.#open = { text, count };
    const run = count.run({ ...watching, claims: count.plan.sampling.select > 0 ? [] : this.#claims(cloud) });
    const document = await run.catch(mutenessIn);
    this.#open = null;
    if (typeof document !== 'string') return { cloud: { name, failure: reason(document) } };
    /** @type {Votes} */
    const counted = JSON.parse(document);
    const attacked = await this.#attacked(cloud, counted, watching);
    const votes = answersOf(counted, cloud);
    const evidence = `sha256:${await digest(new Blob([document]))}`;
    watching?.onDocument?.(document);
    const voted = { ...sharedBy(this.#run, counted), preparation: this.#run.preparation, runtime: counted.runtime };
    return { cloud: { name, label, ...votes, evidence, ...attacked }, voted };
  }

  /** Returns what ends the count of a cloud that may stop after any sample. @param {RunCloud} cloud @returns {import('./counter.js').Claim[]} */
  #claims({ votes_cert: votes }) {
    const { again, all } = this.#counter;
    if (again) return [{ samples: /** @type {number[]} */ (votes).reduce((sum, n) => sum + n, 0), ends: true }];
    return all ? [] : [{ settings: settingsOf(this.#run), ends: true }];
  }

  /**
   * The clouds that an attack has ended with, and votes of fresh noise there: of those that the document has, or of one that is searched, where
   * the prediction is right.
   * @param {Cloud} cloud @param {Votes} evidence of its votes @param {import('./counter.js').Watching} [watching]
   * @returns {Promise<{attacked?: Candidate[]}>} nothing where there is no attack
   */
  async #attacked(cloud, evidence, watching) {
    const { attack } = this.#run, asked = attack?.family === 'ball' && Number(attack.search) > 0 && evidence.votes?.predicted === cloud.label;
    if (!cloud.attacked && !asked) return {};
    if (this.#run.preparation?.points || this.#run.preparation?.normalise)
      throw new ModelError('attack.search: needs clouds without preparation; prepare them first');
    const found = cloud.attacked ?? await this.#search(cloud, /** @type {Votes & {votes: VoteCounts}} */ (evidence), watching);
    const attacked = [];
    for (const { points } of found) {
      const count = await this.#begin({ ...cloud, points }, watching?.signal, true);
      if (typeof count === 'string') throw new ModelError(`${cloud.name}: a cloud that was attacked cannot be voted on: ${count}`);
      attacked.push({ points, votes: JSON.parse(await count.run({ signal: watching?.signal })).votes.estimate, samples: this.#counter.samples });
    }
    return { attacked };
  }

  /**
   * Looks for a cloud with another prediction, by votes that follow from those of the cloud.
   * @param {Cloud} cloud @param {Votes & {votes: VoteCounts}} evidence @param {import('./counter.js').Watching} [watching]
   * @returns {Promise<Candidate[]>} none or one
   */
  async #search({ points, attributes }, evidence, { signal, onSamples } = {}) {
    const run = this.#run, { machine, model: seen, samples } = this.#counter, dimension = points[0].length;
    /** @type {import('./votes-at-clouds.js').Planner} */
    const planner = ({ clean, prediction }) => planOf(machine.counting, this.#counter, dimension, (model) => JSON.stringify({
      ...Object.fromEntries(SAMPLED.map((name) => [name, run[name]])), preparation: undefined, clean, prediction: { ...prediction, model },
    }), this.#lone);
    const seeing = { prediction: { evidence }, ...attributesOf(run, attributes, seen) };
    const { found } = await attackOn(machine, planner, seeing, Float64Array.from(points.flat()), dimension, {
      clouds: run.attack?.search, beside: BESIDE, margin: Math.min(0.5, CLEAR / Math.sqrt(samples)), random: randomOf(evidence.sampling.seed), signal,
      onCloud: (done) => onSamples?.(SELECT + samples + EACH * done),
    });
    return found ? [{ points: rows(found.points, dimension) }] : [];
  }
}

/** A cloud as it was counted, with its points and their attributes. @param {Counted['cloud']} counted @param {RunCloud} cloud */
export const withPoints = (counted, { points, attributes }) =>
  (counted.failure === undefined ? { ...counted, points, ...(attributes && { attributes }) } : counted);

/**
 * @param {Clouds} run @param {Counter} counter @param {(clouds: number) => void} onCloud
 * @param {(document: string) => void} [onDocument] takes the votes document of each
 * @returns {Promise<Clouds>} the run with votes, what they were counted with, and the digest of each cloud's votes document
 */
export async function countRun(run, counter, onCloud, onDocument) {
  try {
    return await countClouds(run, counter, onCloud, onDocument);
  } catch (error) {
    if (!(error instanceof BatchError) || counter.minds) throw error;
    return countClouds(run, { ...counter, minds: true }, onCloud, onDocument);
  }
}

/** @type {typeof countRun} */
async function countClouds(run, counter, onCloud, onDocument) {
  const counts = new RunCount(run, counter);
  const clouds = [], documents = /** @type {string[]} */ ([]);
  let voted;
  for (const cloud of run.clouds) {
    const counted = await counts.count(/** @type {Cloud} */ (cloud), { onDocument: (document) => documents.push(document) });
    voted ??= counted.voted;
    clouds.push(withPoints(counted.cloud, cloud));
    onCloud(clouds.length);
  }
  if (!voted && clouds.length > 0) throw new ModelError(`no cloud could be voted on; ${clouds[0].name}: ${clouds[0].failure}`);
  documents.forEach((document) => onDocument?.(document));
  return { ...run, voted, clouds: /** @type {RunCloud[]} */ (clouds) };
}

/** The text of a run document, one cloud a line. @param {Record<string, unknown>} fields but for the clouds @param {string[]} lines of the clouds */
export function runText(fields, lines) {
  const texts = Object.entries({ format: 1, ...fields }).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return [`{${texts.join(',\n')},\n"clouds": [\n`, ...lines.flatMap((line, i) => (i ? [',\n', line] : [line])), '\n]}'];
}

/** A run document. @param {object & {clouds: object[]}} run */
export const writeRun = ({ clouds, ...rest }) => runText(rest, clouds.map((cloud) => JSON.stringify(cloud))).join('');

/**
 * Names of the clouds whose votes are others than those of a second count.
 * @param {Clouds} run @param {Clouds} second
 * @param {Map<string, string>} earlier digests that votes documents had before they had a format, by those that they have
 */
export const differing = (run, second, earlier) =>
  run.clouds
    .filter((cloud, i) => {
      const { votes_pred: pred, votes_cert: cert, evidence, attacked } = cloud;
      const other = second.clouds[i];
      return (
        ![other.evidence, earlier.get(other.evidence ?? '')].includes(evidence) ||
        String(pred) !== String(other.votes_pred) ||
        String(cert) !== String(other.votes_cert) ||
        /** @type {const} */ (['values', 'select', 'labels']).some((field) => JSON.stringify(cloud[field]) !== JSON.stringify(other[field])) ||
        JSON.stringify(attacked) !== JSON.stringify(other.attacked)
      );
    })
    .map(({ name }) => name);
