/*! LAZ: contains laz-perf (Apache License 2.0, Copyright (c) Hobu, Inc. and others; see laz-perf.LICENSE.txt). */
/** Decompresses LAZ; a chunk of its own, loaded when the first such file is opened. */

import { createLazPerf } from 'laz-perf';
import { integrity } from '../workers/build.js';
import { started } from './emscripten.js';

/** Points between two moments in which the page can answer: about 50 ms. */
const TURN = 50_000;

/** The program, fetched and compiled once. @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

async function compile() {
  const response = await fetch(new URL('laz-perf.wasm', document.baseURI), { integrity: integrity['laz-perf.wasm'] });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts laz-perf anew, so that what a damaged file leaves in its memory does not meet the next one. */
export async function load() {
  compiled ??= compile();
  const program = await compiled.catch((error) => {
    compiled = undefined;
    throw error;
  });
  return started(createLazPerf, program, { printErr() {} });
}

/**
 * The records of all points, as LAS has them.
 * @param {import('laz-perf').LazPerf} program
 * @param {Uint8Array} bytes of a file whose header was checked
 * @param {{count: number, size: number}} header points, and bytes of one
 */
export async function decompress(program, bytes, { count, size }) {
  const file = program._malloc(bytes.length), point = program._malloc(size);
  program.HEAPU8.set(bytes, file);
  const records = new Uint8Array(size * count);
  try {
    const reader = new program.LASZip();
    reader.open(file, bytes.length);
    for (let i = 0; i < count; i++) {
      if (i % TURN === 0) await new Promise((resolve) => { setTimeout(resolve); });
      reader.getPoint(point);
      records.set(program.HEAPU8.subarray(point, point + size), i * size);
    }
  } catch {
    // The program cannot say what went wrong: it was built without its exceptions.
    throw new Error('could not be decompressed: its points are damaged, or fewer than it says');
  }
  return records;
}
