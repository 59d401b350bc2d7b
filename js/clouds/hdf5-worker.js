// A web worker that reads one HDF5 file.

import h5wasm from 'h5wasm/script';
import { answer, CallError } from '../workers/answer.js';
import { started } from './emscripten.js';
import { cloudsOf, reasonOf } from './hdf5-clouds.js';

/** @type {import('./hdf5-clouds.js').HDF5} */
let hdf5;

answer(async ({ module }) => {
  console.error = () => {}; // HDF5 would report there what is told as an error anyway
  hdf5 = await started(h5wasm, /** @type {WebAssembly.Module} */ (module), { noInitialRun: true });
  hdf5.activate_throwing_error_handler();
}, (_, [bytes]) => {
  try {
    return cloudsOf(hdf5, bytes);
  } catch (error) {
    throw new CallError(JSON.stringify({ message: reasonOf(error) }));
  }
});
