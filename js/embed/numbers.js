/** The few numbers of a certificate that stand beside its verdict in another page. */

import { ALPHA } from '../documents/documents.js';
import { argumentRows } from '../words/argument-rows.js';
import { deciders, knownProbability } from '../words/words.js';

/** @typedef {import('../documents/documents.js').Certificate} Certificate */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */

/**
 * Names and texts, rounded to the safe side.
 * @param {Certificate} c @param {CertificateRequest} request @param {boolean} own whether it was computed here, from the reader's own votes
 * @returns {[name: string, text: string][]}
 */
export function numbers(c, request, own) {
  const list = argumentRows(c, false).filter(({ aside }) => !aside);
  const strongest = list.find(({ id }) => id === deciders(c, request)[0]) ?? list.at(-1);
  const closed = list.find(({ id }) => id === 'orbit') ?? list.find(({ id }) => id === 'black_box');
  const { votes, samples } = request.prediction;
  const p = knownProbability(request, c.probability?.lower ?? 0);
  /** @type {[string, string | undefined][]} */
  const all = [
    ['p, clean', p],
    ['σ', String(request.sigma)],
    ['distance d', closed?.distance],
    ['radius r', closed?.radius],
    ['p′, perturbed', strongest?.lower === undefined ? undefined : `≥ ${strongest.lower}`],
    ['runner-up', strongest?.runner === undefined ? undefined : `≤ ${strongest.runner}`],
    ['α', String(request.alpha ?? ALPHA)],
    ['argument', strongest?.name],
    ['votes', votes === undefined ? undefined : own ? `${votes.toLocaleString('en')} of ${samples?.toLocaleString('en')}` : 'claimed by whoever shared this'],
  ];
  return all.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}
