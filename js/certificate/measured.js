/** Tells the lengths of what is entered: in the unit of its files, or the one that a visitor names, and as shares of the clean cloud. */

import { preparedOf } from '../documents/lengths.js';
import { isSameSaid } from '../form/evidence.js';
import { isScaled } from '../form/scaled.js';
import { PLAIN, sharesOf, sizeOf } from '../words/lengths.js';

/** Sizes of clouds, by their points. @type {WeakMap<Float64Array, number>} */
const sizes = new WeakMap();

/** @param {Float64Array} points @param {number} dimension */
function sizeKept(points, dimension) {
  const size = sizes.get(points) ?? sizeOf(points, dimension);
  sizes.set(points, size);
  return size;
}

/** The clean points that distances are of, null where they are not the file's in its unit, or weighted. @param {import('./desk.js').Desk} desk */
function compared({ computed, files: { clouds: { clean } }, result: { request } }) {
  const prepared = preparedOf(request);
  if (isScaled({ normalise: prepared?.normalise ?? 'none' }) || typeof request?.sigma === 'object') return null;
  return computed?.clean ?? (prepared?.points || prepared?.drop_missing ? null : clean?.points ?? null);
}

/** The unit that both files name, '' where they name none or two. @param {({unit?: string} | null)[]} clouds */
function unitOf(clouds) {
  const [unit = '', another] = new Set(clouds.flatMap((cloud) => cloud?.unit ?? []));
  return another ? '' : unit;
}

/** The height of the original as its certificate measures, 0 where that is unknown. @param {import('../documents/documents.js').Withstood} [withstood] */
const heightOf = (withstood) => (withstood && !withstood.file ? withstood.height : 0);

/**
 * The class of an example, while its own evidence is entered.
 * @param {import('../form/address.js').Values} values @param {Record<string, any> | null} clean
 */
export function exampleClass(values, clean) {
  const { class: named, said = {} } = clean?.source.known ?? {};
  return isSameSaid(values, said) ? named : undefined;
}

/**
 * The measure of what is entered. Distances that contain attributes have no unit.
 * @param {import('./desk.js').Desk} desk @returns {import('../words/lengths.js').Measure}
 */
export function measured(desk) {
  const { entries: { values }, files: { clouds: { clean, perturbed } }, result: { request }, play: { known } } = desk;
  const prepared = preparedOf(request);
  const rest = { height: heightOf(known?.withstood), scaled: isScaled({ normalise: prepared?.normalise ?? 'none' }), class: exampleClass(values, clean) };
  if (request?.attribute_sigma) return { ...PLAIN, ...rest };
  const points = compared(desk), size = points && clean ? sizeKept(points, clean.dimension) : 0;
  return { ...rest, unit: values.unit.trim() || unitOf([clean, perturbed]), ...(size > 0 && { size, share: sharesOf(size) }) };
}
