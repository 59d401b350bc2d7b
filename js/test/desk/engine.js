// What tests of the desk share: the page's own engine, with the real certifier in threads of Node in the place of workers. Needs
// `make build`.

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from '../../engine/engine.js';
import { Thread } from '../../library/thread.js';
import { repository } from '../native.js';

process.env.ORBITCERT_WASM_EXEC ??= join(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), 'lib', 'wasm', 'wasm_exec.js');

/** @type {Promise<import('../../engine/loader.js').Program>} */
const program = readFile(join(repository, 'build', 'out', 'site', 'certifier.wasm')).then(async (bytes) => (
  { module: await WebAssembly.compile(bytes), worker: () => /** @type {any} */ (new Thread(new URL('thread.js', import.meta.url))) }
));

/** @param {number} [workers] */
export const newEngine = (workers = 1) => new Engine({ workers, program });

/** A file as a visitor drops it. @param {string} name @param {string | Uint8Array} content */
export const file = (name, content) => new File([/** @type {any} */ (content)], name);
