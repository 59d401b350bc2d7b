// The program that counts votes, as it is built, in a thread for each call: its compiled programs are in common, where a
// process would compile them each time. That it ends well as a process is seen in votes-line.test.js.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { optimiseLater, program, repository, votesProgram } from '../tools/native.js';

/** @typedef {{code: number, out: string, err: string}} Answer */

setFlagsFromString(optimiseLater);

/** Programs that all threads share: V8 keeps the compiled code as long as the bytes are held. */
const held = ['certifier.wasm', 'ort.wasm'].map(async (name) => WebAssembly.compile(await readFile(join(repository, 'build', 'out', 'site', name))));

/** Runs orbitcert-votes. @param {string[]} args @returns {Promise<Answer>} */
export async function votes(...args) {
  await Promise.all(held);
  const thread = new Worker(votesProgram, { argv: args, stdout: true, stderr: true });
  const exit = new Promise((resolve, reject) => thread.on('exit', resolve).on('error', reject));
  const [code, out, err] = await Promise.all([exit, text(thread.stdout), text(thread.stderr)]);
  return { code, out, err };
}

/** Runs orbitcert. @param {string[]} args @returns {Promise<Answer>} */
export const orbitcert = (...args) => new Promise((resolve) => {
  execFile(program('orbitcert'), args, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
});

/** Counts the votes in a document again. @param {string} model @param {string} file */
export const recount = (model, file) => votes(file, '--model', model, '--recount');

/**
 * Does the work of `orbitcert verify --model`: computes a certificate again, then has its votes counted again. The command
 * itself, which starts a process for the second, is in votes-line.test.js.
 * @param {string} model @param {string} file @returns {Promise<Answer>}
 */
export async function verify(model, file) {
  const computed = await orbitcert('verify', file);
  if (computed.code !== 0) return computed;
  const { code, out, err } = await recount(model, file);
  return { code, out: '', err: err + out };
}
