/** Verdicts about models that return a number, or a label for each point. */

import { isOfClass, isOpen, labelRadii, medianOf, sharpest } from '../documents/stated.js';
import { changesIn, closedOf, undone } from '../documents/documents.js';
import { fixed, significant } from './decimal.js';
import { away as awayOf, isRadiusOnly, keeping, NO_ATTACK, probability } from './words.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {ReturnType<typeof import('./words.js').verdict>} Verdict */

/** Digits of the width of an interval that its ends show. */
const DIGITS = 3;

/** Decimal exponents between which numbers are written with a point alone. */
const PLAIN = [-6, 7];

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** A number exactly, as people write it. @param {number} x */
export const exactly = (x) => String(x).replaceAll('-', '−');

/** Characters of a reference before its further digits are left out. */
const LONGEST = 8;

/** A number by its first digits, with an ellipsis in place of further ones: no digit is rounded. @param {number} x */
const begun = (x) => {
  const text = exactly(x);
  return text.includes('.') && text.length > LONGEST && !text.includes('e') ? `${text.slice(0, Math.max(LONGEST, text.indexOf('.') + 2))}…` : text;
};

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
export const UNITS = { '03ca63d0dad01d111cb735c06e0fb85efcb5b4a59cbd56bf3fd36b4db05c0f0e': 'kcal/mol' };

/** The unit of a number with the space before it, '' where it is unknown. @param {CertificateRequest['prediction']} prediction */
export function unitOf({ evidence }) {
  const unit = UNITS[evidence?.model.sha256 ?? ''];
  return unit ? `\u00a0${unit}` : '';
}

/** An interval in a sentence, as in 'between −3.1 and −2.7'. @param {number} lower @param {number} upper @param {string} [unit] */
export const between = (lower, upper, unit = '') => `between ${endsOf(lower, upper).join(' and ')}${unit}`;

/** Says what is proved to be kept, as in 'stay a 3' of a class and 'stay within ± 0.5 of −2.9' of a number. @param {CertificateRequest} request */
export function keepingOf(request) {
  const { labels, select, tolerance } = request.prediction;
  if (tolerance !== undefined && select) return `stay within ± ${exactly(tolerance)}${unitOf(request.prediction)} of ${begun(medianOf(select))}`;
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

/** Begins a verdict with the distance of a cloud, '' where no argument goes by one. @param {Certificate} c @param {CertificateRequest} request */
function away(c, request) {
  const closed = closedOf(c), { distance } = closed ?? {};
  if (changesIn(request) || distance === undefined) return '';
  return `${awayOf(c, c.orbit ? undone(request) : '', closed)} ${significant(distance, 2, 'up')} away. `;
}

/** @param {Certificate} c @param {CertificateRequest} request @returns {Verdict} */
function intervalVerdict(c, request) {
  const { values = [] } = request.prediction, unit = unitOf(request.prediction);
  const copies = `${count(values.length)} noisy copies`;
  if (isRadiusOnly(c) && !c.subsample) {
    const at = exactly(Number(medianOf(values).toPrecision(4)));
    return { kind: 'radius', head: `About ${at}${unit}, without a second cloud.`,
      text: `That is the median of ${copies}. Below you see how its certified interval grows with the distance.` };
  }
  const { lower, upper } = sharpest(c)?.interval ?? {};
  if (lower === undefined || upper === undefined)
    return { kind: 'open', head: 'No interval.', text: `${away(c, request)}At this distance ${copies} do not bound the number. ${NO_ATTACK}` };
  return {
    kind: 'certified', head: `Stays ${between(lower, upper, unit)}.`,
    text: `${away(c, request)}The smoothed number, the median over noisy copies, is proved to stay there. ${probability(c, request)}`,
  };
}

/** Says for how far half of the labels, or all, stay. @param {number[]} radii */
function farthest(radii) {
  const sorted = Float64Array.from(radii).sort();
  const [least, half] = [sorted[0], sorted[sorted.length >> 1]];
  if (least > 0) return `All points keep their label within ${significant(least, 4, 'down')}.`;
  if (half > 0) return `Half of the points keep their label within ${significant(half, 4, 'down')}.`;
  const proved = radii.filter((radius) => radius > 0).length;
  return proved > 0 ? `${count(proved)} of ${count(radii.length)} points have a radius.` : 'No point has a radius.';
}

/** @param {Certificate} c @param {CertificateRequest} request @returns {Verdict} */
function labelsVerdict(c, request) {
  const all = request.prediction.labels?.votes.length ?? 0;
  const { certified, count: stay = 0 } = sharpest(c)?.labels ?? {};
  if (!certified) {
    return {
      kind: 'radius', head: farthest(labelRadii(c) ?? []),
      text: `Every label has a radius of its own. All of them hold together. ${probability(c, request)}`,
    };
  }
  if (stay === 0) return { kind: 'open', head: 'No label is certified.', text: `${away(c, request)}The votes of no point prove its label here. ${NO_ATTACK}` };
  const [who, rest] = stay === all ? [`Certified: all ${count(all)}`, ''] : [`${count(stay)} of ${count(all)}`, `The other ${count(all - stay)} are not proved. `];
  return { kind: 'certified', head: `${who} points keep their label, all at once.`, text: `${away(c, request)}${rest}${probability(c, request)}` };
}

/**
 * The verdict about a number or labels in place of one about a class, which it is for all others.
 * @param {Certificate} c @param {CertificateRequest} request @param {Verdict} plain the verdict as of a class @returns {Verdict}
 */
export function statedVerdict(c, request, plain) {
  if (isOfClass(request)) return plain;
  const verdict = request.prediction.labels ? labelsVerdict(c, request) : isOpen(request) ? intervalVerdict(c, request) : plain;
  return renamed(verdict, request);
}

/** Describes the outputs, as in '2,000 numbers' and 'labels of 12 points by 2,000 copies'. @param {CertificateRequest['prediction']} prediction */
export function outputsInWords({ values, labels, tolerance }) {
  if (values) return `${count(values.length)} numbers${tolerance === undefined ? '' : `, tolerance ${exactly(tolerance)}`}`;
  return labels ? `labels of ${count(labels.votes.length)} points by ${count(labels.samples)} copies` : '';
}

/** Names the outputs in a choice. @param {import('../documents/stated.js').Outputs | null} outputs */
export const outputsName = (outputs) => (outputs?.labels ? 'labels' : 'numbers');

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
