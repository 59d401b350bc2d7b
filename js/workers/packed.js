// Programs from hosts that send files as they are: such a host has a packed form beside each, which is unpacked here.

import { packed } from './build.js';

/**
 * Downloaded share of a file.
 * @typedef {object} Come
 * @property {number} share 0 to 1
 * @property {number} total bytes on the way, 0 where the host does not say how many
 */

/** Reports whether a host has sent a file as it is. The service worker's copies are such, too, but cost nothing. @param {Response} response */
const isBare = ({ headers }) => !headers.has('content-encoding') && !globalThis.navigator?.serviceWorker?.controller;

/**
 * The answer of a host, or the packed form where that is shorter; its digest is still to be checked. Tells how much has come.
 * @param {Response} response to the file itself @param {string} name @param {(come: Come) => void} onCome
 * @returns {Promise<Response>}
 */
export async function shortest(response, name, onCome) {
  const sizes = packed[name];
  if (!sizes) return response;
  if (isBare(response) && 'DecompressionStream' in globalThis) {
    const short = await fetch(`${response.url}.gz`).catch(() => undefined);
    if (short?.ok && short.body) {
      await response.body?.cancel();
      // Some hosts say of such a file that it is packed on the way, and the browser has unpacked it then.
      const body = short.headers.has('content-encoding') ? short.body.pipeThrough(counter(sizes.raw, sizes.gz, onCome))
        : short.body.pipeThrough(counter(sizes.gz, sizes.gz, onCome)).pipeThrough(/** @type {any} */ (new DecompressionStream('gzip')));
      return new Response(body, { headers: { 'content-type': 'application/wasm' } });
    }
  }
  const { body, headers } = response;
  return new Response(body?.pipeThrough(counter(sizes.raw, Number(headers.get('content-length')), onCome)), { headers });
}

/**
 * Counts bytes that pass.
 * @param {number} size of all of them @param {number} total bytes on the way @param {(come: Come) => void} onCome
 */
function counter(size, total, onCome) {
  let come = 0;
  return new TransformStream({
    transform(/** @type {Uint8Array} */ part, controller) {
      come += part.length;
      onCome({ share: Math.min(1, come / size), total });
      controller.enqueue(part);
    },
  });
}
