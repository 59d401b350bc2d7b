// The ways to make a model invariant, at as many evaluations of the model for each cloud: who is right, what is certified, and the average radius.
// Writes site/docs/figures/poses.json. A row whose votes were not counted here stays as it is there.

import { existsSync, writeFileSync } from 'node:fs';
import { digestOf, experiments, figures, out, poseVotes, result } from './files.mjs';
import { certified, voted } from './votes-run.mjs';

/** @param {(typeof poseVotes)[number]} votes */
function row({ model, way, evaluations, ...votes }) {
  const run = certified('poses', voted({ model, ...votes }), { runner_up: true, attack: { family: 'ball', norms: experiments.poses.norms } });
  const { total, correct, accuracy, average_radius: radius } = run;
  return { model, sha256: digestOf(model), way, evaluations, samples: votes.samples, total, correct, certified: accuracy.orbit, radius: radius.orbit };
}

/** The row that lies there, of the same model. @param {(typeof poseVotes)[number]} votes */
const before = ({ id, model, way, evaluations }) => {
  const found = /** @type {any[]} */ (result('poses')).find((one) =>
    one.sha256 === digestOf(model) && one.way === way && one.evaluations === evaluations);
  if (!found) throw new Error(`no votes of ${id}: node build/content/paper/votes.mjs ${id} counts them`);
  return found;
};

const all = poseVotes.map((votes) => (existsSync(`${out}/votes/${votes.id}`) ? row(votes) : before(votes)));
writeFileSync(`${figures}/poses.json`, `${JSON.stringify(all)}\n`);
