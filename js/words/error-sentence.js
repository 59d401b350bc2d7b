/** Errors as sentences for a visitor. */

/** @import {Failure} from '../documents/types.js' */

/** Ends a text as a sentence. @param {string} text */
export const ended = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * An error as it was caught: each field may be missing.
 * @typedef {Partial<Failure & {kind: string, name: string, byte: number, again: boolean}> | undefined} Caught
 */

/** @param {unknown} error */
export function sentence(error) {
  const text = ended(String(/** @type {Caught} */ (error)?.message ?? error));
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

/** Says what is wrong with a document, with its field. @param {any} error */
export const fault = ({ field, message }) => sentence(field ? `${field}: ${message}` : message);

/** Names the place of an error in a file. @param {any} error @param {string} name */
export function place(error, name) {
  const file = error?.file ?? name;
  const where = error?.line ? `, line ${error.line}` : error?.byte >= 0 ? `, byte ${error.byte}` : '';
  return `${file}${where}: ${ended(String(error?.message ?? error))}`;
}
