/**
 * onnxruntime's WebAssembly on one thread: the same bits in every browser and in Node. Computes logits of the
 * inputs it is given and nothing else.
 */

import * as ort from 'onnxruntime-web/wasm';
import { CallError } from './answer.js';
import { inBatches } from './batches.js';

/** @import {Batch, Beside, Feed, Logits} from './protocol.js' */

/** The version that a count names, so that it can be repeated. */
export const version = ort.env.versions.web ?? '';

/** The model that is open. @type {ort.InferenceSession | undefined} */
let session;

/** Must come before the first model, once. @param {WebAssembly.Module} module the runtime's program */
export function useRuntime(module) {
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  // The runtime asks for bytes and compiles them; every worker would do that again. It gets none, and the program where it compiles them.
  const none = ort.env.wasm.wasmBinary = new ArrayBuffer(0);
  const { instantiate } = WebAssembly;
  /** @type {Record<string, unknown>} */ (WebAssembly).instantiate = async (/** @type {any} */ source, /** @type {WebAssembly.Imports} */ imports) =>
    (source.buffer === none ? { module, instance: await instantiate(module, imports) } : instantiate(source, imports));
}

/** The most numbers of an answer, 256 MB of float32: a copy of more could take all memory there is. */
const mostNumbers = 2 ** 26;

/** @param {unknown} error */
const refusal = (error) => new CallError(JSON.stringify({ message: saidByRuntime(error instanceof Error ? error.message : String(error)) }));

/** Reads what ONNX Runtime says of a model, without codes and places in its sources. @param {string} text */
export function saidByRuntime(text) {
  const [, wanted, known] = /Opset (\d+) is under development.* till opset (\d+)/s.exec(text) ?? [];
  if (wanted) return `it needs version ${wanted} of the operators of ONNX; the runtime here knows them up to ${known}: export it with opset_version=${known}`;
  return text.replace(/^.*ERROR_CODE: \d+, ERROR_MESSAGE: (\/\S+:\d+ [^)]*\) )?/s, '');
}

/** @param {Uint8Array} bytes @param {Beside[]} beside files that hold weights */
export async function openModel(bytes, beside) {
  await session?.release();
  session = undefined;
  const externalData = beside.map(({ name, bytes: data }) => ({ path: name, data }));
  try {
    session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], externalData });
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Returns the model's outputs for rows, one for each batch.
 * @param {Feed[]} feeds @param {string} output @param {Batch} batch @param {() => Promise<void>} [pause] between batches
 */
export const logits = (feeds, output, batch, pause) => inBatches(feeds, batch, (some) => run(some, output), pause);

/** @param {Feed[]} feeds @param {string} output @returns {Promise<Logits>} */
async function run(feeds, output) {
  if (!session) throw new CallError(JSON.stringify({ message: 'no model is open' }));
  const inputs = Object.fromEntries(feeds.map(({ name, type, data, dims }) => [name, new ort.Tensor(type, typed(type, data), dims)]));
  try {
    const results = await session.run(inputs, [output]);
    const { type, dims, size } = results[output];
    if (size > mostNumbers)
      throw new Error(`The model answers with ${size.toLocaleString('en')} numbers; at most ${mostNumbers.toLocaleString('en')} are taken.`);
    return { type, dims: [...dims], data: bytesOf(await results[output].getData()) };
  } catch (error) {
    throw refusal(error);
  }
}

/** @param {Feed['type']} type @param {Uint8Array} data @returns {any} */
function typed(type, data) {
  if (type === 'float32') return new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  if (type === 'float16') return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  if (type === 'int32') return new Int32Array(data.slice().buffer);
  if (type === 'int64') return new BigInt64Array(data.slice().buffer);
  return data;
}

/** A copy of the bytes of a typed array. @param {any} values */
const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength).slice();
