/** Documents that the page or the command line has written and somebody brings: a certificate, a request, votes. */

import { ownCloud } from '../clouds/cloud-source.js';
import { strangeIn } from '../documents/documents.js';
import { beyondPage, sampledFor, votesIn } from '../documents/votes.js';
import { countedOutputs } from '../documents/stated.js';
import { toRequest, toValues, unshownIn } from '../form/request.js';

/** @import {CertificateRequest} from '../documents/documents.js' */

/** @typedef {import('../clouds/cloud-files.js').Handle} Handle */
/** @typedef {{kind: 'certificate' | 'request' | 'votes' | 'sets' | 'dataset', value: any}} OwnDocument 'sets': a calibration; 'dataset': votes for many
 *   clouds */

/** Bytes beyond which no document of ours is looked for. */
const LARGEST = 64 << 20;

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

/** Stands for any cloud; reads the entries that samples depend on. */
const ANY_CLOUD = { clean: { dimension: 3, file: '' }, perturbed: null };

/** The votes of a request with what they were counted for. @param {CertificateRequest} request @returns {import('../documents/votes.js').Counted | null} */
export function countedIn(request) {
  const votes = votesIn(request.prediction ?? {});
  return votes && { ...votes, sampledFor: sampledFor(toRequest(toValues(request), ANY_CLOUD).request) };
}

/** Explains why the form cannot show a document, '' if it can. @param {OwnDocument} document */
export function beyondForm({ kind, value }) {
  const request = kind === 'certificate' ? value.request : value;
  if (beyondPage(request)) return beyondPage(request);
  const unshown = kind === 'votes' || kind === 'sets' ? undefined : unshownIn(request ?? {});
  if (unshown) return `it has the field “${unshown}”, which the form cannot show. Remove it, or use the command line or Python.`;
  return Array.isArray(request?.pairing) && !pairedIn(request)
    ? 'it pairs points (“pairing”) with a cloud in another file. The form cannot show that; use the command line or Python.'
    : '';
}

/** The perturbed cloud that stands in a request with the pairs of points that belong together, null where not both do. @param {CertificateRequest} request */
export const pairedIn = ({ perturbed, pairing }) => (Array.isArray(pairing) && Array.isArray(perturbed?.points)
  ? { points: perturbed.points, ...(perturbed.attributes && { attributes: perturbed.attributes }), pairing } : null);

/** Tells which document a JSON object is. @param {object} value @returns {OwnDocument | null} */
function documentOf(value) {
  if (strangeIn(value) === '') return { kind: 'certificate', value };
  if ('sigma' in value && ('clean' in value || 'gram' in value)) return { kind: 'request', value };
  if ('eta' in value && 'results' in value) return { kind: 'sets', value };
  return votesIn(value) || (!('points' in value) && countedOutputs(value)) ? { kind: 'votes', value } : null;
}

/** The text of a file; shells of Windows write UTF-16. @param {Blob} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const little = (first === 0xff && second === 0xfe) || (first === 0x7b && second === 0);
  const big = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x7b);
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}

/**
 * The document in a file, null where it holds something else, such as a cloud.
 * @param {File} file @returns {Promise<OwnDocument | null>}
 */
export async function documentIn(file) {
  if (file.size > LARGEST) return null;
  const start = await textOf(file.slice(0, 256)).catch(() => '');
  if (/^\s*"?name"?,/.test(start) && /votes_(pred|cert)/.test(start)) return { kind: 'dataset', value: null };
  if (!/^\s*\{/.test(start)) return null;
  try {
    return documentOf(JSON.parse(await textOf(file)));
  } catch {
    return null;
  }
}

/** The clouds that stand in a request itself, as files. @param {CertificateRequest} request @param {string} name */
export function cloudsIn(request, name) {
  const file = (/** @type {Handle} */ handle) => {
    const { points, attributes } = request[handle] ?? {};
    return Array.isArray(points) ? ownCloud(`${name}-${handle}.json`, /** @type {number[][]} */ (points), attributes) : undefined;
  };
  return { clean: file('clean'), perturbed: file('perturbed') };
}

/**
 * The clouds that a request only names: their handles, the names of the files without folders, and how they are read.
 * @param {CertificateRequest} request @returns {[Handle, string, import('../certifier/functions.js').Reading][]}
 */
export const cloudsNamed = (request) => HANDLES.flatMap((handle) => {
  const { file: path, ...reading } = request[handle] ?? {};
  return typeof path === 'string' ? [/** @type {[Handle, string, {}]} */ ([handle, path.split(/[\\/]/).pop() ?? path, reading])] : [];
});

/**
 * A file that is to be read in this way.
 * @param {File} file
 * @param {import('../certifier/functions.js').Reading} reading
 * @returns {Promise<import('../clouds/cloud-source.js').Source>}
 */
export const readAs = async (file, reading) => ({
  name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), reading, parts: [], total: 0, remedies: [],
});
