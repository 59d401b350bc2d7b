/** Unpacks gzip for the one format that the page itself reads; the certifier unpacks all others. */

/** Most bytes that may come out. */
const MOST_BYTES = 256 * 2 ** 20;

/** @param {Uint8Array} bytes */
export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function inflated(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
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
