/**
 * The room of files that become clouds: opened, asked about, kept or taken away. A browser reads two formats by itself;
 * all others are the certifier's.
 */

import { fromHDF5, isHDF5 } from './hdf5.js';

/** Bytes from which on reading a file is worth counting. */
const LARGE = 4 << 20;

/**
 * @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell how much of a large file has been read
 * @returns {Promise<{name: string, bytes: Uint8Array}>}
 */
export async function readBytes(file, signal, tell) {
  try {
    return { name: file.name, bytes: file.size < LARGE ? new Uint8Array(await file.arrayBuffer()) : await counted(file, signal, tell) };
  } catch {
    throw Object.assign(new Error('could not be read. Is it a folder?'), { file: file.name });
  }
}

/** @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell */
async function counted(file, signal, tell) {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  await file.stream().pipeTo(new WritableStream({
    write(part) {
      bytes.set(part, at);
      at += part.length;
      tell(at / bytes.length);
    },
  }), { signal });
  return bytes;
}

/** Most bytes that may come out. */
const MOST_BYTES = 256 * 2 ** 20;

/** @param {Uint8Array} bytes */
const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks gzip, for the formats that the page itself reads; the certifier unpacks all others. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function inflated(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts = [];
  let length = 0;
  const damaged = () => { throw new Error('is no gzip file, or a damaged one'); };
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read().catch(damaged);
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) throw new Error(`is larger than ${MOST_BYTES / 2 ** 20} MB when unpacked, the limit`);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Reports whether these are compressed LAS points: magic word, and one of the two high bits of the point format. @param {Uint8Array} bytes */
const isLAZ = (bytes) => String.fromCharCode(...bytes.subarray(0, 4)) === 'LASF' && bytes[104] > 0x3f;

const unloaded = () => { throw new Error('is LAZ, and the part of the page that reads LAZ could not be loaded. Other formats work'); };

/** Converted bytes of files that are opened again: for another cloud, or with another reading. @type {WeakMap<Uint8Array, Uint8Array>} */
const known = new WeakMap();

/** @param {string} name @param {Uint8Array} bytes */
async function turned(name, bytes) {
  const plain = /\.(laz|h5|hdf5)\.gz$/i.test(name) && isGzip(bytes) ? await inflated(bytes) : bytes;
  if (isLAZ(plain)) return (await import('./laz.js').catch(unloaded)).fromLAZ(plain, unloaded);
  return isHDF5(plain) ? fromHDF5(plain) : bytes;
}

/**
 * A file in a form that the certifier reads: LAZ as LAS, HDF5 as arrays of NumPy, anything else as it is.
 * @param {string} name @param {Uint8Array} bytes
 */
export async function readableBytes(name, bytes) {
  try {
    const form = known.get(bytes) ?? await turned(name, bytes);
    if (form !== bytes) known.set(bytes, form);
    return { name, bytes: form };
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { file: name });
  }
}

/** Reports whether the certifier reads an opened file as it is, outside of a browser too. @param {Uint8Array} bytes */
export const readableAsItIs = (bytes) => !known.has(bytes);
