/** Between the texts of the certificate form and request documents. */

import { initial } from './address.js';
import { isOfTwo, isSame } from '../documents/documents.js';
import { outputsIn } from '../documents/stated.js';
import { seenBy } from '../documents/votes.js';
import { isSaid } from './evidence.js';
import { entryFor, Reader } from './reader.js';
import { attributeNoiseIn, channelsIn, seenOf } from './seen.js';
import { sigmaText, spreadOf } from './spread.js';
import { controlsOf, documentOf, textsOf } from './table.js';
import { CERTIFICATE_FORM } from './certificate-form.js';

/** @typedef {import('./reader.js').Values} Values */
/**
 * @typedef {{clean: {dimension: number, file: string} | null, perturbed: {file: string} | null, brushed?: import('../documents/votes.js').Paired | null,
 *   outputs?: import('../documents/stated.js').Outputs | null}} Clouds
 *   brushed: what a brush has left of the clean one; outputs: numbers or labels of noisy copies of the clean one
 */

/** The control that each field of a request is entered in. */
const CONTROLS = { clean: 'clean', perturbed: 'perturbed', ...controlsOf(CERTIFICATE_FORM) };

/** The fields that the form shows, or with which a computed request begins: it would drop any other without a word. */
const SHOWN = new Set(['format', '$schema', 'gram', 'prepared', 'bound', 'stop', 'seed', 'sets', ...Object.keys(CONTROLS).map((field) => field.split('.')[0])]);

/** The first field of a request that the form cannot show, undefined if there is none. @param {object} request */
export const unshownIn = (request) => Object.keys(request).find((name) => !SHOWN.has(name));

const UNSAID = 'Enter votes or a probability, or choose a model.';

const UNSET = 'Choose what your classifier ignores.';

/** Entries of the prediction. @type {Record<string, string>} */
const GIVEN = { votes: 'votes', probability: 'probability', model: 'model', outputs: 'given' };

const NO_OUTPUTS = 'A link cannot hold a model’s numbers or labels. Drop their document again.';

/**
 * The control for a field the core has refused, '' when no control is to blame.
 * @param {string | undefined} field @param {Values} values
 * @returns {string}
 */
export const controlFor = (field, { given }) => entryFor(field, {
  ...CONTROLS,
  'prediction': GIVEN[given],
  // Also where votes are not there: the core then asks for a probability.
  'prediction.probability': GIVEN[given],
  'prediction.runner_up': given === 'votes' ? 'runnerVotes' : 'runnerProbability',
});

/**
 * The request document for what is entered, or what keeps it from being one, by control.
 * @param {Values} values @param {Clouds} clouds
 * @param {import('../documents/documents.js').CertificateRequest['gram'] | null} [gram] their inner products instead
 * @returns {{request: import('../documents/documents.js').CertificateRequest, errors: Record<string, string>}}
 */
export function toRequest(values, clouds, gram = null) {
  const reader = new Reader(values), { given } = values;
  const shared = gram && !clouds.clean && given !== 'model';
  if (!clouds.clean && !shared)
    reader.errors.clean = gram ? 'A model needs points to vote on: choose, drop or paste a clean point cloud.' : 'Choose, drop or paste a clean point cloud.';
  const said = isSaid(values), there = (/** @type {unknown} */ is) => (is ? 'true' : '');
  if (!said) reader.errors[GIVEN[given]] = UNSAID;
  const facts = {
    dimension: String(clouds.clean?.dimension ?? 3), another: there(clouds.perturbed && !shared), points: there(!shared || gram.points || gram.cloud),
  };
  const isWanted = (/** @type {string} */ field) => !(shared && /^(perturbed|preparation)\./.test(field)) && (said || !field.startsWith('prediction.'));
  const { prediction, perturbed, preparation, ...terms } = documentOf(reader, CERTIFICATE_FORM, facts, isWanted);
  // Choices are the words of documents.
  const request = /** @type {import('../documents/documents.js').CertificateRequest} */ ({
    ...(shared ? { gram } : { clean: { file: clouds.clean?.file }, ...perturbedBy(values, clouds, perturbed), ...prepared(preparation) }),
    ...terms,
    ...(given === 'outputs' && clouds.outputs?.labels && !('samples' in terms) && { samples: 0 }), // draws prove nothing of labels one by one
    ...(values.perturbation === 'brush' && terms.subsample !== undefined && clouds.brushed && { pairing: clouds.brushed.pairing }),
    sigma: spreadOf(reader) ?? reader.numbers('sigma'),
    ...attributeNoiseIn(reader),
    prediction: {
      ...prediction, ...(given === 'outputs' && outputs(reader, clouds)), ...seen(reader),
      ...(prediction?.classifier && { classifier: { ...prediction.classifier, ...drawnIn(values) } }),
    },
  });
  if (values.group === '') reader.errors.group = UNSET;
  return { request, errors: reader.errors };
}

/** Numbers or vectors with the tolerance where one is entered, or votes on labels. @param {Reader} reader @param {Clouds} clouds */
function outputs(reader, { outputs: given }) {
  if (!given) reader.errors.given = NO_OUTPUTS;
  if (given?.vectors) return reader.values.tolerance.trim() === '' ? given : { ...given, vectors: { ...given.vectors, tolerance: reader.number('tolerance') } };
  if (!given?.values) return given ?? {};
  if (reader.values.tolerance.trim() !== '') return { ...given, tolerance: reader.number('tolerance') };
  // Outside evidence, select without a tolerance means nothing, and the core refuses it.
  const { select, ...rest } = given;
  return { ...rest, ...(rest.evidence && { select }) };
}

/** @typedef {{pose?: 'one', turn?: 'random'}} Drawn what each vote of a model draws */

/** Fields of a classifier, by the entry that names what each vote draws. @type {Record<string, Drawn>} */
const DRAWN = { one: { pose: 'one' }, random: { turn: 'random' } };

/** Reports whether a model can be made invariant by poses: under translations alone there are none. @param {Values} values */
export const hasPoses = ({ how = 'made', group }) => how === 'made' && group !== 'none' && group !== 'T';

/** Fields of what each vote of a model draws, undefined where it is shown all poses. @param {Values} values */
export const drawnIn = (values) => (hasPoses(values) ? DRAWN[values.pose] : undefined);

/** The entry of what each vote draws. @param {{pose?: string, turn?: string}} classifier of evidence, or of a plan */
export const poseOf = ({ pose = 'all', turn }) => turn ?? pose;

/** The attributes that the model sees. @param {Reader} reader */
function seen(reader) {
  const attributes = channelsIn(reader);
  return attributes ? { model: { attributes } } : {};
}

/** The preparation of both clouds, if it does anything. @param {object} [preparation] */
const prepared = (preparation = {}) => (isSame(preparation, { normalise: 'none' }) ? {} : { preparation });

/** @param {Values} values @param {Clouds} clouds @param {object} [attack] what the entries make of the clean cloud */
function perturbedBy({ perturbation: source }, clouds, attack) {
  const { points, attributes } = clouds.brushed ?? {};
  if (source === 'brush') return points ? { perturbed: { points, ...(attributes && { attributes }) } } : {};
  if (source === 'file') return clouds.perturbed ? { perturbed: { file: clouds.perturbed.file } } : {};
  return attack ? { perturbed: attack } : {};
}

/**
 * The form's texts for a request document, clouds aside.
 * @param {import('../documents/documents.js').CertificateRequest} request
 * @returns {Values}
 */
export function toValues(request) {
  const { prediction = {}, perturbed: other = {}, pairing, ...terms } = request, isBrushed = Array.isArray(pairing);
  const changes = other.changes && { replaced: 0, added: 0, removed: 0, moved: 0, ...other.changes };
  const document = { ...terms, prediction, ...(!isBrushed && { pairing }), perturbed: { ...other, changes } };
  return {
    ...initial(),
    ...(changes && { about: 'prepared' }),
    ...textsOf(document, CERTIFICATE_FORM),
    pose: poseOf(prediction.classifier ?? {}),
    perturbation: isBrushed ? 'brush' : other.attack ?? (changes ? 'changes' : isOfTwo(request) ? 'file' : 'none'),
    ...(prediction.vectors?.tolerance !== undefined && { tolerance: String(prediction.vectors.tolerance) }),
    given: outputsIn(prediction) ? 'outputs' : prediction.votes === undefined ? 'probability' : 'votes',
    attributes: seenOf(seenBy(request), request.attribute_sigma),
    sigma: sigmaText(request.sigma),
  };
}
