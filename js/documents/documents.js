/**
 * The room of documents: their shapes, their names for groups, whose votes they have, and where two of them differ. Nothing here asks the engine.
 */

/** The documents as the page sees them: what the core writes, read only. Their shapes are checked against it by a test. */

import { members, phrased } from './groups.js';
import { misfit } from './shape.js';

/** Point n of the aligned cloud is matrix·x'[permutation[n]] + offset. */
const ALIGNMENT = /** @type {const} */ ({ matrix: [['number']], offset: ['number'], 'permutation?': ['number'] });

const CLOSED = /** @type {const} */ ({ 'distance?': 'number', 'radius?': 'number', 'lower?': 'number', 'upper_runner_up?': 'number', certified: 'boolean' });

/** With what no order and transformation of the points comes below, and how a search for the order ended: 'certified', 'out_of_reach' or 'undecided'. */
const ORBIT = /** @type {const} */ ({ ...CLOSED, 'alignment?': ALIGNMENT, 'distance_lower?': 'number', 'conclusion?': 'string' });

const EXACT = /** @type {const} */ ({ value: 'number', error: 'number', 'upper_runner_up?': 'number', certified: 'boolean' });

/** About the axis that proves most: a lower bound under all rotations, without draws. */
const AXIS = /** @type {const} */ ({ ...EXACT, axis: ['number'], 'perturbed_axis?': ['number'] });

const MONTE_CARLO = /** @type {const} */ ({
  bound: 'string', lower: 'number', estimate: 'number', upper: 'number', 'upper_runner_up?': 'number', samples: 'number', level: 'number', seed: 'string', certified: 'boolean',
});

/** Of votes of samples of some points: kept points have a partner, whose number alignment.permutation has, −1 for none; q and q_perturbed are the shares of the samples that see those alone. */
const SUBSAMPLE = /** @type {const} */ ({ kept: 'number', q: 'number', q_perturbed: 'number', distance: 'number', lower: 'number', 'upper_runner_up?': 'number', certified: 'boolean', 'alignment?': ALIGNMENT });

/** Votes of a model as they were counted, with all that a second count needs. */
const EVIDENCE = /** @type {const} */ ({
  votes: { predicted: 'number', select: ['number'], estimate: ['number'], none: 'number', looks: 'number', look: 'number', samples: 'number' },
  model: { sha256: 'string', 'bytes?': 'number', 'name?': 'string', layout: 'string', 'numbers?': 'string', 'output?': 'string', 'batch?': 'number', classes: ['string'] },
  classifier: { group: 'string', 'axis?': ['number'], 'translation?': 'boolean', how: 'string', 'order?': 'string', poses: 'number', sorted: 'boolean', grid: 'number' },
  sampling: { sigma: 'number', select: 'number', estimate: 'number', block: 'number', seed: 'string', 'fresh?': 'boolean', cloud: 'string', 'subsample?': 'number', 'noise?': 'string' },
  'runtime?': { name: 'string', 'version?': 'string', 'wasm?': 'string' },
  'tested?': { clouds: 'number', changed: 'number', 'rate?': 'number' },
  'sampled?': 'string',
});

const PREDICTION = /** @type {const} */ ({
  'probability?': 'number', 'votes?': 'number', 'samples?': 'number', 'runner_up?': { 'probability?': 'number', 'votes?': 'number' },
  'looks?': 'number', 'evidence?': EVIDENCE,
});

/** Preparation of both clouds. */
const PREPARATION = /** @type {const} */ ({ 'drop_missing?': 'boolean', 'points?': 'number', 'method?': 'string', 'seed?': 'number', 'normalise?': 'string', 'frame?': 'string' });

/**
 * Points kept of all points, their distance, and the movement of samples of them; or the limits of any perturbation. Both
 * go back to the core as they are.
 */
const SHARED_POINTS = /** @type {const} */ ({
  clean: 'number', 'changes?': 'any', 'perturbed?': 'number', 'kept?': 'number', 'distance?': 'number', 'moved?': 'any',
});

/** All that certificates depend on: the Gram matrix of both clouds, or a factor of it and the distances; about an axis that of the plane across, and axial along it. Where points come and go, points. */
const GRAM = /** @type {const} */ ({
  dimension: 'number', 'axial?': 'number', 'matrix?': [['number']], 'factor?': [['number']], 'distance?': 'number', 'black_box_distance?': 'number', 'error?': 'number', 'points?': SHARED_POINTS,
});

/**
 * A request as the core writes it. Without a perturbed cloud only radii are computed; gram stands in place of both clouds; what was
 * prepared is done, and only told.
 */
const REQUEST = /** @type {const} */ ({
  'clean?': 'any', 'perturbed?': 'any', 'gram?': GRAM,
  /** Standard deviation of the smoothing, in the unit of the coordinates: a number, or a list of one for each point. */
  sigma: 'numbers',
  /** Of the clean cloud. */
  prediction: PREDICTION,
  /** Invariance of the base classifier, see groups.js; with the axis of the group "axis", and whether it includes translations. */
  group: 'string', 'axis?': ['number'], 'translation?': 'boolean',
  /** True if the order of the points does not matter. */
  'permutation?': 'boolean',
  /** Points of the clean cloud in a sample, drawn for each; all if absent. */
  'subsample?': 'number',
  /** Error probability of the bounds on votes, ALPHA where it is not said. */
  'alpha?': 'number',
  /** Monte Carlo draws per bound, 100,000 where it is not said, 0 for none. */
  'samples?': 'number',
  'bound?': 'string', 'stop?': 'string', 'seed?': 'string', 'prepared?': PREPARATION,
  /** With subsample, how points of two clouds belong together: 'nearest', 'order' or pairs of their numbers. */
  'pairing?': 'any',
});

const CERTIFICATE = /** @type {const} */ ({
  'format?': 'number',
  certified: 'boolean', 'certified_by?': ['string'], 'probability?': { lower: 'number', level: 'number', 'upper_runner_up?': 'number' },
  'black_box?': CLOSED, 'orbit?': ORBIT, 'tight?': { 'exact?': EXACT, 'axis?': AXIS, 'monte_carlo?': MONTE_CARLO }, 'subsample?': SUBSAMPLE,
  'notes?': ['string'], 'request?': REQUEST, core: 'string', 'key?': 'string', 'signature?': 'string',
});

/** The smallest clean probabilities with which the same clouds are certified. */
const MINIMUM = /** @type {const} */ ({ 'black_box?': 'number', 'orbit?': 'number', 'tight?': { 'exact?': 'number', 'axis?': 'number', 'monte_carlo?': 'number', 'seed?': 'string' }, 'subsample?': 'number' });

/** Lengths in the unit of the coordinates, rounded down. */
const RADII = /** @type {const} */ ({
  probability: { lower: 'number', level: 'number', 'upper_runner_up?': 'number' }, norm: 'number', black_box: 'number', orbit: 'number', 'sampled?': 'number', 'scaling?': 'number', 'ball?': 'any',
});

/** A range of a parameter around 0, every value of which is certified; any in place of its ends where every value is. */
const SPAN = /** @type {const} */ ({ 'any?': 'boolean', 'from?': 'number', 'to?': 'number' });

const RANGE = /** @type {const} */ ({ family: 'string', 'along?': ['number'], 'toward?': ['number'], unit: 'string', ...SPAN, by: 'string', black_box: SPAN });

/** For votes of samples of some points: the largest numbers of points that may be replaced, added or removed, each alone, and of how many. */
const POINTS = /** @type {const} */ ({ replaced: 'number', added: 'number', removed: 'number', of: 'number' });

/**
 * Ranges of transformations that cannot change a prediction, rounded towards zero. unit: 'relative', '1/length', 'rad/length', 'rad' or 'length'; by: 'invariance',
 * 'black_box', 'orbit' or 'tight', the simplest argument that reaches so far; black_box: the range without invariance. Of a prediction that is not certified itself nothing follows.
 */
const WITHSTOOD = /** @type {const} */ ({
  certified: 'boolean', probability: { lower: 'number', level: 'number', 'upper_runner_up?': 'number' }, radius: 'number', along: ['number'], centre: ['number'], height: 'number',
  'ranges?': [RANGE],
  'each_point?': 'number', 'points_anywhere?': { points: 'number', within: 'number', single: 'number' }, 'noise?': 'number', 'linear?': 'number',
  'points?': POINTS, core: 'string',
});

const SIDE = /** @type {const} */ ({ family: 'string', unit: 'string', from: 'number', to: 'number' });

/** Two transformations at once, first done before second, over a rectangle of size×size cells: in rows, from the lowest value of second up, a mark for each cell: 2 by the black box, 1 by the orbit-based argument alone, 3 by votes of samples of some points, 0 not certified. */
const REGION = /** @type {const} */ ({ certified: 'boolean', first: SIDE, second: SIDE, along: ['number'], size: 'number', rows: ['string'], core: 'string' });

/** The worst case over all directions: certified up to radius, beyond at least one direction is not. */
const EVERY = /** @type {const} */ ({ radius: 'number', beyond: 'number' });

const BOUND = /** @type {const} */ ({ lower: 'number', 'upper_runner_up?': 'number' });

/** The bounds at one point of a curve. */
const ANSWER = /** @type {const} */ ({ distance: 'number', aligned: 'number', black_box: BOUND, orbit: BOUND, 'tight?': BOUND });

/** A curve: kind 'scale', 'random' or 'rotate'; tight: 'exact' or 'monte_carlo'; points go back to the core as they are. */
const CURVE = /** @type {const} */ ({ kind: 'string', x: ['number'], directions: 'number', 'tight?': 'string', 'samples?': 'number', sigma: 'number', points: ['string'] });

const MAP = /** @type {const} */ ({
  map: { norm: 'number', distance: 'number', size: 'number' }, blocks: 'number', coarse: 'number', black_box: 'number', 'rotation?': ['number'],
});

/** Settings of every cloud of a dataset. */
const SETTINGS = /** @type {const} */ ({
  sigma: 'number', group: 'string', 'axis?': ['number'], 'translation?': 'boolean', permutation: 'boolean', 'subsample?': 'number', 'preparation?': PREPARATION,
  alpha: 'number', samples: 'number', bound: 'string', seed: 'number',
  'attack?': { family: 'string', 'norms?': ['number'], 'degrees?': ['number'], 'noise?': 'number', 'axis?': ['number'], 'draws?': 'number', 'search?': 'number' },
  'withstand?': { 'along?': ['number'], 'moved?': 'number' },
});

/** Pure where it is called, so that who reads certificates alone does not load the rest. @template const T @param {T} of */
const byArgument = (of) => /** @type {const} */ ({ black_box: of, orbit: of, 'tight?': of, 'tight_upper?': of, 'subsample?': of });

/** A perturbed cloud with another prediction: how far away after the best alignment, and its votes of so many samples. */
const FOUND = /** @type {const} */ ({ distance: 'number', class: 'number', votes: 'number', samples: 'number' });

/** Result of one cloud: why it has no verdict; or which draws are certified at each value of the grid; or its ranges; and its attack: the nearest of some clouds with another prediction, and one that is certified nevertheless. */
const VERDICT = /** @type {const} */ ({
  name: 'string', 'failure?': 'string', 'label?': 'number', 'predicted?': 'number', 'votes?': 'number', 'samples?': 'number',
  'black_box?': ['number'], 'orbit?': ['number'], 'tight?': ['number'], 'tight_upper?': ['number'], 'subsample?': ['number'], 'undrawn?': ['number'], 'draws?': /* @__PURE__ */ byArgument(/** @type {const} */ (['string'])),
  'attacked?': { clouds: 'number', 'found?': FOUND, 'contradicted?': FOUND },
  'ranges?': [RANGE], 'points?': POINTS,
});

/** A run over a dataset: shares of all clouds at each value of the grid of an attack, and how these differ between draws; or at each size of each family of transformations, and at each number of points that come and go. */
const RUN = /** @type {const} */ ({
  core: 'string', settings: SETTINGS, draws_level: 'number', clouds: 'number', correct: 'number', failed: 'number', total: 'number', 'missing?': ['string'],
  'grid?': ['number'], 'accuracy?': { black_box: ['number'], orbit: ['number'], 'tight?': ['number'], 'tight_upper?': ['number'], 'subsample?': ['number'], 'attacked?': ['number'] },
  'attacks?': { clouds: 'number', found: 'number', level: 'number', 'contradictions?': ['string'] },
  'families?': [{ family: 'string', unit: 'string', sizes: ['number'], accuracy: { black_box: ['number'], withstood: ['number'] } }],
  'points?': [{ change: 'string', counts: ['number'], accuracy: ['number'] }],
  'undrawn?': 'number', 'over_draws?': /* @__PURE__ */ byArgument(/** @type {const} */ ({ median: ['number'], low: ['number'], high: ['number'] })), results: [VERDICT],
});

/** All shapes by the documents' names. */
export const SHAPES = { certificate: CERTIFICATE, minimum: MINIMUM, radii: RADII, withstood: WITHSTOOD, region: REGION, every: EVERY, curve: CURVE, answer: ANSWER, map: MAP, run: RUN };

/** @import {Typed} from './shape.js' */

/**
 * @typedef {Typed<typeof ORBIT>} Closed of which the black box has the numbers alone
 * @typedef {Typed<typeof EXACT>} Exact
 * @typedef {Typed<typeof AXIS>} AxisBound
 * @typedef {Typed<typeof MONTE_CARLO>} MonteCarlo
 * @typedef {Typed<typeof CERTIFICATE>} Certificate
 * @typedef {Typed<typeof PREPARATION>} Preparation
 * @typedef {Typed<typeof REQUEST> & {preparation?: Preparation}} CertificateRequest with what is to be prepared
 * @typedef {Typed<typeof MINIMUM>} Minimum
 * @typedef {Typed<typeof RADII>} Radii
 * @typedef {Typed<typeof WITHSTOOD>} Withstood
 * @typedef {Typed<typeof REGION>} Region
 * @typedef {Typed<typeof EVERY>} Every
 * @typedef {Typed<typeof BOUND>} Bound
 * @typedef {Typed<typeof ANSWER>} Answer
 * @typedef {Typed<typeof CURVE>} Curve
 * @typedef {Typed<typeof MAP>} MapPlan
 * @typedef {Omit<Typed<typeof RUN>, 'results'>} RunResult without what became of single clouds, of which there may be thousands
 *
 * @typedef {{text: string, value: Certificate, madeClouds?: boolean}} CertificateText a certificate with the core's own text, and whether it is of clouds that the core made of those that were opened
 */

/** Total error probability where a request names none. */
export const ALPHA = 0.001;

/**
 * Names what the invariance of the smoothed classifier removes from a perturbation, '' for nothing.
 * @param {CertificateRequest | undefined} request
 */
export const removed = (request) => phrased(request ?? {}).replace('an axis', 'the axis');

/** The changes of which any are meant, where no cloud is. @param {CertificateRequest} request */
export const changesIn = ({ perturbed, gram }) => perturbed?.changes ?? gram?.points?.changes;

/** Verbs that undo the members of a group. @type {Record<string, string>} */
const UNDOING = { rotation: 'turned', reflection: 'mirrored', translation: 'moved', 'rotation about an axis': 'turned back about the axis' };

/**
 * Says how a perturbed cloud was moved before measuring its distance, as in 'reordered, turned and moved back'; '' for not at all.
 * @param {CertificateRequest | undefined} request
 */
export function undone(request) {
  const steps = [...(request?.permutation ? ['reordered'] : []), ...members(request ?? {}).map((member) => UNDOING[member])];
  const phrase = steps.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return /(turned|mirrored|moved)$/.test(phrase) ? `${phrase} back` : phrase;
}

/**
 * Reports whether something that came from elsewhere has the form of a certificate, so that it can be shown.
 * @param {any} value
 */
export const isCertificate = (value) => misfit(value, CERTIFICATE) === '' && value.request !== undefined;

/** Fields that say where a certificate is stored and who stored it, nothing of the clouds. */
const ASIDE = ['key', 'signature'];

/**
 * The parts in which two certificate documents differ, none when they say the same.
 * @param {any} own @param {any} stored @returns {string[]}
 */
export function differences(own, stored) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(stored)])].filter((name) => !ASIDE.includes(name));
  return names.filter((name) => canonical(own[name]) !== canonical(stored[name]));
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/** Reports whether two parsed documents say the same, in whatever order their fields stand. @param {any} a @param {any} b @returns {boolean} */
export function isSame(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const names = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}
