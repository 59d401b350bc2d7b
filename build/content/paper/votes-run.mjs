// The run of all clouds of a set with their votes, what `orbitcert run` says of it, and what lies of it in site/docs/votes. Where no votes were counted here,
// those that lie there are taken.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { withClouds, withPoints } from '../../../js/dataset/shared-clouds.js';
import { pack, storedClouds, withoutPoints, withStored } from '../clouds.mjs';
import { readStored, writeStored } from '../stored.mjs';
import { allVotes, cloudsOf, digestOf, experiments, orbitcert, out, packed, shipped, smoothing, votesFile } from './files.mjs';

/** @import { Votes } from './files.mjs' */

/** The run that lies there, with its clouds. @param {Votes} votes */
function lying(votes) {
  const run = readStored(shipped, votes.id), points = storedClouds(withClouds(allVotes, votes.id).id, packed);
  return points ? withStored(run, points) : withPoints(run, cloudsOf(votes.set));
}

/** A run of all clouds with their votes, which asks nothing. @param {Votes} votes */
export function voted(votes) {
  const run = existsSync(`${out}/votes/${votes.id}`) ? counted(votes) : lying(votes);
  if (run.voted.model.sha256 !== digestOf(votes.model))
    throw new Error(`the votes of ${votes.id} are those of another ${votes.model}.onnx: node build/content/paper/votes.mjs ${votes.id} counts them again`);
  return run;
}

/** The same of what was counted here. @param {Votes} votes */
function counted(votes) {
  const single = cloudsOf(votes.set).map((cloud) => JSON.parse(readFileSync(votesFile(votes, cloud), 'utf8')));
  const [{ voted, ...run }] = single;
  if (!single.every((one) => isDeepStrictEqual(one.voted, voted)))
    throw new Error(`the votes of ${votes.id} were counted in different ways: remove ${out}/votes/${votes.id} and count again`);
  return { ...smoothing(run), alpha: 0.001, samples: 100000, voted, clouds: single.flatMap(({ clouds }) => clouds) };
}

/**
 * Returns the answer of `orbitcert run` for this request; the run stays in build/out/paper/runs.
 * @param {string} name @param {any} run @param {{attack?: any, withstand?: any, runner_up?: boolean}} asked
 */
export function certified(name, run, asked) {
  const file = `${out}/runs/${name}.json`;
  mkdirSync(`${out}/runs`, { recursive: true });
  writeFileSync(file, writeRun({ ...run, ...asked }));
  return orbitcert(['run', file]);
}

/** Reports whether votes are stored with their clouds, as the first votes of each set that the page opens. @param {Votes} votes */
function holdsClouds({ id }) {
  const opened = experiments.runs.filter(({ title }) => title).map(({ votes }) => votes);
  return opened.some((one) => withClouds(experiments.votes, one).id === id);
}

/** Lays the votes out, and the clouds unless they are stored. @param {Votes} votes @param {ReturnType<typeof voted>} run */
export function ship(votes, run) {
  writeStored(shipped, votes.id, writeRun(withoutPoints(run)));
  const points = run.clouds.map((/** @type {any} */ cloud) => cloud.points);
  if (holdsClouds(votes) && !isDeepStrictEqual(storedClouds(votes.id, packed), points)) writeFileSync(`${packed}/${votes.id}.bin`, pack(points));
}
