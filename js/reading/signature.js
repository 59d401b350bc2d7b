/** Signatures of shared certificates: Ed25519 by the sharing service's key, checked by the browser. */

/** How a signed document ends. */
const ENDING = /,\n {2}"signature": "([A-Za-z0-9+/]{85}[AQgw]==)"\n\}\n$/;

const PURPOSE = 'orbitcert certificate\n';

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/**
 * Whether a document carries the signature that belongs to a public key (32 bytes in base64). 'unknown' where that
 * cannot be found out: without a key, and where the browser checks no such signatures (pages from plain http among them).
 * @param {string} text @param {string} publicKey
 * @returns {Promise<'valid' | 'invalid' | 'unknown'>}
 */
export async function check(text, publicKey) {
  const key = await imported(publicKey);
  if (!key) return 'unknown';
  const [ending, signature] = ENDING.exec(text) ?? [];
  if (!ending) return 'invalid';
  const message = new TextEncoder().encode(`${PURPOSE}${text.slice(0, -ending.length)}\n}\n`);
  return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), message) ? 'valid' : 'invalid';
}

/** @param {string} publicKey @returns {Promise<CryptoKey | null>} */
async function imported(publicKey) {
  try {
    return publicKey === '' ? null : await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}
