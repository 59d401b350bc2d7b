/** Compares what comes from elsewhere with the shape of a document. */

/**
 * 'number' (finite), 'numbers' (one, or a list of them), 'string', 'boolean', 'any', a list [of] or an object of fields; a field whose name ends in ?
 * may be missing.
 * @typedef {'number' | 'numbers' | 'string' | 'boolean' | 'any' | readonly [unknown] | {readonly [field: string]: unknown}} Shape
 */

/** @param {Shape} shape @returns {[name: string, optional: boolean, shape: Shape][]} */
export const fieldsOf = (shape) =>
  Object.entries(shape).map(([field, inner]) => [field.replace(/\?$/, ''), field.endsWith('?'), /** @type {Shape} */ (inner)]);

/**
 * Finds where a value does not fit a shape, '' if it fits; unknown fields pass.
 * @param {any} value @param {Shape} shape @param {string} [path] @returns {string} path of the first place
 */
export function misfit(value, shape, path = 'document') {
  if (shape === 'any') return '';
  if (shape === 'number') return Number.isFinite(value) ? '' : path;
  if (shape === 'numbers') return misfit(value, Array.isArray(value) ? ['number'] : 'number', path);
  if (typeof shape === 'string') return typeof value === shape ? '' : path;
  if (Array.isArray(shape)) return Array.isArray(value) ? first(value.map((item, i) => misfit(item, shape[0], `${path}[${i}]`))) : path;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
  return first(fieldsOf(shape).map(([name, optional, inner]) => (optional && value[name] === undefined ? '' : misfit(value[name], inner, `${path}.${name}`))));
}

/** @param {string[]} paths */
const first = (paths) => paths.find(Boolean) ?? '';
