// Makes the run document of every experiment from its clouds and votes and has `orbitcert run` certify it:
// build/out/paper/runs/ID.json, and its result site/docs/figures/ID.json. What the page opens lies in site/docs/votes:
// one document for all experiments on the same votes, which asks nothing. Votes of samples of some points that the page does not open
// lie there without the clouds, which have many points. Where no votes were counted here it takes those.
//
//   node build/content/paper/runs.mjs [experiment…]

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { cloudsOf, experiments, figures, orbitcert, out, shipped, votesFile, withId } from './files.mjs';

/** @import { PaperRun, Votes } from './files.mjs' */

/** What the page opens of these votes. @param {string} id */
const shippedFile = (id) => `${shipped}/${id}.json`;

/** The run that lies there, with its clouds. @param {Votes} votes @param {any} run */
function withClouds({ set }, run) {
  if (run.clouds[0].points) return run;
  const points = new Map(cloudsOf(set).map((cloud) => [cloud.name, cloud.points]));
  return { ...run, clouds: run.clouds.map((/** @type {any} */ cloud) => ({ ...cloud, points: points.get(cloud.name) })) };
}

/** What lies there of a run. @param {any} run */
const withoutClouds = ({ clouds, ...rest }) => ({ ...rest, clouds: clouds.map((/** @type {any} */ { points, ...cloud }) => cloud) });

/** A run of all clouds with their votes. @param {string} id */
function voted(id) {
  const votes = withId(experiments.votes, id);
  if (!existsSync(`${out}/votes/${id}`)) return withClouds(votes, JSON.parse(readFileSync(shippedFile(id), 'utf8')));
  const single = cloudsOf(votes.set).map((cloud) => JSON.parse(readFileSync(votesFile(votes, cloud), 'utf8')));
  const [{ sigma, group, subsample, voted }] = single;
  if (!single.every((one) => isDeepStrictEqual(one.voted, voted))) throw new Error(`the votes of ${id} were counted in different ways: remove ${out}/votes/${id} and count again`);
  return { sigma, group, ...(subsample && { subsample }), alpha: 0.001, samples: 100000, voted, clouds: single.flatMap(({ clouds }) => clouds) };
}

/** @param {PaperRun} run @param {ReturnType<typeof voted>} document */
function certify(run, document) {
  const file = `${out}/runs/${run.id}.json`, start = Date.now();
  const { id, title, votes, ...asked } = run;
  writeFileSync(file, writeRun({ ...document, ...asked }));
  const result = orbitcert(['run', file]);
  writeFileSync(`${figures}/${run.id}.json`, `${JSON.stringify({ experiment: run, seconds: Math.round((Date.now() - start) / 1000), ...result })}\n`);
  console.error(`${run.id}: ${result.correct} of ${result.total} clouds correct`);
}

for (const folder of [`${out}/runs`, figures, shipped]) mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const { id } of experiments.votes) {
  const runs = experiments.runs.filter((run) => run.votes === id && (wanted.length === 0 || wanted.includes(run.id)));
  if (runs.length === 0) continue;
  const document = voted(id);
  if (experiments.runs.some((run) => run.votes === id && run.title)) writeFileSync(shippedFile(id), `${writeRun(document)}\n`);
  else if (document.subsample) writeFileSync(shippedFile(id), `${writeRun(withoutClouds(document))}\n`);
  for (const run of runs) certify(run, document);
}
