// Counts the votes of every experiment's model on every cloud of its set: orbitcert-votes for four at a time, two of it beside
// each other, after it has said how long each part takes here. What an earlier call has counted stays; a cloud that has moved, or
// whose votes are of another model, σ or number of samples, is counted again.
//
//   node build/content/paper/votes.mjs [experiment…]

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { allVotes, cloudsOf, digestOf, modelFile, out, poseVotes, smoothing, top, trainedVotes, votesFile } from './files.mjs';

/** @import { Cloud, Votes } from './files.mjs' */

const run = promisify(execFile);

const LANES = 2;

/** Clouds that one program counts: it starts once for them, and what it has counted is kept when it is done. */
const AT_ONCE = 4;

/** Samples that name the class of a cloud, before those that count. */
const SELECTED = 100;

/** Samples of the first try of those that tell how long counting takes, and how many times as many each further one has. */
const TRIED = 100, MORE = 3;

/** Reports whether the votes are there already. @param {Votes} votes @param {Cloud} cloud @param {string} sha256 of the model */
function counted(votes, cloud, sha256) {
  const file = votesFile(votes, cloud);
  if (!existsSync(file)) return false;
  const { voted: { model, sampling }, clouds: [{ points }], ...run } = JSON.parse(readFileSync(file, 'utf8'));
  // As text, which has no −0 either.
  return JSON.stringify(points) === JSON.stringify(cloud.points)
    && isDeepStrictEqual([model.sha256, sampling.estimate, smoothing(run)], [sha256, votes.samples, smoothing(votes)]);
}

/** Counts votes of some clouds and returns a run with them. @param {Votes} votes @param {Cloud[]} clouds @param {number} samples */
async function counting(votes, clouds, samples) {
  const { id, model } = votes, request = `${out}/votes/${id}-${clouds[0].name.replace(/\W/g, '-')}.request`;
  writeFileSync(request, JSON.stringify({ ...smoothing(votes), ...(votes.classifier && { voted: { classifier: votes.classifier } }), clouds }));
  const { stdout } = await run(
    process.execPath,
    [
      ...process.execArgv,
      `${top}build/out/orbitcert-votes.mjs`,
      request, '--model', modelFile(model), '--samples', String(samples), '--programs',
      `${top}build/out/site`,
    ],
    { maxBuffer: 2 ** 28 },
  );
  rmSync(request);
  return JSON.parse(stdout);
}

/** @param {Votes} votes @param {Cloud[]} clouds */
async function count(votes, clouds) {
  const { clouds: counted, ...rest } = await counting(votes, clouds, votes.samples);
  for (const [i, cloud] of counted.entries()) {
    const file = votesFile(votes, clouds[i]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}~`, `${writeRun({ ...rest, clouds: [cloud] })}\n`);
    renameSync(`${file}~`, file);
  }
}

/** @typedef {{votes: Votes, clouds: Cloud[], total: number}} Part with the clouds whose votes are not there yet */

/** @param {Votes} votes @returns {Part} */
function partOf(votes) {
  const sha256 = digestOf(votes.model), all = cloudsOf(votes.set);
  return { votes, clouds: all.filter((cloud) => !counted(votes, cloud, sha256)), total: all.length };
}

/** @typedef {{start: number, each: number}} Pace seconds that a program takes to start, and for each sample */

/**
 * From tries on the first clouds, as many beside each other as later: a short one and one that takes twice as long, unless so many
 * samples are not asked for. Their difference leaves out the start.
 * @param {Part} part @returns {Promise<Pace>}
 */
async function paceOf({ votes, clouds }) {
  /** @param {number} samples */
  const took = async (samples) => {
    const start = performance.now();
    await Promise.all(clouds.slice(0, LANES).map((cloud) => counting(votes, [cloud], samples)));
    return (performance.now() - start) / 1000;
  };
  const few = await took(TRIED);
  for (let samples = MORE * TRIED; ; samples *= MORE) {
    const many = await took(samples), each = Math.max(many - few, 0) / (samples - TRIED);
    if (many >= 2 * few || MORE * samples > votes.samples) return { start: few - (TRIED + SELECTED) * each, each };
  }
}

/** Says how long each part will take on this machine: σ does not matter for that. @param {Part[]} parts */
async function foretell(parts) {
  /** @type {Map<string, Pace>} */
  const paces = new Map();
  let sum = 0;
  for (const part of parts) {
    const { votes: { id, model, set, subsample, samples }, clouds } = part, kind = JSON.stringify([model, set, subsample]);
    const pace = paces.get(kind) ?? await paceOf(part);
    paces.set(kind, pace);
    const seconds = (Math.ceil(clouds.length / AT_ONCE) * pace.start + clouds.length * (samples + SELECTED) * pace.each) / Math.min(LANES, clouds.length);
    sum += seconds;
    console.error(`${id}: ${clouds.length} clouds, ${samples} samples each, about ${minutes(seconds)}`);
  }
  if (parts.length > 0) console.error(`all votes: about ${minutes(sum)}`);
}

/** @param {number} seconds */
const minutes = (seconds) => (seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`);

/** @param {Part} part */
async function countAll({ votes, clouds, total }) {
  let done = total - clouds.length;
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (let some; (some = clouds.splice(0, AT_ONCE)).length > 0;) {
      await count(votes, some);
      done += some.length;
      console.error(`${votes.id}: ${done} of ${total} clouds, ${votes.samples} samples each`);
    }
  }));
}

const wanted = process.argv.slice(2);
const all = [...allVotes, ...poseVotes, ...trainedVotes].filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const parts = all.map(partOf).filter(({ clouds }) => clouds.length > 0);
mkdirSync(`${out}/votes`, { recursive: true });
await foretell(parts);
for (const part of parts) await countAll(part);
