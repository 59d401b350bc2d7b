/** Files at an address: which ones a build of the page may fetch, what is known of them beforehand, and their bytes. */

import { digest } from '../parts/cite.js';

/**
 * A file at an address.
 * @typedef {object} Remote
 * @property {URL} url
 * @property {string} name
 * @property {string} sha256 that the bytes must have, '' where the link does not say
 *
 * Files that a link names; sha256 is that of the model, or of the cloud where there is none.
 * @typedef {{model?: string, cloud?: string, sha256?: string}} Linked
 *
 * @typedef {{model?: Remote, cloud?: Remote}} Remotes
 */

/** Largest file that is taken, in bytes: of a larger one a browser could not hold what is made of it. */
export const LARGEST = 256 << 20;

/** A file that is not to be had from its address, with the reason. */
export class RemoteError extends Error {}

/**
 * Other origins whose files a policy allows to fetch; a sharing service's is a folder.
 * @param {string} policy of the page
 * @returns {string[]} as they stand there, such as https://*.example.org
 */
export function originsIn(policy) {
  const sources = /(?:^|;)\s*connect-src ([^;]*)/.exec(policy)?.[1].split(/\s+/) ?? [];
  return sources.filter((source) => /^https?:\/\/[^/]+$/.test(source));
}

/** Reports whether an origin of a policy covers an address. @param {string} origin @param {URL} url */
function covers(origin, url) {
  const [scheme, host] = origin.split('://');
  if (url.protocol !== `${scheme}:`) return false;
  return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
}

/**
 * The files of a link, each on a host that this build fetches from.
 * @param {Linked} linked @param {string[]} origins @returns {Remotes}
 */
export function remotesOf({ model, cloud, sha256 = '' }, origins) {
  if (sha256 && !/^[0-9a-f]{64}$/i.test(sha256)) throw new RemoteError('The SHA-256 in the link is not 64 hexadecimal digits.');
  const wanted = sha256.toLowerCase();
  return {
    ...(model && { model: remoteOf(model, origins, wanted) }),
    ...(cloud && { cloud: remoteOf(cloud, origins, model ? '' : wanted) }),
  };
}

/** @param {string} address @param {string[]} origins @param {string} sha256 @returns {Remote} */
function remoteOf(address, origins, sha256) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RemoteError(`“${address.slice(0, 80)}” is not an address that begins with https://.`);
  if (url.username || url.password) throw new RemoteError('The address has a password in it. Nothing was fetched.');
  if (!origins.some((origin) => covers(origin, url))) {
    const hosts = origins.map((origin) => origin.replace(/^https?:\/\//, '')).join(', ');
    throw new RemoteError(
      `This page fetches nothing from ${url.host}. ${hosts ? `It fetches from ${hosts}.`
        : 'It fetches from no other host.'} Download the file and drop it here.`,
    );
  }
  return { url, name: decoded(url.pathname.split('/').at(-1) || url.host), sha256 };
}

/** @param {string} part of an address, which need not be well formed */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Options of every request to a host: it learns neither who asks nor from where. @type {RequestInit} */
const QUIETLY = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' };

/** @param {Remote} remote @param {RequestInit} options */
async function ask({ url }, options) {
  const response = await fetch(url, { ...QUIETLY, ...options }).catch((error) => {
    if (error?.name === 'AbortError') throw error;
    throw new RemoteError(
      `${url.host} could not be reached, or does not let other pages read this file (CORS), or redirects to a host that this page does not fetch from.`,
    );
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const reasons = /** @type {Record<number, string>} */ ({
    401: 'asks for a password for this file', 403: 'does not share this file publicly', 404: 'has no such file', 410: 'no longer has this file',
    429: 'received too many requests: try again later',
  });
  throw new RemoteError(`${url.host} ${reasons[response.status] ?? `answers with error ${response.status}`}.`);
}

/** Returns the size in bytes that a host gives for a file, null if it gives none. @param {Remote} remote @param {AbortSignal} [signal] */
export async function sizeOf(remote, signal) {
  return lengthIn((await ask(remote, { method: 'HEAD', signal })).headers);
}

/** A size for a visitor. @param {number} bytes */
export const weight = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** @param {Headers} headers @returns {number | null} the length of the file, where what is sent is the file itself */
const lengthIn = (headers) =>
  headers.has('content-encoding') || !/^\d+$/.test(headers.get('content-length') ?? '') ? null : Number(headers.get('content-length'));

/**
 * The file, which has the digest that its link says.
 * @param {Remote} remote @param {AbortSignal} signal @param {(bytes: number, of: number | null) => void} onBytes how many are there
 * @param {{redirect?: RequestRedirect}} [options] for where no policy says to which hosts a host may send on
 */
export async function fetchRemote(remote, signal, onBytes, { redirect } = {}) {
  const { url, name, sha256 } = remote;
  const response = await ask(remote, { signal, redirect });
  const content = await read(response, lengthIn(response.headers), onBytes).catch((error) => {
    if (error instanceof RemoteError || error?.name === 'AbortError') throw error;
    throw new RemoteError(`The connection to ${url.host} ended before ${name} was complete.`);
  });
  if (await isPage(content))
    throw new RemoteError(
      `${url.host} gives a web page at this address, not the file. Use the address of the file itself: `
        + 'on Hugging Face it contains “resolve”, on GitHub it is that of “Raw”.',
    );
  const found = sha256 && await digest(content);
  if (found !== sha256) throw new RemoteError(`${name} is not the file of the link: its SHA-256 is ${found}, and the link says ${sha256}.`);
  return new File([content], name);
}

/** @param {Response} response @param {number | null} length @param {(bytes: number, of: number | null) => void} onBytes */
async function read(response, length, onBytes) {
  const parts = [];
  let size = 0;
  for (const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new RemoteError(`The file is larger than ${weight(LARGEST)}, the limit.`);
    }
    parts.push(value);
    onBytes(size, length);
  }
  if (length !== null && size !== length) throw new RemoteError(`The host said that the file has ${length} bytes, and gave ${size}.`);
  return new Blob(/** @type {BlobPart[]} */ (parts));
}

/** Reports whether what came is a web page. @param {Blob} content */
const isPage = async (content) => /^\s*<(!doctype html|html)\b/i.test(await content.slice(0, 300).text());
