/** Verdicts about models that return a number, a label for each point, or vectors. */

import { isOfClass, isOpen, labelRadii, lengthsOf, medianOf, sharpest } from '../documents/stated.js';
import { changesIn, closedOf, undone } from '../documents/documents.js';
import { fixed, significant } from './decimal.js';
import { inUnit, measureOf, withShare } from './lengths.js';
import { away as awayOf, isRadiusOnly, keeping, NO_ATTACK, probability } from './words.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {ReturnType<typeof import('./words.js').verdict>} Verdict */
/** @typedef {import('./lengths.js').Measure} Measure */

/** Digits of the width of an interval that its ends show. */
const DIGITS = 3;

/** Decimal exponents between which numbers are written with a point alone. */
const PLAIN = [-6, 7];

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** A number exactly, as people write it. @param {number} x */
export const exactly = (x) => String(x).replaceAll('-', '−');

/** Places after the point that show an interval of this width, null where its ends need another notation. @param {number} lower @param {number} upper */
function placesOf(lower, upper) {
  const width = upper - lower, most = Math.max(Math.abs(lower), Math.abs(upper));
  if (!(width > 0) || most >= 10 ** PLAIN[1]) return null;
  const places = DIGITS - 1 - Math.floor(Math.log10(width));
  return places > DIGITS - PLAIN[0] ? null : Math.max(0, places);
}

/**
 * The ends of an interval as texts, each rounded outwards, with as many places as tell its width.
 * @param {number} lower @param {number} upper @returns {[lower: string, upper: string]}
 */
export function endsOf(lower, upper) {
  const places = placesOf(lower, upper);
  return places === null ? [significant(lower, 6, 'down'), significant(upper, 6, 'up')] : [fixed(lower, places, 'down'), fixed(upper, places, 'up')];
}

/** Units of what the page’s own models return, by the SHA-256 of their files. @type {Record<string, string>} */
export const UNITS = {
  '03ca63d0dad01d111cb735c06e0fb85efcb5b4a59cbd56bf3fd36b4db05c0f0e': 'kcal/mol',
  '84fa6e98a99a0cca7a220745875203dee22698a944ce3ea1112d9652dc80964b': 'kcal/mol/Å',
};

/** The unit of a number with the space before it, '' where it is unknown. @param {CertificateRequest['prediction']} prediction */
export function unitOf({ evidence }) {
  const unit = UNITS[evidence?.model.sha256 ?? ''];
  return unit ? `\u00a0${unit}` : '';
}

/** An interval in a sentence, as in 'between −3.1 and −2.7'. @param {number} lower @param {number} upper @param {string} [unit] */
export const between = (lower, upper, unit = '') => `between ${endsOf(lower, upper).join(' and ')}${unit}`;

/** Says what is proved to be kept, as in 'stay a 3' of a class and 'stay between −3.40 and −2.40' of a number. @param {CertificateRequest} request */
export function keepingOf(request) {
  const { labels, select, tolerance, vectors } = request.prediction;
  if (vectors) return vectors.tolerance === undefined ? `stay within ${vectors.angle}° of the reference`
    : `stay within ± ${exactly(vectors.tolerance)}${unitOf(request.prediction)} of the reference`;
  if (tolerance !== undefined && select) {
    const reference = medianOf(select);
    return `stay ${between(reference - tolerance, reference + tolerance, unitOf(request.prediction))}`;
  }
  return labels ? 'keep all labels' : keeping(request);
}

/** Says the same of one cloud, as in 'stays a 3'. @param {CertificateRequest} request */
export const stayingOf = (request) => keepingOf(request).replace(/^\w+/, '$&s');

/**
 * A verdict about a class in the words of a number or of labels, with other models' words as they are.
 * @param {Verdict} verdict @param {CertificateRequest} request @returns {Verdict}
 */
function renamed({ kind, head, text }, request) {
  const { tolerance } = request.prediction;
  const said = text.replace('keep its class', keepingOf(request)).replace('smoothed classifier', 'smoothed model')
    .replace('the votes prove', 'the samples prove');
  const within = tolerance === undefined ? '' : `stays within ± ${exactly(tolerance)}${unitOf(request.prediction)}`;
  return { kind, head: within ? head.replace('still the same class', within) : head, text: said };
}

/** Begins a verdict with the distance of a cloud, '' where no argument goes by one. @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure */
function away(c, request, measure) {
  const closed = closedOf(c), { distance } = closed ?? {};
  if (changesIn(request) || distance === undefined) return '';
  return `${awayOf(c, c.orbit ? undone(request) : '', closed)} ${withShare(significant(distance, 2, 'up'), distance, 'up', measureOf(measure, closed))} away. `;
}

/** @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure @returns {Verdict} */
function intervalVerdict(c, request, measure) {
  const { values = [] } = request.prediction, unit = unitOf(request.prediction);
  const copies = `${count(values.length)} noisy copies`;
  if (isRadiusOnly(c) && !c.subsample) {
    const at = exactly(Number(medianOf(values).toPrecision(4)));
    return { kind: 'radius', head: `About ${at}${unit}, without a second cloud.`,
      text: `That is the median of ${copies}. Below you see how its certified interval grows with the distance.` };
  }
  const { lower, upper } = sharpest(c)?.interval ?? {};
  if (lower === undefined || upper === undefined)
    return { kind: 'open', head: 'No interval.', text: `${away(c, request, measure)}At this distance ${copies} do not bound the number. ${NO_ATTACK}` };
  return {
    kind: 'certified', head: `Stays ${between(lower, upper, unit)}.`,
    text: `${away(c, request, measure)}The smoothed number, the median over noisy copies, is proved to stay there. ${probability(c, request)}`,
  };
}

/** Says for how far half of the labels, or all, stay. @param {number[]} radii @param {Measure} measure */
function farthest(radii, measure) {
  const sorted = Float64Array.from(radii).sort();
  const [least, half] = [sorted[0], sorted[sorted.length >> 1]];
  if (least > 0) return `All points keep their label within ${inUnit(significant(least, 4, 'down'), measure)}.`;
  if (half > 0) return `Half of the points keep their label within ${inUnit(significant(half, 4, 'down'), measure)}.`;
  const proved = radii.filter((radius) => radius > 0).length;
  return proved > 0 ? `${count(proved)} of ${count(radii.length)} points have a radius.` : 'No point has a radius.';
}

/** @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure @returns {Verdict} */
function labelsVerdict(c, request, measure) {
  const all = request.prediction.labels?.votes.length ?? 0;
  const { certified, count: stay = 0 } = sharpest(c)?.labels ?? {};
  if (!certified) {
    return {
      kind: 'radius', head: farthest(labelRadii(c) ?? [], measureOf(measure)),
      text: `Every label has a radius of its own. All of them hold together. ${probability(c, request)}`,
    };
  }
  if (stay === 0) return { kind: 'open', head: 'No label is certified.', text: `${away(c, request, measure)}The votes of no point prove its label here. ${NO_ATTACK}` };
  const [who, rest] = stay === all ? [`Certified: all ${count(all)}`, ''] : [`${count(stay)} of ${count(all)}`, `The other ${count(all - stay)} are not proved. `];
  return { kind: 'certified', head: `${who} points keep their label, all at once.`, text: `${away(c, request, measure)}${rest}${probability(c, request)}` };
}

/** Says the number of vectors, as in 'The vector' and 'All 9 vectors'. @param {number} all */
const vectorsOf = (all) => (all === 1 ? 'The vector' : `All ${count(all)} vectors`);

/** Says where vectors are, by their lengths and angles. @param {import('../documents/types.js').VectorBound[]} bounds @param {string} unit */
function whereabouts(bounds, unit) {
  const lengths = bounds.map(lengthsOf), [least, most] = [Math.min(...lengths.map(([low]) => low)), Math.max(...lengths.map(([, high]) => high))];
  const angles = bounds.map(({ angle }) => angle ?? 180), angle = Math.max(...angles), own = bounds.length === 1 ? 'Its length is' : 'Their lengths are';
  const one = bounds.length === 1 ? 'its direction is' : 'their directions are';
  const turned = angle < 180 ? `, and ${one} within ${significant(angle, 3, 'up')}° of the reference` : '';
  return `${own} ${between(least, most, unit)}${turned}.`;
}

/** @param {Certificate} c @param {CertificateRequest} request @param {Measure} measure @returns {Verdict} */
function vectorsVerdict(c, request, measure) {
  const { vectors } = request.prediction, bounds = sharpest(c)?.vectors, open = isOpen(request);
  const copies = `${count(vectors?.values?.length ?? 0)} noisy copies`;
  const { radius } = c.orbit ?? c.black_box ?? {};
  if (!bounds) {
    if (open) return { kind: 'radius', head: `Vectors of ${copies}.`, text: 'Change the cloud to see how far they may go.' };
    return radius ? { kind: 'radius', head: `Radius ${significant(radius, 4, 'down')}.`,
      text: `Up to this distance they are proved to ${keepingOf(request)}. ${probability(c, request)}` }
      : { kind: 'open', head: 'No radius.', text: `${copies} do not prove that they ${keepingOf(request)}.` };
  }
  const said = `${away(c, request, measure)}${whereabouts(bounds, unitOf(request.prediction))} This is of the smoothed vectors, the means over noisy copies, turned back with the cloud.`;
  if (open) return { kind: 'certified', head: `${vectorsOf(bounds.length)} bounded.`, text: `${said} ${probability(c, request)}` };
  if (c.certified) return { kind: 'certified', head: `Certified: ${vectorsOf(bounds.length).toLowerCase()} ${bounds.length === 1 ? stayingOf(request)
    : keepingOf(request)}.`, text: `${said} ${probability(c, request)}` };
  return { kind: 'open', head: 'Not certified.', text: `It is not proved that they ${keepingOf(request)}. ${said} ${NO_ATTACK}` };
}

/**
 * The verdict about a number or labels in place of one about a class, which it is for all others.
 * @param {Certificate} c @param {CertificateRequest} request @param {Verdict} plain the verdict as of a class @param {Measure} measure @returns {Verdict}
 */
export function statedVerdict(c, request, plain, measure) {
  if (isOfClass(request)) return plain;
  const { vectors, labels } = request.prediction;
  const say = vectors ? vectorsVerdict : labels ? labelsVerdict : isOpen(request) ? intervalVerdict : () => plain;
  return renamed(say(c, request, measure), request);
}

/** Describes the outputs, as in '2,000 numbers' and 'labels of 12 points by 2,000 copies'. @param {CertificateRequest['prediction']} prediction */
export function outputsInWords({ values, labels, vectors, tolerance }) {
  if (vectors?.values) return `vectors of ${count(vectors.values.length)} noisy copies`;
  if (values) return `${count(values.length)} numbers${tolerance === undefined ? '' : `, tolerance ${exactly(tolerance)}`}`;
  return labels ? `labels of ${count(labels.votes.length)} points by ${count(labels.samples)} copies` : '';
}

/** Names the outputs in a choice. @param {import('../documents/stated.js').Outputs | null} outputs */
export const outputsName = (outputs) => (outputs?.labels ? 'labels' : outputs?.vectors ? 'sampled vectors' : 'numbers');

/**
 * A row of a comparison by what it states of a number or labels; of a class as it is.
 * @param {import('./argument-rows.js').Row} row @param {CertificateRequest} request
 */
export function statedRow(row, request) {
  const { interval, ends, labels } = row, { labels: votes } = request.prediction;
  if (!(votes ? labels : isOpen(request) && interval)) return row;
  const said = votes ? `${count(labels?.count ?? 0)} of ${count(votes.votes.length)} labels` : ends?.join(' to ') ?? 'not bounded';
  return { ...row, said, certified: Boolean(votes ? labels?.count : ends), lower: undefined, needs: undefined };
}
