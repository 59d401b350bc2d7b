// Counts the votes of every experiment's model on every cloud of its set: orbitcert-votes for one after
// the other, two at a time. What an earlier call has counted stays; a cloud whose votes are of another model
// or number of samples is counted again.
//
//   node build/paper/votes.mjs [experiment…]

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { cloudsOf, experiments, top, votesFile } from './files.mjs';

/** @import { Cloud, Votes } from './files.mjs' */

const run = promisify(execFile);

const LANES = 2;

/** @param {Votes} votes */
const modelFile = ({ model }) => `${top}site/models/${model}.onnx`;

/** Whether the votes are there already. @param {Votes} votes @param {string} file @param {string} sha256 of the model */
function counted({ sigma, samples }, file, sha256) {
  if (!existsSync(file)) return false;
  const { votes, model, sampling } = JSON.parse(readFileSync(file, 'utf8'));
  return model.sha256 === sha256 && votes.samples === samples && sampling.sigma === sigma;
}

/** @param {Votes} votes @param {Cloud} cloud @param {string} file */
async function count(votes, cloud, file) {
  mkdirSync(dirname(file), { recursive: true });
  const request = `${file}.request`;
  writeFileSync(request, JSON.stringify({ clean: { points: cloud.points }, sigma: votes.sigma, group: 'SE' }));
  const { stdout } = await run('node', [
    `${top}build/out/orbitcert-votes.mjs`, request, '--model', modelFile(votes), '--samples', String(votes.samples), '--programs', `${top}build/out/site`,
  ], { maxBuffer: 2 ** 28 });
  writeFileSync(`${file}~`, stdout);
  renameSync(`${file}~`, file);
}

/** @param {Votes} votes */
async function countAll(votes) {
  const sha256 = createHash('sha256').update(readFileSync(modelFile(votes))).digest('hex');
  const clouds = cloudsOf(votes.set), left = clouds.filter((cloud) => !counted(votes, votesFile(votes, cloud), sha256));
  let done = clouds.length - left.length;
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (let cloud; (cloud = left.shift());) {
      await count(votes, cloud, votesFile(votes, cloud));
      console.error(`${votes.id}: ${++done} of ${clouds.length} clouds, ${votes.samples} samples each`);
    }
  }));
}

const wanted = process.argv.slice(2);
for (const votes of experiments.votes.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) await countAll(votes);
