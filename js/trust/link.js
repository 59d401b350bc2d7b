/**
 * Links to certificates. A link names the key under which a certificate is stored and carries the request
 * itself, compressed, so that it works without the service that stores it.
 */

/** Bytes of a request that the sharing service takes: body_bytes of wasm/edge/limits.json, without the rest of that file, to keep embed.js small. */
export const LARGEST_REQUEST = 8192;

/** Addresses longer than this get lost in mail programs and chats; the request is then left out. */
const LONGEST = 2000;

/** Explains what is wrong with a link, in a sentence. */
export class LinkError extends Error {}

/**
 * The address that opens a certificate; without its request where that would be too long.
 * @param {string} page address of the page @param {string} key @param {string} request what pack gave, '' for none
 */
export function address(page, key, request) {
  const bare = new URL(`#key=${key}`, page).href;
  const whole = `${bare}&request=${request}`;
  return request && whole.length <= LONGEST ? whole : bare;
}

/** A request's text as it stands in a link: base64url of the deflated text. @param {string} text */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The request that a link carries. Only the core can tell whether it is a good one.
 * @param {string} packed @returns {Promise<import('../documents/documents.js').CertificateRequest>}
 */
export async function unpack(packed) {
  const request = object(await inflated(decoded(packed)));
  if (!request || Array.isArray(request)) throw damaged('is not a JSON object');
  if ('clean' in request || 'perturbed' in request || !('gram' in request))
    throw new LinkError('The request in this link is not in gram form; links never hold clouds.');
  return request;
}

/** @param {string} packed */
function decoded(packed) {
  try {
    if (!/^[\w-]+$/.test(packed)) throw new Error();
    return Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    throw damaged('is not base64url text');
  }
}

/** Inflates no more than a request may have. @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const text = await shortText(stream, LARGEST_REQUEST, { fatal: true }).catch(() => {
    throw damaged('cannot be unpacked');
  });
  if (text === null) throw new LinkError(`The request in this link is larger than ${LARGEST_REQUEST / 1024} KiB.`);
  return text;
}

/** Parses a JSON object or list. @param {string} text @returns {any} null for any other text */
export function object(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** @param {string} what it does or is not */
const damaged = (what) => new LinkError(`The request in this link is damaged: it ${what}.`);

/**
 * The text of a stream, or null when it has more bytes than it may have; the rest is then not read.
 * @param {ReadableStream<Uint8Array>} stream @param {number} most @param {TextDecoderOptions} [options]
 */
export async function shortText(stream, most, options) {
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', options);
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
