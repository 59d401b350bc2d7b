// Measures the lead of the tight value over the orbit-based one, against (‖Δ‖/‖X‖)²: random clouds of 16 points, ‖Δ‖ = σ before the
// alignment, p = 0.9. Exact for rotations in the plane and about an axis, drawn for all rotations in space. Writes
// site/docs/figures/gain.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { figures, orbitcert } from './files.mjs';

const POINTS = 16, PROBABILITY = 0.9, CLOUDS = 3;

/** ‖X‖ in σ, evenly from 1 to 100 on a scale of powers. */
const NORMS = Array.from({ length: 13 }, (_, i) => 10 ** (i / 6));

/** @type {{kind: string, dimension: number, more: any}[]} */
const KINDS = [
  { kind: 'plane', dimension: 2, more: { group: 'SO', samples: 0 } },
  { kind: 'axis', dimension: 3, more: { group: 'axis', axis: [0, 0, 1], samples: 0 } },
  { kind: 'space', dimension: 3, more: { group: 'SO', samples: 20_000 } },
];

let state = 1;

/** Numbers from 0 to 1, the same with every call of the script (Park and Miller, CACM 31 (1988)). */
const uniform = () => (state = state * 48271 % 2147483647) / 2147483647;

/** A standard normal number. */
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** So many normal numbers, as points, of a norm. @param {number} dimension @param {number} norm */
function cloud(dimension, norm) {
  const numbers = Array.from({ length: POINTS * dimension }, normal), size = Math.hypot(...numbers);
  return Array.from({ length: POINTS }, (_, n) => numbers.slice(n * dimension, (n + 1) * dimension).map((x) => x * norm / size));
}

/** Three digits. @param {number} x */
const short = (x) => Number(x.toPrecision(3));

/** @param {typeof KINDS[number]} of @param {number} norm */
function gained({ kind, dimension, more }, norm) {
  const clean = cloud(dimension, norm), change = cloud(dimension, 1);
  const perturbed = clean.map((point, n) => point.map((x, i) => x + change[n][i]));
  const request = { clean: { points: clean }, perturbed: { points: perturbed }, sigma: 1, prediction: { probability: PROBABILITY }, ...more };
  const { orbit, tight } = orbitcert(['certify', '-'], JSON.stringify(request));
  return { kind, ratio: short((orbit.distance / norm) ** 2), gain: short((tight.exact?.value ?? tight.monte_carlo.estimate) - orbit.lower) };
}

const points = KINDS.flatMap((of) => NORMS.flatMap((norm) => Array.from({ length: CLOUDS }, () => gained(of, norm))));
mkdirSync(figures, { recursive: true });
writeFileSync(`${figures}/gain.json`, `${JSON.stringify({ probability: PROBABILITY, points })}\n`);
