/** Describes certificates from votes of another kind: of samples of some points, so that points may come and go, or with noise on transformations. */

import { argumentRows, proved } from './argument-rows.js';
import { fixed, significant } from './decimal.js';
import { changesIn, rowsById, undone } from '../documents/documents.js';
import { joined } from '../documents/list.js';
import { isOfClass, statedIn } from '../documents/stated.js';
import { inUnit, measureOf, PLAIN } from './lengths.js';
import { endsOf, statedVerdict, stayingOf } from './stated.js';
import { fraction, threshold } from './top.js';
import { transformedRow, transformedVerdict } from './transformed.js';
import { deciders, isUnsure, NO_ATTACK, probability, verdict, withClass } from './words.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('./argument-rows.js').Row} Row */

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** Lists how many points changed, as in '3 points replaced, 2 added and 1 removed'; '' for none. @param {Record<string, number>} numbers */
function listed(numbers) {
  const some = Object.entries(numbers).filter(([, n]) => n > 0);
  return joined(some.map(([what, n], i) => `${count(n)}${i > 0 ? '' : n === 1 ? ' point' : ' points'} ${what}`));
}

/** Counts the points that an alignment pairs, undefined without one. @param {Pick<NonNullable<Certificate['subsample']>, 'alignment'>} row */
export const countIn = ({ alignment }) => alignment?.permutation?.length;

/**
 * Says what happened to the points of the clean cloud.
 * @param {NonNullable<Certificate['subsample']>} subsample @param {number} [others] points of the perturbed cloud, where that is known @param {number}
 *   [count] of the clean one
 */
function comings({ kept, alignment }, others, count = countIn({ alignment }) ?? kept) {
  const lost = count - kept;
  const replaced = others === undefined ? 0 : Math.min(lost, others - kept);
  return { kept, replaced, removed: lost - replaced, added: others === undefined ? 0 : others - kept - replaced };
}

/** A distance below this part of the radius is what coordinates are rounded by: nothing has moved. */
const ROUNDING = 1e-9;

/** Says how far the kept points have moved. @param {NonNullable<Certificate['subsample']>} subsample @param {Certificate} c */
const movement = ({ distance }, { black_box: closed }) => (distance <= ROUNDING * (closed?.radius ?? 0) ? '0' : significant(distance, 4, 'up'));

/**
 * Says what holds for a certified cloud.
 * @param {Certificate} c @param {CertificateRequest} request @param {number | undefined} others @param {import('./lengths.js').Measure} measure
 */
function certifiedBy(c, request, others, measure) {
  const { subsample: s } = c;
  if (!s) return '';
  const back = undone(request) && ' once aligned';
  const keeps = stayingOf(request);
  const changes = changesIn(request);
  if (changes) {
    const { replaced = 0, added = 0, removed = 0, moved = 0, unit } = changes;
    const most = listed({ replaced, added, removed });
    const rest = `${moved > 0 ? `moved by ‖Δ‖ ≤ ${inUnit(String(moved), unit === 'file' ? measure : measureOf(measure))}${unit === 'file' ? ' in your file' : ''}` : 'in place'}${back}`;
    return `Every cloud with ${most ? `at most ${most} and the others` : 'its points'} ${rest} ${keeps}`;
  }
  const { kept, replaced, removed, added } = comings(s, others, request.gram?.points?.clean);
  const found = listed({ [`kept (d = ${inUnit(movement(s, c), measureOf(measure))}${back})`]: kept,
    ...(others === undefined ? { 'replaced or removed': removed } : { replaced, removed, added }) });
  return `This cloud ${keeps}: ${found}`;
}

/**
 * The verdict, as verdict gives it, also where points come and go.
 * @param {Certificate} c @param {CertificateRequest} request @param {boolean} complete @param {string} [left]
 * @param {number} [others] points of the perturbed cloud, where that is known @param {import('./lengths.js').Measure} [measure] of the clean one
 * @returns {ReturnType<typeof verdict>}
 */
export function verdictOf(c, request, complete, left, others = request.gram?.points?.perturbed, measure = PLAIN) {
  // The evidence of a number or of labels names no class.
  const named = isOfClass(request) ? withClass(request, measure) : { ...request, prediction: { ...request.prediction, evidence: undefined } };
  return statedVerdict(c, request, c.parameters ? transformedVerdict(c, named, verdict(c, named, complete, left, measure), measure)
    : classVerdict(c, named, complete, left, others, measure), measure);
}

/**
 * The verdict about a class.
 * @param {Certificate} c @param {CertificateRequest} request @param {boolean} complete @param {string | undefined} left
 * @param {number | undefined} others @param {import('./lengths.js').Measure} measure @returns {ReturnType<typeof verdict>}
 */
function classVerdict(c, request, complete, left, others, measure) {
  const { subsample: s } = c;
  const plain = verdict(c, request, complete, left, measure);
  if (!s || ['radius', 'pending'].includes(plain.kind)) return plain;
  if (plain.kind === 'certified') {
    if (deciders(c, request)[0] !== 'points') return plain;
    return { ...plain, text: `${certifiedBy(c, request, others, measure)}. ${probability(c, request)}` };
  }
  return plain.head === 'Not certified.' && !isUnsure(c, request)
    ? { ...plain, text: `Votes of ${count(request.subsample ?? 0)} points each do not prove this. ${NO_ATTACK}` } : plain;
}

/**
 * Gives the prediction probability from which a row certifies, rounded up. A value that rounds to 1 is written the other way
 * round, since no class has probability 1.
 * @param {number | undefined} p @param {import('./top.js').Top} of
 */
function needed(p, of) {
  if (p === undefined) return undefined;
  if (p <= threshold(of) + Number.EPSILON / 2) return `p > ${fraction(of)}`; // next to it: no p lies between them
  const text = fixed(p, 4, 'up');
  return text === '1.0000' ? 'p > 0.9999' : `p ≥ ${text}`;
}

/** @param {Certificate} c @returns {Row[]} */
function pointsRow(c) {
  const { subsample: s } = c;
  if (!s) return [];
  const { kept, lower, upper_runner_up: runner, certified, alignment } = s;
  const of = countIn({ alignment });
  return [{
    id: 'points', name: 'Points that come and go', certified, ...proved(lower, runner),
    instead: `${count(kept)}${of ? ` of ${count(of)}` : ''} points kept, d = ${movement(s, c)}`, at: { lower, runner },
  }];
}

/** Writes what a row states of a number or of labels. @param {import('../documents/stated.js').Stated} stated @returns {Partial<Row>} */
function statedPart({ interval, labels, distance }) {
  const { lower, upper } = interval ?? {};
  return {
    interval, labels, ...(lower !== undefined && upper !== undefined && { ends: endsOf(lower, upper) }),
    ...(distance !== undefined && { far: significant(distance, 4, 'up') }),
  };
}

/**
 * The rows of argumentRows, that of noise on transformations, and that of points that come and go: beside the last one of clouds that cannot be compared
 * point by point says nothing.
 * @param {Certificate} c @param {boolean} computing @param {import('../documents/documents.js').Minimum} [minimum] @returns {Row[]}
 */
export function rowsOf(c, computing, minimum = {}) {
  const [rows, from] = [argumentRows(c, computing && !c.parameters), rowsById(minimum)];
  const stated = Object.fromEntries(statedIn(c).map((one) => [one.id, statedPart(one)]));
  const compared = c.black_box?.distance !== undefined || c.orbit?.distance !== undefined;
  return [...(c.subsample && !compared ? [] : rows), ...pointsRow(c), ...transformedRow(c)].map((row) => ({ ...row, ...stated[row.id], needs: needed(from[row.id], minimum) }));
}

/**
 * The largest numbers of points that may come or go, each alone, as rows of a table.
 * @param {import('../documents/documents.js').Withstood} withstood @returns {{id: string, name: string, text: string, most: number, part: number}[]} part:
 *   of the largest of them
 */
export function comingRows({ points }) {
  if (!points) return [];
  const { replaced, added, removed, of } = points;
  const largest = Math.max(replaced, added, removed, 1);
  const row = (/** @type {string} */ id, /** @type {number} */ n, /** @type {string} */ text) =>
    ({ id, name: `Points ${id}`, text: n > 0 ? text : 'none', most: n, part: n / largest });
  return [
    row('replaced', replaced, `any ${count(replaced)} of ${count(of)}, by points anywhere`),
    row('added', added, `any ${count(added)}, anywhere`),
    row('removed', removed, `any ${count(removed)} of ${count(of)}`),
  ];
}

/** The same as a part of a sentence, '' where nothing may. @param {import('../documents/documents.js').Withstood} withstood */
export function comingDeed({ points }) {
  if (!points) return '';
  const { replaced, removed, of } = points;
  const parts = [replaced > 0 && `any ${count(replaced)}${removed > 0 ? '' : ` of its ${count(of)} points`} replaced`,
    removed > 0 && `any ${count(removed)} of its ${count(of)} points removed`];
  return parts.filter(Boolean).join(' or ');
}
