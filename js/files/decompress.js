/*! LAZ: contains @loaders.gl/las (MIT License, Copyright (c) vis.gl contributors; see loaders.gl.LICENSE.txt) and laz-rs (Apache License 2.0, Copyright (c) Thomas Montaigu). */
/** Decompresses LAZ; a chunk of its own, loaded when the first such file is opened. */

import { LAZRsLoader } from '@loaders.gl/las';

export { decode } from './waveforms.js';

/**
 * @param {Uint8Array} bytes of a file whose header was checked
 * @returns {Promise<Float64Array>} N×3 coordinates: integer · scale + offset
 */
export async function decompress(bytes) {
  const buffer = bytes.slice().buffer;
  try {
    const mesh = await LAZRsLoader.parse(buffer, { las: { fp64: true, skip: 1, colorDepth: 8 } });
    return /** @type {Float64Array} */ (mesh.attributes.POSITION.value);
  } catch {
    // What went wrong is hidden by what closing the file then does.
    throw new Error('could not be decompressed: its points are damaged, or fewer than it says');
  }
}
