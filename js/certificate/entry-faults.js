/** Faults of the entries: beside each of them, and in place of a verdict. */

import { blamed } from '../form/reader.js';
import { controlFor, toRequest } from '../form/request.js';
import { givenOf } from '../question/entered.js';
import { sentence } from '../words/error-sentence.js';

/** Names of the entries in sentences. @type {Record<string, string>} */
const LABELS = {
  sigma: 'σ', votes: 'Votes', voted: 'Out of', probability: 'Probability', alpha: 'α', draws: 'Draws', subsample: 'Points the model sees',
  direction: 'Axis', twistNoise: 'Twist noise', taperNoise: 'Taper noise', scaleNoise: 'Scale noise', shearNoise: 'Shear noise', kept: 'Points kept',
  norm: 'Norm', degrees: 'Degrees', noise: 'Noise', perturbed: 'Changed cloud', clean: 'Cloud', attributes: 'Attributes', tolerance: 'Tolerance',
    top: 'First k',
  runnerProbability: 'Runner-up', runnerVotes: 'Votes of the runner-up', counted: 'Samples', model: 'Model', how: 'Invariance of the model',
  group: 'Invariance', axis: 'Rotation axis', seed: 'Seed of the noise', samplingSeed: 'Seed of the sampling', stretch: 'Stretch',
  replaced: 'Points replaced', added: 'Points added', removed: 'Points removed', moved: 'Others moved', pairing: 'Pairing',
};

/** A prediction that the core accepts, in place of votes that a model has yet to cast. */
const SURE = { probability: 0.9 };

/** A fault with the entry that it is of. @param {string} control @param {string} text */
function named(control, text) {
  const said = sentence(text);
  // A word goes on after the name of the entry, the name of a file stays as it is.
  return LABELS[control] ? `${LABELS[control]}: ${/^[A-Z][a-z]* /.test(said) ? said[0].toLowerCase() + said.slice(1) : said}` : said;
}

/** Says which entry keeps a verdict away and why, and how many others do. @param {Record<string, string>} errors by control */
export function correction(errors) {
  const [first = '', ...others] = Object.entries(errors).map(([control, text]) => named(control, text));
  if (others.length === 0) return first;
  return `${first} ${others.length === 1 ? 'Another entry is' : `${others.length} other entries are`} marked as well.`;
}

/**
 * Lists everything else that the core refuses in the entries. A bad cloud counts as absent.
 * @param {import('./desk.js').Desk} desk @param {Record<string, string>} known @returns {Promise<Record<string, string>>}
 */
export async function allFaults({ state, said: { values, gram }, engine, outputs }, known) {
  const { request } = toRequest(values, givenOf(state), gram);
  const asked = {
    ...request,
    ...(values.given === 'model' && { prediction: outputs ?? { ...SURE, model: request.prediction.model } }),
    ...('clean' in known && { clean: undefined }),
    ...('perturbed' in known && { perturbed: undefined }),
  };
  const failures = await engine.check(asked).catch(() => []);
  return { ...blamed(failures, (field) => controlFor(field, values)), ...known };
}
