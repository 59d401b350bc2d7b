// The package in browsers. Bundlers see by these addresses which files go with it.

import { Engine } from '../certifier/engine.js';
import { load } from '../workers/loader.js';
import { fetched } from './fetched.js';
import { library } from './library.js';

const files = {
  'worker.js': new URL('./worker.js', import.meta.url),
  'certifier.wasm': new URL('./certifier.wasm', import.meta.url),
};

/** A file that was chosen or dropped, or one at an address. @param {globalThis.File | URL | string} source */
async function read(source) {
  if (source instanceof Blob) return { name: source.name, bytes: new Uint8Array(await source.arrayBuffer()) };
  return fetched(new URL(source, document.baseURI));
}

/** Vite up to 7 moves the script of a package for its development server and leaves the package's other files behind. */
const moved = import.meta.url.includes('/.vite/deps');

/** @param {any} error @returns {never} */
function remedied(error) {
  if (moved) error.message += " Vite 7 and older: set optimizeDeps: { exclude: ['orbitcert'] } in vite.config.js.";
  throw error;
}

export const { certify, minimum, withstand, radii, curve, map, region, count, run, plan, calibrate, compare, verify, open, engine } =
  library(() => new Engine({ program: load(files).catch(remedied) }), read);
