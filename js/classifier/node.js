/** A machine in Node: the page's own programs in this thread, which open one model and compute with it. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CallError } from '../workers/answer.js';
import { Counting } from '../certifier/counting.js';
import { EngineError } from '../certifier/failure.js';
import { Batches } from './rows.js';
import { start } from '../workers/program.js';
import { logits, useRuntime, version } from '../workers/session.js';

/** @import {Program} from '../workers/program.js' */

/** Reports bad input in a sentence. */
export class InputError extends Error {}

/** @param {string} file */
export const bytesOf = async (file) => new Uint8Array(await readFile(file).catch((error) => {
  throw new InputError(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
}));

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Starts the programs; Go's wasm_exec.js must have defined globalThis.Go.
 * @param {string} programs folder of certifier.wasm and ort.wasm
 */
export async function startMachine(programs) {
  const runtime = await bytesOf(join(programs, 'ort.wasm'));
  useRuntime(await WebAssembly.compile(runtime));
  const program = await start(await WebAssembly.compile(await bytesOf(join(programs, 'certifier.wasm'))));
  /** @type {import('./counter.js').Machine} */
  const machine = {
    counting: new Counting({ ask: asking(program) }),
    logits: (_, feeds, output, batch) => logits(feeds, output, batch).catch(refused),
    lanes: 1,
    batches: new Batches(),
    ready: async () => {},
  };
  return { machine, program, runtime: { name: 'onnxruntime-web', version, wasm: `sha256:${sha256(runtime)}` } };
}

/** A refusal as the page has it. @param {unknown} error @returns {never} */
function refused(error) {
  throw error instanceof CallError ? EngineError.parse(error.message) : error;
}

/** Calls of a program whose refusals are errors as the page has them. @param {Program} program */
const asking = (program) => async (/** @type {string} */ name, /** @type {unknown[]} */ args) => {
  try {
    return program[name](...args);
  } catch (error) {
    return refused(error);
  }
};

/**
 * Opens the clouds that a request names, under their own names.
 * @param {{clean?: object, perturbed?: object}} request @param {string} folder @param {Program} program
 * @returns {Promise<number>} how many coordinates the points of the clean cloud have
 */
export async function openClouds(request, folder, program) {
  const open = async (/** @type {{file?: unknown, points?: number[][]} | undefined} */ cloud) => {
    const { file, ...reading } = cloud ?? {};
    if (typeof file !== 'string') return cloud?.points?.[0]?.length;
    return JSON.parse(program.open(file, basename(file), await bytesOf(join(folder, file)), JSON.stringify(reading))).dimension;
  };
  await open(request.perturbed);
  const dimension = await open(request.clean);
  if (dimension === undefined) throw new InputError('the request has no clean cloud to draw samples around');
  return dimension;
}
