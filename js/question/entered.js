/** Makes a question of what is entered, and tells what keeps it from an answer. */

import { LAW, SAMPLED } from '../documents/sampled.js';
import { evidenceOf, isEntered } from '../documents/votes.js';
import { isSaid, isUnset } from '../form/evidence.js';
import { toRequest } from '../form/request.js';
import { differenceOf } from '../words/sampled.js';
import { sigmasOf } from '../words/spread.js';
import { isOfCloud, questionOf } from './question.js';

/**
 * @typedef {import('../form/reader.js').Values} Values
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {Parameters<typeof toRequest>[1]} Clouds
 * @typedef {{open: import('./question.js').Model | null, opens: boolean}} ModelThere the model that is open, and whether another one is on its way
 * @typedef {Pick<import('./state.js').State, 'said' | 'clouds' | 'questions' | 'unread' | 'model' | 'cast'>} Made all that a question is made of
 *
 * @typedef {object} Entered
 * @property {import('./question.js').Question} question
 * @property {Record<string, string>} faults what is known to be wrong with it, by control
 * @property {boolean} votes whether a model is to vote
 * @property {boolean} unproved whether what is said of the cloud belongs to other settings
 * @property {boolean} searches whether the order of the points is to be searched for
 * @property {boolean} opening whether a model is on its way
 * @property {any} stored the stored votes or outputs that it rests on, null where it rests on others
 * @property {string} storedText
 * @property {import('./question.js').Question | null} supposed what would be asked with the usual noise and invariance, where only they are open
 *
 * @typedef {{then: Values, now: string, before: string, short: [now: string, before: string]}} Unproved then: the settings that the evidence belongs to
 */

/** All that a request is made of beside the entries. @param {Pick<Made, 'said' | 'clouds'>} state */
export const givenOf = ({ said: { brushed, outputs }, clouds }) => /** @type {Clouds} */ ({ ...clouds, brushed, outputs });

/** @param {Made} state */
const cloudOf = ({ clouds: { clean } }) => clean?.file ?? '';

/** @param {Made} state */
const formOf = ({ said: { values }, clouds }) => toRequest(values, /** @type {Clouds} */ (clouds)).request;

/** The evidence of the entered votes, {} if they are only entered. @param {Made} state @returns {{looks?: number, evidence?: any}} */
export const evidenceIn = (state) =>
  (state.said.values.given === 'votes' ? evidenceOf(state.said.counted, formOf(state), cloudOf(state)) : {});

/** The calibration, where votes of every class, or of its kind, are there or to be counted. @param {Made} state @param {{evidence?: object}} evidence */
const setsIn = ({ said: { values: { given }, sets } }, { evidence }) =>
  (sets && (given === 'model' || evidence || given === 'outputs' && sets.returns) ? { sets } : {});

/** Reports whether the votes that are entered were counted, and are not only entered. @param {Made} state */
export const isCounted = (state) => state.said.values.given === 'model' || isEntered(state.said.counted, formOf(state), cloudOf(state));

/** The settings of votes that the model that is open cast on the clean cloud, null where it cast none. @param {Made} state @returns {Values | null} */
export function countedWith(state) {
  const { cast, model: { open } } = state;
  return cast && open && isOfCloud(cast, { cloud: cloudOf(state), model: open }) ? cast.settings : null;
}

/**
 * Reports whether the core refuses settings whatever the evidence is of.
 * @param {CertificateRequest} request @param {{dimension: number, count?: number} | null | undefined} clean
 */
const isImpossible = ({ group, subsample }, clean) => Boolean(clean)
  && (group === 'axis' && clean?.dimension === 2 || /** @type {number} */ (subsample) > Number(clean?.count));

/** A request with what its model sees beside its other settings. @param {CertificateRequest} request */
const seeing = (request) => ({ ...request, attributes: request.prediction.model?.attributes });

/**
 * Compares the entered sampling settings with those of the evidence; null if they agree.
 * @param {Values} values @param {Values} then @param {Clouds} clouds @returns {Unproved | null}
 */
function unprovedFor(values, then, clouds) {
  const { request: entered, errors } = toRequest(values, clouds);
  const { request: before, errors: faults } = toRequest({ ...values, ...then }, clouds);
  // An entry that is no setting at all is refused where it stands.
  const sigmas = [entered, before].flatMap(({ sigma, attribute_sigma: noisy = {} }) => [...sigmasOf(sigma), ...Object.values(noisy)]);
  if (Object.keys(then).some((name) => errors[name] || faults[name]) || sigmas.some((sigma) => !(Number(sigma) > 0))) return null;
  if (entered.axis?.every((part) => part === 0) || isImpossible(entered, clouds.clean)) return null;
  // A probability is the visitor's own claim, but never that of a classifier of other samples.
  const compared = values.given === 'probability' ? LAW : [...SAMPLED, 'attributes'];
  const difference = differenceOf(seeing(entered), seeing(before), compared);
  return difference && { then, ...difference };
}

/** Describes evidence that belongs to other settings than those entered, null if it belongs to these. @param {Made} state @returns {Unproved | null} */
export function unprovedIn(state) {
  const { said: { values, settings }, clouds } = state, there = /** @type {Clouds} */ (clouds);
  if (values.given !== 'model') return isSaid(values) ? unprovedFor(values, settings, there) : null;
  const then = countedWith(state);
  return then && unprovedFor({ ...values, given: 'votes' }, then, there);
}

/**
 * The question that entries make, and what is wrong with them.
 * @param {Made} state @param {Values} [values]
 */
export function formed(state, values = state.said.values) {
  const { request, errors } = toRequest(values, givenOf(state), state.said.gram), model = values.given === 'model' ? state.model.open : null;
  const evidence = evidenceIn(state), prediction = { ...request.prediction, ...evidence };
  return { question: questionOf({ ...request, ...setsIn(state, evidence), prediction }, state.clouds, model), errors };
}

/**
 * Explains why the clouds cannot be used: a file that could not be read is never skipped silently, and of one with several clouds one has to be
 * chosen.
 * @param {Made} state @returns {Record<string, string>}
 */
function faultsOf({ said: { values }, questions, unread }) {
  const places = /** @type {import('./given.js').Handle[]} */ (values.perturbation === 'file' ? ['clean', 'perturbed'] : ['clean']);
  return Object.fromEntries(places.flatMap((place) => (unread[place] ? [[place, unread[place].why]]
    : questions[place] ? [[place, `Choose one of the clouds in ${questions[place].name}.`]] : [])));
}

/** Noise and invariance that are supposed where none are entered yet. */
const SUPPOSED = { sigma: '0.1', group: 'SE' };

/** The question with what is supposed, null where more is open. It is shown and proves nothing. @param {Made} state */
function supposedIn(state) {
  const { said: { values } } = state;
  if (!isUnset(values) || values.given === 'model' || !isSaid(values) || values.permutation === 'true') return null;
  const { question, errors } = formed(state, { ...values, sigma: values.sigma.trim() || SUPPOSED.sigma, group: values.group || SUPPOSED.group });
  return Object.keys({ ...errors, ...faultsOf(state) }).length ? null : question;
}

/** The stored votes or outputs that what is entered rests on. @param {Made} state */
function storedIn(state) {
  const { said: { values: { given }, outputs, counted } } = state;
  return (given === 'outputs' ? outputs?.evidence : counted?.cloud && evidenceIn(state).evidence) ?? null;
}

/** @param {Made} state @returns {Entered} */
function made(state) {
  const { said: { values, exact }, clouds, model } = state, { question: form, errors } = formed(state), isExact = exact?.text === form.text;
  const votes = values.given === 'model' && !isExact, stored = storedIn(state);
  return {
    question: exact && isExact ? questionOf(exact.request, clouds) : form, votes, faults: isExact ? {} : { ...errors, ...faultsOf(state) },
    unproved: !isExact && unprovedIn(state) !== null, searches: !isExact && values.permutation === 'true' && values.perturbation !== 'none',
    opening: votes && model.opens, supposed: supposedIn(state), stored, storedText: JSON.stringify(stored),
  };
}

/** Returns what is entered, the same object as long as it is made of the same. @param {Made} state @param {(Made & {entered: Entered}) | null} before */
export function enteredOf(state, before) {
  const parts = /** @type {(keyof Made)[]} */ (['said', 'clouds', 'questions', 'unread', 'model', 'cast']);
  if (before && parts.every((part) => state[part] === before[part])) return before.entered;
  const entered = made(state), { question } = before?.entered ?? {};
  return question?.text === entered.question.text ? { ...entered, question } : entered;
}
