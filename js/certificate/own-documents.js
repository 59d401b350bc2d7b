/** Documents that the page or the command line has written and somebody brings: a certificate, a request, votes. */

import { isCertificate } from '../documents/documents.js';

/** @typedef {import('../clouds/files.js').Handle} Handle */
/** @typedef {{kind: 'certificate' | 'request' | 'votes' | 'dataset', value: any}} OwnDocument 'dataset': votes for many clouds */

/**
 * Votes as they were counted for one cloud.
 * @typedef {object} Counted
 * @property {number} votes
 * @property {number} samples
 * @property {number} [runner] votes for the runner-up
 * @property {number} [looks]
 * @property {any} [evidence] how they were counted
 * @property {Uint8Array} [file] of the cloud that they came with: with another one, or other settings, they are only what somebody has entered
 */

/** Bytes beyond which no document of ours is looked for. */
const LARGEST = 64 << 20;

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

/** @param {any} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The votes that a document gives for one cloud, null where it gives none.
 * @param {any} value @returns {Counted | null}
 */
export function votesIn(value) {
  const { votes, samples } = value;
  if (Number.isInteger(votes) && Number.isInteger(samples)) return { votes, samples, runner: value.runner_up?.votes, looks: value.looks, evidence: value.evidence };
  if (!isObject(votes) || !Array.isArray(votes.estimate)) return null;
  return { votes: votes.estimate[votes.predicted], samples: votes.samples, looks: votes.looks, evidence: value };
}

/**
 * What an entered prediction was counted with, where it was.
 * @param {Counted | null} counted @param {import('../documents/documents.js').CertificateRequest} request @param {Uint8Array} [file] of its clean cloud
 */
export function evidenceOf(counted, request, file) {
  const { votes, samples } = request.prediction;
  if (!counted?.evidence || counted.votes !== votes || counted.samples !== samples) return {};
  if (counted.file && !(counted.file === file && belongs(counted.evidence, request))) return {};
  return { looks: counted.looks, evidence: counted.evidence };
}

/**
 * What is to be said of votes that were counted for a cloud under other settings than those entered beside them, '' where nothing is.
 * @param {Counted | null} counted @param {import('../documents/documents.js').CertificateRequest} request @param {Uint8Array} [file] of its clean cloud
 */
export function doubtOf(counted, request, file) {
  const { prediction: { votes, samples } } = request;
  if (!counted?.evidence || !counted.file || counted.file !== file || counted.votes !== votes || counted.samples !== samples) return '';
  if (belongs(counted.evidence, { ...request, prediction: { votes, samples } })) return '';
  const { sampling: { sigma }, classifier: { group } } = counted.evidence;
  return `These votes were counted at σ = ${sigma} with invariance ${group}. Are they your classifier’s under what is entered now?`;
}

/** Whether votes were counted under the settings of a request. @param {any} evidence @param {import('../documents/documents.js').CertificateRequest} request */
function belongs({ sampling, classifier }, { sigma, group, permutation, preparation, prediction }) {
  return sampling.sigma === sigma && classifier.group === group && classifier.sorted === permutation && group !== 'axis' && !preparation && !prediction.runner_up;
}

/** What a JSON object is. @param {any} value @returns {OwnDocument | null} */
function documentOf(value) {
  if (isCertificate(value)) return { kind: 'certificate', value };
  if ('sigma' in value && ('clean' in value || 'gram' in value)) return { kind: 'request', value };
  return votesIn(value) ? { kind: 'votes', value } : null;
}

/**
 * The document in a file, null where it holds something else, such as a cloud.
 * @param {File} file @returns {Promise<OwnDocument | null>}
 */
export async function documentIn(file) {
  if (file.size > LARGEST) return null;
  const start = await file.slice(0, 256).text().catch(() => '');
  if (/^\s*"?name"?,/.test(start) && /votes_(pred|cert)/.test(start)) return { kind: 'dataset', value: null };
  if (!/^\s*\{/.test(start)) return null;
  try {
    return documentOf(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}

/** The clouds that stand in a request itself, as files. @param {any} request @param {string} name */
export function cloudsIn(request, name) {
  const file = (/** @type {Handle} */ handle) => (Array.isArray(request[handle]?.points)
    ? new File([JSON.stringify({ points: request[handle].points })], `${name}-${handle}.json`) : undefined);
  return { clean: file('clean'), perturbed: file('perturbed') };
}

/**
 * The clouds that a request only names: their handles, the names of the files without folders, and how they are read.
 * @param {any} request @returns {[Handle, string, import('../certifier/functions.js').Reading][]}
 */
export const cloudsNamed = (request) => HANDLES.flatMap((handle) => {
  const { file: path, ...reading } = request[handle] ?? {};
  return typeof path === 'string' ? [/** @type {[Handle, string, {}]} */ ([handle, path.split(/[\\/]/).pop() ?? path, reading])] : [];
});

/** A file that is to be read in this way. @param {File} file @param {import('../certifier/functions.js').Reading} reading @returns {Promise<import('../clouds/files.js').Source>} */
export const readAs = async (file, reading) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), reading, parts: [], total: 0, remedies: [] });
