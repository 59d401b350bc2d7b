import { integrity, sizes } from './build.js';
import { EngineError } from './error.js';

/**
 * What every worker is started from.
 * @typedef {object} Program
 * @property {WebAssembly.Module | ArrayBuffer} module the compiled certifier, or the bytes of another program
 * @property {string} script URL of the worker script
 */

/**
 * Fetches and compiles the certifier.
 * @param {string} base URL of the folder that holds worker.js and the programs
 * @param {string} [program] explorer.wasm has all functions, certifier.wasm those that every visit needs
 * @returns {Promise<Program>}
 */
export async function load(base, program = 'certifier.wasm') {
  const [module, script] = await Promise.all([
    compile(new URL(program, base)),
    fetchScript(new URL('worker.js', base)),
  ]);
  return { module, script };
}

/**
 * Fetches what workers that run models start from. It is not compiled here: onnxruntime does that itself.
 * @param {string} base URL of the folder that holds 
 * @param {(share: number) => void} [onProgress] how much of it has come, from 0 to 1
 * @returns {Promise<Program>}
 */
export async function runtime(base, onProgress = () => {}) {
  const [bytes, script] = await Promise.all([
    counted(new URL('ort.wasm', base), onProgress),
    fetchScript(new URL('inference.js', base)),
  ]);
  return { module: bytes, script };
}

/**
 * The bytes of a file, counted as they come. The browser checks a digest only of answers that it gives whole, so
 * it is checked here, or where the page may not compute digests (plain http) by asking again.
 * @param {URL} url @param {(share: number) => void} onProgress
 */
async function counted(url, onProgress) {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok || !response.body || !crypto.subtle) return (await fetchFile(url)).arrayBuffer();
  const size = sizes[fileName(url)];
  const parts = [];
  let come = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.length;
    if (size) onProgress(Math.min(1, come / size));
  }
  const bytes = await new Blob(parts).arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const wanted = integrity[fileName(url)];
  if (wanted && wanted !== `sha256-${btoa(String.fromCharCode(...sum))}`) return (await fetchFile(url)).arrayBuffer();
  return bytes;
}

/** @param {URL} url */
async function compile(url) {
  const response = await fetchFile(url);
  const streamed = response.headers.get('content-type')?.startsWith('application/wasm');
  try {
    if (streamed) return await WebAssembly.compileStreaming(response);
    // A host that does not know the MIME type of wasm: compile from bytes.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw missing(url, `it is no WebAssembly file (${error instanceof Error ? error.message : error})`);
  }
}

/**
 * What a worker is started from: the file itself beside the page, a blob where the browser does not
 * take it from there.
 * @param {URL} url
 */
async function fetchScript(url) {
  const response = await fetchFile(url);
  const text = await response.text();
  if (/^\s*</.test(text)) throw missing(url, 'the server sent a page instead');
  if (url.origin === location.origin && url.protocol.startsWith('http')) return url.href;
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

/** @param {URL} url */
async function fetchFile(url) {
  const response = await fetch(url, { integrity: integrity[fileName(url)] }).catch(() => undefined);
  if (response?.ok) return response;
  const again = response ?? await fetch(url).catch(() => undefined);
  if (!again) throw missing(url, 'the server cannot be reached');
  if (!again.ok) throw missing(url, `the server answered ${again.status}`);
  throw missing(url, 'it is not the file that this page was built with. Reload the page; if that does not help, the server has mixed two builds or the file was changed');
}

/** @param {URL} url */
const fileName = (url) => url.pathname.split('/').pop() ?? '';

/** @param {URL} url @param {string} reason */
function missing(url, reason) {
  return new EngineError('missing', `The certifier cannot start because ${fileName(url)} could not be loaded: ${reason}.`);
}
