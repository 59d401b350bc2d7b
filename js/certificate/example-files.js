/** The examples served beside the page: request documents with their points inside. */

import { toValues } from '../entries/request.js';

/** @typedef {{id: string, title: string, note: string, file: string}} Example */

const folder = () => new URL('examples/', document.baseURI);

/** @param {string} file @returns {Promise<any>} */
async function read(file) {
  const response = await fetch(new URL(file, folder()));
  if (!response.ok) throw new Error(`examples/${file}: ${response.status}`);
  return response.json();
}

/** @returns {Promise<Example[]>} */
export const list = () => read('index.json');

/**
 * The form's texts and the clouds of an example, as files.
 * @param {Example} example
 */
export async function load(example) {
  const request = await read(example.file);
  const file = (/** @type {string} */ role, /** @type {any} */ cloud) =>
    cloud?.points && new File([JSON.stringify({ points: cloud.points })], `${example.id}-${role}.json`);
  return {
    values: { ...toValues(request), example: example.id },
    clean: file('clean', request.clean),
    perturbed: file('perturbed', request.perturbed),
  };
}
