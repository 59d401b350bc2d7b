// Counts the votes of every experiment's model on every cloud of its set: orbitcert-votes for one after
// the other, two at a time, each as a run of its own. What an earlier call has counted stays; a cloud that has moved, or
// whose votes are of another model, σ or number of samples, is counted again.
//
//   node build/content/paper/votes.mjs [experiment…]

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { cloudsOf, experiments, top, votesFile } from './files.mjs';

/** @import { Cloud, Votes } from './files.mjs' */

const run = promisify(execFile);

const LANES = 2;

/** @param {Votes} votes */
const modelFile = ({ model }) => `${top}site/models/${model}.onnx`;

/** Whether the votes are there already. @param {Votes} votes @param {Cloud} cloud @param {string} sha256 of the model */
function counted(votes, cloud, sha256) {
  const file = votesFile(votes, cloud);
  if (!existsSync(file)) return false;
  const { sigma, group, subsample, voted: { model, sampling }, clouds: [{ points }] } = JSON.parse(readFileSync(file, 'utf8'));
  return isDeepStrictEqual([model.sha256, sampling.estimate, sigma, group, subsample, points], [sha256, votes.samples, votes.sigma, votes.group, votes.subsample, cloud.points]);
}

/** @param {Votes} votes @param {Cloud} cloud */
async function count(votes, cloud) {
  const file = votesFile(votes, cloud), { sigma, group, subsample } = votes;
  mkdirSync(dirname(file), { recursive: true });
  const request = `${file}.request`;
  writeFileSync(request, JSON.stringify({ sigma, group, subsample, clouds: [cloud] }));
  const { stdout } = await run(process.execPath, [
    ...process.execArgv, `${top}build/out/orbitcert-votes.mjs`, request, '--model', modelFile(votes), '--samples', String(votes.samples), '--programs', `${top}build/out/site`,
  ], { maxBuffer: 2 ** 28 });
  writeFileSync(`${file}~`, stdout);
  renameSync(`${file}~`, file);
}

/** @param {Votes} votes */
async function countAll(votes) {
  const sha256 = createHash('sha256').update(readFileSync(modelFile(votes))).digest('hex');
  const clouds = cloudsOf(votes.set), left = clouds.filter((cloud) => !counted(votes, cloud, sha256));
  let done = clouds.length - left.length;
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (let cloud; (cloud = left.shift());) {
      await count(votes, cloud);
      console.error(`${votes.id}: ${++done} of ${clouds.length} clouds, ${votes.samples} samples each`);
    }
  }));
}

const wanted = process.argv.slice(2);
for (const votes of experiments.votes.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) await countAll(votes);
