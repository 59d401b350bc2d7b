// Shared by tests of the desk: the page's own engine, with the real certifier in threads of Node in the place of workers. Needs
// `make build`.

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk } from '../../certificate/desk.js';
import { opened } from '../../certificate/example-files.js';
import { Engine } from '../../certifier/engine.js';
import { InferencePool } from '../../workers/inference-pool.js';
import { decode } from '../../form/address.js';
import { Thread } from '../../library/thread.js';
import { repository } from '../tools/native.js';

process.env.ORBITCERT_WASM_EXEC ??= join(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), 'lib', 'wasm', 'wasm_exec.js');

const script = new URL('thread.js', import.meta.url);
const modelScript = new URL('model-thread.js', import.meta.url);

/** @param {string} name a file of the built site */
const built = (name) => readFile(join(repository, 'build', 'out', 'site', name));

const module = built('certifier.wasm').then((bytes) => WebAssembly.compile(bytes));

/** @typedef {import('../../workers/protocol.js').ToWorker} ToWorker */

/** A thread that is told what `told` makes of each message. */
class Told extends Thread {
  /** @param {(message: any) => ToWorker} told */
  constructor(told) {
    super(script);
    this.told = told;
  }

  /** @param {ToWorker} message @param {any[]} [moved] */
  postMessage(message, moved) {
    super.postMessage(this.told(message), moved);
  }
}

/**
 * Gives an engine its program.
 * @param {(message: any) => ToWorker} [told] what the threads are told in the place of each message
 * @returns {Promise<import('../../workers/loader.js').Program>}
 */
export const program = async (told = (message) => message) => ({ module: await module, worker: () => /** @type {any} */ (new Told(told)) });

/** @param {number} [workers] @param {Parameters<typeof program>[0]} [told] */
export const newEngine = (workers = 1, told) => new Engine({ workers, program: program(told) });

/** Workers that run models, with the page's runtime. @param {(sentence: string) => void} onRestart */
export const newModels = (onRestart = () => {}) => new InferencePool('', onRestart, async () => ({
  module: await WebAssembly.compile(await built('ort.wasm')), worker: () => /** @type {any} */ (new Thread(modelScript)),
}));

/** A file as a visitor drops it. @param {string} name @param {string | Uint8Array} content */
export const file = (name, content) => new File([/** @type {any} */ (content)], name);

/**
 * A desk on which an example lies, as an address puts it there that names other entries as well, or none.
 * @param {Engine} engine
 * @param {string} id
 * @param {string} [others]
 */
export async function exampleDesk(engine, id, others = '') {
  const desk = new Desk(engine);
  const { values, counted, ...files } = opened(id, JSON.parse(await readFile(join(repository, 'site', 'examples', `${id}.json`), 'utf8')));
  await desk.fill(others ? decode(`#v=1&example=${id}&${others}`).values : values, files, counted);
  return desk;
}
