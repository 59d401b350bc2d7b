/** The examples served beside the page: request documents with their points inside. */

import { toValues } from '../form/request.js';
import { decode } from '../form/address.js';
import { countedIn } from './own-documents.js';

/** @typedef {{id: string, title: string, note: string, of?: string, dots: string}} Example of: the example that it is another way to look at; dots: a picture of the clean cloud */

/** The example that a visitor first meets, the first of the list. */
export const FIRST = 'digit-2d';

/** The example that the explorer starts with: its arguments differ. */
export const TELLING = 'scaling-2d';

/** Files on their way or there, by name. @type {Map<string, Promise<any>>} */
const files = new Map();

/** @param {string} name */
async function fetched(name) {
  if (!/^[\w-]+$/.test(name)) throw new Error(`no example is called ${name}`);
  const response = await fetch(new URL(`examples/${name}.json`, document.baseURI));
  if (!response.ok) throw new Error(`examples/${name}.json: ${response.status}`);
  return response.json();
}

/** A file of the examples; one that could not be had is asked for again the next time. @param {string} name @returns {Promise<any>} */
function read(name) {
  const file = files.get(name) ?? fetched(name);
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}

/** Asks for what the page will show at this address. @param {string} hash */
export function readAhead(hash) {
  const { values, key, request } = decode(hash);
  void read('index').catch(() => {});
  if (key !== undefined || request !== undefined) return;
  const id = values ? values.example : FIRST;
  if (id) void read(id).catch(() => {});
}

/** @returns {Promise<Example[]>} */
export const list = () => read('index');

/** The form's texts and the clouds of an example, as files. @param {string} id @param {any} request its document */
export function opened(id, request) {
  const file = (/** @type {string} */ role, /** @type {any} */ cloud) =>
    cloud?.points && new File([JSON.stringify({ points: cloud.points })], `${id}-${role}.json`);
  return {
    values: { ...toValues(request), example: id },
    clean: file('clean', request.clean),
    perturbed: file('perturbed', request.perturbed),
    counted: request.prediction?.evidence ? countedIn(request) : null,
  };
}

/** @param {string} id */
export const load = async (id) => opened(id, await read(id));
