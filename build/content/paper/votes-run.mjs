// The run of all clouds of a set with their votes, what `orbitcert run` says of it, and what lies of it in site/docs/votes. Where no votes were counted here,
// those that lie there are taken.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { cloudsOf, digestOf, orbitcert, out, shipped, smoothing, votesFile } from './files.mjs';

/** @import { Votes } from './files.mjs' */

/** @param {Votes} votes */
const shippedFile = ({ id }) => `${shipped}/${id}.json`;

/** The run that lies there, with its clouds. @param {Votes} votes @param {any} run */
function withClouds({ set }, run) {
  if (run.clouds[0].points) return run;
  const points = new Map(cloudsOf(set).map((cloud) => [cloud.name, cloud.points]));
  return { ...run, clouds: run.clouds.map((/** @type {any} */ cloud) => ({ ...cloud, points: points.get(cloud.name) })) };
}

/** @param {any} run */
const withoutClouds = ({ clouds, ...rest }) => ({ ...rest, clouds: clouds.map((/** @type {any} */ { points, ...cloud }) => cloud) });

/** A run of all clouds with their votes, which asks nothing. @param {Votes} votes */
export function voted(votes) {
  const run = existsSync(`${out}/votes/${votes.id}`) ? counted(votes) : withClouds(votes, JSON.parse(readFileSync(shippedFile(votes), 'utf8')));
  if (run.voted.model.sha256 !== digestOf(votes.model)) throw new Error(`the votes of ${votes.id} are those of another ${votes.model}.onnx: node build/content/paper/votes.mjs ${votes.id} counts them again`);
  return run;
}

/** The same of what was counted here. @param {Votes} votes */
function counted(votes) {
  const single = cloudsOf(votes.set).map((cloud) => JSON.parse(readFileSync(votesFile(votes, cloud), 'utf8')));
  const [{ voted, ...run }] = single;
  if (!single.every((one) => isDeepStrictEqual(one.voted, voted))) throw new Error(`the votes of ${votes.id} were counted in different ways: remove ${out}/votes/${votes.id} and count again`);
  return { ...smoothing(run), alpha: 0.001, samples: 100000, voted, clouds: single.flatMap(({ clouds }) => clouds) };
}

/** What `orbitcert run` says of a run that asks this; the run stays in build/out/paper/runs. @param {string} name @param {any} run @param {{attack?: any, withstand?: any}} asked */
export function certified(name, run, asked) {
  const file = `${out}/runs/${name}.json`;
  mkdirSync(`${out}/runs`, { recursive: true });
  writeFileSync(file, writeRun({ ...run, ...asked }));
  return orbitcert(['run', file]);
}

/** Lays the votes out, with the clouds where the page opens them. @param {Votes} votes @param {ReturnType<typeof voted>} run @param {boolean} opened */
export function ship(votes, run, opened) {
  writeFileSync(shippedFile(votes), `${writeRun(opened ? run : withoutClouds(run))}\n`);
}
