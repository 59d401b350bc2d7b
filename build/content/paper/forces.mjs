// Bounds the change of the forces on molecules by the certificate and by center smoothing, from the same outputs of forces.onnx, and writes the
// table into site/docs/molecules.md. Ethanol is that of the G2 set, benzene a regular hexagon with bonds of 1.397 and 1.084 Å.
// Center smoothing as in the paper of 2023: the center is the output with the least median distance to the others, distances are means over the
// atoms, and three times their quantile Φ(Φ⁻¹(½ + MORE) + δ) bounds the change.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { modelFile, orbitcert, out, top } from './files.mjs';
/** @typedef {number[][]} Vectors of the atoms */
const SIGMAS = [0.05, 0.001], DELTAS = [0.002, 0.1, 0.5, 1, 1.5], SELECT = 4000, SAMPLES = 10_000, CLIP = 25, ALPHA = 0.001;
const MORE = 0.05, BEYOND = 0.1256613468550742; // Φ⁻¹(½ + MORE)

/** @type {Record<string, {element: number[], points: Vectors}>} */
const MOLECULES = {
  ethanol: {
    element: [6, 6, 8, 1, 1, 1, 1, 1, 1],
    points: [
      [1.1682, -0.3994, 0], [0, 0.5605, 0], [-1.1901, -0.2267, 0], [-1.9466, 0.3825, 0], [0.0426, 1.2085, 0.8869], [0.0426, 1.2085, -0.8869],
      [2.1159, 0.1458, 0], [1.1286, -1.0362, 0.8859], [1.1286, -1.0362, -0.8859],
    ],
  },
  benzene: {
    element: [...Array(6).fill(6), ...Array(6).fill(1)],
    points: [1.397, 2.481].flatMap((radius) => [0, 1, 2, 3, 4, 5].map((i) => [radius * Math.cos((Math.PI / 3) * i), radius * Math.sin((Math.PI / 3) * i), 0])),
  },
};

/** Counts the forces, or reads those counted before. @param {string} name @param {any} request */
function counted(name, request) {
  const file = `${out}/forces-${name}-${request.sigma}.json`, options = ['--samples', String(SAMPLES), '--all', '--programs', `${top}build/out/site`];
  if (!existsSync(file)) {
    const model = { returns: 'BND', clip: CLIP, attributes: ['element'] };
    writeFileSync(`${file}~`, JSON.stringify({ ...request, prediction: { model, sampling: { select: SELECT } } }));
    const program = [`${top}build/out/orbitcert-votes.mjs`, `${file}~`, '--model', modelFile('forces'), ...options];
    writeFileSync(file, execFileSync('node', program, { maxBuffer: 2 ** 28 }));
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The mean over the atoms, infinite where a sample has no vectors. @param {Vectors | null} a @param {Vectors | null} b */
const distance = (a, b) => (a && b ? a.reduce((sum, [x, y, z], i) => sum + Math.hypot(x - b[i][0], y - b[i][1], z - b[i][2]), 0) / a.length : Infinity);

/** Distances from an output to others, ascending. @param {Vectors} from @param {Vectors[]} to */
const distances = (from, to) => Float64Array.from(to, (one) => distance(from, one)).sort();

/** Φ, by its series at 0. @param {number} x */
function normal(x) {
  let term = x, sum = 0;
  for (let k = 0; k < 60; term *= -x * x / (2 * ++k)) sum += term / (2 * k + 1);
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

/** Bounds how far shares of n samples may be from their probabilities, at half of ALPHA. @param {number} n @param {number} sides */
const slack = (n, sides) => Math.sqrt(Math.log(2 * sides / ALPHA) / (2 * n));

/** Bounds by center smoothing at each δ, with both its levels in ALPHA. @param {{select: Vectors[], values: Vectors[]}} vectors */
function centered({ select, values }) {
  const half = (/** @type {Vectors} */ from) => distances(from, select)[SELECT / 2 - 1];
  const [radius, center] = select.map((one) => /** @type {const} */ ([half(one), one])).reduce((a, b) => (b[0] < a[0] ? b : a));
  const far = distances(center, values), within = far.filter((x) => x <= radius).length / SAMPLES;
  if (Math.max(slack(SELECT, 2), 0.5 - within + slack(SAMPLES, 2)) > MORE) throw new Error('center smoothing abstains');
  return DELTAS.map((delta) => 3 * far[Math.ceil((normal(BEYOND + delta) + slack(SAMPLES, 1)) * SAMPLES) - 1]);
}

/** Rounds up. @param {number} x */
const up = (x) => (Number.isFinite(x) ? (Math.ceil(100 * x) / 100).toFixed(2) : '–');

const rows = Object.entries(MOLECULES).flatMap(([name, { element, points }]) => SIGMAS.flatMap((sigma) => {
  const request = { clean: { points, attributes: { element } }, sigma, group: 'E', alpha: ALPHA }, evidence = counted(name, request);
  const ours = DELTAS.map((delta) => {
    const asked = { ...request, perturbed: { changes: { moved: delta * sigma } }, prediction: { evidence } };
    const { vectors } = orbitcert(['certify', '-'], JSON.stringify(asked)).orbit;
    return vectors.reduce((/** @type {number} */ sum, /** @type {any} */ { ball }) => sum + ball.radius / vectors.length, 0);
  });
  const both = Object.entries({ certificate: ours, 'center smoothing': centered(evidence.vectors) });
  return both.map(([by, all]) => `| ${name}, ${sigma} Å | ${by} | ${all.map(up).join(' | ')} |`);
}));
const file = `${top}site/docs/molecules.md`, head = `| molecule, σ | bound by | ${DELTAS.map((delta) => `δ = ${delta}`).join(' | ')} |`;
const table = [head, `|---|---|${'---|'.repeat(DELTAS.length)}`, ...rows].join('\n');
writeFileSync(file, readFileSync(file, 'utf8').replace(/\| molecule, σ \|[^]*?\n\n/, `${table}\n\n`));
