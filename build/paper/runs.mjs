// Makes the run document of every experiment from its clouds and votes and has `orbitcert run` certify it:
// build/out/paper/runs/ID.json, and its result site/docs/figures/ID.json.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { withNone } from '../../js/classifier/votes-of-run.js';
import { cloudsOf, experiments, figures, orbitcert, out, votesFile, withId } from './files.mjs';

/** @import { PaperRun } from './files.mjs' */

/** The run document. @param {PaperRun} run */
function runDocument({ votes: id, group, attack }) {
  const votes = withId(experiments.votes, id);
  const clouds = cloudsOf(votes.set).map((cloud) => {
    const { votes: counts, sampling } = JSON.parse(readFileSync(votesFile(votes, cloud), 'utf8'));
    return { name: cloud.name, label: cloud.label, votes_pred: withNone(counts.select, sampling.select), votes_cert: withNone(counts.estimate, counts.samples), points: cloud.points };
  });
  return { sigma: votes.sigma, group, attack, alpha: 0.001, samples: 100000, clouds };
}

mkdirSync(`${out}/runs`, { recursive: true });
mkdirSync(figures, { recursive: true });
const wanted = process.argv.slice(2);
for (const run of experiments.runs.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const file = `${out}/runs/${run.id}.json`, start = Date.now();
  writeFileSync(file, JSON.stringify(runDocument(run)));
  const result = orbitcert(['run', file]);
  writeFileSync(`${figures}/${run.id}.json`, `${JSON.stringify({ experiment: run, seconds: Math.round((Date.now() - start) / 1000), ...result })}\n`);
  console.error(`${run.id}: ${result.correct} of ${result.total} clouds correct`);
}
