/** Requests for the edge's tests, and a check of signatures that is not the edge's own. */

import { createPublicKey, verify } from 'node:crypto';

/** The rows of both clouds of a small shape, moved a little; dimension 2 or 3. */
function clouds(dimension) {
  const clean = [[1, 0, 0.2], [0, 1, -0.4], [-1, 0.5, 0.1], [0, -1.5, 0.1]];
  const perturbed = [[1.02, 0.01, 0.21], [-0.02, 0.97, -0.41], [-1, 0.51, 0.12], [0, -1.49, 0.08]];
  return [perturbed, clean].map((rows) => rows.map((row) => row.slice(0, dimension)));
}

/** MᵀM of M = [X' X], centred as the groups with translations want it; the rows above are centred nearly. */
export function gram(dimension) {
  const columns = clouds(dimension).flatMap((rows) => Array.from({ length: dimension }, (_, d) => {
    const mean = rows.reduce((sum, row) => sum + row[d], 0) / rows.length;
    return rows.map((row) => row[d] - mean);
  }));
  return { dimension, matrix: columns.map((a) => columns.map((b) => a.reduce((sum, x, n) => sum + x * b[n], 0))) };
}

/** A valid request with some fields changed. */
export const request = (changes = {}) => JSON.stringify({ gram: gram(2), sigma: 0.1, prediction: { probability: 0.9 }, group: 'SO', samples: 500, ...changes });

/**
 * Reports whether a document ends with a signature of all the rest, by the owner of a public key.
 *
 * @param {string} key in base64 @param {string} document
 */
export function signedBy(key, document) {
  const [tail, signature] = /,\n {2}"signature": "([^"]*)"\n}\n$/.exec(document) ?? [];
  if (!tail) return false;
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'base64')]);
  const message = `orbitcert certificate\n${document.slice(0, -tail.length)}\n}\n`;
  return verify(null, Buffer.from(message), createPublicKey({ key: der, format: 'der', type: 'spki' }), Buffer.from(signature, 'base64'));
}
