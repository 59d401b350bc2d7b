// Counts the votes of an ONNX model without a browser, by the same programs as the page: the same bytes.
//
//   node orbitcert-votes.mjs request.json --model model.onnx > votes.json
//   node orbitcert-votes.mjs certificate.json --model model.onnx --recount
//   node orbitcert-votes.mjs run.json --model model.onnx > voted.json

import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openModel } from '../workers/session.js';
import { Admission, ALONE, countOf, planOf } from './admission.js';
import { advice, alone, answerOf } from './rows.js';
import { readDocuments, recountBlocks } from './blocks-of-run.js';
import { samplesOf } from './counter.js';
import { channelsOf } from './attribute-rows.js';
import { namesUnused, namesWithin, sortFiles } from './model-files.js';
import { bytesOf, InputError, openClouds, sha256, startMachine } from './node.js';
import { readGraph } from './onnx.js';
import { AGAIN, describe, readModel, refuseModel, refuseStart } from './model-use.js';
import { isNumeric } from './outputs.js';
import { contradictions, countable, countAgain, hold, inBatches, left, MINDS, refute, refuseOther } from './second-count.js';
import { readArguments, usage } from './votes-arguments.js';
import { fail, missing, naming, of, parsed, parsedError, say } from './votes-errors.js';
import { attributesOf, wantedOf } from './votes-wanted.js';
import { countRun, differing, writeRun } from './votes-of-run.js';
import { printableJSON } from '../words/printable.js';
import { span, withoutClass } from './tally.js';
import { digestOf, near, needless, weightsOf } from './weights.js';

/**
 * @import {CertificateRequest} from '../documents/documents.js'
 * @import {Run, Voted, Votes} from '../documents/types.d.ts'
 * @import {VotedRequest} from '../documents/votes.js'
 * @import {VotedRun} from './blocks-of-run.js'
 *
 * @typedef {import('./votes-wanted.js').Wanted} Wanted
 * @typedef {import('./votes-wanted.js').Values} Values
 * @typedef {Voted & {runtime: {name: string}, sampling: {estimate: number, select: number}}} Whole
 * @typedef {Values & {model: string, attributes: import('./attribute-rows.js').Channel[] | null, wanted: Wanted}} Chosen
 * @typedef {Chosen & {files: Awaited<ReturnType<typeof readFiles>>}} Options with the files that were read
 * @typedef {import('./votes-of-run.js').Counter & {named: boolean}} Counter what counts again, with the model as it is
 */

/** Samples that bound a probability by default. */
const SAMPLES = 10_000;

/** Of a run of labels. */
const LABELLED = 1000;

/** Error probability of a request that gives none. */
const ALPHA = 0.001;

/**
 * One of what a graph leaves open, as chosen.
 * @template {{name: string, aside?: boolean}} T @param {T[]} options @param {string | undefined} chosen @param {string} flag
 */
function choose(options, chosen, flag) {
  const fit = options.filter(({ name, aside }) => (chosen === undefined ? !aside : name === chosen));
  if (fit.length === 1) return fit[0];
  throw new InputError(`the graph leaves open which ${flag} is meant: give --${flag} ${options.map(({ name }) => `"${name}"`).join(' or ')}`);
}

/** Reads files of weights below a folder, those that are there. @param {string} folder */
const readNear = (folder) => async (/** @type {string} */ path) => existsSync(join(folder, path)) ? bytesOf(join(folder, path), false) : null;

/** The files of a model, read and not refused: before programs are started, which takes longer. @param {Chosen} options */
async function readFiles({ model: file, beside, classes, attributes, wanted }) {
  const names = [file, ...beside, ...(classes ? [classes] : [])];
  const files = sortFiles(await Promise.all(names.map(async (name) => ({ name: basename(name), bytes: await bytesOf(name) }))));
  const { bytes } = files.model;
  const { graph, weights } = await of(file, async () => {
    const read = readGraph(bytes);
    refuseModel(read, files.classes, channelsOf(attributes), wanted.returns);
    return { graph: read, weights: weightsOf(read.external, [...files.beside, ...await near(read.external, files.beside, readNear(dirname(file)))]) };
  });
  tell(needless(graph.external, files.beside));
  return { weights, model: { file: files.model, beside: files.beside, named: files.classes, graph, sha256: await digestOf(bytes, weights, sha256) } };
}

/** The model, open, with what the request says of it. @param {import('./counter.js').Machine} machine @param {Options} options @param {number} dimension */
async function openFiles(machine, { model: file, files: { model, weights }, attributes, wanted, layout, output, again, recount: second }, dimension) {
  const { named, graph } = model;
  const { reading, copies } = await of(file, async () => readModel(model, {}, dimension, channelsOf(attributes), wanted.returns));
  const chosen = { layout: choose(reading.layouts, layout, 'layout'), output: choose(reading.outputs, output, 'output') };
  // Votes were counted with the answer that a second count is spared.
  if (copies.length > 0 && !again && !second) missing(`the model has another input, ${copies.join(', ')}: give --again if it takes ${AGAIN[0]}`);
  await of(file, () => watched(() => openModel(model.file.bytes, weights)).catch((error) => refuseStart(graph, parsedError(error))));
  const answer = await of(file, () => answerOf(machine, reading, chosen, dimension, named, wanted)), { width, returns } = answer;
  if (wanted.tolerance && returns === 'classes')
    missing(`prediction.model.returns: the output ${chosen.output.name} has ${
      width} numbers for each cloud, and prediction.tolerance is for one: give "number" and prediction.model.number, 0 to ${
      width - 1}; or "classes" without a tolerance`);
  if (!isNumeric(returns)) tell(namesUnused(named, graph.metadata, width));
  const described = describe(model, reading, chosen, answer, []);
  if (attributes) Object.assign(described.model, { attributes });
  return { ...described, named: (named ?? namesWithin(graph.metadata))?.length === width };
}

/**
 * Starts the programs and opens the clouds of a request.
 * @param {{clean?: object, perturbed?: object}} request @param {string} folder @param {string} programs
 */
async function open(request, folder, programs) {
  const { machine, program, runtime } = await startWatched(programs);
  return { computer: machine, dimension: await openClouds(request, folder, program), runtime };
}

/** Votes for all clouds of a run document, or whether those in it are the same. @param {string} file @param {Run} run @param {Options} options */
async function countAll(file, run, options) {
  const { machine, runtime } = await startWatched(options.programs);
  const first = run.clouds.find(({ points }) => Array.isArray(points)) ?? missing(`${file}: has no cloud with points`);
  const without = run.clouds.findIndex(({ points, failure }) => !Array.isArray(points) && failure === undefined);
  if (without >= 0) missing(`clouds[${without}]: has no points`);
  const files = await openFiles(machine, { layout: run.voted?.model?.layout, output: run.voted?.model?.output, ...options },
    /** @type {number[][]} */ (first.points)[0]?.length);
  if (options.recount) return compareAll(file, run, { machine, runtime, ...files }, options);
  const { pose, turn } = run.voted?.classifier ?? {}, classifier = { ...(pose && { pose }), ...(turn && { turn }) };
  /** @type {string[]} */
  const documents = [];
  const samples = Number(options.samples ?? (run.returns === 'labels' ? LABELLED : SAMPLES));
  const counted = writeRun(
    await countRun(run, { machine, runtime, ...files, samples, all: options.all, classifier }, progress,
      (document) => documents.push(`${document}\n`)),
  );
  if (options.documents) await writeFile(options.documents, documents.join(''));
  return counted;
}

/** @param {string} text */
const digestOfText = (text) => `sha256:${sha256(new TextEncoder().encode(text))}`;

/** A votes document as it was before documents had a format. @param {string} document */
const withoutFormat = (document) => document.replace('{"format":1,', '{');

/**
 * Reports whether the votes of all clouds of a run document are the same once more.
 * @param {string} file @param {Run} run @param {Omit<Counter, 'samples'>} counter @param {Options} options @returns {Promise<string>}
 */
async function compareAll(file, run, { named, ...counter }, options) {
  const { voted } = run;
  const own = { model: counter.model, named, runtime: counter.runtime };
  if (!voted?.model) missing(`${file}: voted.model is missing, so that no model can be compared with it`);
  await of(options.model, async () => refuseOther(voted.model, own.model.sha256));
  for (const part of /** @type {const} */ (['classifier', 'sampling'])) if (!voted[part]) refute([`voted.${part} is missing`]);
  refute(contradictions(voted.model, own));
  const { model, classifier, runtime, sampling: { estimate: samples, select } } = /** @type {Whole} */ (voted);
  const opened = model.batch ? alone(counter.opened) : counter.opened;
  const again = { ...counter, again: true, opened, model, runtime, samples, select, classifier, minds: Boolean(model.batch) };
  if (options.documents && run.returns) missing(`${file}: blocks are recounted for classes; recount a run of numbers or labels without --documents`);
  if (options.documents) return [await compareSome(/** @type {VotedRun} */ (run), again, options), ...left(voted, own)].join('; ');
  /** @type {Map<string, string>} */
  const earlier = new Map();
  const second = await countRun(run, again, progress, (document) => earlier.set(digestOfText(document), digestOfText(withoutFormat(document))));
  const counted = /** @type {Voted} */ (second.voted);
  if (counted.model.batch && !model.batch) refute([MINDS]);
  refute(
    /** @type {const} */ (['model', 'classifier', 'sampling', 'preparation'])
      .filter((field) => !isDeepStrictEqual(voted[field], counted[field]))
      .map((field) => `voted.${field} differs from the settings of the count`),
  );
  const differ = differing(run, second, earlier);
  if (differ.length > 0) refute([`${differ.length} of ${run.clouds.length} clouds have other votes than the document, first ${differ[0]}`]);
  return [`${run.clouds.length} clouds counted again, each with the votes of the document`, ...left(voted, own)].join('; ');
}

/**
 * Reports whether some blocks of a run, chosen by chance, have the classes that its votes documents have.
 * @param {VotedRun} run @param {import('./votes-of-run.js').Counter} counter @param {Options} options
 */
async function compareSome(run, counter, { documents, blocks, seed = randomBytes(16).toString('hex') }) {
  const lines = readDocuments(new TextDecoder().decode(await bytesOf(/** @type {string} */ (documents))));
  const count = Number(blocks ?? Infinity);
  const held = async (/** @type {import('./admission.js').Planned} */ planned, /** @type {Votes} */ document, /** @type {boolean} */ first) => {
    if (first || document.classifier.how === 'declared') await hold(counter.machine, planned, document);
  };
  const second = await inBatches(recountBlocks(run, lines, counter, { blocks: count, seed }, held, progress));
  if (second.differ.length > 0)
    refute([
      `${second.differ.length} clouds have samples whose class differs from the document: ${
        second.differ.slice(0, 3).join(', ')} recounted with the seed ${seed}`,
    ]);
  return `${second.samples} of ${second.of} samples recounted, ${second.blocks} of ${second.all} blocks by the seed ${
    seed}, each with the class of the document`;
}

/** @param {string} file @param {CertificateRequest} request @param {Options} options */
async function count(file, request, options) {
  const { computer, dimension, runtime } = await open(request, dirname(file), options.programs);
  const described = await openFiles(computer, options, dimension);
  const sampling = {
    ...request.prediction?.sampling, ...(options.samples ? { estimate: Number(options.samples) } : {}),
    ...(options.fresh ? { fresh: true, seed: randomBytes(32).toString('hex') } : {}),
  };
  const planning = (/** @type {boolean} */ lone) => planOf(computer.counting, described, dimension,
    (model) => JSON.stringify({ ...request, prediction: { model, classifier: { ...request.prediction?.classifier }, sampling } }), lone);
  return new Admission(computer).count(planning, async (planned) => {
    if (planned.opened.alone) tell(ALONE);
    const votes = await countOf(computer, planned, { runtime });
    const evidence = await votes.run({ onSamples: patient(planned.plan.samples), claims: await claims(computer, request, planned, options) });
    tell(withoutClass(planned.plan, votes.why, samplesOf(JSON.parse(evidence)) - planned.plan.sampling.select));
    return evidence;
  });
}

/**
 * What ends the count: votes that certify the request, or prove the radius.
 * @param {import('./counter.js').Machine} machine @param {CertificateRequest} request @param {import('./admission.js').Planned} planned
 * @param {Options} options @returns {Promise<import('./counter.js').Claim[]>}
 */
async function claims({ counting }, request, { text, plan }, { all, radius }) {
  if (all || plan.model.returns || plan.sampling.select > 0) return [];
  const probability = await counting.needed(text, radius === undefined ? -1 : Number(radius));
  return probability < 1 ? [{ probability, alpha: request.alpha ?? ALPHA, ends: true }] : [];
}

/** @param {string} sentence */
function tell(sentence) {
  if (sentence) say(sentence);
}

/** Names what a model answers for a sample. @type {Record<string, [other: string, what: string]>} */
const ANSWERS = {
  number: ['another', 'number'], BNC: ['other', 'labels'], BCN: ['other', 'labels'],
  vector: ['another', 'vector'], BND: ['other', 'vectors of points'], BDN: ['other', 'vectors of points'],
};

/**
 * @param {string} file @param {{request: VotedRequest}} certificate @param {Options} options @returns {Promise<string>} a sentence; rejects where votes differ
 */
async function compare(file, { request }, options) {
  const evidence = await of(file, async () => countable(request));
  const { computer, dimension, runtime } = await open(request, dirname(file), options.programs);
  const { opened, model, named } = await openFiles(computer, { output: evidence.model.output, ...options, layout: evidence.model.layout }, dimension);
  await of(options.model, async () => refuseOther(evidence.model, model.sha256));
  const choose = (/** @type {number} */ all) => some(all, options.blocks);
  const { samples, of: all, differ, notes } = await countAgain(computer, request, { opened, model, named, runtime }, { choose, onSamples: progress });
  const [other, what] = ANSWERS[evidence.model.returns ?? ''] ?? ['another', 'class'];
  if (differ.length > 0) refute([`${differ.length} of ${samples} samples recounted have ${other} ${what} than the document, first sample ${differ[0]}`]);
  return [`${samples} of ${all} samples recounted, each with the ${what} of the document`, ...notes].join('; ');
}

/** Numbers below all, so many of them by chance. @param {number} all @param {string} [wanted] */
function some(all, wanted) {
  const numbers = Array.from({ length: all }, (_, i) => i);
  const count = Number(wanted ?? all);
  return Array.from({ length: Math.min(count, all) }, () => numbers.splice(randomInt(numbers.length), 1)[0]).sort((a, b) => a - b);
}

/** Progress, and once a word on a count that will take long. @param {number} samples */
function patient(samples) {
  const start = performance.now();
  let told = false;
  return (/** @type {number} */ done) => {
    progress(done);
    const seconds = ((performance.now() - start) / 1000) * (samples / done);
    if (told || done === 0 || !advice(seconds)) return;
    told = true;
    tell(`${samples.toLocaleString('en')} samples will take about ${span(seconds)}. ${advice(seconds)}`);
  };
}

/** @param {number} done */
function progress(done) {
  if (workerData.terminal) process.stderr.write(`\r${done} samples`);
}

/**
 * Does what only the model can hold up, and tells the supervising thread when it begins and ends.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
async function watched(work) {
  parentPort?.postMessage({ begun: true });
  try {
    return await work();
  } finally {
    parentPort?.postMessage({ begun: false });
  }
}

/** Starts the programs, with a model that is watched. @param {string} programs */
async function startWatched(programs) {
  const started = await startMachine(programs), { logits } = started.machine;
  started.machine.logits = (...batch) => watched(() => logits(...batch));
  return started;
}

/** Counts, in a thread that a model may hold up. @returns {Promise<string>} what is printed */
async function work() {
  const { values, file } = readArguments();
  const document = parsed(file, new TextDecoder().decode(await bytesOf(file)));
  const attributes = attributesOf(document);
  const wanted = wantedOf(document, values);
  const chosen = { ...values, model: /** @type {string} */ (values.model), attributes, wanted };
  const options = { ...chosen, files: await readFiles(chosen) };
  const answer = Array.isArray(document.clouds) ? countAll(file, document, options) : (values.recount ? compare : count)(file, document, options);
  return printableJSON(`${await naming(file, answer)}\n`);
}

/**
 * Has the work done by a thread and ends it where its model takes too long: a computation of WebAssembly ends from outside alone.
 * @param {string} model @param {number} seconds @returns {Promise<{code: number, text?: string, message?: string}>}
 */
function supervise(model, seconds) {
  const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: { counts: true, terminal: process.stderr.isTTY } });
  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    /** @type {{code: number, text?: string, message?: string} | undefined} */
    let answer;
    thread.on('message', ({ begun, ...end }) => {
      clearTimeout(timer);
      if (begun) {
        timer = setTimeout(() => {
          answer = { code: 2, message: `${model}: took more than ${seconds} s to open or to answer a batch; stopped. Give --limit SECONDS if it needs more` };
          void thread.terminate();
        }, seconds * 1000);
      } else if ('code' in end) answer = end;
    });
    thread.on('error', (/** @type {Error} */ error) => { answer = { code: 1, message: error.stack }; });
    thread.on('exit', () => resolve(answer ?? { code: 1, message: 'the counting thread ended without an answer' }));
  });
}

async function main() {
  process.stdout.on('error', ({ message }) => {
    say(`standard output: ${message}`);
    process.exit(1);
  });
  const { values } = readArguments();
  if (values.help) return console.log(usage);
  const { code, text, message } = await supervise(/** @type {string} */ (values.model), Number(values.limit));
  // All of it, before the program ends: into a socket, which is what Node gives its children, it goes piece by piece.
  if (text !== undefined) await new Promise((done) => process.stdout.write(text, done));
  if (message) say(message);
  return code;
}

if (workerData?.counts) {
  work().then((text) => ({ code: 0, text }), fail).then((end) => {
    parentPort?.postMessage(end);
    process.exit();
  });
} else {
  main().then((code) => process.exit(code ?? 0), (error) => {
    const { code, message } = fail(error);
    if (message) say(message);
    process.exit(code);
  });
}
