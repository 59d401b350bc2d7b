// The average certified radius of votes of whole clouds, and the share of clouds that are certified as they are, by the bound of one class
// and with the runner-up. Writes site/docs/figures/average.json.

import { writeFileSync } from 'node:fs';
import { allVotes, experiments, figures } from './files.mjs';
import { certified, voted } from './votes-run.mjs';

/** @import { Votes } from './files.mjs' */

/** @param {Votes} votes */
function averages(votes) {
  const run = certified('average', voted(votes), { runner_up: true, attack: { family: 'ball', norms: [0] } });
  const { correct, total, average_radius: radius, accuracy } = run;
  return {
    id: votes.id, model: votes.model, sigma: votes.sigma, samples: votes.samples, correct, total,
    one_class: { certified: accuracy.one_class.orbit[0], radius: radius.one_class }, runner_up: { certified: accuracy.orbit[0], radius: radius.orbit },
  };
}

const all = allVotes.filter(({ id, noise, subsample }) => !noise && !subsample && !experiments.distance.slice(0, -1).includes(id)).map(averages);
writeFileSync(`${figures}/average.json`, `${JSON.stringify(all)}\n`);
