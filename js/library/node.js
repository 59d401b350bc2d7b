// The package in Node.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from '../certifier/engine.js';
import { EngineError } from '../certifier/failure.js';
import { fetched } from './fetched.js';
import { library } from './library.js';
import { Thread } from './thread.js';

const script = new URL('./node-worker.js', import.meta.url);

/** @returns {Promise<import('../workers/loader.js').Program>} */
async function load() {
  const module = await WebAssembly.compile(await readFile(new URL('certifier.wasm', import.meta.url)));
  return { module, worker: () => /** @type {any} */ (new Thread(script)) };
}

/** The file at a path or an address. @param {string | URL} source */
async function read(source) {
  if (/^https?:/i.test(String(source))) return fetched(new URL(source));
  const path = source instanceof URL ? fileURLToPath(source) : source;
  return { name: basename(path), bytes: new Uint8Array(await readFile(path).catch((error) => unread(path, error))) };
}

/** Names a file that cannot be read. @param {string} path @param {NodeJS.ErrnoException} error @returns {never} */
function unread(path, { code, message }) {
  const why = code === 'ENOENT' ? 'no such file or directory' : code === 'EISDIR' ? 'is a directory; give a file' : message;
  throw new EngineError('input', why, { file: path });
}

export const { certify, minimum, withstand, radii, curve, map, region, count, run, plan, calibrate, compare, verify, open } =
  library(() => new Engine({ workers: availableParallelism(), program: load() }), read);
export { Cloud, DoesNotStandError, EngineError, VerificationFailedError } from './library.js';
