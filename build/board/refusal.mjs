// Refuses entries of the board, and reads their fields.

/** Explains what is wrong with an entry: a sentence that names the field or the file. */
export class Refusal extends Error {}

/** @param {string} field @param {string} why @returns {never} */
export function refuse(field, why) {
  throw new Refusal(`${field}: ${why}`);
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object that has these fields and no others.
 * @param {string} field @param {unknown} value @param {string[]} needed @param {string[]} [allowed] beside those @returns {Record<string, any>}
 */
export function fields(field, value, needed, allowed = []) {
  if (!isObject(value)) return refuse(field, 'must be an object');
  const at = (/** @type {string} */ name) => (field === 'entry.json' ? name : `${field}.${name}`);
  for (const name of Object.keys(value))
    if (!needed.includes(name) && !allowed.includes(name)) refuse(at(shown(name)), `is not a field here; these are: ${[...needed, ...allowed].join(', ')}`);
  for (const name of needed) if (value[name] === undefined) refuse(at(name), 'is missing');
  return value;
}

/** A text of one line. @param {string} field @param {unknown} value @param {number} most characters */
export function line(field, value, most) {
  if (typeof value !== 'string' || value.trim() === '' || value.length > most) return refuse(field, `must be a text of 1 to ${most} characters`);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return refuse(field, 'has characters in it that are not seen');
  return value.trim();
}

/** @param {string} field @param {unknown} value @returns {string} */
export function sha256(field, value) {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : refuse(field, 'must be 64 hexadecimal digits in small letters');
}

/** JSON. @param {string} field @param {Uint8Array | string} bytes */
export function parsed(field, bytes) {
  try {
    return JSON.parse(typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(field, `is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/** A text that an entry brings, short, as a sentence may hold it. @param {string} text */
export const shown = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text).slice(1, -1);
