import { integrity } from './build.js';
import { digestOf, join } from './bytes.js';
import { EngineError } from './error.js';
import { shortest } from './packed.js';
import { scriptURL } from './trusted-types.js';

/**
 * Parts that every worker starts from.
 * @typedef {object} Program
 * @property {WebAssembly.Module} module the compiled certifier, or another program
 * @property {() => Worker} worker starts one
 * @property {LockManager} [locks] tell when a worker has ended from outside, where no event tells
 */

/** The folder of worker.js and the programs, or where each of them is. @typedef {string | Record<string, URL>} Base */

/** @typedef {{name: string, url: URL}} Place where a file is, which may have another name there */

/** Digests, where the browser computes them: on pages that came by https or from this machine. */
const { subtle } = globalThis.crypto ?? {};

/**
 * Fetches and compiles the certifier.
 * @param {Base} base @param {(come: import('./packed.js').Come) => void} [onCome] how much of it has come @returns {Promise<Program>}
 */
export async function load(base, onCome) {
  const code = placed(base, 'worker.js');
  const early = isOwn(code.url) ? booting(code.url.href) : undefined;
  try {
    const [module, script] = await Promise.all([compile(placed(base, 'certifier.wasm'), onCome), fetchScript(code)]);
    return { module, worker: () => early?.() ?? start(script, 'certifier'), locks: navigator.locks };
  } catch (error) {
    early?.()?.terminate();
    throw error;
  }
}

/**
 * Fetches what workers that run models start from.
 * @param {string} base URL of the folder that holds ort.wasm and inference.js
 * @param {(share: number) => void} [onProgress] how much of it has come, from 0 to 1 @returns {Promise<Program>}
 */
export async function runtime(base, onProgress = () => {}) {
  const [module, script] = await Promise.all([
    compile(placed(base, 'ort.wasm'), ({ share }) => onProgress(share)),
    fetchScript(placed(base, 'inference.js')),
  ]);
  return { module, worker: () => start(script, 'inference'), locks: navigator.locks };
}

/**
 * Fetches what workers that read files of one kind start from.
 * @param {string} base URL of the folder that holds NAME.wasm and NAME.js @param {string} name @returns {Promise<Program>}
 */
export async function reader(base, name) {
  const [module, script] = await Promise.all([compile(placed(base, `${name}.wasm`)), fetchScript(placed(base, `${name}.js`))]);
  return { module, worker: () => start(script, name), locks: navigator.locks };
}

/** @param {Base} base @param {string} name @returns {Place} */
const placed = (base, name) => ({ name, url: typeof base === 'string' ? new URL(name, base) : base[name] });

/** Reports whether the browser takes a worker from there. @param {URL} url */
const isOwn = ({ origin, protocol }) => origin === location.origin && protocol.startsWith('http');

/** @param {string} script @param {string} name */
const start = (script, name) => new Worker(scriptURL(script), { name });

/**
 * A worker that boots while the certifier is still on its way. Given out once, and not if it has failed.
 * @param {string} script @returns {() => Worker | undefined}
 */
function booting(script) {
  /** @type {Worker | undefined} */
  let worker = start(script, 'certifier');
  worker.onerror = (event) => {
    event.preventDefault();
    worker = undefined;
  };
  return () => {
    const given = worker;
    worker = undefined;
    return given;
  };
}

/** @param {Place} file @param {(come: import('./packed.js').Come) => void} [onCome] how much of it has come */
async function compile(file, onCome = () => {}) {
  const plain = await fetchFile(file, !subtle);
  // Without digests the browser has checked the file as it is.
  // @ts-ignore: without packed forms what unpacks them is left out of the build
  const response = typeof PACKED !== 'undefined' && subtle && isOwn(file.url) ? await shortest(plain, file.name, onCome) : plain;
  const { passed, bytes } = gathered(response);
  const checked = genuine(file, bytes);
  const module = compiled(passed);
  module.catch(() => {}); // told below, unless it is the wrong file
  await checked;
  return module.catch((error) => {
    throw missing(file, `it is not a WebAssembly file (${error instanceof Error ? error.message : error})`);
  });
}

/**
 * The same answer, and all its bytes once they have come, also if nobody reads it to the end. A clone would copy each part twice.
 * @param {Response} response
 */
function gathered({ body, headers }) {
  /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
  let passing;
  const passed = new ReadableStream({ start: (controller) => { passing = controller; }, cancel: () => { passing = undefined; } });
  const gather = async () => {
    /** @type {Uint8Array[]} */
    const parts = [], reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      passing?.enqueue(part.value);
    }
    passing?.close();
    return join(parts);
  };
  const bytes = gather();
  bytes.catch((error) => passing?.error(error));
  return { passed: new Response(passed, { headers }), bytes };
}

/** @param {Response} response */
async function compiled(response) {
  const streamed = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streamed) return WebAssembly.compileStreaming(response);
  // A host that does not know the MIME type of wasm: compile from bytes.
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Checks that the bytes of a file have the digest they should have. A browser that is to check the digest holds back all of
 * an answer until its end, so it is checked here where digests can be computed.
 * @param {Place} file @param {Promise<Uint8Array<ArrayBuffer>>} come
 */
async function genuine(file, come) {
  const bytes = await come.catch(() => {
    throw missing(file, 'the connection ended before the file was complete');
  });
  const wanted = integrity[file.name];
  if (wanted && subtle && await digestOf(bytes) !== wanted) throw foreign(file);
}

/** Gives the script that a worker starts from: the file itself beside the page, a blob if the browser does not take it from there. @param {Place} file */
async function fetchScript(file) {
  const { url } = file;
  const response = await fetchFile(file, true);
  const text = await response.text();
  if (/^\s*</.test(text)) throw missing(file, 'the server sent a page instead');
  return isOwn(url) ? url.href : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

/** @param {Place} file @param {boolean} checked whether the browser is to check its digest */
async function fetchFile(file, checked) {
  const { name, url } = file;
  const response = await fetch(url, checked ? { integrity: integrity[name] } : {}).catch(() => undefined);
  if (response?.ok) return response;
  const again = response ?? await fetch(url).catch(() => undefined);
  if (!again) throw missing(file, 'the server cannot be reached');
  if (!again.ok && again.status !== 409) throw missing(file, `the server answered ${again.status}`);
  throw foreign(file); // its digest is another one, or the service worker has seen that it is
}

/** @param {Place} file */
const foreign = (file) =>
  missing(
    file,
    'it is not the file that this page was built with. Reload the page; if that does not help, the server has mixed two builds or the file was changed',
  );

/** @param {Place} file @param {string} reason */
function missing({ name }, reason) {
  return new EngineError('missing', `The certifier cannot start because ${name} could not be loaded: ${reason}.`);
}
