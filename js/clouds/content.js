/** The bytes of a file that a visitor gives. */

/** Bytes from which on reading a file is worth counting. */
const LARGE = 4 << 20;

/**
 * @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell how much of a large file has been read
 * @returns {Promise<{name: string, bytes: Uint8Array}>}
 */
export async function contentOf(file, signal, tell) {
  try {
    return { name: file.name, bytes: file.size < LARGE ? new Uint8Array(await file.arrayBuffer()) : await counted(file, signal, tell) };
  } catch {
    throw Object.assign(new Error('could not be read. Is it a folder?'), { file: file.name });
  }
}

/** @param {File} file @param {AbortSignal} signal @param {(part: number) => void} tell */
async function counted(file, signal, tell) {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  await file.stream().pipeTo(new WritableStream({
    write(part) {
      bytes.set(part, at);
      at += part.length;
      tell(at / bytes.length);
    },
  }), { signal });
  return bytes;
}
