/** A machine in Node: the page's own programs in this thread, which open one model and compute with it. */

import { createHash } from 'node:crypto';
import { open as openFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CallError } from '../workers/answer.js';
import { join as joined } from '../workers/bytes.js';
import { Counting } from '../certifier/counting.js';
import { EngineError } from '../certifier/failure.js';
import { Batches } from './rows.js';
import { start } from '../workers/program.js';
import { logits, useRuntime, version } from '../workers/session.js';

/** @import {Program} from '../workers/program.js' */

/** Reports bad input in a sentence. */
export class InputError extends Error {}

/** The most bytes of a file, as the command line has it, until limitFiles sets others. */
let most = 2e9;

/** Sizes, in bytes. @type {Record<string, number>} */
const UNITS = { GB: 1e9, MB: 1e6, kB: 1e3, '': 1 };

/** Sets the most bytes of a file. @param {string} size such as 500MB */
export function limitFiles(size) {
  const [, number, unit] = /^([\d.]+)(GB|MB|kB|)$/.exec(size) ?? [];
  most = Math.floor(Number(number) * UNITS[unit]);
  if (!(most > 0 && most < 1e18)) throw new InputError(`--file-limit ${size}: must be a size such as 500MB or 4GB`);
}

/** A size in its largest unit. @param {number} bytes */
function sizeText(bytes) {
  const [name, unit] = /** @type {[string, number]} */ (Object.entries(UNITS).find(([, one]) => bytes >= one));
  return `${bytes / unit} ${name}`.trim();
}

/** A pipe that the caller opened, such as <(…); one with a name of its own may have no writer. */
const INHERITED = /^(\/dev\/stdin|\/(dev|proc\/self)\/fd\/\d+)$/;

/**
 * The content of a file that has an end: a regular one, or a pipe that the caller opened.
 * @param {string} file @param {boolean} [pipes] whether it may be a pipe
 */
export async function bytesOf(file, pipes = true) {
  try {
    const kind = await stat(file); // before it is opened: a pipe waits for its writer
    if (!kind.isFile() && !kind.isDirectory() && !(pipes && kind.isFIFO() && INHERITED.test(file))) {
      throw new InputError(`${file}: is not a regular file; ${
        pipes ? 'give a file, or a pipe of the shell such as <(…)' : 'a document may name regular files only'}`);
    }
    return await within(await openFile(file), file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new InputError(`${file}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}

/** Reads a file up to the limit. @param {import('node:fs/promises').FileHandle} opened @param {string} file */
async function within(opened, file) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  for await (const chunk of opened.createReadStream({ highWaterMark: 1 << 20 })) {
    if ((length += chunk.length) > most) throw new InputError(`${file}: has more than ${sizeText(most)}; give --file-limit SIZE if it may`);
    chunks.push(chunk);
  }
  return joined(chunks);
}

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Starts the programs; Go's wasm_exec.js must have defined globalThis.Go. @param {string} programs folder of certifier.wasm and ort.wasm */
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
    return JSON.parse(program.open(file, basename(file), await bytesOf(join(folder, file), false), JSON.stringify(reading))).dimension;
  };
  await open(request.perturbed);
  const dimension = await open(request.clean);
  if (dimension === undefined) throw new InputError('the request has no clean cloud to draw samples around');
  return dimension;
}
