// Takes h5wasm's program out of its script, where it is a text: fetched by itself it is compiled while it comes, and
// once for all files.
//
//   node build/hdf5.mjs FOLDER   writes hdf5.wasm and h5wasm.js, the script without it, into FOLDER

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { replaceOnce } from './policy.mjs';

const [folder] = process.argv.slice(2);
const script = readFileSync(new URL('../js/node_modules/h5wasm/dist/esm/hdf5_util.js', import.meta.url), 'utf8');

/** The call that decodes the program. */
const [call, text] = /binaryDecode\(('(?:[^'\\]|\\.)*')\)/s.exec(script) ?? ['', ''];
const program = Buffer.from(runInNewContext(text), 'latin1'); // which of a character keeps the low byte, as binaryDecode does
if (!WebAssembly.validate(program)) throw new Error('h5wasm has its program elsewhere than here looked for');
writeFileSync(join(folder, 'hdf5.wasm'), program);
writeFileSync(join(folder, 'h5wasm.js'), replaceOnce(script, call, 'new Uint8Array()'));
