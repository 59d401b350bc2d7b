// Certifies the clouds that the models were trained on as the test clouds of a run, and writes site/docs/figures/ID.json.gz as runs.mjs does. Neither
// clouds nor votes of these lie in site, so a result stays where no votes were counted here.

import { existsSync } from 'node:fs';
import { writeStored } from '../stored.mjs';
import { condensed } from './condensed.mjs';
import { digestOf, experiments, figures, out, trainedVotes, withId } from './files.mjs';
import { certified, voted } from './votes-run.mjs';

for (const experiment of experiments.trained) {
  const votes = withId(trainedVotes, experiment.id), { withstand } = withId(experiments.runs, experiment.of);
  if (!existsSync(`${out}/votes/${votes.id}`)) continue;
  writeStored(figures, votes.id, JSON.stringify({ experiment, sha256: digestOf(votes.model), ...condensed(certified(votes.id, voted(votes), { withstand })) }));
}
