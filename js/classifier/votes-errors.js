/** Errors of orbitcert-votes: their sentences, and the exit code that each ends with. */

import { CallError } from '../workers/answer.js';
import { EngineError } from '../certifier/failure.js';
import { DocumentsError } from './blocks-of-run.js';
import { ModelFilesError } from './model-files.js';
import { ModelError } from './model-use.js';
import { InputError } from './node.js';
import { ModelFileError } from './onnx.js';
import { LayoutError } from './outputs.js';
import { RefutedError } from './second-count.js';
import { printable } from '../words/printable.js';

/** Says something on the error stream, on a line of its own. @param {string} text */
export const say = (text) => console.error(`orbitcert-votes: ${printable(text)}`);

/** Refuses the input. @param {string} sentence @returns {never} */
export function missing(sentence) {
  throw new InputError(sentence);
}

/** Reads a file; a refusal names it. @template T @param {string} file @param {() => Promise<T>} read */
export async function of(file, read) {
  try {
    return await read();
  } catch (error) {
    throw inputErrors.some((kind) => error instanceof kind) ? new InputError(`${file}: ${/** @type {Error} */ (error).message}`) : error;
  }
}

/** Parses a file. @param {string} file @param {string} text */
export function parsed(file, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Parses an error of the programs. @param {Error} error */
export const parsedError = (error) => (error instanceof CallError ? EngineError.parse(error.message) : error);

/** The sentence of an error, as Go or this file put it. @param {Error} error */
function sentence(error) {
  const known = parsedError(error);
  if (!(known instanceof EngineError)) return known.message;
  const { kind, field, file, line, message } = known;
  if (kind === 'panic') throw new Error(message);
  return [field ?? file, line, message].filter((part) => part !== undefined).join(': ');
}

/** Errors that are the input's: exit code 2, as the certifier's command line has it. */
const inputErrors = [InputError, CallError, EngineError, LayoutError, ModelError, ModelFileError, ModelFilesError];

/** Names the file in what refutes it. @template T @param {string} file @param {T | Promise<T>} answer */
export async function naming(file, answer) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefutedError) error.message = `${file}: ${error.message}`;
    throw error;
  }
}

/** Ends with what an error means. @param {Error & {code?: unknown}} error */
export function fail(error) {
  const input = inputErrors.some((kind) => error instanceof kind) || String(error.code).startsWith('ERR_PARSE_ARGS');
  const differs = error instanceof RefutedError || error instanceof DocumentsError;
  return { code: input ? 2 : differs ? 3 : 1, message: input || differs ? sentence(error) : error.stack };
}
