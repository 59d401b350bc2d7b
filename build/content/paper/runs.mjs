// Makes the run document of every experiment from its clouds and votes and has `orbitcert run` certify it:
// build/out/paper/runs/ID.json, and its result site/docs/figures/ID.json.gz with digests in place of the clouds' own results.
// The votes that the page opens lie in site/docs/votes: one document for all experiments on the same votes, which asks nothing.
// The clouds of a set lie with its first votes, where the page opens a run on them.
//
//   node build/content/paper/runs.mjs [experiment…]

import { mkdirSync } from 'node:fs';
import { writeStored } from '../stored.mjs';
import { experiments, figures, shipped } from './files.mjs';
import { condensed } from './condensed.mjs';
import { certified, ship, voted } from './votes-run.mjs';

/** @import { PaperRun } from './files.mjs' */

/** @param {PaperRun} run @param {ReturnType<typeof voted>} document */
function certify(run, document) {
  const { id, title, votes, ...asked } = run, start = Date.now();
  const result = certified(id, document, asked);
  writeStored(figures, run.id, JSON.stringify({ experiment: run, seconds: Math.round((Date.now() - start) / 1000), ...condensed(result) }));
  console.error(`${run.id}: ${result.correct} of ${result.total} clouds correct`);
}

for (const folder of [figures, shipped]) mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const votes of experiments.votes) {
  const runs = experiments.runs.filter((run) => run.votes === votes.id && (wanted.length === 0 || wanted.includes(run.id)));
  if (runs.length === 0) continue;
  const document = voted(votes);
  ship(votes, document);
  for (const run of runs) certify(run, document);
}
