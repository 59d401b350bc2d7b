/** The public key of the secret that the Go program signs with (wasm/edge/sign.go). */

/** Bytes before the 32 bytes of the seed in the PKCS #8 form of an Ed25519 key (RFC 8410, section 7). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/**
 * In base64, or null when the secret is missing or damaged.
 *
 * @param {string | undefined} secret seed of 32 bytes in base64 @returns {Promise<string | null>}
 */
export async function publicKey(secret) {
  try {
    const seed = Uint8Array.from(atob(secret ?? ''), (letter) => letter.charCodeAt(0));
    if (seed.length !== 32) return null;
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array([...PKCS8, ...seed]), 'Ed25519', true, ['sign']);
    const { x = '' } = /** @type {JsonWebKey} */ (await crypto.subtle.exportKey('jwk', key));
    return `${x.replaceAll('-', '+').replaceAll('_', '/')}=`; // JSON Web Keys are in base64url, without padding
  } catch {
    return null;
  }
}
