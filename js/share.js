/** Talks to the edge that keeps shared certificates. Everything else on the page works without it. */

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 10_000;

/** A failure to say to the visitor, with the reason in a sentence. */
export class ShareError extends Error {}

/** Where the edge answers: beside the page unless a meta tag names another place. */
function base() {
  const named = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="orbitcert-edge"]'))?.content;
  return new URL(named || './', document.baseURI);
}

/**
 * @param {string} path @param {RequestInit} init
 * @returns {Promise<string>} the certificate document as the edge wrote it
 */
async function call(path, init) {
  const response = await fetch(new URL(path, base()), { ...init, signal: AbortSignal.timeout(PATIENCE), credentials: 'omit' })
    .catch((error) => { throw new ShareError(unreachable(error)); });
  const text = await response.text().catch((error) => { throw new ShareError(unreachable(error)); });
  if (response.ok && isObject(text)) return text;
  throw new ShareError(refusal(response.status, text));
}

/** @param {Error} error */
function unreachable(error) {
  if (error.name === 'TimeoutError') return `The sharing service did not answer within ${PATIENCE / 1000} seconds.`;
  if (!navigator.onLine) return 'You are offline. Certificates are still computed here; links need the network.';
  return 'The sharing service could not be reached.';
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} text */
const isObject = (text) => typeof parsed(text) === 'object' && parsed(text) !== null;

/** @param {number} status @param {string} text */
function refusal(status, text) {
  const error = parsed(text)?.error;
  if (error?.message) return `The sharing service refused: ${error.field ? `${error.field}: ` : ''}${error.message}`;
  if (status === 404 || status === 405 || status === 501 || status === 200) return 'This page is served without a sharing service, so there is no link to make or open. Everything else works.';
  return `The sharing service failed (${status}).`;
}

/** Has the edge compute and keep a certificate. @param {string} gram request document in gram form */
export function post(gram) {
  return call('api/certificates', { method: 'POST', headers: { 'content-type': 'application/json' }, body: gram });
}

/** The stored certificate under a key. @param {string} key */
export function get(key) {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new ShareError('This link is damaged: its key must be 64 hexadecimal digits.');
  return call(`api/certificates/${key}`, {});
}
