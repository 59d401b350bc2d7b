/** Finds the example in an address, and its files. Small, because it runs before the page's own code arrives. */

/** The example that a visitor first meets, the first of the list. */
export const FIRST = 'digit-2d';

/** The example that the explorer starts with: its arguments differ. */
export const TELLING = 'scaling-2d';

/** The file of the list, and those of an example: its request, and what the build computed of it. */
export const LIST = 'examples/index.json';
/** @param {string} id */
export const filesOf = (id) => [`examples/${id}.json`, `examples/certificates/${id}.json`];

/** Reports whether an example can have this name. @param {string} id */
export const isName = (id) => /^[\w-]+$/.test(id);

/** The example that the page starts with at this address, '' for none. @param {string} hash */
export function exampleAt(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const id = hash.length < 2 || hash === '#stage' ? FIRST : parts.get('example') ?? '';
  return isName(id) && !parts.has('key') && !parts.has('request') ? id : '';
}
