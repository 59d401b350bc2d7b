/** Between the texts of the certificate form and request documents. */

import { initial } from './address.js';
import { isOfTwo } from '../documents/documents.js';
import { outputsIn, withCounted } from '../documents/stated.js';
import { seenBy } from '../documents/votes.js';
import { isSaid } from './evidence.js';
import { NOISE_CONTROLS, noiseIn, noiseValues } from './noise.js';
import { PREPARED_REQUEST, preparationControls, preparationValues } from './preparation.js';
import { entryFor, Reader } from './reader.js';
import { attributeNoiseIn, channelsIn, seenOf } from './seen.js';
import { sigmaText, spreadOf } from './spread.js';

/** @typedef {import('./reader.js').Values} Values */
/**
 * @typedef {{clean: {dimension: number} | null, perturbed: object | null, brushed?: import('../documents/votes.js').Paired | null,
 *   outputs?: import('../documents/stated.js').Outputs | null}} Clouds
 *   brushed: what a brush has left of the clean one; outputs: numbers or labels of noisy copies of the clean one
 */

/** The control that each field of a request is entered in. @type {Record<string, string>} */
const CONTROLS = {
  'clean': 'clean',
  'perturbed': 'perturbed',
  'perturbed.attack': 'perturbation',
  'perturbed.norm': 'norm',
  'perturbed.degrees': 'degrees',
  'perturbed.axis': 'axis',
  'perturbed.noise': 'noise',
  'perturbed.seed': 'seed',
  'perturbed.stretch': 'stretch',
  'perturbed.changes': 'replaced',
  'perturbed.changes.replaced': 'replaced',
  'perturbed.changes.added': 'added',
  'perturbed.changes.removed': 'removed',
  'perturbed.changes.moved': 'moved',
  'pairing': 'pairing',
  ...preparationControls(PREPARED_REQUEST),
  'sigma': 'sigma',
  'subsample': 'subsample',
  'prediction.votes': 'votes',
  'prediction.samples': 'voted',
  'prediction.runner_up.probability': 'runnerProbability',
  'prediction.runner_up.votes': 'runnerVotes',
  'prediction.sampling.estimate': 'counted',
  'prediction.tolerance': 'tolerance',
  'prediction.model': 'model',
  'prediction.model.attributes': 'attributes',
  'prediction.evidence.model.attributes': 'attributes',
  'attribute_sigma': 'attributes',
  'prediction.classifier': 'how',
  'group': 'group',
  'axis': 'direction',
  'translation': 'translation',
  'permutation': 'permutation',
  'top': 'top',
  ...NOISE_CONTROLS,
  'alpha': 'alpha',
  'samples': 'draws',
};

/** The fields that the form shows, or with which a computed request begins: it would drop any other without a word. */
const SHOWN = [
  'format', '$schema', 'clean', 'perturbed', 'pairing', 'gram', 'preparation', 'prepared', 'sigma', 'attribute_sigma', 'prediction', 'group', 'axis', 'translation',
  'permutation', 'subsample', 'noise', 'top', 'alpha', 'samples', 'bound', 'stop', 'seed',
];

/** The first field of a request that the form cannot show, undefined if there is none. @param {object} request */
export const unshownIn = (request) => Object.keys(request).find((name) => !SHOWN.includes(name));

/** Entries of the runner-up, by the kind of prediction. */
const RUNNER = { votes: 'runnerVotes', probability: 'runnerProbability' };

const UNSAID = 'Enter votes or a probability, or choose a model.';

/** Entries of the prediction. @type {Record<string, string>} */
const GIVEN = { votes: 'votes', probability: 'probability', model: 'model', outputs: 'given' };

const NO_OUTPUTS = 'A link cannot hold a model’s numbers or labels. Drop their document again.';

/**
 * The control for a field the core has refused, '' when no control is to blame.
 * @param {string | undefined} field @param {Values} values
 * @returns {string}
 */
export function controlFor(field, values) {
  const votes = values.given === 'votes';
  return entryFor(field, {
    ...CONTROLS,
    'prediction': GIVEN[values.given],
    // Also where votes are not there: the core then asks for a probability.
    'prediction.probability': GIVEN[values.given],
    'prediction.runner_up': votes ? RUNNER.votes : RUNNER.probability,
  });
}

/** @param {Reader} reader @param {number} dimension of the clean cloud */
function attack(reader, dimension) {
  if (reader.values.perturbation === 'scale') return { attack: 'scale', norm: reader.number('norm') };
  return {
    attack: 'rotate',
    degrees: reader.number('degrees'),
    ...(dimension === 3 && { axis: reader.vector('axis') }),
    noise: reader.number('noise'),
    seed: reader.whole('seed'),
    ...(reader.values.stretch !== '1' && { stretch: reader.number('stretch') }),
  };
}

/**
 * The request document for what is entered, or what keeps it from being one, by control.
 * @param {Values} values @param {Clouds} clouds
 * @param {import('../documents/documents.js').CertificateRequest['gram'] | null} [gram] their inner products instead
 * @returns {{request: import('../documents/documents.js').CertificateRequest, errors: Record<string, string>}}
 */
export function toRequest(values, clouds, gram = null) {
  const reader = new Reader(values);
  const shared = gram && !clouds.clean && values.given !== 'model';
  if (!clouds.clean && !shared)
    reader.errors.clean = gram ? 'A model needs points to vote on: choose, drop or paste a clean point cloud.' : 'Choose, drop or paste a clean point cloud.';
  // Choices are the words of documents.
  const request = /** @type {import('../documents/documents.js').CertificateRequest} */ ({
    ...(shared ? { gram } : { clean: { file: 'clean' }, ...perturbed(reader, clouds), ...preparation(reader) }),
    sigma: spreadOf(reader) ?? reader.numbers('sigma'),
    ...attributeNoiseIn(reader),
    prediction: { ...(reader.values.given === 'outputs' ? outputs(reader, clouds) : prediction(reader)), ...seen(reader) },
    ...(shared && !gram.points && !gram.cloud ? {} : subsampled(reader, clouds)),
    ...invariance(reader),
    ...(!['', '1'].includes(values.top.trim()) && { top: reader.whole('top') }),
    ...noiseIn(reader),
    alpha: reader.number('alpha'),
    ...drawn(reader, clouds),
  });
  return { request, errors: reader.errors };
}

/**
 * The request for what is entered without its perturbed cloud, null where it is not complete.
 * @param {{entries: {values: Values}, files: {clouds: Clouds, outputs?: Clouds['outputs']}, votes: any, evidence: object, unproved: object | null}} desk
 * @returns {import('../documents/documents.js').CertificateRequest | null}
 */
export function cleanRequest({ entries: { values }, files: { clouds, outputs }, votes, evidence, unproved }) {
  const { request, errors } = toRequest({ ...values, perturbation: 'none' }, { ...clouds, outputs });
  if (Object.keys(errors).length || (unproved && values.given !== 'model')) return null;
  if (values.given !== 'model') return { ...request, prediction: { ...request.prediction, ...evidence } };
  return votes && withCounted(request, votes);
}

/** Reads the prediction, and the runner-up if it is entered; for a model, the sampling settings. @param {Reader} reader */
function prediction(reader) {
  const { given: source, how } = reader.values;
  if (source === 'model') return { classifier: { how }, sampling: { estimate: reader.whole('counted') }, ...tolerated(reader) };
  const votes = reader.values.given === 'votes';
  if (!isSaid(reader.values)) {
    reader.errors[GIVEN[source]] = UNSAID;
    return {};
  }
  const given = votes
    ? { votes: reader.whole('votes'), samples: reader.whole('voted') }
    : { probability: reader.probability('probability') };
  const name = votes ? RUNNER.votes : RUNNER.probability;
  if (reader.values[name].trim() === '') return given;
  const runner = votes ? reader.whole(name) : reader.probability(name);
  return { ...given, runner_up: votes ? { votes: runner } : { probability: runner } };
}

/** Reads the number of draws: none for labels, of which draws prove nothing one by one. @param {Reader} reader @param {Clouds} clouds */
function drawn(reader, { outputs: given }) {
  if (reader.values.draws.trim() !== '') return { samples: reader.whole('draws') };
  return reader.values.given === 'outputs' && given?.labels ? { samples: 0 } : {};
}

/** The tolerance of a number, where one is entered. @param {Reader} reader */
const tolerated = (reader) => (reader.values.tolerance.trim() === '' ? {} : { tolerance: reader.number('tolerance') });

/** Numbers with the tolerance where one is entered, or votes on labels. @param {Reader} reader @param {Clouds} clouds */
function outputs(reader, { outputs: given }) {
  if (!given) reader.errors.given = NO_OUTPUTS;
  if (!given?.values) return given ?? {};
  const { select, ...rest } = given, tolerance = tolerated(reader);
  // Outside evidence, select without a tolerance means nothing, and the core refuses it.
  return 'tolerance' in tolerance ? { ...given, ...tolerance } : { ...rest, ...(rest.evidence && { select }) };
}

/** The attributes that the model sees. @param {Reader} reader */
function seen(reader) {
  const attributes = channelsIn(reader);
  return attributes ? { model: { attributes } } : {};
}

/** Of how many points each vote is, where that is not all of them, and how two clouds then belong together. @param {Reader} reader @param {Clouds} clouds */
function subsampled(reader, { perturbed: other, brushed }) {
  const { subsample, perturbation, pairing } = reader.values;
  if (subsample.trim() === '') return {};
  if (perturbation === 'brush') return { subsample: reader.whole('subsample'), ...(brushed && { pairing: brushed.pairing }) };
  return { subsample: reader.whole('subsample'), ...(perturbation === 'file' && other && pairing !== 'nearest' && { pairing }) };
}

/** @param {Reader} reader */
function invariance(reader) {
  const { group, translation, permutation } = reader.values;
  const axis = group === 'axis' ? { axis: reader.vector('direction'), translation: translation === 'true' } : {};
  return { group, ...axis, permutation: permutation === 'true' };
}

/** Reads the preparation of both clouds, if there is any. @param {Reader} reader */
function preparation(reader) {
  const { dropMissing, kept, method, normalise, frame } = reader.values;
  const sampled = kept.trim() !== '';
  if (dropMissing === 'false' && !sampled && normalise === 'none') return {};
  // Farthest points are the same whatever the seed.
  const seed = method === 'farthest' ? {} : { seed: sampled ? reader.whole('samplingSeed') : 0 };
  const sample = sampled ? { points: reader.whole('kept'), method, ...seed } : {};
  return {
    preparation: { ...(dropMissing === 'true' && { drop_missing: true }), ...sample, normalise, ...(normalise !== 'none' && frame !== 'own' && { frame }) },
  };
}

/** @param {Record<string, unknown>} named @returns {Values} those that are there, as texts */
const texts = (named) => Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

/** @param {Reader} reader @param {Clouds} clouds */
function perturbed(reader, clouds) {
  const source = reader.values.perturbation;
  if (source === 'scale' || source === 'rotate') return { perturbed: attack(reader, clouds.clean?.dimension ?? 3) };
  if (source === 'changes')
    return {
      perturbed: {
        changes: { replaced: reader.whole('replaced'), added: reader.whole('added'), removed: reader.whole('removed'), moved: reader.number('moved') },
      },
    };
  if (source === 'brush')
    return clouds.brushed ? { perturbed: { points: clouds.brushed.points, ...(clouds.brushed.attributes && { attributes: clouds.brushed.attributes }) } } : {};
  return source === 'file' && clouds.perturbed ? { perturbed: { file: 'perturbed' } } : {};
}

/**
 * The form's texts for a request document, clouds aside.
 * @param {import('../documents/documents.js').CertificateRequest} request
 * @returns {Values}
 */
export function toValues(request) {
  const { prediction = {}, perturbed: other = {}, preparation: prepared, pairing } = request;
  const { replaced = 0, added = 0, removed = 0, moved = 0 } = other.changes ?? {};
  const named = {
    perturbation: Array.isArray(pairing) ? 'brush' : other.attack ?? (other.changes ? 'changes' : isOfTwo(request) ? 'file' : 'none'),
    norm: other.norm,
    degrees: other.degrees,
    axis: other.axis?.join(' '),
    noise: other.noise,
    seed: other.seed,
    stretch: other.stretch,
    ...(other.changes && { replaced, added, removed, moved }),
    ...(!Array.isArray(pairing) && { pairing }),
    given: outputsIn(prediction) ? 'outputs' : prediction.votes === undefined ? 'probability' : 'votes',
    tolerance: prediction.tolerance,
    probability: prediction.probability,
    votes: prediction.votes,
    voted: prediction.samples,
    runnerProbability: prediction.runner_up?.probability,
    runnerVotes: prediction.runner_up?.votes,
    attributes: seenOf(seenBy(request), request.attribute_sigma),
    top: request.top,
    sigma: sigmaText(request.sigma),
    subsample: request.subsample,
    group: request.group,
    direction: request.axis?.join(' '),
    translation: request.translation,
    permutation: request.permutation,
    alpha: request.alpha,
    draws: request.samples,
  };
  return { ...initial(), ...texts(named), ...preparationValues(prepared, PREPARED_REQUEST), ...noiseValues(request.noise) };
}
