/** The files of a model: what a visitor drops (the ONNX file, the files of weights beside it, class names), and the models that come with the page. */

/** @import { NamedInvariance } from '../documents/groups.js' */

/**
 * @typedef {{name: string, bytes: Uint8Array}} Dropped
 *
 * @typedef {import('../documents/types.d.ts').VotedModel & {bytes: number, name: string, classes: string[]}} Described a model as documents describe it;
 *   classes, or labels, are absent where it returns a number, which only orbitcert-votes counts
 */

/**
 * A model as documents describe it.
 * @param {Dropped} file @param {string} sha256 of it and its weights
 * @param {{layout: string, numbers?: string, output?: string, returns?: string, number?: number, clip?: number, classes?: string[]}} fields in the order of documents;
 *   undefined where a document leaves it out
 * @returns {Described}
 */
export const described = ({ name, bytes }, sha256, fields) => (
  /** @type {Described} */ ({ sha256, bytes: bytes.length, name, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) })
);

/**
 * @typedef {object} ModelFiles
 * @property {Dropped} model
 * @property {Dropped[]} beside files that hold weights
 * @property {string[] | null} classes names from a JSON beside the model
 */

/** Names files in a refusal: by the model among them, if there is one. @param {{name: string}[]} files */
export function nameOf(files) {
  const names = files.map(({ name }) => name);
  const models = names.filter((name) => name.toLowerCase().endsWith('.onnx'));
  return models.length === 1 ? models[0] : names.join(', ');
}

/** The largest model that is read: a browser cannot hold a larger one in every worker. */
export const largest = 256 << 20;

/** Files that are no model, with the reason. */
export class ModelFilesError extends Error {}

/** @param {Dropped[]} files @returns {ModelFiles} */
export function sortFiles(files) {
  const ending = (/** @type {string} */ end) => files.filter(({ name }) => name.toLowerCase().endsWith(end));
  const models = ending('.onnx');
  if (models.length !== 1) {
    throw new ModelFilesError(models.length === 0 ? 'There is no .onnx file among these.' : `These are ${models.length} models; choose one.`);
  }
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > largest) throw new ModelFilesError(`The model has ${Math.round(size / 2 ** 20)} MB; at most ${largest / 2 ** 20} MB can be read here.`);
  const lists = ending('.json');
  return {
    model: models[0],
    beside: files.filter((file) => file !== models[0] && !lists.includes(file)),
    classes: lists.length > 0 ? readClasses(lists[0]) : null,
  };
}

/** A JSON list of names, or an object from class number to name. @param {Dropped} file @returns {string[]} */
function readClasses({ name, bytes }) {
  const value = parsed(name, new TextDecoder().decode(bytes));
  const list = Array.isArray(value) ? value : value && typeof value === 'object' ? Object.keys(value).map((_, i) => value[i]) : null;
  if (!list?.length || !list.every((entry) => typeof entry === 'string'))
    throw new ModelFilesError(`${name} is not a list of class names. Give a JSON list of strings.`);
  return list;
}

/** @param {string} name @param {string} text */
function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFilesError(`${name} is not JSON. Give a JSON list of class names.`);
  }
}

/**
 * Class names of a model: from the file beside it, from its metadata (`classes` or `labels`), else numbers.
 * @param {string[] | null} beside @param {Record<string, string>} metadata @param {number} count
 */
export function classNames(beside, metadata, count) {
  if (beside && beside.length !== count)
    throw new ModelFilesError(
      `The list of class names has ${beside.length}, and the model has ${count} classes: give a list of ${count}, or the model without one.`,
    );
  const names = beside ?? namesWithin(metadata);
  return names?.length === count ? names : Array.from({ length: count }, (_, i) => String(i));
}

/** Class names in the metadata of a model. @param {Record<string, string>} metadata */
export const namesWithin = (metadata) => listed(metadata.classes ?? metadata.labels ?? '');

/**
 * Notes that a model's metadata names other classes than it tells apart, '' otherwise.
 * @param {string[] | null} beside @param {Record<string, string>} metadata @param {number} count
 */
export function namesUnused(beside, metadata, count) {
  const names = beside ? null : namesWithin(metadata);
  return names && names.length !== count
    ? `The file names ${names.length} classes, and the model has ${count}, so they are numbered. Add a JSON list of ${count} names to name them.`
    : '';
}

/** Names in JSON, or parted by commas or lines. @param {string} text @returns {string[] | null} */
function listed(text) {
  if (text === '') return null;
  try {
    const value = JSON.parse(text);
    if (Array.isArray(value)) return value.map(String);
  } catch {
    // Not JSON: parted by commas.
  }
  return text.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
}

/**
 * @typedef {{id: string, title: string, dimension: number, files: string[], invariance?: NamedInvariance,
 *   returns?: 'number' | 'labels' | 'BND', sees?: string, choice?: import('./model-use.js').Choice}} ExampleModel
 *   invariance: where the model says little under another one; returns: what it returns in place of classes; sees: the attribute that it sees;
 *   choice: what its graph leaves open
 */

/** @type {ExampleModel[]} */
export const EXAMPLES = [
  { id: 'digits', title: 'Handwritten digits', dimension: 2, files: ['digits.onnx'] },
  { id: 'digits-64', title: 'The same, from 64 points of a digit', dimension: 2, files: ['digits-64.onnx'] },
  { id: 'furniture', title: 'Furniture and other things', dimension: 3, files: ['furniture.onnx'] },
  {
    id: 'furniture-standing', title: 'The same, for upright clouds with z up', dimension: 3, files: ['furniture-standing.onnx'],
    invariance: { group: 'axis', axis: [0, 0, 1], translation: true },
  },
  { id: 'furniture-64', title: 'The same, from 64 points of a shape', dimension: 3, files: ['furniture-64.onnx'] },
  { id: 'furniture-dgcnn', title: 'The same, by graph convolutions (slow)', dimension: 3, files: ['furniture-dgcnn.onnx'] },
  { id: 'energy', title: 'Energies of molecules', dimension: 3, files: ['energy.onnx'], invariance: { group: 'E' }, returns: 'number', sees: 'element' },
  {
    id: 'forces', title: 'Forces on the atoms of molecules', dimension: 3, files: ['forces.onnx'], invariance: { group: 'E' }, returns: 'BND', sees: 'element',
    choice: { returns: 'BND', clip: 25 },
  },
  {
    id: 'parts', title: 'Parts of furniture', dimension: 3, files: ['parts.onnx'], invariance: { group: 'axis', axis: [0, 0, 1], translation: true },
    returns: 'labels',
  },
];

/** The example whose model has this file, '' for none. @param {string} file */
export const exampleOf = (file) => EXAMPLES.find(({ files }) => files.includes(file))?.id ?? '';

/** All that the page fetches for an example: its own files, and what runs models. @param {ExampleModel} example */
export const filesOf = ({ id, files }) => ['ort.wasm', 'inference.js', `models/${id}.json`, ...files.map((name) => `models/${name}`)];

/**
 * Figures from the training of an example; a model of some points of a cloud draws `subsample` of them for each vote.
 * @typedef {{network: string, data: string, invariance: NamedInvariance, training: {sigma: number | number[]}, subsample?: number, test_clouds: number,
 *   clean_accuracy: number, smoothed_accuracy: Record<string, number>}
 *   | {network: string, data: string, invariance: NamedInvariance, training: {sigma: number | number[]}, subsample: undefined, returns: string, sigma: number,
 *   test?: {conformers: number, clean_error: number, smoothed_error: number}}} Card
 *
 * @param {string} id @returns {Promise<Card | null>} null where it cannot be had
 */
export async function fetchCard(id) {
  const response = await fetch(`models/${id}.json`).catch(() => undefined);
  return response?.ok ? response.json() : null;
}

/** @param {ExampleModel} example @returns {Promise<Dropped[]>} */
export function fetchExample({ title, files }) {
  return Promise.all(files.map(async (name) => {
    const response = await fetch(`models/${name}`).catch(() => undefined);
    if (!response?.ok) throw new Error(`The example model “${title}” could not be loaded. Are you online?`);
    return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
  }));
}
