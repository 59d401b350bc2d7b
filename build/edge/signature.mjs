/** Checks the signatures that the Go program makes (wasm/edge/sign.go). */

/** What is before the 32 bytes of the seed in the PKCS #8 form of an Ed25519 key (RFC 8410, section 7). */
const pkcs8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** @param {Uint8Array} data */
const base64 = (data) => btoa(String.fromCharCode(...data));

/**
 * The public key of a secret, or null when the secret is missing or damaged.
 *
 * @param {string | undefined} secret seed of 32 bytes in base64
 * @returns {Promise<CryptoKey | null>}
 */
export async function publicKey(secret) {
  try {
    const seed = bytes(secret ?? '');
    if (seed.length !== 32) return null;
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array([...pkcs8, ...seed]), 'Ed25519', true, ['sign']);
    const { kty, crv, x } = /** @type {JsonWebKey} */ (await crypto.subtle.exportKey('jwk', key));
    return await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

/** A signed document: all up to its core, the core, its key, its signature. */
const signed = /^(\{\n[^]*\n {2}"core": "([^"\n]*)",\n {2}"key": "([0-9a-f]{64})"),\n {2}"signature": "([A-Za-z0-9+/]{86}==)"\n\}\n$/;

/**
 * The signature of a document, or null unless the key made it for this very text,
 * computed by this core, stored under this name.
 *
 * @param {CryptoKey} key @param {string} core @param {string} name @param {string} document
 */
export async function verify(key, core, name, document) {
  const [, body, itsCore, itsName, text] = signed.exec(document) ?? [];
  if (itsCore !== core || itsName !== name) return null;
  const signature = bytes(text);
  if (base64(signature) !== text) return null; // another spelling of the same bytes
  const message = new TextEncoder().encode(`orbitcert certificate\n${body}\n}\n`);
  return await crypto.subtle.verify('Ed25519', key, signature, message) ? text : null;
}
