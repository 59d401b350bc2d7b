// The paper's grid: certified accuracy of a model at every σ, against the norm of a scaling and against the angle of a rotation
// with noise of ½, 1 and 2 σ, by `orbitcert run`. Writes site/docs/figures/grid.json, without what became of single clouds.

import { writeFileSync } from 'node:fs';
import { writeRun } from '../../../js/classifier/votes-of-run.js';
import { experiments, figures, gridVotes, orbitcert, out } from './files.mjs';
import { ship, voted } from './voted.mjs';

/** @import { Votes } from './files.mjs' */

const { degrees, noises, draws, of } = experiments.grid;

/** Norms of a scaling up to 4σ, in units of σ. */
const NORMS = Array.from({ length: 33 }, (_, i) => i / 8);

/** Without the digits that a product of two decimals has too many. @param {number} x */
const plain = (x) => Number(x.toPrecision(12));

/** @param {any} document @param {any} attack */
function certified(document, attack) {
  const file = `${out}/grid.run.json`;
  writeFileSync(file, writeRun({ ...document, attack }));
  const { grid, accuracy: { black_box, orbit, tight }, correct, total } = orbitcert(['run', file]);
  return { correct, total, grid, black_box, orbit, tight };
}

/** @param {Votes} votes */
function at(votes) {
  const document = voted(votes), { sigma } = votes;
  ship(votes, document, false);
  const { correct, total, ...scale } = certified(document, { family: 'scale', norms: NORMS.map((norm) => plain(norm * sigma)) });
  const rotate = noises.map((noise) => {
    const { correct, total, ...shares } = certified(document, { family: 'rotate', degrees, noise: plain(noise * sigma), draws });
    return { noise, ...shares };
  });
  console.error(`${votes.id}: ${correct} of ${total} clouds correct`);
  return { sigma, correct, total, scale, rotate };
}

const models = of.map((one) => ({ model: one.model, samples: one.samples, at: gridVotes(one).map(at) }));
writeFileSync(`${figures}/grid.json`, `${JSON.stringify({ degrees, noises, draws, models })}\n`);
