// Lowers what the programs of others may ask for to 1 GiB of memory: some phones refuse the 4 GiB of onnxruntime, and a file of HDF5 of a
// few kilobytes may unpack to all there is. h5wasm's program is taken out of its script, where it is a text: fetched by itself it is
// compiled while it comes, and once for all files.
//
//   node build/smaller/memory.mjs FOLDER   changes inference.js in FOLDER, and writes hdf5.wasm and h5wasm.js, the script without it

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { replaceOnce } from '../finish/policy.mjs';

const [folder] = process.argv.slice(2);
const inference = join(folder, 'inference.js');

/** In pages of 64 KiB, as the glue of onnxruntime says it. */
writeFileSync(inference, replaceOnce(readFileSync(inference, 'utf8'), 'maximum:65536', 'maximum:16384'));

const script = readFileSync(new URL('../../js/node_modules/h5wasm/dist/esm/hdf5_util.js', import.meta.url), 'utf8');

/** The call that decodes the program. */
const [call, text] = /binaryDecode\(('(?:[^'\\]|\\.)*')\)/s.exec(script) ?? ['', ''];
const program = Buffer.from(runInNewContext(text), 'latin1'); // which of a character keeps the low byte, as binaryDecode does
if (!WebAssembly.validate(program)) throw new Error('h5wasm has its program elsewhere than here looked for');

/** Memories are declared in section 5 (WebAssembly Core Specification 2.0, 5.5.8), here one, with a most of 32,768 pages of 64 KiB, as LEB128. */
const MEMORY = 5, TWO_GIB = [0x80, 0x80, 0x02], ONE_GIB = [0x80, 0x80, 0x01];

/** @param {Buffer} program whose declaration of memory is changed */
function halveMemory(program) {
  for (let at = 8; at < program.length;) {
    const section = program[at++];
    let length = 0, byte = 0x80;
    for (let shift = 0; byte & 0x80; shift += 7) length += ((byte = program[at++]) & 0x7f) << shift;
    at += length;
    if (section !== MEMORY) continue;
    if (TWO_GIB.some((byte, i) => program[at - 3 + i] !== byte)) break;
    return program.set(ONE_GIB, at - 3);
  }
  throw new Error('h5wasm does not say that its memory grows to 2 GiB');
}

halveMemory(program);
writeFileSync(join(folder, 'hdf5.wasm'), program);
writeFileSync(join(folder, 'h5wasm.js'), replaceOnce(replaceOnce(script, call, 'new Uint8Array()'), `${2 ** 31}`, `${2 ** 30}`));
