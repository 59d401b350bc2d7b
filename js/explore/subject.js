/** What is explored, and what the explorer is told of it. */

import { toRequest } from '../form/request.js';

/** @typedef {import('../certifier/engine.js').Engine} Engine */
/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */

/**
 * What is explored: the clean cloud and all that is entered about it.
 * @typedef {EventTarget & {engine: Engine, entries: import('../form/entries.js').Entries, files: import('../clouds/files.js').Files, votes: any, evidence: object}} Subject
 */

/**
 * The request for what is entered without its perturbed cloud, null where it is not complete.
 * @param {Subject} subject
 * @returns {CertificateRequest | null}
 */
export function cleanRequest({ entries: { values }, files: { clouds }, votes, evidence }) {
  const { request, errors } = toRequest({ ...values, perturbation: 'none' }, clouds);
  if (Object.keys(errors).length) return null;
  if (values.given !== 'model') return { ...request, prediction: { ...request.prediction, ...evidence } };
  return votes && { ...request, prediction: votes };
}
