// A web worker that runs an ONNX model in onnxruntime's WebAssembly, on one thread: the same bits
// in every browser and in Node. It computes logits of the inputs it is given and nothing else.

import * as ort from 'onnxruntime-web/wasm';
import { answer, CallError } from './answering.js';

/**
 * @import {Start} from './protocol.js'
 * @import {Beside, Feed} from './protocol.js'
 */

/** The model that is open. @type {ort.InferenceSession | undefined} */
let session;

/** @param {Start} message */
async function start({ module }) {
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = /** @type {ArrayBuffer} */ (module);
}

/** @param {unknown} error */
const refusal = (error) => new CallError(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));

/** @param {Uint8Array} bytes @param {Beside[]} beside files that hold weights */
async function openModel(bytes, beside) {
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
 * The logits of a batch, B×C float32.
 * @param {Feed[]} feeds @param {string} output
 */
async function logits(feeds, output) {
  if (!session) throw new CallError(JSON.stringify({ message: 'no model is open' }));
  const inputs = Object.fromEntries(feeds.map(({ name, type, data, dims }) => [name, new ort.Tensor(type, typed(type, data), dims)]));
  try {
    const results = await session.run(inputs, [output]);
    return widened(await results[output].getData());
  } catch (error) {
    throw refusal(error);
  }
}

/** @param {Feed['type']} type @param {Uint8Array} data @returns {any} */
function typed(type, data) {
  if (type === 'float32') return new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  if (type === 'float16') return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  return data;
}

/** Float32 numbers as bytes; float16 comes as its bits, or as numbers where the browser has such. @param {any} values */
function widened(values) {
  const bits = () => new Uint16Array(values.buffer, values.byteOffset, values.length);
  const single = values instanceof Float32Array ? values.slice() : Float32Array.from(bits(), fromHalf);
  return new Uint8Array(single.buffer);
}

/** The number of these 16 bits (IEEE 754 binary16). @param {number} bits */
function fromHalf(bits) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : (fraction / 1024) * 2 ** -14);
}

/** @type {Record<string, (...args: any[]) => unknown>} */
const functions = { openModel, logits };

answer(start, (name, args) => functions[name](...args));
