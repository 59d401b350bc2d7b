/**
 * The room of files that become clouds: opened, asked about, kept or taken away. A browser reads two formats by itself;
 * all others are the certifier's.
 */

import { inflated, isGzip } from './gzip.js';
import { fromHDF5, isHDF5 } from './hdf5.js';
import { fromLAZ, isLAZ } from './laz.js';

/** What files were turned into that are opened again: for another of their clouds, or to be read in another way. @type {WeakMap<Uint8Array, Uint8Array>} */
const known = new WeakMap();

/** @param {string} name @param {Uint8Array} bytes */
async function turned(name, bytes) {
  const plain = /\.(laz|h5|hdf5)\.gz$/i.test(name) && isGzip(bytes) ? await inflated(bytes) : bytes;
  if (isLAZ(plain)) return fromLAZ(plain);
  return isHDF5(plain) ? fromHDF5(plain) : bytes;
}

/**
 * A file in a form that the certifier reads: LAZ and HDF5 as arrays of NumPy, anything else as it is.
 * @param {string} name @param {Uint8Array} bytes
 */
export async function understood(name, bytes) {
  try {
    const form = known.get(bytes) ?? await turned(name, bytes);
    if (form !== bytes) known.set(bytes, form);
    return { name, bytes: form };
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { file: name });
  }
}
