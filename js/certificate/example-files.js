/** The examples served beside the page: request documents with their points inside. */

import { outputsIn } from '../documents/stated.js';
import { toValues } from '../form/request.js';
import { exampleAt, filesOf, FIRST, isName, LIST, TELLING } from './example-names.js';
import { countedIn } from './own-documents.js';

/** @import {CertificateRequest} from '../documents/documents.js' */

export { FIRST, TELLING };

/**
 * @typedef {{id: string, title: string, note: string, label: string, of?: string, dots: string, bonds?: string, elements?: string,
 *   unit?: string, class?: string}} Example label: in a word or two; class: where no model’s votes name it; unit: of its coordinates; of: the
 *   example that it is another way to look at; dots: a picture of the clean cloud; bonds: pairs of dots; elements: the atomic number of each point
 */

/**
 * Built result of an example: its certificate, and the ranges that its prediction withstands. The page shows it until the
 * visitor's device has computed the same.
 * @typedef {{certificate: import('../documents/types.d.ts').Certificate, withstood: import('../documents/types.d.ts').Withstood | null}} Built
 */

/** Files on their way or there, by name. @type {Map<string, Promise<any>>} */
const files = new Map();

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

/** A file of the examples; one that could not be had is asked for again the next time. @param {string} name @returns {Promise<any>} */
function read(name) {
  const file = files.get(name) ?? fetched(name);
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}

/** @returns {Promise<Example[]>} */
export const list = () => read(LIST);

/**
 * A cloud of an example, as a file whose points are known before the certifier has opened it.
 * @param {string} name @param {{points?: number[][], attributes?: Record<string, number[]>} | undefined} cloud
 */
function sourceOf(name, cloud) {
  if (!cloud?.points) return undefined;
  const { points, attributes } = cloud;
  const bytes = new TextEncoder().encode(JSON.stringify({ points, attributes }));
  return {
    name, bytes,
    address: `examples/clouds/${name}`,
    reading: {}, parts: [], total: 0, remedies: [], known: { dimension: points[0].length, points: Float64Array.from(points.flat()) },
  };
}

/**
 * The form's texts and the clouds of an example.
 * @param {string} id @param {CertificateRequest} request its document @param {Built | null} [built] @param {string} [unit] of its coordinates
 */
export const opened = (id, request, built = null, unit = '') => ({
  values: { ...toValues(request), example: id, unit },
  clean: sourceOf(`${id}-clean.json`, request.clean),
  perturbed: sourceOf(`${id}-perturbed.json`, request.perturbed),
  outputs: outputsIn(request.prediction),
  counted: request.prediction?.evidence ? countedIn(request) : null,
  built,
});

/** An example; without what the build computed of it where that cannot be had. @param {string} id */
export async function load(id) {
  if (!isName(id)) throw new Error(`${id}: no such example; choose one from the list`);
  const [file, certificate] = filesOf(id);
  const [request, built] = await Promise.all([read(file), read(certificate).catch(() => null)]);
  // Nothing that the page starts with waits for the list.
  const listed = (id === FIRST ? [] : await list().catch(() => [])).find((each) => each.id === id);
  return described(opened(id, request, built, listed?.unit), listed);
}

/** An example with its class, and the colours of its elements where it is a molecule. @param {ReturnType<typeof opened>} example @param {Partial<Example>} [listed] */
async function described(example, { elements, class: named } = {}) {
  const { clean } = example, library = elements && await import('../clouds/shown.js').catch(() => null);
  if (!clean) return example;
  const { known, known: { points, dimension } } = clean;
  const shown = library && elements ? library.shownOf('element', Float32Array.from(elements.split(' '), Number), points, dimension) : undefined;
  return { ...example, clean: { ...clean, known: { ...known, class: named, said: example.values, shown } } };
}

/** Reports whether the page starts with an example at this address, once its files are there or missing. @param {string} hash */
export async function startsWith(hash) {
  const id = exampleAt(hash);
  return id !== '' && load(id).then(() => true, () => false);
}
