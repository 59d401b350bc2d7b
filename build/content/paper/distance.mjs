// Certified accuracy against ‖Δ‖, for every movement of the points of a cloud: votes of one model on 16, 64 and 256 of them, drawn anew
// for each, and on all, and votes on clouds that were sampled first, by `orbitcert run` once for each, of the shapes that all have. Writes
// site/docs/figures/distance.json.

import { writeFileSync } from 'node:fs';
import { experiments, figures, withId } from './files.mjs';
import { certified, ship, voted } from './votes-run.mjs';

const NORMS = Array.from({ length: 41 }, (_, i) => (3 * i) / 100);

const compared = experiments.distance.map((id) => withId(experiments.votes, id)).map((votes) => ({ votes, document: voted(votes) }));
const common = Math.min(...compared.map(({ document }) => document.clouds.length));

/** @param {typeof compared[number]} one */
function curve({ votes, document }) {
  const { id, sigma, samples, subsample } = votes, { clouds } = document;
  if (!experiments.runs.some((run) => run.votes === id)) ship(votes, document);
  const { correct, total, accuracy } = certified('distance', { ...document, clouds: clouds.slice(0, common) }, { attack: { family: 'ball', norms: NORMS } });
  console.error(`distance, ${id}: ${correct} of ${total} clouds correct`);
  return {
    votes: id, sigma, samples, points: clouds[0].points.length, ...(subsample && { subsample }), correct, total,
    shares: subsample ? accuracy.subsample : accuracy.orbit,
  };
}

writeFileSync(`${figures}/distance.json`, `${JSON.stringify({ grid: NORMS, curves: compared.map(curve) })}\n`);
