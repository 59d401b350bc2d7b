/** Errors as sentences for a visitor. */

/** Ends a text as a sentence. @param {string} text */
export const ended = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param {any} error */
export function sentence(error) {
  const text = ended(String(error?.message ?? error));
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
