// Counts the votes of an ONNX model without a browser, by the same programs as the page: the same bytes.
//
//   node orbitcert-votes.mjs request.json --model model.onnx > votes.json

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CallError } from '../engine/answering.js';
import { Counting } from '../engine/counting.js';
import { EngineError } from '../engine/error.js';
import { start } from '../engine/program.js';
import { logits, openModel, useRuntime, version } from '../engine/session.js';
import { Count } from './counter.js';
import { LayoutError, readLayout } from './layout.js';
import { classNames, ModelFilesError, sortFiles } from './model-files.js';
import { ModelFileError, readGraph } from './onnx.js';

/** Input that is bad: a sentence for whoever gave it. */
class InputError extends Error {}

const usage = `usage: orbitcert-votes request.json --model model.onnx [--beside FILE]… [--classes names.json]
                        [--layout NAME] [--output NAME] [--samples N] [--programs FOLDER]

Prints the votes document of the model on noisy copies of the request's clean cloud.
  --beside    a file that the model takes weights from
  --layout    how the model takes clouds, where its graph leaves it open: BDN, BND, flat BDN, flat BND, …
  --output    which output has the logits, where there are several
  --samples   samples that bound the probability (10,000)
  --programs  folder of explorer.wasm and ort.wasm; default: site/ beside this file`;

/** @param {string} file */
const bytesOf = async (file) => new Uint8Array(await readFile(file).catch((error) => {
  throw new InputError(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
}));

/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * One of what a graph leaves open, as chosen.
 * @template T @param {T[]} options @param {(option: T) => string} name @param {string | undefined} chosen @param {string} flag
 */
function choose(options, name, chosen, flag) {
  const fit = chosen === undefined ? options : options.filter((option) => name(option) === chosen);
  if (fit.length === 1) return fit[0];
  throw new InputError(`the graph leaves open which ${flag} is meant: give --${flag} ${options.map((option) => `"${name(option)}"`).join(' or ')}`);
}

/**
 * Opens the clouds that a request names, under their own names.
 * @param {any} request @param {string} folder @param {Record<string, (...args: any[]) => any>} program
 * @returns {Promise<number>} how many coordinates the points of the clean cloud have
 */
async function openClouds(request, folder, program) {
  const open = async (/** @type {any} */ cloud) => {
    const { file, ...reading } = cloud ?? {};
    if (typeof file !== 'string') return cloud?.points?.[0]?.length;
    return JSON.parse(program.open(file, basename(file), await bytesOf(join(folder, file)), JSON.stringify(reading))).dimension;
  };
  await open(request.perturbed);
  return (await open(request.clean)) ?? missing('the request has no clean cloud to draw samples around');
}

/** @param {string} sentence @returns {never} */
function missing(sentence) {
  throw new InputError(sentence);
}

/**
 * The model, open, with what the request says of it.
 * @param {any} options @param {number} dimension
 */
async function openFiles({ model: file, beside, classes, layout, output }, dimension) {
  const names = [file, ...beside, ...(classes ? [classes] : [])];
  const files = sortFiles(await Promise.all(names.map(async (name) => ({ name: basename(name), bytes: await bytesOf(name) }))));
  const { bytes, name } = files.model;
  const graph = readGraph(bytes);
  const reading = readLayout(graph, dimension);
  const chosen = choose(reading.layouts, (one) => one.name, layout, 'layout');
  const logitsName = choose(reading.outputs, (one) => one, output, 'output');
  await openModel(bytes, files.beside);
  const count = reading.classes ?? files.classes?.length ?? missing('the graph does not tell how many classes there are: give --classes');
  return {
    opened: { reading, batch: chosen.batch, output: logitsName },
    described: {
      sha256: sha256(bytes), bytes: bytes.length, name, layout: chosen.name,
      ...(reading.half ? { numbers: 'float16' } : {}), classes: classNames(files.classes, graph.metadata, count),
    },
  };
}

/** @param {string} file the request */
async function count(file, /** @type {any} */ options) {
  const programs = options.programs ?? fileURLToPath(new URL('site/', import.meta.url));
  const request = parsed(file, new TextDecoder().decode(await bytesOf(file)));
  const runtime = await bytesOf(join(programs, 'ort.wasm'));
  useRuntime(/** @type {ArrayBuffer} */ (runtime.buffer));
  const program = await start(await WebAssembly.compile(await bytesOf(join(programs, 'explorer.wasm'))));
  const dimension = await openClouds(request, dirname(file), program);
  const { opened, described } = await openFiles(options, dimension);
  const sampling = { ...request.prediction?.sampling, ...(options.samples ? { estimate: Number(options.samples) } : {}) };
  const plan = { ...request, prediction: { model: described, classifier: { ...request.prediction?.classifier }, sampling } };
  const text = JSON.stringify(plan);
  const computer = machine(program);
  const named = { name: 'onnxruntime-web', version, wasm: `sha256:${sha256(runtime)}` };
  const votes = new Count(computer, opened, text, await computer.counting.plan(text), { runtime: named });
  return votes.run({ onSamples: progress });
}

/** @param {Record<string, (...args: any[]) => any>} program @returns {import('./counter.js').Machine} */
const machine = (program) => ({
  counting: new Counting({ ask: async (name, args) => program[name](...args) }),
  logits: (_, feeds, output) => logits(feeds, output),
  lanes: 1,
  ready: async () => {},
});

/** @param {number} done */
function progress(done) {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} samples`);
}

/** @param {string} file @param {string} text */
function parsed(file, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The sentence of an error, as Go or this file put it. @param {any} error */
function sentence(error) {
  if (!(error instanceof CallError)) return error.message;
  const { kind, field, file, line, message } = EngineError.parse(error.message);
  if (kind === 'panic') throw new Error(message);
  return [field ?? file, line, message].filter((part) => part !== undefined).join(': ');
}

/** Errors that are the input's: exit code 2, as the certifier's command line has it. */
const inputErrors = [InputError, CallError, LayoutError, ModelFileError, ModelFilesError];

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      model: { type: 'string' }, beside: { type: 'string', multiple: true, default: [] }, classes: { type: 'string' },
      layout: { type: 'string' }, output: { type: 'string' }, samples: { type: 'string' }, programs: { type: 'string' }, help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(usage);
  if (positionals.length !== 1 || !values.model) throw new InputError(usage);
  process.stdout.write(`${await count(positionals[0], values)}\n`);
}

main().then(() => process.exit(0), (error) => {
  const input = inputErrors.some((kind) => error instanceof kind) || error.code?.startsWith?.('ERR_PARSE_ARGS');
  console.error(`orbitcert-votes: ${input ? sentence(error) : error.stack}`);
  process.exit(input ? 2 : 1);
});
