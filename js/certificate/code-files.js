/** The clouds of a certificate as code names them: the files that were opened, each to be saved beside the code. */

import { outputsIn } from '../documents/stated.js';
import { codeOf, isTold } from '../words/code.js';
import { servedAt } from '../parts/served.js';
import { readableAsItIs } from '../clouds/file-bytes.js';

/** @typedef {import('../clouds/cloud-source.js').Cloud} Cloud */
/** @typedef {import('../clouds/cloud-files.js').Handle} Handle */
/** @typedef {{name: string, reading?: object, address?: string, content: () => Blob | Promise<Blob>}} CodeFile */

/** The points of a cloud with their attributes, for formats that only browsers read here. @param {Cloud} cloud */
async function points({ points: numbers, dimension, attributes }) {
  const rows = Array.from({ length: numbers.length / dimension }, (_, i) => Array.from(numbers.subarray(i * dimension, (i + 1) * dimension)));
  const others = attributes.list.length ? { attributes: Object.fromEntries(await attributes.entries()) } : {};
  return new Blob([JSON.stringify({ points: rows, ...others })], { type: 'application/json' });
}

/** @param {Cloud} cloud @param {(name: string) => string | undefined} at gives the address of a file of this site @returns {CodeFile} */
function fileOf(cloud, at) {
  const { name, bytes, reading, address } = cloud.source;
  if (!readableAsItIs(bytes)) return { name: `${name}.json`, content: () => points(cloud) };
  return { name, reading, address: address && at(address), content: () => new Blob([/** @type {BlobPart} */ (bytes)]) };
}

/**
 * The files of both clouds, which have two names also where two folders have the same.
 * @param {Record<Handle, Cloud | null>} clouds
 * @param {(name: string) => string | undefined} at
 */
function codeFiles({ clean, perturbed }, at) {
  const [first, second] = [clean && fileOf(clean, at), perturbed && fileOf(perturbed, at)];
  const clash = first && second && first.name === second.name && clean?.source.bytes !== perturbed?.source.bytes;
  return { ...(first && { clean: first }), ...(second && { perturbed: clash ? { ...second, name: `perturbed-${second.name}` } : second }) };
}

/**
 * The cloud that stands in a request with its pairs, which no file has.
 * @param {import('../documents/documents.js').CertificateRequest} request
 * @returns {{perturbed?: CodeFile}}
 */
const pairedFile = ({ perturbed, pairing }) => (Array.isArray(pairing) && perturbed?.points
  ? { perturbed: { name: 'paired.json', content: () =>
    new Blob([JSON.stringify({ points: perturbed.points, attributes: perturbed.attributes })], { type: 'application/json' }) } } : {});

/**
 * Numbers or labels of a model, which are too long for code.
 * @param {import('../documents/documents.js').CertificateRequest} request
 * @returns {{prediction?: CodeFile}}
 */
const outputsFile = ({ prediction }) => (outputsIn(prediction)
  ? { prediction: { name: 'prediction.json', content: () => new Blob([JSON.stringify(prediction)], { type: 'application/json' }) } } : {});

/**
 * The code of a call for the clouds that lie on the desk.
 * @param {'certify' | 'withstand'} call @param {import('../documents/documents.js').CertificateRequest} request @param {Record<Handle, Cloud | null>} clouds
 * @param {(name: string) => string | undefined} [at] gives the address of a file of this site
 * @returns {import('../parts/copied-code.js').Copied}
 */
export function copied(call, request, clouds, at = servedAt) {
  const files = request.gram ? {} : { ...codeFiles(clouds, at), ...pairedFile(request) };
  const read = { ...(request.perturbed && !isTold(request.perturbed) ? files : { clean: files.clean }), ...outputsFile(request) };
  const named = new Map(Object.values(read).flatMap((file) => (file ? [[file.name, file]] : [])));
  return { codes: codeOf(call, request, read), files: [...named.values()].filter(({ address }) => !address) };
}
