// The average certified radius of votes of whole clouds, and the share of clouds that are certified as they are, by the bound of one class
// and with the runner-up. Writes site/docs/figures/average.json.

import { writeFileSync } from 'node:fs';
import { allVotes, experiments, figures } from './files.mjs';
import { certified, voted } from './votes-run.mjs';

/** @import { Votes } from './files.mjs' */

/** A run of the clouds as they are. Beside a runner-up, one class has half of the level; alone it has all. @param {Votes} votes @param {boolean} rival */
function asTheyAre(votes, rival) {
  const run = certified('average', voted(votes), { runner_up: rival, attack: { family: 'ball', norms: [0] } });
  return { run, of: { certified: run.accuracy.orbit[0], radius: run.average_radius.orbit } };
}

/** @param {Votes} votes */
function averages(votes) {
  const { run: { correct, total }, of: two } = asTheyAre(votes, true), { of: one } = asTheyAre(votes, false);
  return { id: votes.id, model: votes.model, sigma: votes.sigma, samples: votes.samples, correct, total, one_class: one, runner_up: two };
}

const all = allVotes.filter(({ id, noise, subsample }) => !noise && !subsample && !experiments.distance.slice(0, -1).includes(id)).map(averages);
writeFileSync(`${figures}/average.json`, `${JSON.stringify(all)}\n`);
