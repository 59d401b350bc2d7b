/** Says what a certificate is about, in a line: the clouds by their files, and the entries. */

import { ALPHA, changesIn, isOfTwo } from '../documents/documents.js';
import { outputsIn } from '../documents/stated.js';
import { inWords } from '../form/evidence.js';
import { noisyIn } from '../form/seen.js';
import { spreadIn } from '../form/spread.js';
import { phrased } from '../documents/groups.js';
import { deviations } from '../words/transformed.js';
import { attributeNoise } from '../words/sampled.js';
import { outputsInWords } from '../words/stated.js';
import { sigmaInWords } from '../words/spread.js';

/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {Record<import('../clouds/cloud-files.js').Handle, {name: string} | null>} Names */

/**
 * The settings in a line, as entered.
 * @param {import('../form/reader.js').Values} values @param {CertificateRequest['prediction']} prediction
 */
export function inLine(values, prediction) {
  const { sigma, attributes, group, given, model } = values;
  const grouped = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, /^\d{4,}$/.test(text) ? Number(text).toLocaleString('en') : text]));
  const said = given === 'model' ? `votes of ${model || 'a model'}` : outputsInWords(prediction) || inWords(grouped);
  const noisy = noisyIn(attributes).map((one) => `σ of ${one.name} ${one.sigma?.trim()}`);
  const spread = spreadIn(sigma);
  return [`σ ${spread ? `by ${spread.attribute}` : sigma.trim()}`, ...noisy, said, group].filter(Boolean).join(', ');
}

/** @param {{replaced?: number, added?: number, removed?: number, moved?: number, unit?: string}} changes */
const changed = ({ replaced = 0, added = 0, removed = 0, moved = 0, unit }) =>
  `${replaced} points replaced, ${added} added, ${removed} removed, the others moved by ${moved}${unit === 'file' ? ' in the file’s unit' : ''}`;

/** @param {CertificateRequest} request @param {Names} names */
function against(request, names) {
  const { perturbed } = request;
  const changes = changesIn(request);
  if (changes) return `against any with ${changed(changes)}`;
  switch (perturbed?.attack) {
    case 'scale':
      return `scaled by a norm of ${perturbed.norm}`;
    case 'rotate':
      return `turned by ${perturbed.degrees}°${perturbed.stretch ? `, stretched by ${perturbed.stretch}` : ''}, with noise of norm ${perturbed.noise}`;
    default:
      return isOfTwo(request) ? `against ${names.perturbed?.name ?? 'another cloud'}` : 'radii only';
  }
}

/** @param {CertificateRequest} request */
function invariance({ permutation, ...request }) {
  const what = phrased(request);
  const order = permutation ? 'the order of the points' : '';
  return what || order ? `invariant to ${[what, order].filter(Boolean).join(' and ')}` : 'no invariance';
}

/** @param {CertificateRequest} request */
function prediction({ subsample, scores, prediction: said }) {
  const { probability, votes = 0, samples = 0 } = said;
  if (outputsIn(said)) return outputsInWords(said);
  const each = subsample === undefined ? '' : ` of samples of ${subsample.toLocaleString('en')} points`;
  const mean = scores ? ', a mean score' : '';
  return `${probability === undefined ? `${votes.toLocaleString('en')} of ${samples.toLocaleString('en')} votes` : `p = ${probability}`}${each}${mean}`;
}

/** @type {Record<string, string>} */
const NORMALISED = { centre: 'centre', unit_sphere: 'unit sphere', rms: 'root mean square' };

/** @param {CertificateRequest} request */
function preparation({ preparation: asked, prepared = asked }) {
  const { drop_missing: dropped, points, method = 'random', normalise = 'none' } = prepared ?? {};
  const done = [
    dropped && 'points without coordinates dropped',
    points && `${points.toLocaleString('en')} points, ${method}`,
    normalise !== 'none' && NORMALISED[normalise],
  ];
  return done.filter(Boolean).join(', ') || 'none';
}

/**
 * Lists the entries by name.
 * @param {CertificateRequest} request @param {Names} names of the files @returns {Record<string, string>}
 */
export const entered = (request, names) => ({
  'Clouds': `${names.clean?.name ?? 'a cloud'} ${against(request, names)}`,
  'Smoothing': [`σ = ${sigmaInWords(request.sigma)}`, ...(request.noise ? [deviations(request.noise)] : []),
    ...(request.attribute_sigma ? [attributeNoise(request.attribute_sigma)] : [])].join(', '),
  'Prediction': prediction(request),
  'Invariance': invariance(request),
  'Preparation': preparation(request),
  'Error probability': `α = ${request.alpha ?? ALPHA}`,
  'Monte Carlo': request.samples === undefined ? 'as many draws as decide' : `${request.samples.toLocaleString('en')} draws`,
});

/** @param {CertificateRequest} request @param {Names} names of the files */
export const subject = (request, names) => Object.values(entered(request, names)).slice(0, 4).join(', ');
