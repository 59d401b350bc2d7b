import { EngineError } from './error.js';

/**
 * What every worker is started from. Both files are fetched once and kept, so
 * that workers can be restarted without a network.
 * @typedef {object} Program
 * @property {WebAssembly.Module} module the compiled certifier
 * @property {string} script blob URL of the worker script
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

/** @param {URL} url */
async function fetchScript(url) {
  const response = await fetchFile(url);
  const text = await response.text();
  if (/^\s*</.test(text)) throw missing(url, 'the server sent a page instead');
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

/** @param {URL} url */
async function fetchFile(url) {
  let response;
  try {
    response = await fetch(url);
  } catch {
    throw missing(url, 'the server cannot be reached');
  }
  if (!response.ok) throw missing(url, `the server answered ${response.status}`);
  return response;
}

/** @param {URL} url @param {string} reason */
function missing(url, reason) {
  const file = url.pathname.split('/').pop();
  return new EngineError('missing', `The certifier cannot start because ${file} could not be loaded: ${reason}.`);
}
