// The paper's grid: certified accuracy of a model at every σ, against the norm of a scaling and against the angle of a rotation
// with noise of ½, 1 and 2 σ, by `orbitcert run`. Writes site/docs/figures/grid.json.gz, without what became of single clouds.

import { writeStored } from '../stored.mjs';
import { experiments, figures, gridVotes } from './files.mjs';
import { certified, ship, voted } from './votes-run.mjs';

/** @import { Votes } from './files.mjs' */

const { degrees, noises, draws, of } = experiments.grid;

/** Norms of a scaling up to 4σ, in units of σ. */
const NORMS = Array.from({ length: 33 }, (_, i) => i / 8);

/** Without the digits that a product of two decimals has too many. @param {number} x */
const plain = (x) => Number(x.toPrecision(12));

/** @param {any} result */
const lines = ({ grid, accuracy: { black_box, orbit, tight } }) => ({ grid, black_box, orbit, tight });

/** @param {Votes} votes */
function at(votes) {
  const document = voted(votes), { sigma } = votes;
  ship(votes, document);
  const asked = (/** @type {any} */ attack) => certified('grid', document, { attack });
  const scaled = asked({ family: 'scale', norms: NORMS.map((norm) => plain(norm * sigma)) }), { correct, total } = scaled;
  const rotate = noises.map((noise) => ({ noise, ...lines(asked({ family: 'rotate', degrees, noise: plain(noise * sigma), draws })) }));
  console.error(`${votes.id}: ${correct} of ${total} clouds correct`);
  return { sigma, correct, total, scale: lines(scaled), rotate };
}

const models = of.map((one) => ({ model: one.model, samples: one.samples, at: gridVotes(one).map(at) }));
writeStored(figures, 'grid', JSON.stringify({ models }));
