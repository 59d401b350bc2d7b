/** HDF5: recognised here, read by h5wasm in a worker that is fetched only then, one for each file and ended after it. */

import { isOneFile } from '../offline/site.js';
import { reader } from '../workers/loader.js';
import { WorkerSlot } from '../workers/worker-slot.js';

/** Milliseconds after which a file counts as one that is never read. */
const LIMIT = 30_000;

/** First bytes of HDF5 files. Something else may come before, of 512 bytes or twice as many, and so on: HDF5 File Format Specification 3.0, II.A. */
const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** @param {Uint8Array} bytes */
export function isHDF5(bytes) {
  for (let at = 0; at + SIGNATURE.length <= bytes.length; at = Math.max(512, 2 * at)) {
    if (SIGNATURE.every((byte, i) => bytes[at + i] === byte)) return true;
  }
  return false;
}

/** Script and program of the workers, once they are wanted. @type {Promise<import('../workers/loader.js').Program> | undefined} */
let program;

function fetched() {
  if (isOneFile())
    throw new Error('is an HDF5 file, which the single-file page does not read: open the page from its site, or save one of the clouds with numpy.save');
  program ??= reader(document.baseURI, 'hdf5').catch(() => {
    program = undefined; // the next file tries again
    throw new Error('is an HDF5 file, and the part of the page that reads HDF5 could not be loaded. Other formats work');
  });
  return program;
}

/** @param {unknown} error @returns {never} */
function refuse(error) {
  if (/** @type {{kind?: string} | undefined} */ (error)?.kind !== 'died') throw error;
  throw new Error('could not be read: the HDF5 reader did not start, did not answer for 30 seconds, or failed, perhaps because the file is damaged');
}

/**
 * The clouds of an HDF5 file as .npy, or as .npz where several arrays may be clouds.
 * @param {Uint8Array} bytes
 */
export async function fromHDF5(bytes) {
  /** @type {WorkerSlot<{read: (bytes: Uint8Array) => Uint8Array}>} */
  const slot = new WorkerSlot(fetched(), () => [], () => {}, LIMIT);
  try {
    return await slot.call('read', [bytes]).catch(refuse);
  } finally {
    slot.end(undefined);
  }
}
