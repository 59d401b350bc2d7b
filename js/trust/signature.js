/**
 * Signatures of shared certificates: Ed25519 by the sharing service's key. The page, pages that embed a certificate and
 * the edge worker read signed documents by this module alone; wasm/edge/sign.go makes them.
 */

/** A signed document: all that comes before its signature, in that the core and the key that it ends with; the signature. */
const SIGNED = /^(\{\n[^]*\n {2}"core": "([^"\n]*)",\n {2}"key": "([0-9a-f]{64})"),\n {2}"signature": "([A-Za-z0-9+/]{85}[AQgw]==)"\n\}\n$/;

const PURPOSE = 'orbitcert certificate\n';

/**
 * @typedef {object} Signed a document taken apart
 * @property {string} core of which version it says to be
 * @property {string} key of the request that it says to answer
 * @property {string} signature in base64, in the one spelling of its bytes
 * @property {string} message what a signature is made of
 */

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Takes a document apart; null where it does not end as signed ones do. @param {string} text @returns {Signed | null} */
export function takenApart(text) {
  const [, body, core, key, signature] = SIGNED.exec(text) ?? [];
  return signature ? { core, key, signature, message: `${PURPOSE}${body}\n}\n` } : null;
}

/** Reports whether the owner of a public key has signed. @param {CryptoKey} key @param {Signed} document */
export function isSignedBy(key, { signature, message }) {
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(message));
}

/**
 * A public key (32 bytes in base64), null where it is none, and where signatures cannot be checked: some browsers cannot,
 * and pages from plain http.
 * @param {string} publicKey @returns {Promise<CryptoKey | null>}
 */
export async function imported(publicKey) {
  try {
    return publicKey === '' ? null : await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

/**
 * Reports whether a document carries the signature that belongs to a public key; 'unknown' where that cannot be found out.
 * @param {string} text @param {string} publicKey @returns {Promise<'valid' | 'invalid' | 'unknown'>}
 */
export async function check(text, publicKey) {
  const key = await imported(publicKey);
  if (!key) return 'unknown';
  const document = takenApart(text);
  return document && await isSignedBy(key, document) ? 'valid' : 'invalid';
}
