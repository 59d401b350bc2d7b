// The parameter space of the exact certificate of SO(2) (section "Tight certificate parameter space" of the
// paper, sigma = 0.5): the smallest probability that certifies, by `orbitcert pmin`. Writes site/docs/figures/inverse.json.gz.

import { mkdirSync } from 'node:fs';
import { writeStored } from '../stored.mjs';
import { figures, orbitcert } from './files.mjs';

const SIGMA = 0.5;

/** Rounded up to six digits: what is written still certifies. @param {number} p */
const up = (p) => Math.ceil(1e6 * p) / 1e6;

/** Rounded to four digits. @param {number} e */
const near = (e) => Math.round(1e4 * e) / 1e4;

/** Norms of the clean cloud and of the perturbation. */
const NORMS = [0.01, 0.5, 1, 2], DISTANCES = Array.from({ length: 41 }, (_, i) => near(i * 0.025) || 0.001);

/** Cells from edge to edge of a map over the disc of (ε̃₁, ε̃₂). */
const CELLS = 25, MAPS = [0.1, 0.5, 1, 2], MAP_DISTANCE = 0.5;

/** p_min of black box and tight, and of the orbit. @param {number[][]} clean @param {number[][]} perturbed */
function minimum(clean, perturbed) {
  const request = { clean: { points: clean }, perturbed: { points: perturbed }, sigma: SIGMA, group: 'SO', samples: 0 };
  const { black_box, orbit, tight } = orbitcert(['pmin', '-'], JSON.stringify(request));
  return { black_box: up(black_box), orbit: up(orbit), tight: up(tight?.exact ?? orbit) };
}

/** Scaling: X = (‖X‖, 0), X′ = (‖X‖ + ‖Δ‖, 0). */
const scaling = NORMS.map((norm) => ({ norm, points: DISTANCES.map((distance) => ({ distance, ...minimum([[norm, 0]], [[norm + distance, 0]]) })) }));

/**
 * Clouds of two points whose ⟨X, Δ⟩ and ⟨XJ, Δ⟩ are ε̃₁ and ε̃₂ times ‖X‖‖Δ‖; what is left of Δ is at the second point.
 * @param {number} norm @param {number} e1 @param {number} e2
 */
function cell(norm, e1, e2) {
  const rest = Math.sqrt(Math.max(0, 1 - e1 * e1 - e2 * e2));
  return minimum([[norm, 0], [0, 0]], [[norm + MAP_DISTANCE * e1, MAP_DISTANCE * e2], [MAP_DISTANCE * rest, 0]]);
}

/** Centres of cells in the unit disc. */
const centres = Array.from({ length: CELLS }, (_, i) => (2 * i + 1) / CELLS - 1);
const inside = centres.flatMap((e1) => centres.map((e2) => [e1, e2])).filter(([e1, e2]) => e1 * e1 + e2 * e2 <= 1);
const cells = inside.map((centre) => centre.map(near));

/** A map's values, cell by cell. @param {number} norm */
function map(norm) {
  const values = inside.map(([e1, e2]) => cell(norm, e1, e2));
  const list = (/** @type {keyof ReturnType<typeof minimum>} */ which) => values.map((value) => value[which]);
  return { norm, distance: MAP_DISTANCE, black_box: list('black_box'), orbit: list('orbit'), tight: list('tight') };
}

mkdirSync(figures, { recursive: true });
writeStored(figures, 'inverse', JSON.stringify({ sigma: SIGMA, group: 'SO', size: CELLS, scaling, cells, maps: MAPS.map(map) }));
