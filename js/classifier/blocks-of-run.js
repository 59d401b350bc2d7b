/** A second count of some blocks of a run: chosen by chance among those of all its clouds, from the votes documents that the run names. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { recount } from './counter.js';
import { requestOf, RunCount, sharedBy, votesOf } from './votes-of-run.js';

/**
 * @import {EngineError} from '../certifier/failure.js'
 * @import {Run, RunCloud, Voted, Votes} from '../documents/types.d.ts'
 * @import {Cloud} from './votes-of-run.js'
 *
 * @typedef {Run & {voted: Voted, clouds: (RunCloud & {name: string})[]}} VotedRun a run with what counted its votes
 */

/**
 * A cloud whose votes can be counted again in part.
 * @typedef {object} Recountable
 * @property {string} name
 * @property {string} text the request to count its votes
 * @property {import('./counter.js').Plan} plan
 * @property {string} evidence the same request with its votes document
 * @property {Votes} document
 *
 * @typedef {{number: number, of: number}} Block of the cloud of that number in the list
 */

/** Votes documents that are not what a run says of them. */
export class DocumentsError extends Error {}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Votes documents by their digests as runs name them. @param {string} text one document a line */
export const readDocuments = (text) => new Map(text.split('\n').filter(Boolean).map((line) => [`sha256:${sha256(line)}`, line]));

/**
 * Holds the votes document of a cloud against its run and against what follows from the cloud and the model: Go reads it, and the plan
 * with its seed is made anew.
 * @param {VotedRun} run @param {RunCloud & {name: string}} cloud @param {Map<string, string>} documents @param {import('./votes-of-run.js').Counter} counter
 * @returns {Promise<Recountable>}
 */
async function open(run, cloud, documents, counter) {
  const { name, votes_pred: select, votes_cert: estimate, evidence: digest } = cloud, { counting } = counter.machine;
  const refuse = (/** @type {string} */ why) => { throw new DocumentsError(`${name}: ${why}`); };
  const line = documents.get(/** @type {string} */ (digest)) ?? refuse(`no votes document has the SHA-256 that the run names, ${digest}`);
  const text = requestOf(run, cloud, counter), plan = await counting.plan(text);
  const { evidence, document } = await read(line, text, counting).catch((/** @type {EngineError} */ { field, message }) =>
    refuse(`its votes document is not one of a count: ${field ? `${field}: ` : ''}${message}`),
  );
  const { model, classifier, sampling, votes, runtime } = document, { voted } = run;
  if (!isDeepStrictEqual([model, classifier, sampling], [plan.model, plan.classifier, plan.sampling]))
    refuse('its votes document does not follow from the cloud, the model and the run');
  if (!isDeepStrictEqual(sharedBy(run, document), { model: voted.model, classifier: voted.classifier, sampling: voted.sampling }))
    refuse('its votes document has other settings than the run');
  if (!isDeepStrictEqual(runtime, voted.runtime)) refuse('its votes document names another runtime than the run');
  if ((votes.look ?? 0) < (votes.looks ?? 0))
    refuse(`its votes document stops at look ${votes.look} of ${votes.looks}, where votes have only part of the level; count all of them`);
  const counts = votesOf(votes, sampling.select);
  if (!isDeepStrictEqual([select, estimate], [counts.votes_pred, counts.votes_cert])) refuse('its votes differ between the run and its votes document');
  return { name, text, plan, evidence, document };
}

/**
 * A votes document and the request that has it as evidence, once Go has read it.
 * @param {string} line @param {string} text the request to count its votes @param {import('../certifier/counting.js').Counting} counting
 */
async function read(line, text, counting) {
  const document = JSON.parse(line), evidence = JSON.stringify({ ...JSON.parse(text), prediction: { evidence: document } });
  await counting.differ(evidence, 0, new Uint8Array());
  return { document, evidence };
}

/**
 * Holds why a cloud has no votes against what a count says of it. Without its points there is nothing to hold.
 * @param {VotedRun} run @param {RunCloud & {failure: string}} cloud @param {import('./votes-of-run.js').Counter} counter
 */
async function holdFailure(run, cloud, counter) {
  if (!cloud.points) return;
  const { failure, ...whole } = cloud, found = await new RunCount(run, counter).failureOf(/** @type {Cloud} */ (whole));
  if (found === failure) return;
  throw new DocumentsError(
    `${cloud.name}: its failure is “${failure.slice(0, 100)}”, and ${found === undefined ? 'a count gives it votes' : `that of a count is “${found}”`}`,
  );
}

/**
 * So many blocks by chance, all alike: those whose digests with the seed come first.
 * @param {number[]} sizes blocks of each cloud @param {number} count @param {string} seed @returns {Block[]} in the order of clouds
 */
export function chooseBlocks(sizes, count, seed) {
  const all = sizes.flatMap((size, of) => Array.from({ length: size }, (_, number) => ({ number, of, rank: sha256(`${seed}\n${of}\n${number}`) })));
  const chosen = all.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, count);
  return chosen.sort((a, b) => a.of - b.of || a.number - b.number).map(({ number, of }) => ({ number, of }));
}

/**
 * Counts some blocks again. Every votes document is read, also of clouds of which no block is chosen, and failures of clouds that are
 * there with their points are looked for.
 * @param {VotedRun} run @param {Map<string, string>} documents @param {import('./votes-of-run.js').Counter} counter
 * @param {{blocks: number, seed: string}} chance
 * @param {(planned: import('./admission.js').Planned, document: Votes, first: boolean) => Promise<unknown>} hold holds the model against what a
 *   document says of it
 * @param {(samples: number) => void} onSamples
 */
export async function recountBlocks(run, documents, counter, { blocks, seed }, hold, onSamples) {
  const clouds = [];
  for (const cloud of run.clouds) {
    const { failure } = cloud;
    if (failure === undefined) clouds.push(await open(run, cloud, documents, counter));
    else await holdFailure(run, { ...cloud, failure }, counter);
  }
  const counted = clouds.map(({ document: { sampling, votes } }) => sampling.select + (votes?.samples ?? 0));
  const sizes = clouds.map(({ document: { sampling } }, i) => Math.ceil(counted[i] / sampling.block));
  const chosen = chooseBlocks(sizes, blocks, seed);
  const differ = [];
  let samples = 0;
  for (const [of, { name, text, plan, evidence, document }] of clouds.entries()) {
    const numbers = chosen.filter((block) => block.of === of).map(({ number }) => number);
    if (numbers.length === 0) continue;
    await hold({ opened: counter.opened, text, plan }, document, samples === 0);
    const again = await recount(counter.machine, counter.opened, { plan: text, evidence }, plan, numbers, () => {});
    onSamples(samples += again.samples);
    if (again.differ.length > 0) differ.push(`${name}: ${again.differ.length} of ${again.samples}`);
  }
  return {
    blocks: chosen.length, all: sizes.reduce((sum, size) => sum + size, 0), samples, of: counted.reduce((sum, n) => sum + n, 0), differ,
  };
}
