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
 * @param {Response} response to the file itself @param {string} name @param {(come: Come) => void} onCome @returns {Promise<Response>}
 */
export async function shortest(response, name, onCome) {
  const sizes = packed[name];
  if (!sizes) return response;
  if (isBare(response) && 'DecompressionStream' in globalThis) {
    const short = await fetch(`${response.url}.gz`).catch(() => undefined);
    if (short?.ok && short.body) {
      await response.body?.cancel();
      // Some hosts say of such a file that it is packed on the way, and the browser has unpacked it then.
      const body = short.headers.has('content-encoding') ? short.body.pipeThrough(counter(sizes.gz, (bytes) => shareOf(bytes, sizes), onCome))
        : short.body.pipeThrough(counter(sizes.gz, (bytes) => bytes / sizes.gz, onCome))
          .pipeThrough(/** @type {any} */ (new DecompressionStream('gzip')));
      return new Response(body, { headers: { 'content-type': 'application/wasm' } });
    }
  }
  const { body, headers } = response;
  const total = Number(headers.get('content-length'));
  const packs = headers.has('content-encoding') && total !== sizes.raw;
  return new Response(body?.pipeThrough(counter(total, (bytes) => (packs ? shareOf(bytes, sizes) : bytes / sizes.raw), onCome)), { headers });
}

/**
 * Estimates the share of a packed program that has travelled, from the bytes that a browser has unpacked of it: some parts of a
 * program pack better than others. Hosts pack in different ways, which changes the share by two hundredths at most.
 * @param {number} bytes @param {import('./build.js').Packed} program
 */
function shareOf(bytes, { raw, unpacked }) {
  const marks = [0, ...unpacked, 1000], at = Math.min(1000, (1000 * bytes) / raw);
  const part = Math.max(1, marks.findIndex((mark) => mark >= at));
  return (part - (marks[part] - at) / (marks[part] - marks[part - 1] || 1)) / (marks.length - 1);
}

/**
 * Counts bytes that pass.
 * @param {number} total bytes on the way @param {(bytes: number) => number} share of the file that has come with so many @param {(come: Come) => void} onCome
 */
function counter(total, share, onCome) {
  let come = 0;
  return new TransformStream({
    transform(/** @type {Uint8Array} */ part, controller) {
      come += part.length;
      onCome({ share: Math.min(1, share(come)), total });
      controller.enqueue(part);
    },
  });
}
