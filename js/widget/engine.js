/** The engine of all widgets of a page, from what is packed into the module: nothing is fetched. */

import { Engine } from '../certifier/engine.js';
import { library } from '../library/library.js';
import { scriptURL } from '../workers/trusted-types.js';
import { unpacked } from './files.js';

/** @returns {Promise<import('../workers/loader.js').Program>} */
async function program() {
  const [module, script] = await Promise.all([
    WebAssembly.compileStreaming(unpacked('certifier.wasm', 'application/wasm')),
    unpacked('worker.js', 'text/javascript').blob(),
  ]);
  const address = URL.createObjectURL(script);
  return { module, worker: () => new Worker(scriptURL(address), { name: 'certifier' }), locks: navigator.locks };
}

export const core = library(() => new Engine({ program: program() }), () => Promise.reject(new Error('Files are read by Python.')));
