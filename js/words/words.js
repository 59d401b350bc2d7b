/** The room of sentences and of numbers as they are shown. Nothing here draws. */

/** Describes a certificate in words. Every number in these sentences is one of the certificate's, rounded to the side on which the sentence still holds. */

import { bounds, compared, confidence, fixed, significant } from './decimal.js';
import { inUnit, measureOf, PLAIN, withShare } from './lengths.js';
import { first, fraction, threshold } from './top.js';
import { ALPHA, changesIn, removed, rowsById, undone } from '../documents/documents.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {'certified' | 'open' | 'radius' | 'pending'} Kind */
/** @typedef {import('./lengths.js').Measure} Measure */

/** The arguments as sentences name them. @type {Record<string, string>} */
const ARGUMENTS = {
  orbit: 'the orbit-based argument',
  black_box: 'the black-box argument',
  exact: 'the tight argument',
  axis: 'the tight argument, without draws',
  monte_carlo: 'the tight argument, Monte Carlo',
  points: 'the argument about points that come and go',
  parameters: 'the argument by noise on transformations',
};

/** Reports whether the certificate holds without any sampling error, given p. @param {Certificate} c @param {CertificateRequest} request */
const isExact = (c, request) => request.prediction.probability !== undefined && deciders(c, request).join() !== 'monte_carlo';

/** Says how surely a verdict holds, and of which classifier, as its last words. @param {Certificate} c @param {CertificateRequest} request */
export function probability(c, request) {
  return isExact(c, request) ? `(if your probabilit${request.prediction.runner_up ? 'ies are' : 'y is'} exact)`
    : `(${confidence(request.alpha ?? ALPHA)} % confidence · smoothed classifier)`;
}

/**
 * The arguments that certify, strongest first: the closed forms speak of every cloud as close, the orbit's
 * of more clouds than the black box's; where one without draws certifies, the Monte Carlo bound adds nothing.
 * @param {Certificate} c @param {CertificateRequest} request @returns {string[]} ids of rows
 */
export function deciders(c, request) {
  const rows = rowsById(c);
  // The orbit speaks of the most clouds.
  const certified = Object.keys({ orbit: null, ...rows }).filter((id) => rows[id]?.certified);
  // Without an invariance both closed forms are one.
  const idle = [undone(request) ? '' : 'orbit', rows.exact?.certified || rows.axis?.certified ? 'monte_carlo' : ''];
  return certified.filter((id) => !idle.includes(id));
}

/**
 * Finds the argument that decides, and others that agree.
 * @param {Certificate} c @param {CertificateRequest} request @returns {{first: string, others: string} | null}
 */
export function decided(c, request) {
  const [first, ...others] = deciders(c, request).map((id) => ARGUMENTS[id]);
  return first && c.certified ? { first, others: others.join('; ') } : null;
}

/**
 * Says how far beyond the radius an uncertified cloud lies, '' if that is not the reason, or a search has its own words.
 * @param {Certificate} c @param {CertificateRequest} request @param {Measure} [measure]
 */
export function beyond(c, request, measure = PLAIN) {
  const [closed, what] = c.orbit ? [c.orbit, undone(request)] : [c.black_box, ''];
  const { distance = 0, radius = 0 } = closed ?? {};
  if (c.certified || c.subsample || request.permutation || !(radius > 0 && distance > radius)) return '';
  const lengths = compared(distance, radius, DIGITS), own = measureOf(measure, closed);
  return `${away(c, what, closed)} ${withShare(lengths.distance, distance, 'up', own)} away, beyond the radius of ${inUnit(lengths.radius, own)}.`;
}

/** Digits of a length in a sentence: the table has more. */
const DIGITS = 2;

/** Names the state in which the distance is measured, '' where nothing is undone before. @param {string} what is undone */
export function broughtBack(what) {
  if (/turned|mirrored/.test(what)) return 'Turned back';
  return /moved/.test(what) ? 'Moved back' : what && 'In the nearest order';
}

/** Says what is undone between two files before their distance is measured. @param {{scale?: boolean}} c @param {string} what is undone between clouds */
const brought = ({ scale }, what) => (scale ? `${broughtBack(what) || 'Centred'} and scaled` : broughtBack(what));

/**
 * Begins the sentence about a distance.
 * @param {{scale?: boolean}} c @param {string} what is undone before it is measured @param {import('../documents/documents.js').Closed} [closed]
 */
export function away(c, what, { file_distance: apart, file_radius: file } = { certified: false }) {
  const cloud = apart === undefined ? file === undefined ? 'it' : 'the prepared cloud' : 'the file', how = apart === undefined ? broughtBack(what) : brought(c, what);
  return how ? `${how}, ${cloud} is` : `${cloud[0].toUpperCase()}${cloud.slice(1)} is`;
}

/** Says the same of any file. @param {{scale?: boolean}} c @param {string} what is undone between clouds */
function onceBrought(c, what) {
  const done = brought(c, what);
  return done && `, once ${done.toLowerCase()},`;
}

/** The closed form that certifies the largest set of clouds: the orbit's, else the black box's. @param {Certificate} c @param {CertificateRequest} request */
function certifiedBall(c, request) {
  if (c.orbit?.certified) return { closed: c.orbit, what: undone(request) };
  if (c.black_box?.certified) return { closed: c.black_box, what: '' };
  return null;
}

/** The class that a model's votes name, or that an example has. @param {CertificateRequest} request @returns {string | undefined} */
const classOf = ({ prediction: { evidence, class: known } }) =>
  (evidence ? evidence.model.classes?.[/** @type {number} */ (evidence.votes?.predicted)] : known);

/** A request with the class that its example has. @param {CertificateRequest} request @param {Measure} measure @returns {CertificateRequest} */
export const withClass = (request, { class: known }) => ({ ...request, prediction: { ...request.prediction, class: known } });

/** The class that a model's votes name, in quotes; '' if unknown. @param {CertificateRequest} request */
export function named(request) {
  const name = classOf(request);
  return name === undefined ? '' : `“${name}”`;
}

/**
 * The class as it stands in a sentence, as in 'a 3', 'an apple' and “class_07”.
 * @param {CertificateRequest} request @returns {string} '' where it has no name
 */
export function inSentence(request) {
  const name = classOf(request);
  return name === undefined ? '' : withArticle(name);
}

/** The name of a class as it stands in a sentence. @param {string} name */
export function withArticle(name) {
  if (!/^([a-z]{2,}( [a-z]+)*|\d)$/.test(name)) return `“${name}”`;
  return `${/^([aeiou]|8)/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Names the class that is kept, as in 'stay a 3'. @param {CertificateRequest} request */
export function keeping(request) {
  const name = inSentence(request);
  if (first(request)) return `keep its class among ${first(request)}`;
  if (request.prediction.runner_up) return 'keep its class ahead of the runner-up';
  return name ? `stay ${name}` : 'keep its class';
}

/** The same of every cloud in a ball, as in 'be a 3'. @param {CertificateRequest} request */
const being = (request) => keeping(request).replace(/^stay /, 'be ');

/** The verdict that stands alone. @param {CertificateRequest} request */
export function certifiedHead(request) {
  const name = inSentence(request);
  if (request.prediction.runner_up) return 'Certified: still ahead of the runner-up.';
  if (first(request)) return `Certified: still among ${first(request)}.`;
  return name ? `Certified: still ${name}.` : 'Certified: still the same class.';
}

/** @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure */
function certifiedSentence(c, request, measure) {
  const ball = certifiedBall(c, request);
  if (!ball) {
    const where = changesIn(request) ? 'Under all these changes it' : 'This cloud';
    return `${where} is proved to ${keeping(request)}. ${probability(c, request)}`;
  }
  const { closed, closed: { file_radius: file, file_distance: apart }, what } = ball, { distance, radius } = compared(closed.distance ?? 0, closed.radius ?? 0, DIGITS);
  const own = measureOf(measure, closed);
  const kept = `is proved to ${being(request)}.`, here = `${away(c, what, closed)} ${withShare(distance, closed.distance ?? 0, 'up', own)} away`;
  const [reach, within] = apart === undefined && file !== undefined
    ? [inUnit(significant(file, DIGITS, 'down'), measure), `, within ${radius}`] : [inUnit(radius, own), ''];
  const said = file === undefined ? `${here}. Anything within ${reach} ${kept}` : `Any file within ${reach} of yours${onceBrought(c, what)} ${kept} ${here}${within}.`;
  return `${said} ${probability(c, request)}`;
}

/**
 * Explains the effect of a search for the point order on the orbit-based argument, null without one.
 * @param {Certificate} c @param {CertificateRequest} request @returns {{head: string, text: string} | null}
 */
export function searched({ orbit }, request) {
  const { conclusion, distance, radius, distance_lower: least } = orbit ?? {};
  if (!conclusion || distance === undefined || radius === undefined || least === undefined) return null;
  if (!(radius > 0)) return null;
  const order = removed(request) ? 'order and position' : 'order';
  switch (conclusion) {
    case 'certified':
      return { head: 'Orbit-based: certified.', text: `The search found an ${order} of the points within the radius.` };
    case 'out_of_reach': {
      // The roles are changed: here the radius is the smaller one, and has to be shown so.
      const { distance: r, radius: left } = compared(radius, least);
      return { head: 'Orbit-based: out of reach.',
        text: `No ${order} of the points comes within the radius (at least ${left} is left, r = ${r}): the orbit argument cannot certify this.` };
    }
    default:
      return { head: 'Orbit-based: undecided.',
        text: `The search found no nearer ${order}: d ≤ ${significant(distance, 4, 'up')}, at least ${
        significant(least, 4, 'down')}; a nearer one may exist.` };
  }
}

/**
 * The certified set as a ball of point sets, where the order of N points does not matter: the radius is r/√N in the 2-Wasserstein distance.
 * @param {Certificate} c
 */
export function transported({ orbit: { radius = 0, alignment } = { certified: false } }) {
  const count = alignment?.permutation?.length;
  return count && radius > 0 ? ` In the 2-Wasserstein distance of point sets the radius is r/√N = ${significant(radius / Math.sqrt(count), 4, 'down')}.` : '';
}

/** Writes σ; if it differs from point to point, the smallest and the largest. @param {any} sigma as requests have it */
export function noise(sigma) {
  const all = Object.values(sigma.attribute ? sigma.values : sigma).sort((a, b) => a - b);
  return all[0] ? `${all[0]} to ${all.at(-1)}, by ${sigma.attribute ?? 'point'}` : `${sigma}`;
}

/** Reports whether clouds that are there have too many points to search for their order. @param {Certificate} c @param {CertificateRequest} request */
export const isUnsearched = ({ orbit }, { permutation, gram }) => Boolean(permutation && !gram && orbit?.distance !== undefined && !orbit.conclusion);

/** Lists what proves nothing. @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure */
function openSentence(c, request, measure) {
  const far = beyond(c, request, measure);
  if (far) return `${far} ${NO_ATTACK}`;
  return `${c.subsample ? 'Votes of random subsets do not prove this.' : 'No argument proves this.'} ${NO_ATTACK}`;
}

export const NO_ATTACK = 'Not proved does not mean that the answer changes.';

/** @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure */
function radiusSentence(c, request, measure) {
  const [best, what] = c.orbit?.radius === undefined ? [c.black_box, ''] : [c.orbit, undone(request)];
  const { file_radius: file, radius = 0 } = best ?? {};
  if (!(radius > 0)) return { head: 'No radius:', text: tooUnsure(c, request) };
  const [whose, each] = file === undefined ? ['', 'Anything'] : [' of your file', 'Any file'];
  const own = file === undefined ? measureOf(measure) : measure;
  return { head: `Radius${whose} ${withShare(significant(file ?? radius, 4, 'down'), file ?? radius, 'down', own)}.`,
    text: `${each} within it${onceBrought(file === undefined ? {} : c, what)} is proved to ${being(request)}. ${probability(c, request)}` };
}

/** Reports whether the clean cloud's probabilities alone rule a certificate out. @param {Certificate} c @param {CertificateRequest} request */
export function isUnsure({ probability: p }, request) {
  return p !== undefined && p.lower <= (p.upper_runner_up ?? threshold(request));
}

/** Reports whether counted votes do not even tell the class of the smoothed classifier. @param {Certificate} c @param {CertificateRequest} request */
const abstains = (c, request) => request.prediction.evidence && !first(request) && c.probability !== undefined && c.probability.lower <= 0.5;

/** @param {Certificate} c @param {CertificateRequest} request */
function abstention({ probability: p }, request) {
  const { votes = 0, samples = 0 } = request.prediction;
  return `${votes.toLocaleString('en')} of ${samples.toLocaleString('en')} samples say ${named(request)}. That proves a probability of at least ${
    fixed(p?.lower ?? 0, 4, 'down')}. A prediction needs more than ½, so the smoothed classifier abstains.`;
}

/** Explains why counting stops, if more votes could not certify. @param {CertificateRequest} request whose prediction has evidence */
export function tooUnsureToCount({ prediction: { evidence } }) {
  const named = /** @type {import('../documents/votes.js').NamedRequest['prediction']['evidence'] & {model: {classes: string[]}}} */ (evidence);
  const { votes: { estimate, predicted, samples }, model: { classes } } = named;
  const [second] = [.../** @type {number[]} */ (estimate).keys()].filter((at) => at !== predicted).sort((a, b) => estimate[b] - estimate[a]);
  const share = (/** @type {number} */ at) => `${Math.round(100 * estimate[at] / samples)} % for “${classes[at]}”`;
  return `${share(predicted)}, ${share(second)} of ${
    samples.toLocaleString('en')} noisy copies. More votes could hardly certify this and are not counted. ${NO_ATTACK}`;
}

/**
 * Describes the evidence about the prediction probability: an entry holds as entered, votes prove a bound.
 * @param {CertificateRequest} request @param {number} lower
 */
export const knownProbability = ({ prediction: { probability } }, lower) => (probability === undefined ? `≥ ${fixed(lower, 4, 'down')}` : `= ${probability}`);

/** @param {Certificate} c @param {CertificateRequest} request */
function tooUnsure(c, request) {
  const { prediction: { probability, runner_up: second } } = request;
  const { lower = 0, upper_runner_up: runner } = c.probability ?? {};
  if (probability !== undefined && runner === undefined) return `p = ${probability}: a certificate needs more than ${fraction(request)}.`;
  if (probability !== undefined) return `p = ${probability}, and ${second?.probability} for the runner-up: a certificate needs the first to be larger.`;
  if (runner === undefined) return `the votes prove p ≥ ${fixed(lower, 4, 'down')} only: a certificate needs more than ${fraction(request)}.`;
  const shown = bounds(lower, runner);
  return `the votes prove p ≥ ${shown.lower}, and at most ${shown.upper} for the runner-up: a certificate needs the first to be larger.`;
}

/** Reports whether the request has no perturbed cloud. @param {Certificate} c */
export const isRadiusOnly = (c) => c.orbit?.distance === undefined && c.black_box?.distance === undefined && !c.subsample && c.parameters?.lower === undefined;

/** Reports whether the perturbed cloud is the clean one, point by point. @param {Certificate} c */
const isSame = (c) => c.black_box?.distance === 0;

const SAME = 'Both clouds are the same.';

/**
 * The verdict: a head that can stand alone and the sentence that follows it.
 * @param {Certificate} c @param {CertificateRequest} request @param {boolean} complete whether nothing is left to compute
 * @param {string} [left] what is left, in words @param {Measure} [measure] @returns {{kind: Kind, head: string, text: string}}
 */
export function verdict(c, request, complete, left = 'the tight certificate is still being computed.', measure = PLAIN) {
  if (complete && abstains(c, request)) return { kind: 'open', head: 'No prediction:', text: abstention(c, request) };
  if (isRadiusOnly(c)) return { kind: 'radius', ...radiusSentence(c, request, measure) };
  if (isSame(c) && c.certified) return { kind: 'certified', head: 'Certified.', text: SAME };
  if (isSame(c) && complete) return { kind: 'open', head: 'Not certified:', text: `${tooUnsure(c, request)} ${SAME}` };
  if (c.certified) return { kind: 'certified', head: certifiedHead(request), text: certifiedSentence(c, request, measure) };
  if (!complete) return { kind: 'pending', head: 'Not certified so far:', text: left };
  if (isUnsure(c, request)) return { kind: 'open', head: 'Not certified:', text: `${tooUnsure(c, request)} ${NO_ATTACK}` };
  return { kind: 'open', head: 'Not certified.', text: openSentence(c, request, measure) };
}

/** Says what random draws have added. @param {Certificate} c with a Monte Carlo bound @param {CertificateRequest} request */
export function broughtBy(c, request) {
  const drawn = c.tight?.monte_carlo;
  if (!drawn) return '';
  const first = `${drawn.samples.toLocaleString('en')} random draws`;
  if (deciders(c, request)[0] === 'monte_carlo') return `${first} proved it: p′ is at least ${fixed(drawn.lower, 4, 'down')}.`;
  return drawn.certified ? `${first} prove the same.`
    : `${first} did not prove it: p′ is at least ${fixed(drawn.lower, 4, 'down')}, and it must exceed ${fraction(request)}.`;
}
