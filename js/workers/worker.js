// A web worker that runs one instance of the Go certifier. The build puts Go's
// wasm_exec.js in front of this file; it defines globalThis.Go.

import { answer, MixedError } from './answer.js';
import { build } from './build.js';
import { memory, start } from './program.js';

/** @type {Record<string, (...args: unknown[]) => unknown>} */
let program;

answer(async ({ module, build: page }) => {
  program = await start(module);
  const builds = [page, build, program.build()];
  if (page && new Set(builds).size > 1) throw new MixedError(builds.join(', '));
}, (name, args) => program[name](...args), memory);
