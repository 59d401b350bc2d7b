/** Two hexadecimal digits for each. @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The parts one after another. @param {Uint8Array[]} parts */
export function join(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Reports whether all bytes are the same. @param {Uint8Array} a @param {Uint8Array} b */
export function same(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.length === b.length && at === a.length;
}

/** The digest of bytes as pages name it: sha256-… in base64. @param {BufferSource} bytes */
export async function digestOf(bytes) {
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))))}`;
}
