// The ways to make a model invariant, at as many evaluations of the model for each cloud: who is right, what is certified, and the average radius.
// Writes site/docs/figures/poses.json.

import { writeFileSync } from 'node:fs';
import { digestOf, experiments, figures, poseVotes } from './files.mjs';
import { certified, voted } from './votes-run.mjs';

const all = poseVotes.map(({ model, way, evaluations, ...votes }) => {
  const run = certified('poses', voted({ model, ...votes }), { runner_up: true, attack: { family: 'ball', norms: experiments.poses.norms } });
  const { total, correct, accuracy, average_radius: radius } = run;
  return { model, sha256: digestOf(model), way, evaluations, samples: votes.samples, total, correct, certified: accuracy.orbit, radius: radius.orbit };
});
writeFileSync(`${figures}/poses.json`, `${JSON.stringify(all)}\n`);
